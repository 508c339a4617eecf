{#
Checks of the weights of groups, which group_exposure refuses in its steps: nothing counts rows of features that are left out.
#}
{% macro feature_weight_checks(plan) %}
    {%- set weight = rankhouse.double(rankhouse.renamed("features", "weight", plan.columns)) -%}
    {%- set shown = " " ~ rankhouse.in_column(plan, "features", "weight") -%}
    {%- set moderate = rankhouse.is_moderate(weight) -%}
    {{
        return(
            [
                rankhouse.check(
                    "features",
                    "weight",
                    "weight is NULL, NaN or beyond 1e100",
                    "a weight that is NULL, NaN or beyond 1e100" ~ shown,
                    "leave these rows out or give them a weight",
                    when=weight ~ " is null or not (" ~ moderate ~ ")",
                    example=rankhouse.example_of(plan, "features", ["item_id", "feature"]),
                ),
                rankhouse.check(
                    "features",
                    "weight",
                    "weight below 0",
                    "a weight below 0" ~ shown,
                    "leave these rows out or give them a weight of at least 0",
                    source="shares",
                    when="feature_weight < 0",
                    example={
                        rankhouse.name_of_column(plan, "features", "item_id"): "item_id",
                        rankhouse.name_of_column(plan, "features", "feature"): "feature",
                    },
                ),
            ]
        )
    }}
{% endmacro %}

{# Whether features have a column of weights. Without one an item either has a feature or does not. #}
{% macro has_feature_weights(plan) %}
    {{ return(plan.columns.get("features.weight", plan.columns.get("weight")) is not none) }}
{% endmacro %}
