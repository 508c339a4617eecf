"""How fast, how much memory, how far: against DuckDB's own floor, against other libraries, and at 100 million rows."""
