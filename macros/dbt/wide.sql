{#
One row per group, one column per measure, from a table of metrics; only rows with the highest value of `latest` that is
`complete`.
#}
{% macro wide_metrics(metrics, measures, by=[], latest=none, convention=none, complete=none) -%}
    {%- do rankhouse.refuse_others("wide_metrics", kwargs) -%}
    {%- do rankhouse.check_arguments("wide_metrics", {"latest": latest}) -%}
    {%- set complete = rankhouse.complete_of(latest, complete) -%}
    {%- set columns = rankhouse.wide_columns(measures, convention) -%}
    {%- do rankhouse.names_stay_apart(by + columns.keys() | list) -%}
    {%- do rankhouse.names_beside("by", by, columns.keys() | list + ["n_queries", "n_missing"]) -%}
    {%- do rankhouse.require_names("metrics", metrics, ["measure", "value", "n_queries", "n_missing", latest] + by) -%}
    select
        {%- for column in by %} {{ rankhouse.quoted(column) }}, {%- endfor %}
        {%- for column, measure in columns.items() %}
            max(case when measure = {{ rankhouse.literal(measure) }} then value end) as {{ column }},
        {%- endfor %}
        max(n_queries) as n_queries,
        max(n_missing) as n_missing
    from {{ metrics }}
    {%- if latest is not none %}
        where {{ rankhouse.quoted(latest) }} = ({{ rankhouse.newest_value(metrics, latest, complete) }})
    {%- endif %}
    {%- if by %}
        group by {% for column in by %} {{ rankhouse.quoted(column) }}{{ ", " if not loop.last }}{% endfor %}
    {%- endif %}
{%- endmacro %}

{# The columns of measures, with the measure of each. #}
{% macro wide_columns(measures, convention=none) %}
    {%- set columns = {} -%}
    {%- for measure in rankhouse.parse_measures(measures, settings=rankhouse.convention(convention)) -%}
        {%- set column = rankhouse.measure_column(measure.measure) -%}
        {%- if column in columns -%}
            {{ exceptions.raise_compiler_error(rankhouse.says_one_column(columns[column], measure.measure, column)) }}
        {%- endif -%}
        {%- do columns.update({column: measure.measure}) -%}
    {%- endfor -%}
    {{ return(columns) }}
{% endmacro %}

{% macro says_one_column(measure, other, column) %}
    {{
        return(
            "measures: " ~ measure ~ " and " ~ other ~ " would both become the column " ~ column ~ ": leave one out"
        )
    }}
{% endmacro %}

{# ndcg(gain=linear)@10 as a column's name: ndcg_gain_linear_at_10. #}
{% macro measure_column(measure) %}
    {%- set letters = [] -%}
    {%- for letter in measure | replace("@", "_at_") -%}
        {%- do letters.append(letter if letter.isalnum() or letter == "_" else " ") -%}
    {%- endfor -%}
    {{ return((letters | join).split() | join("_") | replace("__", "_")) }}
{% endmacro %}
