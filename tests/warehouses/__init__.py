"""The numbers of rankhouse on the engines beyond DuckDB; run as `python -m warehouses`."""
