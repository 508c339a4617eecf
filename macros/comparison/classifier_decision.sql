{#
What predictions of several classifiers for the same rows decide: ship, do not ship, or not decided. One row per group, with the columns
and the rule of decision: the by columns, decision, system, baseline, measure, difference, ci_low, ci_high, p_adjusted, unit, n_units,
more_units, falls, reason. `measure`: roc_auc, or accuracy at `threshold`. Rows are those that all systems of the group have with a
score and a label; to ship takes 30 of the rarer class.

A row counts by its influence: an area plus n times what the row adds to it, which is its placement (DeLong's structural component) less
the area, by the rows of its class. In a segment areas are those of its rows.
#}
{% macro classifier_decision(
    predictions,
    baseline=none,
    system="system",
    measure="roc_auc",
    threshold=0.5,
    segments=[],
    by=[],
    cluster=none,
    test="t",
    confidence=0.95,
    power=0.8,
    columns={}
) -%}
    {%- do rankhouse.refuse_others("classifier_decision", kwargs) -%}
    {%- do rankhouse.check_arguments("classifier_decision", {"measure": measure, "threshold": threshold}) -%}
    {%- do rankhouse.one_name("system", system) -%}
    {%- do rankhouse.names_beside_role("by", by, "system", system) -%}
    {%- do rankhouse.names_beside_role("segments", segments, "system", system) -%}
    {%- set plan = rankhouse.classification_plan(
        "classifier_decision", predictions, by, columns, ["row_id", "weight"]
    ) -%}
    {%- if measure == "roc_auc" -%} {%- do rankhouse.needs_scores(plan, measure) -%} {%- endif -%}
    {%- do plan.update(
        {
            "columns": rankhouse.columns_of_classifiers(columns, system, none),
            "cluster": none,
            "baseline": none,
            "measure": measure,
            "threshold": (threshold | int if threshold == threshold | int else threshold) | string,
        }
    ) -%}
    {%- do plan.update(rankhouse.require_columns(plan, {"predictions": ["system", "row_id"]}, [], [], ["system"])) -%}
    {%- set rule = {
        "baseline": baseline,
        "measure": rankhouse.decided_of_classifiers(plan),
        "segments": segments,
        "cluster": cluster,
        "test": test,
        "confidence": confidence,
        "power": power,
    } -%}
    {%- set decided = rankhouse.evidence_plan(
        "classifier_decision", plan, "predictions", rule, ["row", "rows"], ["stop_ship"]
    ) -%}
    {{ rankhouse.laid_out(rankhouse.decision_of_classifiers(plan, decided)) if execute }}
{%- endmacro %}

{# roc_auc, accuracy, accuracy@0.5 #}
{% macro decided_of_classifiers(plan) %}
    {{
        return(
            rankhouse.classifier_test_measure(dict(plan, test="delong" if plan.measure == "roc_auc" else "mcnemar"))
        )
    }}
{% endmacro %}

{# Each segment is a measure of its own, because no area is a mean over rows of those of its parts. #}
{% macro decision_of_classifiers(plan, decided) -%}
    {%- set segments, values = decided.segments, [rankhouse.values_of_classifiers(plan, decided)] -%}
    {%- for name in segments -%}
        {%- do values.append(rankhouse.values_of_classifiers(plan, decided, name)) -%}
    {%- endfor -%}
    {%- set of_rows = dict(decided, segments=[], checked=segments) -%}
    {%- set all = "select * from (\n" ~ values | join("\n) as part\nunion all\nselect * from (\n") ~ "\n) as part" -%}
    {{ rankhouse.decision_of_evidence(of_rows, all, rankhouse.renamed("predictions", "row_id", plan.columns)) }}
{%- endmacro %}

{# Values by row and system, in the segments of a column. #}
{% macro values_of_classifiers(plan, decided, segment=none) -%}
    {%- set outputs = plan.outputs -%}
    {%- set plan = dict(plan) -%}
    {%- if segment is not none -%} {%- do plan.update(rankhouse.groups_of(outputs + [segment])) -%} {%- endif -%}
    {%- set of_side, of_row = "partition by side_number ", plan.by + ["row_id"] -%}
    {%- set weight = "found.weight" if plan.is_weighted else rankhouse.double("1") -%}
    {%- set usable -%}
        select {{ rankhouse.listed(rankhouse.select_of("found", of_row)) }}
        from rankhouse_rows as found
        join
            (
                select {{ rankhouse.listed(plan.by + ["count(*) as n_sides", "max(n_twice) as n_twice"]) }}
                from rankhouse_sized {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
            ) as sizes
            on {{ rankhouse.match("found", "sizes", plan.by) }}
        where found.label is not null and sizes.n_twice = 0
        group by {{ rankhouse.inline(rankhouse.columns_of("found", of_row)) }}
        having count(*) = max(sizes.n_sides) and min(found.label) = max(found.label)
        {%- if plan.is_weighted %} and min(found.weight) = max(found.weight) {%- endif %}
    {%- endset -%}
    {%- set samples -%}
        select {{ rankhouse.listed(rankhouse.select_of("found", plan.by + ["side_number", "row_id", "score", "label"]) + [weight ~ " as weight"]) }}
        from rankhouse_rows as found
        join rankhouse_usable as usable on {{ rankhouse.match("found", "usable", of_row) }}
    {%- endset -%}
    {%- set steps = (
        rankhouse.classifier_pair_steps(plan) | rejectattr("name", "equalto", "rankhouse_numbered") | list
    ) -%}
    {%- do steps.append(rankhouse.step("usable", "a row that all systems of a group have", usable)) -%}
    {%- do steps.append(rankhouse.step("samples", "the same of a system", samples)) -%}
    {%- set of_all = "over (" ~ of_side | trim ~ ")" -%}
    {%- if plan.measure == "roc_auc" -%}
        {%- do steps.extend(
            rankhouse.weighted_places_steps("samples", ["side_number"], plan.by + ["row_id"], of_side)
        ) -%}
        {%- set placed -%}
            select ranked.*, coalesce(place_of_positive, place_of_negative) as place,
            sum(weight) over (partition by side_number, label) as weight_of_class,
            count(*) {{ of_all }} as n_rows,
            min(label) {{ of_all }} as least_label,
            max(label) {{ of_all }} as greatest_label
            from rankhouse_ranked as ranked
        {%- endset -%}
        {%- set mean = "sum(weight * place) over (partition by side_number, label) / nullif(weight_of_class, 0)" -%}
    {%- else -%}
        {%- set cut = rankhouse.classifier_cut(plan) -%}
        {%- set placed -%}
            select samples.*, case when score >= {{ cut }} then label else 1 - label end as place,
            sum(weight) {{ of_all }} as weight_of_class,
            count(*) {{ of_all }} as n_rows,
            0 as least_label,
            1 as greatest_label
            from rankhouse_samples as samples
        {%- endset -%}
        {%- set mean = "sum(weight * place) " ~ of_all ~ " / nullif(weight_of_class, 0)" -%}
    {%- endif -%}
    {%- set averaged -%} select placed.*, {{ mean }} as mean from rankhouse_placed as placed {%- endset -%}
    {%- set rare -%}
        select {{ rankhouse.listed(plan.by + ["least(sum(label), count(*) - sum(label)) as n_rare"]) }}
        from
            (select distinct {{ rankhouse.inline(of_row + ["label"]) }} from rankhouse_samples) as labelled
        {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
    {%- endset -%}
    {%- do steps.extend(
        [
            rankhouse.step("placed", "a row of a system, with its placement", placed),
            rankhouse.step("averaged", "the same, with the mean of its class", averaged),
            rankhouse.step("rare", "a group with the rows of its rarer class", rare),
        ]
    ) -%}
    {%- set enough = rankhouse.enough_units() -%}
    {%- set few = (
        "', but the rarer class has ' || "
        ~ rankhouse.text("rare.n_rare")
        ~ " || ' of the "
        ~ enough
        ~ " rows that it takes'"
    ) -%}
    {%- set measure = rankhouse.literal(decided.measure) -%}
    {%- if segment is not none -%}
        {%- set value = rankhouse.text(rankhouse.named_group(plan, "sides", segment, "sides")) -%}
        {%- set measure = rankhouse.literal(segment ~ " ") ~ " || coalesce(" ~ value ~ ", 'NULL')" -%}
    {%- endif -%}
    {%- set figures = {
        "query_id": "averaged.row_id",
        "system": "sides.system_name",
        "measure": measure,
        "metric": rankhouse.literal(plan.measure),
        "value": "case when least_label < greatest_label then mean + n_rows * weight * (place - mean) / nullif(weight_of_class, 0) end",
        "stop_ship": "case when rare.n_rare < " ~ enough ~ " then " ~ few ~ " end" if segment is none else rankhouse.text("null"),
    } -%}
    {%- set groups = [] -%}
    {%- for name in outputs -%}
        {%- do groups.append(rankhouse.named_group(plan, "sides", name, "sides") ~ " as " ~ rankhouse.quoted(name)) -%}
    {%- endfor -%}
    {%- set answer -%}
        select {{ rankhouse.listed(groups + rankhouse.own_values(figures)) }}
        from rankhouse_averaged as averaged
        join rankhouse_sides as sides on averaged.side_number = sides.side_number
        join rankhouse_rare as rare on {{ rankhouse.match("averaged", "rare", plan.by) }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a row of a system", answer) }}
{%- endmacro %}
