{#
A text that no engine gives: it stops with the message instead, an expression that is no constant, because constants are
computed before any row is read. Where no function does so, a text that is no number is read as one.
#}
{% macro stopped(message) %} {{ return(adapter.dispatch("stopped", "rankhouse")(message)) }}{% endmacro %}

{% macro default__stopped(message) %} {{ return(rankhouse.text("cast(" ~ message ~ " as integer)")) }} {% endmacro %}

{% macro duckdb__stopped(message) %} {{ return("error(" ~ message ~ ")") }}{% endmacro %}

{% macro bigquery__stopped(message) %} {{ return("error(" ~ message ~ ")") }}{% endmacro %}

{% macro spark__stopped(message) %} {{ return("raise_error(" ~ message ~ ")") }}{% endmacro %}
