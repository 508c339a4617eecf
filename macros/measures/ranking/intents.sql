{# The rules of a measure over intents: a row for each intent is needed, and one order of the items. #}
{% macro own_over_intents() %}
    {{
        return(
            [
                {
                    "with": {"intents": ["none"]},
                    "refused": "{measure} is a measure over intents: set intents to the column of the judgments that holds them",
                },
                {
                    "with": {"ties": ["average", "best", "worst"]},
                    "refused": "{measure} needs ties=item: the order of tied items decides which intents are new at each of them",
                },
            ]
        )
    }}
{% endmacro %}

{# What an item is still worth to an intent that `earlier` items above have served: (1 - alpha)^earlier, 0 where it is very small. #}
{% macro own_novelty(earlier, alpha=0.5) -%}
    {%- set left = "(1 - " ~ rankhouse.double(alpha) ~ ")" -%} {{ rankhouse.own_power(left, rankhouse.double(earlier)) }}
{%- endmacro %}

{# Postgres refuses powers that are too small. #}
{% macro own_power(base, exponent) -%}
    (
        case
            when {{ exponent }} * ln(greatest({{ base }}, 1e-300)) > -700
            then power({{ base }}, {{ exponent }})
            else {{ rankhouse.double(0) }}
        end
    )
{%- endmacro %}

{# A sum over rows of an item and an intent down to a rank, and the mean of such sums over the intents. #}
{% macro own_sum_of_rows(value, rank, k=none) -%}
    coalesce(sum(case when {{ rankhouse.within(rank, k) }} then {{ value }} end), 0)
{%- endmacro %}

{# The mean over the intents of what rows of an item and an intent add down to a rank. #}
{% macro own_mean_over_intents(value, rank, n_intents, k=none) -%}
    coalesce(
        {{ rankhouse.ratio(rankhouse.own_sum_of_rows(value, rank, k), "max(" ~ rankhouse.argument(n_intents) ~ ")") }},
        0
    )
{%- endmacro %}

{# NULL for a query without relevant items. #}
{% macro own_of_relevant(value) %} {{ return("case when n_relevant > 0 then " ~ value ~ " end") }} {% endmacro %}

{# The value of a list over that of the greedy order. #}
{% macro own_over_greedy(value, greedy) %}
    {{ return(rankhouse.own_of_relevant(rankhouse.ratio(value, greedy))) }}
{% endmacro %}

{# The greedy order that a measure is divided by: the one for its alpha. #}
{% macro worth_greedy(measure, relevant_from=none) %}
    {{
        return(
            {
                "kind": "walk",
                "column": "greedy_" ~ measure.alpha | replace(".", "p"),
                "value": measure.alpha,
            }
        )
    }}
{% endmacro %}

{# The rank in the greedy order for an alpha; NULL in any other row. #}
{% macro own_greedy_rank(alpha) %}
    {{ return("(case when greedy_alpha = " ~ rankhouse.double(alpha) ~ " then greedy_rank end)") }}
{% endmacro %}
