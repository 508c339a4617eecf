{#
Why two libraries disagree: the values of `measures` by the convention `source`, then after each group of options has
been switched to those of `target`, one group at a time. One row per measure and step: measure, step (0: by the source),
switched, before, after, value, difference (to the step above: they add up to the whole). `per_query` gives query_id
too; a query that counts in one of two steps alone has no difference there. none stands for this package's own rules.
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
    {%- do rankhouse.refuse_others("explain", kwargs) -%}
    {%- set arguments = {
        "run": run,
        "judgments": judgments,
        "by": by,
        "judgments_by": judgments_by,
        "columns": columns,
        "checked": checked,
        "exclude": exclude,
        "candidates": candidates,
    } -%}
    {%- set inputs = rankhouse.ranking_inputs(arguments) -%}
    {%- do rankhouse.check_groups("explain", {"by": by, "judgments_by": judgments_by}) -%}
    {%- do rankhouse.list_of_measures(measures) -%}
    {%- do rankhouse.check_arguments("explain", {"per_query": per_query, "ties": ties}) -%}
    {%- set read = rankhouse.read_policies(arguments) -%}
    {%- set steps = [] -%}
    {%- for text in rankhouse.each_cutoff(measures) -%}
        {%- do steps.extend(rankhouse.steps_between(text, source, target, ties)) -%}
    {%- endfor -%}
    {%- set plan = rankhouse.groups_of(by, inputs.judgments_by) -%}
    {%- do plan.update(rankhouse.evaluated_steps(steps, inputs, read, per_query)) -%}
    {%- do plan.update({"per_query": per_query}) -%}
    {{ rankhouse.laid_out(rankhouse.explain_of(plan)) if execute }}
{%- endmacro %}

{#
The steps, and `readings`, the queries of their values: steps with the same policies and readings of the inputs are measures
of one query, so that it is not the number of measures that says how often the inputs are read.
#}
{% macro evaluated_steps(steps, inputs, read, per_query) %}
    {%- set evaluated, readings = [], {} -%}
    {%- for each in steps -%}
        {%- set read_as, now, settings = {}, {}, [] -%}
        {%- for name in rankhouse.readings() -%}
            {%- do read_as.update({name: each.settings[name]}) -%}
            {%- do settings.append(each.settings[name] | string) -%}
        {%- endfor -%}
        {%- for policy in rankhouse.policies() -%}
            {%- do now.update({policy: each.settings[policy]}) -%}
            {%- do settings.append(each.settings[policy] | string) -%}
        {%- endfor -%}
        {%- set text = each.metric ~ ("@" ~ each.k if each.k is not none else "") -%}
        {%- set measure = {
            "text": text,
            "measure": text ~ ", " ~ loop.index,
            "metric": each.metric,
            "k": each.k,
            "options": each.settings,
            "only": each.settings["only"],
            "without_relevant": each.settings["without_relevant"],
        } -%}
        {%- set settings = settings | join(", ") -%}
        {%- if settings not in readings -%}
            {%- do readings.update({settings: {"read": dict(read, read_as=read_as, **now), "measures": []}}) -%}
        {%- endif -%}
        {%- do readings[settings].measures.append(measure) -%}
        {%- do evaluated.append(
            {
                "evaluated_as": measure.measure,
                "measure": each.text,
                "step": each.step,
                "switched": each.switched,
                "before": each.before,
                "after": each.after,
                "texts": ["evaluated_as", "switched", "before", "after"],
            }
        ) -%}
    {%- endfor -%}
    {%- set queries = [] -%}
    {%- for reading in readings.values() -%}
        {%- set plan = rankhouse.ranking_plan(inputs, reading.read, reading.measures) -%}
        {%- set values = rankhouse.query_metrics_of(plan) if per_query else rankhouse.metrics_of(plan) -%}
        {%- do queries.append({"values": values}) -%}
    {%- endfor -%}
    {{ return({"steps": evaluated, "readings": queries}) }}
{% endmacro %}

{% macro explain_of(plan) -%}
    {%- set key = rankhouse.quoted_outputs(plan) + (["query_id"] if plan.per_query else []) -%}
    {%- set series = "partition by " ~ rankhouse.inline(key + ["measure"]) ~ " order by step" -%}
    {%- set texts = ["switched", "before", "after"] -%}
    {%- set labels = ["<evaluated_as> as evaluated_as", "<measure> as measure", "<step> as step"] -%}
    {%- for column in texts -%}
        {%- do labels.append(rankhouse.text("<" ~ column ~ ">") ~ " as " ~ column) -%}
    {%- endfor -%}
    {%- set evaluated -%}
        select
        {{ rankhouse.listed(key + ["measure", "value"]) }}
        from (
            <values>
        ) as reading
    {%- endset -%}
    select
        {{ rankhouse.listed(key + ["measure", "step"] + texts + ["value"]) }},
        case when lag(step) over ({{ series }}) = step - 1 then value - lag(value) over ({{ series }}) end as difference
    from
        (
            select
                {{
                    rankhouse.listed(
                        rankhouse.select_of("evaluated", key)
                        + rankhouse.select_of("labels", ["measure", "step"] + texts)
                        + ["evaluated.value as value"]
                    )
                }}
            from ({{ rankhouse.per_measure(plan, evaluated, "\nunion all\n", "readings") }}) as evaluated
            join
                (
                    {{ rankhouse.per_measure(plan, "select\n" ~ rankhouse.listed(labels), "\nunion all\n", "steps") }}
                ) as labels
                on evaluated.measure = labels.evaluated_as
        ) as steps
{%- endmacro %}

{# What is switched together, in this order, with what has been switched by then. #}
{% macro switches() %}
    {%- set groups = {
        "relevance": ["relevances", "grades", "negatives"],
        "gain": ["gain", "negative", "discount", "log_base", "max_grade"],
        "ideal": ["ideal"],
        "pool": ["pool"],
        "denominator": [
            "denominator",
            "verdicts",
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
    } -%}
    {%- set found = [{"name": none, "settings": [], "switched": []}] -%}
    {%- for name, settings in groups.items() -%}
        {%- do found.append({"name": name, "settings": settings, "switched": found[-1].switched + settings}) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# A measure by the source, and after each switch that changes something. #}
{% macro steps_between(text, source, target, ties=none) %}
    {%- set read = rankhouse.read_by([source, target], text, ties) -%}
    {%- set steps = [] -%}
    {%- for each in rankhouse.switched_between(rankhouse.switches(), read[0].settings, read[1].settings) -%}
        {%- do steps.append(dict(each, text=text, metric=read[0].metric, k=read[0].k, step=loop.index0)) -%}
    {%- endfor -%}
    {{ return(steps) }}
{% endmacro %}

{% macro switched_between(switches, before, after) %}
    {%- set found = [] -%}
    {%- for each in switches -%}
        {%- set changed = [] -%}
        {%- for name in each.settings if before.get(name) != after.get(name) -%}
            {%- do changed.append(name) -%}
        {%- endfor -%}
        {%- if changed or loop.first -%}
            {%- set now = [] -%}
            {%- for name in before -%}
                {%- do now.append([name, after[name] if name in each.switched else before[name]]) -%}
            {%- endfor -%}
            {%- do found.append(
                {
                    "switched": each.name,
                    "before": rankhouse.spelled_settings(before, changed) if changed else none,
                    "after": rankhouse.spelled_settings(after, changed) if changed else none,
                    "settings": dict(now),
                }
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{#
Everything that decides a measure's values by each of several conventions: its options, policies, and how ids and numbers
are read.
#}
{% macro read_by(conventions, text, ties=none) %}
    {%- set found = [] -%}
    {%- for name in conventions -%}
        {%- set convention = rankhouse.convention(name) -%}
        {%- set measure = rankhouse.parse_measures([text], settings=convention)[0] -%}
        {%- set settings = [["only", measure.only], ["without_relevant", measure.without_relevant]] -%}
        {%- for option in measure.options -%}
            {%- do settings.append([option, measure.options[option]]) -%}
        {%- endfor -%}
        {%- for policy, choices in rankhouse.policies().items() -%}
            {%- set value = convention.get(policy, choices[0]) -%}
            {%- do settings.append([policy, ties if policy == "ties" and ties is not none else value]) -%}
        {%- endfor -%}
        {%- for reading in rankhouse.readings() -%}
            {%- do settings.append([reading, convention.get("read_as", {}).get(reading)]) -%}
        {%- endfor -%}
        {%- do found.append({"metric": measure.metric, "k": measure.k, "settings": dict(settings)}) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# "gain=linear, item ids: as text": an option as it is written in a measure, anything else in words. #}
{% macro spelled_settings(settings, names) %}
    {%- set spelled = [] -%}
    {%- set words, values = rankhouse.setting_words(), rankhouse.setting_value_words() -%}
    {%- for name in names -%}
        {%- set value = settings.get(name) | string -%}
        {%- do spelled.append(
            words[name] ~ ": " ~ values.get(name ~ "=" ~ value, value)
            if name in words
            else name ~ "=" ~ value
        ) -%}
    {%- endfor -%}
    {{ return(spelled | join(", ")) }}
{% endmacro %}

{# The names, in words, of settings other than options and policies. #}
{% macro setting_words() %}
    {{
        return(
            {
                "only": "queries in the mean",
                "without_relevant": "queries without relevant items",
                "ids": "item ids",
                "scores": "scores",
                "ranks": "given ranks",
                "relevances": "relevance",
                "grades": "relevant items",
                "negatives": "relevance below 0",
            }
        )
    }}
{% endmacro %}

{# Their values in words. #}
{% macro setting_value_words() %}
    {{
        return(
            {
                "only=None": "all",
                "without_relevant=None": "undefined",
                "ids=None": "as given",
                "ids=text": "as text",
                "scores=None": "as given",
                "scores=float32": "as 32-bit floats",
                "ranks=None": "as given",
                "ranks=order": "as an order, without gaps",
                "relevances=None": "as given",
                "relevances=whole": "without fractions",
                "grades=None": "with a grade above 0",
                "grades=listed": "all judged",
                "negatives=None": "not relevant",
                "negatives=unjudged": "not judged",
            }
        )
    }}
{% endmacro %}
