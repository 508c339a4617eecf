{#
Wrong figures that libraries have given and that our settings can reproduce, by their public threads, with

    measures      the measures that had it, each with the measure string that gives it, without the cutoff
    convention    the settings that gave it: a convention's name, or settings as in conventions.sql
    library       the version that gave it, where the convention is of another one
    says          what was wrong, in words that follow "known fault:"
    duplicates    counted: each place of an item that a list has several times counts; cause: and this was what was wrong
#}
{% macro known_faults() %}
    {%- set of_returned = {"ndcg": {"gain": "exponential", "cutoff": "required"}} -%}
    {%- set late = {"ndcg": {"gain": "binary", "discount": "jarvelin"}} -%}
    {%- set each_place = "an item that appears several times in a list counts each time" -%}
    {{
        return(
            {
                "mlflow/mlflow#24541": {
                    "measures": {"ndcg": "ndcg"},
                    "convention": "mlflow",
                    "says": "the ideal ends where a short list ends",
                },
                "elastic/elasticsearch#154362": {
                    "measures": {"ndcg": "ndcg"},
                    "convention": "elasticsearch",
                    "says": "the ideal ends where a short list ends",
                },
                "NTMC-Community/MatchZoo#598": {
                    "measures": {"ndcg": "ndcg"},
                    "convention": {
                        "library": "MatchZoo 2",
                        "measures": of_returned,
                        "pool": "retrieved",
                        "queries": "run",
                        "without_relevant": "0",
                    },
                    "says": "the ideal knows only what was returned",
                },
                "OpenAgentHQ/openagent-eval#223": {
                    "measures": {"ndcg": "ndcg"},
                    "convention": {"library": "openagent-eval", "measures": late},
                    "says": "rank 2 has no discount, and each later rank has the discount of the rank before",
                },
                "recommenders-team/recommenders#1749": {
                    "measures": {"ndcg": "ndcg(gain=binary)"},
                    "convention": "recommenders",
                    "says": "grades do not count",
                },
                "run-llama/llama_index#22683": {
                    "measures": {"ndcg": "ndcg", "recall": "recall", "average_precision": "average_precision"},
                    "convention": "llama_index",
                    "says": each_place,
                    "duplicates": "cause",
                },
                "deepset-ai/haystack#11959": {
                    "measures": {"ndcg": "ndcg"},
                    "convention": "haystack",
                    "library": "Haystack up to 3.0",
                    "says": each_place,
                    "duplicates": "cause",
                },
                "deepset-ai/haystack#12255": {
                    "measures": {"average_precision": "average_precision"},
                    "convention": {
                        "measures": {"average_precision": {"denominator": "hits"}},
                        "queries": "all",
                        "without_relevant": "0",
                        "read_as": {"ranks": "order"},
                    },
                    "library": "Haystack up to 3.0",
                    "says": "relevant items that were not returned do not count",
                    "duplicates": "counted",
                },
                "truera/trulens#2746": {
                    "measures": {"ndcg": "ndcg", "recall": "recall"},
                    "convention": "trulens",
                    "library": "TruLens up to 2.13",
                    "says": each_place,
                    "duplicates": "cause",
                },
            }
        )
    }}
{% endmacro %}

{# Those of a measure, with `note`: what explanations say of them. Without duplicates, those that they cause are left out. #}
{% macro known_faults_of(measure, has_duplicates) %}
    {%- set found = {} -%}
    {%- for thread, fault in rankhouse.known_faults().items() if measure in fault.measures -%}
        {%- if has_duplicates or fault.get("duplicates") != "cause" -%}
            {%- set at = thread.split("#") -%}
            {%- set url = "https://github.com/" ~ at[0] ~ "/issues/" ~ at[1] -%}
            {%- do found.update({thread: dict(fault, note="known fault: " ~ fault.says ~ ", " ~ url)}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# What a figure above the range of its measure is due to, if duplicates raise it in some library. #}
{% macro says_raised_by_duplicates(measure, number) %}
    {%- set metric, named = rankhouse.parse_measure(measure).metric, [] -%}
    {%- set highest = rankhouse.declaration(metric).highest -%}
    {%- for thread, fault in rankhouse.known_faults_of(metric, true).items() if fault.get("duplicates") == "cause" -%}
        {%- do named.append(rankhouse.library_of_fault(fault) ~ " (" ~ thread ~ ")") -%}
    {%- endfor -%}
    {%- if not named or highest is none or number | float <= highest -%} {{ return("") }} {%- endif -%}
    {{
        return(
            "; "
            ~ metric
            ~ " is at most "
            ~ highest
            ~ ", but items that appear several times in a list raise it above that in "
            ~ named
            | join(", ")
        )
    }}
{% endmacro %}

{% macro library_of_fault(fault) %}
    {{ return(fault.get("library", rankhouse.convention(fault.convention).get("library"))) }}
{% endmacro %}
