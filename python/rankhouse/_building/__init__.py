"""Builds the library of DuckDB macros, sql/rankhouse.sql, from the package's macros. Nothing here is needed to use it."""
