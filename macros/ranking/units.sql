{#
The queries under evaluation, once in each group (system, day, ...): rankhouse_units (keys, query_id, n_relevant, n_judged,
n_retrieved, and top_score where a measure needs it).
#}
{% macro unit_steps(plan) %}
    {%- set steps = rankhouse.list_steps(plan) if rankhouse.has_lists(plan) else rankhouse.count_steps(plan) -%}
    {{ return(steps + rankhouse.group_steps(plan) + [rankhouse.units_step(plan)]) }}
{% endmacro %}

{# Columns of rankhouse_judged and rankhouse_returned beside the counts. #}
{% macro judged_extras(plan, prefix) %}
    {{
        return(
            ([prefix ~ "best_relevances"] if rankhouse.holds_ideal(plan) else [])
            + ([prefix ~ "graded"] if rankhouse.has_lists(plan) else [])
        )
    }}
{% endmacro %}

{% macro returned_extras(plan) %}
    {%- set lists = ["items", "scores", "sorted_scores", "sorted_items"] -%}
    {{ return(rankhouse.columns_of("returned", lists) if rankhouse.has_lists(plan) else []) }}
{% endmacro %}

{% macro units_step(plan) %}
    {%- set counts = (
        ["judged.n_relevant", "judged.n_judged"]
        + rankhouse.columns_of("judged", rankhouse.ideal_columns(plan))
        + rankhouse.judged_extras(plan, "judged.")
        + rankhouse.returned_extras(plan)
    ) -%}
    {%- set sql -%}
        select
        {{
            rankhouse.listed(
                [rankhouse.judged_columns(plan, "judged"), rankhouse.unshared_columns(plan, "run_groups")]
                + counts
                + ["coalesce(returned.n_retrieved, 0) as n_retrieved"]
                + [rankhouse.needed(plan, "top_score", "returned.top_score")]
            )
        }}
        from rankhouse_judged as judged
        {%- if plan.run_is_grouped %}
            join {{ rankhouse.groups_of_run(plan) }} as run_groups
            on {{ rankhouse.match_judged(plan, "judged", "run_groups") }}
        {%- endif %}
        left join rankhouse_returned as returned
        on {{ rankhouse.match_judged(plan, "judged", "returned", ["query_id"]) }}
        {{ rankhouse.and_match_unshared(plan, "run_groups", "returned") }}
        {{ rankhouse.without_problems(plan, "where") }} {{ rankhouse.other_units(plan) }}
    {%- endset -%}
    {{ return(rankhouse.step("units", "a query under evaluation, in its groups", sql)) }}
{% endmacro %}

{# The other queries that count. #}
{% macro other_units(plan) %}
    {%- if plan.queries == "run" -%} {{ return("union all\n" ~ rankhouse.unjudged_units(plan)) }} {%- endif -%}
    {{ return("") }}
{% endmacro %}

{# The keys of the run that its judgments do not have. #}
{% macro unshared_columns(plan, relation) %}
    {{ return(rankhouse.listed(rankhouse.select_of(relation, plan.unshared_by))) }}
{% endmacro %}

{% macro and_match_unshared(plan, left, right) %}
    {{ return(rankhouse.and_match(left, right, plan.unshared_by)) }}
{% endmacro %}

{# The keys of a query without judgments: columns that only the judgments have are of no group. #}
{% macro unjudged_columns(plan) %}
    {%- set columns = [] -%}
    {%- for key in plan.judged_by -%}
        {%- do columns.append((rankhouse.no_group() if key in plan.own_by else "returned." ~ key) ~ " as " ~ key) -%}
    {%- endfor -%}
    {{ return(rankhouse.listed(columns + ["returned.query_id as query_id"])) }}
{% endmacro %}

{# Queries of the run that nobody has judged. #}
{% macro unjudged_units(plan) -%}
    {%- set columns = [rankhouse.unjudged_columns(plan), rankhouse.unshared_columns(plan, "returned")] -%}
    {%- for name in ["n_relevant", "n_judged"] + rankhouse.ideal_columns(plan) -%}
        {%- do columns.append("0 as " ~ name) -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.judged_extras(plan, "null as ") + rankhouse.returned_extras(plan)) -%}
    {%- do columns.append("returned.n_retrieved") -%}
    {%- do columns.append(rankhouse.needed(plan, "top_score", "returned.top_score")) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_returned as returned
    where
        not exists (
            select 1
            from rankhouse_judged as judged
            where {{ rankhouse.match_judged(plan, "judged", "returned", ["query_id"]) }}
        )
        {{ rankhouse.without_problems(plan, "and") }}
{%- endmacro %}

{# What is known of each list, and of each query's judgments. #}
{% macro count_steps(plan) %}
    {%- set carried = rankhouse.carried_columns(plan, plan.own_by) -%}
    {%- set judged -%}
        select
        {{
            rankhouse.listed(
                [rankhouse.judged_columns(plan)]
                + carried
                + [
                    "sum(" ~ rankhouse.hit(plan, "relevance") ~ ") as n_relevant",
                    rankhouse.count_of_judged(plan) ~ " as n_judged",
                    rankhouse.best_relevances(plan),
                ]
                + rankhouse.ideal_sums(plan)
            )
        }}
        from {{ rankhouse.judgments_by_relevance(plan) }}
        group by {{ rankhouse.inline([rankhouse.judged_key(plan)] + carried) }}
    {%- endset -%}
    {%- set steps = [] if rankhouse.is_pruned(plan) else [rankhouse.returned_step(plan)] -%}
    {{ return(steps + [rankhouse.step("judged", "the judgments of a query", judged)]) }}
{% endmacro %}

{% macro returned_step(plan, source="run") %}
    {%- set list = plan.run_by + rankhouse.carried_columns(plan, plan.run_by) + ["query_id"] -%}
    {%- set sql -%}
        select
        {{
            rankhouse.listed(
                list
                + ["count(*) as n_retrieved"]
                + [rankhouse.needed(plan, "top_score", "max(score) as top_score")]
                + rankhouse.best_scores(plan)
            )
        }}
        from rankhouse_{{ source }}
        group by {{ rankhouse.inline(list) }}
    {%- endset -%}
    {{ return(rankhouse.step("returned", "the list of a query", sql)) }}
{% endmacro %}

{% macro count_of_judged(plan) %}
    {{ return("count(case when relevance >= 0 then 1 end)" if rankhouse.skips_negatives(plan) else "count(*)") }}
{% endmacro %}

{# The step with every group of the run, including those whose items are all left out. #}
{% macro returned_step_name(plan) %}
    {{ return("scored_items" if rankhouse.drops_items(plan) else "returned") }}
{% endmacro %}

{# The groups that name those of the run, and of the judgments where these name columns of their own, where keys do not. #}
{% macro group_steps(plan) %}
    {%- set steps = [] -%}
    {%- if rankhouse.carried_columns(plan, plan.run_by) -%}
        {%- do steps.append(rankhouse.step("groups", "a group of the run", rankhouse.distinct_groups(plan))) -%}
    {%- endif -%}
    {%- if rankhouse.carried_columns(plan, plan.own_by) -%}
        {%- set sql -%}
            select distinct {{ rankhouse.inline(plan.own_by + rankhouse.carried_columns(plan, plan.own_by)) }}
            from rankhouse_judged
        {%- endset -%}
        {%- do steps.append(rankhouse.step("judged_groups", "a group of the judgments", sql)) -%}
    {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{# As a relation. #}
{% macro groups_of_run(plan) %}
    {%- if rankhouse.carried_columns(plan, plan.run_by) -%} {{ return("rankhouse_groups") }}{%- endif -%}
    {{ return("(\n" ~ rankhouse.distinct_groups(plan) ~ "\n)") }}
{% endmacro %}

{# Where `plan.run` is a part of a run, `plan.groups_of_run` is a relation with the groups of all of it. #}
{% macro distinct_groups(plan) -%}
    {%- if plan.groups_of_run is defined -%}
        select distinct {{ rankhouse.listed(rankhouse.keys_of_side(plan, "run", "groups_of_run")) }}
        from {{ rankhouse.as_source(plan.groups_of_run, "groups_of_run") }}
    {%- else -%}
        select distinct {{ rankhouse.inline(plan.run_by + rankhouse.carried_columns(plan, plan.run_by)) }}
        from rankhouse_{{ rankhouse.returned_step_name(plan) }}
    {%- endif -%}
{%- endmacro %}
