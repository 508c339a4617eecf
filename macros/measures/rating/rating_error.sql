{# predicted - actual; NULL, and so in no aggregate, unless both are finite numbers. NaN is no smaller than infinity. #}
{% macro rating_error(actual, predicted) -%}
    {%- set error = rankhouse.double(predicted) ~ " - " ~ rankhouse.double(actual) -%}
    {{ "(case\nwhen " ~ rankhouse.is_below(error, "1e300") ~ "\nthen " ~ error ~ "\nend)" }}
{%- endmacro %}

{% macro squared_rating_error(actual, predicted) -%}
    power({{ rankhouse.rating_error(actual, predicted) }}, 2)
{%- endmacro %}
