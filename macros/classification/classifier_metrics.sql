{#
One row per group and measure, and per threshold where the measure has one: the by columns, measure, metric, threshold,
value, n_rows, n_positives, n_left_out (rows without a score or without a label that is 0 or 1).
#}
{% macro classifier_metrics(predictions, measures=["roc_auc", "pr_auc", "f1"], by=[], thresholds=[0.5], columns={}) -%}
    {%- do rankhouse.refuse_others("classifier_metrics", kwargs) -%}
    {%- set plan = rankhouse.classification_plan("classifier_metrics", predictions, by, columns, ["weight"]) -%}
    {%- do plan.update({"thresholds": rankhouse.read_thresholds(plan, thresholds)}) -%}
    {%- do plan.update(
        rankhouse.requested_classifier_measures(
            plan, rankhouse.parse_measures(measures, rankhouse.classification_catalogue())
        )
    ) -%}
    {{ rankhouse.laid_out(rankhouse.classifier_metrics_of(plan)) if execute }}
{%- endmacro %}

{# The measures by what they are computed from, and the sums that they need. #}
{% macro requested_classifier_measures(plan, measures) %}
    {%- set declared, formed = rankhouse.by_name(rankhouse.classification_catalogue()).declared, [] -%}
    {%- for measure in measures if declared[measure.metric].part != "confusion" -%}
        {%- do rankhouse.needs_scores(plan, measure.measure) -%}
    {%- endfor -%}
    {%- for measure in measures -%}
        {%- set declaration = declared[measure.metric] -%}
        {%- if plan.is_weighted and declaration.get("unweighted") -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_no_weights(measure.measure)) }}
        {%- endif -%}
        {%- set own = rankhouse.planned_classifier_measure(declaration, measure, plan.is_weighted) -%}
        {%- do formed.append(dict(own, number=loop.index, measure=measure.measure, metric=measure.metric)) -%}
    {%- endfor -%}
    {%- set over_thresholds = formed | rejectattr("part", "equalto", "confusion") | list -%}
    {%- set at_thresholds = formed | selectattr("part", "equalto", "confusion") | list -%}
    {{
        return(
            {
                "needs": formed | map(attribute="needs") | sum(start=[]),
                "at_thresholds": at_thresholds,
                "over_thresholds": over_thresholds,
                "needs_confusion": at_thresholds | length > 0,
                "needs_points": over_thresholds | selectattr("part", "equalto", "points") | list | length > 0,
                "needs_whole": over_thresholds | length > 0,
            }
        )
    }}
{% endmacro %}

{# A measure that is asked for as the steps take it, by its declaration: the value that its options choose, and what that needs. #}
{% macro planned_classifier_measure(declaration, measure, is_weighted) %}
    {%- set chosen = rankhouse.chosen_classifier_value(declaration, measure.options, is_weighted) -%}
    {%- set value = namespace(sql=chosen.value) -%}
    {%- for option in declaration.options -%}
        {%- set value.sql = value.sql | replace("<" ~ option ~ ">", measure.options[option]) -%}
    {%- endfor -%}
    {%- set needs = [measure.metric] -%}
    {%- if declaration.part != "confusion" -%}
        {%- do needs.extend(chosen.sums.keys() | list + chosen.get("needs", [])) -%}
    {%- endif -%}
    {%- if declaration.part == "rows" -%} {%- do needs.append("probabilities") -%} {%- endif -%}
    {{
        return(
            {
                "part": declaration.part,
                "value": rankhouse.probability_value(value.sql) if declaration.part == "rows" else value.sql,
                "bins": measure.options.get("bins"),
                "needs": needs,
            }
        )
    }}
{% endmacro %}

{#
The value of a measure, its sums and further needs: what it declares for weights, from the choices of its options, or else from
the declaration.
#}
{% macro chosen_classifier_value(declaration, options, is_weighted) %}
    {%- if is_weighted and "weighted" in declaration -%} {{ return(declaration.weighted) }}{%- endif -%}
    {%- for option, choices in declaration.get("by_choice", {}).items() -%}
        {%- if options[option] in choices -%} {{ return(choices[options[option]]) }} {%- endif -%}
    {%- endfor -%}
    {{ return(declaration) }}
{% endmacro %}

{# A value that exists only where scores are probabilities. #}
{% macro probability_value(value) %}
    {{ return("case when totals.is_probability then " ~ value ~ " end") }}
{% endmacro %}

{% macro classifier_metrics_of(plan) -%}
    {%- set steps = rankhouse.prediction_steps(plan) -%}
    {%- set answers = [] -%}
    {%- set columns = rankhouse.columns_of("valued", ["measure", "metric", "threshold"]) -%}
    {#- Products of sums of weights need not be finite. -#}
    {%- do columns.append(rankhouse.finite("valued.value") ~ " as value" if plan.is_weighted else "valued.value") -%}
    {%- do columns.extend(rankhouse.shown_sizes(plan, "valued") + ["valued.n_left_out"]) -%}
    {%- if plan.needs_confusion -%}
        {%- do steps.extend(rankhouse.confusion_steps(plan)) -%}
        {%- do steps.extend(rankhouse.measures_at_thresholds(plan)) -%}
        {%- do answers.append(rankhouse.answer_by_group(plan, "at_threshold", "valued", columns)) -%}
    {%- endif -%}
    {%- if plan.needs_whole -%}
        {%- if plan.needs_points -%}
            {%- do steps.extend(rankhouse.point_steps(plan) + rankhouse.area_steps(plan)) -%}
        {%- endif -%}
        {%- do steps.extend(rankhouse.measures_over_thresholds(plan)) -%}
        {%- do answers.append(rankhouse.answer_by_group(plan, "over_thresholds", "valued", columns)) -%}
    {%- endif -%}
    {{
        rankhouse.query_of(
            steps, "a measure of a group, at a threshold where it has one", answers | join("\nunion all\n")
        )
    }}
{%- endmacro %}

{% macro measures_at_thresholds(plan) %}
    {%- set requested = rankhouse.per_measure(
        plan,
        "select <number> as measure_number, <measure> as measure, <metric> as metric",
        "\nunion all\n",
        "at_thresholds",
    ) -%}
    {%- set values = rankhouse.per_measure(plan, "when <number> then <value>", "\n", "at_thresholds") -%}
    {%- set columns = rankhouse.select_of("counted", plan.by) -%}
    {%- do columns.extend(["measures.measure", "measures.metric", "counted.threshold"]) -%}
    {%- do columns.append("case measures.measure_number\n" ~ values ~ "\nend as value") -%}
    {%- do columns.extend(rankhouse.carried_sizes(plan, "counted") + ["counted.n_left_out"]) -%}
    {%- set valued -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_confusion as counted
        cross join rankhouse_measures_at_thresholds as measures
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("measures_at_thresholds", "a measure of the four counts", requested),
                rankhouse.step("at_threshold", "a measure of a group at a threshold", valued),
            ]
        )
    }}
{% endmacro %}

{% macro measures_over_thresholds(plan) %}
    {%- set requested = rankhouse.per_measure(
        plan,
        "select <number> as measure_number, <measure> as measure, <metric> as metric, "
        ~ rankhouse.bigint("<bins>")
        ~ " as bins",
        "\nunion all\n",
        "over_thresholds",
    ) -%}
    {%- set steps = [rankhouse.step("measures_of_scores", "a measure of scores", requested)] -%}
    {%- if "ece" in plan.needs -%} {%- do steps.extend(rankhouse.bin_gap_steps(plan)) -%} {%- endif -%}
    {%- set values = rankhouse.per_measure(plan, "when <number> then <value>", "\n", "over_thresholds") -%}
    {%- set columns = rankhouse.select_of("totals", plan.by) -%}
    {%- do columns.extend(["measures.measure", "measures.metric", rankhouse.double("null") ~ " as threshold"]) -%}
    {%- do columns.append("case measures.measure_number\n" ~ values ~ "\nend as value") -%}
    {%- do columns.extend(rankhouse.carried_sizes(plan, "totals") + ["totals.n_left_out"]) -%}
    {%- set valued -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_totals as totals
        cross join rankhouse_measures_of_scores as measures
        {%- if plan.needs_points %}
            {{ rankhouse.joined_group(plan, "left", "rankhouse_areas", "areas", "totals") }}
        {%- endif %}
        {%- if "best_f1_threshold" in plan.needs %}
            {{ rankhouse.joined_group(plan, "left", "rankhouse_best_threshold", "best", "totals") }}
        {%- endif %}
        {%- if "ece" in plan.needs %}
            {{ rankhouse.joined_group(plan, "left", "rankhouse_bin_gaps", "gaps", "totals") }}
            and measures.bins = gaps.bins
        {%- endif %}
    {%- endset -%}
    {%- do steps.append(rankhouse.step("over_thresholds", "a measure of a group", valued)) -%}
    {{ return(steps) }}
{% endmacro %}

{# rankhouse_areas: per group, the aggregates over its points that the measures need. #}
{% macro area_steps(plan) %}
    {%- set columns = rankhouse.select_of("points", plan.by) + ["points.n_rows as n_points"] -%}
    {%- for name, expression in rankhouse.part_sums("points").items() -%}
        {%- do columns.append(rankhouse.needed(plan, name, expression ~ " as " ~ name)) -%}
    {%- endfor -%}
    {%- set areas -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_points as points
        group by {{ rankhouse.inline(plan.by + ["n_rows", "n_positives"]) }}
    {%- endset -%}
    {%- set steps = [rankhouse.step("areas", "a group, summed over its curve", areas)] -%}
    {%- if "best_f1_threshold" in plan.needs -%}
        {%- set best -%}
            select
            {{ rankhouse.listed(rankhouse.select_of("points", plan.by) + ["max(points.score) as best_threshold"]) }}
            from rankhouse_points as points
            {{ rankhouse.joined_group(plan, "", "rankhouse_areas", "areas", "points") }}
            where {{ rankhouse.f1_of_point() }} = areas.best_f1
            {%- if plan.is_grouped %}
                group by {{ rankhouse.inline(rankhouse.columns_of("points", plan.by)) }}
            {%- endif %}
        {%- endset -%}
        {%- do steps.append(rankhouse.step("best_threshold", "a group and its best threshold", best)) -%}
    {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{# What ece compares in a bin. #}
{% macro bin_sums(plan) %}
    {%- set sums = [] -%}
    {%- for name in ["score", "label"] -%}
        {%- do sums.append("sum(" ~ rankhouse.weighted_term(plan, name) ~ ") as " ~ name ~ "_sum") -%}
    {%- endfor -%}
    {{ return(sums) }}
{% endmacro %}

{# rankhouse_bin_gaps: per group and number of bins, the sum over bins of |sum of scores - sum of labels|. #}
{% macro bin_gap_steps(plan) %}
    {%- set key = plan.by + ["bins"] -%}
    {%- set bin = rankhouse.score_bin("score", "bins") -%}
    {%- set binned -%}
        select
        {{ rankhouse.listed(key + [bin ~ " as bin"] + rankhouse.bin_sums(plan)) }}
        from rankhouse_predictions as predictions
        cross join (
            select distinct bins
            from rankhouse_measures_of_scores
            where metric = 'ece'
        ) as requested
        where score >= 0 and score <= 1
        group by {{ rankhouse.inline(key + [bin]) }}
    {%- endset -%}
    {%- set gaps -%}
        select
        {{ rankhouse.listed(key + ["sum(abs(score_sum - label_sum)) as bin_gap"]) }}
        from rankhouse_binned
        group by {{ rankhouse.inline(key) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("binned", "a bin of the scores of a group", binned),
                rankhouse.step("bin_gaps", "a group and a number of bins", gaps),
            ]
        )
    }}
{% endmacro %}
