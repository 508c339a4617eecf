{#
How well a measure tells systems apart (Sakai 2006), one row per group and measure, from what compare gives without a
baseline: the by columns, measure, n_pairs, n_untested (p_value is NULL), n_different (below `alpha`),
discriminative_power, their share of the tested pairs, and queries_needed: so many queries are enough for `share` of the
pairs, each with the power that compare was asked for. NULL where fewer pairs have a number: a pair without difference
needs infinitely many.
#}
{% macro discriminative_power(comparisons, by=[], alpha=0.05, share=0.5, columns={}) -%}
    {%- do rankhouse.refuse_others("discriminative_power", kwargs) -%}
    {%- set arguments = {"comparisons": comparisons, "alpha": alpha, "share": share} -%}
    {%- set plan = rankhouse.plan_of("discriminative_power", rankhouse.reads_comparisons(), arguments, by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.discriminative_power_of(plan)) if execute }}
{%- endmacro %}

{% macro discriminative_power_of(plan) -%}
    {%- set key = plan.by + ["measure"] -%}
    {%- set steps = [
        rankhouse.step("values", "two systems by a measure", rankhouse.rows_declared(plan, "comparisons")),
        rankhouse.step("placed", "the same in the order of what they need", rankhouse.placed_pairs(key)),
    ] -%}
    {%- do steps.extend(rankhouse.value_group_steps(plan)) -%}
    {{ rankhouse.query_of(steps, "a measure", rankhouse.discriminative_power_answer(plan, key)) }}
{%- endmacro %}

{% macro placed_pairs(key) -%}
    {%- set of_key = "partition by " ~ rankhouse.inline(key) -%}
    select
        pairs.*,
        row_number() over ({{ of_key }} order by coalesce(queries_needed, 1e300)) as place,
        count(*) over ({{ of_key }}) as n_pairs
    from rankhouse_values as pairs
{%- endmacro %}

{% macro discriminative_power_answer(plan, key) -%}
    {%- set is_last = "place = ceil(" ~ rankhouse.double(plan.share) ~ " * n_pairs - 1e-9)" -%}
    {%- set figures = {
        "n_pairs": "count(*)",
        "n_tested": "count(p_value)",
        "n_different": "sum(case when p_value < " ~ rankhouse.double(plan.alpha) ~ " then 1 else 0 end)",
        "queries_needed": "max(case when " ~ is_last ~ " then queries_needed end)",
    } -%}
    {%- set columns = rankhouse.named_groups(plan, "summed") -%}
    {%- do columns.append("summed.measure as measure") -%}
    select
        {{ rankhouse.listed(columns) }},
        {{ rankhouse.bigint("summed.n_pairs") }} as n_pairs,
        {{ rankhouse.bigint("summed.n_pairs - summed.n_tested") }} as n_untested,
        {{ rankhouse.bigint("summed.n_different") }} as n_different,
        {{ rankhouse.ratio("summed.n_different", "summed.n_tested") }} as discriminative_power,
        {{ rankhouse.bigint("summed.queries_needed") }} as queries_needed
    from
        (
            select {{ rankhouse.listed(key + rankhouse.named_expressions(figures)) }}
            from rankhouse_placed
            group by {{ rankhouse.inline(key) }}
        ) as summed {{ rankhouse.group_joins(plan, "summed") }}
{%- endmacro %}
