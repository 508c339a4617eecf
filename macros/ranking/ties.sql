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
        {{ rankhouse.ids_are_same("where", "run", "graded") }}
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

{# rankhouse_ranked when ties go to (best) or against (worst) the ranker. #}
{% macro bound_step(plan) %}
    {%- set key = rankhouse.labelled_key(plan) -%}
    {%- set direction = rankhouse.tie_direction(plan) -%}
    {%- set kept = key + ["hit"] + rankhouse.per_gain(plan, "gains", "<gain>") -%}
    {%- do kept.extend(
        [rankhouse.needed(plan, "mid_rank", "mid_rank"), rankhouse.needed(plan, "tie_size", "tie_size")]
    ) -%}
    {%- set place -%}
        row_number() over (
            partition by {{ rankhouse.inline(key) }}
            order by score desc, relevance {{ direction }}, judged {{ direction }}
        )
    {%- endset -%}
    {%- set ranked = rankhouse.rank_of_place(plan, place, rankhouse.first_rank(key)) ~ " as item_rank" -%}
    {%- set sql -%}
        select
        {{ rankhouse.listed(kept + ["item_rank"]) }}
        from (
            select
            {{
                rankhouse.listed(
                    [
                        "labelled.*",
                        ranked,
                        rankhouse.needed(plan, "mid_rank", rankhouse.mid_rank_of_score(key) ~ " as mid_rank"),
                        rankhouse.needed(plan, "tie_size", rankhouse.tie_size(key) ~ " as tie_size"),
                    ]
                )
            }}
            from rankhouse_labelled as labelled
        ) as ranked
        where judged = 1 {{ rankhouse.and_within_depth(plan) }}
    {%- endset -%}
    {{ return(rankhouse.step("ranked", "a graded item that was returned, with its rank", sql)) }}
{% endmacro %}

{% macro tie_direction(plan) %} {{ return("desc" if plan.ties == "best" else "asc") }}{% endmacro %}

{% macro and_within_depth(plan) %}
    {{ return("" if plan.depth is none else "and item_rank <= " ~ plan.depth) }}
{% endmacro %}

{% macro expected_steps(plan) %}
    {%- set key = rankhouse.labelled_key(plan) -%}
    {%- set list = rankhouse.inline(key) -%}
    {%- set tie = rankhouse.inline(key + ["score"]) -%}
    {%- set placed = ["labelled.*"] -%}
    {%- set place = "row_number() over (partition by " ~ list ~ " order by score desc)" -%}
    {%- do placed.append(rankhouse.rank_of_place(plan, place, rankhouse.first_rank(key)) ~ " as item_rank") -%}
    {%- do placed.append("sum(hit) over (partition by " ~ list ~ " order by score desc) as hits_through_tie") -%}
    {%- do placed.append("count(*) over (partition by " ~ tie ~ ") as tie_size") -%}
    {%- do placed.append("sum(hit) over (partition by " ~ tie ~ ") as tie_hits") -%}
    {%- do placed.append("sum(judged) over (partition by " ~ tie ~ ") as tie_judged") -%}
    {%- do placed.append(
        rankhouse.needed(plan, "tie_size", "sum(hit) over (partition by " ~ list ~ ") as hits_in_list")
    ) -%}
    {%- do placed.extend(
        rankhouse.per_gain(plan, "gains", "avg(<gain>) over (partition by " ~ tie ~ ") as mean_<gain>")
    ) -%}
    {%- do placed.append(rankhouse.needed(plan, "mid_rank", rankhouse.mid_rank_of_score(key) ~ " as mid_rank")) -%}
    {%- set placed_sql -%}
        select
        {{ rankhouse.listed(placed) }}
        from rankhouse_labelled as labelled
    {%- endset -%}
    {%- set tie_places -%}
        select
        placed.*,
        row_number() over (partition by {{ tie }} order by item_rank asc) - 1 as places_before,
        hits_through_tie - tie_hits as hits_above
        from rankhouse_placed as placed
        {{ rankhouse.where_within_depth(plan, "item_rank") }}
    {%- endset -%}
    {%- set expected = key
    + [
        "item_rank",
        "tie_hits / tie_size as hit",
        rankhouse.double("tie_judged") ~ " / tie_size as judged",
        "hits_above + 1 + coalesce(places_before * (tie_hits - 1) / nullif(tie_size - 1, 0), 0) as hits_upto",
    ] -%}
    {%- do expected.extend(rankhouse.per_gain(plan, "gains", "mean_<gain> as <gain>")) -%}
    {%- do expected.append(rankhouse.needed(plan, "mid_rank", "mid_rank")) -%}
    {%- for column in ["tie_size", "tie_hits", "hits_through_tie as tie_hits_upto", "hits_in_list"] -%}
        {%- do expected.append(rankhouse.needed(plan, "tie_size", column)) -%}
    {%- endfor -%}
    {%- do expected.append(
        rankhouse.needed(plan, "first_hit", rankhouse.first_hit_probability(tie) ~ " as first_hit")
    ) -%}
    {%- set expected_sql -%}
        select
        {{ rankhouse.listed(expected) }}
        from rankhouse_tie_places as tied
        where tie_judged > 0
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("placed", "a returned item at one of the places of its score", placed_sql),
                rankhouse.step("tie_places", "a place of a list, and what its score holds", tie_places),
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
