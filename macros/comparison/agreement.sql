{#
How much two systems' lists agree, without judgments: one row per group, pair of systems and measure, the mean over the
queries that both have. The by columns, system, baseline, measure, metric, k, value, n_queries (queries with a value),
n_missing (queries that only one of the two has), value_sum, std_error, ci_low, ci_high.
#}
{% macro agreement(run, measures=none, system="system", baseline=none, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("agreement", kwargs) -%}
    {%- set plan = rankhouse.agreement_plan("agreement", run, measures, system, baseline, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.agreement_of(plan)) if execute }}
{%- endmacro %}

{#
The same by query: the by columns, system, baseline, query_id, measure, metric, k, value, n_items, baseline_items and
n_common, the items of the two lists and those in both, down to the cutoff. A query that only one of the two has gets a row
whose value is NULL.
#}
{% macro query_agreement(run, measures=none, system="system", baseline=none, by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("query_agreement", kwargs) -%}
    {%- set plan = rankhouse.agreement_plan("query_agreement", run, measures, system, baseline, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.query_agreement_of(plan)) if execute }}
{%- endmacro %}

{#
What the steps need to know, the arguments checked. needs: the metrics asked for, their families (lists, prefixes, orders),
what else they need, and `tied` where any of them considers ties. `systems`: those that are compared, in an order of their
own.
#}
{% macro agreement_plan(macro, run, measures, system, baseline, by, columns, systems=[]) %}
    {%- do rankhouse.a_relation("run", run) -%}
    {%- do rankhouse.check_arguments("agreement", {"system": system}) -%}
    {%- do rankhouse.names_beside_role("by", by, "system", system) -%}
    {%- do rankhouse.check_groups(macro, {"by": by}) -%}
    {%- do rankhouse.known_columns(columns, rankhouse.agreement_columns(), ["run"]) -%}
    {%- set measures = rankhouse.default_agreement_measures() if measures is none else measures -%}
    {%- set declared = rankhouse.by_name(rankhouse.agreement_catalogue()).declared -%}
    {%- set formed = [] -%}
    {%- for measure in rankhouse.parse_measures(measures, rankhouse.agreement_catalogue()) -%}
        {%- set own = rankhouse.planned_agreement_measure(declared[measure.metric], measure) -%}
        {%- do formed.append(dict(own, measure=measure.measure, metric=measure.metric, k=measure.k)) -%}
    {%- endfor -%}
    {%- set named = {} -%}
    {%- do named.update(columns) -%}
    {%- do named.update({"run.system": system}) -%}
    {%- set plan = {
        "run": run,
        "measures": formed,
        "needs": formed | map(attribute="needs") | sum(start=[]),
        "columns": named,
        "systems": systems,
        "baseline": rankhouse.asked_side(system, baseline),
        "read_as": {},
        "depth": rankhouse.depth_of(formed),
        "weighted": false,
    } -%}
    {%- do plan.update(rankhouse.groups_of(by)) -%}
    {%- do plan.update(rankhouse.require_lists_of_systems(plan)) -%}
    {{ return(plan) }}
{% endmacro %}

{# A measure that is asked for as the steps take it, by its declaration. #}
{% macro planned_agreement_measure(declaration, measure) %}
    {%- set needs = [measure.metric, declaration.family] + rankhouse.needs_of(declaration, measure.options) -%}
    {%- set is_tied = declaration.is_tied is defined or measure.options.get("ties", "item") != "item" -%}
    {%- set formed = {
        "texts": ["ties", "denominator"],
        "needs": needs + (["tied"] if is_tied else []),
    } -%}
    {%- do formed.update(rankhouse.limits_of(declaration, measure.options, measure.k)) -%}
    {%- for option in ["p", "ties", "denominator"] -%}
        {%- do formed.update({option: measure.options.get(option)}) -%}
    {%- endfor -%}
    {{ return(formed) }}
{% endmacro %}

{# What `columns` may rename. #}
{% macro agreement_columns() %} {{ return(["query_id", "item_id", "score", "rank"]) }}{% endmacro %}

{% macro agreement_of(plan) -%}
    {%- set group = plan.by + ["system_number", "other_number", "measure", "metric", "k", "lowest", "highest"] -%}
    {%- set steps = rankhouse.agreement_steps(plan) -%}
    {%- do steps.append(
        rankhouse.step(
            "summary",
            "two systems by a measure, over their queries",
            rankhouse.summary_of_values(plan, group, "measured"),
        )
    ) -%}
    {%- set figures = ["summary.value", rankhouse.bigint("summary.n_queries") ~ " as n_queries"] -%}
    {%- do figures.append(rankhouse.bigint("summary.n_missing") ~ " as n_missing") -%}
    {%- set error = rankhouse.finite("summary.std_error") -%}
    {%- do figures.extend(["summary.value_sum", error ~ " as std_error"]) -%}
    {%- do figures.extend(rankhouse.interval_of("summary.value", error, "summary.lowest", "summary.highest")) -%}
    {{
        rankhouse.query_of(
            steps,
            "two systems by a measure",
            rankhouse.agreement_answer(plan, "summary", ["measure", "metric", "k"], figures),
        )
    }}
{%- endmacro %}

{% macro query_agreement_of(plan) -%}
    {%- set figures = ["measured.value"] -%}
    {%- for count in ["n_items", "baseline_items", "n_common"] -%}
        {%- do figures.append(rankhouse.bigint("coalesce(measured." ~ count ~ ", 0)") ~ " as " ~ count) -%}
    {%- endfor -%}
    {{
        rankhouse.query_of(
            rankhouse.agreement_steps(plan),
            "two systems by a measure, for a query",
            rankhouse.agreement_answer(plan, "measured", ["query_id", "measure", "metric", "k"], figures),
        )
    }}
{%- endmacro %}

{% macro agreement_answer(plan, source, key, figures) -%}
    {%- set columns = rankhouse.named_groups(plan, source) -%}
    {%- do columns.extend(rankhouse.named_systems()) -%}
    {%- do columns.extend(rankhouse.select_of(source, key) + figures) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_{{ source }} as {{ source }}
    join rankhouse_systems as own on {{ source }}.system_number = own.system_number
    join
        rankhouse_systems as other on {{ source }}.other_number = other.system_number
        {{ rankhouse.group_joins(plan, source) }}
{%- endmacro %}

{# The steps that end in rankhouse_measured: a value of two lists, with is_missing. #}
{% macro agreement_steps(plan) %}
    {%- set steps = rankhouse.paired_lists_steps(plan) -%}
    {%- if "prefixes" in plan.needs -%} {%- do steps.extend(rankhouse.overlap_steps(plan)) -%} {%- endif -%}
    {%- if "orders" in plan.needs -%} {%- do steps.extend(rankhouse.order_steps(plan)) -%} {%- endif -%}
    {%- do steps.extend(rankhouse.agreement_values_steps(plan)) -%}
    {{ return(steps) }}
{% endmacro %}

{# Each pair of lists with each measure asked for, by the measure's own formula. #}
{% macro agreement_values_steps(plan) %}
    {%- set key = plan.by + ["system_number", "other_number", "query_id"] -%}
    {%- set columns = rankhouse.select_of("compared", key + ["n_items", "baseline_items", "shorter", "longer"]) -%}
    {%- do columns.extend(
        rankhouse.select_of("requests", ["measure", "metric", "k", "p", "denominator", "lowest", "highest"])
    ) -%}
    {%- for count in ["n_common", "n_in_place"] -%}
        {%- do columns.append("coalesce(counted." ~ count ~ ", 0) as " ~ count) -%}
    {%- endfor -%}
    {%- if "prefixes" in plan.needs -%} {%- do columns.extend(rankhouse.prefix_sum_columns(plan)) -%} {%- endif -%}
    {%- if "orders" in plan.needs -%}
        {%- do columns.append("coalesce(inverted.inversions, 0) as inversions") -%}
        {%- for sum in ["wrong_way", "wrong_other_way"] -%}
            {%- set filled = "coalesce(inverted." ~ sum ~ ", 0) as " ~ sum -%}
            {%- do columns.append(rankhouse.needed(plan, "wrong_ways", filled)) -%}
        {%- endfor -%}
        {%- if "tied" in plan.needs -%} {%- do columns.extend(rankhouse.order_sums().keys()) -%} {%- endif -%}
    {%- endif -%}
    {%- set requested -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_compared as compared
        join rankhouse_requests as requests on {{ rankhouse.match("compared", "requests", ["cutoff", "tie_rule"]) }}
        left join rankhouse_counted as counted on compared.number = counted.number
        {% if "prefixes" in plan.needs %}
            left join
                rankhouse_prefix_sums as prefixes
                on compared.number = prefixes.number
                and {{ rankhouse.match("requests", "prefixes", ["p", "ties"]) }}
        {% endif %}
        {% if "orders" in plan.needs %}
            left join rankhouse_inversion_sums as inverted on compared.number = inverted.number
            {% if "tied" in plan.needs %}
                left join rankhouse_order_sums as orders on compared.number = orders.number
            {% endif %}
        {% endif %}
    {%- endset -%}
    {%- set kept = key + ["measure", "metric", "k", "lowest", "highest", "n_items", "baseline_items", "n_common"] -%}
    {%- do rankhouse.agreement_formulas() -%}
    {%- set cases = [] -%}
    {%- for declaration in rankhouse.agreement_catalogue() -%}
        {%- set case = "when " ~ rankhouse.literal(declaration.name) ~ " then " ~ declaration.value() -%}
        {%- do cases.append(rankhouse.needed(plan, declaration.name, case)) -%}
    {%- endfor -%}
    {%- set valued -%}
        select
        {{ rankhouse.listed(kept + ["longer"]) }},
        case metric
        {{ cases | join("\n") }}
        end as value
        from rankhouse_requested
    {%- endset -%}
    {#- Rounding may carry a value past its limits. -#}
    {%- set value = rankhouse.within_limits("value", "lowest", "highest") -%}
    {%- set measured -%}
        select
        {{ rankhouse.listed(kept) }},
        case when longer is not null then {{ value }} end as value,
        longer is null as is_missing
        from rankhouse_valued
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("requested", "two lists and a measure", requested),
                rankhouse.step("valued", "the same with its value", valued),
                rankhouse.step("measured", "the same where both lists are there", measured),
            ]
        )
    }}
{% endmacro %}
