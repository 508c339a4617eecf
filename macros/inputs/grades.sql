{# Checks of grades by people and by a machine. In SQL the highest grade of an item counts, and a human one alone does not. #}
{% macro grade_checks(plan) %}
    {%- set ids, checks = ["query_id", "item_id"], [] -%}
    {%- set groups = {"machine": plan.outputs, "human": []} -%}
    {%- for side, by in groups.items() -%}
        {%- do checks.append(rankhouse.empty_check(plan, side)) -%}
        {%- do checks.extend(rankhouse.missing_id_checks(plan, side, ids, by)) -%}
        {%- do checks.extend(rankhouse.number_checks(plan, side, ["relevance"], ids, by)) -%}
        {%- set grade = rankhouse.grade_number(rankhouse.renamed(side, "relevance", plan.columns)) -%}
        {%- do checks.append(
            rankhouse.check(
                side,
                "relevance",
                "relevance is beyond 1e100",
                "a relevance beyond 1e100 " ~ rankhouse.in_column(plan, side, "relevance"),
                "give it a smaller number",
                refused="python",
                when="not (" ~ rankhouse.is_moderate(grade) ~ ") and " ~ rankhouse.is_number(grade),
                example=rankhouse.example_of(plan, side, ids, by),
            )
        ) -%}
    {%- endfor -%}
    {%- for side, by in groups.items() -%}
        {%- do checks.append(rankhouse.repeated_item_check(plan, side, by, "python", tells_apart=side == "machine")) -%}
    {%- endfor -%}
    {%- set query, item = (
        rankhouse.renamed("human", "query_id", plan.columns),
        rankhouse.renamed("human", "item_id", plan.columns),
    ) -%}
    {%- set theirs = rankhouse.columns_read(plan, "machine", ids) -%}
    {%- set alone -%}
        select {{ query }} as key_1, {{ item }} as key_2
        from {{ rankhouse.as_source(plan.human, "human") }}
        where
            not exists (
                select 1
                from
                    (
                        select {{ rankhouse.inline(theirs) }} from {{ rankhouse.as_source(plan.machine, "machine") }}
                    ) as graded
                where graded.query_id = {{ query }} and graded.item_id = {{ item }}
            )
    {%- endset -%}
    {%- set example = {} -%}
    {%- for id in ids -%}
        {%- do example.update({rankhouse.name_of_column(plan, "human", id): "key_" ~ loop.index}) -%}
    {%- endfor -%}
    {%- do checks.append(
        rankhouse.check(
            "human",
            "item_id",
            "item without a grade of the machine",
            "of an item that the machine has not graded",
            "let the machine grade these too, or leave them out",
            refused="python",
            rows=alone,
            example=example,
            of=["grade is", "grades are"],
        )
    ) -%}
    {{ return(checks) }}
{% endmacro %}
