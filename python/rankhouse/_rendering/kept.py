"""What is kept on disk between processes, because making it takes longer than all else."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def cache_folder(name: str) -> Path | None:
    """A folder of the user's cache; None where nothing can be written."""
    with suppress(OSError, RuntimeError):
        folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "rankhouse", name)
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    return None
