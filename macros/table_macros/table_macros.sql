{# The bodies of DuckDB's table macros; arguments.sql has their parameters. #}
{% macro duckdb_table_macro__query_metrics() -%}
    select * exclude (rankhouse_run, rankhouse_both, rankhouse_judgments) rename(query_id as $query_id)
    from ({{ rankhouse.query_metrics_of(rankhouse.plan_from_arguments()) }}) as answered
{%- endmacro %}

{% macro duckdb_table_macro__metrics() -%}
    select * exclude (rankhouse_run, rankhouse_both, rankhouse_judgments)
    from ({{ rankhouse.metrics_of(rankhouse.plan_from_arguments()) }}) as answered
    order by all
{%- endmacro %}
