{# A table of query_metrics. What is NULL, NaN or beyond 1e100 is no value; Python refuses several values of a measure for a query. #}
{% macro reads_values_of_queries() %}
    {%- set columns = {
        "query_id": {"type": "id", "unchecked": true},
        "measure": {"type": "id", "unchecked": true},
        "metric": "kept",
        "k": "kept",
        "value": "value",
        "weight": {"type": "number", "optional": true},
        "cluster": {"type": "cluster", "role": true},
    } -%}
    {{ return({"tables": {"query_metrics": {"columns": columns}}}) }}
{% endmacro %}
