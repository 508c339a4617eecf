{#
Weights of queries, such as their traffic or revenue: the column of the judgments that `columns` names `weight`, the same in all
rows of a query. A mean over queries is then sum(w * x) / sum(w), its standard error sqrt(n / (n - 1) * sum(w^2 * (x - mean)^2))
/ sum(w), and n_effective, (sum of w)^2 / sum of w^2, says how many queries of equal weight would tell as much. A query that
weighs 0, or has no judgments, does not count.
#}
{# rankhouse_weights_of_queries: a judged query with its weight. Two weights stop the query, and one below 0. #}
{% macro query_weight_steps(plan) %}
    {%- if not rankhouse.queries_weigh(plan) -%} {{ return([]) }}{%- endif -%}
    {%- set key = plan.label_by + ["query_id"] -%}
    {%- set query = rankhouse.renamed("judgments", "query_id", plan.columns) -%}
    {%- set weight = rankhouse.double(rankhouse.renamed("judgments", "weight", plan.columns)) -%}
    {%- set columns = rankhouse.keys_of_side(plan, "judgments") + [query ~ " as query_id", weight ~ " as weight"] -%}
    {%- set is_weight = "coalesce(weight >= 0 and " ~ rankhouse.is_moderate("weight") ~ ", false)" -%}
    {%- set n_wrong = "sum(case when " ~ is_weight ~ " then 0 else 1 end)" -%}
    {%- set said -%}
        {{ rankhouse.literal("judgments: query_id ") }} || {{ rankhouse.text("max(query_id)") }} || case
        when {{ n_wrong }} > 0
        then ' has no weight, or one below 0 or beyond 1e100: give it a number of at least 0'
        else ' has weights from ' || {{ rankhouse.text("min(weight)") }} || ' to ' || {{ rankhouse.text("max(weight)") }}
            || ': give it the same weight in all its rows'
        end
    {%- endset -%}
    {%- set sql -%}
        select {{ rankhouse.listed(key + ["max(weight) as query_weight"]) }}
        from
            (
                select {{ rankhouse.listed(columns) }}
                from {{ rankhouse.as_source(plan.judgments, "judgments") }}
                where {{ query }} is not null
            ) as judged
        group by {{ rankhouse.inline(key) }}
        having {{ rankhouse.unless(n_wrong ~ " > 0 or min(weight) < max(weight)", said) }}
    {%- endset -%}
    {{ return([rankhouse.step("weights_of_queries", "a judged query, with its weight", sql)]) }}
{% endmacro %}

{# `valued`, whose weights are those of measures, with those of its queries. A query without a weight above 0 has no value. #}
{% macro with_query_weights(plan, valued) -%}
    {%- set columns = plan.by + ["query_id", "n_relevant", "n_retrieved"] + rankhouse.measure_key(plan) -%}
    {%- set weight = "coalesce(weights.query_weight, 0)" -%}
    select
        {{ rankhouse.listed(rankhouse.select_of("unweighted", columns)) }},
        case when {{ weight }} > 0 then unweighted.value end as value,
        unweighted.weight * {{ weight }} as weight
    from ({{ valued }}) as unweighted
    left join
        rankhouse_weights_of_queries as weights
        on {{ rankhouse.match("unweighted", "weights", plan.label_by + ["query_id"]) }}
{%- endmacro %}

{% macro says_no_weight_of_run() %}
    {{
        return(
            "columns: 'run.weight' is not read, since this call takes weights from the judgments; leave it out, or name it 'judgments.weight'"
        )
    }}
{% endmacro %}

{# How many queries of equal weight tell as much, of rows with weight and value. #}
{% macro effective_number(weight="weight", value="value") -%}
    {%- set counted = "case when " ~ value ~ " is not null then " ~ weight ~ " end" -%}
    power(sum({{ counted }}), 2)
    / nullif(sum(case when {{ value }} is not null then {{ weight }} * {{ weight }} end), 0)
{%- endmacro %}

{# The same as further figures of clustered_mean_steps. #}
{% macro effective_sums(value) %}
    {%- set squares = "sum(case when found." ~ value ~ " is not null then found.weight * found.weight end)" -%}
    {%- set effective = "power(sum(divisor), 2) / nullif(sum(weight_squares), 0)" -%}
    {{
        return(
            {"weight_squares": [squares, "sum(weight_squares)"], "n_effective": [rankhouse.double("null"), effective]}
        )
    }}
{% endmacro %}
