{#
The kinds of types that columns may be of, and what is said of others. Python looks at the types of its tables, dbt asks its
catalogue, and DuckDB's table macros stop at them (guarded.sql): elsewhere a query cannot see types.
#}
{# That a column is of one of these kinds of types; `said`: "score must be a number". #}
{% macro kind_check(side, column, said, kinds, advice=none) %}
    {%- set cast = "cast it, or name another column with columns={'" ~ column ~ "': ...}" -%}
    {{
        return(
            rankhouse.check(
                side,
                column,
                column ~ " of another type",
                said,
                advice or cast,
                refused="python",
                kinds=kinds,
                of=none,
            )
        )
    }}
{% endmacro %}

{# The same of a column that is read as a number, which a boolean may be too, or names a measure. #}
{% macro number_check(plan, side, name) %}
    {%- if name in ["measure", "metric"] -%}
        {{ return(rankhouse.kind_check(side, name, name ~ " is a text such as 'ndcg@10'", ["text"])) }}
    {%- endif -%}
    {%- set is_yes_or_no = name in ["clicked", "passed"] -%}
    {%- set is_class = name == "label" or name == "prediction" and plan.get("predicts_labels", false) -%}
    {%- set said = (
        "true or false, or 1 or 0" if is_yes_or_no else "0 or 1, or a boolean" if is_class else "a number"
    ) -%}
    {%- set is_alone = name in rankhouse.never_boolean() or name == "score" and side == "predictions" -%}
    {%- set kinds = ["number"] if is_alone else ["number", "boolean"] -%}
    {{ return(rankhouse.kind_check(side, name, name ~ " must be " ~ said, kinds)) }}
{% endmacro %}

{# Numbers that count or measure something. #}
{% macro never_boolean() %}
    {{
        return(
            [
                "position",
                "rank_a",
                "rank_b",
                "weight",
                "value",
                "value_sum",
                "n_queries",
                "std_error",
                "n_given",
                "logging_probability",
                "offline_difference",
                "online_difference",
                "p_value",
                "queries_needed",
            ]
        )
    }}
{% endmacro %}

{# Of a column that is read as a date. #}
{% macro date_check(side, name) %}
    {%- set advice = "set " ~ name ~ " to the column of the dates" -%}
    {{ return(rankhouse.kind_check(side, name, name ~ " is a date such as 2026-01-31", ["time", "text"], advice)) }}
{% endmacro %}

{# What is said of a column of another kind, before and after its type. `shown`: what the input is called. #}
{% macro says_other_kind(check, name, shown=none) %}
    {%- set subject = (shown or check.side) ~ ": " ~ check.said -%}
    {{ return([subject ~ ", but column '" ~ name ~ "' is ", "; " ~ check.advice]) }}
{% endmacro %}

{# What is said of columns whose types cannot be compared, before the first type, before the second one and after it. #}
{% macro says_two_types(side, name, other, other_name) %}
    {{
        return(
            [
                side ~ " has '" ~ name ~ "' as ",
                " and " ~ ("" if other == side else other ~ " has ") ~ "'" ~ other_name ~ "' as ",
                ", and values of these types cannot be compared as they are; cast one of the columns",
            ]
        )
    }}
{% endmacro %}

{# The user's column of a number that is ordered, which text would not be. #}
{% macro ordered_number(plan, side, name) %}
    {%- set check = rankhouse.number_check(plan, side, name) -%}
    {%- set said = rankhouse.says_other_kind(check, rankhouse.name_of_column(plan, side, name)) -%}
    {{ return(rankhouse.not_text(rankhouse.renamed(side, name, plan.columns), name, said)) }}
{% endmacro %}

{# Several of them under our names. #}
{% macro numbers_read(plan, side, names) %}
    {%- set columns = [] -%}
    {%- for name in names -%}
        {%- do columns.append(rankhouse.ordered_number(plan, side, name) ~ " as " ~ name) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}
