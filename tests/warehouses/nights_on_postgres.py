"""examples/nights on Postgres: ten builds, each compared with what had to come out on its night."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nights
from dbt_projects import installed
from warehouses import postgres


def check() -> None:
    """Raises AssertionError with what dbt said, or with the number that is another one."""
    with postgres.server() as port, tempfile.TemporaryDirectory() as folder:
        project = installed(Path(folder), "examples/nights")

        @contextmanager
        def reading() -> Iterator[nights.Read]:
            with postgres.connected(port) as session:
                session.con.execute("set search_path to nights, public")
                yield session.query

        built = nights.built(project, reading, DBT_TARGET="postgres", DBT_POSTGRES_PORT=str(port))
        nights.check_alarms(built)
