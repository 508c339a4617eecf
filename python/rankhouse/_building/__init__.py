"""Builds the library of DuckDB macros, sql/rankhouse.sql, from the package's macros. Using it needs nothing of this."""
