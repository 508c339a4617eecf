{#
One row per group, one column per measure, from a table of metrics; only rows with the highest value of `latest` that is
`complete`.
#}
{% macro wide_metrics(metrics, measures, by=[], latest=none, convention=none, complete=none, evaluation=none) -%}
    {%- do rankhouse.refuse_others("wide_metrics", kwargs) -%}
    {%- do rankhouse.check_arguments("wide_metrics", {"latest": latest}) -%}
    {%- set maturity = rankhouse.complete_of(latest, complete, evaluation, metrics) -%}
    {%- set columns = rankhouse.wide_columns(measures, convention) -%}
    {%- do rankhouse.require_names("metrics", metrics, ["measure", "value", "n_queries", "n_missing", latest] + by) -%}
    {%- set found = rankhouse.rows_of_one(metrics, evaluation) -%}
    {{ rankhouse.wide_of(found.rows, columns, by, latest, maturity, found.is_mixed) }}
{%- endmacro %}

{# `columns` as wide_columns gives them; `is_mixed` as in newest_value. #}
{% macro wide_of(metrics, columns, by, latest, maturity, is_mixed=false) -%}
    {%- do rankhouse.names_stay_apart(by + columns.keys() | list) -%}
    {%- do rankhouse.names_beside("by", by, columns.keys() | list + ["n_queries", "n_missing"]) -%}
    select
        {%- for column in by %} {{ rankhouse.quoted(column) }}, {%- endfor %}
        {%- for column, measure in columns.items() %}
            max(case when measure = {{ rankhouse.literal(measure) }} then value end) as {{ column }},
        {%- endfor %}
        max(n_queries) as n_queries,
        max(n_missing) as n_missing
    from {{ metrics }}
    where
        {{ rankhouse.has_measures(metrics, columns.values() | list) }}
        {%- if latest is not none %}
            and {{ rankhouse.quoted(latest) }}
            = ({{ rankhouse.newest_value(metrics, latest, maturity, is_mixed=is_mixed) }})
        {%- endif %}
    {%- if by %}
        group by {% for column in by %} {{ rankhouse.quoted(column) }}{{ ", " if not loop.last }}{% endfor %}
    {%- endif %}
    having {{ rankhouse.single_measures(columns.values() | list, by) }}
{%- endmacro %}

{# "sum(...)", how many rows are of a measure. #}
{% macro rows_of_measure(measure) %}
    {{ return("sum(case when measure = " ~ rankhouse.literal(measure) ~ " then 1 else 0 end)") }}
{% endmacro %}

{# A condition that always holds, but stops the engine where a table with rows has none of a measure. #}
{% macro has_measures(metrics, measures) -%}
    {%- set missing, counts = [], [] -%}
    {%- for measure in measures -%}
        {%- do counts.append(rankhouse.rows_of_measure(measure) ~ " as n_" ~ loop.index) -%}
        {%- do missing.append("when n_" ~ loop.index ~ " = 0 then " ~ rankhouse.literal(measure)) -%}
    {%- endfor -%}
    {%- set there = rankhouse.says_what_is_there(metrics, "measure") -%}
    {%- set said = rankhouse.reason_of(["metrics: there is no row of ", ["found.missing"], "; ", [there]]) -%}
    (
        select {{ rankhouse.unless("found.missing is not null", said) }}
        from
            (
                select case {{ missing | join(" ") }} end as missing
                from (select {{ rankhouse.inline(counts) }} from {{ metrics }}) as counted
            ) as found
    )
{%- endmacro %}

{# The same where a group has several rows of a measure, one of which would be shown. #}
{% macro single_measures(measures, by) -%}
    {%- set repeated, counts = [], [] -%}
    {%- for measure in measures -%}
        {%- set n_rows = rankhouse.rows_of_measure(measure) -%}
        {%- set said = [[rankhouse.text(n_rows)], " rows of " ~ measure] -%}
        {%- do counts.append(n_rows ~ " > 1") -%}
        {%- do repeated.append("when " ~ n_rows ~ " > 1\nthen " ~ rankhouse.reason_of(said)) -%}
    {%- endfor -%}
    {%- set where = ["metrics: "] + rankhouse.told_row("", by) + [" has "] if by else ["metrics: there are "] -%}
    {%- set said = where + [["case\n" ~ repeated | join("\n") ~ "\nend"]] -%}
    {%- set said = said + [
        " where one is shown; add the column that distinguishes them to by, or name it with latest"
    ] -%}
    {{ rankhouse.unless(counts | join("\nor "), rankhouse.reason_of(said)) }}
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

{# ndcg(gain=linear)@10 as a column's name: ndcg_gain_linear_at_10; silence(threshold=-1): silence_threshold_minus_1. #}
{% macro measure_column(measure) %}
    {%- set letters = [] -%}
    {%- for letter in measure | replace("@", "_at_") | replace("=-", "_minus_") -%}
        {%- do letters.append(letter if letter.isalnum() or letter == "_" else " ") -%}
    {%- endfor -%}
    {{ return((letters | join).split() | join("_") | replace("__", "_")) }}
{% endmacro %}
