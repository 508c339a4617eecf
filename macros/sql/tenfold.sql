{#
A further column of a step, "1 as tenfold", for an engine that would expect far too few rows of it; none elsewhere. Postgres
has no statistics of what a step groups or filters, guesses ten times fewer rows at each, and where it expects one, it
compares all rows with all others in a loop. Of the values of an array that is no constant it expects ten.
#}
{% macro tenfold() %} {{ return(adapter.dispatch("tenfold", "rankhouse")()) }}{% endmacro %}

{% macro default__tenfold() %} {{ return("") }}{% endmacro %}

{% macro postgres__tenfold() %} {{ return("unnest(array(select 1)) as tenfold") }}{% endmacro %}

{# Redshift has no such arrays. #}
{% macro redshift__tenfold() %} {{ return("") }}{% endmacro %}
