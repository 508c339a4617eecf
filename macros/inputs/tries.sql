{# A try without a query, an id or an outcome was not made. #}
{% macro reads_tries() %}
    {%- set columns = {
        "query_id": "id",
        "try_id": "id",
        "passed": {"type": "outcome", "advice": "give a condition such as score >= 0.5"},
        "cluster": {"type": "cluster", "role": true},
    } -%}
    {%- set once = {
        "columns": ["query_id", "try_id"],
        "problem": "try twice",
        "said": "more than once in a query",
        "advice": "keep one row of each, or give each try an id of its own",
        "of": ["try is", "tries are"],
        "refused": "everywhere",
    } -%}
    {{ return({"tables": {"tries": {"columns": columns, "once": once}}}) }}
{% endmacro %}
