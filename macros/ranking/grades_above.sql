{#
How many items of a lower grade stand above an item: pairs that are wrong, counted without making them. The grades of a list
are numbered from 0. Of two different numbers one bit is the first that differs: so each item has a row for each bit that the
list needs, and a window over the items whose numbers are the same before it counts those above that lack it.

    lower_above     items above that have no grade above 0; in rows of their own, by bit, those of a grade that is lower
    no_lower        returned items of its grade or a higher one, itself among them
#}
{% macro compares_grades(plan) %} {{ return("lower_above" in plan.needs and plan.ties != "average") }}{% endmacro %}

{# The columns of rankhouse_summed for this. #}
{% macro grade_sums(key, upto) %}
    {%- set is_graded = "case when gain_linear > 0 and item_rank is not null then 1 else 0 end" -%}
    {%- set number = "dense_rank() over (partition by " ~ key ~ " order by gain_linear asc) - 1" -%}
    {{
        return(
            [
                is_graded ~ " as graded",
                "sum(" ~ is_graded ~ ") " ~ upto ~ " as graded_upto",
                "sum(" ~ is_graded ~ ") over (partition by " ~ key ~ " order by gain_linear desc) as no_lower",
                rankhouse.double(number) ~ " as grade_number",
            ]
        )
    }}
{% endmacro %}

{# The columns that rankhouse_running computes from these. #}
{% macro grades_above() %}
    {{
        return(
            [
                "case when graded = 1 then "
                ~ rankhouse.double("item_rank")
                ~ " - "
                ~ rankhouse.double("graded_upto")
                ~ " end as lower_above",
                "case when graded = 1 then no_lower end as no_lower",
            ]
        )
    }}
{% endmacro %}

{# The step rankhouse_grade_bits, for up to 2^30 different grades in a list. #}
{% macro grade_bits_step(plan) %}
    {%- set unit = plan.by + ["query_id"] -%}
    {%- set key = rankhouse.inline(unit) -%}
    {%- set widths = [] -%}
    {%- for bit in range(30) -%} {%- do widths.append("select " ~ 2**bit ~ " as width") -%} {%- endfor -%}
    {%- set prefix = rankhouse.bigint("floor(grade_number / (2 * width))") -%}
    {%- set gains = rankhouse.per_gain(plan, "gains", "<gain>") -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(unit + gains) }},
        case
            when digit = 1
            then
                sum(1 - digit) over (
                    partition by {{ key }}, width, prefix
                    order by item_rank asc
                    rows between unbounded preceding and current row
                )
        end as lower_above
        from (
            select
            {{ rankhouse.listed(unit + gains) }},
            item_rank,
            width,
            {{ prefix }} as prefix,
            {{ rankhouse.double("floor(grade_number / width) - 2 * " ~ prefix) }} as digit
            from (
                select summed.*, max(grade_number) over (partition by {{ key }}) as last_number
                from rankhouse_summed as summed
                where graded = 1
            ) as numbered
            cross join (
                {{ widths | join("\nunion all\n") }}
            ) as widths
            where width <= last_number
        ) as bits
    {%- endset -%}
    {{ return(rankhouse.step("grade_bits", "a bit of an item's grade, by its number in the list", sql)) }}
{% endmacro %}

{% macro union_grade_rows(plan) -%}
    {%- if not rankhouse.compares_grades(plan) -%} {{ return("") }}{%- endif -%}
    {%- set absent = rankhouse.bigint("null") -%}
    {%- set columns = plan.by + ["query_id", absent ~ " as item_rank", "null as hit"] -%}
    {%- do columns.extend(rankhouse.row_columns(plan, "grades")) -%}
    {%- do columns.extend(rankhouse.order_ranks(plan)) -%}
    union all
    select {{ rankhouse.listed(columns) }}
    from rankhouse_grade_bits
{%- endmacro %}
