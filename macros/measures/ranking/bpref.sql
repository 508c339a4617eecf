{% macro declare_bpref() %}
    {{
        return(
            {
                "name": "bpref",
                "aliases": [],
                "cutoff": "none",
                "options": {},
                "needs": ["judged", "others_above"],
                "bounds": {},
                "rules": [rankhouse.own_no_closed_form()],
                "value": rankhouse.value_bpref,
                "aggregates": {"whole_list": []},
                "description": "Binary preference: how rarely items judged not relevant stand above relevant ones; unjudged items do not count.",
                "formula": "sum over the hits of (1 - min(judged others above, R) / min(R, N)) / R, N = number of items judged not relevant",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "The formula of trec_eval since version 8. A relevant item that is not in the list adds nothing.",
                "source": "Buckley, Voorhees: Retrieval evaluation with incomplete information, SIGIR 2004",
            }
        )
    }}
{% endmacro %}

{# `others_above`: items judged not relevant above this one; `n_others`: those of the whole query. NULL when n_relevant is 0. #}
{% macro bpref(hit, others_above, n_relevant, n_others) -%}
    {%- set relevant = rankhouse.argument(n_relevant) -%}
    {{
        rankhouse.ratio(
            "coalesce(sum("
            ~ rankhouse.argument(hit)
            ~ " * (1 - coalesce("
            ~ rankhouse.ratio(
                "least(" ~ others_above ~ ", " ~ relevant ~ ")",
                "least(" ~ relevant ~ ", " ~ rankhouse.argument(n_others) ~ ")",
            )
            ~ ", 0))), 0)",
            relevant,
        )
    }}
{%- endmacro %}

{% macro value_bpref(measure) %}
    {{ return(rankhouse.bpref("hit", "others_above", "n_relevant", "n_judged - n_relevant")) }}
{% endmacro %}
