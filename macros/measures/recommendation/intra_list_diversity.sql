{% macro declare_intra_list_diversity() %}
    {{
        return(
            {
                "name": "intra_list_diversity",
                "aliases": ["ild", "diversity"],
                "cutoff": "optional",
                "options": {"distance": {"choices": ["cosine", "jaccard", "table"]}},
                "inputs": [
                    {"input": "features", "option": "distance", "choice": "cosine"},
                    {"input": "features", "option": "distance", "choice": "jaccard"},
                    {"input": "distances", "option": "distance", "choice": "table"},
                ],
                "level": "pairs",
                "value": rankhouse.value_intra_list_diversity,
                "description": "Mean distance between two of the first k items.",
                "formula": "mean over the pairs of the list's first k items of their distance; then the mean over lists",
                "range": "{lowest} to {highest} for weights of at least 0 (cosine up to 2 with negative ones), with a table the range of its distances; higher: items less alike",
                "lowest": 0,
                "highest": 1,
                "limits_with": [
                    {"with": {"distance": ["cosine"], "weights_of_features": ["given"]}, "highest": 2},
                    {"with": {"distance": ["table"]}, "lowest": none, "highest": none},
                ],
                "undefined": "NULL for a list of fewer than two items or without a pair of known distance.",
                "notes": "cosine: 1 - a.b / (|a| |b|). jaccard: 1 - sum of the smaller weights / sum of the larger ones; without weights, the share of the pair's features that only one item has; not for negative weights. table: the distance from a table of pairs, either way round; for several rows, their mean. A pair without a distance (an item without features, a pair that the table lacks) is left out; n_unknown counts these pairs. IntraListDiversity of RecTools with Hamming distances is distance=table with a table of these, but gives 0 for a list of one item, which is NULL here. Some libraries report the similarity, 1 minus this.",
                "source": "Smyth, McClave: Similarity vs. diversity, ICCBR 2001; Ziegler et al., WWW 2005",
            }
        )
    }}
{% endmacro %}

{# Mean over the pairs of a list. #}
{% macro intra_list_diversity(distance) -%} avg({{ rankhouse.double(distance) }}) {%- endmacro %}

{% macro value_intra_list_diversity() %} {{ return(rankhouse.intra_list_diversity("pair_distance")) }} {% endmacro %}
