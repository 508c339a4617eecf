"""The DuckDB macros in connections and files, and a check of them."""
