{# Equality that also holds between two NULLs: grouping columns may be NULL, ids may not. #}
{% macro same(left, right) %} {{ return(adapter.dispatch("same", "rankhouse")(left, right)) }}{% endmacro %}

{% macro default__same(left, right) %}
    ({{ left }} = {{ right }} or ({{ left }} is null and {{ right }} is null))
{% endmacro %}

{% macro duckdb__same(left, right) %} {{ left }} is not distinct from {{ right }}{% endmacro %}
