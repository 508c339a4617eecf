{# As arguments.sql, for rating_metrics. #}
{% macro rating_parameters() %}
    {{
        return(
            {
                "predictions": none,
                "measures": "['mae', 'mse', 'rmse', 'r2']",
                "by": "[]",
                "rating": "'rating'",
                "prediction": "'prediction'",
            }
        )
    }}
{% endmacro %}

{% macro rating_plan_from_arguments() %}
    {{
        return(
            {
                "predictions": rankhouse.argument_rows(
                    "predictions",
                    ["rating", "prediction"],
                    {"by_1": rankhouse.names_column("$by")},
                    "$by",
                    "predictions",
                ),
                "declarations": rankhouse.rating_catalogue(),
                "requested": rankhouse.is_asked(
                    "measure",
                    "$measures",
                    rankhouse.rating_catalogue() | map(attribute="name") | list,
                    "measure of rating error",
                ),
                "by": ["by_1"],
                "named_groups": "unnest(by_1), ",
            }
        )
    }}
{% endmacro %}
