{#
The newest value of a column such as the day whose labels are complete. Labels come late, and the newest day of a table may
have three queries of a thousand. `complete` says which values count, for every reader in the same way:
    a mapping   all that it states hold: {min_queries: 100, age: 3}; {} counts every value
    a relation  that has the column and is_complete, such as a model of label_maturity
    none        the var's own, where it has `complete` and the column is its `latest`; else every value counts
Each evaluation has complete days of its own: where a relation has a column `evaluation`, a row counts by those of its own, or
all rows by those of the evaluation that is named.

What complete_of makes of it, a maturity, is a dictionary of
    rule            that mapping, {} where a relation says it
    days            that relation, none without one
    by_evaluation   whether a row is looked up by its column `evaluation` too
    ruled           the evaluations that have a rule; none: all of them
    is_stated       whether somebody has said so
#}
{#
`is_by_query`: whether the relation has values by query, or means. `is_mixed`: whether its rows may be of several evaluations,
whose newest values are not one.
#}
{% macro newest_value(relation, column, maturity, is_by_query=false, condition="1 = 1", is_mixed=false) -%}
    {%- set name = "listed." ~ rankhouse.quoted(column) -%}
    {%- set conditions = [condition] + rankhouse.maturity_of_rows(relation, column, maturity, is_by_query) -%}
    {%- set problems = [rankhouse.problem_of_evaluations(column)] if is_mixed else [] -%}
    {%- do problems.append(rankhouse.order_problem("the table", name, column)) -%}
    select found.newest as newest
    from
        (
            select
                max({{ name }}) as newest,
                coalesce({{ problems | join(", ") }}, {{ rankhouse.text("null") }}) as problem
            from (select * from {{ relation }}) as listed
            where {{ conditions | join(" and ") }}
        ) as found
    where {{ rankhouse.unless("found.problem is not null", "found.problem") }}
{%- endmacro %}

{# That rows are of several evaluations, whose newest values are not one, as an aggregate; NULL where they are not. #}
{% macro problem_of_evaluations(column, advice="name one with evaluation, or with where") -%}
    {%- set said = [
        "the table has several evaluations, such as ",
        [rankhouse.text("min(listed.evaluation)")],
        " and ",
        [rankhouse.text("max(listed.evaluation)")],
        ", each with a newest " ~ column ~ " of its own; " ~ advice,
    ] -%}
    case when min(listed.evaluation) <> max(listed.evaluation) then {{ rankhouse.reason_of(said) }} end
{%- endmacro %}

{# Conditions that rows, named listed, are of a value that is complete; none where every value is. #}
{% macro maturity_of_rows(relation, column, maturity, is_by_query=false) %}
    {%- set name = rankhouse.quoted(column) -%}
    {%- if maturity.days is none -%}
        {%- if not maturity.rule -%} {{ return([]) }}{%- endif -%}
        {{
            return(
                [
                    "listed."
                    ~ name
                    ~ " in ("
                    ~ rankhouse.complete_values(relation, column, maturity, is_by_query)
                    ~ ")"
                ]
            )
        }}
    {%- endif -%}
    {%- set is_mature -%}
        exists (
            select 1
            from (select * from {{ maturity.days }}) as mature
            where
                mature.is_complete
                and mature.{{ name }} = listed.{{ name }}
                {{ "and mature.evaluation = listed.evaluation" if maturity.by_evaluation }}
        )
    {%- endset -%}
    {%- if maturity.ruled -%}
        {%- set has_none = "listed.evaluation not in (" ~ rankhouse.literals(maturity.ruled) ~ ")" -%}
        {{ return(["(" ~ has_none ~ " or " ~ is_mature ~ ")"]) }}
    {%- endif -%}
    {{ return([is_mature]) }}
{% endmacro %}

{# The values that fulfil the rule. #}
{% macro complete_values(relation, column, maturity, is_by_query=false) -%}
    {%- set name = rankhouse.quoted(column) -%}
    {%- set n_queries = "count(distinct query_id)" if is_by_query else "max(n_queries)" -%}
    select {{ name }}
    from (select * from {{ relation }}) as listed
    where {{ name }} is not null
    group by {{ name }}
    having {{ rankhouse.maturity_conditions(maturity.rule, name, n_queries) | join(" and ") }}
{%- endmacro %}

{# What a value of the column fulfils if it is complete, as SQL. #}
{% macro maturity_conditions(complete, column, n_queries, share_judged=none) %}
    {%- set conditions = [] -%}
    {%- if "min_queries" in complete -%}
        {%- do conditions.append(n_queries ~ " >= " ~ complete.min_queries) -%}
    {%- endif -%}
    {%- if "share_judged" in complete -%}
        {%- do conditions.append(share_judged ~ " >= " ~ complete.share_judged) -%}
    {%- endif -%}
    {%- if "age" in complete -%}
        {%- set day = rankhouse.plus_days(rankhouse.as_date(column), complete.age | string) -%}
        {%- do conditions.append(day ~ " <= " ~ rankhouse.as_date(rankhouse.evaluated_at())) -%}
    {%- endif -%}
    {{ return(conditions or ["1 = 1"]) }}
{% endmacro %}

{# A mapping of conditions, not a relation, which dbt makes a mapping too. #}
{% macro is_a_rule(complete) %} {{ return(complete is mapping and complete.identifier is not defined) }}{% endmacro %}

{#
`complete` of a reader of a finished table, as a maturity: checked, and the var's where it is none. `column`: its `latest`, none
where it looks at every row. `evaluation`: the one that is named.
#}
{% macro complete_of(column, complete=none, evaluation=none, table=none) %}
    {%- if column is none -%}
        {%- if complete is not none -%}
            {{
                exceptions.raise_compiler_error(
                    "complete says which values of a column count: name the column, such as the day, with latest"
                )
            }}
        {%- endif -%}
        {{ return(rankhouse.maturity_by_rule({}, false)) }}
    {%- endif -%}
    {%- if complete is none -%} {{ return(rankhouse.configured_maturity(column, evaluation, table)) }}{%- endif -%}
    {%- if not rankhouse.is_a_rule(complete) -%}
        {%- do rankhouse.a_relation("complete", complete) -%}
        {%- set is_of_several = "evaluation" in rankhouse.columns_of_relation(complete) if execute else false -%}
        {{ return(rankhouse.maturity_by_days(complete, evaluation, table, is_of_several)) }}
    {%- endif -%}
    {%- do rankhouse.check_complete(complete) -%}
    {%- if "share_judged" in complete -%}
        {{
            exceptions.raise_compiler_error(
                "complete: a table of metrics does not know how many queries are still unjudged, so it has no"
                ~ " share_judged: make a model of rankhouse.label_maturity and give it as complete: ref('rankhouse__maturity')"
            )
        }}
    {%- endif -%}
    {{ return(rankhouse.maturity_by_rule(complete)) }}
{% endmacro %}

{% macro maturity_by_rule(rule, is_stated=true) %}
    {{ return({"rule": rule, "days": none, "by_evaluation": false, "ruled": none, "is_stated": is_stated}) }}
{% endmacro %}

{# By a relation with the days, of several evaluations or not; `ruled` as in a maturity. #}
{% macro maturity_by_days(days, evaluation, table, is_of_several, ruled=none) %}
    {%- set maturity = {"rule": {}, "days": days, "by_evaluation": false, "ruled": none, "is_stated": true} -%}
    {%- if is_of_several and evaluation is not none -%}
        {%- do maturity.update({"days": rankhouse.rows_of_evaluation(days, evaluation)}) -%}
    {%- elif is_of_several -%}
        {%- do maturity.update({"by_evaluation": true, "ruled": ruled}) -%}
        {%- if execute and not rankhouse.has_evaluation(table) -%}
            {{
                exceptions.raise_compiler_error(
                    "complete: "
                    ~ days
                    ~ " has the complete days of each evaluation, and the table has no column 'evaluation': name the"
                    ~ " one that it is of with evaluation, or count every day with complete: {}"
                )
            }}
        {%- endif -%}
    {%- endif -%}
    {{ return(maturity) }}
{% endmacro %}

{# The rows of a table that are of an evaluation, and whether they may be of several. #}
{% macro rows_of_one(table, evaluation) %}
    {%- set has_evaluation = rankhouse.has_evaluation(table) -%}
    {%- if evaluation is none -%} {{ return({"rows": table, "is_mixed": has_evaluation}) }}{%- endif -%}
    {%- set rows = rankhouse.rows_of_evaluation(table, evaluation) if has_evaluation else table -%}
    {{ return({"rows": rows, "is_mixed": false}) }}
{% endmacro %}

{# Whether a table says which evaluation a row is of. Of a test with `where`, which is a query, the engine is asked. #}
{% macro has_evaluation(table) %}
    {%- if table is none or dbt_version is not defined or not execute -%} {{ return(false) }}{%- endif -%}
    {%- if table is not string and table.identifier is defined -%}
        {{ return("evaluation" in rankhouse.columns_of_relation(table)) }}
    {%- elif invocation_args_dict.get("which") not in ["build", "test", "run"] -%} {{ return(false) }}
    {%- endif -%}
    {%- set found = run_query("select * from (select * from " ~ table ~ ") as listed where 1 = 0") -%}
    {{ return("evaluation" in found.column_names | map("lower") | list) }}
{% endmacro %}

{# Refuses what is no rule of completeness. #}
{% macro check_complete(complete) %}
    {%- set limits = rankhouse.maturity_limits() -%}
    {%- if not rankhouse.is_a_rule(complete) -%}
        {{
            exceptions.raise_compiler_error(
                "complete is a mapping such as {share_judged: 0.8} or {min_queries: 100, age: 3}, got '"
                ~ complete
                ~ "'"
            )
        }}
    {%- endif -%}
    {%- for name, value in complete.items() -%}
        {%- if name not in limits -%}
            {{
                exceptions.raise_compiler_error(
                    "complete has no key '" ~ name ~ "'" ~ rankhouse.suggest(name | string, limits.keys() | list)
                )
            }}
        {%- endif -%}
    {%- endfor -%}
    {%- for name, spec in limits.items() if name in complete -%}
        {%- do rankhouse.a_number("complete: " ~ name, complete[name], spec) -%}
    {%- endfor -%}
{% endmacro %}

{% macro maturity_limits() %}
    {{
        return(
            {
                "min_queries": {"kind": "whole", "from": 1},
                "share_judged": {"kind": "number", "above": 0, "to": 1},
                "age": {"kind": "whole", "from": 0, "to": 36500},
            }
        )
    }}
{% endmacro %}
