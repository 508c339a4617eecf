{#
Quality gates as generic dbt tests over tables of metrics. A row of the result is a segment that fails, with by how much;
a measure that the table lacks fails too, as one row of NULLs, so that a misspelt gate does not pass.
#}
{# Every mean of the measure, or with `significant` the lower end of its interval, reaches `at_least`. #}
{% macro test_metric_at_least(model, measure, at_least, significant=false, convention=none) -%}
    {%- do rankhouse.refuse_others("test_metric_at_least", kwargs) -%}
    {%- do rankhouse.require_names("model", model, ["measure", "value"] + (["ci_low"] if significant else [])) -%}
    {%- do rankhouse.check_arguments("test_metric_at_least", {"at_least": at_least, "significant": significant}) -%}
    {%- set measure = rankhouse.measure_in_table(measure, convention) -%}
    {%- set gated = "gated.ci_low" if significant else "gated.value" -%}
    select gated.*, wanted.measure as gated_measure, wanted.at_least, wanted.at_least - {{ gated }} as shortfall
    from (select {{ rankhouse.literal(measure) }} as measure, {{ rankhouse.double(at_least) }} as at_least) as wanted
    left join (select * from {{ model }}) as gated on gated.measure = wanted.measure
    where {{ gated }} is null or {{ gated }} < wanted.at_least
{%- endmacro %}

{# Enough of what the run returned is judged: the measure judged@k of the table. #}
{% macro test_judged_share_at_least(model, at_least, k=none) -%}
    {%- do rankhouse.refuse_others("test_judged_share_at_least", kwargs) -%}
    {%- do rankhouse.check_arguments("test_judged_share_at_least", {"at_least": at_least, "k": k}) -%}
    {{ rankhouse.test_metric_at_least(model, "judged" ~ ("" if k is none else "@" ~ k), at_least) }}
{%- endmacro %}

{# Every mean, or those of one measure, is over enough queries. #}
{% macro test_enough_queries(model, at_least, measure=none, convention=none) -%}
    {%- do rankhouse.refuse_others("test_enough_queries", kwargs) -%}
    {%- do rankhouse.require_names("model", model, ["measure", "n_queries"]) -%}
    {%- do rankhouse.check_arguments("test_enough_queries", {"at_least": at_least}) -%}
    {%- do rankhouse.convention(convention) -%}
    select gated.*, wanted.at_least, wanted.at_least - coalesce(gated.n_queries, 0) as shortfall
    from (select {{ rankhouse.bigint(at_least) }} as at_least) as wanted
    left join
        (select * from {{ model }}) as gated on {%- if measure is none %} gated.measure is not null
        {%- else %} gated.measure = {{ rankhouse.literal(rankhouse.measure_in_table(measure, convention)) }}
        {%- endif %}
    where gated.n_queries is null or gated.n_queries < wanted.at_least
{%- endmacro %}

{# No mean has more queries missing from the run than this share of them: of a column of `by` that is the query's, many. #}
{% macro test_missing_share_at_most(model, at_most=0) -%}
    {%- do rankhouse.refuse_others("test_missing_share_at_most", kwargs) -%}
    {%- do rankhouse.require_names("model", model, ["n_queries", "n_missing"]) -%}
    {%- do rankhouse.check_arguments("test_missing_share_at_most", {"at_most": at_most}) -%}
    select gated.*, wanted.at_most, {{ rankhouse.ratio("gated.n_missing", "gated.n_queries") }} as missing_share
    from (select {{ rankhouse.double(at_most) }} as at_most) as wanted
    join (select * from {{ model }}) as gated on gated.n_missing > wanted.at_most * gated.n_queries
{%- endmacro %}

{#
The spelling that a table has: the canonical one of a measure of the catalogue, any other as it is. By a convention, the
options that are its own are not spelled out: there `ndcg(gain=linear)` may be `ndcg`.
#}
{% macro measure_in_table(measure, convention=none) %}
    {%- if measure is not string or measure | trim == "" -%}
        {{ exceptions.raise_compiler_error("measure is a text such as 'ndcg@10', got '" ~ measure ~ "'") }}
    {%- endif -%}
    {%- set settings = rankhouse.convention(convention) -%}
    {%- set head = (measure | lower).split("(")[0].split("@")[0] | trim -%}
    {%- if rankhouse.find_measure(head, rankhouse.spellings()).name is none -%} {{ return(measure) }}{%- endif -%}
    {{ return(rankhouse.parse_measure(measure, settings).measure) }}
{% endmacro %}

{#
Every group that is expected is there. A group without rows has no mean that another gate could look at. A row of the
result is a missing one.
#}
{% macro test_has_groups(model, by, values) -%}
    {%- do rankhouse.refuse_others("test_has_groups", kwargs) -%}
    {%- do rankhouse.check_arguments("test_has_groups", {"by": by}) -%}
    {%- do rankhouse.require_names("model", model, [by]) -%}
    {%- set is_list = values is iterable and values is not string and values is not mapping -%}
    {%- set expected = [] -%}
    {%- for value in (values if is_list else []) -%}
        {%- set text = value | lower if value is boolean else value | string -%}
        {%- if value is string or value is number or value is boolean -%} {%- do expected.append(text) -%} {%- endif -%}
    {%- endfor -%}
    {%- if not expected or expected | length != values | length -%}
        {{
            exceptions.raise_compiler_error(
                "values is a list of the groups that are expected, such as ['bm25', 'dense'], got '" ~ values ~ "'"
            )
        }}
    {%- endif -%}
    {%- set rows = [] -%}
    {%- for text in expected | unique -%}
        {%- do rows.append("select " ~ rankhouse.text(rankhouse.literal(text)) ~ " as missing_group") -%}
    {%- endfor -%}
    select {{ rankhouse.literal(by) }} as grouping_column, wanted.missing_group
    from ({{ rows | join(" union all ") }}) as wanted
    where
        not exists (
            select 1
            from (select * from {{ model }}) as gated
            where {{ rankhouse.text("gated." ~ rankhouse.quoted(by)) }} = wanted.missing_group
        )
{%- endmacro %}
