{# A point in time, which a user writes as a text, for a comparison with a column of dates, times or texts. #}
{% macro moment(text) %} {{ return(adapter.dispatch("moment", "rankhouse")(text)) }}{% endmacro %}

{% macro default__moment(text) %} {{ return(rankhouse.literal(text)) }}{% endmacro %}

{# A text is compared with texts alone there. #}
{% macro trino__moment(text) %} {{ return("cast(" ~ rankhouse.literal(text) ~ " as timestamp)") }}{% endmacro %}
