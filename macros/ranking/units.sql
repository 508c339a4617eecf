{# The queries under evaluation, once per group (system, day, ...): n_relevant, n_retrieved, and whether the query counts. #}
{% macro unit_ctes(plan) -%}
    {{ rankhouse.list_ctes(plan) if rankhouse.in_lists(plan) else rankhouse.count_ctes(plan) }}
    {%- if plan.run_by %}
        rankhouse_groups as (
            select distinct {{ plan.run_by | join(", ") }}
            from {{ "rankhouse_returned" if plan.unjudged == "irrelevant" else "rankhouse_scored_items" }}
            {%- if plan.from_arguments %}
                union
                select {{ plan.run_by | join(", ") }}
                from rankhouse_whole
                where len($by) = 0
            {%- endif %}
        ),
    {%- endif %}
    rankhouse_units as (
        select
            {{ rankhouse.select_of("judged", plan.judged_by + ["query_id"]) }}
            {%- for column in plan.run_by if column not in plan.shared_by %}
                , grouped.{{ column }} as {{ column }}
            {% endfor %},
            judged.n_relevant,
            judged.n_judged,
            {%- if rankhouse.best_relevances(plan) %} judged.best_relevances, {%- endif %}
            {%- for column in rankhouse.judged_lists(plan) %} judged.{{ column }}, {%- endfor %}
            {%- for column in rankhouse.returned_lists(plan) %} returned.{{ column }}, {%- endfor %}
            coalesce(returned.n_retrieved, 0) as n_retrieved
        from rankhouse_judged as judged
        {%- if plan.run_by %}
            join rankhouse_groups as grouped on {{ rankhouse.match("judged", "grouped", plan.shared_by) }}
        {%- endif %}
        left join
            rankhouse_returned as returned on judged.query_id = returned.query_id
            {%- for column in plan.run_by %}
                and {{
                    rankhouse.same(
                        ("judged." if column in plan.shared_by else "grouped.") ~ column, "returned." ~ column
                    )
                }}
            {%- endfor %}
        {%- if plan.queries == "judged" %} where judged.n_relevant > 0
        {%- elif plan.queries == "given" %}
            where judged.n_relevant > 0 or {{ rankhouse.policy_argument("queries") }} <> 'judged'
        {%- endif %}
        {%- if plan.queries in ["run", "given"] %}
            union all
            select
                {%- for column in plan.judged_by %}
                    {{ "returned." ~ column if column in plan.shared_by else rankhouse.no_segment(plan) }}
                    as {{ column }},
                {% endfor %}
                returned.query_id
                {%- for column in plan.run_by if column not in plan.shared_by %}, returned.{{ column }}{% endfor %},
                0 as n_relevant,
                0 as n_judged,
                {%- if rankhouse.best_relevances(plan) %} null as best_relevances, {%- endif %}
                {%- for column in rankhouse.judged_lists(plan) %} null as {{ column }}, {%- endfor %}
                {%- for column in rankhouse.returned_lists(plan) %} returned.{{ column }}, {%- endfor %}
                returned.n_retrieved
            from rankhouse_returned as returned
            where
                not exists (
                    select 1
                    from rankhouse_judged as judged
                    where {{ rankhouse.match("judged", "returned", plan.shared_by + ["query_id"]) }}
                )
                {%- if plan.queries == "given" %} and {{ rankhouse.policy_argument("queries") }} = 'run' {%- endif %}
        {%- endif %}
    ),
{%- endmacro %}

{# What is known of each list, and of each query's judgments. #}
{% macro count_ctes(plan) -%}
    rankhouse_returned as (
        select {{ (plan.run_by + ["query_id"]) | join(", ") }}, count(*) as n_retrieved{{ rankhouse.best_scores(plan) }}
        from rankhouse_run
        group by {{ (plan.run_by + ["query_id"]) | join(", ") }}
    ),
    rankhouse_judged as (
        select
            {{ (plan.judged_by + ["query_id"]) | join(", ") }},
            sum({{ rankhouse.binary_gain("relevance", plan.relevant_from) }}) as n_relevant,
            count(*) as n_judged
            {%- if rankhouse.best_relevances(plan) %}
                , {{ rankhouse.best_relevances(plan) }} as best_relevances
            {% endif %}
        from rankhouse_judgments
        group by {{ (plan.judged_by + ["query_id"]) | join(", ") }}
    ),
{%- endmacro %}

{# The segment of a query without judgments. #}
{% macro no_segment(plan) %}
    {{ return("(select absent.by_judgments from rankhouse_no_segment as absent)" if plan.from_arguments else "null") }}
{% endmacro %}
