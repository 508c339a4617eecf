"""The library of DuckDB macros, kept in a cache folder by a hash of what it is made of: to make it takes long.

`python tools/kept.py` prints it, made anew.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rankhouse._building import library
from rankhouse._building.library import DuckDBMacro
from rankhouse._building.reading import Reader
from rankhouse._rendering.jinja import PackageMacro

ROOT = Path(__file__).parents[1]
SOURCES = ("macros", "python/rankhouse")
MAKERS = ("duckdb", "jinja2")
SEED = 1
"""Of the hashes of the process that makes it: sets come in another order with another one. Tests have theirs."""
FOLDER = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rankhouse"


@cache
def duckdb_macros() -> tuple[DuckDBMacro, ...]:
    """Every macro of the library, made of the files as they are now."""
    return tuple(DuckDBMacro(**each) for each in _made()["macros"])


def called_macros() -> set[str]:
    """The macros of the package that are called, or read, to make it."""
    return set(_made()["called"])


@contextmanager
def recorded_calls() -> Iterator[set[str]]:
    """The names of the package's macros that are called meanwhile, or read for a table macro."""
    called: set[str] = set()
    call, read = PackageMacro.__call__, Reader._read_macro

    def recorded(macro: PackageMacro, *args: Any, **kwargs: Any) -> Any:
        called.add(macro.macro.name)
        return call(macro, *args, **kwargs)

    def recorded_reading(reader: Reader, macro: Any, *args: Any) -> Any:
        called.add(macro.name)
        return read(reader, macro, *args)

    PackageMacro.__call__ = recorded  # type: ignore[assignment, method-assign]
    Reader._read_macro = recorded_reading  # type: ignore[assignment, method-assign]
    try:
        yield called
    finally:
        PackageMacro.__call__ = call  # type: ignore[method-assign]
        Reader._read_macro = read  # type: ignore[method-assign]


@cache
def _made() -> dict[str, Any]:
    path = FOLDER / f"library-{SEED}-{_hash_of_sources()}.json"
    with _locked(FOLDER / f"library-{SEED}.lock"):
        if not path.exists():
            made = subprocess.run(
                [sys.executable, __file__],
                env=os.environ | {"PYTHONHASHSEED": str(SEED), "PYTHONPATH": str(ROOT / "python")},
                stdout=subprocess.PIPE,
                check=True,
            )
            for older in FOLDER.glob(f"library-{SEED}-*.json"):
                older.unlink()
            path.write_bytes(made.stdout)
        found: dict[str, Any] = json.loads(path.read_bytes())
        return found


def script() -> str:
    return library.script(duckdb_macros())


def _hash_of_sources() -> str:
    found = hashlib.sha256(sys.version.encode() + Path(__file__).read_bytes())
    for name in MAKERS:
        found.update(f"{name} {version(name)}\n".encode())
    for path in sorted(path for folder in SOURCES for path in (ROOT / folder).rglob("*.*")):
        if path.suffix in (".py", ".sql"):
            found.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:32]


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One process at a time, where the system has such locks: the others wait for what it makes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:
        yield
        return
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    # Of millions of small objects hardly one goes before the end: looking for them takes a sixth of the time.
    gc.disable()
    with recorded_calls() as names:
        all_macros = [asdict(each) for each in library.duckdb_macros()]
    json.dump({"macros": all_macros, "called": sorted(names)}, sys.stdout)
