{# text, number or other; dbt itself does not know the names of types that some engines have alone. #}
{% macro kind_of(column) %}
    {%- set type = column.dtype | lower | replace("nullable(", "") | replace(")", "") -%}
    {%- if column.is_string() or type in ["string", "nvarchar"] -%} {{ return("text") }}{%- endif -%}
    {%- if column.is_number() or type in ["int64", "float64", "long"] -%} {{ return("number") }}{%- endif -%}
    {{ return("other") }}
{% endmacro %}
