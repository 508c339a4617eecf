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
