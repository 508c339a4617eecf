{# Checks that most inputs have in common. `shown`: what people call the input, such as its file. #}
{% macro empty_check(plan, side) %}
    {%- set shown = plan.get("shown", {}).get(side) -%}
    {{
        return(
            rankhouse.check(
                side,
                none,
                "empty",
                side ~ (" (" ~ shown ~ ")" if shown else "") ~ " is empty: it has no rows",
                refused="python",
                figure="case when count(*) = 0 then 1 else 0 end",
                of=none,
            )
        )
    }}
{% endmacro %}

{# Rows without a value of a column, of which NaN is none where it is a number. `read`: how it is read, if not as it is. #}
{% macro missing_check(
    plan, side, name, example, advice="leave these rows out or fill them in", is_number=false, read=none
) %}
    {%- set column = read or rankhouse.renamed(side, name, plan.columns) -%}
    {%- set kinds = "NULL or NaN" if is_number else "NULL" -%}
    {{
        return(
            rankhouse.check(
                side,
                name,
                name ~ " is " ~ kinds,
                "no " ~ name ~ " (" ~ kinds ~ " " ~ rankhouse.in_column(plan, side, name) ~ ")",
                advice,
                refused="python",
                when=column ~ " is null" ~ (" or not (" ~ rankhouse.is_number(column) ~ ")" if is_number else ""),
                example=example,
            )
        )
    }}
{% endmacro %}

{# Ids without a value. #}
{% macro missing_id_checks(plan, side, ids, by=[]) %}
    {%- set checks, example = [], rankhouse.example_of(plan, side, ids, by) -%}
    {%- for id in ids -%}
        {%- do checks.append(rankhouse.missing_check(plan, side, id, example, "leave them out or give them an id")) -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}

{#
Columns that are no numbers, rows without a number, and infinite ones where it has to be finite. `key`: by what a row is
found.
#}
{% macro number_checks(plan, side, numbers, key, by=[], finite=[]) %}
    {%- set checks, example = [], rankhouse.example_of(plan, side, key, by) -%}
    {%- for name in numbers -%}
        {%- do checks.append(rankhouse.number_check(plan, side, name)) -%}
        {%- set number = rankhouse.renamed(side, name, plan.columns) -%}
        {%- set read = rankhouse.label_number(number) if name in ["relevance", "clicked"] else number -%}
        {%- do checks.append(rankhouse.missing_check(plan, side, name, example, is_number=true, read=read)) -%}
        {%- if name in finite -%}
            {%- do checks.append(rankhouse.infinite_check(plan, side, name, example, number)) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}

{# `read`: how the column is read. #}
{% macro infinite_check(plan, side, name, example, read) %}
    {%- set size = "abs(" ~ rankhouse.double(read) ~ ") > " ~ rankhouse.largest_double() -%}
    {{
        return(
            rankhouse.check(
                side,
                name,
                name ~ " is infinite",
                "an infinite " ~ name ~ " " ~ rankhouse.in_column(plan, side, name),
                "give it a finite number",
                refused="python",
                when=size ~ " and " ~ rankhouse.is_number(read),
                example=example,
            )
        )
    }}
{% endmacro %}

{#
That no two rows have the same values of these columns, within a group. `of`: what is counted; `sampled`: the column by
whose hash some of a large input are chosen, where plan.one_in says so, and what these are; `where`: which rows;
`tells_apart`: a further column of `by` may tell them apart, one of plan.others where these are known.
#}
{% macro repeated_check(
    plan,
    side,
    columns,
    by,
    problem,
    said,
    advice,
    of,
    refused="everywhere",
    sampled=none,
    where=none,
    tells_apart=false
) %}
    {%- set keys, example = {}, {} -%}
    {%- for name, column in rankhouse.example_of(plan, side, columns, by).items() -%}
        {%- do keys.update({"key_" ~ loop.index: column}) -%} {%- do example.update({name: "key_" ~ loop.index}) -%}
    {%- endfor -%}
    {%- set one_in = plan.get("one_in", {}).get(side, 1) if sampled is not none else 1 -%}
    {%- set hash_is_low = rankhouse.in_sample(rankhouse.renamed(side, sampled[0], plan.columns), one_in) if one_in > 1 -%}
    {%- set conditions = [where, hash_is_low] | select | join("\nand ") -%}
    {%- set groups = [] -%}
    {%- for name in by -%} {%- do groups.append(rankhouse.own_column(side, name)) -%} {%- endfor -%}
    {%- set groups = groups | reject("in", keys.values() | list) | list -%}
    {%- set rows -%}
        select {{ rankhouse.listed(rankhouse.named_expressions(keys)) }}
        from {{ rankhouse.as_source(plan[side], side) }} {{ "\nwhere " ~ conditions if conditions }}
        group by {{ rankhouse.inline(groups + (keys.values() | list)) }}
        having count(*) > 1
    {%- endset -%}
    {#- Hashes of texts are a third cheaper to compare. Equal ones of different texts are found out when rows are looked for. -#}
    {%- if side in plan.get("hashed", []) -%}
        {%- set may_occur -%}
            select 1 as one
            from {{ rankhouse.as_source(plan[side], side) }} {{ "\nwhere " ~ conditions if conditions }}
            having count(*) > count(distinct hash({{ rankhouse.inline(groups + (keys.values() | list)) }}))
        {%- endset -%}
    {%- endif -%}
    {%- set others = plan.get("others", {}).get(side) -%}
    {%- if tells_apart and (others is none or others) -%}
        {%- set advice = advice ~ ", or add the column that distinguishes the rows to by" -%}
        {%- set advice = advice ~ (" (" ~ rankhouse.literals(others) ~ ")" if others else "") -%}
    {%- endif -%}
    {%- set of_sample = " in a sample of one in " ~ one_in ~ " " ~ sampled[1] if one_in > 1 else "" -%}
    {{
        return(
            rankhouse.check(
                side,
                columns[-1],
                problem,
                said ~ of_sample,
                advice,
                refused=refused,
                rows=rows,
                may_occur=may_occur | default(none),
                example=example,
                of=of,
            )
        )
    }}
{% endmacro %}

{# An item once per query. #}
{% macro repeated_item_check(
    plan, side, by, refused="everywhere", where=none, tells_apart=true, ids=["query_id", "item_id"]
) %}
    {{
        return(
            rankhouse.repeated_check(
                plan,
                side,
                ids,
                by,
                "duplicate",
                "more than once in the same query",
                "keep one row of each",
                ["item appears", "items appear"],
                refused=refused,
                sampled=["query_id", "queries"],
                where=where,
                tells_apart=tells_apart,
            )
        )
    }}
{% endmacro %}

{# Whether the hash of a value is among the lowest, one in so many. #}
{% macro in_sample(column, one_in) %}
    {{ return(adapter.dispatch("in_sample", "rankhouse")(column, one_in)) }}
{% endmacro %}

{# Who asks for a sample runs DuckDB. #}
{% macro default__in_sample(column, one_in) %} {{ return("1 = 1") }}{% endmacro %}

{# A comparison costs half of what a remainder does. #}
{% macro duckdb__in_sample(column, one_in) %}
    {{ return("hash(" ~ column ~ ") < 18446744073709551615::ubigint // " ~ one_in) }}
{% endmacro %}

{# A click is 1 or true, none is 0 or false. #}
{% macro clicked_check(plan, key, by) %}
    {%- set clicked = rankhouse.label_number(rankhouse.renamed("log", "clicked", plan.columns)) -%}
    {{
        return(
            rankhouse.check(
                "log",
                "clicked",
                "clicked is not 0 or 1",
                "a value of clicked that is neither 0 nor 1 " ~ rankhouse.in_column(plan, "log", "clicked"),
                "use 1 for a click and 0 for none",
                when="not (" ~ clicked ~ " in (0, 1))",
                example=rankhouse.example_of(plan, "log", key, by),
            )
        )
    }}
{% endmacro %}

{# That some value of an id is in both inputs. `what`: query, item or image. #}
{% macro common_check(plan, side, other, id) %}
    {%- set mine, theirs = rankhouse.renamed(side, id, plan.columns), rankhouse.renamed(other, id, plan.columns) -%}
    {%- set rows -%}
        select
            (select {{ mine }} from {{ rankhouse.as_source(plan[side], side) }} limit 1) as key_1,
            (select {{ theirs }} from {{ rankhouse.as_source(plan[other], other) }} limit 1) as key_2
        from (select 1 as one) as asked
        where
            not exists (
                select 1
                from (select {{ rankhouse.id_as_written(mine) }} as id from {{ rankhouse.as_source(plan[side], side) }}) as here
                join
                    (select distinct {{ rankhouse.id_as_written(theirs) }} as id from {{ rankhouse.as_source(plan[other], other) }}) as there
                    on here.id = there.id
                limit 1
            )
    {%- endset -%}
    {%- set what, example = id | replace("_id", ""), {} -%}
    {%- for each in [side, other] -%}
        {%- set name = rankhouse.name_of_column(plan, each, id) ~ " of " ~ each -%}
        {%- do example.update({name: "key_" ~ loop.index}) -%}
    {%- endfor -%}
    {{
        return(
            rankhouse.check(
                side,
                id,
                "no " ~ what ~ " in common with " ~ other,
                side ~ " and " ~ other ~ " have no " ~ what ~ " in common",
                "check that the ids are written the same way",
                refused="python",
                rows=rows,
                example=example,
                of=none,
            )
        )
    }}
{% endmacro %}
