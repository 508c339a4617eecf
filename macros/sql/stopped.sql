{#
A text that no engine gives: it stops with the message instead, an expression that is no constant, because constants are
computed before any row is read. Where no function does so, a text that is no number is read as one.
#}
{% macro stopped(message) %} {{ return(adapter.dispatch("stopped", "rankhouse")(message)) }}{% endmacro %}

{% macro default__stopped(message) %} {{ return(rankhouse.text("cast(" ~ message ~ " as integer)")) }} {% endmacro %}

{% macro duckdb__stopped(message) %} {{ return("error(" ~ message ~ ")") }}{% endmacro %}

{% macro bigquery__stopped(message) %} {{ return("error(" ~ message ~ ")") }}{% endmacro %}

{# Cast, because a comparison with what has no type is NULL before anything is raised. #}
{% macro spark__stopped(message) %} {{ return(rankhouse.text("raise_error(" ~ message ~ ")")) }}{% endmacro %}

{# A condition that always holds: where another one does, the engine stops. #}
{% macro unless(condition, message) %}
    {%- set stops = rankhouse.stopped(message) ~ " = ''" -%}
    {{ return("case\nwhen " ~ condition ~ "\nthen " ~ stops ~ "\nelse true\nend") }}
{% endmacro %}
