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

{# Ids without a value. #}
{% macro missing_id_checks(plan, side, ids, by=[]) %}
    {%- set checks = [] -%}
    {%- for id in ids -%}
        {%- do checks.append(
            rankhouse.check(
                side,
                id,
                id ~ " is NULL",
                "no " ~ id ~ " (NULL " ~ rankhouse.in_column(plan, side, id) ~ ")",
                "leave them out or give them an id",
                refused="python",
                when=rankhouse.renamed(side, id, plan.columns) ~ " is null",
                example=rankhouse.example_of(plan, side, ids, by),
            )
        ) -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}

{# That a column is of one of these kinds of types; `said`: "score is a number". #}
{% macro kind_check(side, column, said, kinds) %}
    {{
        return(
            rankhouse.check(
                side, column, column ~ " of another type", said, "cast it", refused="python", kinds=kinds, of=none
            )
        )
    }}
{% endmacro %}

{#
Columns that are no numbers, rows without a number, and infinite ones where it has to be finite. `key`: by what a row is
found.
#}
{% macro number_checks(plan, side, numbers, key, by=[], finite=[]) %}
    {%- set checks, example = [], rankhouse.example_of(plan, side, key, by) -%}
    {%- for name in numbers -%}
        {%- set number, shown = rankhouse.renamed(side, name, plan.columns), rankhouse.in_column(plan, side, name) -%}
        {%- set is_missing = number ~ " is null or not (" ~ rankhouse.is_number(number) ~ ")" -%}
        {%- set size = "abs(" ~ rankhouse.double(number) ~ ") > " ~ rankhouse.largest_double() -%}
        {%- do checks.append(rankhouse.kind_check(side, name, name ~ " is a number", ["number", "boolean"])) -%}
        {%- do checks.append(
            rankhouse.check(
                side,
                name,
                name ~ " is NULL or NaN",
                "no " ~ name ~ " (NULL or NaN " ~ shown ~ ")",
                "leave these rows out or give them " ~ rankhouse.with_article(name),
                refused="python",
                when=is_missing,
                example=example,
            )
        ) -%}
        {%- if name in finite -%}
            {%- do checks.append(
                rankhouse.check(
                    side,
                    name,
                    name ~ " is infinite",
                    "an infinite " ~ name ~ " " ~ shown,
                    "give it a finite number",
                    refused="python",
                    when=size ~ " and " ~ rankhouse.is_number(number),
                    example=example,
                )
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(checks) }}
{% endmacro %}

{#
That no two rows have the same values of these columns, within a group. `of`: what is counted; `sampled`: the column by
whose hash some of a large input are chosen, where plan.one_in says so, and what these are; `where`: which rows.
#}
{% macro repeated_check(
    plan, side, columns, by, problem, said, advice, of, refused="everywhere", sampled=none, where=none
) %}
    {%- set keys, example = {}, {} -%}
    {%- for name, column in rankhouse.example_of(plan, side, columns, by).items() -%}
        {%- do keys.update({"key_" ~ loop.index: column}) -%} {%- do example.update({name: "key_" ~ loop.index}) -%}
    {%- endfor -%}
    {%- set one_in = plan.get("one_in", {}).get(side, 1) if sampled is not none else 1 -%}
    {%- set hash_is_low = rankhouse.in_sample(rankhouse.renamed(side, sampled[0], plan.columns), one_in) if one_in > 1 -%}
    {%- set conditions = [where, hash_is_low] | select | join("\nand ") -%}
    {%- set groups = [] -%}
    {%- for name in by -%} {%- do groups.append("given." ~ rankhouse.quoted(name)) -%} {%- endfor -%}
    {%- set groups = groups | reject("in", keys.values() | list) | list -%}
    {%- set rows -%}
        select {{ rankhouse.listed(rankhouse.named_expressions(keys)) }}
        from {{ rankhouse.as_given(plan[side]) }} {{ "\nwhere " ~ conditions if conditions }}
        group by {{ rankhouse.inline(groups + (keys.values() | list)) }}
        having count(*) > 1
    {%- endset -%}
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
                example=example,
                of=of,
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
