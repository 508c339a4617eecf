"""`python tools/browser/build.py MODULES [SITE]`: what runs in the reader's browser, beside the pages of the site.

MODULES: the folder in which npm has installed what package.json names.
"""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "extension"), str(ROOT / "tools")]

import to_lua  # noqa: E402
from browser import catalogue  # noqa: E402

CALL = re.compile(
    r"^create or replace macro (\w+)\((.*?)\)\s+as\s+table\nfrom query\(.*?to_json\((\{.*?\})\)::varchar\)",
    re.MULTILINE | re.DOTALL,
)
LICENCE = re.compile("licen[cs]e", re.IGNORECASE)
NODES = ("module", "path", "fs", "child_process", "crypto", "url", "ws", "vm")
"""Modules of Node, which what is bundled asks for elsewhere than in a browser."""
ENTRIES = ("run.js", "documentation.js", "engine.js", "evaluate.js")


def main() -> None:
    modules, site = Path(sys.argv[1]).resolve(), Path(sys.argv[2] if sys.argv[2:] else "site").resolve()
    folder = site / "browser"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "reader.json.gz").write_bytes(packed(json.dumps(reader(), ensure_ascii=False).encode()))
    texts = {
        # Aggregates alone: table macros ask, as those of the extension do.
        "aggregates.sql": to_lua.without_table_macros((ROOT / "sql/rankhouse.sql").read_text()),
        "licences.txt": licences(modules, bundled(modules, folder)),
    }
    example(folder)
    for name, text in texts.items():
        (folder / name).write_text(text)
    distribution = modules / "node_modules/@duckdb/duckdb-wasm/dist"
    (folder / "duckdb-eh.wasm.gz").write_bytes(packed((distribution / "duckdb-eh.wasm").read_bytes()))
    shutil.copy(distribution / "duckdb-browser-eh.worker.js", folder)
    shutil.copy(modules / "node_modules/wasmoon/dist/glue.wasm", folder / "lua.wasm")
    shutil.copytree(HERE / "pages", site, dirs_exist_ok=True)


def example(folder: Path) -> None:
    """Two systems over 60 queries, small, and with a difference that can be seen."""
    with duckdb.connect() as con:
        con.execute(
            "copy (select ['bm25', 'dense'][1 + s] as system, 'query ' || q as query_id, 'item-' || i as item_id,"
            " (q * 7919 + i * 104729 + s * 31337) % 97 + case when i < 5 then 25 + 20 * s else 0 end as score"
            f" from range(2) r(s), range(60) a(q), range(25) b(i) order by all) to '{folder}/example_run.csv'"
        )
        con.execute(
            "copy (select 'query ' || q as query_id, 'item-' || i as item_id, i % 3 + 1 as relevance"
            f" from range(60) a(q), range(7) b(i) order by all) to '{folder}/example_judgments.csv'"
        )


def reader() -> dict[str, Any]:
    """What the page reads of the package: its macros as Lua, the arguments of its table macros, its catalogue."""
    return {
        "version": to_lua.version(),
        "setup": (HERE / "src/reader.lua").read_text(),
        "chunks": to_lua.chunks(catalogue.ASKED),
        "calls": calls(),
        "catalogue": catalogue.catalogue(),
    }


def calls() -> dict[str, str]:
    """Each table macro as a scalar one, which returns the arguments of a call."""
    found = CALL.findall((ROOT / "sql/table_macros.sql").read_text())
    if {name for name, _, _ in found} != set(to_lua.table_macros()):
        sys.exit("sql/table_macros.sql has a table macro that is written in another way")
    return {name: f"call_of_{name}({given}) as {made}" for name, given, made in found}


def bundled(modules: Path, folder: Path) -> list[str]:
    """The packages in the bundle that esbuild writes."""
    meta = modules / "meta.json"
    command: list[str | Path] = [
        *(modules / "node_modules/.bin/esbuild", *(HERE / "src" / name for name in ENTRIES)),
        *("--bundle", "--format=esm", "--minify", "--splitting", "--target=es2022", "--log-level=warning"),
        *(f"--outdir={folder}", f"--metafile={meta}", *(f"--external:{name}" for name in NODES)),
    ]
    # Packages are looked for here, because the sources are elsewhere than what npm has installed.
    subprocess.run(command, env={"NODE_PATH": str(modules / "node_modules"), "PATH": "/usr/bin:/bin"}, check=True)
    inputs = json.loads(meta.read_text())["inputs"]
    return sorted({found[1] for name in inputs if (found := re.match(r".*node_modules/((?:@[^/]+/)?[^/]+)", name))})


def licences(modules: Path, names: list[str]) -> str:
    """Of each package its name, version and licence, and the text of the licence."""
    parts = []
    for name in names:
        folder = modules / "node_modules" / name
        described = json.loads((folder / "package.json").read_text())
        texts = [file.read_text().strip() for file in sorted(folder.iterdir()) if LICENCE.match(file.name)]
        parts.append("\n\n".join([f"{name} {described['version']}: {described['license']}", *texts]))
    return "\n\n----\n\n".join(parts) + "\n"


def packed(content: bytes) -> bytes:
    """As gzip, because not every host packs what it sends."""
    return gzip.compress(content, 9, mtime=0)


if __name__ == "__main__":
    main()
