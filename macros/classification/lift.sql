{#
Lift and gain: the rows in descending order of score, cut into `bins` parts of equal size. One row per group and part: the
by columns, bin (1 has the highest scores), depth (share of the rows down to its end), threshold (the lowest score in it),
n_rows (rows / bins), n_positives, positive_share, lift (positive_share over that of all rows), cumulative_positives,
gain (their share of all positives), cumulative_lift. A row that two parts share counts in each by its part, and of tied
rows each part has the positives that are expected of it. With weights the parts are of equal weight, and every number of
rows or positives is a sum of weights.
#}
{% macro lift(predictions, bins=10, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("lift", kwargs) -%}
    {%- set plan = rankhouse.classification_plan("lift", predictions, by, columns, ["weight"]) -%}
    {%- do rankhouse.needs_scores(plan, "lift") -%}
    {%- do plan.update(rankhouse.read_arguments("lift", {"bins": bins})) -%}
    {{ rankhouse.laid_out(rankhouse.lift_of(plan)) if execute }}
{%- endmacro %}

{% macro lift_of(plan) -%}
    {%- set count = plan.bins -%}
    {%- set key = plan.by + ["n_rows", "n_positives"] -%}
    {%- set above = "weight_above" if plan.is_weighted else "(first_place - 1)" -%}
    {%- set parts_above, parts_upto = rankhouse.parts_ended(plan, above), rankhouse.parts_ended(plan, "n_upto") -%}
    {%- set first = ["weight_above", "weight_here"] if plan.is_weighted else ["first_place"] -%}
    {%- set place = first + ["n_upto", "tp_upto", "score"] -%}
    {%- set figures = [
        "sum(positives_here) as tied_positives",
        parts_above ~ " as bin_above",
        parts_upto ~ " as bin_upto",
    ] -%}
    {%- set edges -%}
        select
        {{ rankhouse.listed(key + place + figures) }}
        from rankhouse_points
        where {{ parts_above }} < {{ parts_upto }}
        group by {{ rankhouse.inline(key + place) }}
    {%- endset -%}
    {%- set cut -%}
        select
        {{ rankhouse.listed(key + ["bin", "score as threshold"]) }},
        tp_upto
        - tied_positives
        * {{ rankhouse.share_below_edge(plan) }} as cumulative_positives
        from {{ rankhouse.edges_by_bin(count) }}
    {%- endset -%}
    {%- set parts -%}
        select
        {{ rankhouse.listed(key + ["bin", "threshold", "cumulative_positives"]) }},
        {{ rankhouse.ratio("n_rows", count) }} as part_rows,
        cumulative_positives - coalesce(
            lag(cumulative_positives) over ({{ rankhouse.partition_by(plan) }}order by bin), 0
        ) as part_positives
        from rankhouse_cut
    {%- endset -%}
    {%- set columns = {
        "depth": rankhouse.ratio("parts.bin", count),
        "threshold": "parts.threshold",
        "n_rows": "parts.part_rows",
        "n_positives": "parts.part_positives",
        "positive_share": rankhouse.ratio("part_positives", "part_rows"),
        "lift": rankhouse.ratio("part_positives * " ~ count, "parts.n_positives"),
        "cumulative_positives": "parts.cumulative_positives",
        "gain": rankhouse.ratio("parts.cumulative_positives", "parts.n_positives"),
        "cumulative_lift": rankhouse.ratio(
            "parts.cumulative_positives * " ~ count, "parts.n_positives * parts.bin"
        ),
    } -%}
    {%- set shown = ["parts.bin"] + rankhouse.named_expressions(columns) -%}
    {%- set steps = rankhouse.prediction_steps(plan) + rankhouse.point_steps(plan, "lift") -%}
    {%- do steps.append(rankhouse.step("edges", "a score at which parts of a group end", edges)) -%}
    {%- do steps.append(rankhouse.step("cut", "a part of a group, with the positives down to its end", cut)) -%}
    {%- do steps.append(rankhouse.step("parts", "the same, with its own positives", parts)) -%}
    {{ rankhouse.query_of(steps, "a part of a group", rankhouse.answer_by_group(plan, "parts", "parts", shown)) }}
{%- endmacro %}

{#
How many parts of a group have ended once so many of its rows are reached. Sums of weights are compared with a tolerance for
rounding.
#}
{% macro parts_ended(plan, reached) %}
    {%- set count = rankhouse.double(plan.bins) -%}
    {%- if not plan.is_weighted -%} {{ return("floor(" ~ reached ~ " * " ~ count ~ " / n_rows)") }}{%- endif -%}
    {%- set parts = rankhouse.ratio(reached, "n_rows") ~ " * " ~ count -%}
    {{ return("floor(" ~ parts ~ " * " ~ rankhouse.double("1.000000000001") ~ ")") }}
{% endmacro %}

{# The share of the rows tied at the edge of a part that falls below the edge. #}
{% macro share_below_edge(plan) %}
    {%- set edge = "bin * " ~ rankhouse.double("n_rows") ~ " / " ~ plan.bins -%}
    {%- if not plan.is_weighted -%} {{ return("(n_upto - " ~ edge ~ ")\n/ (n_upto - first_place + 1)") }} {%- endif -%}
    {#- The last part ends exactly with the last row. -#}
    {%- set below = "case when bin < " ~ plan.bins ~ " then greatest(n_upto - " ~ edge ~ ", 0) else 0 end" -%}
    {{ return(rankhouse.ratio(below, "weight_here")) }}
{% endmacro %}

{# The edges, once for each of the parts that end there. #}
{% macro edges_by_bin(count) %} {{ return(adapter.dispatch("edges_by_bin", "rankhouse")(count)) }}{% endmacro %}

{% macro default__edges_by_bin(count) -%}
    rankhouse_edges as edges join {{ rankhouse.numbers_upto(count) }} as numbers on bin > bin_above and bin <= bin_upto
{%- endmacro %}

{# A join by a range compares every edge with every part. #}
{% macro duckdb__edges_by_bin(count) -%}
    (
        select edges.*, unnest(range(bin_above::bigint + 1, bin_upto::bigint + 1)) as bin from rankhouse_edges as edges
    ) as edges
{%- endmacro %}

{# A relation with the column `bin`, 1 to a number. #}
{% macro numbers_upto(count) %}
    {%- set numbers = [] -%}
    {%- for number in range(1, count | int + 1) -%}
        {%- do numbers.append("select " ~ rankhouse.bigint(number) ~ " as bin") -%}
    {%- endfor -%}
    {{ return("(\n" ~ numbers | join("\nunion all\n") ~ "\n)") }}
{% endmacro %}
