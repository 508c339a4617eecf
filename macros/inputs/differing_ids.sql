{# A query with a row where the columns of a run and its judgments differ so; nothing where an engine does not say it. #}
{% macro differing_ids(plan, id) %} {{ return(adapter.dispatch("differing_ids", "rankhouse")(plan, id)) }}{% endmacro %}

{% macro default__differing_ids(plan, id) %} {{ return("") }}{% endmacro %}

{% macro duckdb__differing_ids(plan, id) -%} {{ rankhouse.row_of_differing_ids(plan, id) }} {%- endmacro %}

{% macro spark__differing_ids(plan, id) -%} {{ rankhouse.row_of_differing_ids(plan, id) }} {%- endmacro %}

{% macro row_of_differing_ids(plan, id) -%}
    {%- set ids = {} -%}
    {%- for side in ["run", "judgments"] -%}
        {%- set column = rankhouse.renamed(side, id, plan.columns) -%}
        {%- do ids.update({side: "select " ~ column ~ " as id from " ~ rankhouse.as_source(plan[side], side)}) -%}
    {%- endfor -%}
    select {{ rankhouse.text("run.id") }} as run_id, {{ rankhouse.text("judgments.id") }} as judgments_id
    from ({{ ids.run }}) as run
    cross join ({{ ids.judgments }} limit 1) as judgments
    where {{ rankhouse.ids_differ("run.id", "judgments.id") }}
    limit 1
{%- endmacro %}
