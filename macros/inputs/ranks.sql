{# Checks of ranks, which are whole numbers from 1 on. #}
{% macro is_rank(rank) %}
    {{ return(rankhouse.is_within(rank, "1e15") ~ " and " ~ rank ~ " >= 1 and " ~ rank ~ " = floor(" ~ rank ~ ")") }}
{% endmacro %}

{# `nullable`: rows without a rank are no problem. #}
{% macro rank_check(plan, side, name, key, by, advice, nullable=true) %}
    {%- set rank = rankhouse.rank_number(plan, side, name) -%}
    {%- set is_missing = "" if nullable else rank ~ " is null or " -%}
    {{
        return(
            rankhouse.check(
                side,
                name,
                name ~ " is no rank",
                "a " ~ name ~ " that is not a whole number of at least 1 " ~ rankhouse.in_column(plan, side, name),
                advice,
                when=is_missing ~ "not (" ~ rankhouse.is_rank(rank) ~ ")",
                example=rankhouse.example_of(plan, side, key + [name], by),
            )
        )
    }}
{% endmacro %}

{# Unsigned numbers have no negative. #}
{% macro rank_number(plan, side, name) %}
    {{ return(rankhouse.double(rankhouse.ordered_number(plan, side, name))) }}
{% endmacro %}

{# The rank of an item in place of its score. In a table of scores and labels, an item without a rank was not returned. #}
{% macro run_rank_check(plan, side, by, is_labelled) %}
    {%- set advice = "ranks start at 1: add 1 if yours start at 0" -%}
    {%- set advice = advice if is_labelled else advice ~ ", and leave out items without a rank" -%}
    {{ return(rankhouse.rank_check(plan, side, "rank", ["query_id", "item_id"], by, advice, is_labelled)) }}
{% endmacro %}

{# A rank as a score: negative, because a high score is first. #}
{% macro score_of_rank(plan, side) %}
    {%- set score = "-" ~ rankhouse.rank_number(plan, side, "rank") -%}
    {%- if plan.get("checked", false) -%} {{ return(score) }}{%- endif -%}
    {%- set groups = plan.get("groups", {}) -%}
    {%- set by = groups.get("run_group", []) + groups.get("shared_group", []) -%}
    {%- set is_labelled = side == "run" and plan.get("judgments") == plan.run -%}
    {%- set check = rankhouse.run_rank_check(plan, side, by if side == "run" else [], is_labelled) -%}
    {%- set stops = rankhouse.double(
        rankhouse.stopped("\n" ~ rankhouse.message_of_row(check, check.example) ~ "\n")
    ) -%}
    {{ return("case\nwhen " ~ check.when ~ "\nthen " ~ stops ~ "\nelse " ~ score ~ "\nend") }}
{% endmacro %}

{#
That the rank and the score of a run, where it has both, tell the same order: who gives distances as scores finds out here.
Nothing is refused, because one of the two decides. As a list of one check, or none where the run is known to lack one of them.
#}
{% macro rank_order_checks(plan, side, by) %}
    {%- set given, example, read = {}, {}, [] -%}
    {%- for name, column in rankhouse.example_of(plan, side, ["query_id", "item_id"], by).items() -%}
        {%- do given.update({"key_" ~ loop.index: column}) -%} {%- do example.update({name: "key_" ~ loop.index}) -%}
        {%- do read.append(name | lower) -%}
    {%- endfor -%}
    {%- set list = (given | list)[:-1] -%}
    {%- set own = {} -%}
    {%- for name in ["rank", "score"] -%}
        {%- do own.update({name: rankhouse.name_of_column(plan, side, name)}) -%}
        {%- do example.update({own[name]: "own_" ~ name}) -%}
    {%- endfor -%}
    {#- A column of this name may be a group, or an id. -#}
    {%- if own.rank == own.score or own.rank | lower in read or not rankhouse.may_have_numbers(
        plan, side, own.values() | list
    ) -%}
        {{ return([]) }}
    {%- endif -%}
    {%- set one_in = plan.get("one_in_orders", {}).get(side, 1) -%}
    {%- set hash_is_low = rankhouse.in_sample(rankhouse.renamed(side, "query_id", plan.columns), one_in) -%}
    {%- set rows -%}
        select *
        from (
            select
            given.*,
            lag(own_score) over (
                partition by {{ rankhouse.inline(list) }}
                order by own_rank, own_score desc
            ) as score_above
            from (
                {{ rankhouse.rows_with_both_orders(plan, side, given, own, hash_is_low if one_in > 1) }}
            ) as given
            where own_rank is not null
            and {{ rankhouse.is_number("own_score") }}
        ) as ordered
        where own_score > score_above
    {%- endset -%}
    {%- set use_rank = "columns={'rank': '" ~ own.rank ~ "'}" -%}
    {%- set advice = "the rank decides: look which of the two is right" -%}
    {%- if not rankhouse.reads_ranks(plan.columns, side) -%}
        {%- set advice = (
            "the score decides: if low scores are good, as of distances, negate them, or use " ~ use_rank
        ) -%}
    {%- endif -%}
    {{
        return(
            [
                rankhouse.check(
                    side,
                    "rank",
                    "rank contradicts the score",
                    "a higher score than an item of the query with a better rank"
                    ~ (" in a sample of one in " ~ one_in ~ " queries" if one_in > 1 else ""),
                    advice,
                    refused="counted",
                    rows=rows,
                    example=example,
                )
            ]
        )
    }}
{% endmacro %}

{# Whether an input has these columns, as numbers, where that can be known before it is read: dbt knows it of what was built. #}
{% macro may_have_numbers(plan, side, names) %}
    {{ return(adapter.dispatch("may_have_numbers", "rankhouse")(plan, side, names)) }}
{% endmacro %}

{% macro default__may_have_numbers(plan, side, names) %}
    {%- set known = rankhouse.columns_of_relation(plan[side]) if dbt_version is defined and execute else {} -%}
    {%- for name in names if name | lower not in known or rankhouse.kind_of(known[name | lower]) != "number" -%}
        {{ return(false) }}
    {%- endfor -%}
    {{ return(true) }}
{% endmacro %}

{% macro duckdb__may_have_numbers(plan, side, names) %} {{ return(true) }}{% endmacro %}

{# `given`: columns of the source; `own`: the names of rank and score. #}
{% macro rows_with_both_orders(plan, side, given, own, condition) %}
    {{ return(adapter.dispatch("rows_with_both_orders", "rankhouse")(plan, side, given, own, condition)) }}
{% endmacro %}

{% macro default__rows_with_both_orders(plan, side, given, own, condition) -%}
    {%- set columns = dict(given) -%}
    {%- for name in own -%}
        {%- do columns.update({"own_" ~ name: rankhouse.renamed(side, name, plan.columns)}) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(rankhouse.named_expressions(columns)) }}
    from {{ rankhouse.as_source(plan[side], side) }} {{ "where " ~ condition if condition }}
{%- endmacro %}

{# A column that the source lacks is looked for outside of it, where it is NULL; so is one that is text. #}
{% macro duckdb__rows_with_both_orders(plan, side, given, own, condition) -%}
    {%- set absent, columns = [], dict(given) -%}
    {%- for name, column in own.items() -%}
        {%- set column = rankhouse.quoted(column) -%}
        {%- do absent.append("null as " ~ column) -%}
        {%- set number = column if name == "rank" else "try_cast(" ~ column ~ " as double)" -%}
        {%- do columns.update(
            {"own_" ~ name: "case when not " ~ rankhouse.is_text(column) ~ " then " ~ number ~ " end"}
        ) -%}
    {%- endfor -%}
    select found.*
    from (select {{ rankhouse.inline(absent) }}) as absent
    cross join
        (
            select {{ rankhouse.listed(rankhouse.named_expressions(columns)) }}
            from {{ rankhouse.as_source(plan[side], side) }} {{ "where " ~ condition if condition }}
        ) as found
{%- endmacro %}
