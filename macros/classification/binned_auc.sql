{#
ROC AUC from a histogram of the scores, without a sort: one row per group: the by columns, roc_auc (within a bin every order
equally likely), low and high (within each bin the worst and the best order), n_rows, n_positives. The exact value is never
below low or above high. The bins are of equal width from `lowest` to `highest`, by default the least and the greatest
finite score of all rows, which takes a scan of its own; scores beyond one that is asked for are in the first and the last
bin. With weights the counts in a bin are sums of them, and a pair weighs the product of two.
#}
{% macro binned_auc(predictions, bins=1000, by=[], lowest=none, highest=none, columns={}) -%}
    {%- do rankhouse.refuse_others("binned_auc", kwargs) -%}
    {%- set plan = rankhouse.classification_plan("binned_auc", predictions, by, columns, ["weight"]) -%}
    {%- do rankhouse.needs_scores(plan, "binned_auc") -%}
    {%- set arguments = {"bins": bins, "lowest": lowest, "highest": highest} -%}
    {%- do plan.update(rankhouse.read_arguments("binned_auc", arguments)) -%}
    {%- if lowest is not none and highest is not none and lowest >= highest -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_wrong_range(lowest, highest)) }}
    {%- endif -%}
    {{ rankhouse.laid_out(rankhouse.binned_auc_of(plan)) if execute }}
{%- endmacro %}

{% macro binned_auc_of(plan) -%}
    {{ rankhouse.weighted_binned_auc(plan) if plan.is_weighted else rankhouse.counted_binned_auc(plan) }}
{%- endmacro %}

{% macro counted_binned_auc(plan) -%}
    {%- set above = "sum(bin_rows) over (" ~ rankhouse.partition_by(plan) ~ "order by bin desc) - bin_rows" -%}
    {%- set stacked -%}
        select
        {{ rankhouse.listed(plan.by + ["bin_rows", "bin_positives", above ~ " as rows_above"]) }}
        from rankhouse_histogram
    {%- endset -%}
    {#- Twice the rank of each positive within its bin, not counting the rows above the bin. -#}
    {%- set doubled_ranks = {
        "mid": "bin_rows + 1",
        "worst": "2 * bin_rows - bin_positives + 1",
        "best": "bin_positives + 1",
    } -%}
    {%- set sums = ["sum(bin_rows) as n_rows", "sum(bin_positives) as n_positives"] -%}
    {%- for case, doubled in doubled_ranks.items() -%}
        {%- set ranks = rankhouse.double("sum(bin_positives * (2 * rows_above + " ~ doubled ~ "))") -%}
        {%- do sums.append(ranks ~ " / 2 as " ~ case ~ "_sum") -%}
    {%- endfor -%}
    {%- set rank_sums -%}
        select
        {{ rankhouse.listed(plan.by + sums) }}
        from rankhouse_stacked
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(plan.by) }}
        {%- endif %}
    {%- endset -%}
    {%- set shown = [] -%}
    {%- for name, case in {"roc_auc": "mid", "low": "worst", "high": "best"}.items() -%}
        {%- do shown.append(
            rankhouse.roc_auc(case ~ "_sum", "summed.n_positives", "summed.n_rows - summed.n_positives")
            ~ " as "
            ~ name
        ) -%}
    {%- endfor -%}
    {%- do shown.append(rankhouse.bigint("summed.n_rows") ~ " as n_rows") -%}
    {%- do shown.append(rankhouse.bigint("summed.n_positives") ~ " as n_positives") -%}
    {%- set steps = rankhouse.histogram_steps(plan, ["count(*) as bin_rows", "sum(label) as bin_positives"]) -%}
    {%- do steps.append(rankhouse.step("stacked", "the same, with the predictions above it", stacked)) -%}
    {%- do steps.append(
        rankhouse.step("rank_sums", "a group, with three sums of the ranks of positives", rank_sums)
    ) -%}
    {{ rankhouse.query_of(steps, "a group", rankhouse.answer_by_group(plan, "rank_sums", "summed", shown)) }}
{%- endmacro %}

{#
The shares of the pairs that are ordered wrongly and of those within a bin. The former is subtracted from 1 and capped at 1, so
that rounding never moves an area outside 0 to 1.
#}
{% macro weighted_binned_auc(plan) -%}
    {%- set sums = [] -%}
    {%- for name, label in {"bin_positives": 1, "bin_negatives": 0}.items() -%}
        {%- do sums.append("sum(case when label = " ~ label ~ " then weight else 0 end) as " ~ name) -%}
    {%- endfor -%}
    {%- set above = (
        "coalesce(sum(bin_negatives) over ("
        ~ rankhouse.partition_by(plan)
        ~ "order by bin desc rows between unbounded preceding and 1 preceding), 0) as negatives_above"
    ) -%}
    {%- set stacked -%}
        select
        {{ rankhouse.listed(plan.by + ["bin_positives", "bin_negatives", above]) }}
        from rankhouse_histogram
    {%- endset -%}
    {%- set pairs = ["sum(bin_positives) as all_positives", "sum(bin_negatives) as all_negatives"] -%}
    {%- do pairs.append("sum(bin_positives * negatives_above) as lost") -%}
    {%- do pairs.append("sum(bin_positives * bin_negatives) as tied") -%}
    {%- set pair_sums -%}
        select
        {{ rankhouse.listed(plan.by + pairs) }}
        from rankhouse_stacked
        {%- if plan.is_grouped %}
            group by {{ rankhouse.inline(plan.by) }}
        {%- endif %}
    {%- endset -%}
    {%- set shown, every_pair = [], "all_positives * all_negatives" -%}
    {%- for name, lost in {"roc_auc": "(lost + tied / 2)", "low": "(lost + tied)", "high": "lost"}.items() -%}
        {%- do shown.append(
            "1 - " ~ rankhouse.ratio("least(" ~ lost ~ ", " ~ every_pair ~ ")", every_pair) ~ " as " ~ name
        ) -%}
    {%- endfor -%}
    {%- set steps = rankhouse.histogram_steps(plan, sums) -%}
    {%- do steps.append(rankhouse.step("stacked", "the same, with the weight of the negatives above it", stacked)) -%}
    {%- do steps.append(rankhouse.step("pair_sums", "a group, with the weights of its pairs", pair_sums)) -%}
    {%- do shown.extend(rankhouse.shown_sizes(plan, "totals")) -%}
    {%- set answer -%}
        {{ rankhouse.answer_by_group(plan, "pair_sums", "summed", shown) }}
        {{ rankhouse.joined_group(plan, "", "rankhouse_totals", "totals", "summed") }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a group", answer) }}
{%- endmacro %}

{# The steps up to the histogram, which has these figures for each bin. #}
{% macro histogram_steps(plan, figures) %}
    {%- set columns = plan.by + ["label"] + (["weight"] if plan.is_weighted else []) -%}
    {%- set placed -%}
        select
        {{ rankhouse.listed(columns + [rankhouse.bin_in_range(plan) ~ " as bin"]) }}
        from rankhouse_predictions
        cross join rankhouse_range
    {%- endset -%}
    {%- set histogram -%}
        select
        {{ rankhouse.listed(plan.by + ["bin"] + figures) }}
        from rankhouse_placed
        group by {{ rankhouse.inline(plan.by + ["bin"]) }}
    {%- endset -%}
    {%- set steps = rankhouse.prediction_steps(plan) -%}
    {%- do steps.append(rankhouse.step("range", "the one range of the bins", rankhouse.score_range(plan))) -%}
    {%- do steps.append(rankhouse.step("placed", "a prediction in its bin", placed)) -%}
    {%- do steps.append(rankhouse.step("histogram", "a bin of a group", histogram)) -%}
    {{ return(steps) }}
{% endmacro %}

{#
The bin, from 0. In a range that is asked for, scores beyond it are in the first and the last bin. Where the
range is that of the scores, a factor slightly below the number of bins keeps the greatest score in the last bin, at half the
cost of a comparison, and infinite scores get bins of their own.
#}
{% macro bin_in_range(plan) -%}
    {%- set bins = rankhouse.double(plan.bins) -%}
    {%- set place = "(score - range_from) / range_width *" -%}
    {%- if plan.lowest is none and plan.highest is none -%}
        floor({{ place }} ({{ bins }} * {{ rankhouse.double("0.9999999999999998") }}))
    {%- else -%} least(greatest(floor({{ place }} {{ bins }}), 0), {{ bins }} - 1)
    {%- endif -%}
{%- endmacro %}

{# One row: range_from and range_width, as asked for or found; a width is above 0 and finite, or NULL. #}
{% macro score_range(plan) -%}
    {%- set limits = [
        rankhouse.double("min(score)" if plan.lowest is none else plan.lowest) ~ " as range_from",
        rankhouse.double("max(score)" if plan.highest is none else plan.highest) ~ " as range_to",
    ] -%}
    {%- set that_counts = " and weight > 0" if plan.is_weighted else "" -%}
    select range_from, nullif(range_to - range_from, 0) as range_width
    from
        (
            select {{ rankhouse.listed(limits) }}
            {%- if plan.lowest is none or plan.highest is none %}
                from rankhouse_prediction_rows where {{ rankhouse.is_below("score", "8e307") }}{{ that_counts }}
            {%- endif %}
        ) as limits
{%- endmacro %}
