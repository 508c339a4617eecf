"""DuckDB's extension rankhouse, as a file: `load '<PATH>'` from any client."""

from pathlib import Path

PATH = str(Path(__file__).parent / "extensions" / "rankhouse.duckdb_extension")
