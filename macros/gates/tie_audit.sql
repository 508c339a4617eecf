{#
How much ties decide: one row for each query and measure with tied_share (share of the first k rows whose score is also
another row's), and the value with ties by item, the lowest and the highest that any order of tied items gives, the
expected one over all orders (NULL where no closed form exists), and their spread. Arguments as in query_metrics.
#}
{% macro tie_audit(
    run,
    judgments=none,
    measures=[],
    by=[],
    judgments_by=[],
    columns={},
    queries="judged",
    unjudged="irrelevant",
    checked=false,
    relevant_from=none,
    pool=none
) -%}
    {%- set plan = rankhouse.plan(
        run,
        judgments,
        measures,
        by,
        judgments_by,
        columns,
        "item",
        queries,
        unjudged,
        checked,
        relevant_from,
        pool,
    ) -%}
    {%- set groups = plan.outputs -%}
    {%- set key = ["query_id", "measure"] -%}
    {%- for column in groups -%} {%- do key.append(rankhouse.quoted(column)) -%} {%- endfor -%}
    {%- set averaged = [] -%}
    {%- for measure in plan.measures if rankhouse.averages_over_ties(measure) -%}
        {%- do averaged.append(measure.measure) -%}
    {%- endfor -%}
    {%- set asked = {"item": measures, "worst": measures, "best": measures} -%}
    {%- if averaged -%} {%- do asked.update({"average": averaged}) -%} {%- endif -%}
    select
        {% for column in groups %} by_item.{{ rankhouse.quoted(column) }}, {% endfor %}
        by_item.query_id,
        by_item.measure,
        by_item.metric,
        by_item.k,
        coalesce(tied.rankhouse_tied_share, 0) as tied_share,
        by_item.value as value,
        by_worst.value as lowest,
        {{ "by_average.value" if averaged else rankhouse.double("null") }} as expected,
        by_best.value as highest,
        by_best.value - by_worst.value as spread
    from
        {%- for ties, wanted in asked.items() %}
            {{ "left" if ties == "average" }} {{ "join" if ties != "item" }} (
                {{
                    rankhouse.query_metrics(
                        run,
                        judgments,
                        wanted,
                        by,
                        judgments_by,
                        columns,
                        ties,
                        queries,
                        unjudged,
                        checked,
                        relevant_from,
                        pool,
                    )
                }}
            ) as by_{{ ties }}
            {%- if ties != "item" %} on {{ rankhouse.match("by_item", "by_" ~ ties, key) }} {%- endif %}
        {%- endfor %}
    left join
        ({{ rankhouse.tied_shares(plan) }}) as tied on {{ rankhouse.match("by_item", "tied", key[: 2 + by | length]) }}
{%- endmacro %}

{# Of each query of a run, for each measure: the share of the rows that it looks at whose score another row has too. #}
{% macro tied_shares(plan) -%}
    {%- set key = (plan.run_by + ["query_id"]) | join(", ") -%}
    with
        {{ rankhouse.input_ctes(plan) }}
        rankhouse_placed as (
            select
                {{ key }},
                row_number() over (partition by {{ key }} order by score desc) as place,
                count(*) over (partition by {{ key }}, score) as n_tied
            from rankhouse_run
        ),
        rankhouse_depths as (
            {%- for measure in plan.measures %}
                select
                    {{ rankhouse.literal(measure.measure) }} as measure,
                    {{ "null" if measure.k is none else measure.k }} as depth
                    {{ "union all" if not loop.last }}
            {%- endfor %}
        )
    select
        {% for column in plan.run_by %}
            {{ column }} as {{ rankhouse.quoted(plan.run_outputs[loop.index0]) }},
        {% endfor %}
        query_id,
        measure,
        avg(case when n_tied > 1 then {{ rankhouse.double(1) }} else 0 end) as rankhouse_tied_share
    from rankhouse_placed
    join rankhouse_depths on place <= coalesce(depth, place)
    group by {{ key }}, measure
{%- endmacro %}

{# Over a model of tie_audit: the measures whose mean over queries ties can move by more than `at_most`, within `by`. #}
{% macro test_ties_do_not_matter(model, at_most=0.01, by=[]) -%}
    {%- set group = ["measure"] -%}
    {%- for column in by -%} {%- do group.append(rankhouse.quoted(column)) -%} {%- endfor -%}
    select
        {{ group | join(", ") }},
        avg(lowest) as lowest,
        avg(highest) as highest,
        avg(spread) as spread,
        avg(tied_share) as tied_share
    from {{ model }}
    group by {{ group | join(", ") }}
    having avg(spread) > {{ rankhouse.double(at_most) }}
{%- endmacro %}
