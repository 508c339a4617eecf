{# Values by query of two kinds of labels. What is NULL, NaN or beyond 1e100 does not count. #}
{% macro reads_few_labels() %}
    {%- set columns = {
        "query_id": {"type": "id", "unchecked": true},
        "measure": {"type": "id", "unchecked": true},
        "value": "value",
    } -%}
    {%- set once = {
        "columns": ["query_id", "measure"],
        "problem": "value twice",
        "said": "there more than once for a query and measure",
        "advice": "keep one of them",
        "of": ["value is", "values are"],
        "refused": "everywhere",
    } -%}
    {%- set values = {"columns": columns, "once": once} -%}
    {{ return({"tables": {"human": values, "machine": values}}) }}
{% endmacro %}
