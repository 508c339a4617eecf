"""The loadable file: `python extension/binary.py` builds extension/build/rankhouse.duckdb_extension."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

import duckdb

HERE = Path(__file__).parent
BUILD = HERE / "build"
HEADERS = HERE / "duckdb_capi"
FILE = BUILD / "rankhouse.duckdb_extension"
C_API = "v1.2.0"
"""The version of DuckDB's C API that src/rankhouse.c is written for."""
DEBIANS = "cmake gcc libc6-dev liblua5.4-dev"
"""Debian's packages that the build takes."""


def version() -> str:
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def platform() -> str:
    """DuckDB's name for this machine, such as linux_amd64."""
    return str(duckdb.connect().execute("pragma platform").fetchall()[0][0])


def build() -> Path:
    if missing := [program for program in ("cmake", os.environ.get("CC", "cc")) if shutil.which(program) is None]:
        sys.exit(f"to build the extension takes {' and '.join(missing)}: apt-get install {DEBIANS}")
    if not HEADERS.exists():
        fetch_headers()
    run("cmake", "-S", HERE, "-B", BUILD, "-DCMAKE_BUILD_TYPE=Release", f"-DPython3_EXECUTABLE={sys.executable}")
    run("cmake", "--build", BUILD, "--config", "Release")
    (library,) = (path for suffix in ("so", "dylib", "dll") for path in BUILD.rglob(f"*rankhouse.{suffix}"))
    FILE.write_bytes(library.read_bytes() + metadata(platform(), version()))
    return FILE


def fetch_headers() -> None:
    with tempfile.TemporaryDirectory() as folder:
        run(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-r", HERE / "requirements.txt", "-d", folder)
        (archive,) = Path(folder).glob("*.tar.gz")
        with tarfile.open(archive) as sources:
            found = {
                Path(member.name).name: sources.extractfile(member)
                for member in sources
                if member.name.endswith(("/src/include/duckdb.h", "/src/include/duckdb_extension.h"))
            }
            HEADERS.mkdir()
            for name, file in found.items():
                assert file is not None
                (HEADERS / name).write_bytes(file.read())


def run(*command: object) -> None:
    """Its output is shown if it fails, which it does too where Lua is missing."""
    done = subprocess.run(
        [str(each) for each in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if done.returncode:
        sys.stderr.buffer.write(done.stdout)
        hint = f": apt-get install {DEBIANS}" if b"Lua" in done.stdout else ""
        sys.exit(f"{' '.join(map(str, command))} failed with exit status {done.returncode}{hint}")


def metadata(platform: str, extension_version: str) -> bytes:
    """What DuckDB reads at the end of the file: a custom section of WebAssembly, then 256 bytes for a signature."""
    fields = ["4", platform, C_API, extension_version, "C_STRUCT", "", "", ""]
    section = b"\0" + bytes([147, 4, 16]) + b"duckdb_signature" + bytes([128, 4])
    return section + b"".join(field.encode().ljust(32, b"\0") for field in reversed(fields)) + bytes(256)


if __name__ == "__main__":
    print(build().relative_to(Path.cwd()))
