{#
Whether a number is neither NaN nor beyond 1e100, so that sums of its squares and of its cubes are finite. NULL stays NULL.
#}
{% macro is_moderate(number) %} {{ return(rankhouse.is_within(number, "1e100")) }}{% endmacro %}

{#
Whether a number is at most so far from 0, or less far, and no NaN. NULL stays NULL. DuckDB answers comparisons of a column of a
Parquet file by its statistics, which may leave NaN out; isfinite() it computes.
#}
{% macro is_within(number, limit) %} {{ return(rankhouse.is_near(number, "<=", limit)) }}{% endmacro %}

{% macro is_below(number, limit) %} {{ return(rankhouse.is_near(number, "<", limit)) }}{% endmacro %}

{# Whether a number can be a weight: sums of weights from 1e300 on need not be finite. #}
{% macro is_weight(number) %} {{ return(number ~ " >= 0 and " ~ rankhouse.is_below(number, "1e300")) }}{% endmacro %}

{% macro is_near(number, compared, limit) %}
    {{ return(adapter.dispatch("is_near", "rankhouse")(number, compared, limit)) }}
{% endmacro %}

{% macro default__is_near(number, compared, limit) %}
    {{ return("abs(" ~ number ~ ") " ~ compared ~ " " ~ rankhouse.double(limit)) }}
{% endmacro %}

{% macro duckdb__is_near(number, compared, limit) %}
    {{ return("(isfinite(" ~ number ~ ")\nand " ~ rankhouse.default__is_near(number, compared, limit) ~ ")") }}
{% endmacro %}

{# Such a number, and NULL in place of others. #}
{% macro moderate(number) %} {{ return(rankhouse.value_within(number, "1e100")) }}{% endmacro %}

{# The same with another limit. #}
{% macro value_within(number, limit) -%}
    case when {{ rankhouse.is_within(number, limit) }} then {{ number }} end
{%- endmacro %}
