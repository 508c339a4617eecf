{# A test of a run: fails where a convention would not give its library's numbers. #}
{% macro test_follows_convention(model, convention, judgments=none, by=[], judgments_by=[], columns={}) %}
    {#- None needs nothing, and would pass any run. -#}
    {%- do rankhouse.convention("none" if convention is none else convention) -%}
    {{ rankhouse.convention_problems(model, judgments, convention, by, judgments_by, columns) }}
{% endmacro %}
