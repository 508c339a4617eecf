{#
Which pairs of a query and an item take part, in the run and in the judgments alike: all but those of the relation
`exclude` (what users had in training), of the relation `candidates` these alone (sampled or logged lists). They leave
before ranks are computed. NULL ids are no pair and, unlike in `not in`, do nothing.
#}
{% macro has_pair_limits(plan) %}
    {{ return(plan.get("exclude") is not none or plan.get("candidates") is not none) }}
{% endmacro %}

{# Whether items leave the lists, these or unjudged ones. #}
{% macro drops_items(plan) %} {{ return(plan.unjudged == "drop" or rankhouse.has_pair_limits(plan)) }}{% endmacro %}

{% macro pair_steps(plan) %}
    {%- set steps = [] -%}
    {%- if plan.get("exclude") is not none -%}
        {%- do steps.append(
            rankhouse.step("excluded", "a pair that takes no part", rankhouse.pairs_of(plan, "exclude"))
        ) -%}
    {%- endif -%}
    {%- if plan.get("candidates") is not none -%}
        {%- do steps.append(
            rankhouse.step("candidates", "a pair that may take part", rankhouse.pairs_of(plan, "candidates"))
        ) -%}
    {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{% macro pairs_of(plan, side) -%}
    select {{ rankhouse.listed(rankhouse.ids_read(plan, side)) }} {{ "from " ~ rankhouse.as_source(plan[side], side) }}
{%- endmacro %}

{# What follows a relation after `from`: that a row takes part, and further conditions. #}
{% macro of_allowed_pairs(plan, relation, conditions=[]) %}
    {%- set partners = [] -%}
    {%- for argument, step in {"exclude": "excluded", "candidates": "candidates"}.items() -%}
        {%- if plan.get(argument) is not none -%}
            {%- set on -%}
                {{ rankhouse.match(step, relation, ["query_id", "item_id"]) }}
                {{ rankhouse.ids_are_same("and", step, relation) }}
            {%- endset -%}
            {%- do partners.append({"name": step, "alias": step, "on": on, "is_kept": argument == "candidates"}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(rankhouse.filtered_by(partners, conditions)) }}
{% endmacro %}

{% macro allowed_run_step(plan, hint="") %}
    {%- set sql -%}
        select run.*
        from rankhouse_scored_items as run
        {{ rankhouse.of_allowed_pairs(plan, "run") }}
    {%- endset -%}
    {{ return(rankhouse.step("run", "a returned item that takes part", sql, hint)) }}
{% endmacro %}

{# What lists are made of, where pairs are limited; none where they are not. #}
{% macro candidates_of(plan) %}
    {%- if plan.get("candidates") is not none -%} {{ return("given candidates") }}
    {%- elif plan.get("exclude") is not none -%}
        {{ return("judged items" if plan.unjudged == "drop" else "all but excluded") }}
    {%- endif -%}
    {{ return(none) }}
{% endmacro %}

{# The same as a column of an evaluation. #}
{% macro candidates_column(plan) %}
    {%- set candidates = rankhouse.candidates_of(plan) -%}
    {{ return([] if candidates is none else [rankhouse.literal(candidates) ~ " as candidates"]) }}
{% endmacro %}
