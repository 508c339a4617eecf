{# Of queries that have no answer in the judgments, and of the others: whether anything is returned. #}
{% macro declare_silence() %}
    {{
        return(
            {
                "name": "silence",
                "aliases": [],
                "cutoff": "none",
                "options": {"threshold": {"default": "none"}},
                "queries": "without relevant",
                "reads_rows": false,
                "needs": [],
                "needs_with": {"threshold": {"any other": ["top_score"]}},
                "value": rankhouse.value_silence,
                "description": "1 for a query without an answer for which nothing is returned, 0 otherwise.",
                "formula": "1 if no item has a score of at least the threshold",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query with relevant items, which does not count.",
                "notes": "A query has no answer if its judgments have no relevant item; one without judgments does not count. It counts whether or not it is in the run, but with queries=run and queries=intersection only if it is. With pool=retrieved an answer that was not returned is not known, and the query counts as one without. threshold=0.5 takes items below 0.5 as not returned.",
                "source": "abstention, as in SQuAD 2.0: Rajpurkar, Jia, Liang: Know what you don't know, ACL 2018",
            }
        )
    }}
{% endmacro %}

{% macro value_silence(measure) %}
    {{
        return(
            rankhouse.own_of_queries(
                "n_judged > 0 and n_relevant = 0", measure, rankhouse.double(0), rankhouse.double(1)
            )
        )
    }}
{% endmacro %}

{% macro declare_answered() %}
    {{
        return(
            {
                "name": "answered",
                "aliases": [],
                "cutoff": "none",
                "options": {"threshold": {"default": "none"}},
                "queries": "with relevant",
                "reads_rows": false,
                "needs": [],
                "needs_with": {"threshold": {"any other": ["top_score"]}},
                "value": rankhouse.value_answered,
                "description": "1 for a query with an answer for which something is returned, 0 otherwise.",
                "formula": "1 if an item has a score of at least the threshold",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items, which does not count.",
                "notes": "It does not ask whether what is returned is relevant. threshold=0.5 takes items below 0.5 as not returned.",
                "source": "the counterpart of silence",
            }
        )
    }}
{% endmacro %}

{% macro value_answered(measure) %}
    {{ return(rankhouse.own_of_queries("n_relevant > 0", measure, rankhouse.double(1), rankhouse.double(0))) }}
{% endmacro %}

{# NULL for other queries; `returned` where there is an item, at or above the threshold if there is one. #}
{% macro own_of_queries(queries, measure, returned, otherwise) -%}
    {%- set is_returned = "n_retrieved > 0" -%}
    {%- if measure.threshold != "none" -%}
        {%- set is_returned = "max(top_score) >= " ~ rankhouse.double(measure.threshold) -%}
    {%- endif -%}
    case when {{ queries }} then case when {{ is_returned }} then {{ returned }} else {{ otherwise }} end end
{%- endmacro %}
