{# Aggregates over the rows of a group, for DuckDB; there they lose the prefix. #}
{# NULL without rows, or when a score lies outside 0 to 1. #}
{% macro duckdb_macro__log_loss(label, score) %}
    {{ return(rankhouse.mean_of_probabilities(rankhouse.log_loss(rankhouse.checked_label(label), score), score)) }}
{% endmacro %}

{# NULL without rows, or when a score lies outside 0 to 1. #}
{% macro duckdb_macro__brier(label, score) %}
    {{ return(rankhouse.mean_of_probabilities(rankhouse.brier(rankhouse.checked_label(label), score), score)) }}
{% endmacro %}

{# From labels and predicted labels. #}
{% macro duckdb_macro__mcc(label, prediction) -%}
    {%- set is_positive = (
        rankhouse.checked_label(label) ~ " = {} and " ~ rankhouse.checked_label(prediction) ~ " = {}"
    ) -%}
    {%- set count = "count(case when " ~ is_positive ~ " then 1 end)" -%}
    {%- set counts = {
        "tp": count.format(1, 1),
        "fp": count.format(0, 1),
        "fn": count.format(1, 0),
        "tn": count.format(0, 0),
    } -%}
    (
        select {{ rankhouse.mcc("tp", "fp", "fn", "tn") }}
        from (select {{ rankhouse.inline(rankhouse.named_expressions(counts)) }})
    )
{%- endmacro %}

{% macro mean_of_probabilities(expression, score) %}
    {{
        return(
            "(case when min("
            ~ rankhouse.argument(score)
            ~ ") >= 0 and max("
            ~ rankhouse.argument(score)
            ~ ") <= 1 then avg("
            ~ expression
            ~ ") end)"
        )
    }}
{% endmacro %}

{# A label as a number; an error unless it is 0, 1 or NULL. #}
{% macro checked_label(label) -%}
    (
        case
            when coalesce({{ rankhouse.label_number(label) }} in (0, 1), true)
            then {{ rankhouse.label_number(label) }}
            else error('a label is 0 or 1, true or false, got ' || {{ rankhouse.text(label) }})::double
        end
    )
{%- endmacro %}
