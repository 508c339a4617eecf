{# Every measure of rating error: a new one is added to this list. #}
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
