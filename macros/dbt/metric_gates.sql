{#
Quality gates as generic dbt tests over tables of metrics. A row of the result is a segment that fails, with by how much;
a measure that the table lacks fails too, as one row of NULLs, so that a misspelt gate is not a passed one.
#}
{# Every mean of the measure, or with `significant` the lower end of its interval, reaches `at_least`. #}
{% macro test_metric_at_least(model, measure, at_least, significant=false) -%}
    {%- set measure = rankhouse.measure_in_table(measure) -%}
    {%- set gated = "gated.ci_low" if significant else "gated.value" -%}
    select gated.*, wanted.measure as gated_measure, wanted.at_least, wanted.at_least - {{ gated }} as shortfall
    from (select {{ rankhouse.literal(measure) }} as measure, {{ rankhouse.double(at_least) }} as at_least) as wanted
    left join (select * from {{ model }}) as gated on gated.measure = wanted.measure
    where {{ gated }} is null or {{ gated }} < wanted.at_least
{%- endmacro %}

{# Enough of what the run returned is judged: the measure judged@k of the table. #}
{% macro test_judged_share_at_least(model, at_least, k=none) -%}
    {{ rankhouse.test_metric_at_least(model, "judged" ~ ("" if k is none else "@" ~ k), at_least) }}
{%- endmacro %}

{# Every mean, or those of one measure, is over enough queries. #}
{% macro test_enough_queries(model, at_least, measure=none) -%}
    select gated.*, wanted.at_least, wanted.at_least - coalesce(gated.n_queries, 0) as shortfall
    from (select {{ rankhouse.bigint(at_least) }} as at_least) as wanted
    left join
        (select * from {{ model }}) as gated on {%- if measure is none %} gated.measure is not null
        {%- else %} gated.measure = {{ rankhouse.literal(rankhouse.measure_in_table(measure)) }}
        {%- endif %}
    where gated.n_queries is null or gated.n_queries < wanted.at_least
{%- endmacro %}

{# No mean has more queries that the run lacks than this share of them: of a column of `by` that is the query's, many. #}
{% macro test_missing_share_at_most(model, at_most=0) -%}
    select gated.*, wanted.at_most, {{ rankhouse.ratio("gated.n_missing", "gated.n_queries") }} as missing_share
    from (select {{ rankhouse.double(at_most) }} as at_most) as wanted
    join (select * from {{ model }}) as gated on gated.n_missing > wanted.at_most * gated.n_queries
{%- endmacro %}

{# The spelling that tables have: the canonical one of a measure of the catalogue, any other as it is. #}
{% macro measure_in_table(measure) %}
    {%- set catalogue = rankhouse.catalogue() -%}
    {%- set head = (measure | lower).split("(")[0].split("@")[0] | trim -%}
    {%- if rankhouse.find_measure(head, catalogue).declaration is none -%} {{ return(measure) }}{%- endif -%}
    {{ return(rankhouse.parse_measure(measure, catalogue).measure) }}
{% endmacro %}
