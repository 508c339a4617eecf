{# What trec_eval counts: a number per query; value_sum is the number of the whole evaluation. #}
{% macro declare_num_ret() %}
    {{
        return(
            {
                "name": "num_ret",
                "aliases": ["numret"],
                "cutoff": "none",
                "options": {"rel": {"default": 0, "from": 0}},
                "needs": [],
                "worth": rankhouse.worth_num_ret,
                "value": rankhouse.value_num_ret,
                "description": "Number of items returned, or of returned items with at least a given grade.",
                "formula": "items returned with relevance >= rel",
                "lowest": 0,
                "undefined": "Never: 0 for a query that returned nothing.",
                "notes": "value is the mean over queries; trec_eval and ir_measures print the sum, which is value_sum. rel=0 counts all items, judged or not; with whole grades, num_ret(rel=1) is hits without a cutoff.",
                "source": "trec_eval, as num_ret and num_rel_ret",
            }
        )
    }}
{% endmacro %}

{# The column that tells items of at least this grade, and its value; none where all items count. #}
{% macro worth_num_ret(measure, relevant_from=none) %}
    {%- if measure.rel == "0" -%} {{ return(rankhouse.worth_nothing()) }}{%- endif -%}
    {{
        return(
            {
                "kind": "counted",
                "column": "from_" ~ measure.rel | replace(".", "p"),
                "value": "case when relevance >= "
                ~ rankhouse.double(measure.rel)
                ~ " then "
                ~ rankhouse.double(1)
                ~ " else "
                ~ rankhouse.double(0)
                ~ " end",
            }
        )
    }}
{% endmacro %}

{% macro value_num_ret(measure) %}
    {{
        return(
            rankhouse.double("n_retrieved")
            if measure.rel == "0"
            else rankhouse.hits(measure.gain_column, "item_rank")
        )
    }}
{% endmacro %}

{% macro declare_num_rel() %}
    {{
        return(
            {
                "name": "num_rel",
                "aliases": ["numrel"],
                "cutoff": "none",
                "options": {"rel": {"default": 0, "from": 0}},
                "needs": [],
                "needs_with": {"rel": {"any other": ["ideal_rank"]}},
                "worth": rankhouse.worth_num_ret,
                "value": rankhouse.value_num_rel,
                "ideal": rankhouse.own_ideal_of_num_rel,
                "description": "Number of relevant items of the query, returned or not.",
                "formula": "R, or judged items with relevance >= rel",
                "lowest": 0,
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "value is the mean over queries; trec_eval and ir_measures print the sum, which is value_sum. rel=0 counts the items that are relevant for all measures: relevance above 0, or as relevant_from says. ir_measures counts 0 for a query that is missing from the run.",
                "source": "trec_eval, as num_rel",
            }
        )
    }}
{% endmacro %}

{% macro value_num_rel(measure) %}
    {{
        return(
            rankhouse.double("n_relevant")
            if measure.rel == "0"
            else measure.get("ideal_column") or rankhouse.hits(measure.gain_column, "ideal_rank")
        )
    }}
{% endmacro %}

{# See _ideal_of_idcg. #}
{% macro own_ideal_of_num_rel(measure) %}
    {{ return(none if measure.rel == "0" else {"factor": "", "k": none}) }}
{% endmacro %}

{% macro declare_num_q() %}
    {{
        return(
            {
                "name": "num_q",
                "aliases": ["numq"],
                "cutoff": "none",
                "options": {},
                "needs": [],
                "value": rankhouse.value_num_q,
                "description": "1 for every query that counts; value_sum is their number, as n_queries is for every measure.",
                "formula": "1",
                "lowest": 1,
                "highest": 1,
                "undefined": "Never: 1 for a query without relevant items.",
                "notes": "The argument queries decides which queries count. trec_eval and ir_measures print value_sum; they count only queries of the run, as queries=intersection does.",
                "source": "trec_eval, as num_q",
            }
        )
    }}
{% endmacro %}

{% macro value_num_q(measure) %} {{ return(rankhouse.double(1)) }} {% endmacro %}
