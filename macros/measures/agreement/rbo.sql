{% macro declare_rbo() %}
    {{
        return(
            {
                "name": "rbo",
                "aliases": ["rank_biased_overlap", "rbo_ext"],
                "cutoff": "optional",
                "options": rankhouse.options_of_rbo(),
                "family": "prefixes",
                "value": rankhouse.value_rbo,
                "description": "Rank-biased overlap, extrapolated: the common share of the first d items, over all depths d, as seen by a reader who goes on to the next item with probability p.",
                "formula": "(1 - p) / p * (sum over d of A_d p^d), A_d = items in the first d of both / d; below the ends of the lists the agreement goes on as it was (RBO_EXT)",
                "range": "{lowest} (nothing in common) to {highest} (the same order)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query that only one system has.",
                "notes": "p=0.9 gives the first 10 items 86 % of the weight. A shorter list goes on with the agreement at its end. ties=w: tied items share the first rank of their score, as in sports. ties=a: the mean over all orders of tied items. ties=b: the same, corrected for ties as in tau-b, so a list with ties agrees with itself at 1.",
                "source": "Webber, Moffat, Zobel: A similarity measure for indefinite rankings, TOIS 2010; ties: Corsi, Urbano: The treatment of ties in rank-biased overlap, SIGIR 2024",
            }
        )
    }}
{% endmacro %}

{% macro declare_rbo_min() %}
    {{
        return(
            {
                "name": "rbo_min",
                "aliases": [],
                "cutoff": "optional",
                "options": rankhouse.options_of_rbo(),
                "family": "prefixes",
                "value": rankhouse.value_rbo_min,
                "description": "The lowest possible rank-biased overlap, whatever follows below the ends of the lists.",
                "formula": "rbo where no item below the ends is in both lists (RBO_MIN)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query that only one system has.",
                "notes": "Below 1 for two equal lists: what follows them is unknown. Options as for rbo.",
                "source": "Webber, Moffat, Zobel: A similarity measure for indefinite rankings, TOIS 2010",
            }
        )
    }}
{% endmacro %}

{% macro declare_rbo_residual() %}
    {{
        return(
            {
                "name": "rbo_residual",
                "aliases": ["rbo_res"],
                "cutoff": "optional",
                "options": rankhouse.options_of_rbo(),
                "family": "prefixes",
                "value": rankhouse.value_rbo_residual,
                "description": "How much rank-biased overlap depends on what follows below the ends of the lists.",
                "formula": "the most that rbo can be - rbo_min (RBO_RES)",
                "lowest": 0,
                "highest": 1,
                "undefined": "NULL for a query that only one system has.",
                "notes": "Small if the lists are long enough for p. Options as for rbo.",
                "source": "Webber, Moffat, Zobel: A similarity measure for indefinite rankings, TOIS 2010",
            }
        )
    }}
{% endmacro %}

{% macro options_of_rbo() %}
    {{ return({"p": {"default": 0.9, "above": 0, "below": 1}, "ties": {"choices": ["item", "w", "a", "b"]}}) }}
{% endmacro %}

{#
Sums over the depths down to the end of the longer list, p^d being the weight of depth d:
    missed          weight * (1 - agreement), agreement being that of the items which are there
    carried         weight * what the agreement at the end of the shorter list adds below it
    end_agreement   the agreement there
    n_common, shorter, longer: items of the lists
The agreement at the end of the longer list goes on for ever.
#}
{% macro rbo(missed, carried, end_agreement, p, n_common, shorter, longer) -%}
    case
        when {{ n_common }} = 0
        then 0
        else
            1
            - (1 - {{ p }}) / {{ p }} * ({{ missed }} - {{ end_agreement }} * {{ carried }})
            - {{ rankhouse.power_of_share(p, longer) }}
            * (
                1
                - ({{ n_common }} + ({{ longer }} - {{ shorter }}) * {{ end_agreement }})
                / {{ rankhouse.double(longer) }}
            )
    end
{%- endmacro %}

{# `seen`: weight * agreement; `tail`: the sum of weight / d below the longer list. #}
{% macro rbo_min(seen, tail, p, n_common) -%}
    (1 - {{ p }}) / {{ p }} * ({{ seen }} + {{ n_common }} * {{ tail }})
{%- endmacro %}

{#
`added`: weight * what the items missing from the shorter list can add; `filled`: the sum of weight / d from the end of the
longer list down to where all items that are known may be in both.
#}
{% macro rbo_residual(added, filled, tail, p, n_common, shorter, longer) -%}
    {%- set last = longer ~ " + " ~ shorter ~ " - " ~ n_common -%}
    (1 - {{ p }})
    / {{ p }}
    * ({{ added }} - ({{ longer }} + {{ shorter }}) * {{ filled }} - {{ n_common }} * ({{ tail }} - {{ filled }}))
    + 2 * {{ rankhouse.power_of_share(p, longer) }}
    - {{ rankhouse.power_of_share(p, last) }}
{%- endmacro %}

{# A number below 1 to the power of a whole one, 0 where an engine may call it too small. #}
{% macro power_of_share(share, exponent) -%}
    case
        when {{ rankhouse.argument(exponent) }} * ln({{ share }}) > -700
        then power({{ share }}, {{ rankhouse.double(exponent) }})
        else 0
    end
{%- endmacro %}

{% macro value_rbo() %}
    {{ return(rankhouse.rbo("missed", "carried", "end_agreement", "p", "n_common", "shorter", "longer")) }}
{% endmacro %}

{% macro value_rbo_min() %} {{ return(rankhouse.rbo_min("seen", "tail", "p", "n_common")) }}{% endmacro %}

{% macro value_rbo_residual() %}
    {{ return(rankhouse.rbo_residual("added", "filled", "tail", "p", "n_common", "shorter", "longer")) }}
{% endmacro %}
