{# The keys of a list and of a query's judgments, as text, where steps name or compare them. #}
{# The columns of rankhouse_judgments that say whose judgments they are, on one line; of a relation when one is named. #}
{% macro judged_key(plan, relation=none) %}
    {%- set key = plan.judged_by + ["query_id"] -%}
    {{ return(rankhouse.inline(key if relation is none else rankhouse.columns_of(relation, key))) }}
{% endmacro %}

{# The same, one a line, for a select list. #}
{% macro judged_columns(plan, relation=none) %}
    {%- set key = plan.judged_by + ["query_id"] -%}
    {{ return(rankhouse.listed(key if relation is none else rankhouse.select_of(relation, key))) }}
{% endmacro %}

{# The columns that name a measure, between the steps. `cutoff_column`: what k is called there, where that name is taken. #}
{% macro measure_key(plan) %} {{ return(["measure", "metric", plan.get("cutoff_column", "k")]) }}{% endmacro %}

{# The same as the answer has them. #}
{% macro measure_columns(plan, relation) %}
    {%- set columns = rankhouse.columns_of(relation, rankhouse.measure_key(plan)) -%}
    {{ return(columns[:2] + [columns[2] ~ (" as k" if plan.cutoff_column is defined else "")]) }}
{% endmacro %}

{# The condition that rows of a run, or its groups, and judgments belong together; they must agree in these columns too. #}
{% macro match_judged(plan, left, right, columns=[]) %}
    {{ return(rankhouse.match(left, right, plan.shared_by + columns)) }}
{% endmacro %}
