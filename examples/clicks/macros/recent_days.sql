{# The condition that a table which is there already reads the last days alone, and nothing that it has. #}
{% macro recent_days(day) %}
    {% if is_incremental() %} {{ day }} > (select max(day) from {{ this }}) - {{ var("late_days") }}
    {% else %} true
    {% endif %}
{% endmacro %}
