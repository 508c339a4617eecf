"""DuckDB as others embed it, each in a process of its own: statements in, the rows of the last one out."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
OLDER, NODE = ROOT / ".venv-duckdb" / "bin", ROOT / ".venv-node"

PYTHON = """
import json, sys, duckdb
database, is_read_only, statements = json.loads(sys.stdin.read())
config = {"allow_unsigned_extensions": "true"}
cursor = duckdb.connect(database, read_only=is_read_only, config=config)
cursor.execute("set enable_progress_bar = false")
for statement in statements:
    cursor.execute(statement)
names = [column[0] for column in cursor.description]
print(json.dumps([dict(zip(names, row)) for row in cursor.fetchall()]))
"""
JAVASCRIPT = """
const { DuckDBInstance } = require("@duckdb/node-api");
const [database, isReadOnly, statements] = JSON.parse(require("fs").readFileSync(0));
(async () => {
    const options = { allow_unsigned_extensions: "true", access_mode: isReadOnly ? "READ_ONLY" : "AUTOMATIC" };
    const connection = await (await DuckDBInstance.create(database, options)).connect();
    let reader;
    for (const statement of statements) reader = await connection.runAndReadAll(statement);
    console.log(JSON.stringify(reader.getRowObjectsJson()));
})();
"""

Client = Callable[[str, bool, list[str]], list[dict[str, Any]]]


def told(*command: str | Path) -> Client:
    """A program that reads database, whether it is read-only, and statements."""

    def rows(database: str, is_read_only: bool, statements: list[str]) -> list[dict[str, Any]]:
        return answered([*command], json.dumps([database, is_read_only, statements]))

    return rows


def command_line(database: str, is_read_only: bool, statements: list[str]) -> list[dict[str, Any]]:
    read_only = ["-readonly"] if is_read_only else []
    return answered(
        [OLDER / "duckdb", "-unsigned", "-bail", "-json", *read_only, database], ";\n".join([*statements, ""])
    )


def answered(command: list[str | Path], told: str) -> list[dict[str, Any]]:
    done = subprocess.run(command, input=told, capture_output=True, text=True, check=False, cwd=NODE)
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows


CLIENTS: dict[str, Client] = {
    "python": told(sys.executable, "-c", PYTHON),
    "python, DuckDB 1.5": told(OLDER / "python", "-c", PYTHON),
    "command line": command_line,
    "node": told("node", "-e", JAVASCRIPT),
}
