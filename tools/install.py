"""`python tools/install.py ENVIRONMENT ARGUMENT...`: `pip install ARGUMENT...` into an environment, made where it is
missing; by uv where that can be had, from what it has kept where the same was installed in the last seven days.

A newer release of a requirement is installed when those days are over, or when pyproject.toml changes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
INSTALLED = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rankhouse" / "installed"
KEPT_FOR = 7 * 24 * 3600
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


def main() -> None:
    environment, *arguments = sys.argv[1:]
    if not (python := Path(environment, "bin", "python")).exists():
        venv.create(environment, symlinks=True)
    if not by_uv(python, arguments):
        subprocess.run([*PIP, "--python", python, "install", "--quiet", *arguments], check=True)


def by_uv(python: Path, arguments: list[str]) -> bool:
    """Whether uv has installed it."""
    if (uv := found_uv()) is None:
        return False
    install = [uv, "pip", "install", "--quiet", "--python", str(python), *arguments]
    stamp = INSTALLED / hash_of(arguments)
    if stamp.exists() and time.time() - stamp.stat().st_mtime < KEPT_FOR:
        # What an index serves is not asked again: some let nothing be kept, and a package is built each time.
        offline = subprocess.run([*install, "--offline"], capture_output=True, check=False)
        if offline.returncode == 0:
            return True
    if subprocess.run(install, env=os.environ | index_of_pip(), check=False).returncode:
        print("uv cannot install it; pip tries", file=sys.stderr)
        return False
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.touch()
    if os.environ.get("CI"):
        # What uv has downloaded anew takes the place of what it kept, a gigabyte each time.
        subprocess.run([uv, "cache", "prune", "--quiet"], check=False)
    return True


def found_uv() -> str | None:
    """The program, which is installed in a folder of its own where there is none: the Python here may not be ours."""
    own = INSTALLED.parent / "uv"
    program = str(own / "bin" / "uv")
    if found := shutil.which("uv") or shutil.which(program):
        return found
    subprocess.run([*PIP, "install", "--target", own, "uv"], capture_output=True, check=False)
    return shutil.which(program)


def index_of_pip() -> dict[str, str]:
    """The package index that pip is told to use, which uv does not read."""
    settings = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=False).stdout
    named = [line.partition("=")[2].strip("'") for line in settings.splitlines() if ".index-url=" in line]
    return {"UV_DEFAULT_INDEX": named[-1]} if named and "UV_DEFAULT_INDEX" not in os.environ else {}


def hash_of(arguments: list[str]) -> str:
    given = [sys.version, *arguments, (ROOT / "pyproject.toml").read_text()]
    return hashlib.sha256("\0".join(given).encode()).hexdigest()[:32]


if __name__ == "__main__":
    main()
