{#
One row per measure of what a run recommends, beyond accuracy: the by columns, measure, metric, k, value, n_queries (the
lists that it is the value of), n_unknown (what the measure could not look up), and of means over lists value_sum,
std_error and a 95 % interval, ci_low to ci_high. The pairs of `exclude` leave the lists first: see ranking/candidates.sql.
#}
{% macro recommendation_metrics(
    run,
    measures=none,
    items=none,
    interactions=none,
    judgments=none,
    features=none,
    distances=none,
    baseline=none,
    targets=none,
    by=[],
    columns={},
    exclude=none
) -%}
    {%- do rankhouse.refuse_others("recommendation_metrics", kwargs) -%}
    {%- set inputs = {
        "items": items,
        "interactions": interactions,
        "judgments": judgments,
        "features": features,
        "distances": distances,
        "baseline": baseline,
        "targets": targets,
        "exclude": exclude,
    } -%}
    {%- set plan = rankhouse.recommendation_plan(run, measures, inputs, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.recommendation_metrics_of(plan)) if execute }}
{%- endmacro %}

{#
What the steps need to know, the arguments checked. needs: the metrics that are asked for, and their levels (list, pairs,
groups, run); inputs: those that there are.
#}
{% macro recommendation_plan(run, measures, inputs, by, columns) %}
    {%- do rankhouse.a_relation("run", run) -%}
    {%- set present = {"run": run} -%}
    {%- for name, relation in inputs.items() if relation is not none -%}
        {%- do rankhouse.a_relation(name, relation) -%} {%- do present.update({name: relation}) -%}
    {%- endfor -%}
    {%- do rankhouse.check_groups("recommendation_metrics", {"by": by}) -%}
    {%- do rankhouse.known_columns(columns, rankhouse.recommendation_columns(), ["run"] + inputs.keys() | list) -%}
    {%- set declared = rankhouse.by_name(rankhouse.recommendation_catalogue()).declared -%}
    {%- set weights = "none" if columns.get("features.weight", columns.get("weight")) is none else "given" -%}
    {%- set formed = [] -%}
    {%- for measure in rankhouse.parse_measures(measures, rankhouse.recommendation_catalogue()) -%}
        {%- set own = rankhouse.planned_recommendation_measure(declared[measure.metric], measure, present, weights) -%}
        {%- do formed.append(dict(own, measure=measure.measure, metric=measure.metric, k=measure.k)) -%}
    {%- endfor -%}
    {%- set plan = {
        "inputs": present.keys() | list,
        "measures": formed,
        "needs": formed | map(attribute="needs") | sum(start=[]),
        "columns": columns,
        "checked": false,
        "read_as": {},
        "unjudged": none,
        "depth": rankhouse.depth_of(formed),
    } -%}
    {%- do plan.update(present) -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- do rankhouse.require_recommended_columns(plan) -%}
    {{ return(plan) }}
{% endmacro %}

{# That the inputs have what is read of them. #}
{% macro require_recommended_columns(plan) %}
    {%- set ids, order = ["query_id", "item_id"], "rank" if rankhouse.reads_ranks(plan.columns, "run") else "score" -%}
    {%- set weight = [] if plan.columns.get("features.weight", plan.columns.get("weight")) is none else ["weight"] -%}
    {%- set reads = {
        "run": ids + [order],
        "judgments": ids + ["relevance"],
        "interactions": ids,
        "items": ["item_id"],
        "features": ["item_id", "feature"] + weight,
        "distances": ["item_id", "other_item_id", "distance"],
        "baseline": ids + ["score"],
        "targets": ["feature", "target_share"],
        "exclude": ids,
    } -%}
    {%- set numbers = [order, "relevance", "weight", "distance", "target_share"] -%}
    {%- do plan.update(rankhouse.require_columns(plan, reads, numbers, ids)) -%}
{% endmacro %}

{# What `columns` may rename. #}
{% macro recommendation_columns() %}
    {%- set of_lists = ["query_id", "item_id", "score", "relevance"] -%}
    {{ return(of_lists + ["feature", "other_item_id", "distance", "target_share", "rank", "weight"]) }}
{% endmacro %}

{#
A measure that is asked for as the steps take it, by its declaration: every option of the catalogue, NULL where it has none
of that name, and what the value can be.
#}
{% macro planned_recommendation_measure(declaration, measure, inputs, weights) %}
    {%- for need in declaration.inputs -%}
        {%- set is_needed = need.option is not defined or measure.options[need.option] == need.choice -%}
        {%- if is_needed and need.input not in inputs -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_needs_input(measure.measure, need.input)) }}
        {%- endif -%}
    {%- endfor -%}
    {%- set options, texts = {}, [] -%}
    {%- for option, is_number in rankhouse.recommendation_options().items() -%}
        {%- do options.update({option: measure.options.get(option)}) -%}
        {%- if not is_number -%} {%- do texts.append(option) -%} {%- endif -%}
    {%- endfor -%}
    {%- set known = dict(measure.options, weights_of_features=weights) -%}
    {{
        return(
            dict(
                options,
                texts=texts,
                needs=[measure.metric, declaration.level],
                **rankhouse.limits_of(declaration, known, measure.k)
            )
        )
    }}
{% endmacro %}

{# The options of all measures, with whether their values are numbers. #}
{% macro recommendation_options() %}
    {%- set options = {} -%}
    {%- for declaration in rankhouse.recommendation_catalogue() -%}
        {%- for option, spec in declaration.options.items() -%}
            {%- do options.update({option: spec.choices is not defined}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(options) }}
{% endmacro %}

{% macro recommendation_metrics_of(plan) -%}
    {%- set key = plan.by + ["measure"] -%}
    {%- set steps = rankhouse.recommended_steps(plan) -%}
    {%- do steps.append(rankhouse.requests_step(plan)) -%}
    {%- do steps.extend(rankhouse.looked_up_steps(plan)) -%}
    {%- set found = [] -%}
    {%- if "features" in plan.inputs and ("pairs" in plan.needs or "groups" in plan.needs) -%}
        {%- do steps.append(rankhouse.features_step(plan)) -%}
    {%- endif -%}
    {%- if "pairs" in plan.needs -%} {%- do steps.extend(rankhouse.distance_steps(plan)) -%} {%- endif -%}
    {%- if "groups" in plan.needs -%} {%- do steps.extend(rankhouse.group_share_steps(plan)) -%} {%- endif -%}
    {%- if "list" in plan.needs -%} {%- do steps.append(rankhouse.known_step(plan)) -%} {%- endif -%}
    {%- if "list" in plan.needs or "pairs" in plan.needs or "groups" in plan.needs -%}
        {%- do steps.append(rankhouse.list_values_step(plan)) -%}
        {%- do found.append(rankhouse.means_over_lists(key)) -%}
    {%- endif -%}
    {%- if "run" in plan.needs -%}
        {%- do steps.extend(rankhouse.exposure_steps(plan)) -%} {%- do found.append(rankhouse.run_values(key)) -%}
    {%- endif -%}
    {%- do steps.append(rankhouse.step("found", "a measure of a group", found | join("\nunion all\n"))) -%}
    {%- set carried = rankhouse.carried_columns(plan, plan.by) -%}
    {%- set groups -%}
        select distinct {{ rankhouse.inline(plan.by + carried) }}
        from rankhouse_{{ rankhouse.items_step_name(plan) }}
    {%- endset -%}
    {%- if plan.is_grouped -%}
        {%- do steps.append(rankhouse.step("groups", "a group of the run", groups)) -%}
    {%- endif -%}
    {%- set columns = rankhouse.named_groups(plan, "run_groups") -%}
    {%- do columns.extend(["requests.measure", "requests.metric", "requests.k", "found.value"]) -%}
    {%- for count in ["n_queries", "n_unknown"] -%}
        {%- do columns.append(rankhouse.bigint("coalesce(found." ~ count ~ ", 0)") ~ " as " ~ count) -%}
    {%- endfor -%}
    {%- do columns.extend(["found.value_sum", "found.std_error"]) -%}
    {%- do columns.extend(
        rankhouse.interval_of("found.value", "found.std_error", "requests.lowest", "requests.highest")
    ) -%}
    {%- do columns.extend(rankhouse.candidates_column(plan)) -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_requests as requests
        {%- if plan.is_grouped %}
            cross join rankhouse_groups as run_groups
        {%- endif %}
        left join rankhouse_found as found
        on requests.measure = found.measure
        {{ rankhouse.and_match("run_groups", "found", plan.by) }}
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a measure of a group", sql) }}
{%- endmacro %}

{% macro means_over_lists(key) -%}
    select
        {{ rankhouse.listed(key) }},
        avg(value) as value,
        count(value) as n_queries,
        sum(n_unknown) as n_unknown,
        sum(value) as value_sum,
        {{ rankhouse.standard_error("value") }} as std_error
    from rankhouse_list_values
    group by {{ rankhouse.inline(key) }}
{%- endmacro %}

{% macro run_values(key) -%}
    select
        {{ rankhouse.listed(key) }},
        value,
        n_lists as n_queries,
        n_unknown,
        {{ rankhouse.double("null") }} as value_sum,
        {{ rankhouse.double("null") }} as std_error
    from rankhouse_run_values
{%- endmacro %}

{# rankhouse_requests: what the measure can be, and a column for each option of the catalogue. #}
{% macro requests_step(plan) %}
    {%- set row = ["<measure> as measure", "<metric> as metric", rankhouse.bigint("<k>") ~ " as k"] -%}
    {%- do row.append(rankhouse.double("<lowest>") ~ " as lowest") -%}
    {%- do row.append(rankhouse.double("<highest>") ~ " as highest") -%}
    {%- for option, is_number in rankhouse.recommendation_options().items() -%}
        {%- set value = "<" ~ option ~ ">" -%}
        {%- do row.append((rankhouse.double(value) if is_number else rankhouse.text(value)) ~ " as " ~ option) -%}
    {%- endfor -%}
    {%- set requests = rankhouse.per_measure(plan, "select " ~ row | join(",\n"), "\nunion all\n") -%}
    {{ return(rankhouse.step("requests", "a measure that is asked for, with its options", requests)) }}
{% endmacro %}

{# Measure, cutoff and options of a request. #}
{% macro request_columns() %}
    {{
        return(
            rankhouse.select_of(
                "requests", ["measure", "metric", "k"] + rankhouse.recommendation_options().keys() | list
            )
        )
    }}
{% endmacro %}

{# "'gini', 'entropy'": every metric of a level. #}
{% macro metrics_of_level(level) %}
    {%- set names = [] -%}
    {%- for declaration in rankhouse.recommendation_catalogue() if declaration.level == level -%}
        {%- do names.append(declaration.name) -%}
    {%- endfor -%}
    {{ return(rankhouse.literals(names)) }}
{% endmacro %}

{# Each row's metric of a level by its own formula, as far as it is asked for. #}
{% macro value_of_metric(plan, level) %}
    {%- do rankhouse.recommendation_formulas() -%}
    {%- set cases = [] -%}
    {%- for declaration in rankhouse.recommendation_catalogue() if declaration.level == level -%}
        {%- set case = "when " ~ rankhouse.literal(declaration.name) ~ " then " ~ declaration.value() -%}
        {%- do cases.append(rankhouse.needed(plan, declaration.name, case)) -%}
    {%- endfor -%}
    {{ return("case metric\n" ~ cases | join("\n") ~ "\nend") }}
{% endmacro %}
