{#
Sums and means of values whose last digits do not depend on how an engine divides the rows among threads, where it has
such a sum.
#}
{% macro sum_of(expression) %} {{ return(adapter.dispatch("sum_of", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__sum_of(expression) %} {{ return("sum(" ~ expression ~ ")") }}{% endmacro %}

{# A compensated sum; where a value is infinite it is NaN, and the plain sum is right. #}
{% macro duckdb__sum_of(expression) %}
    {{ return("coalesce(nullif(fsum(" ~ expression ~ "), 'nan'), sum(" ~ expression ~ "))") }}
{% endmacro %}

{% macro mean_of(expression) %} {{ return(adapter.dispatch("mean_of", "rankhouse")(expression)) }}{% endmacro %}

{% macro default__mean_of(expression) %} {{ return("avg(" ~ expression ~ ")") }}{% endmacro %}

{% macro duckdb__mean_of(expression) %}
    {{ return("coalesce(nullif(favg(" ~ expression ~ "), 'nan'), avg(" ~ expression ~ "))") }}
{% endmacro %}
