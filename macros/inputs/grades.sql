{# The highest grade of an item counts, and a human one alone does not. #}
{% macro reads_grades() %}
    {%- if false -%} {{ rankhouse.more_grade_checks() }}{%- endif -%}
    {%- set columns = {"query_id": "id", "item_id": "id", "relevance": "grade"} -%}
    {%- set once = {
        "columns": ["query_id", "item_id"],
        "problem": "duplicate",
        "said": "more than once in the same query",
        "advice": "keep one row of each",
        "of": ["item appears", "items appear"],
        "sampled": ["query_id", "queries"],
    } -%}
    {%- set grades = {"columns": columns, "once": once} -%}
    {{
        return(
            {
                "tables": {"human": dict(grades, ungrouped=true), "machine": grades},
                "more": rankhouse.more_grade_checks,
            }
        )
    }}
{% endmacro %}

{# People's grades of items that the machine has not graded. #}
{% macro more_grade_checks(plan) %}
    {%- set ids = ["query_id", "item_id"] -%}
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
    {{
        return(
            [
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
            ]
        )
    }}
{% endmacro %}
