{#
The differences of two systems by query, over a table of query_metrics: the steps that end in
    rankhouse_tests         number, the keys, measure, metric, k, system_number, other_number: what is compared
    rankhouse_differences   number, query_id, value, baseline_value, difference: a query with a value on both sides
    rankhouse_moments       number, n_queries, degrees, value, baseline_value, difference, std_dev, effect_size, wins, ...
    rankhouse_present       the keys, measure, system_number, n_queries: how many have a value
#}
{% macro steps_of_differences(plan) %}
    {%- set key = plan.by + ["measure"] -%}
    {%- set kind = plan.by + rankhouse.carried_columns(plan, plan.by) + ["measure", "metric", "k"] -%}
    {%- set values = rankhouse.compared_values(plan) -%}
    {%- set numbered -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("found", key + ["query_id"])
                + ["systems.system_number as system_number", "max(found.value) as value"]
            )
        }}
        from rankhouse_values as found
        join rankhouse_systems as systems on found.system = systems.system
        group by {{ rankhouse.inline(rankhouse.columns_of("found", key + ["query_id"]) + ["systems.system_number"]) }}
        having count(*) = 1 and count(found.value) = 1
    {%- endset -%}
    {%- set present -%}
        select {{ rankhouse.listed(key + ["system_number", "count(*) as n_queries"]) }}
        from rankhouse_numbered
        group by {{ rankhouse.inline(key + ["system_number"]) }}
    {%- endset -%}
    {%- set kinds -%} select distinct {{ rankhouse.listed(kind) }} from rankhouse_values {%- endset -%}
    {%- set tests -%}
        select
        {{
            rankhouse.listed(
                rankhouse.select_of("kinds", kind)
                + [
                    "own.system_number as system_number",
                    "other.system_number as other_number",
                    rankhouse.number_of_test(key) ~ " as number",
                ]
            )
        }}
        from rankhouse_kinds as kinds
        cross join rankhouse_systems as own
        {% if plan.baseline is none %}
            join rankhouse_systems as other on own.system_number > other.system_number
        {% else %}
            join
                rankhouse_systems as other
                on own.system_number <> other.system_number
                and {{ rankhouse.text("other.system") }} = {{ plan.baseline }}
        {% endif %}
    {%- endset -%}
    {%- set difference = "own.value - other.value" -%}
    {%- set is_tie = "abs(own.value - other.value) <= 1e-12 * (abs(own.value) + abs(other.value))" -%}
    {%- set differences -%}
        select
            tests.number as number,
            own.query_id as query_id,
            own.value as value,
            other.value as baseline_value,
            case when {{ is_tie }} then {{ rankhouse.double("0") }} else {{ difference }} end as difference
        from rankhouse_tests as tests
        join
            rankhouse_numbered as own
            on {{ rankhouse.match("tests", "own", key) }} and tests.system_number = own.system_number
        join
            rankhouse_numbered as other
            on {{ rankhouse.match("own", "other", key) }}
            and tests.other_number = other.system_number
            and own.query_id = other.query_id
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("values", "a value of a system for a query", values),
                rankhouse.step("systems", "a system, with its place", rankhouse.systems_of_comparison(plan)),
                rankhouse.step("numbered", "a system's only value for a query", numbered),
                rankhouse.step("present", "a system and a measure, with its queries", present),
                rankhouse.step("kinds", "a measure in a group", kinds),
                rankhouse.step("tests", "two systems by a measure in a group", tests),
                rankhouse.step("differences", "the same and a query with a value on both sides", differences),
                rankhouse.step("summed", "a comparison, summed up", rankhouse.summed_differences()),
                rankhouse.step("moments", "the same with what follows", rankhouse.moments_of_differences()),
            ]
        )
    }}
{% endmacro %}

{# Rows that can be compared; what is no number is NULL. #}
{% macro compared_values(plan) -%}
    {%- set query = rankhouse.renamed("query_metrics", "query_id", plan.columns) -%}
    {%- set system = rankhouse.renamed("query_metrics", "system", plan.columns) -%}
    {%- set value = rankhouse.renamed("query_metrics", "value", plan.columns) -%}
    {%- set columns = rankhouse.keys_of_side(plan, "run") + [query ~ " as query_id", system ~ " as system"] -%}
    {%- do columns.extend(rankhouse.columns_read(plan, "query_metrics", ["measure", "metric", "k"])) -%}
    {%- set is_finite = rankhouse.is_number(value) ~ " and abs(" ~ rankhouse.double(value) ~ ") < 1e300" -%}
    {%- do columns.append("case when " ~ is_finite ~ " then " ~ rankhouse.double(value) ~ " end as value") -%}
    select {{ rankhouse.listed(columns) }}
    from {{ rankhouse.as_given(plan.query_metrics) }}
    where
        {{ query }} is not null and {{ system }} is not null
        {%- if plan.systems %}
            and {{ rankhouse.text(system) }} in ({{ rankhouse.literals(plan.systems) }})
        {%- endif -%}
{%- endmacro %}

{# In the order that was asked for, or by their names. #}
{% macro systems_of_comparison(plan) -%}
    {%- set places = [] -%}
    {%- for name in plan.systems -%}
        {%- do places.append("when " ~ rankhouse.literal(name) ~ " then " ~ loop.index) -%}
    {%- endfor -%}
    {%- set asked = "case " ~ rankhouse.text("system") ~ " " ~ places | join(" ") ~ " end, " if places else "" -%}
    select system, row_number() over (order by {{ asked }}{{ rankhouse.byte_order("system", "asc") }}) as system_number
    from (select distinct system from rankhouse_values) as named
{%- endmacro %}

{# A row's number, the same in every run. #}
{% macro number_of_test(key) -%}
    row_number() over (
        order by {{ rankhouse.inline(rankhouse.columns_of("kinds", key)) }}, own.system_number, other.system_number
    )
{%- endmacro %}

{% macro summed_differences() -%}
    select
        number,
        count(*) as n_queries,
        {{ rankhouse.mean_of("value") }} as value,
        {{ rankhouse.mean_of("baseline_value") }} as baseline_value,
        {{ rankhouse.mean_of("difference") }} as difference,
        stddev_samp(difference) as std_dev,
        sum(case when difference > 0 then 1 else 0 end) as wins,
        sum(case when difference = 0 then 1 else 0 end) as ties,
        sum(case when difference < 0 then 1 else 0 end) as losses
    from rankhouse_differences
    group by number
{%- endmacro %}

{# Differences that are all equal have no spread, whatever their sum's last digit says. #}
{% macro moments_of_differences() -%}
    select
        number,
        n_queries,
        case when n_queries > 1 then n_queries - 1 end as degrees,
        value,
        baseline_value,
        difference,
        wins,
        ties,
        losses,
        case when std_dev <= 1e-12 * abs(difference) then {{ rankhouse.double("0") }} else std_dev end as std_dev,
        case
            when wins + losses = 0
            then {{ rankhouse.double("0") }}
            when std_dev > 1e-12 * abs(difference)
            then difference / nullif(std_dev, 0)
        end as effect_size
    from rankhouse_summed
{%- endmacro %}
