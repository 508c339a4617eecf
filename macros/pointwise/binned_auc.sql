{#
ROC AUC from a histogram of the scores, without a sort: one row per group: the by columns, roc_auc (within a bin every
order equally likely), low and high (within each bin the worst and the best order), n_rows, n_positives. The exact value
is never below low or above high. The bins are of equal width from `lowest` to `highest`, by default the least and the
greatest finite score of all rows, which takes a scan of its own; scores beyond a given one are in the first and the last
bin.
#}
{% macro binned_auc(predictions, bins=1000, by=[], lowest=none, highest=none, columns={}) -%}
    {{ rankhouse.binned_auc_of(rankhouse.prediction_plan(predictions, by, columns), bins, lowest, highest) }}
{%- endmacro %}

{% macro binned_auc_of(plan, bins, lowest, highest) -%}
    {%- do rankhouse.needs_scores(plan, "binned_auc") -%}
    {%- set by = plan.by -%}
    {%- set count = rankhouse.whole_number(plan, "bins", bins, 1) -%}
    {#- Twice the rank of each positive of a bin, beyond twice the rows above the bin. -#}
    {%- set doubled_ranks = {
        "mid": "bin_rows + 1",
        "worst": "2 * bin_rows - bin_positives + 1",
        "best": "bin_positives + 1",
    } -%}
    with
        {{ rankhouse.prediction_ctes(plan) }}
        rankhouse_range as ({{ rankhouse.score_range(plan, lowest, highest) }}),
        rankhouse_placed as (
            select
                {{ by | join(", ") ~ "," if by }}
                label,
                {{ rankhouse.bin_in_range(plan, count, lowest, highest) }} as bin
            from rankhouse_predictions
            cross join rankhouse_range
        ),
        rankhouse_histogram as (
            select {{ by | join(", ") ~ "," if by }} bin, count(*) as bin_rows, sum(label) as bin_positives
            from rankhouse_placed
            group by {{ (by + ["bin"]) | join(", ") }}
        ),
        rankhouse_stacked as (
            select
                {{ by | join(", ") ~ "," if by }}
                bin_rows,
                bin_positives,
                sum(bin_rows) over ({{ "partition by " ~ by | join(", ") if by }} order by bin desc)
                - bin_rows as rows_above
            from rankhouse_histogram
        ),
        rankhouse_rank_sums as (
            select
                {{ by | join(", ") ~ "," if by }}
                sum(bin_rows) as n_rows,
                sum(bin_positives) as n_positives
                {%- for case, doubled in doubled_ranks.items() %}
                    ,
                    {{ rankhouse.double("sum(bin_positives * (2 * rows_above + " ~ doubled ~ "))") }}
                    / 2 as {{ case }}_sum
                {%- endfor %}
            from rankhouse_stacked {{ "group by " ~ by | join(", ") if by }}
        ),
        rankhouse_shown as (
            select
                {{ rankhouse.prediction_groups(plan) }}
                {%- for name, case in {"roc_auc": "mid", "low": "worst", "high": "best"}.items() %}
                    {{ rankhouse.roc_auc(case ~ "_sum", "n_positives", "n_rows - n_positives") }} as {{ name }},
                {%- endfor %}
                {{ rankhouse.bigint("n_rows") }} as n_rows,
                {{ rankhouse.bigint("n_positives") }} as n_positives
            from rankhouse_rank_sums {{ rankhouse.groups_exist(plan) }}
        )
    select *
    from rankhouse_shown {{ rankhouse.settings_of_engine() }}
{%- endmacro %}

{#
The bin, from 0. Within a given range scores beyond are in the first and the last bin. In a range that is the scores' own
the greatest one is kept in the last bin by a number a little below that of the bins, at half the price, and infinite
scores are bins of their own.
#}
{% macro bin_in_range(plan, bins, lowest, highest) -%}
    {%- set bins = rankhouse.double(bins) -%}
    {%- set place = "(score - range_from) / range_width * " -%}
    {%- set within = "least(greatest(floor(" ~ place ~ bins ~ "), 0), " ~ bins ~ " - 1)" -%}
    {%- set own = "floor(" ~ place ~ "(" ~ bins ~ " * " ~ rankhouse.double("0.9999999999999998") ~ "))" -%}
    {%- if plan.from_arguments -%} case when $lowest is null and $highest is null then {{ own }} else {{ within }} end
    {%- else -%} {{ own if lowest is none and highest is none else within }}
    {%- endif -%}
{%- endmacro %}

{# One row: range_from and range_width, given or found; a width is above 0 and finite, or NULL. #}
{% macro score_range(plan, lowest, highest) -%}
    select range_from, nullif(range_to - range_from, 0) as range_width
    from ({{ rankhouse.score_limits(plan, lowest, highest) }}) as limits
{%- endmacro %}

{% macro score_limits(plan, lowest, highest) -%}
    {%- if plan.from_arguments -%} {{ rankhouse.score_range_argument() }}
    {%- else -%}
        {%- set given = [] -%}
        {%- for name, value in {"lowest": lowest, "highest": highest}.items() if value is not none -%}
            {%- do rankhouse.distinct_thresholds([value]) -%} {%- do given.append(value) -%}
        {%- endfor -%}
        {%- if given | length == 2 and lowest >= highest -%}
            {{ exceptions.raise_compiler_error("lowest is below highest, got " ~ lowest ~ " and " ~ highest) }}
        {%- endif -%}
        select
            {{ rankhouse.double("min(score)" if lowest is none else lowest) }} as range_from,
            {{ rankhouse.double("max(score)" if highest is none else highest) }} as range_to
        {%- if given | length < 2 %} from rankhouse_given where abs(score) < {{ rankhouse.double("8e307") }}
        {%- endif %}
    {%- endif -%}
{%- endmacro %}
