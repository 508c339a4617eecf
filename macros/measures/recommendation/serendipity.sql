{% macro declare_serendipity() %}
    {{
        return(
            {
                "name": "serendipity",
                "aliases": [],
                "cutoff": "optional",
                "options": {
                    "expected": {"choices": ["popular", "baseline"]},
                    "denominator": {"choices": ["k", "retrieved"]},
                },
                "inputs": [
                    {"input": "judgments"},
                    {"input": "interactions", "option": "expected", "choice": "popular"},
                    {"input": "baseline", "option": "expected", "choice": "baseline"},
                ],
                "level": "list",
                "value": rankhouse.value_serendipity,
                "description": "Share of the first k items that are relevant and that a simple recommender would not have shown.",
                "formula": "relevant items in the first k that are not expected / k; expected are the k items with most interactions; then the mean over lists",
                "range": "{lowest} to {highest}, higher: more relevant surprises",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL without lists. 0 for a list of a query without relevant items.",
                "notes": "expected=baseline: the first k items that another run gives for the same query are expected. denominator=retrieved divides by the number of items returned if it is below k. Equally popular items are ordered by id, descending. Without a cutoff every item with interactions is expected. RecTools' Serendipity weights each relevant item by how much higher its rank is in the list than in popularity; recommenders' weights it by how unlike the user's history it is.",
                "source": "Ge, Delgado-Battenfeld, Jannach: Beyond accuracy, RecSys 2010",
            }
        )
    }}
{% endmacro %}

{# Share of `depth` places with a hit that is not expected; `is_expected` may be NULL for no. #}
{% macro serendipity(hit, is_expected, depth) -%}
    {{ rankhouse.ratio("sum(case when " ~ is_expected ~ " then 0 else " ~ hit ~ " end)", depth) }}
{%- endmacro %}

{% macro value_serendipity() %}
    {%- set place = "case expected\nwhen 'popular' then popularity_place\nelse baseline_place\nend" -%}
    {%- set length = rankhouse.bigint("count(*)") -%}
    {{
        return(
            rankhouse.serendipity(
                "hit",
                place ~ " <= coalesce(k, " ~ place ~ ")",
                "case denominator\nwhen 'k' then coalesce(k, " ~ length ~ ")\nelse " ~ length ~ "\nend",
            )
        )
    }}
{% endmacro %}
