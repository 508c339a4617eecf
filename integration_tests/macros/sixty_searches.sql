{# Queries q0 to q59 with their numbers. #}
{% macro sixty_searches() %}
    select number, {{ dbt.concat(["'q'", "cast(number as " ~ dbt.type_string() ~ ")"]) }} as query_id
    from ({{ rankhouse.numbers_below_100() }}) as numbers
    where number < 60
{% endmacro %}
