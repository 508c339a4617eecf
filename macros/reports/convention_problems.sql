{#
Why a convention would not give its library's numbers on these data: one row per kind of problem that occurs, with the
number of lists concerned and the query of one. Arguments as in query_metrics. A tie rule that the caller asks for settles
ties, and queries that it asks for settle which ones a run has to have. `measures`: some need more of the data; none: not asked.

    untied scores       the library breaks ties by the order of its input, which tables do not have; lists in which
                        items of different relevance share a score (a column rank in place of the score has no ties)
    positive scores     it takes an item with a score of 0 or less for one that was not returned
    every judged query  it refuses a run that lacks one
    relevant and other items judged    without other items its measure is NaN for the query; without relevant ones it
                        leaves 0 for other queries as well
#}
{% macro convention_problems(
    run,
    judgments=none,
    convention=none,
    by=[],
    judgments_by=[],
    columns={},
    ties=none,
    intents=none,
    queries=none,
    measures=none
) -%}
    {%- do rankhouse.refuse_others("convention_problems", kwargs) -%}
    {%- set arguments = {
        "run": run,
        "judgments": judgments,
        "by": by,
        "judgments_by": judgments_by,
        "columns": columns,
        "intents": intents,
    } -%}
    {%- set plan = rankhouse.plan_of_inputs(arguments) -%}
    {%- do rankhouse.check_arguments("convention_problems", {"ties": ties, "queries": queries}) -%}
    {#- Whether a tie matters depends on which items are relevant. -#}
    {%- set grades = rankhouse.convention(convention).get("read_as", {}).get("grades") -%}
    {%- do plan.update({"read_as": {} if grades is none else {"grades": grades}}) -%}
    {%- do plan.update({"required": rankhouse.convention_needs(convention, columns, ties, queries, measures)}) -%}
    {{ rankhouse.laid_out(rankhouse.convention_problems_of(plan)) if execute }}
{%- endmacro %}

{% macro convention_problems_of(plan) -%}
    {%- set list = plan.run_by + ["query_id"] -%}
    {%- set key = rankhouse.inline(rankhouse.columns_of("run", list)) -%}
    {%- set found = [] -%}
    {%- if "untied scores" in plan.required -%}
        {%- set untied -%}
            select 'untied scores' as need, tied.query_id
            from (
                select
                {{ rankhouse.listed(rankhouse.columns_of("run", list + ["score"])) }}
                from rankhouse_run as run
                left join rankhouse_judgments as judged
                on {{ rankhouse.match_judged(plan, "run", "judged", ["query_id", "item_id"]) }}
                group by {{ key }}, run.score
                having {{ rankhouse.ties_matter(plan) }}
            ) as tied
            group by {{ rankhouse.inline(rankhouse.columns_of("tied", list)) }}
        {%- endset -%}
        {%- do found.append(untied) -%}
    {%- endif -%}
    {%- if "positive scores" in plan.required -%}
        {%- set positive -%}
            select 'positive scores' as need, run.query_id
            from rankhouse_run as run
            where run.score <= 0
            group by {{ key }}
        {%- endset -%}
        {%- do found.append(positive) -%}
    {%- endif -%}
    {%- if "every judged query" in plan.required -%}
        {%- set missing -%}
            select 'every judged query' as need, judged.query_id
            from rankhouse_judgments as judged
            where
            not exists (
                select 1
                from rankhouse_run as run
                where
                {{ rankhouse.match_judged(plan, "run", "judged", ["query_id"]) }}
            )
            group by {{ rankhouse.judged_key(plan, "judged") }}
        {%- endset -%}
        {%- do found.append(missing) -%}
    {%- endif -%}
    {%- if "relevant and other items judged" in plan.required -%}
        {%- set alike -%}
            select 'relevant and other items judged' as need, judged.query_id
            from rankhouse_judgments as judged
            group by {{ rankhouse.judged_key(plan, "judged") }}
            having min(judged.relevance) > 0 or max(judged.relevance) <= 0
        {%- endset -%}
        {%- do found.append(alike) -%}
    {%- endif -%}
    {%- do found.append("select 'nothing' as need, run.query_id\nfrom rankhouse_run as run\nwhere 1 = 0") -%}
    {%- set steps = rankhouse.input_steps(plan) -%}
    {%- do steps.append(rankhouse.step("found", "a list that lacks what is needed", found | join("\nunion all\n"))) -%}
    {%- set sql -%}
        select
        found.need as need,
        count(*) as n_lists,
        min({{ rankhouse.text("found.query_id") }}) as example
        from rankhouse_found as found
        group by found.need
    {%- endset -%}
    {{ rankhouse.query_of(steps, "a need that is not met", sql) }}
{%- endmacro %}

{# Whether the order of items of one score matters. Equally relevant ones may serve different intents. #}
{% macro ties_matter(plan) %}
    {%- if plan.intents is not none -%} {{ return("count(*) > 1 and max(judged.relevance) > 0") }}{%- endif -%}
    {{ return("min(coalesce(judged.relevance, 0)) <> max(coalesce(judged.relevance, 0))") }}
{% endmacro %}

{# Those of the library, and of those of its measures that are asked for. #}
{% macro convention_needs(convention, columns={}, ties=none, queries=none, measures=none) %}
    {%- set settings = rankhouse.convention(convention) -%}
    {%- set met = ["untied scores"] if ties is not none else [] -%}
    {%- if queries is not none -%} {%- do met.append("every judged query") -%} {%- endif -%}
    {%- if columns.get("run.rank", columns.get("rank")) is not none -%}
        {%- do met.append("positive scores") -%}
    {%- endif -%}
    {%- set needs = settings.get("needs", []) | list -%}
    {%- if measures is not none -%}
        {%- for measure in rankhouse.parse_measures(measures, settings=settings) -%}
            {%- do needs.append(settings.get("measures", {}).get(measure.metric, {}).get("needs")) -%}
        {%- endfor -%}
    {%- endif -%}
    {{ return(needs | reject("none") | reject("in", met) | unique | list) }}
{% endmacro %}
