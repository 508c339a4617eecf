"""A dbt-duckdb plugin: models may call ndcg_at_k(...) and the other macros, and `rankhouse.publish` has what it runs.

In the profile, beside `type: duckdb`:

    plugins:
      - module: rankhouse.dbt_plugin
        config: {replace: []}  # macros of the database's own that may be replaced; not needed where none has our name
"""

from __future__ import annotations

from typing import Any

from dbt.adapters.duckdb.plugins import BasePlugin
from duckdb import DuckDBPyConnection

from rankhouse._installing.register import register
from rankhouse._monitoring.publish import publish


class Plugin(BasePlugin):
    """Stores the macros in the database that dbt builds, where the views that call them find them later."""

    def initialize(self, plugin_config: dict[str, Any]) -> None:
        self.replaced = plugin_config.get("replace", ())

    def configure_connection(self, conn: DuckDBPyConnection) -> None:
        [(schema,)] = conn.execute("select current_schema()").fetchall()
        register(conn, schema=schema, replace=self.replaced)

        def published(folder: str, tables: list[str], name: str) -> list[str]:
            return [str(path) for path in publish(conn, folder, tables, name)]

        # On a connection of its own beside the one that is calling.
        conn.create_function(
            "rankhouse_publish", published, ["varchar", "varchar[]", "varchar"], "varchar[]", side_effects=True
        )
