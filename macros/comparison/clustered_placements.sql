{#
The variance of an area, or of the difference of two, where rows are related by a cluster: Obuchowski (1997),
"Nonparametric analysis of clustered ROC curve data". With v the structural components of DeLong (of a difference, those of
system less those of baseline), their mean A, M positives and N negatives, and in each cluster
    x    the sum over its positives of (v - A), by M
    y    the same of its negatives, by N
it is
    I10 / (I10 - 1) * sum(x^2) + I01 / (I01 - 1) * sum(y^2) + 2 * I / (I - 1) * sum(x * y)
of I clusters, I10 with a positive and I01 with a negative. Rows that are each a cluster have no x * y, and leave DeLong's.
NULL where a class is in one cluster alone. With weights, (v - A) times the weight, M and N sums of weights, and clusters
are counted by rows with a weight above 0.
#}
{#
From rankhouse_matched (number, cluster_id, gap_of_positive, gap_of_negative, with weights weight and label) and rankhouse_pairs
to rankhouse_spread: std_error of each number. Gaps are whole numbers of places, with weights shares.
#}
{% macro clustered_gap_steps(plan) %}
    {%- set sums = {} -%}
    {%- for class, label in {"positive": 1, "negative": 0}.items() -%}
        {%- set gap = "matched.gap_of_" ~ class -%}
        {%- do sums.update({"n_" ~ class ~ "s": "count(" ~ gap ~ ")"}) -%}
        {%- do sums.update(
            {
                "gap_of_" ~ class ~ "s": rankhouse.double(
                    "coalesce(sum(" ~ ("matched.weight * " if plan.is_weighted else "") ~ gap ~ "), 0)"
                )
            }
        ) -%}
        {%- if plan.is_weighted -%}
            {%- set weight = "sum(case when matched.label = " ~ label ~ " then matched.weight else 0 end)" -%}
            {%- do sums.update({"weight_of_" ~ class ~ "s": weight}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set clusters -%}
        select matched.number as number, matched.cluster_id as cluster_id, {{ rankhouse.listed(rankhouse.named_expressions(sums)) }}
        from rankhouse_matched as matched
        group by matched.number, matched.cluster_id
    {%- endset -%}
    {%- set away = rankhouse.weighted_cluster_gaps() if plan.is_weighted else rankhouse.cluster_gaps() -%}
    {%- set parts -%}
        select
            clusters.number as number,
            clusters.n_positives as n_positives,
            clusters.n_negatives as n_negatives,
            {{ away.positives }} as of_positives,
            {{ away.negatives }} as of_negatives
        from rankhouse_clusters as clusters
        join rankhouse_pairs as pairs on clusters.number = pairs.number
    {%- endset -%}
    {%- set spread -%}
        select number, {{ rankhouse.obuchowski_error() }} as std_error
        from rankhouse_cluster_parts
        group by number
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("clusters", "a cluster of rows that two systems have", clusters),
                rankhouse.step("cluster_parts", "the same, with what it adds to the error", parts),
                rankhouse.step("spread", "two systems, with the error over clusters", spread),
            ]
        )
    }}
{% endmacro %}

{#
x and y of a cluster, from places: those of positives go down by 2 * N where their components go up by 1, those of negatives
up by 2 * M. Whole numbers, so that what is 0 is 0, but for the rounding of large ones.
#}
{% macro cluster_gaps() %}
    {%- set found = {} -%}
    {%- for class, other, sign in [("positives", "negatives", "-1"), ("negatives", "positives", "1")] -%}
        {%- set n, others = rankhouse.double("pairs.n_" ~ class), rankhouse.double("pairs.n_" ~ other) -%}
        {%- set own = n ~ " * clusters.gap_of_" ~ class -%}
        {%- set expected = "clusters.n_" ~ class ~ " * " ~ rankhouse.double("pairs.gap_of_" ~ class) -%}
        {%- set away = sign ~ " * (" ~ own ~ " - " ~ expected ~ ")" -%}
        {%- set part = rankhouse.ratio(away, "2 * " ~ others ~ " * " ~ n ~ " * " ~ n) -%}
        {%- set is_rounding = "abs(" ~ own ~ " - " ~ expected ~ ") <= 1e-15 * abs(" ~ own ~ ")" -%}
        {%- do found.update({class: "case when " ~ is_rounding ~ " then 0e0 else " ~ part ~ " end"}) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# The same of shares with weights, of which what is below 1e-12 comes from rounding. #}
{% macro weighted_cluster_gaps() %}
    {%- set found = {} -%}
    {%- for class, mean in {"positives": "pairs.difference", "negatives": "pairs.mean_of_negatives"}.items() -%}
        {%- set weight = "clusters.weight_of_" ~ class -%}
        {%- set away = "clusters.gap_of_" ~ class ~ " - " ~ weight ~ " * " ~ mean -%}
        {%- set part = rankhouse.ratio(away, "pairs.weight_of_" ~ class) -%}
        {%- set is_rounding = "abs(" ~ away ~ ") <= 1e-12 * " ~ weight -%}
        {%- do found.update({class: "case when " ~ is_rounding ~ " then 0e0 else " ~ part ~ " end"}) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# The squares of x + y take the smallest of the three factors; what is left of the others is not below 0. #}
{% macro obuchowski_error() -%}
    {%- set factors = {} -%}
    {%- for name, condition in {
        "positives": "n_positives > 0",
        "negatives": "n_negatives > 0",
        "both": "n_positives + n_negatives > 0",
    }.items() -%}
        {%- set n = "count(case when " ~ condition ~ " then 1 end)" -%}
        {%- do factors.update({name: rankhouse.ratio(n, n ~ " - 1")}) -%}
    {%- endfor -%}
    {%- set sum, size = "(of_positives + of_negatives)", "(abs(of_positives) + abs(of_negatives))" -%}
    sqrt(
        {{ factors.both }} * sum(case when abs{{ sum }} <= 1e-12 * {{ size }} then 0e0 else {{ sum }} * {{ sum }} end)
        + ({{ factors.positives }} - {{ factors.both }}) * sum(of_positives * of_positives)
        + ({{ factors.negatives }} - {{ factors.both }}) * sum(of_negatives * of_negatives)
    )
{%- endmacro %}

{# rankhouse_pairs with the error of rankhouse_spread. #}
{% macro pairs_with_spread() -%}
    select pairs.*, spread.std_error as std_error
    from rankhouse_pairs as pairs
    left join rankhouse_spread as spread on pairs.number = spread.number
{%- endmacro %}
