{# Equality that also holds between two NULLs: grouping columns may be NULL, ids may not. #}
{% macro same(left, right) %} {{ return(adapter.dispatch("same", "rankhouse")(left, right)) }}{% endmacro %}

{% macro default__same(left, right) %}
    ({{ left }} = {{ right }} or ({{ left }} is null and {{ right }} is null))
{% endmacro %}

{# Engines that can hash a NULL-safe equality for a join. #}
{% macro duckdb__same(left, right) %} {{ left }} is not distinct from {{ right }}{% endmacro %}

{% macro spark__same(left, right) %} {{ left }} <=> {{ right }}{% endmacro %}

{% macro clickhouse__same(left, right) %} {{ left }} <=> {{ right }}{% endmacro %}
