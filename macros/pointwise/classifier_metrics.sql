{#
One row per group and measure, and per threshold where the measure has one: the by columns, measure, metric, threshold,
value, n_rows, n_positives, n_left_out (rows without a score or without a label that is 0 or 1).
#}
{% macro classifier_metrics(predictions, measures=["roc_auc", "pr_auc", "f1"], by=[], thresholds=[0.5], columns={}) -%}
    {%- set plan = rankhouse.prediction_plan(predictions, by, columns) -%}
    {%- set parsed = rankhouse.parse_measures(measures, rankhouse.classifier_catalogue()) -%}
    {%- for measure in parsed if measure.declaration.part != "confusion" -%}
        {%- do rankhouse.needs_scores(plan, measure.measure) -%}
    {%- endfor -%}
    {{ rankhouse.classifier_metrics_of(plan, parsed, thresholds) }}
{%- endmacro %}

{% macro classifier_metrics_of(plan, measures, thresholds) -%}
    {%- set declared = {"confusion": {}, "points": {}, "rows": {}} -%}
    {%- for measure in measures -%}
        {%- do declared[measure.declaration.part].update(
            {measure.metric: rankhouse.literal(measure.metric) ~ " then " ~ measure.declaration.value}
        ) -%}
    {%- endfor -%}
    {%- set sums = {"points": {}, "rows": {}} -%}
    {%- for measure in measures if measure.declaration.part != "confusion" -%}
        {%- do sums[measure.declaration.part].update(measure.declaration.sums) -%}
    {%- endfor -%}
    {%- set finds_threshold = "best_f1_threshold" in declared.points -%}
    {%- set selected = "measure, metric, threshold, value, n_rows, n_positives, n_left_out" -%}
    with
        {{ rankhouse.classifier_request_ctes(plan, measures) }}
        {{ rankhouse.prediction_ctes(plan, sums.rows if declared.rows else none) }}
        {%- if declared.confusion %}
            {{ rankhouse.confusion_ctes(plan, thresholds) }}
            rankhouse_by_threshold as (
                select
                    {{ rankhouse.select_of("counted", plan.by) ~ "," if plan.by }}
                    requests.measure,
                    requests.metric,
                    counted.threshold,
                    case requests.metric when {{ declared.confusion.values() | join(" when ") }} end as value,
                    counted.n_rows,
                    counted.n_positives,
                    counted.n_left_out
                from rankhouse_confusion as counted
                cross join rankhouse_requests as requests
                where requests.part = 'confusion'
            ),
        {%- endif %}
        {%- if declared.points %}
            {{ rankhouse.point_ctes(plan) }} {{ rankhouse.area_ctes(plan, sums.points, finds_threshold) }}
        {%- endif %}
        {%- if "ece" in declared.rows %} {{ rankhouse.bin_gap_ctes(plan) }} {%- endif %}
        {%- if declared.points or declared.rows %}
            rankhouse_over_thresholds as (
                select
                    {{ rankhouse.select_of("totals", plan.by) ~ "," if plan.by }}
                    requests.measure,
                    requests.metric,
                    {{ rankhouse.double("null") }} as threshold,
                    case
                        {%- if declared.rows %}
                            when requests.part = 'rows' and not coalesce(totals.is_probability, false) then null
                        {%- endif %}
                        {%- for value in (declared.points.values() | list) + (declared.rows.values() | list) %}
                            when requests.metric = {{ value }}
                        {%- endfor %}
                    end as value,
                    totals.n_rows,
                    totals.n_positives,
                    totals.n_left_out
                from rankhouse_totals as totals
                cross join
                    rankhouse_requests as requests
                    {%- if declared.points %}
                        {{ rankhouse.joined_group(plan, "left", "rankhouse_areas", "areas", "totals") }}
                    {%- endif %}
                    {%- if finds_threshold %}
                        {{ rankhouse.joined_group(plan, "left", "rankhouse_best_threshold", "best", "totals") }}
                    {%- endif %}
                    {%- if "ece" in declared.rows %}
                        {{ rankhouse.joined_group(plan, "left", "rankhouse_bin_gaps", "gaps", "totals") }}
                        and requests.bins = gaps.bins
                    {%- endif %}
                where requests.part <> 'confusion'
            ),
        {%- endif %}
        rankhouse_answered as (
            {%- if declared.confusion %}
                select {{ rankhouse.prediction_groups(plan) }}{{ selected }}
                from rankhouse_by_threshold {{ rankhouse.groups_exist(plan) }}
                {%- endif %} {{ "union all" if declared.confusion and (declared.points or declared.rows) }}
            {%- if declared.points or declared.rows %}
                select {{ rankhouse.prediction_groups(plan) }}{{ selected }}
                from rankhouse_over_thresholds {{ rankhouse.groups_exist(plan) }}
            {%- endif %}
        )
    select *
    from rankhouse_answered {{ rankhouse.settings_of_engine() }}
{%- endmacro %}

{# rankhouse_requests: the measures asked for with their options; NULL where a measure has no such option. #}
{% macro classifier_request_ctes(plan, measures) -%}
    {%- if plan.from_arguments -%} {{ rankhouse.classifier_request_arguments(measures) }}
    {%- else -%}
        rankhouse_requests as (
            {%- for measure in measures %}
                select
                    {{ rankhouse.literal(measure.measure) }} as measure,
                    {{ rankhouse.literal(measure.metric) }} as metric,
                    {{ rankhouse.literal(measure.declaration.part) }} as part,
                    {{ rankhouse.double(measure.get("beta", "null")) }} as beta,
                    {{ rankhouse.bigint(measure.get("bins", "null")) }} as bins
                    {{ "union all" if not loop.last }}
            {%- endfor %}
        ),
    {%- endif -%}
{%- endmacro %}

{# rankhouse_areas: per group, the aggregates over its points that the measures need. #}
{% macro area_ctes(plan, sums, finds_threshold) -%}
    rankhouse_areas as (
        select
            {{ rankhouse.select_of("points", plan.by) ~ "," if plan.by }}
            {%- for name, expression in sums.items() %}
                {{ expression }} as {{ name }}{{ "," if not loop.last }}
            {%- endfor %}
        from rankhouse_points as points
        group by {{ (plan.by + ["n_rows", "n_positives"]) | join(", ") }}
    ),
    {%- if finds_threshold %}
        rankhouse_best_threshold as (
            select {{ rankhouse.select_of("points", plan.by) ~ "," if plan.by }} max(points.score) as best_threshold
            from rankhouse_points as points {{ rankhouse.joined_group(plan, "", "rankhouse_areas", "areas", "points") }}
            where
                {{ rankhouse.f1_of_point() }} = areas.best_f1
                {{ "group by " ~ rankhouse.columns_of("points", plan.by) if plan.by }}
        ),
    {%- endif %}
{%- endmacro %}

{# rankhouse_bin_gaps: per group and number of bins, the sum over bins of |sum of scores - sum of labels|. #}
{% macro bin_gap_ctes(plan) -%}
    {%- set by = (plan.by + ["bins"]) | join(", ") -%}
    rankhouse_binned as (
        select
            {{ by }},
            {{ rankhouse.score_bin("score", "bins") }} as bin,
            sum(score) as score_sum,
            sum(label) as label_sum
        from rankhouse_predictions as predictions
        cross join (select distinct bins from rankhouse_requests where metric = 'ece') as requested
        where score >= 0 and score <= 1
        group by {{ by }}, {{ rankhouse.score_bin("score", "bins") }}
    ),
    rankhouse_bin_gaps as (
        select {{ by }}, sum(abs(score_sum - label_sum)) as bin_gap from rankhouse_binned group by {{ by }}
    ),
{%- endmacro %}
