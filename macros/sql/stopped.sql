{#
An expression of type text that stops the engine with the message. The message must not be a constant, because constants are
computed before any row is read. Engines without such a function cast the message to a number, which fails.
#}
{% macro stopped(message) %} {{ return(adapter.dispatch("stopped", "rankhouse")(message)) }}{% endmacro %}

{% macro default__stopped(message) %} {{ return(rankhouse.text("cast(" ~ message ~ " as integer)")) }} {% endmacro %}

{% macro duckdb__stopped(message) %} {{ return("error(" ~ message ~ ")") }}{% endmacro %}

{% macro bigquery__stopped(message) %} {{ return("error(" ~ message ~ ")") }}{% endmacro %}

{# Cast, because a comparison with an untyped value is NULL before anything is raised. #}
{% macro spark__stopped(message) %} {{ return(rankhouse.text("raise_error(" ~ message ~ ")")) }}{% endmacro %}

{# A condition that always holds, but stops the engine where `condition` holds. #}
{% macro unless(condition, message) %}
    {%- set stops = rankhouse.stopped(message) ~ " = ''" -%}
    {{ return("case\nwhen " ~ condition ~ "\nthen " ~ stops ~ "\nelse true\nend") }}
{% endmacro %}
