{#
Steps with one row for a key, of rows that have it once: the last one is rankhouse_<name>. `rows` follows `from`; `side` and
`told_apart` are for the error, as in item_steps.
#}
{% macro single_item_steps(side, name, row, key, value, rows, told_apart=none) %}
    {{ return(adapter.dispatch("single_item_steps", "rankhouse")(side, name, row, key, value, rows, told_apart)) }}
{% endmacro %}

{% macro default__single_item_steps(side, name, row, key, value, rows, told_apart) %}
    {%- set sql -%}
        select {{ rankhouse.inline(key + ["max(" ~ value ~ ") as " ~ value]) }}
        from {{ rows }}
        group by {{ rankhouse.inline(key) }}
        having
        {{ rankhouse.unless("count(*) > 1", rankhouse.duplicate_message(side, told_apart)) }}
    {%- endset -%}
    {{ return([rankhouse.step(name, row, sql)]) }}
{% endmacro %}

{# With as many groups as rows, a hash table of Postgres's default size is too small; sorted rows need none. #}
{% macro postgres__single_item_steps(side, name, row, key, value, rows, told_apart) %}
    {%- set sorted -%}
        (
            select {{ rankhouse.inline(key + [value]) }}
            from {{ rows }}
            order by {{ rankhouse.inline(key) }}
            offset 0
        ) as sorted
    {%- endset -%}
    {%- set grouped = rankhouse.default__single_item_steps(side, name, row, key, value, sorted, told_apart)[0].sql -%}
    {%- set sql -%}
        select {{ rankhouse.inline(key + [value, rankhouse.tenfold()]) }}
        from ({{ grouped }}) as grouped
    {%- endset -%}
    {{ return([rankhouse.step(name, row, sql)]) }}
{% endmacro %}

{% macro redshift__single_item_steps(side, name, row, key, value, rows, told_apart) %}
    {{ return(rankhouse.default__single_item_steps(side, name, row, key, value, rows, told_apart)) }}
{% endmacro %}

{#
A hash table of keys alone costs less than one with values, from which rows would have to be rebuilt. The rows are stored,
because the input may be a view that is expensive, or that returns different rows each time.
#}
{% macro duckdb__single_item_steps(side, name, row, key, value, rows, told_apart) %}
    {%- set entries = side ~ "_entries" -%}
    {%- set sql = "select\n" ~ rankhouse.listed(key + [value]) ~ "\nfrom " ~ rows -%}
    {{
        return(
            [
                rankhouse.step(entries, "a row of the " ~ side, sql, "materialized"),
                rankhouse.duplicates_step(
                    side ~ "_duplicates", [rankhouse.duplicates_of_side(side, entries, key, told_apart)]
                ),
                rankhouse.step(name, row, rankhouse.single_entries(side, entries), rankhouse.inlined()),
            ]
        )
    }}
{% endmacro %}

{# A message for each key that several rows of a step have; `sample`: of another step, with a condition, too. #}
{% macro duplicates_of_side(side, source, key, told_apart, sample="") -%}
    {%- set keys, repeated = rankhouse.inline(key), [] -%}
    {%- for each in [source, sample] | select -%}
        {%- do repeated.append("from rankhouse_" ~ each ~ "\ngroup by " ~ keys ~ "\nhaving count(*) > 1") -%}
    {%- endfor -%}
    {%- set from = repeated[0] -%}
    {%- if sample -%}
        {%- set selects = "select " ~ keys ~ "\n" -%}
        {%- set from = "from (\n" ~ selects ~ repeated | join("\nunion all\n" ~ selects) ~ "\n) as twice" -%}
    {%- endif -%}
    select {{ rankhouse.duplicate_message(side, told_apart) }} as message {{ "\n" ~ from }}
{%- endmacro %}

{% macro duplicates_step(name, repeated) %}
    {%- set messages = repeated | join("\nunion all\n") -%}
    {%- set sql = "select min(message) as message\nfrom (\n" ~ messages ~ "\n) as repeated" -%}
    {{ return(rankhouse.step(name, "the message that names a duplicate", sql, "materialized")) }}
{% endmacro %}

{# The rows of a step, unless there are duplicates. #}
{% macro single_entries(side, source) -%}
    select entries.* from rankhouse_{{ source }} as entries where {{ rankhouse.unless_message(side ~ "_duplicates") }}
{%- endmacro %}

{# A condition that stops the engine where a step has a row with a message. #}
{% macro unless_message(name) %}
    {{ return("not exists (select 1 from rankhouse_" ~ name ~ " where " ~ rankhouse.stopped("message") ~ " = '')") }}
{% endmacro %}

{#
Whether the queries under evaluation ask rankhouse_problems for both inputs, which costs a condition in one place; elsewhere
each input is read with a condition of its own.
#}
{% macro asks_apart(plan) %} {{ return(adapter.dispatch("asks_apart", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__asks_apart(plan) %} {{ return(false) }}{% endmacro %}

{% macro duckdb__asks_apart(plan) %} {{ return(not plan.checked) }}{% endmacro %}

{% macro problems_step(plan) %}
    {%- set repeated = [] -%}
    {%- if plan.get("intents") is none -%}
        {%- set key = plan.label_by + ["query_id", "item_id"] + rankhouse.carried_columns(plan, plan.own_by) -%}
        {%- set told_apart = rankhouse.told_apart(plan, "judgments") -%}
        {%- do repeated.append(
            rankhouse.duplicates_of_side("judgments", rankhouse.labels_step_name(plan), key, told_apart)
        ) -%}
    {%- endif -%}
    {%- set key = plan.run_by + ["query_id", "item_id"] + rankhouse.carried_columns(plan, plan.run_by) -%}
    {%- set sample = rankhouse.sample_of_entries(plan) if rankhouse.is_pruned(plan) else "" -%}
    {%- set told_apart = rankhouse.told_apart(plan, "run") -%}
    {%- do repeated.append(
        rankhouse.duplicates_of_side("run", rankhouse.items_step_name(plan), key, told_apart, sample)
    ) -%}
    {{ return(rankhouse.duplicates_step("problems", repeated)) }}
{% endmacro %}

{# After `before`, the condition that there is no problem. #}
{% macro without_problems(plan, before) %}
    {{ return(before ~ " " ~ rankhouse.unless_message("problems") if plan.get("asks_apart") else "") }}
{% endmacro %}

{#
"run: query 'q1' has item 'b' more than once in system bm25: ...", as SQL over a row with query_id, an item and the keys of its
group. `told_apart`: see there.
#}
{% macro duplicate_message(side, told_apart, item="item_id") %}
    {%- set who = [rankhouse.literal(side ~ ": query '"), rankhouse.text("query_id")] -%}
    {%- do who.extend([rankhouse.literal("' has item '"), rankhouse.text(item)]) -%}
    {%- set where = [rankhouse.literal("' more than once")] + ([] if told_apart is none else told_apart.group) -%}
    {%- set what = [rankhouse.literal(": " ~ rankhouse.says_what_to_do_with_duplicates(told_apart))] -%}
    {%- if told_apart is not none -%}
        {%- do what.append(rankhouse.literal(", such as system or day, in " ~ told_apart.argument)) -%}
    {%- endif -%}
    {{ return([who | join(" || "), where | join(" || "), what | join("\n|| ")] | join("\n|| ")) }}
{% endmacro %}

{# Where rows can be told apart, followed by examples of such columns and the argument that takes them. #}
{% macro says_what_to_do_with_duplicates(told_apart) %}
    {%- set by = ", or name the column that distinguishes its rows" -%}
    {{ return("keep one of its rows" ~ ("" if told_apart is none else by)) }}
{% endmacro %}

{#
How rows of an input are told apart: the `argument` that takes a column which does so, and the `group` that its columns make,
as parts of a text: " in system bm25, day 2026-01-31", of a row with the keys.
#}
{% macro told_apart(plan, side, argument=none) %}
    {%- set arguments = {"run": "by", "judgments": "judgments_by (or in by, if run and judgments are one table)"} -%}
    {%- set by = {"run": plan.run_by, "judgments": plan.label_by}[side] -%}
    {%- set carried, parts = rankhouse.carried_columns(plan, plan.own_by if side == "judgments" else by), [] -%}
    {%- for name, value in rankhouse.told_groups(plan, by, carried).items() -%}
        {%- do parts.append(rankhouse.literal((", " if parts else " in ") ~ name ~ " ")) -%}
        {%- do parts.append("coalesce(" ~ rankhouse.text(value) ~ ", 'NULL')") -%}
    {%- endfor -%}
    {{ return({"argument": argument or arguments[side], "group": parts}) }}
{% endmacro %}
