"""What another process has used."""

from __future__ import annotations

import os
import resource
import subprocess
from pathlib import Path


def cpu_seconds(process: int | None) -> float:
    """Since it began; 0 without a process."""
    if process is None:
        return 0.0
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def thread_seconds(process: int) -> float:
    """Those of its first thread, to a billionth: the clock above ticks a hundred times a second."""
    return int(Path(f"/proc/{process}/schedstat").read_text().split()[0]) / 1e9


def of_command(command: list[str], folder: Path | None = None) -> float:
    """User and system time of a command and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command, cwd=folder, check=True, capture_output=True, env=os.environ | {"DBT_SEND_ANONYMOUS_USAGE_STATS": "0"}
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
