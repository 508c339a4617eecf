"""What another process has used."""

from __future__ import annotations

import os
from pathlib import Path


def cpu_seconds(process: int | None) -> float:
    """Since it began; 0 without a process."""
    if process is None:
        return 0.0
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
