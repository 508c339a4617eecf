{# The first column of a query, as texts and NULLs. #}
{% macro column_of(query) %}
    {%- if not execute -%} {{ return([]) }}{%- endif -%} {{ return(run_query(query).columns[0].values() | list) }}
{% endmacro %}
