"""Programs of extension/test, over the extension's reader and without DuckDB."""

from __future__ import annotations

import re
from pathlib import Path

import binary


def built(name: str, target: Path, *flags: str, compiler: str = "cc", has_reader: bool = True) -> Path:
    """A program as `target`, once the extension is built. `has_reader`: it is compiled with the reader beside it."""
    cache = (binary.BUILD / "CMakeCache.txt").read_text()
    found = dict(re.findall(r"^(LUA_INCLUDE_DIR|LUA_LIBRARY):\w+=(.*)$", cache, re.MULTILINE))
    sources = [binary.HERE / "test" / f"{name}.c"]
    if has_reader:
        sources.append(binary.HERE / "src" / "reader.c")
    includes = [f"-I{folder}" for folder in (binary.HERE / "src", binary.BUILD, found["LUA_INCLUDE_DIR"])]
    binary.run(
        *(compiler, "-std=gnu11", "-Wall", "-Wextra", "-Werror", *flags, *includes, *sources),
        *(found["LUA_LIBRARY"], "-lm", "-lpthread", "-o", target),
    )
    return target
