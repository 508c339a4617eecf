{#
Checks of tables whose rows have ids and numbers: runs, judgments, and what describes items; single_items_check says the
rest of lists. `table`:
    side        the input
    ids         our names of the columns that say what a row is of; numbers: those that have to hold one
    by          the user's columns of its groups
    is_labelled scores and labels stand in one table, and a row has one of the two
    exponential who refuses a relevance of which the exponential gain overflows, as in check
#}
{% macro list_checks(plan, table) %}
    {%- set side, by = table.side, table.by -%}
    {%- set example = rankhouse.example_of(plan, side, table.ids or table.numbers, by) -%}
    {%- set checks = [rankhouse.empty_check(plan, side)] -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, side, table.ids, by)) -%}
    {%- for name in table.numbers -%}
        {%- do checks.extend(rankhouse.listed_number_checks(plan, table, name, example)) -%}
    {%- endfor -%}
    {%- if table.is_labelled -%}
        {%- set unknown = [] -%}
        {%- for name in table.numbers -%}
            {%- do unknown.append(rankhouse.renamed(side, name, plan.columns) ~ " is null") -%}
        {%- endfor -%}
        {%- do checks.append(
            rankhouse.check(
                side,
                none,
                "neither score nor relevance",
                "neither score nor relevance",
                "leave them out",
                refused="python",
                when=unknown | join("\nand "),
                example=example,
            )
        ) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{# Each item once in a list. Rows without an id are another problem. #}
{% macro single_items_check(plan, table) %}
    {%- set are_there = rankhouse.all_are_there(plan, table.side, table.ids) -%}
    {{ return(rankhouse.repeated_item_check(plan, table.side, table.by, where=are_there, ids=table.ids)) }}
{% endmacro %}

{# A number is there and is no NaN; scores alone may be infinite. #}
{% macro listed_number_checks(plan, table, name, example) %}
    {%- set side, shown = table.side, rankhouse.in_column(plan, table.side, name) -%}
    {%- set column = rankhouse.renamed(side, name, plan.columns) -%}
    {%- set number = column if plan.get("knows_types") else rankhouse.checked_number(column, name) -%}
    {%- set is_known = rankhouse.is_number(number) -%}
    {%- set checks = [rankhouse.number_check(plan, side, name)] -%}
    {%- if name == "rank" -%}
        {%- do checks.append(rankhouse.run_rank_check(plan, side, table.by, table.is_labelled)) -%}
    {%- elif table.is_labelled -%}
        {%- do checks.append(
            rankhouse.check(
                side,
                name,
                name ~ " is NaN",
                "NaN " ~ shown,
                "leave these rows out or give them a " ~ name,
                refused="python",
                when="not (" ~ is_known ~ ")",
                example=example,
            )
        ) -%}
    {%- else -%}
        {%- set advice = "leave these rows out or give them a " ~ name -%}
        {%- do checks.append(
            rankhouse.missing_check(plan, side, name, example, advice, is_number=true, read=number)
        ) -%}
    {%- endif -%}
    {%- if name not in ["score", "rank"] -%}
        {%- do checks.append(rankhouse.infinite_check(plan, side, name, example, number)) -%}
    {%- endif -%}
    {%- if name == "relevance" and table.exponential is not none -%}
        {%- do checks.append(
            rankhouse.check(
                side,
                name,
                "relevance above 1000",
                "a relevance above 1000 " ~ shown ~ ", whose exponential gain 2^relevance - 1 overflows",
                "scale the grades or ask for gain=linear, such as 'ndcg(gain=linear)@10'",
                refused=table.exponential,
                when=rankhouse.double(number) ~ " > " ~ rankhouse.greatest_exponent() ~ " and " ~ is_known,
                example=example,
            )
        ) -%}
    {%- endif -%}
    {{ return(checks) }}
{% endmacro %}
