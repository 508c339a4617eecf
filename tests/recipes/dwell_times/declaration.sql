{# A visit where one of the columns is NULL does not count. #}
{% macro reads_visits() %}
    {{ return({"tables": {"visits": {"columns": {"position": "id", "seconds": "number"}}}}) }}
{% endmacro %}
