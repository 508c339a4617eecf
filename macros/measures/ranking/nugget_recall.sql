{% macro declare_nugget_recall() %}
    {{
        return(
            {
                "name": "nugget_recall",
                "aliases": ["nugget_score"],
                "cutoff": "optional",
                "options": {
                    "okay": {"default": 1, "from": 0, "to": 1},
                    "partial": {"default": 0.5, "from": 0, "to": 1},
                    "full_from": {"default": 1, "above": 0},
                },
                "needs": ["intents", "listed", "best_above"],
                "needs_with": {"okay": {"any other": ["importance"]}},
                "rules": rankhouse.own_over_intents(),
                "value": rankhouse.value_nugget_recall,
                "description": "Share of the nuggets (facts of a good answer) that the first k items support; partly supported ones count half.",
                "formula": "sum over the nuggets of weight * support by the best of the first k items / sum of the weights",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query without relevant items.",
                "notes": "The column that intents names holds the nuggets; all nuggets in the judgments count. An item supports a nugget fully if its relevance is full_from or more, and partly below that: for grades of 2, 1 and 0, full_from is 2. partial is what partial support is worth, 0 for strict scores. okay is the weight of a nugget that is not vital: 0 for only vital nuggets, 0.5 for the weighted score. For okay, columns must name the column importance, with vital or okay, the same in all rows of a nugget. A query without vital nuggets has the value 0 with okay=0. Weights of intents play no part.",
                "source": "nuggetizer 0.0.5: core/metrics.py; Pradeep et al.: The great nugget recall, SIGIR 2025",
            }
        )
    }}
{% endmacro %}

{#
Rows of an item and a nugget: `hit`: 1 where the item supports it, `relevance`: how well, `earlier`: items above that do, `best_above`:
the best of these, `vital`: 1 for a vital nugget, `n_vital` and `n_listed`: nuggets of the query.
#}
{% macro nugget_recall(
    hit,
    relevance,
    earlier,
    best_above,
    rank,
    n_listed,
    vital=1,
    n_vital=none,
    k=none,
    okay=1,
    partial=0.5,
    full_from=1
) -%}
    {%- set by_this = rankhouse.argument(hit) ~ " * " ~ rankhouse.own_nugget_support(relevance, partial, full_from) -%}
    {%- set by_above -%}
        case
            when {{ rankhouse.argument(earlier) }} > 0 then {{ rankhouse.own_nugget_support(best_above, partial, full_from) }}
            else {{ rankhouse.double(0) }}
        end
    {%- endset -%}
    {%- set added = "greatest(" ~ by_this ~ " - " ~ by_above ~ ", 0)" -%}
    {%- set listed = "max(" ~ rankhouse.argument(n_listed) ~ ")" -%}
    {%- if n_vital is not none -%}
        {%- set okay = rankhouse.double(okay) -%}
        {%- set vitality = rankhouse.argument(vital) -%}
        {%- set added = added ~ " * (" ~ vitality ~ " + (1 - " ~ vitality ~ ") * " ~ okay ~ ")" -%}
        {%- set n = "max(" ~ rankhouse.argument(n_vital) ~ ")" -%}
        {%- set listed = "(" ~ n ~ " + (" ~ listed ~ " - " ~ n ~ ") * " ~ okay ~ ")" -%}
    {%- endif -%}
    coalesce({{ rankhouse.ratio(rankhouse.own_sum_of_rows(added, rank, k), listed) }}, 0)
{%- endmacro %}

{# What support of this degree is worth. #}
{% macro own_nugget_support(relevance, partial=0.5, full_from=1) -%}
    (
        case
            when {{ rankhouse.argument(relevance) }} >= {{ rankhouse.double(full_from) }}
            then {{ rankhouse.double(1) }}
            else {{ rankhouse.double(partial) }}
        end
    )
{%- endmacro %}

{% macro value_nugget_recall(measure) %}
    {%- set weighs = measure.okay != "1" -%}
    {{
        return(
            rankhouse.own_of_relevant(
                rankhouse.nugget_recall(
                    "intent_hit",
                    "intent_relevance",
                    "intent_earlier",
                    "intent_best_above",
                    "intent_rank",
                    "n_listed",
                    "intent_vital" if weighs else 1,
                    "n_vital" if weighs else none,
                    measure.k,
                    measure.okay,
                    measure.partial,
                    measure.full_from,
                )
            )
        )
    }}
{% endmacro %}
