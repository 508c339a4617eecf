"""Postgres: a server of its own, on a loopback port and a data directory that are thrown away."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from warehouses.reference import Row, Unavailable

TYPES = {"text": "text", "double": "double precision", "bigint": "bigint"}


@dataclass
class Postgres:
    con: psycopg.Connection

    @property
    def version(self) -> str:
        return "Postgres " + str(self.con.info.parameter_status("server_version")).split()[0]

    def load(self, table: str, columns: Mapping[str, str], rows: Sequence[Row]) -> None:
        listed = ", ".join(f'"{name}" {TYPES[kind]}' for name, kind in columns.items())
        self.con.execute(f"create table {table} ({listed})")
        with self.con.cursor().copy(f"copy {table} from stdin") as copy:
            for row in rows:
                copy.write_row(row)

    def query(self, sql: str) -> list[Row]:
        return self.con.execute(sql).fetchall()


def binary(name: str) -> Path:
    """Debian keeps the server's programs out of PATH."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    found = shutil.which(name) or (debian and debian[-1])
    if not found:
        raise Unavailable(f"{name} is not here: install Postgres, for example apt-get install postgresql")
    return Path(found)


def unprivileged() -> dict[str, str]:
    """The server refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        raise Unavailable("Postgres does not run as root, and there is no user postgres: run as another user") from None
    return {"user": "postgres"}


@contextmanager
def server() -> Iterator[int]:
    """The port of a server that lives as long as the block. It sorts text by language, as servers mostly do."""
    initdb, postgres = binary("initdb"), binary("pg_ctl")
    with tempfile.TemporaryDirectory() as folder, socket.socket() as free:
        user = unprivileged()
        if user:
            shutil.chown(folder, **user)
        data = f"{folder}/data"
        common = {"check": True, "capture_output": True, "cwd": folder, **user}
        subprocess.run(
            [initdb, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale-provider=icu",
             "--icu-locale=en", "--locale=C.UTF-8"],
            **common,
        )  # fmt: skip
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        options = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder} -c fsync=off -c jit=off"
        subprocess.run([postgres, "-D", data, "-w", "-l", f"{folder}/log", "-o", options, "start"], **common)
        try:
            yield port
        finally:
            subprocess.run([postgres, "-D", data, "-m", "immediate", "stop"], **common)


@contextmanager
def connected(port: int) -> Iterator[Postgres]:
    with psycopg.connect(f"host=127.0.0.1 port={port} user=postgres dbname=postgres", autocommit=True) as con:
        yield Postgres(con)


@contextmanager
def session() -> Iterator[Postgres]:
    with server() as port, connected(port) as opened:
        yield opened
