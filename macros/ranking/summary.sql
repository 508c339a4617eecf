{#
metrics, from a table that query_metrics_of has made with what a summary needs: nothing is ranked again. `plan` is that of
the same evaluation.
#}
{% macro summary_of_table(plan, table, grouping_sets=none, min_queries=0) -%}
    {%- set columns = [] -%}
    {%- for name in rankhouse.quoted_outputs(plan) -%}
        {%- do columns.append("stored." ~ name ~ " as set_column_" ~ loop.index) -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.columns_of("stored", ["measure", "metric", "k"])) -%}
    {%- do columns.append("stored.n_missing > 0 as is_missing") -%}
    {%- if plan.weighted -%} {%- do columns.append("stored.weight") -%} {%- endif -%}
    {%- do columns.append(rankhouse.summable(plan, "stored.value") ~ " as value") -%}
    {%- set values -%}
        select {{ rankhouse.listed(columns) }} from {{ rankhouse.as_source(table, "stored") }}
    {%- endset -%}
    {%- set steps = [rankhouse.step("summable", "a value to be summed", values)] -%}
    {{ rankhouse.summary_of(plan, steps, true, grouping_sets, min_queries) }}
{%- endmacro %}
