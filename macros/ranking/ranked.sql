{#
Exact ranks: steps that end in rankhouse_ranked, one row per retrieved item that can earn or cost something, with the run's
columns, the judgments' own keys and
    item_rank   its place in the run, from 1
    hit         1 when relevant; gain_...: what it is worth
    mid_rank    mean place of all items of the same score; tie_size: how many these are (only when asked for)
Averaged ties give rankhouse_expected instead, one row per place with the expected hit and gain; see ties.sql.
#}
{% macro ranked_steps(plan) %}
    {%- if rankhouse.has_lists(plan) -%} {{ return(rankhouse.steps_ranked_in_lists(plan)) }}
    {%- elif plan.ties == "item" -%} {{ return(adapter.dispatch("steps_ranked_by_item", "rankhouse")(plan)) }}
    {%- endif -%}
    {%- set steps = [rankhouse.graded_step(plan), rankhouse.labelled_step(plan), rankhouse.placed_step(plan)] -%}
    {{ return(steps + (rankhouse.expected_steps(plan) if plan.ties == "average" else [rankhouse.bound_step(plan)])) }}
{% endmacro %}

{# More columns for rankhouse_returned that let an engine skip items that cannot reach the cutoff. #}
{% macro best_scores(plan) %} {{ return(adapter.dispatch("best_scores", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__best_scores(plan) %} {{ return([]) }}{% endmacro %}

{# Whether these include last_score, the score of the last item that a cutoff can reach. #}
{% macro knows_last_score(plan) %} {{ return(adapter.dispatch("knows_last_score", "rankhouse")(plan)) }}{% endmacro %}

{% macro default__knows_last_score(plan) %} {{ return(false) }}{% endmacro %}

{# An item's place in its list: the highest score first, ties by item id, descending. #}
{% macro item_place(key=[], score="score") -%}
    row_number() over (
        {{ "partition by " ~ rankhouse.inline(key) if key }}
        order by {{ score }} desc, {{ rankhouse.byte_order("item_id", "desc") }}
    )
{%- endmacro %}

{#
Ranks that the run gives are kept: a list of one item at rank 9 has nothing at rank 1. `place` is that among the items
that are there, `first_rank` the first one of their score. Items of one rank follow each other. Ranks are
recomputed where lists have lost items (unjudged or excluded ones), and where the convention's library takes an order alone.
#}
{% macro rank_of_place(plan, place, first_rank, score="score") -%}
    {%- set is_order = rankhouse.drops_items(plan) or plan.read_as.get("ranks") == "order" -%}
    {%- if is_order or not rankhouse.reads_ranks(plan.columns, "run") -%} {{ return(place) }} {%- endif -%}
    {{ return(place ~ " + " ~ rankhouse.bigint("greatest(-" ~ score ~ " - " ~ first_rank ~ ", 0)")) }}
{%- endmacro %}

{% macro first_rank(key) -%} rank() over (partition by {{ rankhouse.inline(key) }} order by score desc) {%- endmacro %}

{# The mean place of all items of a row's score. #}
{% macro mid_rank_of_score(key) -%}
    {{ rankhouse.first_rank(key) }} + ({{ rankhouse.tie_size(key) }} - 1) / {{ rankhouse.double(2) }}
{%- endmacro %}

{% macro tie_size(key) -%} count(*) over (partition by {{ rankhouse.inline(key + ["score"]) }}) {%- endmacro %}

{# One window over the whole run. #}
{% macro default__steps_ranked_by_item(plan) %}
    {%- set key = plan.run_by + ["query_id"] -%}
    {%- set scored -%}
        select
        {{
            rankhouse.listed(
                key
                + [
                    "item_id",
                    rankhouse.rank_of_place(plan, rankhouse.item_place(key), rankhouse.first_rank(key)) ~ " as item_rank",
                    rankhouse.needed(plan, "mid_rank", rankhouse.mid_rank_of_score(key) ~ " as mid_rank"),
                    rankhouse.needed(plan, "tie_size", rankhouse.tie_size(key) ~ " as tie_size"),
                ]
            )
        }}
        from rankhouse_run
    {%- endset -%}
    {%- set ranked -%}
        select
        {{
            rankhouse.listed(
                rankhouse.ranked_columns(plan, "scored")
                + ["scored.item_rank"]
                + [rankhouse.needed(plan, "mid_rank", "scored.mid_rank")]
                + [rankhouse.needed(plan, "tie_size", "scored.tie_size")]
            )
        }}
        from rankhouse_scored as scored
        {{ rankhouse.join_graded(plan, "scored") }}
        {{ rankhouse.where_within_depth(plan, "scored.item_rank") }}
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("scored", "a returned item with its place in the list", scored),
                rankhouse.step("ranked", "a graded item that was returned, with its rank", ranked),
            ]
        )
    }}
{% endmacro %}

{# The columns that every form of rankhouse_ranked starts with. #}
{% macro ranked_columns(plan, run_side) %}
    {{
        return(
            rankhouse.select_of(run_side, plan.run_by + ["query_id", "item_id"])
            + rankhouse.select_of("judgments", plan.own_by)
            + rankhouse.graded_columns(plan)
        )
    }}
{% endmacro %}

{# The judged items that can earn or cost something, beside the items of the run. #}
{% macro join_graded(plan, run_side) -%}
    {%- set pairs = rankhouse.match_judged(plan, run_side, "judgments", ["query_id", "item_id"]) -%}
    {{ "join rankhouse_judgments as judgments\non " ~ pairs }}
    {{ rankhouse.ids_meet("and", run_side, "judgments") }}
    {{ "and " ~ rankhouse.can_earn(plan) }}
{%- endmacro %}
