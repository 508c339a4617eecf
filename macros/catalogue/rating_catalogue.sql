{# Derived by tools/document.py from macros/measures/rating/; the order may be changed by hand. #}
{% macro rating_catalogue() %}
    {{
        return(
            [
                rankhouse.declare_mae(),
                rankhouse.declare_mape(),
                rankhouse.declare_mse(),
                rankhouse.declare_rmse(),
                rankhouse.declare_r2(),
                rankhouse.declare_explained_variance(),
            ]
        )
    }}
{% endmacro %}

{# Their formulas, which declarations name as values. dbt learns from calls alone which macros a model depends on. #}
{% macro rating_formulas() %}
    {%- if false -%}
        {{
            [
                rankhouse.mae(),
                rankhouse.mape(),
                rankhouse.mse(),
                rankhouse.rmse(),
                rankhouse.r2(),
                rankhouse.explained_variance(),
            ]
        }}
    {%- endif -%}
{% endmacro %}
