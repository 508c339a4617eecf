{#
The queries under evaluation, once in each group (system, day, ...): rankhouse_units (keys, query_id, n_relevant, n_judged,
n_retrieved).
#}
{% macro unit_steps(plan) %}
    {%- set steps = rankhouse.list_steps(plan) if rankhouse.in_lists(plan) else rankhouse.count_steps(plan) -%}
    {{ return(steps + rankhouse.group_steps(plan) + [rankhouse.units_step(plan)]) }}
{% endmacro %}

{# Columns of rankhouse_judged and rankhouse_returned beside the counts. #}
{% macro judged_extras(plan) %}
    {{
        return(
            (["best_relevances"] if rankhouse.best_relevances(plan) else [])
            + (["graded"] if rankhouse.in_lists(plan) else [])
        )
    }}
{% endmacro %}

{% macro returned_extras(plan) %}
    {{ return(["items", "scores", "sorted_scores", "sorted_items"] if rankhouse.in_lists(plan) else []) }}
{% endmacro %}

{% macro units_step(plan) %}
    {%- set columns = rankhouse.select_of("judged", plan.judged_by + ["query_id"])
        + rankhouse.select_of("run_groups", plan.unshared_by) -%}
    {%- set counts = ["judged.n_relevant", "judged.n_judged"]
        + rankhouse.columns_of("judged", rankhouse.judged_extras(plan))
        + rankhouse.columns_of("returned", rankhouse.returned_extras(plan)) -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns + counts + ["coalesce(returned.n_retrieved, 0) as n_retrieved"]) }}
        from rankhouse_judged as judged
        {%- if plan.run_is_grouped %}
            join rankhouse_groups as run_groups
        on {{ rankhouse.match("judged", "run_groups", plan.shared_by) }}
        {%- endif %}
        left join rankhouse_returned as returned
        on {{ rankhouse.match("judged", "returned", plan.shared_by + ["query_id"]) }}
        {{ rankhouse.and_match("run_groups", "returned", plan.unshared_by) }}
        {%- if plan.queries == "judged" %}
            where judged.n_relevant > 0
        {%- elif plan.queries == "run" %}
            union all
            {{ rankhouse.unjudged_units(plan) }}
        {%- endif %}
    {%- endset -%}
    {{ return(rankhouse.step("units", "a query under evaluation, in its groups", sql)) }}
{% endmacro %}

{# Queries of the run that nobody has judged. #}
{% macro unjudged_units(plan) -%}
    {%- set columns = [] -%}
    {%- for key in plan.judged_by -%}
        {%- do columns.append(("returned." ~ key if key in plan.shared_by else rankhouse.no_group()) ~ " as " ~ key) -%}
    {%- endfor -%}
    {%- do columns.append("returned.query_id as query_id") -%}
    {%- do columns.extend(rankhouse.select_of("returned", plan.unshared_by)) -%}
    {%- do columns.extend(["0 as n_relevant", "0 as n_judged"]) -%}
    {%- for extra in rankhouse.judged_extras(plan) -%} {%- do columns.append("null as " ~ extra) -%} {%- endfor -%}
    {%- do columns.extend(rankhouse.columns_of("returned", rankhouse.returned_extras(plan))) -%}
    select
    {{ rankhouse.listed(columns + ["returned.n_retrieved"]) }}
    from rankhouse_returned as returned
    where
    not exists (
        select 1
        from rankhouse_judged as judged
        where
        {{ rankhouse.match("judged", "returned", plan.shared_by + ["query_id"]) }}
    )
{%- endmacro %}

{# What is known of each list, and of each query's judgments. #}
{% macro count_steps(plan) %}
    {%- set list = plan.run_by + rankhouse.carried_columns(plan, plan.run_by) + ["query_id"] -%}
    {%- set returned -%}
        select
        {{ rankhouse.listed(list + ["count(*) as n_retrieved"] + rankhouse.best_scores(plan)) }}
        from rankhouse_run
        group by {{ rankhouse.inline(list) }}
    {%- endset -%}
    {%- set query = plan.judged_by + rankhouse.carried_columns(plan, plan.own_by) + ["query_id"] -%}
    {%- set best = rankhouse.best_relevances(plan) -%}
    {%- set judged -%}
        select
        {{
            rankhouse.listed(
                query
                + [
                    "sum(" ~ rankhouse.binary_gain("relevance", plan.relevant_from) ~ ") as n_relevant",
                    "count(*) as n_judged",
                    best ~ " as best_relevances" if best else "",
                ]
            )
        }}
        from rankhouse_judgments
        group by {{ rankhouse.inline(query) }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("returned", "the list of a query", returned),
                rankhouse.step("judged", "the judgments of a query", judged),
            ]
        )
    }}
{% endmacro %}

{# The groups of the run, and of the judgments where these name columns of their own. #}
{% macro group_steps(plan) %}
    {%- set steps = [] -%}
    {%- if plan.run_is_grouped -%}
        {%- set sql -%}
            select distinct {{ rankhouse.inline(plan.run_by + rankhouse.carried_columns(plan, plan.run_by)) }}
            from {{ "rankhouse_scored_items" if plan.unjudged == "drop" else "rankhouse_returned" }}
        {%- endset -%}
        {%- do steps.append(rankhouse.step("groups", "a group of the run", sql)) -%}
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
