"""The macros of the dbt package as SQL text, without dbt; what is said of wrong arguments."""
