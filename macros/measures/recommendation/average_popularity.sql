{% macro declare_average_popularity() %}
    {{
        return(
            {
                "name": "average_popularity",
                "aliases": ["average_recommendation_popularity", "arp", "average_rec_popularity"],
                "cutoff": "optional",
                "options": {"normalisation": {"choices": ["none", "interactions"]}},
                "inputs": [{"input": "interactions"}],
                "level": "list",
                "value": rankhouse.value_average_popularity,
                "unknown": "n_interactions is null",
                "description": "Mean number of interactions of the first k items.",
                "formula": "mean over the list's first k items of their number of interactions; then the mean over lists",
                "range": "{lowest} to the number of interactions (0 to 1 with normalisation=interactions), higher: more popular items",
                "lowest": 0,
                "limits_with": [{"with": {"normalisation": ["interactions"]}, "highest": 1}],
                "undefined": "NULL without lists.",
                "notes": "An item without interactions has popularity 0; n_unknown counts these. normalisation=interactions divides by the number of all interactions. The same as AvgRecPopularity of RecTools, whose normalize=True is normalisation=interactions.",
                "source": "Yin et al.: Challenging the long tail recommendation, VLDB 2012; Abdollahpouri et al., FLAIRS 2019",
            }
        )
    }}
{% endmacro %}

{# Mean over a list's items. #}
{% macro average_popularity(n_interactions, whole=1) -%}
    avg({{ rankhouse.ratio("coalesce(" ~ n_interactions ~ ", 0)", whole) }})
{%- endmacro %}

{% macro value_average_popularity() %}
    {{
        return(
            rankhouse.average_popularity(
                "n_interactions", "case normalisation when 'interactions' then total_interactions else 1 end"
            )
        )
    }}
{% endmacro %}
