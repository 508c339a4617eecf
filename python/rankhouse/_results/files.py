"""Files that answers are written to."""

from __future__ import annotations

import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rankhouse._rendering.refused import InputError

STANDARD_OUTPUT = Path("-")


@contextmanager
def writing(output: Path) -> Iterator[Path]:
    """A file that takes the place of the output, or of what this links to, when everything is written.

    Where the output is no regular file, such as a pipe or a device, it stays, and is written into.
    """
    try:
        mode = output.stat().st_mode if output.exists() else None
        if mode is not None and stat.S_ISDIR(mode):
            raise InputError(f"cannot write {str(output)!r}: it is a folder")
        is_stream = mode is not None and not stat.S_ISREG(mode)
        target = output if is_stream else output.resolve()
        beside = None if is_stream else target.parent
        with tempfile.TemporaryDirectory(dir=beside, prefix=f".{target.name}-") as folder:
            path = Path(folder) / target.name
            yield path
            if is_stream:
                with path.open("rb") as file, target.open("wb") as stream:
                    shutil.copyfileobj(file, stream)
                return
            if mode is not None:
                path.chmod(stat.S_IMODE(mode))
            path.replace(target)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot write {str(output)!r}: {error.strerror}") from error


def refuse_overwriting(output: Path | None, inputs: Iterable[Any]) -> None:
    """Raise InputError where an output is one of the inputs, which would be gone."""
    if output is None or not output.is_file():
        return
    for given in inputs:
        # A run may have a name before its file.
        for name in (str(given), str(given).partition("=")[2]):
            if name and Path(name).is_file() and Path(name).samefile(output):
                raise InputError(f"{str(output)!r} is also an input and would be overwritten: write to another file")
