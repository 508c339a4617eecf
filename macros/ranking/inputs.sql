{#
The two inputs, one row per item of a query: rankhouse_judgments (keys, query_id, item_id, relevance) and rankhouse_run
(keys, query_id, item_id, score). With `plan.asks_apart`, items that no cutoff reaches may be missing, and what no input may
have is in rankhouse_problems, which the queries under evaluation ask. Where an engine can say so in a step, rankhouse_ids has
what is wrong with ids, and the judgments ask it, so that nothing is joined before.
#}
{% macro input_steps(plan, single=true) %}
    {%- set hint = rankhouse.input_hint(plan) -%}
    {%- set steps, single = rankhouse.pair_steps(plan), single and not plan.get("asks_apart") -%}
    {%- set ids = rankhouse.ids_steps(plan) -%}
    {%- set plan = dict(plan, asks_ids=ids | length > 0) -%}
    {%- do steps.extend(
        rankhouse.pruned_steps(plan) if rankhouse.is_pruned(plan) else rankhouse.run_steps(plan, single)
    ) -%}
    {%- do steps.extend(ids + rankhouse.label_steps(plan, single)) -%}
    {%- if plan.get("asks_apart") -%} {%- do steps.append(rankhouse.problems_step(plan)) -%} {%- endif -%}
    {%- if plan.unjudged == "drop" -%} {%- do steps.append(rankhouse.condensed_step(plan)) -%}
    {%- elif rankhouse.has_pair_limits(plan) -%} {%- do steps.append(rankhouse.allowed_run_step(plan, hint)) -%}
    {%- endif -%}
    {%- if plan.pool == "retrieved" -%} {%- do steps.append(rankhouse.retrieved_step(plan)) -%} {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{% macro label_steps(plan, single) %}
    {%- set name = rankhouse.labels_step_name(plan) -%}
    {%- if plan.get("intents") is not none -%} {{ return(rankhouse.intent_label_steps(plan, name)) }}{%- endif -%}
    {{
        return(
            rankhouse.item_steps(
                plan,
                "judgments",
                name,
                "a judged item of a query",
                rankhouse.told_apart(plan, "judgments"),
                single,
            )
        )
    }}
{% endmacro %}

{% macro run_steps(plan, single=true) %}
    {{
        return(
            rankhouse.item_steps(
                plan,
                "run",
                rankhouse.items_step_name(plan),
                "an item that the run returned for a query",
                rankhouse.told_apart(plan, "run"),
                single,
            )
        )
    }}
{% endmacro %}

{% macro input_hint(plan) %} {{ return(rankhouse.inlined() if plan.checked else "") }}{% endmacro %}

{# The judgments as they are read, and the items of the run, before some of them are left out. #}
{% macro labels_step_name(plan) %} {{ return("labels" if plan.pool == "retrieved" else "judgments") }}{% endmacro %}

{% macro items_step_name(plan) %} {{ return("scored_items" if rankhouse.drops_items(plan) else "run") }} {% endmacro %}

{% macro condensed_step(plan) %}
    {%- set on -%}
        {{ rankhouse.match("judged", "run", plan.common_by + ["query_id", "item_id"]) }}
        {{ rankhouse.ids_meet("and", "judged", "run") }}
        {{ "and judged.relevance >= 0" if rankhouse.skips_negatives(plan) }}
    {%- endset -%}
    {%- set judged = {"name": rankhouse.labels_step_name(plan), "alias": "judged", "on": on, "is_kept": true} -%}
    {%- set sql -%}
        select run.*
        from rankhouse_scored_items as run
        {{ rankhouse.filtered_by([judged]) }}
    {%- endset -%}
    {{ return(rankhouse.step("run", "a returned item that has a judgment", sql)) }}
{% endmacro %}

{% macro retrieved_step(plan) %}
    {%- set columns = rankhouse.select_of("run", plan.run_by + ["query_id", "item_id"]) + rankhouse.select_of(
        "labels", plan.own_by + rankhouse.carried_columns(plan, plan.own_by)
    ) -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns + ["labels.relevance as relevance"]) }}
        from rankhouse_labels as labels
        join rankhouse_run as run
        on {{ rankhouse.match("labels", "run", plan.common_by + ["query_id", "item_id"]) }}
        {{ rankhouse.ids_meet("and", "labels", "run") }}
    {%- endset -%}
    {{ return(rankhouse.step("judgments", "a judged item that the run returned", sql)) }}
{% endmacro %}

{# An input under our names, with the keys of its groups; a baseline is read as a run is, and has no groups. #}
{% macro input_rows(plan, side) -%}
    {%- set columns = rankhouse.listed(rankhouse.read_columns(plan, side)) -%}
    {{ "(\nselect\n" ~ columns ~ "\nfrom " ~ rankhouse.as_source(plan[side], side) ~ "\n) as " ~ side }}
{%- endmacro %}

{# The user's columns as ours. A convention may read ids as text, scores as 32-bit floats, relevances as whole numbers or as 1. #}
{% macro read_columns(plan, side) %}
    {%- set columns = rankhouse.keys_of_side(plan, side) + rankhouse.ids_read(plan, side) -%}
    {%- if side == "judgments" -%}
        {%- set relevance = rankhouse.grade_number(rankhouse.renamed(side, "relevance", plan.columns)) -%}
        {%- set relevance = (
            rankhouse.truncated(relevance) if plan.read_as.get("relevances") == "whole" else relevance
        ) -%}
        {%- if plan.read_as.get("grades") == "listed" -%}
            {%- set relevance = "case when " ~ relevance ~ " is not null then " ~ rankhouse.double(1) ~ " end" -%}
        {%- endif -%}
        {%- do columns.append(relevance ~ " as relevance") -%}
        {%- do columns.extend(rankhouse.intents_read(plan)) -%}
    {%- elif rankhouse.reads_ranks(plan.columns, side) -%}
        {%- do columns.append(rankhouse.score_of_rank(plan, side) ~ " as score") -%}
    {%- else -%}
        {%- set score = rankhouse.ordered_number(plan, side, "score") -%}
        {%- do columns.append(
            (rankhouse.real(score) if plan.read_as.get("scores") == "float32" else score) ~ " as score"
        ) -%}
    {%- endif -%}
    {{ return(columns) }}
{% endmacro %}

{% macro ids_read(plan, side) %}
    {%- set item_id = rankhouse.renamed(side, "item_id", plan.columns) -%}
    {%- if plan.read_as.get("ids") == "text" -%} {%- set item_id = rankhouse.text(item_id) -%}
    {%- elif not plan.get("asks_ids") -%} {%- set item_id = rankhouse.not_enum(item_id, "item_id") -%}
    {%- endif -%}
    {{ return([rankhouse.renamed(side, "query_id", plan.columns) ~ " as query_id", item_id ~ " as item_id"]) }}
{% endmacro %}

{# A number without its fraction. #}
{% macro truncated(number) %} {{ return("sign(" ~ number ~ ") * floor(abs(" ~ number ~ "))") }}{% endmacro %}
