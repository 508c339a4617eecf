{#
DeLong's test of two ROC AUCs on the same rows: the steps that end in rankhouse_tested.
#}
{% macro delong_steps(plan) %}
    {%- set carried = rankhouse.carried_classifier_columns(plan) -%}
    {%- set shown = carried + ["value", "baseline_value", "difference"] -%}
    {%- set scored -%}
        select
        {{ rankhouse.listed(shown) }},
        case when widest_gap = 0 then difference * 0 when std_error > 0 then std_error end as std_error,
        difference / nullif(std_error, 0) as z
        from rankhouse_areas
    {%- endset -%}
    {%- set bounds = rankhouse.difference_bounds("scored.difference", "scored.std_error") -%}
    {%- set nothing = [rankhouse.bigint("null") ~ " as wins", rankhouse.bigint("null") ~ " as losses"] -%}
    {%- set tested -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("scored", shown) + bounds + nothing) }},
        case
            when scored.std_error = 0 then {{ rankhouse.double(1) }} else {{ rankhouse.two_sided_normal("z") }}
        end as p_value
        from rankhouse_scored as scored
        cross join rankhouse_limit as limits
    {%- endset -%}
    {%- set steps = rankhouse.classifier_sample_steps(plan) -%}
    {%- do steps.extend(rankhouse.weighted_areas_steps(plan) if plan.is_weighted else rankhouse.areas_steps(plan)) -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "scored", "the same, with the difference in standard errors", scored, rankhouse.stored()
            ),
            rankhouse.step("tested", "the same, with what is known of the difference", tested),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{# What ranked rows keep: by what two systems are matched. #}
{% macro kept_of_samples(plan) %}
    {{ return(["side_number", "row_id"] + rankhouse.facts_of_rows(plan) | reject("equalto", "weight") | list) }}
{% endmacro %}

{#
From rankhouse_samples to rankhouse_areas: what is carried of a pair, value, baseline_value, difference, std_error and
widest_gap, 0 where both systems have all rows in the same order.
#}
{% macro areas_steps(plan) %}
    {%- set ranked = rankhouse.placed_rows(
        "samples", ["sample_number"], rankhouse.kept_of_samples(plan), "partition by sample_number "
    ) -%}
    {%- set columns = [] -%}
    {%- for class in ["positive", "negative"] -%}
        {%- set place = "place_of_" ~ class -%}
        {%- do columns.append("own." ~ place ~ " - other." ~ place ~ " as gap_of_" ~ class) -%}
    {%- endfor -%}
    {%- do columns.append("own.place_of_positive as own_place") -%}
    {%- do columns.append("other.place_of_positive as other_place") -%}
    {%- set sums = {
        "own_places": "sum(own_place)",
        "other_places": "sum(other_place)",
        "of_positives": rankhouse.variance_of("gap_of_positive"),
        "of_negatives": rankhouse.variance_of("gap_of_negative"),
        "widest_gap": "max(abs(coalesce(gap_of_positive, gap_of_negative)))",
    } -%}
    {%- if plan.cluster is none -%}
        {%- set std_error = rankhouse.error_of_places("of_positives", "of_negatives", "n_positives", "n_negatives") -%}
    {%- else -%}
        {%- set std_error = "std_error" -%}
        {%- do sums.update({"gap_of_positives": "sum(gap_of_positive)", "gap_of_negatives": "sum(gap_of_negative)"}) -%}
    {%- endif -%}
    {%- set figures = {
        "value": rankhouse.auc_from_places("own_places", "n_positives", "n_negatives"),
        "baseline_value": rankhouse.auc_from_places("other_places", "n_positives", "n_negatives"),
        "difference": rankhouse.ratio("other_places - own_places", "2 * n_positives * n_negatives"),
        "std_error": std_error,
    } -%}
    {%- set shown = (
        rankhouse.carried_classifier_columns(plan) + ["widest_gap"] + rankhouse.named_expressions(figures)
    ) -%}
    {%- set pairs = (
        "rankhouse_pairs" if plan.cluster is none else "(" ~ rankhouse.pairs_with_spread() ~ ") as pairs"
    ) -%}
    {%- set areas -%} select {{ rankhouse.listed(shown) }} from {{ pairs }} {%- endset -%}
    {%- set steps = [rankhouse.step("ranked", "the same with its place", ranked)] -%}
    {%- do steps.extend(rankhouse.matched_row_steps(plan, "ranked", "sampled", "sample", columns, sums)) -%}
    {%- do steps.extend([] if plan.cluster is none else rankhouse.clustered_gap_steps(plan)) -%}
    {{ return(steps + [rankhouse.step("areas", "two systems, with their areas", areas)]) }}
{% endmacro %}
