{#
Why a convention would not give its library's numbers on these data: one row per kind of problem that occurs, with the
number of lists concerned and the query of one. Arguments as in query_metrics; a tie rule of one's own settles ties.

    untied scores       the library breaks ties by the order of its input, which tables do not have; lists in which
                        items of different relevance share a score (a column rank in place of the score has no ties)
    positive scores     it takes an item with a score of 0 or less for one that was not returned
    every judged query  it refuses a run that lacks one
#}
{% macro convention_problems(run, judgments=none, convention=none, by=[], judgments_by=[], columns={}, ties=none) -%}
    {%- set plan = rankhouse.plan(run, judgments, ["precision"], by, judgments_by, columns) -%}
    {%- set needs = rankhouse.needs_of_convention(convention, columns, ties) -%}
    {%- set key = rankhouse.columns_of("run", plan.run_by + ["query_id"]) -%}
    {%- set example = "min(" ~ rankhouse.text("found.query_id") ~ ")" -%}
    with
        {{ rankhouse.input_ctes(plan) }}
        rankhouse_found as (
            {%- if "untied scores" in needs %}
                select 'untied scores' as need, tied.query_id
                from
                    (
                        select {{ key }}, run.score
                        from rankhouse_run as run
                        left join
                            rankhouse_judgments as judged
                            on {{ rankhouse.match("run", "judged", plan.shared_by + ["query_id", "item_id"]) }}
                        group by {{ key }}, run.score
                        having min(coalesce(judged.relevance, 0)) <> max(coalesce(judged.relevance, 0))
                    ) as tied
                group by {{ rankhouse.columns_of("tied", plan.run_by + ["query_id"]) }}
                union all
            {%- endif %}
            {%- if "positive scores" in needs %}
                select 'positive scores' as need, run.query_id
                from rankhouse_run as run
                where run.score <= 0
                group by {{ key }}
                union all
            {%- endif %}
            {%- if "every judged query" in needs %}
                select 'every judged query' as need, judged.query_id
                from rankhouse_judgments as judged
                where
                    not exists (
                        select 1
                        from rankhouse_run as run
                        where {{ rankhouse.match("run", "judged", plan.shared_by + ["query_id"]) }}
                    )
                group by {{ rankhouse.columns_of("judged", plan.judged_by + ["query_id"]) }}
                union all
            {%- endif %}
            select 'nothing' as need, run.query_id
            from rankhouse_run as run
            where 1 = 0
        )
    select found.need as need, count(*) as n_lists, {{ example }} as example
    from rankhouse_found as found
    group by found.need {{ rankhouse.settings_of_engine() }}
{%- endmacro %}

{% macro needs_of_convention(convention, columns={}, ties=none) %}
    {%- set met = ["untied scores"] if ties is not none else [] -%}
    {%- if columns.get("run.rank", columns.get("rank")) is not none -%}
        {%- do met.append("positive scores") -%}
    {%- endif -%}
    {{ return(rankhouse.convention(convention).get("needs", []) | reject("in", met) | list) }}
{% endmacro %}

{# A test of a run: fails where a convention would not give its library's numbers. #}
{% macro test_follows_convention(model, convention, judgments=none, by=[], judgments_by=[], columns={}) %}
    {{ rankhouse.convention_problems(model, judgments, convention, by, judgments_by, columns) }}
{% endmacro %}
