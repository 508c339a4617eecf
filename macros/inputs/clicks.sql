{#
Checks of click logs. Sources: log and examination as they are, and cells, the log by query, item and position. What is
NULL in SQL does not count; a position that a search has twice costs a sort of the log to find.
#}
{% macro click_checks(plan) %}
    {%- set ids = ["query_id", "item_id"] if plan.counts else ["search_id", "query_id", "item_id"] -%}
    {%- set figures = ["impressions", "clicks"] if plan.counts else ["clicked"] -%}
    {%- set checks = [rankhouse.empty_check(plan, "log")] -%}
    {%- do checks.extend(rankhouse.missing_id_checks(plan, "log", ids, plan.outputs)) -%}
    {%- do checks.extend(rankhouse.number_checks(plan, "log", ["position"] + figures, ids, plan.outputs)) -%}
    {%- do checks.extend(rankhouse.position_checks(plan, ids)) -%}
    {%- do checks.extend(rankhouse.count_checks(plan, ids) if plan.counts else rankhouse.shown_checks(plan, ids)) -%}
    {%- set clicks = (
        rankhouse.renamed("log", "clicks", plan.columns)
        if plan.counts
        else rankhouse.label_number(rankhouse.renamed("log", "clicked", plan.columns))
    ) -%}
    {%- do checks.append(
        rankhouse.check(
            "log",
            figures[-1],
            "no click",
            "log has no clicks, so nothing distinguishes its items",
            refused="python",
            figure="case when count(case when " ~ clicks ~ " > 0 then 1 end) = 0 then count(*) else 0 end",
            of=none,
        )
    ) -%}
    {%- if plan.examination is not none -%} {%- do checks.extend(rankhouse.examination_checks(plan)) -%} {%- endif -%}
    {{ return(checks) }}
{% endmacro %}

{# Whole numbers from the first one on. #}
{% macro position_checks(plan, ids) %}
    {%- set position, first = rankhouse.renamed("log", "position", plan.columns), plan.first_position -%}
    {%- set number = rankhouse.double(position) -%}
    {%- set where = " " ~ rankhouse.in_column(plan, "log", "position") -%}
    {%- set example = rankhouse.example_of(plan, "log", ids + ["position"], plan.outputs) -%}
    {%- set checks = [
        rankhouse.check(
            "log",
            "position",
            "position below 0",
            "a position below 0" ~ where,
            "leave these rows out",
            when=number ~ " < 0",
            example=example,
        )
    ] -%}
    {%- if first != "0" -%}
        {%- do checks.append(
            rankhouse.check(
                "log",
                "position",
                "position below the first",
                "a position below " ~ first ~ where,
                "set first_position=0 if positions start at 0",
                when=number ~ " >= 0 and " ~ number ~ " < " ~ first,
                example=example,
            )
        ) -%}
    {%- endif -%}
    {%- do checks.append(
        rankhouse.check(
            "log",
            "position",
            "position is no whole number",
            "a position that is not a whole number" ~ where,
            "round it",
            when=number
            ~ " <> floor("
            ~ number
            ~ ")\nor not ("
            ~ rankhouse.is_within(number, "1e15")
            ~ ")",
            example=example,
        )
    ) -%}
    {{ return(checks) }}
{% endmacro %}

{# Of counts: an item may be clicked on a day after it was shown, so that sums of a position are compared. #}
{% macro count_checks(plan, ids) %}
    {%- set impressions = rankhouse.renamed("log", "impressions", plan.columns) -%}
    {%- set clicks = rankhouse.renamed("log", "clicks", plan.columns) -%}
    {%- set are_within, cell = [], {} -%}
    {%- for count in [impressions, clicks] -%}
        {%- do are_within.append(rankhouse.is_within(rankhouse.double(count), "1e12")) -%}
    {%- endfor -%}
    {%- for name in ids + ["position"] -%}
        {%- do cell.update({rankhouse.name_of_column(plan, "log", name): rankhouse.shown_cell(plan, name)}) -%}
    {%- endfor -%}
    {{
        return(
            [
                rankhouse.check(
                    "log",
                    "impressions",
                    "impressions or clicks below 0",
                    "impressions or clicks below 0",
                    "count them again",
                    when=impressions ~ " < 0 or " ~ clicks ~ " < 0",
                    example=rankhouse.example_of(plan, "log", ids + ["position"], plan.outputs),
                ),
                rankhouse.check(
                    "log",
                    "impressions",
                    "impressions or clicks beyond 1e12",
                    "impressions or clicks that are NaN or beyond 1e12",
                    "count them again",
                    when="not (" ~ are_within | join("\nand ") ~ ")",
                    example=rankhouse.example_of(plan, "log", ids + ["position"], plan.outputs),
                ),
                rankhouse.check(
                    "log",
                    "clicks",
                    "more clicks than impressions",
                    "more clicks than impressions",
                    "count each impression once, and at most one click of it",
                    source="cells",
                    when="clicks > impressions",
                    example=cell,
                    of=["item at a position has", "items at a position have"],
                ),
            ]
        )
    }}
{% endmacro %}

{# A column of a cell as the log has it: positions of cells are from 1 on. #}
{% macro shown_cell(plan, name) %}
    {%- set is_moved = name == "position" and plan.first_position != "1" -%}
    {{ return("position - 1 + " ~ plan.first_position if is_moved else name) }}
{% endmacro %}

{# Of a row per item shown. #}
{% macro shown_checks(plan, ids) %}
    {{
        return(
            [
                rankhouse.clicked_check(plan, ids, plan.outputs),
                rankhouse.repeated_check(
                    plan,
                    "log",
                    ["search_id", "position"],
                    plan.outputs,
                    "position twice in a search",
                    "several rows",
                    "keep one row for each item shown",
                    ["position of a search has", "positions of searches have"],
                    refused="python",
                    sampled=["search_id", "searches"],
                ),
            ]
        )
    }}
{% endmacro %}

{# Of examinations that are given: each position of the log once, with a number above 0. #}
{% macro examination_checks(plan) %}
    {%- set position = rankhouse.renamed("examination", "position", plan.columns) -%}
    {%- set known = rankhouse.as_source(plan.examination, "examination") -%}
    {%- set name = rankhouse.name_of_column(plan, "examination", "position") -%}
    {%- set checks = [rankhouse.empty_check(plan, "examination")] -%}
    {%- do checks.extend(rankhouse.number_checks(plan, "examination", ["position", "examination"], ["position"])) -%}
    {%- do checks.append(
        rankhouse.examination_check(
            plan, "leave out the positions that nobody looks at, here and in the log", "everywhere"
        )
    ) -%}
    {%- do checks.append(
        rankhouse.repeated_check(
            plan,
            "examination",
            ["position"],
            [],
            "position twice",
            "several rows",
            "keep one of them",
            ["position has", "positions have"],
            where=position ~ " is not null",
        )
    ) -%}
    {%- set unknown -%}
        select distinct position as key_1
        from {{ plan.cells }} as cells
        where position not in (select {{ position }} from {{ known }} where {{ position }} is not null)
    {%- endset -%}
    {%- do checks.append(
        rankhouse.check(
            "examination",
            "position",
            "position of the log is missing",
            "no row",
            "add it, or leave these rows out of the log",
            rows=unknown,
            example={name: "key_1"},
            of=["position of the log has", "positions of the log have"],
        )
    ) -%}
    {{ return(checks) }}
{% endmacro %}

{# Sums of clicks over examinations between these limits are finite, and so are the squares of such sums. #}
{% macro is_examination(value) %}
    {{ return(value ~ " >= 1e-50 and " ~ rankhouse.is_within(value, "1e50")) }}
{% endmacro %}

{% macro examination_check(plan, advice, refused) %}
    {%- set value = rankhouse.double(rankhouse.renamed("examination", "examination", plan.columns)) -%}
    {{
        return(
            rankhouse.check(
                "examination",
                "examination",
                "examination is not above 0",
                "an examination that is not above 0 (from 1e-50 to 1e50)",
                advice,
                refused=refused,
                when="not (" ~ rankhouse.is_examination(value) ~ ")",
                example=rankhouse.example_of(plan, "examination", ["position"]),
            )
        )
    }}
{% endmacro %}
