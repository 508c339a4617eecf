{#
Areas and their variances where rows have weights. The placement of a positive is the share of the negatives' weight that is
below it, that of a negative the share of the positives' above it, tied ones counting half. The area is the weighted mean of
either, a pair weighing the product of both, and its variance that of two weighted means of independent rows:
    n / (n - 1) * sum((w / sum(w))^2 * (placement - mean)^2) of each class, n of its rows with a weight above 0
which any unit of the weights leaves as it is, and equal weights leave at DeLong's; in surveys it is known as linearised
(Binder 1983). Gaps and deviations below 1e-12 come from rounding, and count as 0.
#}
{#
The rows of rankhouse_<source> (score, label, weight) by `key`, and of each what is `kept`, label, weight, place_of_positive
and place_of_negative, one of these NULL, both where the other class has no weight.
#}
{% macro weighted_places_steps(source, key, kept, partition) %}
    {%- set here, above, below = [], [], [] -%}
    {%- set window = "(" ~ partition ~ "order by score desc rows between " -%}
    {%- for class, label in {"positives": 1, "negatives": 0}.items() -%}
        {%- do here.append("sum(case when label = " ~ label ~ " then weight else 0 end) as " ~ class ~ "_here") -%}
        {%- set sum = "coalesce(sum(" ~ class ~ "_here) over " ~ window -%}
        {%- do above.append(sum ~ "unbounded preceding and 1 preceding), 0) as " ~ class ~ "_above") -%}
        {%- set below_here = partition ~ rankhouse.rows_from_here("score", "desc", "1 following") -%}
        {%- do below.append(
            "coalesce(sum(" ~ class ~ "_here) over (" ~ below_here ~ "), 0) as " ~ class ~ "_below"
        ) -%}
    {%- endfor -%}
    {%- set levels -%}
        select {{ rankhouse.listed(key + ["score", "positives_here", "negatives_here"] + above + below) }}
        from
            (
                select {{ rankhouse.listed(key + ["score"] + here) }}
                from rankhouse_{{ source }}
                group by {{ rankhouse.inline(key + ["score"]) }}
            ) as scores
    {%- endset -%}
    {%- set places = [] -%}
    {%- for one, label, others, side in [
        ("positive", 1, "negatives", "below"),
        ("negative", 0, "positives", "above"),
    ] -%}
        {%- set all = others ~ "_above + " ~ others ~ "_here + " ~ others ~ "_below" -%}
        {%- set share = rankhouse.ratio(others ~ "_" ~ side ~ " + 5e-1 * " ~ others ~ "_here", all) -%}
        {%- do places.append("case when found.label = " ~ label ~ " then " ~ share ~ " end as place_of_" ~ one) -%}
    {%- endfor -%}
    {%- set ranked -%}
        select {{ rankhouse.listed(rankhouse.select_of("found", key + kept + ["label", "weight"]) + places) }}
        from rankhouse_{{ source }} as found
        join
            rankhouse_levels as levels
            on found.score = levels.score
            {%- if key %} and {{ rankhouse.match("found", "levels", key) }} {%- endif %}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("levels", "a score, with the weights above and below it", levels),
                rankhouse.step("ranked", "a row with its placement", ranked),
            ]
        )
    }}
{% endmacro %}

{# The weighted mean of the values of a class, which are NULL in the other one. #}
{% macro weighted_mean_of(value, label) %}
    {{ return(rankhouse.ratio("sum(weight * " ~ value ~ ")", rankhouse.weight_of_class(label))) }}
{% endmacro %}

{% macro weight_of_class(label) %} {{ return("sum(case when label = " ~ label ~ " then weight end)") }}{% endmacro %}

{#
What the variance of such a mean takes, by name, of the rows before they are summed: the weight of a class and how many of
its rows have any.
#}
{% macro weighted_class_sizes() %}
    {%- set sizes = {} -%}
    {%- for class, label in {"positives": 1, "negatives": 0}.items() -%}
        {%- do sizes.update(
            {
                "weight_of_" ~ class: rankhouse.weight_of_class(label),
                "n_weighted_" ~ class: "count(case when label = " ~ label ~ " and weight > 0 then 1 end)",
            }
        ) -%}
    {%- endfor -%}
    {{ return(sizes) }}
{% endmacro %}

{# Once the means are known: the sum over a class of the squares of (w / sum(w)) * (value - mean). #}
{% macro squares_about_mean(weight, value, mean, of_all) %}
    {%- set gap = value ~ " - " ~ mean -%}
    {%- set part = rankhouse.ratio(weight, of_all) ~ " * (" ~ gap ~ ")" -%}
    {{
        return(
            "sum(case when abs("
            ~ gap
            ~ ") > 1e-12 then "
            ~ part
            ~ " * "
            ~ part
            ~ " when "
            ~ value
            ~ " is not null then 0e0 end)"
        )
    }}
{% endmacro %}

{# NULL below two rows with a weight in a class. #}
{% macro error_of_weighted_places() %}
    {%- set parts = [] -%}
    {%- for class in ["positives", "negatives"] -%}
        {%- set n = "n_weighted_" ~ class -%}
        {%- do parts.append("squares_of_" ~ class ~ " * " ~ rankhouse.ratio(n, n ~ " - 1")) -%}
    {%- endfor -%}
    {{ return("sqrt(" ~ parts | join(" + ") ~ ")") }}
{% endmacro %}

{# rankhouse_spread: what is summed over the rows in common once rankhouse_pairs has their means and weights. #}
{% macro squares_step(row, squares) %}
    {%- set spread -%}
        select {{ rankhouse.listed(["matched.number as number"] + squares) }}
        from rankhouse_matched as matched
        join rankhouse_pairs as pairs on matched.number = pairs.number
        group by matched.number
    {%- endset -%}
    {{ return(rankhouse.step("spread", row, spread)) }}
{% endmacro %}

{# As areas_steps, for rows with weights. #}
{% macro weighted_areas_steps(plan) %}
    {%- set columns = ["own.weight as weight", "own.place_of_positive as own_place"] -%}
    {%- do columns.append("other.place_of_positive as other_place") -%}
    {%- set gap = "own.{0} - other.{0}" -%}
    {%- set rounded = (
        "case when not own.weight > 0 then null when abs("
        ~ gap
        ~ ") > 1e-12 then "
        ~ gap
        ~ " when own.{0} is not null then 0e0 end as gap_of_{1}"
    ) -%}
    {%- for class in ["positive", "negative"] -%}
        {%- do columns.append(rounded.format("place_of_" ~ class, class)) -%}
    {%- endfor -%}
    {%- set sums = rankhouse.weighted_class_sizes() -%}
    {%- do sums.update(
        {
            "value": rankhouse.weighted_mean_of("own_place", 1),
            "baseline_value": rankhouse.weighted_mean_of("other_place", 1),
            "difference": rankhouse.weighted_mean_of("gap_of_positive", 1),
            "mean_of_negatives": rankhouse.weighted_mean_of("gap_of_negative", 0),
            "widest_gap": "max(abs(coalesce(gap_of_positive, gap_of_negative)))",
        }
    ) -%}
    {%- set squares = [] -%}
    {%- for class, mean in {"positive": "pairs.difference", "negative": "pairs.mean_of_negatives"}.items() -%}
        {%- set of_all = "pairs.weight_of_" ~ class ~ "s" -%}
        {%- set sum = rankhouse.squares_about_mean("matched.weight", "matched.gap_of_" ~ class, mean, of_all) -%}
        {%- do squares.append(sum ~ " as squares_of_" ~ class ~ "s") -%}
    {%- endfor -%}
    {%- set carried = rankhouse.carried_classifier_columns(plan) + [
        "value",
        "baseline_value",
        "difference",
        "widest_gap",
    ] -%}
    {%- set areas -%}
        select
            {{ rankhouse.listed(rankhouse.select_of("pairs", carried)) }},
            {{ rankhouse.error_of_weighted_places() if plan.cluster is none else "spread.std_error" }} as std_error
        from rankhouse_pairs as pairs
        left join rankhouse_spread as spread on pairs.number = spread.number
    {%- endset -%}
    {%- set steps = rankhouse.weighted_places_steps(
        "samples", ["sample_number"], rankhouse.kept_of_samples(plan), "partition by sample_number "
    ) -%}
    {%- do steps.extend(rankhouse.matched_row_steps(plan, "ranked", "sampled", "sample", columns, sums)) -%}
    {%- if plan.cluster is none -%}
        {%- do steps.append(rankhouse.squares_step("two systems, with the squares about both means", squares)) -%}
    {%- else -%} {%- do steps.extend(rankhouse.clustered_gap_steps(plan)) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.step("areas", "two systems, with their areas", areas)) -%}
    {{ return(steps) }}
{% endmacro %}
