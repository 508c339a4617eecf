{#
Wrong figures that libraries have given and that our settings can reproduce, by their public threads, with

    measure       the measure
    text          the measure string that gives it, without the cutoff
    convention    the settings that gave it: a convention's name, or settings as in conventions.sql
    says          what was wrong, in words that follow "known fault:"
#}
{% macro known_faults() %}
    {%- set of_returned = {"ndcg": {"gain": "exponential", "cutoff": "required"}} -%}
    {%- set late = {"ndcg": {"gain": "binary", "discount": "jarvelin"}} -%}
    {{
        return(
            {
                "mlflow/mlflow#24541": {
                    "measure": "ndcg",
                    "text": "ndcg",
                    "convention": "mlflow",
                    "says": "the ideal ends where a short list ends",
                },
                "elastic/elasticsearch#154362": {
                    "measure": "ndcg",
                    "text": "ndcg",
                    "convention": "elasticsearch",
                    "says": "the ideal ends where a short list ends",
                },
                "NTMC-Community/MatchZoo#598": {
                    "measure": "ndcg",
                    "text": "ndcg",
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
                    "measure": "ndcg",
                    "text": "ndcg",
                    "convention": {"library": "openagent-eval", "measures": late},
                    "says": "rank 2 has no discount, and each later rank that of the rank before",
                },
                "recommenders-team/recommenders#1749": {
                    "measure": "ndcg",
                    "text": "ndcg(gain=binary)",
                    "convention": "recommenders",
                    "says": "grades do not count",
                },
            }
        )
    }}
{% endmacro %}
