{#
Ties that no id decides.

best, worst: tied items in the order of their relevance, so that ranks are exact again and every measure is at its
bound. average: each place of the run gets what is expected there over all orders of the items tied with it (McSherry,
Najork 2008): a hit with probability tie_hits / tie_size, the mean gain, and the expected number of hits down to this
place given that it holds one. A formula that is linear in these then gives the mean over all orders.
#}
{% macro labelled_step(plan) %}
    {%- set list = plan.run_by + ["query_id"] -%}
    {%- set columns = rankhouse.select_of("run", list) + ["run.score"] -%}
    {%- for column in ["relevance", "hit"] -%}
        {%- do columns.append("coalesce(graded." ~ column ~ ", 0) as " ~ column) -%}
    {%- endfor -%}
    {%- do columns.extend(rankhouse.per_gain(plan, "gains", "coalesce(graded.<gain>, 0) as <gain>")) -%}
    {%- do columns.append("case when graded.item_id is null then 0 else 1 end as judged") -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns + rankhouse.select_of("segments", plan.own_by)) }}
        from rankhouse_run as run
        {%- if plan.judgments_are_grouped %}
            join (
                select distinct {{ rankhouse.judged_key(plan) }}
                from rankhouse_graded
            ) as segments
            on {{ rankhouse.match_judged(plan, "run", "segments", ["query_id"]) }}
        {%- endif %}
        {{ rankhouse.join_last_score(plan) }}
        left join rankhouse_graded as graded
        on {{ rankhouse.match_judged(plan, "run", "graded", ["query_id", "item_id"]) }}
        {{ rankhouse.and_match("segments", "graded", plan.own_by) }}
        {{ rankhouse.ids_meet("where", "run", "graded") }}
    {%- endset -%}
    {{ return(rankhouse.step("labelled", "a returned item, once for each group of its judgments", sql)) }}
{% endmacro %}

{# Leaves items out that cannot reach the cutoff, where an engine knows them. #}
{% macro join_last_score(plan) -%}
    {%- if rankhouse.knows_last_score(plan) -%}
        join
            rankhouse_returned as returned
            on {{ rankhouse.match("run", "returned", plan.run_by + ["query_id"]) }}
            and run.score >= returned.last_score
    {%- endif -%}
{%- endmacro %}

{# The key of a run's list, once for each group of its judgments. #}
{% macro labelled_key(plan) %} {{ return(plan.run_by + plan.own_by + ["query_id"]) }}{% endmacro %}

{#
rankhouse_placed: where the items of a score stand. One sort of the lists is all that any order of ties needs, because how many
items a score has, and at which places, follows from their ranks.
#}
{% macro placed_step(plan) %}
    {%- set key = rankhouse.labelled_key(plan) -%}
    {%- set list = rankhouse.inline(key) -%}
    {%- set by_score = "over (partition by " ~ list ~ " order by score desc)" -%}
    {%- set place, first_rank = "row_number() " ~ by_score, rankhouse.first_rank(key) -%}
    {%- set columns = [
        "labelled.*",
        first_rank ~ " as first_rank",
        place ~ " - " ~ first_rank ~ " as places_before",
        rankhouse.rank_of_place(plan, place, first_rank) ~ " as item_rank",
        "count(*) " ~ by_score ~ " - " ~ first_rank ~ " + 1 as tie_size",
        "sum(hit) " ~ by_score ~ " as hits_through_tie",
        rankhouse.needed(plan, "tie_size", "sum(hit) over (partition by " ~ list ~ ") as hits_in_list"),
        rankhouse.needed(plan, "mid_rank", rankhouse.mid_rank_of_score(key) ~ " as mid_rank"),
    ] -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(columns) }}
        from rankhouse_labelled as labelled
    {%- endset -%}
    {{ return(rankhouse.step("placed", "a returned item at one of the places of its score", sql)) }}
{% endmacro %}

{#
rankhouse_ranked when ties go to (best) or against (worst) the ranker. Of a tie only the judged items are put in order: all
others are worth nothing, and stand together above or below them.
#}
{% macro bound_step(plan) %}
    {%- set key = rankhouse.labelled_key(plan) -%}
    {%- set by_score = "over (partition by " ~ rankhouse.inline(key) ~ " order by score desc" -%}
    {%- set kept = key + ["hit"] + rankhouse.per_gain(plan, "gains", "<gain>") -%}
    {%- do kept.extend(
        [rankhouse.needed(plan, "mid_rank", "mid_rank"), rankhouse.needed(plan, "tie_size", "tie_size")]
    ) -%}
    {%- set is_below = "relevance < 0" if plan.ties == "best" else "relevance >= 0" -%}
    {%- set place = "first_rank + judged_above + case when " ~ is_below ~ " then tie_size - n_judged else 0 end" -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(kept + ["item_rank"]) }}
        from (
            select
            {{
                rankhouse.listed(
                    kept + [rankhouse.rank_of_place(plan, place, "first_rank") ~ " as item_rank"]
                )
            }}
            from (
                select
                {{
                    rankhouse.listed(
                        kept
                        + [
                            "score",
                            "relevance",
                            "first_rank",
                            "" if "tie_size" in kept else "tie_size",
                            "count(*) " ~ by_score ~ ") - rank() " ~ by_score ~ ") + 1 as n_judged",
                        ]
                    )
                }},
                row_number() {{ by_score }}, relevance {{ rankhouse.tie_direction(plan) }})
                - rank() {{ by_score }}) as judged_above
                from rankhouse_placed
                where judged = 1
            ) as judged
        ) as ranked
        {{ rankhouse.where_within_depth(plan, "item_rank") }}
    {%- endset -%}
    {{ return(rankhouse.step("ranked", "a graded item that was returned, with its rank", sql)) }}
{% endmacro %}

{% macro tie_direction(plan) %} {{ return("desc" if plan.ties == "best" else "asc") }}{% endmacro %}

{% macro and_within_depth(plan) %}
    {{ return("" if plan.depth is none else "and item_rank <= " ~ plan.depth) }}
{% endmacro %}

{# What the items of a score are worth is summed over those that are judged: all others are worth nothing. #}
{% macro expected_steps(plan) %}
    {%- set key = rankhouse.labelled_key(plan) -%}
    {%- set held = key + ["score", "sum(hit) as tie_hits", "sum(judged) as tie_judged"] -%}
    {%- do held.extend(rankhouse.per_gain(plan, "gains", "sum(<gain>) as tie_<gain>")) -%}
    {%- set held_sql -%}
        select
        {{ rankhouse.listed(held) }}
        from rankhouse_placed
        where judged = 1
        group by {{ rankhouse.inline(key + ["score"]) }}
    {%- endset -%}
    {%- set kept = ["item_rank", "places_before", "tie_size", "hits_through_tie"] -%}
    {%- do kept.append(rankhouse.needed(plan, "tie_size", "hits_in_list")) -%}
    {%- do kept.append(rankhouse.needed(plan, "mid_rank", "mid_rank")) -%}
    {%- set tie_places = rankhouse.select_of("placed", key + ["score"]) -%}
    {%- do tie_places.extend(rankhouse.columns_of("placed", kept | select | list)) -%}
    {%- do tie_places.extend(
        ["tie_hits", "tie_judged", "hits_through_tie - tie_hits as hits_above"]
        + rankhouse.per_gain(plan, "gains", "tie_<gain>")
    ) -%}
    {%- set tie_places_sql -%}
        select
        {{ rankhouse.listed(tie_places) }}
        from rankhouse_placed as placed
        join rankhouse_held as held
        on {{ rankhouse.match("placed", "held", key + ["score"]) }}
        {{ rankhouse.where_within_depth(plan, "item_rank") }}
    {%- endset -%}
    {%- set expected = key
    + [
        "item_rank",
        "tie_hits / tie_size as hit",
        rankhouse.double("tie_judged") ~ " / tie_size as judged",
        "hits_above + 1 + coalesce(places_before * (tie_hits - 1) / nullif(tie_size - 1, 0), 0) as hits_upto",
    ] -%}
    {%- do expected.extend(rankhouse.per_gain(plan, "gains", "tie_<gain> / tie_size as <gain>")) -%}
    {%- do expected.append(rankhouse.needed(plan, "mid_rank", "mid_rank")) -%}
    {%- for column in ["tie_size", "tie_hits", "hits_through_tie as tie_hits_upto", "hits_in_list"] -%}
        {%- do expected.append(rankhouse.needed(plan, "tie_size", column)) -%}
    {%- endfor -%}
    {%- do expected.append(
        rankhouse.needed(
            plan,
            "first_hit",
            rankhouse.first_hit_probability(rankhouse.inline(key + ["score"])) ~ " as first_hit",
        )
    ) -%}
    {%- set expected_sql -%}
        select
        {{ rankhouse.listed(expected) }}
        from rankhouse_tie_places as tied
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("held", "a score of a list with judged items, and what these hold", held_sql),
                rankhouse.step("tie_places", "a place of a list, and what its score holds", tie_places_sql),
                rankhouse.step("expected", "a place of a list, with what is expected there", expected_sql),
            ]
        )
    }}
{% endmacro %}

{# No hit on the places before (each a draw without replacement from the tied items), then one here. #}
{% macro first_hit_probability(tie) -%}
    case
        when hits_above > 0 or tie_hits = 0 or places_before > tie_size - tie_hits
        then 0
        else
            coalesce(
                exp(
                    sum(
                        case
                            when places_before < tie_size - tie_hits
                            then ln((tie_size - tie_hits - places_before) / (tie_size - places_before))
                        end
                    ) over (
                        partition by {{ tie }} order by item_rank asc rows between unbounded preceding and 1 preceding
                    )
                ),
                1
            )
            * tie_hits
            / (tie_size - places_before)
    end
{%- endmacro %}
