{#
Why two libraries disagree: the values of `measures` by the convention `source`, then after each group of options has
been switched to those of `target`, one group at a time. One row per measure and step: measure, step (0: by the source),
switched, before, after, value, difference (to the step above: they add up to the whole). `per_query` gives query_id
too; a query that counts in one of two steps alone has no difference there. none is the way of this package.
Arguments as in query_metrics; `ties` takes the place of the conventions' rules.
#}
{% macro explain(
    run,
    judgments=none,
    measures=["ndcg@10"],
    source=none,
    target=none,
    by=[],
    judgments_by=[],
    columns={},
    ties=none,
    per_query=false,
    checked=false,
    exclude=none,
    candidates=none
) -%}
    {%- set steps = [] -%}
    {%- do rankhouse.list_of_measures(measures) -%} {%- do rankhouse.yes_or_no("per_query", per_query) -%}
    {%- for text in rankhouse.each_cutoff(measures) -%}
        {%- for each in rankhouse.steps_between(text, source, target, ties) -%}
            {%- set plan = rankhouse.plan(
                run,
                judgments,
                [each.measure],
                by,
                judgments_by,
                columns,
                {
                    "checked": checked,
                    "convention": each.settings,
                    "exclude": exclude,
                    "candidates": candidates,
                },
            ) -%}
            {%- do steps.append(
                {
                    "measure": text,
                    "step": loop.index0,
                    "switched": each.name,
                    "before": each.before,
                    "after": each.after,
                    "texts": ["switched", "before", "after"],
                    "values": rankhouse.query_metrics_of(plan) if per_query else rankhouse.metrics_of(plan),
                }
            ) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do rankhouse.check_groups("explain", {"by": by, "judgments_by": judgments_by}) -%}
    {%- set plan = rankhouse.groups_of(by, by if judgments is none else judgments_by) -%}
    {%- do plan.update({"steps": steps, "per_query": per_query}) -%}
    {{ rankhouse.laid_out(rankhouse.explain_of(plan)) }}
{%- endmacro %}

{% macro explain_of(plan) -%}
    {%- set key = rankhouse.quoted_outputs(plan) + (["query_id"] if plan.per_query else []) -%}
    {%- set series = "partition by " ~ rankhouse.inline(key + ["measure"]) ~ " order by step" -%}
    {%- set columns = ["<measure> as measure", "<step> as step"] -%}
    {%- for column in ["switched", "before", "after"] -%}
        {%- do columns.append(rankhouse.text("<" ~ column ~ ">") ~ " as " ~ column) -%}
    {%- endfor -%}
    {%- set evaluated -%}
        select
        {{ rankhouse.listed(key + columns + ["value"]) }}
        from (
            <values>
        ) as evaluated
    {%- endset -%}
    select
        {{ rankhouse.listed(key + ["measure", "step", "switched", "before", "after", "value"]) }},
        case when lag(step) over ({{ series }}) = step - 1 then value - lag(value) over ({{ series }}) end as difference
    from ({{ rankhouse.per_measure(plan, evaluated, "\nunion all\n", "steps") }}) as steps
{%- endmacro %}

{# What is switched together, in this order. #}
{% macro switches() %}
    {{
        return(
            {
                "relevance": ["relevances", "grades", "negatives"],
                "gain": ["gain", "negative", "discount", "log_base", "max_grade"],
                "ideal": ["ideal"],
                "pool": ["pool"],
                "denominator": [
                    "denominator",
                    "interpolation",
                    "rounding",
                    "weights",
                    "beta",
                    "p",
                    "partial",
                    "recall",
                ],
                "ties": ["ties", "ids", "scores", "ranks"],
                "unjudged": ["unjudged"],
                "queries": ["queries", "only", "undefined", "without_relevant"],
            }
        )
    }}
{% endmacro %}

{# A measure's settings by the source, and after each switch that changes something. #}
{% macro steps_between(text, source, target, ties=none) %}
    {%- set before = rankhouse.all_settings(text, source, ties) -%}
    {%- set after = rankhouse.all_settings(text, target, ties) -%}
    {%- set now = {} -%}
    {%- do now.update(before) -%}
    {%- set steps = [
        {
            "name": none,
            "before": none,
            "after": none,
            "settings": rankhouse.as_convention(now),
            "measure": now.measure,
        }
    ] -%}
    {%- for name, settings in rankhouse.switches().items() -%}
        {%- set changed = [] -%}
        {%- for setting in settings if before.get(setting) != after.get(setting) -%}
            {%- do changed.append(setting) -%} {%- do now.update({setting: after[setting]}) -%}
        {%- endfor -%}
        {%- if changed -%}
            {%- do steps.append(
                {
                    "name": name,
                    "before": rankhouse.spelled_settings(before, changed),
                    "after": rankhouse.spelled_settings(after, changed),
                    "settings": rankhouse.as_convention(now),
                    "measure": now.measure,
                }
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(steps) }}
{% endmacro %}

{# Everything that decides a value, flat: a measure's options, policies, and how ids and numbers are read. #}
{% macro all_settings(text, convention, ties=none) %}
    {%- set settings = rankhouse.convention(convention) -%}
    {%- set measure = rankhouse.parse_measures([text], settings=settings)[0] -%}
    {%- set flat = {
        "metric": measure.metric,
        "measure": measure.metric ~ ("@" ~ measure.k if measure.k is not none else ""),
        "only": measure.only,
        "without_relevant": measure.without_relevant,
        "options": measure.declaration.options.keys() | list,
    } -%}
    {%- for option in measure.declaration.options -%} {%- do flat.update({option: measure[option]}) -%} {%- endfor -%}
    {%- for policy, choices in rankhouse.policies().items() -%}
        {%- do flat.update({policy: settings.get(policy, choices[0])}) -%}
    {%- endfor -%}
    {%- if ties is not none -%} {%- do flat.update({"ties": ties}) -%} {%- endif -%}
    {%- for name in rankhouse.readings() -%}
        {%- do flat.update({name: settings.get("read_as", {}).get(name)}) -%}
    {%- endfor -%}
    {{ return(flat) }}
{% endmacro %}

{% macro as_convention(flat) %}
    {%- set measure = {"queries": flat.only, "without_relevant": flat.without_relevant} -%}
    {%- for option in flat.options -%} {%- do measure.update({option: flat[option]}) -%} {%- endfor -%}
    {%- set read_as = {} -%}
    {%- for name in rankhouse.readings() -%} {%- do read_as.update({name: flat[name]}) -%} {%- endfor -%}
    {%- set settings = {"measures": {flat.metric: measure}, "read_as": read_as} -%}
    {%- for policy in rankhouse.policies() -%} {%- do settings.update({policy: flat[policy]}) -%} {%- endfor -%}
    {{ return(settings) }}
{% endmacro %}

{# "gain=linear, item ids: as text": an option as it is written in a measure, anything else in words. #}
{% macro spelled_settings(flat, names) %}
    {%- set spelled = [] -%}
    {%- set words = rankhouse.words_of_settings() -%}
    {%- for name in names -%}
        {%- set value = flat.get(name) | string -%}
        {%- do spelled.append(
            words[name].name ~ ": " ~ words[name].said.get(value, value)
            if name in words
            else name ~ "=" ~ value
        ) -%}
    {%- endfor -%}
    {{ return(spelled | join(", ")) }}
{% endmacro %}

{# What settings other than options and policies are called, and what their values mean. #}
{% macro words_of_settings() %}
    {{
        return(
            {
                "only": {"name": "queries in the mean", "said": {"None": "all"}},
                "without_relevant": {"name": "queries without relevant items", "said": {"None": "undefined"}},
                "ids": {"name": "item ids", "said": {"None": "as given", "text": "as text"}},
                "scores": {"name": "scores", "said": {"None": "as given", "float32": "as 32-bit floats"}},
                "ranks": {"name": "given ranks", "said": {"None": "as given", "order": "as an order, without gaps"}},
                "relevances": {"name": "relevance", "said": {"None": "as given", "whole": "without fractions"}},
                "grades": {
                    "name": "relevant items",
                    "said": {"None": "with a grade above 0", "listed": "all judged"},
                },
                "negatives": {
                    "name": "relevance below 0",
                    "said": {"None": "not relevant", "unjudged": "not judged"},
                },
            }
        )
    }}
{% endmacro %}
