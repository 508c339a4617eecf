"""A dbt-duckdb plugin: models may call ndcg_at_k(...) and the other macros.

In the profile, beside `type: duckdb`:

    plugins:
      - module: rankhouse.dbt_plugin
"""

from __future__ import annotations

from dbt.adapters.duckdb.plugins import BasePlugin
from duckdb import DuckDBPyConnection

from rankhouse._register import register


class Plugin(BasePlugin):
    """Registers the macros in the database that dbt builds."""

    def configure_connection(self, conn: DuckDBPyConnection) -> None:
        register(conn)
