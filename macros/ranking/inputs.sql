{#
The two inputs, one row per item of a query: rankhouse_judgments (by, query_id, item_id, relevance) and rankhouse_run
(by, query_id, item_id, score).
#}
{% macro input_ctes(plan, single=true) -%}
    {%- if plan.from_arguments -%} {{ return(rankhouse.argument_input_ctes(plan)) }}{%- endif -%}
    {%- set hint = rankhouse.inlined() if plan.checked == true else "" -%}
    {%- set condensed = plan.unjudged != "irrelevant" -%}
    {%- set labels = "rankhouse_labels" if plan.pool == "retrieved" else "rankhouse_judgments" -%}
    {{ labels }} as {{ hint }} ({{ rankhouse.one_row_an_item(plan, "judgments", "relevance", plan.label_by, single) }}),
    {{ "rankhouse_scored_items" if condensed else "rankhouse_run" }} as {{ hint }} (
        {{ rankhouse.one_row_an_item(plan, "run", "score", plan.run_by, single) }}
    ),
    {%- if condensed %}
        rankhouse_run as (
            select run.*
            from rankhouse_scored_items as run
            where
                exists (
                    select 1
                    from {{ labels }} as judged
                    where {{ rankhouse.match("judged", "run", plan.common_by + ["query_id", "item_id"]) }}
                )
        ),
    {%- endif %}
    {%- if plan.pool == "retrieved" %}
        rankhouse_judgments as (
            select
                {{ rankhouse.select_of("run", plan.run_by + ["query_id", "item_id"]) }},
                {%- for column in plan.label_by if column not in plan.run_by %}
                    labels.{{ column }} as {{ column }},
                {%- endfor %}
                labels.relevance as relevance
            from rankhouse_labels as labels
            join
                rankhouse_run as run on {{ rankhouse.match("labels", "run", plan.common_by + ["query_id", "item_id"]) }}
        ),
    {%- endif %}
{%- endmacro %}

{#
Rows without an id or a value are no part of a list, and a NaN score has no place in it. Of duplicates the highest
counts, unless `single` is false and duplicates stay. `checked`: somebody has made sure that there is none of these.
#}
{% macro one_row_an_item(plan, side, value, by, single=true) -%}
    {%- set key = (by + ["query_id", "item_id"]) | join(", ") -%}
    {%- if plan.checked in [true, "given"] -%}
        select {{ key }}, {{ value }}
        from {{ rankhouse.input_rows(plan, side) }}
        where {{ value }} is not null{{ " and $checked" if plan.checked == "given" }}
    {%- endif -%}
    {%- if plan.checked == "given" %}
        union all
    {% endif -%}
    {%- if plan.checked in [false, "given"] -%}
        {%- set rows -%}
            {{ rankhouse.input_rows(plan, side) }}
            where
                query_id is not null
                and item_id is not null
                and {{ value }} is not null
                and {{ rankhouse.is_number(value) }}{{ " and not $checked" if plan.checked == "given" }}
        {%- endset -%}
        {%- if single %} {{ rankhouse.highest_of(key, value, rows) }}
        {%- else %} select {{ key }}, {{ value }} from {{ rows }}
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}

{% macro input_rows(plan, side) -%}
    (
        select {{ rankhouse.selected_columns(plan, side) }}
        from
            {{
                (
                    rankhouse.argument_relation(side, true)
                    if plan.from_arguments
                    else plan.run if side == "run" or plan.judgments is none else plan.judgments
                )
            }}
    ) as {{ side }}
{%- endmacro %}

{# The user's columns under our names; `columns` may rename them, for both inputs or for one ("run.query_id"). #}
{% macro selected_columns(plan, side) %}
    {%- if plan.from_arguments -%} {{ return(rankhouse.argument_columns(side, true)) }}{%- endif -%}
    {%- set selected = [] -%}
    {%- set names = plan.run_outputs if side == "run" else plan.judged_outputs -%}
    {%- set internal = plan.run_by if side == "run" else plan.label_by -%}
    {%- for name in names -%}
        {%- do selected.append(rankhouse.quoted(name) ~ " as " ~ internal[loop.index0]) -%}
    {%- endfor -%}
    {%- for column in ["query_id", "item_id"] -%}
        {%- set id = rankhouse.input_column(plan, side, column) -%}
        {%- do selected.append(
            (
                rankhouse.text(id)
                if column == "item_id" and plan.get("read_as", {}).get("ids") == "text"
                else id
            )
            ~ " as "
            ~ column
        ) -%}
    {%- endfor -%}
    {%- if side == "judgments" -%}
        {%- set relevance = rankhouse.double(rankhouse.input_column(plan, side, "relevance")) -%}
        {%- if plan.get("read_as", {}).get("relevances") == "whole" -%}
            {%- set relevance = rankhouse.whole(relevance) -%}
        {%- endif -%}
        {%- do selected.append(relevance ~ " as relevance") -%}
    {%- elif plan.columns.get("run.rank", plan.columns.get("rank")) is not none -%}
        {%- do selected.append("-" ~ rankhouse.input_column(plan, side, "rank") ~ " as score") -%}
    {%- else -%}
        {%- set score = rankhouse.input_column(plan, side, "score") -%}
        {%- do selected.append(
            (rankhouse.real(score) if plan.get("read_as", {}).get("scores") == "float32" else score)
            ~ " as score"
        ) -%}
    {%- endif -%}
    {{ return(selected | join(", ")) }}
{% endmacro %}

{# A number without its fraction. #}
{% macro whole(number) %} {{ return("sign(" ~ number ~ ") * floor(abs(" ~ number ~ "))") }}{% endmacro %}

{% macro input_column(plan, side, column) %}
    {{ return(rankhouse.quoted(plan.columns.get(side ~ "." ~ column, plan.columns.get(column, column)))) }}
{% endmacro %}
