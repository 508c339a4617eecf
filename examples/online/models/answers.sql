-- The same question, answered seven times: what is the new ranker worth? difference is new less old.
with
    offline as (select system, value from {{ ref("offline") }}),
    truth as (
        select
            max(case when system = 'old' then clicks end) as old_clicks,
            max(case when system = 'new' then clicks end) as new_clicks,
            max(case when system = 'old' then first_clicks end) as old_first,
            max(case when system = 'new' then first_clicks end) as new_first,
            max(case when system = 'old' then dcg end) as old_dcg,
            max(case when system = 'new' then dcg end) as new_dcg
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
        select
            2,
            'DCG@10, clicks as counted',
            max(case when system = 'old' then naive end),
            max(case when system = 'new' then naive end),
            null,
            null,
            max(new_dcg - old_dcg)
        from {{ ref("clicks_of_lists") }}
        cross join truth
        union all
        select
            3,
            'DCG@10, clicks weighted',
            max(case when system = 'old' then ips end),
            max(case when system = 'new' then ips end),
            null,
            null,
            max(new_dcg - old_dcg)
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
            max(case when system = 'old' then first_clicks end),
            max(case when system = 'new' then first_clicks end),
            sum(case when system = 'new' then first_clicks else - first_clicks end)
            - 1.96 * sqrt(sum(first_clicks_error * first_clicks_error)),
            sum(case when system = 'new' then first_clicks else - first_clicks end)
            + 1.96 * sqrt(sum(first_clicks_error * first_clicks_error)),
            max(new_first - old_first)
        from (select system, first_clicks, first_clicks_error from {{ ref("ab_test") }}) as tested
        cross join truth
        union all
        select
            6,
            'Clicks a search, A/B test',
            max(case when system = 'old' then clicks end),
            max(case when system = 'new' then clicks end),
            sum(case when system = 'new' then clicks else - clicks end) - 1.96 * sqrt(sum(clicks_error * clicks_error)),
            sum(case when system = 'new' then clicks else - clicks end) + 1.96 * sqrt(sum(clicks_error * clicks_error)),
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
