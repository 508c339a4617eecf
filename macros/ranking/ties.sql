{#
Ties that no id decides.

best, worst: tied items in the order of their relevance, so that ranks are exact again and every measure is at its
bound. average: each place of the run gets what is expected there over all orders of the items tied with it (McSherry,
Najork 2008): a hit with probability tie_hits / tie_size, the mean gain, and the expected number of hits down to this
place given that it holds one. A formula that is linear in these then gives the mean over all orders.
#}
{% macro labelled_cte(plan) -%}
    {%- set run_key = plan.run_by + ["query_id"] -%}
    {%- set segments = plan.judged_by | reject("in", plan.shared_by) | list -%}
    rankhouse_labelled as (
        select
            {{ rankhouse.select_of("run", run_key) }},
            run.score
            {%- for column in ["relevance", "hit"] + plan.gains %}
                , coalesce(graded.{{ column }}, 0) as {{ column }}
            {% endfor %},
            case when graded.item_id is null then 0 else 1 end as judged
            {%- for column in segments %}, segments.{{ column }} as {{ column }}{% endfor %}
        from rankhouse_run as run
        {%- if segments %}
            join
                (select distinct {{ (plan.judged_by + ["query_id"]) | join(", ") }} from rankhouse_graded) as segments
                on {{ rankhouse.match("run", "segments", plan.shared_by + ["query_id"]) }}
        {%- endif %}
        {%- if rankhouse.best_scores(plan) %}
            join
                rankhouse_returned as returned
                on {{ rankhouse.match("run", "returned", run_key) }}
                and {{
                    (
                        "(returned.last_score is null or run.score >= returned.last_score)"
                        if plan.from_arguments
                        else "run.score >= returned.last_score"
                    )
                }}
        {%- endif %}
        left join
            rankhouse_graded as graded
            on {{ rankhouse.match("run", "graded", plan.shared_by + ["query_id", "item_id"]) }}
            {%- for column in segments %}
                and {{ rankhouse.same("segments." ~ column, "graded." ~ column) }}
            {%- endfor %}
        {%- if plan.ties == "given" %} where {{ rankhouse.policy_argument("ties") }} <> 'item' {%- endif %}
    ),
{%- endmacro %}

{# The key of a run's list, once for each segment of its judgments. #}
{% macro labelled_key(plan) %}
    {{ return((plan.run_by + ["query_id"] + (plan.judged_by | reject("in", plan.shared_by) | list)) | join(", ")) }}
{% endmacro %}

{% macro mid_rank_of_score(key) -%}
    rank() over (partition by {{ key }} order by score desc)
    + (count(*) over (partition by {{ key }}, score) - 1) / {{ rankhouse.double(2) }} as mid_rank
{%- endmacro %}

{# The judged items with their ranks when ties go to (best) or against (worst) the ranker. #}
{% macro ranked_by_rule_cte(plan, name) -%}
    {%- set key = rankhouse.labelled_key(plan) -%}
    {%- set tie_order = (
        rankhouse.tie_order_argument()
        if plan.ties == "given"
        else {
            "best": "relevance desc, judged desc",
            "worst": "relevance asc, judged asc",
        }[plan.ties]
    ) -%}
    {{ name }} as (
        select
            {{ key }},
            hit{{ rankhouse.also(plan.gains) }}{{ ", mid_rank" if plan.needs.mid_rank }}{{ ", tie_size" if plan.needs.tie_size }},
            item_rank
        from
            (
                select
                    labelled.*,
                    row_number() over (partition by {{ key }} order by score desc, {{ tie_order }}) as item_rank
                    {%- if plan.needs.mid_rank %}, {{ rankhouse.mid_rank_of_score(key) }} {%- endif %}
                    {%- if plan.needs.tie_size %}
                        , count(*) over (partition by {{ key }}, score) as tie_size
                    {%- endif %}
                from rankhouse_labelled as labelled
                {%- if plan.ties == "given" %}
                    where {{ rankhouse.policy_argument("ties") }} in ('best', 'worst')
                {%- endif %}
            ) as ranked
        where judged = 1{{ " and item_rank <= " ~ plan.depth if plan.depth is not none }}
    ),
{%- endmacro %}

{% macro expected_ctes(plan) -%}
    {%- set key = rankhouse.labelled_key(plan) -%}
    {%- set tie_key = key ~ ", score" -%}
    rankhouse_placed as (
        select
            labelled.*,
            row_number() over (partition by {{ key }} order by score desc) as item_rank,
            sum(hit) over (partition by {{ key }} order by score desc) as hits_through_tie,
            count(*) over (partition by {{ tie_key }}) as tie_size,
            sum(hit) over (partition by {{ tie_key }}) as tie_hits,
            sum(judged) over (partition by {{ tie_key }}) as tie_judged
            {%- if plan.needs.tie_size %}, sum(hit) over (partition by {{ key }}) as hits_in_list {%- endif %}
            {%- for column in plan.gains %}
                , avg({{ column }}) over (partition by {{ tie_key }}) as mean_{{ column }}
            {%- endfor %}
            {%- if plan.needs.mid_rank %}, {{ rankhouse.mid_rank_of_score(key) }} {%- endif %}
        from rankhouse_labelled as labelled
        {%- if plan.ties == "given" %} where {{ rankhouse.policy_argument("ties") }} = 'average' {%- endif %}
    ),
    rankhouse_tie_places as (
        select
            placed.*,
            row_number() over (partition by {{ tie_key }} order by item_rank asc) - 1 as places_before,
            hits_through_tie - tie_hits as hits_above
        from rankhouse_placed as placed
        {%- if plan.depth is not none %} where item_rank <= {{ plan.depth }} {%- endif %}
    ),
    rankhouse_expected as (
        select
            {{ key }},
            item_rank,
            tie_hits / tie_size as hit,
            {{ rankhouse.double("tie_judged") }} / tie_size as judged,
            hits_above + 1 + coalesce(places_before * (tie_hits - 1) / nullif(tie_size - 1, 0), 0) as hits_upto
            {%- for column in plan.gains %}, mean_{{ column }} as {{ column }}{% endfor %}
            {%- if plan.needs.mid_rank %}, mid_rank{% endif %}
            {%- if plan.needs.tie_size %}
                , tie_size, tie_hits, hits_through_tie as tie_hits_upto, hits_in_list
            {% endif %}
            {%- if plan.needs.first_hit %}, {{ rankhouse.first_hit_probability(tie_key) }} as first_hit {%- endif %}
        from rankhouse_tie_places as tied
        where tie_judged > 0
    ),
{%- endmacro %}

{# No hit on the places before (each a draw without replacement from the tied items), then one here. #}
{% macro first_hit_probability(tie_key) -%}
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
                        partition by {{ tie_key }}
                        order by item_rank asc
                        rows between unbounded preceding and 1 preceding
                    )
                ),
                1
            )
            * tie_hits
            / (tie_size - places_before)
    end
{%- endmacro %}
