{% macro declare_err() %}
    {{
        return(
            {
                "name": "err",
                "aliases": ["expected_reciprocal_rank"],
                "cutoff": "optional",
                "options": {"max_grade": {"default": 4, "above": 0, "below": 1000}},
                "needs": ["unstopped"],
                "bounds": {},
                "rises": true,
                "worth": rankhouse.worth_err,
                "rules": [rankhouse.own_no_closed_form()],
                "value": rankhouse.value_err,
                "aggregates": {"at_k": ["max_grade"]},
                "description": "Expected reciprocal rank: the mean of 1 / rank of the item that satisfies a reader going down the list.",
                "formula": "sum of stop_i / i * product of (1 - stop_j) over j < i, with stop = (2^relevance - 1) / 2^max_grade",
                "lowest": 0,
                "highest": 1,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "max_grade is the highest grade of the scale, whether it occurs or not; a grade above it counts as max_grade. gdeval and ir_measures use 4.",
                "source": "Chapelle, Metzler, Zhang, Grinspan: Expected reciprocal rank for graded relevance, CIKM 2009",
            }
        )
    }}
{% endmacro %}

{# The probability that an item of this relevance satisfies the reader. #}
{% macro stop_probability(relevance, max_grade=4) -%}
    {%- set scale = rankhouse.double(max_grade) -%}
    (
        (power({{ rankhouse.double(2) }}, least(greatest({{ rankhouse.double(relevance) }}, 0), {{ scale }})) - 1)
        / power({{ rankhouse.double(2) }}, {{ scale }})
    )
{%- endmacro %}

{# `unstopped`: the probability that no item above this one has satisfied the reader. #}
{% macro err(stop, unstopped, rank, k=none) -%}
    coalesce(
        sum(
            case
                when {{ rankhouse.within(rank, k) }}
                then {{ rankhouse.argument(stop) }} * {{ rankhouse.argument(unstopped) }} / {{ rankhouse.double(rank) }}
            end
        ),
        0
    )
{%- endmacro %}

{% macro value_err(measure) %}
    {{
        return(
            rankhouse.err(
                measure.gain_column, measure.get("unstopped", "un" ~ measure.gain_column), "item_rank", measure.k
            )
        )
    }}
{% endmacro %}

{# The column that holds the probability, and its value. #}
{% macro worth_err(measure, relevant_from=none) %}
    {{
        return(
            {
                "kind": "stop",
                "column": "stop_" ~ measure.max_grade | replace(".", "p"),
                "value": rankhouse.stop_probability("relevance", measure.max_grade),
            }
        )
    }}
{% endmacro %}
