{# The judgments, one row per judged item of a query: by, query_id, item_id, relevance. Of duplicates the highest counts. #}
{% macro judgment_rows(plan) -%}
{%- set key = plan.judged_by + ["query_id", "item_id"] -%}
select {{ key | join(", ") }}, {{ "relevance" if plan.checked else "max(relevance) as relevance" }}
    from (
        select {{ rankhouse.selected_columns(plan, "judgments") }}
        from {{ rankhouse.argument_relation("judgments") if plan.from_arguments else plan.run if plan.judgments is none else plan.judgments }}
    ) as judgments
    where {{ rankhouse.usable(plan, "relevance") }}
    {%- if not plan.checked %}
    group by {{ key | join(", ") }}
    {%- endif %}
{%- endmacro %}

{# The run, one row per scored item of a query: by, query_id, item_id, score. Of duplicates the highest counts. #}
{% macro run_rows(plan) -%}
{%- set key = plan.run_by + ["query_id", "item_id"] -%}
select {{ key | join(", ") }}, {{ "score" if plan.checked else "max(score) as score" }}
    from (
        select {{ rankhouse.selected_columns(plan, "run") }}
        from {{ rankhouse.argument_relation("run") if plan.from_arguments else plan.run }}
    ) as run
    where {{ rankhouse.usable(plan, "score") }}
    {%- if plan.unjudged in ["drop", "given"] %}
        and {{ "($unjudged = 'irrelevant' or " if plan.unjudged == "given" }}exists (
            select 1 from rankhouse_judgments as judged
            where {{ rankhouse.match("judged", "run", plan.shared_by + ["query_id", "item_id"]) }}
        ){{ ")" if plan.unjudged == "given" }}
    {%- endif %}
    {%- if not plan.checked %}
    group by {{ key | join(", ") }}
    {%- endif %}
{%- endmacro %}

{# Rows without an id, a score or a relevance are no part of a list: a NULL or NaN score ranks nowhere. #}
{% macro usable(plan, value) -%}
    {%- if plan.checked -%}
    {{ value }} is not null
    {%- else -%}
    query_id is not null
        and item_id is not null
        and {{ value }} is not null
        and {{ rankhouse.is_number(value) }}
    {%- endif -%}
{%- endmacro %}

{# The user's columns under our names; `columns` may rename them, for both inputs or for one ("run.query_id"). #}
{% macro selected_columns(plan, side) %}
    {%- if plan.from_arguments -%}{{ return(rankhouse.argument_columns(side)) }}{%- endif -%}
    {%- set selected = [] -%}
    {%- set names = plan.run_outputs if side == "run" else plan.judged_outputs -%}
    {%- set internal = plan.run_by if side == "run" else plan.judged_by -%}
    {%- for name in names -%}
        {%- do selected.append(rankhouse.quoted(name) ~ " as " ~ internal[loop.index0]) -%}
    {%- endfor -%}
    {%- for column in ["query_id", "item_id"] -%}
        {%- do selected.append(rankhouse.input_column(plan, side, column) ~ " as " ~ column) -%}
    {%- endfor -%}
    {%- if side == "judgments" -%}
        {%- do selected.append(rankhouse.double(rankhouse.input_column(plan, side, "relevance")) ~ " as relevance") -%}
    {%- elif plan.columns.get("run.rank", plan.columns.get("rank")) is not none -%}
        {%- do selected.append("-" ~ rankhouse.input_column(plan, side, "rank") ~ " as score") -%}
    {%- else -%}
        {%- do selected.append(rankhouse.input_column(plan, side, "score") ~ " as score") -%}
    {%- endif -%}
    {{ return(selected | join(", ")) }}
{% endmacro %}

{% macro input_column(plan, side, column) %}
    {{ return(rankhouse.quoted(plan.columns.get(side ~ "." ~ column, plan.columns.get(column, column)))) }}
{% endmacro %}
