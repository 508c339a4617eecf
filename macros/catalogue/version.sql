{# The version of this package; a test holds it to dbt_project.yml, which a macro cannot read. #}
{% macro version() %} {{ return("1.0.0") }}{% endmacro %}
