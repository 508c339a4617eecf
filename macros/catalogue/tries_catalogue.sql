{# Derived by tools/document.py from macros/measures/tries/; the order may be changed by hand. #}
{% macro try_catalogue() %}
    {{
        return(
            [
                rankhouse.declare_pass(),
                rankhouse.declare_pass_all(),
                rankhouse.declare_mean(),
            ]
        )
    }}
{% endmacro %}

{# Their formulas, which declarations name as values. dbt learns from calls alone which macros a model depends on. #}
{% macro tries_formulas() %}
    {%- if false -%}
        {{
            [
                rankhouse.value_pass(),
                rankhouse.value_pass_all(),
                rankhouse.value_mean(),
            ]
        }}
    {%- endif -%}
{% endmacro %}
