{# What the checks of a run and its judgments look at. Queries are looked for on the other side within the groups that both have. #}
{% macro checked_runs(macro, arguments) %}
    {%- set plan = rankhouse.plan_of_inputs(dict(arguments, compared=[], takes_weights=true)) -%}
    {%- set steps, missing, sources = [], {}, {"run": plan.run} -%}
    {%- if arguments.get("judgments") is not none -%}
        {%- do sources.update({"judgments": plan.judgments}) -%}
        {%- for side in sources -%}
            {%- set query = rankhouse.renamed(side, "query_id", plan.columns) -%}
            {%- set item = rankhouse.renamed(side, "item_id", plan.columns) -%}
            {%- set ids = rankhouse.keys_of_side(plan, side) + [query ~ " as query_id"] -%}
            {%- do ids.append(rankhouse.id_as_written(query) ~ " as written_query_id") -%}
            {%- do ids.append(rankhouse.id_as_written(item) ~ " as written_item_id") -%}
            {%- set sql = "select\n" ~ rankhouse.listed(ids) ~ "\nfrom " ~ rankhouse.as_source(plan[side], side) -%}
            {%- do steps.append(rankhouse.step("given_" ~ side, "a row of the " ~ side, sql, rankhouse.inlined())) -%}
        {%- endfor -%}
        {%- do missing.update({"run": rankhouse.queries_missing(plan, "run", "judgments")}) -%}
        {%- do missing.update({"judgments": rankhouse.queries_missing(plan, "judgments", "run")}) -%}
    {%- endif -%}
    {%- set checks = rankhouse.run_checks(plan, missing) + (rankhouse.common_id_checks(plan) if missing else []) -%}
    {{ return({"checks": checks, "sources": sources, "steps": steps}) }}
{% endmacro %}

{# The queries of one side that the other one lacks. #}
{% macro queries_missing(plan, side, other) -%}
    select distinct {{ rankhouse.inline(plan.shared_by + ["query_id"]) }}
    from rankhouse_given_{{ side }} as here
    where
        query_id is not null
        and not exists (
            select 1
            from rankhouse_given_{{ other }} as there
            where {{ rankhouse.match_judged(plan, "there", "here", ["written_query_id"]) }}
        )
{%- endmacro %}
