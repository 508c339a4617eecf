{# An aggregate: texts in order, separated by commas. #}
{% macro joined_texts(text) %} {{ return(adapter.dispatch("joined_texts", "rankhouse")(text)) }}{% endmacro %}

{% macro default__joined_texts(text) %}
    {{ return("string_agg(" ~ text ~ ", ', ' order by " ~ text ~ ")") }}
{% endmacro %}

{% macro snowflake__joined_texts(text) %}
    {{ return("listagg(" ~ text ~ ", ', ') within group (order by " ~ text ~ ")") }}
{% endmacro %}

{% macro redshift__joined_texts(text) %}
    {{ return("listagg(" ~ text ~ ", ', ') within group (order by " ~ text ~ ")") }}
{% endmacro %}

{% macro trino__joined_texts(text) %}
    {{ return("listagg(" ~ text ~ ", ', ') within group (order by " ~ text ~ ")") }}
{% endmacro %}

{% macro spark__joined_texts(text) %}
    {{ return("array_join(array_sort(collect_list(" ~ text ~ ")), ', ')") }}
{% endmacro %}

{# Without any it is empty there, not NULL. #}
{% macro clickhouse__joined_texts(text) %}
    {{ return("nullIf(arrayStringConcat(arraySort(groupArray(" ~ text ~ ")), ', '), '')") }}
{% endmacro %}
