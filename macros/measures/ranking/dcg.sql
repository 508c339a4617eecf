{% macro declare_cg() %}
    {{
        return(
            {
                "name": "cg",
                "aliases": [],
                "cutoff": "optional",
                "options": {
                    "gain": rankhouse.own_gain_option("linear"),
                    "negative": {"choices": ["keep", "zero"]},
                },
                "needs": [],
                "worth": rankhouse.worth_gain,
                "value": rankhouse.value_cg,
                "aggregates": {"at_k": ["gain", "negative"], "whole_list": ["gain", "negative"]},
                "description": "Cumulated gain: the sum of the gains of the first k items, wherever they stand.",
                "formula": "sum of gain(relevance) over the first k",
                "limits_with": [
                    {"with": {"negative": ["zero"]}, "lowest": 0},
                    {"with": {"gain": ["binary"]}, "lowest": 0, "highest": "k"},
                ],
                "undefined": "Never: 0 for an empty list.",
                "notes": "By default the plain sum of the grades, as in the paper: linear gain, with negative grades kept.",
                "source": "Jarvelin, Kekalainen: Cumulated gain-based evaluation of IR techniques, TOIS 2002",
            }
        )
    }}
{% endmacro %}

{% macro declare_dcg() %}
    {{
        return(
            {
                "name": "dcg",
                "aliases": [],
                "cutoff": "optional",
                "options": rankhouse.own_dcg_options(),
                "needs": [],
                "bounds": {},
                "rises": true,
                "worth": rankhouse.worth_gain,
                "value": rankhouse.value_dcg,
                "aggregates": {
                    "at_k": ["gain", "negative", "log_base", "discount"],
                    "whole_list": ["gain", "negative", "log_base", "discount"],
                },
                "description": "Discounted cumulated gain: the gains of the first k items, each divided by the logarithm of its rank + 1.",
                "formula": "sum of gain(relevance) / log2(rank + 1) over the first k",
                "lowest": 0,
                "limits_with": [rankhouse.own_limits_of_kept_gains()],
                "decided_by": ["discount"],
                "undefined": "Never: 0 for an empty list.",
                "notes": "gain=linear sums relevance / log2(rank + 1), as trec_eval does; gain=1:1/2:3/3:7 lists a gain for each grade, and an unlisted grade gains as much as the next lower one. negative=zero gives items of negative relevance no gain, keep lets them count against the list. discount=jarvelin is the 2002 paper's: a gain counts in full before rank log_base and is divided by the logarithm of the rank from there on, so with log_base=10 a reader's first page has no discount. The default divides by the logarithm of the rank + 1 at every rank, as Burges et al. and nearly all libraries do.",
                "source": "Jarvelin, Kekalainen: TOIS 2002; exponential gain: Burges et al., ICML 2005",
            }
        )
    }}
{% endmacro %}

{% macro declare_idcg() %}
    {{
        return(
            {
                "name": "idcg",
                "aliases": ["ideal_dcg"],
                "cutoff": "optional",
                "options": rankhouse.own_dcg_options(),
                "needs": ["ideal_rank"],
                "worth": rankhouse.worth_gain,
                "value": rankhouse.value_idcg,
                "ideal": rankhouse.own_ideal_of_idcg,
                "aggregates": {
                    "at_k": ["gain", "negative", "log_base", "discount"],
                    "whole_list": ["gain", "negative", "log_base", "discount"],
                },
                "description": "DCG of the ideal order: all judged items of the query, returned or not, by relevance descending.",
                "formula": "sum of gain(relevance) / log2(ideal rank + 1) over the first k of the ideal order",
                "lowest": 0,
                "limits_with": [rankhouse.own_limits_of_kept_gains()],
                "decided_by": ["discount"],
                "undefined": "Never: 0 for a query without relevant items.",
                "notes": "A property of the judgments: the same for every run.",
                "source": "Jarvelin, Kekalainen: TOIS 2002",
            }
        )
    }}
{% endmacro %}

{% macro declare_ndcg() %}
    {{
        return(
            {
                "name": "ndcg",
                "aliases": ["ndcg_cut"],
                "cutoff": "optional",
                "options": {
                    "gain": rankhouse.own_gain_option("exponential"),
                    "negative": {"choices": ["zero", "keep", "normalize", "normalize_judged"]},
                    "discount": rankhouse.own_discount_option(),
                    "log_base": {"default": 2, "above": 1},
                    "ideal": {"choices": ["k", "retrieved", "all", "constant"]},
                },
                "needs": ["ideal_rank"],
                "bounds": {"negative": ["zero"], "ideal": ["k"]},
                "worth": rankhouse.worth_gain,
                "needs_with": {"negative": {"normalize": ["worst_rank"], "normalize_judged": ["worst_rank"]}},
                "whole_list_with": {"ideal": ["all"]},
                "rules": [
                    {
                        "with": {
                            "negative": ["normalize", "normalize_judged"],
                            "ideal": ["retrieved", "all", "constant"],
                        },
                        "refused": "negative=normalize and negative=normalize_judged need ideal=k, got '{text}'",
                    },
                    {
                        "with": {"ideal": ["constant"], "cutoff": ["none"]},
                        "refused": "ideal=constant needs a cutoff, such as ndcg(ideal=constant)@10",
                    },
                ],
                "decided_by": ["negative", "ideal", "discount"],
                "value": rankhouse.value_ndcg,
                "ideal": rankhouse.own_ideal_of_ndcg,
                "aggregates": {
                    "at_k": ["gain", "negative", "log_base"],
                    "whole_list": ["gain", "negative", "log_base"],
                },
                "description": "DCG as a share of the best that the judgments allow.",
                "formula": "dcg@k / idcg@k",
                "lowest": 0,
                "highest": 1,
                "limits_with": [
                    {"with": {"ideal": ["constant"]}, "highest": none},
                    {"with": {"ideal": ["constant"], "gain": ["binary"]}, "highest": 1},
                    rankhouse.own_limits_of_kept_gains(),
                    {"with": {"negative": ["normalize_judged"]}, "lowest": none, "highest": none},
                ],
                "undefined": "NULL for a query without relevant items; with negative=normalize_judged also if all judged items gain the same.",
                "notes": "The ideal order takes all judged items of the query, not only those returned. The base of the logarithm cancels out, except with discount=jarvelin, which does not discount gains before rank log_base, as in the paper of 2002. gain=1:1/2:3/3:7 lists a gain for each grade, as in dcg. With negative=keep, items of negative relevance lower the DCG of the list and of the ideal, and the value is unbounded. With negative=normalize it is (dcg - worst dcg) / (best dcg - worst dcg): the best list has only the items of positive relevance, the worst only those of negative relevance. These bound any list, because unjudged items and empty places gain 0. With negative=normalize_judged the bounds are the best and the worst order of all judged items, cut off at k. It is 0 to 1 for lists that rank exactly the judged items, such as a reranker's under unjudged=drop; a list without some relevant items may be below 0, and a list without some negative ones above 1. Other libraries use another ideal, with which the value may exceed 1 or never reach it: ideal=retrieved stops at the number of items returned if it is below k, ideal=all takes the whole ideal order, ideal=constant takes k items of gain 1, even if there are fewer.",
                "source": "Jarvelin, Kekalainen: TOIS 2002; exponential gain: Burges et al., ICML 2005; negative=normalize: Gienapp et al.: The impact of negative relevance judgments on NDCG, CIKM 2020",
            }
        )
    }}
{% endmacro %}

{% macro own_dcg_options() %}
    {{
        return(
            {
                "gain": rankhouse.own_gain_option("exponential"),
                "negative": {"choices": ["zero", "keep"]},
                "discount": rankhouse.own_discount_option(),
                "log_base": {"default": 2, "above": 1},
            }
        )
    }}
{% endmacro %}

{% macro own_discount_option() %} {{ return({"choices": ["burges", "jarvelin"]}) }} {% endmacro %}

{# Negative grades that are kept are negative gains, unless these are binary or mapped. #}
{% macro own_limits_of_kept_gains() %}
    {{
        return(
            {
                "with": {"negative": ["keep"], "gain": ["exponential", "linear"]},
                "lowest": none,
                "highest": none,
            }
        )
    }}
{% endmacro %}

{# What a gain at this rank is multiplied by: 1 at rank 1. #}
{% macro discount(rank, log_base=2) -%}
    (ln({{ rankhouse.of_double(log_base) }}) / ln({{ rankhouse.of_double(rank) }} + 1))
{%- endmacro %}

{# The same by Jarvelin and Kekalainen: 1 before rank log_base, which 1 / log(rank) would raise above 1. #}
{% macro jarvelin_discount(rank, log_base=2) -%}
    {%- set base = rankhouse.double(log_base) -%}
    (ln({{ base }}) / ln(greatest({{ rankhouse.double(rank) }}, {{ base }})))
{%- endmacro %}

{% macro own_discount_of(name, rank, log_base) %}
    {%- if name == "burges" -%} {{ return(rankhouse.discount(rank, log_base)) }}
    {%- elif name == "jarvelin" -%} {{ return(rankhouse.jarvelin_discount(rank, log_base)) }}
    {%- elif name == "turned" -%} {{ return(rankhouse.own_turned_discount(rank)) }}
    {%- elif name == "from_0" -%} {{ return(rankhouse.own_discount_from_0(rank)) }}
    {%- endif -%}
{% endmacro %}

{# Two that no measure has, and SQL written by hand: log2(rank + 1) itself, and log2(rank), which leaves the first item out. #}
{% macro own_turned_discount(rank) -%}
    (ln({{ rankhouse.of_double(rank) }} + 1) / ln({{ rankhouse.of_double(2) }}))
{%- endmacro %}

{% macro own_discount_from_0(rank) -%}
    {%- set logarithm = "(ln(" ~ rankhouse.of_double(rank) ~ ") / ln(" ~ rankhouse.of_double(2) ~ "))" -%}
    coalesce(case when {{ rank }} > 1 then {{ rankhouse.ratio("1", logarithm) }} end, 0)
{%- endmacro %}

{# `gain`: what the item at this rank is worth, e.g. exponential_gain(relevance). #}
{% macro cg(gain, rank, k=none) -%}
    coalesce(sum(case when {{ rankhouse.within(rank, k) }} then {{ rankhouse.argument(gain) }} end), 0)
{%- endmacro %}

{% macro dcg(gain, rank, k=none, log_base=2, discount="burges") -%}
    coalesce(
        sum(
            case
                when {{ rankhouse.within(rank, k) }}
                then {{ rankhouse.argument(gain) }} * {{ rankhouse.own_discount_of(discount, rank, log_base) }}
            end
        ),
        0
    )
{%- endmacro %}

{# NULL when n_relevant is 0: there is no ideal to compare with. #}
{% macro ndcg(dcg, idcg, n_relevant) -%}
    (case when {{ rankhouse.argument(n_relevant) }} > 0 then {{ rankhouse.ratio(dcg, idcg) }} end)
{%- endmacro %}

{% macro value_cg(measure) %} {{ return(rankhouse.cg(measure.gain_column, "item_rank", measure.k)) }} {% endmacro %}

{% macro value_dcg(measure) %}
    {{ return(rankhouse.dcg(measure.gain_column, "item_rank", measure.k, measure.log_base, measure.discount)) }}
{% endmacro %}

{% macro value_idcg(measure) %}
    {{ return(measure.get("ideal_column") or rankhouse.own_ideal_dcg(measure, measure.k)) }}
{% endmacro %}

{% macro own_ideal_dcg(measure, k) %}
    {{ return(rankhouse.dcg(measure.gain_column, "ideal_rank", k, measure.log_base, measure.discount)) }}
{% endmacro %}

{# The same as a sum over a query's judgments alone: by what a gain is multiplied, and down to which rank. #}
{% macro own_ideal_of_idcg(measure) %}
    {%- set discount = rankhouse.own_discount_of(measure.discount, "ideal_rank", measure.log_base) -%}
    {{ return({"factor": " * " ~ discount, "k": measure.k}) }}
{% endmacro %}

{# Where the ideal does not depend on the list. #}
{% macro own_ideal_of_ndcg(measure) %}
    {%- if measure.negative in ["zero", "keep"] and measure.ideal in ["k", "all"] -%}
        {{ return(rankhouse.own_ideal_of_idcg(dict(measure, k=measure.k if measure.ideal == "k" else none))) }}
    {%- endif -%}
    {{ return(none) }}
{% endmacro %}

{% macro value_ndcg(measure) %}
    {%- if measure.negative in ["normalize", "normalize_judged"] -%}
        {{ return(rankhouse.value_normalized_ndcg(measure)) }}
    {%- endif -%}
    {%- set depth = {"k": measure.k, "all": none} -%}
    {%- do depth.update(
        {"retrieved": "n_retrieved" if measure.k is none else "least(" ~ measure.k ~ ", n_retrieved)"}
    ) -%}
    {%- set ideal = measure.get("ideal_column") -%}
    {%- if ideal is none and measure.ideal == "constant" -%}
        {%- set ideal = rankhouse.sum_over_ranks(
            measure.k,
            rankhouse.own_discount_of(measure.discount, "<rank>", measure.log_base),
            "ndcg(ideal=constant)",
        ) -%}
    {%- elif ideal is none -%} {%- set ideal = rankhouse.own_ideal_dcg(measure, depth[measure.ideal]) -%}
    {%- endif -%}
    {%- set value = rankhouse.ndcg(rankhouse.value_dcg(measure), ideal, "n_relevant") -%}
    {#- For an empty list both are 0: it has found nothing. -#}
    {%- if measure.ideal == "retrieved" -%}
        {%- set value = "(case when n_relevant > 0 and n_retrieved = 0 then 0 else " ~ value ~ " end)" -%}
    {%- endif -%}
    {{ return(value) }}
{% endmacro %}

{# Where the DCG is between the worst and the best one: those of any list, or of the judged items in the best and the worst order. #}
{% macro value_normalized_ndcg(measure) %}
    {%- set gain = measure.gain_column -%}
    {%- set best_gain, worst_gain, n_relevant = "greatest(" ~ gain ~ ", 0)", "least(" ~ gain ~ ", 0)", "n_relevant" -%}
    {%- if measure.negative == "normalize_judged" -%}
        {%- set best_gain, worst_gain = gain, gain -%}
        {#- Sums of equal gains may differ in the last digit. -#}
        {%- set first = "max(case when {} = 1 then " ~ gain ~ " end)" -%}
        {%- set orders_differ = first.format("ideal_rank") ~ " > " ~ first.format("worst_rank") -%}
        {%- set n_relevant = "case when " ~ orders_differ ~ " then n_relevant end" -%}
    {%- endif -%}
    {%- set worst = " - " ~ rankhouse.dcg(worst_gain, "worst_rank", measure.k, measure.log_base, measure.discount) -%}
    {%- set best = rankhouse.dcg(best_gain, "ideal_rank", measure.k, measure.log_base, measure.discount) -%}
    {{ return(rankhouse.ndcg(rankhouse.value_dcg(measure) ~ worst, best ~ worst, n_relevant)) }}
{% endmacro %}

{# An NDCG from its parts: the discounts at item_rank and at ideal_rank, and both sums. #}
{% macro own_shares_of_ideal(measure) %}
    {{
        return(
            {
                "discount": rankhouse.own_discount_of(measure.discount, "item_rank", measure.log_base),
                "ideal_discount": rankhouse.own_discount_of(measure.discount, "ideal_rank", measure.log_base),
                "dcg": rankhouse.value_dcg(measure),
                "idcg": rankhouse.value_idcg(measure),
            }
        )
    }}
{% endmacro %}
