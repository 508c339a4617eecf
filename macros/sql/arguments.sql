{# Formulas substitute text, so an argument that is more than a name or a number goes into parentheses. #}
{% macro argument(expression) %}
    {%- set text = expression | string | trim -%}
    {%- if (text | replace("_", "") | replace(".", "")).isalnum() -%} {{ return(text) }}{%- endif -%}
    {{ return("(" ~ text ~ ")") }}
{% endmacro %}

{# Whether a rank is inside the cutoff; without a cutoff (k = none) every ranked item is. #}
{% macro within(rank, k) %}
    {%- if k is none -%} {{ return(rankhouse.argument(rank) ~ " is not null") }}{%- endif -%}
    {{ return(rankhouse.argument(rank) ~ " <= " ~ rankhouse.argument(k)) }}
{% endmacro %}

{# numerator / denominator as a 64-bit number; NULL when the denominator is 0 or NULL. #}
{% macro ratio(numerator, denominator) %}
    {{ return(adapter.dispatch("ratio", "rankhouse")(numerator, denominator)) }}
{% endmacro %}

{# There / is of 64-bit numbers always. #}
{% macro duckdb__ratio(numerator, denominator) %}
    {%- set text = rankhouse.argument(numerator) -%}
    {%- set between = "\n" if (text ~ denominator) | length > 90 else " " -%}
    {{- return("(" ~ text ~ between ~ "/ nullif(" ~ denominator ~ ", 0))") -}}
{% endmacro %}

{% macro default__ratio(numerator, denominator) %}
    {{- return("(" ~ rankhouse.double(numerator) ~ " / nullif(" ~ rankhouse.double(denominator) ~ ", 0))") -}}
{% endmacro %}
