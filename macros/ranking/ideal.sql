{#
The plan, with `ideals`: what measures look at of the ideal order alone is the same for every list of a query, and is a column of
rankhouse_judged, ideal_1, ideal_2, ...: a sum of gains, each times its `factor`, down to rank `k`.
#}
{% macro with_ideals_of_queries(plan) %}
    {%- if rankhouse.has_lists(plan) -%} {{ return(plan) }}{%- endif -%}
    {%- set measures, ideals, needs = [], {}, [] -%}
    {%- for measure in plan.measures -%}
        {%- if measure.ideal is none -%} {%- do measures.append(measure) -%} {%- do needs.extend(measure.needs) -%}
        {%- else -%}
            {%- set text = measure.gain ~ measure.ideal.factor ~ " down to " ~ measure.ideal.k -%}
            {%- if text not in ideals -%}
                {%- set column = {"column": "ideal_" ~ (ideals | length + 1), "gain": measure.gain} -%}
                {%- do ideals.update({text: dict(measure.ideal, worth=measure.worth, **column)}) -%}
            {%- endif -%}
            {%- set value = measure.value_of_ideal | replace("<ideal>", ideals[text].column) -%}
            {%- do measures.append(dict(measure, value=value)) -%}
            {%- do needs.extend(measure.needs | reject("equalto", "ideal_rank")) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set kept = plan.needs if "ideal_rank" in needs else plan.needs | reject("equalto", "ideal_rank") | list -%}
    {{ return(dict(plan, measures=measures, ideals=ideals.values() | list, needs=kept)) }}
{% endmacro %}

{% macro ideal_columns(plan) %} {{ return(plan.get("ideals", []) | map(attribute="column") | list) }}{% endmacro %}

{# These columns, beside a relation that has what they are made of. #}
{% macro ideal_sums(plan) %} {{ return(adapter.dispatch("ideal_sums", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__ideal_sums(plan) %}
    {%- set columns = [] -%}
    {%- for ideal in plan.get("ideals", []) -%}
        {%- set within = rankhouse.within("ideal_rank", ideal.k) -%}
        {%- set terms = "case\nwhen " ~ within ~ "\nthen " ~ ideal.gain ~ ideal.factor ~ "\nend" -%}
        {%- do columns.append("coalesce(sum(\n" ~ terms ~ "\n), 0) as " ~ ideal.column) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{# The relation: the judgments, with their gains and their places in the ideal order. #}
{% macro judgments_by_relevance(plan) %}
    {{ return(adapter.dispatch("judgments_by_relevance", "rankhouse")(plan)) }}
{% endmacro %}

{% macro default__judgments_by_relevance(plan) -%}
    {%- if not plan.get("ideals") -%} {{ return("rankhouse_judgments") }}{%- endif -%}
    {%- set order = "over (partition by " ~ rankhouse.judged_key(plan) ~ " order by relevance desc)" -%}
    {%- set columns = ["judgments.*", "row_number() " ~ order ~ " as ideal_rank"] -%}
    {%- for ideal in plan.ideals | unique(attribute="gain", case_sensitive=true) -%}
        {%- do columns.append(ideal.worth ~ " as " ~ ideal.gain) -%}
    {%- endfor -%}
    {{ return("(\nselect\n" ~ rankhouse.listed(columns) ~ "\nfrom rankhouse_judgments as judgments\n) as judgments") }}
{%- endmacro %}

{# The ideal order: the judged items of each unit by relevance descending, with gain and ideal_rank, down to the cutoff. #}
{% macro ideal_step(plan) %}
    {%- set columns = rankhouse.per_gain(plan, "gains", "<value> as <gain>") + ["ideal_rank"] -%}
    {{
        return(
            rankhouse.step("ideal", "an item of a query's ideal order", rankhouse.order_rows(plan, "ideal", columns))
        )
    }}
{% endmacro %}

{#
A row for each judged item of a unit, by its place in an order of relevance: ideal_rank of the ideal order, worst_rank of the worst
one, lowest relevance first. `columns`: what a row has beside the keys, of relevance and this rank.
#}
{% macro order_rows(plan, order, columns) %}
    {{ return(adapter.dispatch("order_rows", "rankhouse")(plan, order, columns)) }}
{% endmacro %}

{% macro default__order_rows(plan, order, columns) -%}
    {%- set rank = order ~ "_rank" -%}
    {%- set way = "desc" if order == "ideal" else "asc" -%}
    {%- set has_place = order == "ideal" and not plan.keeps_negative -%}
    select {{ rankhouse.listed(rankhouse.select_of("units", plan.by + ["query_id"]) + columns) }}
    from
        (
            select
                {{ rankhouse.judged_columns(plan) }},
                relevance,
                row_number() over (
                    partition by {{ rankhouse.judged_key(plan) }} order by relevance {{ way }}
                ) as {{ rank }}
            from
                rankhouse_judgments
                {#- Negative relevance has a place in the ideal order only where a measure keeps it. #}
                {{ "where relevance > 0" if has_place }}
        ) as ordered
    join
        rankhouse_units as units on {{ rankhouse.match_units(plan, "ordered") }}
        {{ rankhouse.where_within_depth(plan, "ordered." ~ rank) }}
{%- endmacro %}

{# The filter of a step down to the last rank that counts. #}
{% macro where_within_depth(plan, rank) %}
    {{ return("" if plan.depth is none else "where " ~ rank ~ " <= " ~ plan.depth) }}
{% endmacro %}

{% macro match_units(plan, relation) %}
    {{ return(rankhouse.match("units", relation, plan.judged_by + ["query_id"])) }}
{% endmacro %}

{#
An aggregate over a query's judgments, best_relevances, that holds the ideal order; nothing on engines without a cheap one.
#}
{% macro best_relevances(plan) %} {{ return(adapter.dispatch("best_relevances", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__best_relevances(plan) %} {{ return("") }}{% endmacro %}

{% macro holds_ideal(plan) %} {{ return(adapter.dispatch("holds_ideal", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__holds_ideal(plan) %} {{ return(false) }}{% endmacro %}
