-- The same question, answered seven times: what is the new ranker worth? difference is new less old.
with
    offline as (select system, value from {{ ref("offline") }}),
    truth as (
        select
            {{ figures_of_rankers("clicks", "clicks") }},
            {{ figures_of_rankers("first_clicks", "first") }},
            {{ figures_of_rankers("dcg", "dcg") }}
        from {{ ref("truth") }}
    ),
    rows_of_answers as (
        select
            1 as place,
            'NDCG@5, judged by clicks' as answer,
            max(case when offline.system = 'old' then offline.value end) as old_ranker,
            max(case when offline.system = 'new' then offline.value end) as new_ranker,
            cast(null as double) as ci_low,
            cast(null as double) as ci_high,
            max(case when known.system = 'new' then known.value end)
            - max(case when known.system = 'old' then known.value end) as true_difference
        from offline
        join {{ ref("offline_truth") }} as known using (system)
        union all
        select 2, 'DCG@10, clicks as counted', {{ figures_of_rankers("naive") }}, null, null, max(new_dcg - old_dcg)
        from {{ ref("clicks_of_lists") }}
        cross join truth
        union all
        select 3, 'DCG@10, clicks weighted', {{ figures_of_rankers("ips") }}, null, null, max(new_dcg - old_dcg)
        from {{ ref("clicks_of_lists") }}
        cross join truth
        union all
        select 4, 'First clicks, old log', baseline_value, value, ci_low, ci_high, new_first - old_first
        from {{ ref("policies") }}
        cross join truth
        where estimator = 'snips'
        union all
        select
            5,
            'First clicks, A/B test',
            {{ figures_of_rankers("first_clicks") }},
            {{ interval_of_difference("first_clicks") }},
            max(new_first - old_first)
        from (select system, first_clicks, first_clicks_error from {{ ref("ab_test") }}) as tested
        cross join truth
        union all
        select
            6,
            'Clicks a search, A/B test',
            {{ figures_of_rankers("clicks") }},
            {{ interval_of_difference("clicks") }},
            max(new_clicks - old_clicks)
        from (select system, clicks, clicks_error from {{ ref("ab_test") }}) as tested
        cross join truth
        union all
        select
            7,
            'Searches won, interleaving',
            cast(wins_b as double) / (wins_a + wins_b + ties),
            cast(wins_a as double) / (wins_a + wins_b + ties),
            ci_low,
            ci_high,
            null
        from {{ ref("preference") }}
    )
select place, answer, old_ranker, new_ranker, new_ranker - old_ranker as difference, ci_low, ci_high, true_difference
from rows_of_answers
