{# Whether a value of any type is a NaN. NULL stays NULL, or is none. #}
{% macro is_nan(value) %} {{ return(adapter.dispatch("is_nan", "rankhouse")(value)) }}{% endmacro %}

{# As it is spelled by the engines; a text that spells it comes of one. #}
{% macro default__is_nan(value) %} {{ return("(" ~ rankhouse.text(value) ~ " in ('NaN', 'nan'))") }}{% endmacro %}

{% macro duckdb__is_nan(value) %}
    {%- set is_number = rankhouse.is_number("try_cast(" ~ value ~ " as double)") -%}
    {{ return("(typeof(" ~ value ~ ") in ('FLOAT', 'DOUBLE')\nand not " ~ is_number ~ ")") }}
{% endmacro %}
