{# The bodies of DuckDB's table macros; arguments.sql has their parameters. #}
{% macro duckdb_table_macro__query_metrics() -%}
    select
        * exclude (
            rankhouse_ungrouped_run,
            rankhouse_ungrouped_both,
            rankhouse_ungrouped_judgments
        ) rename(query_id as $query_id)
    from ({{ rankhouse.query_metrics_of(rankhouse.plan_from_arguments()) }}) as answered
{%- endmacro %}

{% macro duckdb_table_macro__metrics() -%}
    select * exclude (rankhouse_ungrouped_run, rankhouse_ungrouped_both, rankhouse_ungrouped_judgments)
    from ({{ rankhouse.metrics_of(rankhouse.plan_from_arguments()) }}) as answered
    order by all
{%- endmacro %}

{% macro duckdb_table_macro__input_problems() -%}
    {%- set sides = {} -%}
    {%- for side in ["run", "judgments"] -%}
        {%- set columns = rankhouse.argument_columns(side) -%}
        {%- do sides.update({side: "(select " ~ columns ~ " from " ~ rankhouse.argument_relation(side) ~ ")"}) -%}
    {%- endfor -%}
    select *
    from
        (
            {{
                rankhouse.input_problems(
                    sides.run, sides.judgments, ["by_run", "by_both"], ["by_both", "by_judgments"]
                )
            }}
        ) as found
    where side = 'run' or $judgments is not null
    order by all
{%- endmacro %}

{% macro duckdb_table_macro__rating_metrics() -%}
    select * exclude (rankhouse_ungrouped_by_1)
    from ({{ rankhouse.rating_metrics_of(rankhouse.rating_plan_from_arguments()) }}) as answered
    order by all
{%- endmacro %}

{% macro duckdb_table_macro__detection_metrics() -%}
    select * exclude (rankhouse_ungrouped_by_1, rankhouse_ungrouped_by_2)
    from ({{ rankhouse.detection_metrics_of(rankhouse.detection_plan_from_arguments()) }}) as answered
    order by all
{%- endmacro %}

{% macro duckdb_table_macro__detection_class_metrics() -%}
    select * exclude (rankhouse_ungrouped_by_1, rankhouse_ungrouped_by_2) rename(class_id as $class_id)
    from ({{ rankhouse.detection_class_metrics_of(rankhouse.detection_plan_from_arguments()) }}) as answered
    order by all
{%- endmacro %}

{% macro duckdb_table_macro__recommendation_metrics() -%}
    select * exclude (rankhouse_ungrouped_by_1)
    from ({{ rankhouse.recommendation_metrics_of(rankhouse.recommendation_plan_from_arguments()) }}) as answered
    order by all
{%- endmacro %}
