-- rankhouse: ranking metrics as DuckDB macros. Made from the SQL in macros/ by `rankhouse sql --macros`.

create or replace macro precision_at_k(relevance, score, k, denominator := 'k') as (
        select case
                denominator::varchar
                    when 'k'
                    then coalesce(( cast(coalesce(sum(case when item_rank <= cutoff then hit end), 0) as double) / nullif( cast(cutoff as double), 0)), 0)
                    when 'retrieved'
                    then coalesce(( cast(coalesce(sum(case when item_rank <= cutoff then hit end), 0) as double) / nullif( cast(least(cutoff, n_retrieved) as double), 0)), 0)
                else error(
        'denominator is one of k | retrieved, got '
        || coalesce(denominator::varchar::varchar, 'NULL')
    )
            end
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or false)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or false)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or false) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro precision_at_k is 'Share of the first k items that are relevant. hits in the first k / k. Never: 0 for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro recall_at_k(relevance, score, k, denominator := 'relevant') as (
        select case
                denominator::varchar
                    when 'relevant'
                    then ( cast(coalesce(sum(case when item_rank <= cutoff then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'min(k, relevant)'
                    then ( cast(coalesce(sum(case when item_rank <= cutoff then hit end), 0) as double) / nullif( cast(least(cutoff, n_relevant) as double), 0))
                else error(
        'denominator is one of relevant | min(k, relevant), got '
        || coalesce(denominator::varchar::varchar, 'NULL')
    )
            end
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or false)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or false)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or false) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro recall_at_k is 'Share of the relevant items that are among the first k. hits in the first k / R. NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro f1_at_k(relevance, score, k) as (
        select (
        (1 +  cast(1 * 1 as double))
        * (coalesce(sum(case when item_rank <= cutoff then hit end), 0))
        / (cutoff +  cast(1 * 1 as double) * nullif(n_relevant, 0))
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or false)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or false)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or false) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro f1_at_k is 'Harmonic mean of precision and recall of the first k items. 2 * precision@k * recall@k / (precision@k + recall@k) = 2 * hits / (k + R). NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro f_beta_at_k(relevance, score, k, beta := 1) as (
        select (
        (1 +  cast(beta * beta as double))
        * (coalesce(sum(case when item_rank <= cutoff then hit end), 0))
        / (cutoff +  cast(beta * beta as double) * nullif(n_relevant, 0))
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or false)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or false)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or false) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro f_beta_at_k is 'Weighted harmonic mean of precision and recall of the first k items. (1 + beta^2) * P * R / (beta^2 * P + R) = (1 + beta^2) * hits / (k + beta^2 * R). NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro hit_rate_at_k(relevance, score, k) as (
        select coalesce(sum(case when item_rank <= cutoff then first_hit end), 0)
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or false)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or false)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or false) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro hit_rate_at_k is '1 when any of the first k items is relevant, 0 otherwise; its mean is the share of queries with a hit. 1 if hits in the first k > 0 else 0. Never: 0 for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro reciprocal_rank_at_k(relevance, score, k) as (
        select coalesce(sum(case when item_rank <= cutoff then ( cast(first_hit as double) / nullif( cast(item_rank as double), 0)) end), 0)
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or false)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or false)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or false) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro reciprocal_rank_at_k is '1 / rank of the first relevant item; its mean over queries is MRR. 1 / rank of the first hit. Never: 0 without a relevant item in the (first k of the) list. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro average_precision_at_k(relevance, score, k, denominator := 'relevant') as (
        select case
                denominator::varchar
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= cutoff
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= cutoff
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(least(cutoff, n_relevant) as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= cutoff
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(cutoff as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= cutoff
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(sum(case when item_rank <= cutoff then hit end), 0) as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar::varchar, 'NULL')
    )
            end
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.best_precision,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double), 'best_precision': cast(case when 'none' = 'max' then list_max([( cast(later as double) / nullif( cast(hits[later].place as double), 0)) for later in range(hits_upto, len(hits) + 1)]) end as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double), 'best_precision': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or false)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or false)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or false) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro average_precision_at_k is 'Mean of the precision at the rank of each relevant item; its mean over queries is MAP. sum of precision@i over the hits at ranks i <= k, / R. NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro cg_at_k(relevance, score, k, gain := 'linear', negative := 'keep') as (
        select coalesce(sum(case when item_rank <= cutoff then gained end), 0)
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                        case
        when judged_row.grade > 0 or negative::varchar <> 'zero'
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(judged_row.grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(judged_row.grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(judged_row.grade as double)
                
                    when 'binary' then (case when judged_row.grade > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end as gained,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or not (
        case
            when
                negative::varchar
                in ('keep', 'zero')
            then negative::varchar = 'zero'
            else error(
        'negative is one of keep | zero, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    ))
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or not (
        case
            when
                negative::varchar
                in ('keep', 'zero')
            then negative::varchar = 'zero'
            else error(
        'negative is one of keep | zero, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    ))
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or not (
        case
            when
                negative::varchar
                in ('keep', 'zero')
            then negative::varchar = 'zero'
            else error(
        'negative is one of keep | zero, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    )) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro cg_at_k is 'Cumulated gain: the sum of the gains of the first k items, wherever they stand. sum of gain(relevance) over the first k. Never: 0 for an empty list. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro dcg_at_k(relevance, score, k, gain := 'exponential', negative := 'zero', log_base := 2) as (
        select coalesce(
        sum(
            case
                when item_rank <= cutoff
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                        case
        when judged_row.grade > 0 or negative::varchar <> 'zero'
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(judged_row.grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(judged_row.grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(judged_row.grade as double)
                
                    when 'binary' then (case when judged_row.grade > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end as gained,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    ))
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    ))
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    )) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro dcg_at_k is 'Discounted cumulated gain: the gains of the first k items, each divided by the logarithm of its rank + 1. sum of gain(relevance) / log2(rank + 1) over the first k. Never: 0 for an empty list. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro idcg_at_k(relevance, score, k, gain := 'exponential', negative := 'zero', log_base := 2) as (
        select coalesce(
        sum(
            case
                when ideal_rank <= cutoff
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.ideal_rank,
                        case
        when judged_row.grade > 0 or negative::varchar <> 'zero'
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(judged_row.grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(judged_row.grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(judged_row.grade as double)
                
                    when 'binary' then (case when judged_row.grade > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end as gained,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double), 'ideal_rank': cast(null as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
                ,
                [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(null as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(place as double)
        } for grade, place in ideal_grades
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
                    ,
                    coalesce(
                        best_grades, list_reverse_sort([grade for grade in grades if grade > 0 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    )])
                    ) as ideal_grades
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    ))
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    ))
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    )) as grades
                            ,
                            max( cast(relevance as double), least(greatest(k::bigint, 1), 256)) filter (
                                where  cast(relevance as double) > 0 and not (k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    ))
                            ) as best_grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro idcg_at_k is 'DCG of the ideal order: all judged items of the query, returned or not, by relevance descending. sum of gain(relevance) / log2(ideal rank + 1) over the first k of the ideal order. Never: 0 for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro ndcg_at_k(relevance, score, k, gain := 'exponential', negative := 'zero', log_base := 2) as (
        select case
                negative::varchar
                    when 'zero'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= cutoff
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= cutoff
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'keep'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= cutoff
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= cutoff
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'normalize'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= cutoff
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= cutoff
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= cutoff
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= cutoff
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
            end
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.ideal_rank, judged_row.worst_rank,
                        case
        when judged_row.grade > 0 or negative::varchar <> 'zero'
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(judged_row.grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(judged_row.grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(judged_row.grade as double)
                
                    when 'binary' then (case when judged_row.grade > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end as gained,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double), 'ideal_rank': cast(null as double), 'worst_rank': cast(null as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(null as double), 'worst_rank': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
                ,
                [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(null as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(place as double), 'worst_rank': cast(null as double)
        } for grade, place in ideal_grades
    ]
                ,
                [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(null as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(null as double), 'worst_rank': cast(place as double)
        } for grade, place in list_sort([grade for grade in grades if grade < 0])
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
                    ,
                    coalesce(
                        best_grades, list_reverse_sort([grade for grade in grades if grade > 0 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep', 'normalize')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    )])
                    ) as ideal_grades
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep', 'normalize')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    ))
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep', 'normalize')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    ))
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep', 'normalize')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    )) as grades
                            ,
                            max( cast(relevance as double), least(greatest(k::bigint, 1), 256)) filter (
                                where  cast(relevance as double) > 0 and not (k > 256 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep', 'normalize')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    ))
                            ) as best_grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro ndcg_at_k is 'DCG as a share of the best that the judgments allow. dcg@k / idcg@k. NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro hits_at_k(relevance, score, k) as (
        select coalesce(sum(case when item_rank <= cutoff then hit end), 0)
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or false)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or false)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or false) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro hits_at_k is 'Number of relevant items among the first k. hits in the first k. Never: 0 for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro rbp_at_k(relevance, score, k, p := 0.8) as (
        select coalesce(
        sum(
            case
                when item_rank <= cutoff
                then
                    hit
                    * (1 -  cast(p as double))
                    * power( cast(p as double),  cast(item_rank as double) - 1)
            end
        ),
        0
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or false)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or false)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or false) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro rbp_at_k is 'Rank-biased precision: the hits as seen by a reader who goes on to the next item with probability p. (1 - p) * sum of p^(rank - 1) over the hits. Never: 0 for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro err_at_k(relevance, score, k, max_grade := 4) as (
        select coalesce(
        sum(
            case
                when item_rank <= cutoff
                then gained * ungained /  cast(item_rank as double)
            end
        ),
        0
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.ungained,
                        (
        (power( cast(2 as double), least(greatest( cast(judged_row.grade as double), 0),  cast(max_grade as double))) - 1)
        / power( cast(2 as double),  cast(max_grade as double))
    ) as gained,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double), 'ungained': cast(coalesce(list_product([1 - (
        (power( cast(2 as double), least(greatest( cast(hits[above].grade as double), 0),  cast(max_grade as double))) - 1)
        / power( cast(2 as double),  cast(max_grade as double))
    ) for above in range(1, hits_upto)]), 1) as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double), 'ungained': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (k > 256 or false)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (k > 256 or false)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where k > 256 or false) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro err_at_k is 'Expected reciprocal rank: the mean of 1 / rank of the item that satisfies a reader who goes down the list. sum of stop_i / i * product of (1 - stop_j) over j < i, with stop = (2^relevance - 1) / 2^max_grade. Never: 0 for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro judged_at_k(relevance, score, k) as (
        select coalesce(( cast(coalesce(sum(case when item_rank <= cutoff then judged end), 0) as double) / nullif( cast(least(cutoff, n_retrieved) as double), 0)), 0)
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.judged,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double), 'judged': cast(1 as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double), 'judged': cast(1 as double)
        } for grade, place in grades if grade <= 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        case
        when  cast(k as double) >= 1 and  cast(k as double) = floor( cast(k as double))
        then least( cast(k as double), 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce(k::varchar, 'NULL')
            )
    end as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, least(greatest(k::bigint, 1), 256)) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, least(greatest(k::bigint, 1), 256)) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0),  cast(relevance as double) is not null
                        ) filter (where true) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro judged_at_k is 'Share of the first k items that have a judgment: how far the other measures can be trusted. judged items in the first k / min(k, items returned). Never: 0 for a query that returned nothing. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro recall(relevance, score) as (
        select ( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro recall is 'Share of the relevant items that are among the first k. hits in the first k / R. NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro reciprocal_rank(relevance, score) as (
        select coalesce(sum(case when item_rank is not null then ( cast(first_hit as double) / nullif( cast(item_rank as double), 0)) end), 0)
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro reciprocal_rank is '1 / rank of the first relevant item; its mean over queries is MRR. 1 / rank of the first hit. Never: 0 without a relevant item in the (first k of the) list. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro average_precision(relevance, score, interpolation := 'none') as (
        select case
                interpolation::varchar
                    when 'none'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'max'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when '11-point'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                else error(
        'interpolation is one of none | max | 11-point, got '
        || coalesce(interpolation::varchar::varchar, 'NULL')
    )
            end
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.best_precision,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double), 'best_precision': cast(case when interpolation::varchar = 'max' then list_max([( cast(later as double) / nullif( cast(hits[later].place as double), 0)) for later in range(hits_upto, len(hits) + 1)]) end as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double), 'best_precision': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro average_precision is 'Mean of the precision at the rank of each relevant item; its mean over queries is MAP. sum of precision@i over the hits at ranks i <= k, / R. NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro r_precision(relevance, score) as (
        select ( cast(coalesce(sum(case when item_rank <= n_relevant then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro r_precision is 'Precision at R, the number of relevant items of the query. hits in the first R / R. NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro cg(relevance, score, gain := 'linear', negative := 'keep') as (
        select coalesce(sum(case when item_rank is not null then gained end), 0)
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                        case
        when judged_row.grade > 0 or negative::varchar <> 'zero'
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(judged_row.grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(judged_row.grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(judged_row.grade as double)
                
                    when 'binary' then (case when judged_row.grade > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end as gained,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro cg is 'Cumulated gain: the sum of the gains of the first k items, wherever they stand. sum of gain(relevance) over the first k. Never: 0 for an empty list. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro dcg(relevance, score, gain := 'exponential', negative := 'zero', log_base := 2) as (
        select coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                        case
        when judged_row.grade > 0 or negative::varchar <> 'zero'
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(judged_row.grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(judged_row.grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(judged_row.grade as double)
                
                    when 'binary' then (case when judged_row.grade > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end as gained,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro dcg is 'Discounted cumulated gain: the gains of the first k items, each divided by the logarithm of its rank + 1. sum of gain(relevance) / log2(rank + 1) over the first k. Never: 0 for an empty list. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro idcg(relevance, score, gain := 'exponential', negative := 'zero', log_base := 2) as (
        select coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.ideal_rank,
                        case
        when judged_row.grade > 0 or negative::varchar <> 'zero'
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(judged_row.grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(judged_row.grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(judged_row.grade as double)
                
                    when 'binary' then (case when judged_row.grade > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end as gained,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double), 'ideal_rank': cast(null as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
                ,
                [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(null as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(place as double)
        } for grade, place in ideal_grades
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
                    ,
                    coalesce(
                        best_grades, list_reverse_sort([grade for grade in grades if grade > 0 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    )])
                    ) as ideal_grades
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                            ,
                            max( cast(relevance as double), 256) filter (
                                where  cast(relevance as double) > 0 and not (true)
                            ) as best_grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro idcg is 'DCG of the ideal order: all judged items of the query, returned or not, by relevance descending. sum of gain(relevance) / log2(ideal rank + 1) over the first k of the ideal order. Never: 0 for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro ndcg(relevance, score, gain := 'exponential', negative := 'zero', log_base := 2) as (
        select case
                negative::varchar
                    when 'zero'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'keep'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'normalize'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
            end
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.ideal_rank, judged_row.worst_rank,
                        case
        when judged_row.grade > 0 or negative::varchar <> 'zero'
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(judged_row.grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(judged_row.grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(judged_row.grade as double)
                
                    when 'binary' then (case when judged_row.grade > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end as gained,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double), 'ideal_rank': cast(null as double), 'worst_rank': cast(null as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(null as double), 'worst_rank': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
                ,
                [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(null as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(place as double), 'worst_rank': cast(null as double)
        } for grade, place in ideal_grades
    ]
                ,
                [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(null as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(null as double), 'worst_rank': cast(place as double)
        } for grade, place in list_sort([grade for grade in grades if grade < 0])
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
                    ,
                    coalesce(
                        best_grades, list_reverse_sort([grade for grade in grades if grade > 0 or not (
        case
            when
                negative::varchar
                in ('zero', 'keep', 'normalize')
            then negative::varchar = 'zero'
            else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar::varchar, 'NULL')
    )
        end
    )])
                    ) as ideal_grades
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                            ,
                            max( cast(relevance as double), 256) filter (
                                where  cast(relevance as double) > 0 and not (true)
                            ) as best_grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro ndcg is 'DCG as a share of the best that the judgments allow. dcg@k / idcg@k. NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro roc_auc(relevance, score, undefined := 'null') as (
        select case
                undefined::varchar
                    when 'null'
                    then (case when n_retrieved = 0 and n_relevant > 0 then 0 else ( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) + (coalesce(sum(case when item_rank is not null then hit end), 0)) * ((coalesce(sum(case when item_rank is not null then hit end), 0)) + 1) / 2 - (coalesce(sum(case when mid_rank is not null then (hit * mid_rank) end), 0)) as double) / nullif( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) as double), 0)) end)
                    when '0.5'
                    then (case when n_retrieved = 0 and n_relevant > 0 then 0 else coalesce(( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) + (coalesce(sum(case when item_rank is not null then hit end), 0)) * ((coalesce(sum(case when item_rank is not null then hit end), 0)) + 1) / 2 - (coalesce(sum(case when mid_rank is not null then (hit * mid_rank) end), 0)) as double) / nullif( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) as double), 0)), 0.5) end)
                else error(
        'undefined is one of null | 0.5, got '
        || coalesce(undefined::varchar::varchar, 'NULL')
    )
            end
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.mid_rank,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(1 as double)
            , 'item_rank': cast(hits_first[place] as double), 'hits_upto': cast(null as double), 'mid_rank': cast((hits_first[place] + hits_last[place]) / 2 as double)
        } for place in range(1, len(hits_first) + 1)
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                [place for hit, place in hits_first if hit] as hits_first,
                [place for hit, place in hits_last if hit] as hits_last
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        list((coalesce( cast(relevance as double), 0) > 0) order by score desc, (coalesce( cast(relevance as double), 0) > 0) desc) filter (
                            where score is not null
                        ) as hits_first,
                        list((coalesce( cast(relevance as double), 0) > 0) order by score desc, (coalesce( cast(relevance as double), 0) > 0)) filter (
                            where score is not null
                        ) as hits_last
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro roc_auc is 'Probability that a relevant item is scored above one that is not, ties counting half. (sum of the ascending mid-ranks of the P positives - P (P + 1) / 2) / (P * N). NULL when the list has no relevant item or no other one. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro partial_roc_auc(relevance, score, partial) as (
        select (case when n_retrieved = 0 and n_relevant > 0 then 0 else case when partial = 1 then ( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) + (coalesce(sum(case when item_rank is not null then hit end), 0)) * ((coalesce(sum(case when item_rank is not null then hit end), 0)) + 1) / 2 - (coalesce(sum(case when mid_rank is not null then (hit * mid_rank) end), 0)) as double) / nullif( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) as double), 0)) else ((1 + (( cast(sum(hit * ( cast(greatest( cast(partial as double) * (n_retrieved - hits_in_list) - ((mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)) + (tie_size - tie_hits)), 0) + coalesce(( cast(power(greatest(least((mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)) + (tie_size - tie_hits),  cast(partial as double) * (n_retrieved - hits_in_list)) - (mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)), 0), 2) as double) / nullif( cast(2 * (tie_size - tie_hits) as double), 0)), 0) as double) / nullif( cast(n_retrieved - hits_in_list as double), 0))) as double) / nullif( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double), 0)) -  cast(partial as double) *  cast(partial as double) / 2) / ( cast(partial as double) -  cast(partial as double) *  cast(partial as double) / 2)) / 2) end end)
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.mid_rank, judged_row.tie_size, judged_row.tie_hits, judged_row.tie_hits_upto, judged_row.hits_in_list,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(1 as double)
            , 'item_rank': cast(hits_first[place] as double), 'hits_upto': cast(null as double), 'mid_rank': cast((hits_first[list_position(hit_scores, hit_scores[place])] + hits_last[(len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place]))]) / 2 as double), 'tie_size': cast(hits_last[(len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place]))] - hits_first[list_position(hit_scores, hit_scores[place])] + 1 as double), 'tie_hits': cast((len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place])) - list_position(hit_scores, hit_scores[place]) + 1 as double), 'tie_hits_upto': cast((len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place])) as double), 'hits_in_list': cast(len(hits_first) as double)
        } for place in range(1, len(hits_first) + 1)
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff, hit_scores,
                [place for hit, place in hits_first if hit] as hits_first,
                [place for hit, place in hits_last if hit] as hits_last
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                            list(score order by score desc) filter (
                                where score is not null and (coalesce( cast(relevance as double), 0) > 0)
                            ) as hit_scores,
                        list((coalesce( cast(relevance as double), 0) > 0) order by score desc, (coalesce( cast(relevance as double), 0) > 0) desc) filter (
                            where score is not null
                        ) as hits_first,
                        list((coalesce( cast(relevance as double), 0) > 0) order by score desc, (coalesce( cast(relevance as double), 0) > 0)) filter (
                            where score is not null
                        ) as hits_last
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro partial_roc_auc is 'Probability that a relevant item is scored above one that is not, ties counting half. (sum of the ascending mid-ranks of the P positives - P (P + 1) / 2) / (P * N). NULL when the list has no relevant item or no other one. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro interpolated_precision(relevance, score, recall := 0) as (
        select (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(recall as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro interpolated_precision is 'The highest precision at any rank whose recall reaches a level. max of precision@i over the hits with hits_i / R >= recall. NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro rbp(relevance, score, p := 0.8) as (
        select coalesce(
        sum(
            case
                when item_rank is not null
                then
                    hit
                    * (1 -  cast(p as double))
                    * power( cast(p as double),  cast(item_rank as double) - 1)
            end
        ),
        0
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro rbp is 'Rank-biased precision: the hits as seen by a reader who goes on to the next item with probability p. (1 - p) * sum of p^(rank - 1) over the hits. Never: 0 for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro bpref(relevance, score) as (
        select ( cast(coalesce(sum(hit * (1 - coalesce(( cast(least(others_above, n_relevant) as double) / nullif( cast(least(n_relevant, (n_judged - n_relevant)) as double), 0)), 0))), 0) as double) / nullif( cast(n_relevant as double), 0))
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.judged, judged_row.others_above,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double), 'judged': cast(1 as double), 'others_above': cast(judged_places[hits_upto] - hits_upto as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double), 'judged': cast(1 as double), 'others_above': cast(null as double)
        } for grade, place in grades if grade <= 0 and place <= n_retrieved
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
                    ,
                    [
                        place for grade,
                        place
                        in [grade for grade, place in grades if place <= n_retrieved and grade is not null] if grade
                        > 0
                    ] as judged_places
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    count(relevance) as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0),  cast(relevance as double) is not null
                        ) filter (where true) as grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro bpref is 'Binary preference: how seldom items judged not relevant stand above relevant ones; unjudged items do not count. sum over the hits of (1 - min(judged others above, R) / min(R, N)) / R, N = number of items judged not relevant. NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro q_measure(relevance, score, gain := 'linear', beta := 1) as (
        select ( cast(coalesce(sum(hit * ( cast(hits_upto +  cast(beta as double) * gained_upto as double) / nullif( cast(item_rank +  cast(beta as double) * ideal_gained_upto as double), 0))), 0) as double) / nullif( cast(n_relevant as double), 0))
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.ideal_rank, judged_row.gained_upto, judged_row.ideal_gained_upto,
                        case
        when judged_row.grade > 0
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(judged_row.grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(judged_row.grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(judged_row.grade as double)
                
                    when 'binary' then (case when judged_row.grade > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end as gained,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(hits[hits_upto].grade as double)
            , 'item_rank': cast(hits[hits_upto].place as double), 'hits_upto': cast(hits_upto as double), 'ideal_rank': cast(null as double), 'gained_upto': cast(list_sum([case
        when hits[above].grade > 0
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(hits[above].grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(hits[above].grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(hits[above].grade as double)
                
                    when 'binary' then (case when (hits[above].grade) > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end for above in range(1, hits_upto + 1)]) as double), 'ideal_gained_upto': cast(list_sum([case
        when above.grade > 0
        then
            case
                gain::varchar
                
                    when 'exponential' then (
        power(
             cast(2 as double),
            case
        when  cast(above.grade as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(above.grade as double)
    end
        )
        - 1
    )
                
                    when 'linear' then  cast(above.grade as double)
                
                    when 'binary' then (case when above.grade > 0 then  cast(1 as double) else  cast(0 as double) end)
                
                else error(
        'gain is one of exponential | linear | binary, got '
        || coalesce(gain::varchar::varchar, 'NULL')
    )
            end
        else 0
    end for above in [{'grade': grade} for grade in ideal_grades[:hits[hits_upto].place]]]) as double)
        } for hits_upto in range(1, len(hits) + 1)
    ],
            [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(place as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(null as double), 'gained_upto': cast(null as double), 'ideal_gained_upto': cast(null as double)
        } for grade, place in grades if grade < 0 and place <= n_retrieved
    ]
                ,
                [
        {
            'grade': cast(grade as double)
            , 'item_rank': cast(null as double), 'hits_upto': cast(null as double), 'ideal_rank': cast(place as double), 'gained_upto': cast(null as double), 'ideal_gained_upto': cast(null as double)
        } for grade, place in ideal_grades
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
                    ,
                    coalesce(
                        best_grades, list_reverse_sort([grade for grade in grades if grade > 0 or false])
                    ) as ideal_grades
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                        max({'score':score, 'cost': - cast(relevance as double)}, 256) filter (
                            where  cast(relevance as double) > 0 and score is not null and not (true)
                        ) as best_hits,
                        max(score, 256) filter (
                            where coalesce( cast(relevance as double), 0) <= 0 and not (true)
                        ) as other_scores,
                        list(
                             cast(relevance as double)
                            order by
                                score desc nulls last,
                                coalesce( cast(relevance as double), 0)
                        ) filter (where true) as grades
                            ,
                            max( cast(relevance as double), 256) filter (
                                where  cast(relevance as double) > 0 and not (true)
                            ) as best_grades
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro q_measure is 'Average precision with graded relevance: at each hit, hits and gain so far as a share of rank and ideal gain so far. sum over the hits of (hits_i + beta * cg_i) / (i + beta * ideal cg_i) / R. NULL for a query without relevant items. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro label_ranking_average_precision(relevance, score) as (
        select (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.mid_rank, judged_row.tie_size, judged_row.tie_hits, judged_row.tie_hits_upto, judged_row.hits_in_list,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(1 as double)
            , 'item_rank': cast(hits_first[place] as double), 'hits_upto': cast(null as double), 'mid_rank': cast((hits_first[list_position(hit_scores, hit_scores[place])] + hits_last[(len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place]))]) / 2 as double), 'tie_size': cast(hits_last[(len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place]))] - hits_first[list_position(hit_scores, hit_scores[place])] + 1 as double), 'tie_hits': cast((len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place])) - list_position(hit_scores, hit_scores[place]) + 1 as double), 'tie_hits_upto': cast((len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place])) as double), 'hits_in_list': cast(len(hits_first) as double)
        } for place in range(1, len(hits_first) + 1)
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff, hit_scores,
                [place for hit, place in hits_first if hit] as hits_first,
                [place for hit, place in hits_last if hit] as hits_last
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                            list(score order by score desc) filter (
                                where score is not null and (coalesce( cast(relevance as double), 0) > 0)
                            ) as hit_scores,
                        list((coalesce( cast(relevance as double), 0) > 0) order by score desc, (coalesce( cast(relevance as double), 0) > 0) desc) filter (
                            where score is not null
                        ) as hits_first,
                        list((coalesce( cast(relevance as double), 0) > 0) order by score desc, (coalesce( cast(relevance as double), 0) > 0)) filter (
                            where score is not null
                        ) as hits_last
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro label_ranking_average_precision is 'For each relevant label of a sample, the share of relevant ones among the labels scored at least as high; their mean. mean over the relevant labels of (relevant labels with at least its score / labels with at least its score). NULL for a sample without relevant labels, where scikit-learn has 1. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro label_ranking_loss(relevance, score) as (
        select (case when n_retrieved = 0 and n_relevant > 0 then 1 else ( cast(sum(hit * ((mid_rank + (tie_size - 1) /  cast(2 as double)) - tie_hits_upto)) as double) / nullif( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) as double), 0)) end)
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.mid_rank, judged_row.tie_size, judged_row.tie_hits, judged_row.tie_hits_upto, judged_row.hits_in_list,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(1 as double)
            , 'item_rank': cast(hits_first[place] as double), 'hits_upto': cast(null as double), 'mid_rank': cast((hits_first[list_position(hit_scores, hit_scores[place])] + hits_last[(len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place]))]) / 2 as double), 'tie_size': cast(hits_last[(len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place]))] - hits_first[list_position(hit_scores, hit_scores[place])] + 1 as double), 'tie_hits': cast((len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place])) - list_position(hit_scores, hit_scores[place]) + 1 as double), 'tie_hits_upto': cast((len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place])) as double), 'hits_in_list': cast(len(hits_first) as double)
        } for place in range(1, len(hits_first) + 1)
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff, hit_scores,
                [place for hit, place in hits_first if hit] as hits_first,
                [place for hit, place in hits_last if hit] as hits_last
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                            list(score order by score desc) filter (
                                where score is not null and (coalesce( cast(relevance as double), 0) > 0)
                            ) as hit_scores,
                        list((coalesce( cast(relevance as double), 0) > 0) order by score desc, (coalesce( cast(relevance as double), 0) > 0) desc) filter (
                            where score is not null
                        ) as hits_first,
                        list((coalesce( cast(relevance as double), 0) > 0) order by score desc, (coalesce( cast(relevance as double), 0) > 0)) filter (
                            where score is not null
                        ) as hits_last
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro label_ranking_loss is 'Share of the pairs of a relevant and another label in which the other one is scored at least as high; 0 is best. pairs with score of the other >= score of the relevant label / (P * N). NULL when a sample has no relevant label or no other one, where scikit-learn has 0. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro coverage_error(relevance, score) as (
        select  cast(max(case when hit > 0 then ((mid_rank + (tie_size - 1) /  cast(2 as double))) end) as double)
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff, judged_row.item_rank, judged_row.hits_upto, judged_row.mid_rank, judged_row.tie_size, judged_row.tie_hits, judged_row.tie_hits_upto, judged_row.hits_in_list,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            [
        {
            'grade': cast(1 as double)
            , 'item_rank': cast(hits_first[place] as double), 'hits_upto': cast(null as double), 'mid_rank': cast((hits_first[list_position(hit_scores, hit_scores[place])] + hits_last[(len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place]))]) / 2 as double), 'tie_size': cast(hits_last[(len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place]))] - hits_first[list_position(hit_scores, hit_scores[place])] + 1 as double), 'tie_hits': cast((len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place])) - list_position(hit_scores, hit_scores[place]) + 1 as double), 'tie_hits_upto': cast((len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place])) as double), 'hits_in_list': cast(len(hits_first) as double)
        } for place in range(1, len(hits_first) + 1)
    ]
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff, hit_scores,
                [place for hit, place in hits_first if hit] as hits_first,
                [place for hit, place in hits_last if hit] as hits_last
            from
                (
                    select
                        case
        when isnan(max( cast(relevance as double)))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where  cast(relevance as double) > 0)
    end as n_relevant,
    null::bigint as n_judged,
    case
        when isnan(max(try_cast(score as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count(score)
    end as n_retrieved,
                        null::bigint as cutoff,
                            list(score order by score desc) filter (
                                where score is not null and (coalesce( cast(relevance as double), 0) > 0)
                            ) as hit_scores,
                        list((coalesce( cast(relevance as double), 0) > 0) order by score desc, (coalesce( cast(relevance as double), 0) > 0) desc) filter (
                            where score is not null
                        ) as hits_first,
                        list((coalesce( cast(relevance as double), 0) > 0) order by score desc, (coalesce( cast(relevance as double), 0) > 0)) filter (
                            where score is not null
                        ) as hits_last
                )
        )
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    );

comment on macro coverage_error is 'How far down a sample''s labels one has to go to have seen all the relevant ones; the number of them is best. labels that score at least as high as the lowest relevant label. NULL for a sample without scored relevant labels, where scikit-learn has 0. Over the rows of one query: NULL relevance is not judged, NULL score is not in the list, and of tied scores the least relevant comes first.';

create or replace macro log_loss(label, score) as (case when min(score) >= 0 and max(score) <= 1 then avg((
        case
            when case ((
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    )) when 1 then score when 0 then 1 - score end <  cast(2.220446049250313e-16 as double)
            then - ln( cast(2.220446049250313e-16 as double))
            when case ((
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    )) when 1 then score when 0 then 1 - score end > 1 -  cast(2.220446049250313e-16 as double)
            then - ln(1 -  cast(2.220446049250313e-16 as double))
            else - ln(case ((
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    )) when 1 then score when 0 then 1 - score end)
        end
    )) end);

comment on macro log_loss is 'Mean negative natural logarithm of the probability given to the true class, probabilities clipped to [2^-52, 1 - 2^-52]. -1/n sum of (y ln p + (1 - y) ln(1 - p)). NULL without rows, or when a score lies outside 0 to 1. Over the rows of a group: a label is 0 or 1, true or false; rows with a NULL are left out.';

create or replace macro brier(label, score) as (case when min(score) >= 0 and max(score) <= 1 then avg((
        (score - ((
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    )))
        * (score - ((
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    )))
    )) end);

comment on macro brier is 'Mean squared difference of probability and label. 1/n sum of (p - y)^2. NULL without rows, or when a score lies outside 0 to 1. Over the rows of a group: a label is 0 or 1, true or false; rows with a NULL are left out.';

create or replace macro mcc(label, prediction) as (
        ( cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 1 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 1 then 1 end)) as double) *  cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 0 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 0 then 1 end)) as double) -  cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 0 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 1 then 1 end)) as double) *  cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 1 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 0 then 1 end)) as double)) / nullif(
            sqrt(( cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 1 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 1 then 1 end)) as double) +  cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 0 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 1 then 1 end)) as double)) * ( cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 1 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 1 then 1 end)) as double) +  cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 1 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 0 then 1 end)) as double)))
            * sqrt(( cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 0 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 0 then 1 end)) as double) +  cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 0 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 1 then 1 end)) as double)) * ( cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 0 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 0 then 1 end)) as double) +  cast((count(case when (
        case
            when coalesce( cast(label as double) in (0, 1), true)
            then  cast(label as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(label as varchar) )::double
        end
    ) = 1 and (
        case
            when coalesce( cast(prediction as double) in (0, 1), true)
            then  cast(prediction as double)
            else error('a label is 0 or 1, true or false, got ' ||  cast(prediction as varchar) )::double
        end
    ) = 0 then 1 end)) as double))),
            0
        )
    );

comment on macro mcc is 'Matthews correlation coefficient: the correlation of prediction and label. (TP TN - FP FN) / sqrt((TP + FP) (TP + FN) (TN + FP) (TN + FN)). NULL unless both classes occur and both are predicted. Over the rows of a group: a label is 0 or 1, true or false; rows with a NULL are left out.';

create or replace macro mae(actual, predicted) as (avg(abs((case when abs( cast(predicted as double) -  cast(actual as double)) < 1e300 then  cast(predicted as double) -  cast(actual as double) end))));

comment on macro mae is 'Mean absolute error. mean of |predicted - actual|. NULL without a pair of numbers.';

create or replace macro mse(actual, predicted) as (avg(power((case when abs( cast(predicted as double) -  cast(actual as double)) < 1e300 then  cast(predicted as double) -  cast(actual as double) end), 2)));

comment on macro mse is 'Mean squared error. mean of (predicted - actual)^2. NULL without a pair of numbers.';

create or replace macro rmse(actual, predicted) as (sqrt((avg(power((case when abs( cast(predicted as double) -  cast(actual as double)) < 1e300 then  cast(predicted as double) -  cast(actual as double) end), 2)))));

comment on macro rmse is 'Root mean squared error, on the scale of the ratings. square root of the mean of (predicted - actual)^2. NULL without a pair of numbers.';

create or replace macro r2(actual, predicted) as (
        case
            when min(case when (case when abs( cast(predicted as double) -  cast(actual as double)) < 1e300 then  cast(predicted as double) -  cast(actual as double) end) is not null then  cast(actual as double) end) < max(case when (case when abs( cast(predicted as double) -  cast(actual as double)) < 1e300 then  cast(predicted as double) -  cast(actual as double) end) is not null then  cast(actual as double) end)
            then
                1
                - ( cast(sum(power((case when abs( cast(predicted as double) -  cast(actual as double)) < 1e300 then  cast(predicted as double) -  cast(actual as double) end), 2)) as double) / nullif( cast(count(case when (case when abs( cast(predicted as double) -  cast(actual as double)) < 1e300 then  cast(predicted as double) -  cast(actual as double) end) is not null then  cast(actual as double) end) * var_pop(case when (case when abs( cast(predicted as double) -  cast(actual as double)) < 1e300 then  cast(predicted as double) -  cast(actual as double) end) is not null then  cast(actual as double) end) as double), 0))
        end
    );

comment on macro r2 is 'Coefficient of determination: 1 is perfect, 0 no better than the mean rating, below 0 worse. 1 - sum of (predicted - actual)^2 / sum of (actual - mean actual)^2. NULL when the actual ratings are all the same, or there is none.';

create or replace macro iou(x_min, y_min, x_max, y_max, other_x_min, other_y_min, other_x_max, other_y_max) as (case when ((abs( cast(x_max as double) -  cast(x_min as double)) + ( cast(x_max as double) -  cast(x_min as double))) / 2) * ((abs( cast(y_max as double) -  cast(y_min as double)) + ( cast(y_max as double) -  cast(y_min as double))) / 2) + ((abs( cast(other_x_max as double) -  cast(other_x_min as double)) + ( cast(other_x_max as double) -  cast(other_x_min as double))) / 2) * ((abs( cast(other_y_max as double) -  cast(other_y_min as double)) + ( cast(other_y_max as double) -  cast(other_y_min as double))) / 2) - ((abs( cast(least( cast(x_max as double),  cast(other_x_max as double)) as double) -  cast(greatest( cast(x_min as double),  cast(other_x_min as double)) as double)) + ( cast(least( cast(x_max as double),  cast(other_x_max as double)) as double) -  cast(greatest( cast(x_min as double),  cast(other_x_min as double)) as double))) / 2) * ((abs( cast(least( cast(y_max as double),  cast(other_y_max as double)) as double) -  cast(greatest( cast(y_min as double),  cast(other_y_min as double)) as double)) + ( cast(least( cast(y_max as double),  cast(other_y_max as double)) as double) -  cast(greatest( cast(y_min as double),  cast(other_y_min as double)) as double))) / 2) < 1e300 then ( cast(((abs( cast(least( cast(x_max as double),  cast(other_x_max as double)) as double) -  cast(greatest( cast(x_min as double),  cast(other_x_min as double)) as double)) + ( cast(least( cast(x_max as double),  cast(other_x_max as double)) as double) -  cast(greatest( cast(x_min as double),  cast(other_x_min as double)) as double))) / 2) * ((abs( cast(least( cast(y_max as double),  cast(other_y_max as double)) as double) -  cast(greatest( cast(y_min as double),  cast(other_y_min as double)) as double)) + ( cast(least( cast(y_max as double),  cast(other_y_max as double)) as double) -  cast(greatest( cast(y_min as double),  cast(other_y_min as double)) as double))) / 2) as double) / nullif( cast(((abs( cast(x_max as double) -  cast(x_min as double)) + ( cast(x_max as double) -  cast(x_min as double))) / 2) * ((abs( cast(y_max as double) -  cast(y_min as double)) + ( cast(y_max as double) -  cast(y_min as double))) / 2) + ((abs( cast(other_x_max as double) -  cast(other_x_min as double)) + ( cast(other_x_max as double) -  cast(other_x_min as double))) / 2) * ((abs( cast(other_y_max as double) -  cast(other_y_min as double)) + ( cast(other_y_max as double) -  cast(other_y_min as double))) / 2) - ((abs( cast(least( cast(x_max as double),  cast(other_x_max as double)) as double) -  cast(greatest( cast(x_min as double),  cast(other_x_min as double)) as double)) + ( cast(least( cast(x_max as double),  cast(other_x_max as double)) as double) -  cast(greatest( cast(x_min as double),  cast(other_x_min as double)) as double))) / 2) * ((abs( cast(least( cast(y_max as double),  cast(other_y_max as double)) as double) -  cast(greatest( cast(y_min as double),  cast(other_y_min as double)) as double)) + ( cast(least( cast(y_max as double),  cast(other_y_max as double)) as double) -  cast(greatest( cast(y_min as double),  cast(other_y_min as double)) as double))) / 2) as double), 0)) end);

comment on macro iou is 'Intersection over union of two boxes. the area that both cover / the area that either covers. NULL when neither box has an area, and for coordinates that are NULL or not finite.';

create or replace macro query_metrics(run, judgments := null, measures := null, "by" := [], judgments_by := [], query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', ties := null, queries := null, unjudged := null, checked := false, relevant_from := 0, pool := null, convention := null) as table select
        * exclude (
            rankhouse_ungrouped_run,
            rankhouse_ungrouped_both,
            rankhouse_ungrouped_judgments
        ) rename(rankhouse_query_id as query_id)
    from (with
        rankhouse_labels as (select by_both, by_judgments, rankhouse_query_id, rankhouse_item_id, rankhouse_relevance
        from (
        select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures') then 'rankhouse_text_item_id' else lower(item_id) end
    ) as rankhouse_item_id,
            case
                when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures', 'ranx')
                then sign(rankhouse_relevance) * floor(abs(rankhouse_relevance))
                else rankhouse_relevance
            end as rankhouse_relevance
        from
            (
        select
            *,
                columns(lambda column_name:lower(column_name) = lower(item_id))::varchar as rankhouse_text_item_id, columns(lambda column_name:lower(column_name) = lower(relevance))::double as rankhouse_relevance,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given
    ) as rankhouse_judgments
        where rankhouse_relevance is not null and checked
        union all
     select by_both, by_judgments, rankhouse_query_id, rankhouse_item_id, max(rankhouse_relevance) as rankhouse_relevance from (
        select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures') then 'rankhouse_text_item_id' else lower(item_id) end
    ) as rankhouse_item_id,
            case
                when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures', 'ranx')
                then sign(rankhouse_relevance) * floor(abs(rankhouse_relevance))
                else rankhouse_relevance
            end as rankhouse_relevance
        from
            (
        select
            *,
                columns(lambda column_name:lower(column_name) = lower(item_id))::varchar as rankhouse_text_item_id, columns(lambda column_name:lower(column_name) = lower(relevance))::double as rankhouse_relevance,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given
    ) as rankhouse_judgments
            where
                rankhouse_query_id is not null
                and rankhouse_item_id is not null
                and rankhouse_relevance is not null
                and  not isnan( cast(rankhouse_relevance as double)) and not checked group by by_both, by_judgments, rankhouse_query_id, rankhouse_item_id),
    rankhouse_scored_items as (select by_run, by_both, rankhouse_query_id, rankhouse_item_id, rankhouse_score
        from (
        select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_run,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures') then 'rankhouse_text_item_id' else lower(item_id) end
    ) as rankhouse_item_id,
            columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('pytrec_eval', 'ir_measures', 'torchmetrics', 'xgboost') then 'rankhouse_real_score' else lower(score) end
    ) as rankhouse_score
        from
            (
        select
            *,
                columns(lambda column_name:lower(column_name) = lower(item_id))::varchar as rankhouse_text_item_id, columns(lambda column_name:lower(column_name) = lower(score))::real as rankhouse_real_score,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(run)
    ) as given
    ) as rankhouse_run
        where rankhouse_score is not null and checked
        union all
     select by_run, by_both, rankhouse_query_id, rankhouse_item_id, max(rankhouse_score) as rankhouse_score from (
        select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_run,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures') then 'rankhouse_text_item_id' else lower(item_id) end
    ) as rankhouse_item_id,
            columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('pytrec_eval', 'ir_measures', 'torchmetrics', 'xgboost') then 'rankhouse_real_score' else lower(score) end
    ) as rankhouse_score
        from
            (
        select
            *,
                columns(lambda column_name:lower(column_name) = lower(item_id))::varchar as rankhouse_text_item_id, columns(lambda column_name:lower(column_name) = lower(score))::real as rankhouse_real_score,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(run)
    ) as given
    ) as rankhouse_run
            where
                rankhouse_query_id is not null
                and rankhouse_item_id is not null
                and rankhouse_score is not null
                and  not isnan( cast(rankhouse_score as double)) and not checked group by by_run, by_both, rankhouse_query_id, rankhouse_item_id),
    rankhouse_comparable as (
        select
            rankhouse_by_run as by_run,
            rankhouse_by_both as by_both,
            rankhouse_query_id as rankhouse_query_id,
            rankhouse_item_id as rankhouse_item_id,
            rankhouse_score as rankhouse_score,
            struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_common
        from
            (
                select
                    items.by_run as rankhouse_by_run,
                    items.by_both as rankhouse_by_both,
                    items.rankhouse_query_id as rankhouse_query_id,
                    items.rankhouse_item_id as rankhouse_item_id,
                    items.rankhouse_score as rankhouse_score,
                    unnest(items.by_both)
                from rankhouse_scored_items as items
            ) as unpacked
    ),
    rankhouse_judged_items as (
        select rankhouse_run.* exclude (by_common)
        from rankhouse_comparable as rankhouse_run
        semi join rankhouse_labels as labels on rankhouse_run.by_common is not distinct from labels.by_both and rankhouse_run.rankhouse_query_id = labels.rankhouse_query_id and rankhouse_run.rankhouse_item_id = labels.rankhouse_item_id
    ),
    rankhouse_retrieved_labels as (
        select rankhouse_run.by_both, labels.by_judgments, rankhouse_run.rankhouse_query_id, rankhouse_run.rankhouse_item_id, labels.rankhouse_relevance
        from rankhouse_labels as labels
        join rankhouse_comparable as rankhouse_run on rankhouse_run.by_common is not distinct from labels.by_both and rankhouse_run.rankhouse_query_id = labels.rankhouse_query_id and rankhouse_run.rankhouse_item_id = labels.rankhouse_item_id
    ),
    rankhouse_run as (
        select *
        from
            query_table(
                case
                    when coalesce(unjudged::varchar,  'irrelevant') = 'drop'
                    then 'rankhouse_judged_items'
                    else 'rankhouse_scored_items'
                end
            )
    ),
    rankhouse_judgments as (
        select *
        from
            query_table(
                case
                    when coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved'
                    then 'rankhouse_retrieved_labels'
                    else 'rankhouse_labels'
                end
            )
    ),
        rankhouse_graded as (
        select
            by_both, by_judgments, rankhouse_query_id,
            rankhouse_item_id,
            rankhouse_relevance,
            (case when rankhouse_relevance > 0 and rankhouse_relevance >= (relevant_from) then  cast(1 as double) else  cast(0 as double) end) as hit
                , case when rankhouse_relevance > 0 then (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) else 0 end as gain_exponential
                , case when rankhouse_relevance > 0 then  cast(rankhouse_relevance as double) else 0 end as gain_linear
                , (case when rankhouse_relevance > 0 and rankhouse_relevance >= (relevant_from) then  cast(1 as double) else  cast(0 as double) end) as gain_binary
                , (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) as gain_exponential_keep
                ,  cast(rankhouse_relevance as double) as gain_linear_keep
                , (
        (power( cast(2 as double), least(greatest( cast(rankhouse_relevance as double), 0),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))) - 1)
        / power( cast(2 as double),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))
    ) as stop_given
        from rankhouse_judgments
        where 1 = 1
    ),
        rankhouse_no_segment as (
        select struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments from (
        select given.*, 0 as rankhouse_ungrouped_run, 0 as rankhouse_ungrouped_both, 0 as rankhouse_ungrouped_judgments
        from (select 1 as one) as single
        left join query_table(coalesce(judgments, run)) as given on false
    ) as nothing
    ),
    rankhouse_whole as (
        select struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_run
        from (
        select given.*, 0 as rankhouse_ungrouped_run, 0 as rankhouse_ungrouped_both, 0 as rankhouse_ungrouped_judgments
        from (select 1 as one) as single
        left join query_table(run) as given on false
    ) as nothing
    ),
        rankhouse_returned as (
        select by_run, by_both, rankhouse_query_id, count(*) as n_retrieved,
    (
        max(rankhouse_score, least(list_max(
        [
            coalesce(nullif(try_cast(regexp_extract(text, '[@_]\s*([0-9]+)\s*$', 1) as bigint), 0), 1000000000) for text
            in measures::varchar[]
        ]
    ), 256)) filter (
            where list_max(
        [
            coalesce(nullif(try_cast(regexp_extract(text, '[@_]\s*([0-9]+)\s*$', 1) as bigint), 0), 1000000000) for text
            in measures::varchar[]
        ]
    ) <= 256
        )
    )[-1] as last_score
        from rankhouse_run
        group by by_run, by_both, rankhouse_query_id
    ),
    rankhouse_judged as (
        select
            by_both, by_judgments, rankhouse_query_id,
            sum((case when rankhouse_relevance > 0 and rankhouse_relevance >= (relevant_from) then  cast(1 as double) else  cast(0 as double) end)) as n_relevant,
            count(*) as n_judged
        from rankhouse_judgments
        group by by_both, by_judgments, rankhouse_query_id
    ),
        rankhouse_groups as (
            select distinct by_run, by_both
            from rankhouse_scored_items
                union
                select by_run, by_both
                from rankhouse_whole
                where len("by") = 0
        ),
    rankhouse_units as (
        select
            judged.by_both as by_both, judged.by_judgments as by_judgments, judged.rankhouse_query_id as rankhouse_query_id
                , grouped.by_run as by_run
            ,
            judged.n_relevant,
            judged.n_judged,
            coalesce(returned.n_retrieved, 0) as n_retrieved
        from rankhouse_judged as judged
            join rankhouse_groups as grouped on  judged.by_both is not distinct from grouped.by_both
        left join
            rankhouse_returned as returned on judged.rankhouse_query_id = returned.rankhouse_query_id
                and  grouped.by_run is not distinct from returned.by_run
                and  judged.by_both is not distinct from returned.by_both
            where judged.n_relevant > 0 or coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged') <> 'judged'
            union all
            select
                    returned.by_both
                    as by_both,
                
                    (select absent.by_judgments from rankhouse_no_segment as absent)
                    as by_judgments,
                
                returned.rankhouse_query_id, returned.by_run,
                0 as n_relevant,
                0 as n_judged,
                returned.n_retrieved
            from rankhouse_returned as returned
            where
                not exists (
                    select 1
                    from rankhouse_judged as judged
                    where  judged.by_both is not distinct from returned.by_both
        and judged.rankhouse_query_id = returned.rankhouse_query_id
                ) and coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged') = 'run'
    ),
        rankhouse_scored as (
            select
                by_run, by_both, rankhouse_query_id,
                rankhouse_item_id,
                rankhouse_score,
                rank() over by_score as first_rank,
                round(cume_dist() over by_score * count(*) over (partition by by_run, by_both, rankhouse_query_id)) as last_rank
            from (
        select rankhouse_run.*
        from rankhouse_run as rankhouse_run
        where
            coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'item'
            and list_max(
        [
            coalesce(nullif(try_cast(regexp_extract(text, '[@_]\s*([0-9]+)\s*$', 1) as bigint), 0), 1000000000) for text
            in measures::varchar[]
        ]
    ) > 256
        union all
        select rankhouse_run.*
        from rankhouse_run as rankhouse_run
        join rankhouse_returned as returned on  rankhouse_run.by_run is not distinct from returned.by_run
        and  rankhouse_run.by_both is not distinct from returned.by_both
        and rankhouse_run.rankhouse_query_id = returned.rankhouse_query_id
        where
            rankhouse_run.rankhouse_score >= returned.last_score
            and coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'item'
            and list_max(
        [
            coalesce(nullif(try_cast(regexp_extract(text, '[@_]\s*([0-9]+)\s*$', 1) as bigint), 0), 1000000000) for text
            in measures::varchar[]
        ]
    ) <= 256
    ) as reaching
            window by_score as (partition by by_run, by_both, rankhouse_query_id order by rankhouse_score desc)
        ),
        rankhouse_retrieved as (
            select
                scored.by_run as by_run, scored.by_both as by_both, scored.rankhouse_query_id as rankhouse_query_id, scored.rankhouse_item_id as rankhouse_item_id, graded.hit, graded.by_judgments, graded.gain_exponential, graded.gain_linear, graded.gain_binary, graded.gain_exponential_keep, graded.gain_linear_keep, graded.stop_given,
                scored.rankhouse_score,
                scored.first_rank,
                scored.last_rank > scored.first_rank as is_tied, (scored.first_rank + scored.last_rank) / 2 as mid_rank, scored.last_rank - scored.first_rank + 1 as tie_size
            from rankhouse_scored as scored
            join
                rankhouse_graded as graded
                on  scored.by_both is not distinct from graded.by_both
        and scored.rankhouse_query_id = graded.rankhouse_query_id
        and scored.rankhouse_item_id = graded.rankhouse_item_id
        ),
    rankhouse_tied as (
        -- Through a list: the planner takes an ungrouped aggregate for small, and so hashes these few keys, not the
        -- rankhouse_run.
        select
            unnest(
                list(
                    distinct struct_pack(
                        by_run := by_run, by_both := by_both, rankhouse_query_id := rankhouse_query_id,  rankhouse_score := rankhouse_score
                    )
                ),
                max_depth := 2
            )
        from rankhouse_retrieved
        where is_tied
    ),
    rankhouse_tie_order as (
        select
            rankhouse_run.by_run, rankhouse_run.by_both, rankhouse_run.rankhouse_query_id,
            rankhouse_run.rankhouse_item_id,
            rankhouse_run.rankhouse_score,
            row_number() over (
                partition by rankhouse_run.by_run, rankhouse_run.by_both, rankhouse_run.rankhouse_query_id, rankhouse_run.rankhouse_score
                order by rankhouse_run.rankhouse_item_id desc
            )
            - 1 as places_below
        from rankhouse_run as rankhouse_run
        semi join rankhouse_tied as tied on  rankhouse_run.by_run is not distinct from tied.by_run
        and  rankhouse_run.by_both is not distinct from tied.by_both
        and rankhouse_run.rankhouse_query_id = tied.rankhouse_query_id and rankhouse_run.rankhouse_score = tied.rankhouse_score
    ),
    rankhouse_ranked as (
        select
            retrieved.* exclude (first_rank, is_tied),
            retrieved.first_rank + coalesce(tie_order.places_below, 0) as item_rank
        from rankhouse_retrieved as retrieved
        left join
            rankhouse_tie_order as tie_order
            on  retrieved.by_run is not distinct from tie_order.by_run
        and  retrieved.by_both is not distinct from tie_order.by_both
        and retrieved.rankhouse_query_id = tie_order.rankhouse_query_id
        and retrieved.rankhouse_item_id = tie_order.rankhouse_item_id
            and retrieved.rankhouse_score = tie_order.rankhouse_score
    ),
rankhouse_labelled as (
        select
            rankhouse_run.by_run as by_run, rankhouse_run.by_both as by_both, rankhouse_run.rankhouse_query_id as rankhouse_query_id,
            rankhouse_run.rankhouse_score
                , coalesce(graded.rankhouse_relevance, 0) as rankhouse_relevance
            
                , coalesce(graded.hit, 0) as hit
            
                , coalesce(graded.gain_exponential, 0) as gain_exponential
            
                , coalesce(graded.gain_linear, 0) as gain_linear
            
                , coalesce(graded.gain_binary, 0) as gain_binary
            
                , coalesce(graded.gain_exponential_keep, 0) as gain_exponential_keep
            
                , coalesce(graded.gain_linear_keep, 0) as gain_linear_keep
            
                , coalesce(graded.stop_given, 0) as stop_given
            ,
            case when graded.rankhouse_item_id is null then 0 else 1 end as judged, segments.by_judgments as by_judgments
        from rankhouse_run as rankhouse_run
            join
                (select distinct by_both, by_judgments, rankhouse_query_id from rankhouse_graded) as segments
                on  rankhouse_run.by_both is not distinct from segments.by_both
        and rankhouse_run.rankhouse_query_id = segments.rankhouse_query_id
            join
                rankhouse_returned as returned
                on  rankhouse_run.by_run is not distinct from returned.by_run
        and  rankhouse_run.by_both is not distinct from returned.by_both
        and rankhouse_run.rankhouse_query_id = returned.rankhouse_query_id
                and (returned.last_score is null or rankhouse_run.rankhouse_score >= returned.last_score)
        left join
            rankhouse_graded as graded
            on  rankhouse_run.by_both is not distinct from graded.by_both
        and rankhouse_run.rankhouse_query_id = graded.rankhouse_query_id
        and rankhouse_run.rankhouse_item_id = graded.rankhouse_item_id
                and  segments.by_judgments is not distinct from graded.by_judgments where coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') <> 'item'
    ),
rankhouse_ruled as (
        select
            by_run, by_both, rankhouse_query_id, by_judgments,
            hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, mid_rank, tie_size,
            item_rank
        from
            (
                select
                    labelled.*,
                    row_number() over (partition by by_run, by_both, rankhouse_query_id, by_judgments order by rankhouse_score desc, case when coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'best' then -rankhouse_relevance else rankhouse_relevance end asc, case when coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'best' then -judged else judged end asc) as item_rank, rank() over (partition by by_run, by_both, rankhouse_query_id, by_judgments order by rankhouse_score desc)
    + (count(*) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) - 1) /  cast(2 as double) as mid_rank
                        , count(*) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as tie_size
                from rankhouse_labelled as labelled
                    where coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') in ('best', 'worst')
            ) as ranked
        where judged = 1
    ),
rankhouse_ordered as (
        select by_run, by_both, by_judgments, rankhouse_query_id, hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, mid_rank, tie_size, item_rank
        from rankhouse_ranked
        union all
        select by_run, by_both, by_judgments, rankhouse_query_id, hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, mid_rank, tie_size, item_rank
        from rankhouse_ruled
    ),
rankhouse_placed as (
        select
            labelled.*,
            row_number() over (partition by by_run, by_both, rankhouse_query_id, by_judgments order by rankhouse_score desc) as item_rank,
            sum(hit) over (partition by by_run, by_both, rankhouse_query_id, by_judgments order by rankhouse_score desc) as hits_through_tie,
            count(*) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as tie_size,
            sum(hit) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as tie_hits,
            sum(judged) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as tie_judged, sum(hit) over (partition by by_run, by_both, rankhouse_query_id, by_judgments) as hits_in_list
                , avg(gain_exponential) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_gain_exponential
                , avg(gain_linear) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_gain_linear
                , avg(gain_binary) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_gain_binary
                , avg(gain_exponential_keep) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_gain_exponential_keep
                , avg(gain_linear_keep) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_gain_linear_keep
                , avg(stop_given) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_stop_given, rank() over (partition by by_run, by_both, rankhouse_query_id, by_judgments order by rankhouse_score desc)
    + (count(*) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) - 1) /  cast(2 as double) as mid_rank
        from rankhouse_labelled as labelled where coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'average'
    ),
    rankhouse_tie_places as (
        select
            placed.*,
            row_number() over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score order by item_rank asc) - 1 as places_before,
            hits_through_tie - tie_hits as hits_above
        from rankhouse_placed as placed
    ),
    rankhouse_expected as (
        select
            by_run, by_both, rankhouse_query_id, by_judgments,
            item_rank,
            tie_hits / tie_size as hit,
             cast(tie_judged as double) / tie_size as judged,
            hits_above + 1 + coalesce(places_before * (tie_hits - 1) / nullif(tie_size - 1, 0), 0) as hits_upto, mean_gain_exponential as gain_exponential, mean_gain_linear as gain_linear, mean_gain_binary as gain_binary, mean_gain_exponential_keep as gain_exponential_keep, mean_gain_linear_keep as gain_linear_keep, mean_stop_given as stop_given, mid_rank
                , tie_size, tie_hits, hits_through_tie as tie_hits_upto, hits_in_list
            , case
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
                        partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score
                        order by item_rank asc
                        rows between unbounded preceding and 1 preceding
                    )
                ),
                1
            )
            * tie_hits
            / (tie_size - places_before)
    end as first_hit
        from rankhouse_tie_places as tied
        where tie_judged > 0
    ),
        rankhouse_ideal as (
        select
            units.by_run as by_run, units.by_both as by_both, units.by_judgments as by_judgments, units.rankhouse_query_id as rankhouse_query_id,
                case when rankhouse_relevance > 0 then (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) else 0 end as gain_exponential,
                case when rankhouse_relevance > 0 then  cast(rankhouse_relevance as double) else 0 end as gain_linear,
                (case when rankhouse_relevance > 0 and rankhouse_relevance >= (relevant_from) then  cast(1 as double) else  cast(0 as double) end) as gain_binary,
                (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) as gain_exponential_keep,
                 cast(rankhouse_relevance as double) as gain_linear_keep,
                (
        (power( cast(2 as double), least(greatest( cast(rankhouse_relevance as double), 0),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))) - 1)
        / power( cast(2 as double),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))
    ) as stop_given,
            judged.ideal_rank
        from
            (
                select
                    by_both, by_judgments, rankhouse_query_id,
                    rankhouse_relevance,
                    row_number() over (partition by by_both, by_judgments, rankhouse_query_id order by rankhouse_relevance desc) as ideal_rank
                from rankhouse_judgments
            ) as judged
        join rankhouse_units as units on  units.by_both is not distinct from judged.by_both
        and  units.by_judgments is not distinct from judged.by_judgments
        and units.rankhouse_query_id = judged.rankhouse_query_id
    ), rankhouse_worst as (
        select
            units.by_run as by_run, units.by_both as by_both, units.by_judgments as by_judgments, units.rankhouse_query_id as rankhouse_query_id,
                case when rankhouse_relevance > 0 then (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) else 0 end as gain_exponential,
                case when rankhouse_relevance > 0 then  cast(rankhouse_relevance as double) else 0 end as gain_linear,
                (case when rankhouse_relevance > 0 and rankhouse_relevance >= (relevant_from) then  cast(1 as double) else  cast(0 as double) end) as gain_binary,
                (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) as gain_exponential_keep,
                 cast(rankhouse_relevance as double) as gain_linear_keep,
                (
        (power( cast(2 as double), least(greatest( cast(rankhouse_relevance as double), 0),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))) - 1)
        / power( cast(2 as double),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))
    ) as stop_given,
            judged.worst_rank
        from
            (
                select
                    by_both, by_judgments, rankhouse_query_id,
                    rankhouse_relevance,
                    row_number() over (partition by by_both, by_judgments, rankhouse_query_id order by rankhouse_relevance asc) as worst_rank
                from rankhouse_judgments
                where rankhouse_relevance < 0
            ) as judged
        join rankhouse_units as units on  units.by_both is not distinct from judged.by_both
        and  units.by_judgments is not distinct from judged.by_judgments
        and units.rankhouse_query_id = judged.rankhouse_query_id
    ), rankhouse_summed as (
        select
            ranked.*, sum(hit) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  current row) as hits_upto, 1 as judged
                ,
                sum(hit) over (partition by by_run, by_both, by_judgments, rankhouse_query_id, mid_rank) as tie_hits,
                sum(hit) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by mid_rank asc) as tie_hits_upto,
                sum(hit) over (partition by by_run, by_both, by_judgments, rankhouse_query_id) as hits_in_list
                , sum(1 - hit) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  current row) - (1 - hit) as others_above
                , coalesce(exp(sum(ln(1 - stop_given)) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  1 preceding)), 1) as unstop_given, sum(gain_exponential) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  current row) as gain_exponential_upto, sum(gain_linear) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  current row) as gain_linear_upto, sum(gain_binary) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  current row) as gain_binary_upto
        from rankhouse_ordered as ranked
    ), rankhouse_ideal_sums as (
        select
            by_run, by_both, by_judgments, rankhouse_query_id,
            ideal_rank,
            count(*) over (partition by by_run, by_both, by_judgments, rankhouse_query_id) as ideal_length
                ,
                sum(gain_exponential) over (
                    partition by by_run, by_both, by_judgments, rankhouse_query_id order by ideal_rank asc rows between unbounded preceding and current row
                ) as ideal_gain_exponential
                ,
                sum(gain_linear) over (
                    partition by by_run, by_both, by_judgments, rankhouse_query_id order by ideal_rank asc rows between unbounded preceding and current row
                ) as ideal_gain_linear
                ,
                sum(gain_binary) over (
                    partition by by_run, by_both, by_judgments, rankhouse_query_id order by ideal_rank asc rows between unbounded preceding and current row
                ) as ideal_gain_binary
        from rankhouse_ideal
    ),
    rankhouse_running as (
        select
            summed.by_run as by_run, summed.by_both as by_both, summed.by_judgments as by_judgments, summed.rankhouse_query_id as rankhouse_query_id, summed.item_rank as item_rank, summed.hit as hit, summed.gain_exponential as gain_exponential, summed.gain_linear as gain_linear, summed.gain_binary as gain_binary, summed.gain_exponential_keep as gain_exponential_keep, summed.gain_linear_keep as gain_linear_keep, summed.stop_given as stop_given, summed.hits_upto as hits_upto, summed.others_above as others_above, summed.mid_rank as mid_rank, summed.judged as judged, summed.tie_size as tie_size, summed.tie_hits as tie_hits, summed.tie_hits_upto as tie_hits_upto, summed.hits_in_list as hits_in_list, summed.unstop_given as unstop_given, summed.gain_exponential_upto as gain_exponential_upto, summed.gain_linear_upto as gain_linear_upto, summed.gain_binary_upto as gain_binary_upto, case when hits_upto = 1 then hit else 0 end as first_hit
                ,
                max(case when hit > 0 then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0)) end) over (
                    partition by summed.by_run, summed.by_both, summed.by_judgments, summed.rankhouse_query_id
                    order by item_rank asc
                    rows between current row and unbounded following
                ) as best_precision
                , coalesce(ideal_sums.ideal_gain_exponential, ideal_totals.ideal_gain_exponential) as ideal_gain_exponential_upto
                , coalesce(ideal_sums.ideal_gain_linear, ideal_totals.ideal_gain_linear) as ideal_gain_linear_upto
                , coalesce(ideal_sums.ideal_gain_binary, ideal_totals.ideal_gain_binary) as ideal_gain_binary_upto
        from rankhouse_summed as summed
            left join
                rankhouse_ideal_sums as ideal_sums
                on  summed.by_run is not distinct from ideal_sums.by_run
        and  summed.by_both is not distinct from ideal_sums.by_both
        and  summed.by_judgments is not distinct from ideal_sums.by_judgments
        and summed.rankhouse_query_id = ideal_sums.rankhouse_query_id
                and summed.item_rank = ideal_sums.ideal_rank
            left join
                rankhouse_ideal_sums as ideal_totals
                on  summed.by_run is not distinct from ideal_totals.by_run
        and  summed.by_both is not distinct from ideal_totals.by_both
        and  summed.by_judgments is not distinct from ideal_totals.by_judgments
        and summed.rankhouse_query_id = ideal_totals.rankhouse_query_id
                and ideal_totals.ideal_rank = ideal_totals.ideal_length
    ), rankhouse_rows as (
            select
                by_run, by_both, by_judgments, rankhouse_query_id,
                item_rank,
                hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, hits_upto, first_hit, others_above, best_precision, mid_rank, judged, tie_size, tie_hits, tie_hits_upto, hits_in_list, unstop_given, gain_exponential_upto, ideal_gain_exponential_upto, gain_linear_upto, ideal_gain_linear_upto, gain_binary_upto, ideal_gain_binary_upto,
                 cast(null as bigint) as ideal_rank,
                 cast(null as bigint) as worst_rank
            from rankhouse_running
            union all
            select
                by_run, by_both, by_judgments, rankhouse_query_id,
                item_rank,
                hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, hits_upto, first_hit, null as others_above, null as best_precision, mid_rank, judged, tie_size, tie_hits, tie_hits_upto, hits_in_list, null as unstop_given, null as gain_exponential_upto, null as ideal_gain_exponential_upto, null as gain_linear_upto, null as ideal_gain_linear_upto, null as gain_binary_upto, null as ideal_gain_binary_upto,
                 cast(null as bigint) as ideal_rank,
                 cast(null as bigint) as worst_rank
            from rankhouse_expected
            union all
            select
                by_run, by_both, by_judgments, rankhouse_query_id,
                 cast(null as bigint) as item_rank,
                null as hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, null as hits_upto, null as first_hit, null as others_above, null as best_precision, null as mid_rank, null as judged, null as tie_size, null as tie_hits, null as tie_hits_upto, null as hits_in_list, null as unstop_given, null as gain_exponential_upto, null as ideal_gain_exponential_upto, null as gain_linear_upto, null as ideal_gain_linear_upto, null as gain_binary_upto, null as ideal_gain_binary_upto,
                ideal_rank,
                 cast(null as bigint) as worst_rank
            from rankhouse_ideal
            union all
            select
                by_run, by_both, by_judgments, rankhouse_query_id,
                 cast(null as bigint) as item_rank,
                null as hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, null as hits_upto, null as first_hit, null as others_above, null as best_precision, null as mid_rank, null as judged, null as tie_size, null as tie_hits, null as tie_hits_upto, null as hits_in_list, null as unstop_given, null as gain_exponential_upto, null as ideal_gain_exponential_upto, null as gain_linear_upto, null as ideal_gain_linear_upto, null as gain_binary_upto, null as ideal_gain_binary_upto,
                 cast(null as bigint) as ideal_rank,
                worst_rank
            from rankhouse_worst
    ),
        rankhouse_spellings(spelling, metric_name, cutoff_rule) as (
        values
            
                
                
                    (
                        'precision',
                        'precision',
                        'optional'
                    ), 
                
                    (
                        'p',
                        'precision',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'recall',
                        'recall',
                        'optional'
                    ), 
                
                    (
                        'r',
                        'recall',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'f1',
                        'f1',
                        'optional'
                    ), 
                
                    (
                        'f',
                        'f1',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'f_beta',
                        'f_beta',
                        'optional'
                    ), 
                
                    (
                        'fbeta',
                        'f_beta',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'hits',
                        'hits',
                        'optional'
                    ), 
                
                    (
                        'num_rel_ret',
                        'hits',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'hit_rate',
                        'hit_rate',
                        'optional'
                    ), 
                
                    (
                        'success',
                        'hit_rate',
                        'optional'
                    ), 
                
                    (
                        'hit',
                        'hit_rate',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'reciprocal_rank',
                        'reciprocal_rank',
                        'optional'
                    ), 
                
                    (
                        'rr',
                        'reciprocal_rank',
                        'optional'
                    ), 
                
                    (
                        'mrr',
                        'reciprocal_rank',
                        'optional'
                    ), 
                
                    (
                        'recip_rank',
                        'reciprocal_rank',
                        'optional'
                    ), 
                
                    (
                        'mean_reciprocal_rank',
                        'reciprocal_rank',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'average_precision',
                        'average_precision',
                        'optional'
                    ), 
                
                    (
                        'ap',
                        'average_precision',
                        'optional'
                    ), 
                
                    (
                        'map',
                        'average_precision',
                        'optional'
                    ), 
                
                    (
                        'map_cut',
                        'average_precision',
                        'optional'
                    ), 
                
                    (
                        'mean_average_precision',
                        'average_precision',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'gmap',
                        'gmap',
                        'optional'
                    ), 
                
                    (
                        'gm_map',
                        'gmap',
                        'optional'
                    ), 
                
                    (
                        'geometric_map',
                        'gmap',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'interpolated_precision',
                        'interpolated_precision',
                        'none'
                    ), 
                
                    (
                        'iprec',
                        'interpolated_precision',
                        'none'
                    ), 
                
                    (
                        'iprec_at_recall',
                        'interpolated_precision',
                        'none'
                    ), 
                
            
                
                
                    (
                        'r_precision',
                        'r_precision',
                        'none'
                    ), 
                
                    (
                        'rprec',
                        'r_precision',
                        'none'
                    ), 
                
            
                
                
                    (
                        'cg',
                        'cg',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'dcg',
                        'dcg',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'idcg',
                        'idcg',
                        'optional'
                    ), 
                
                    (
                        'ideal_dcg',
                        'idcg',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'ndcg',
                        'ndcg',
                        'optional'
                    ), 
                
                    (
                        'ndcg_cut',
                        'ndcg',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'err',
                        'err',
                        'optional'
                    ), 
                
                    (
                        'expected_reciprocal_rank',
                        'err',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'rbp',
                        'rbp',
                        'optional'
                    ), 
                
                    (
                        'rank_biased_precision',
                        'rbp',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'q_measure',
                        'q_measure',
                        'none'
                    ), 
                
                    (
                        'q',
                        'q_measure',
                        'none'
                    ), 
                
            
                
                
                    (
                        'bpref',
                        'bpref',
                        'none'
                    ), 
                
            
                
                
                    (
                        'judged',
                        'judged',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'roc_auc',
                        'roc_auc',
                        'none'
                    ), 
                
                    (
                        'auc',
                        'roc_auc',
                        'none'
                    ), 
                
                    (
                        'gauc',
                        'roc_auc',
                        'none'
                    ), 
                
            
                
                
                    (
                        'label_ranking_average_precision',
                        'label_ranking_average_precision',
                        'none'
                    ), 
                
                    (
                        'lrap',
                        'label_ranking_average_precision',
                        'none'
                    ), 
                
            
                
                
                    (
                        'label_ranking_loss',
                        'label_ranking_loss',
                        'none'
                    ), 
                
                    (
                        'ranking_loss',
                        'label_ranking_loss',
                        'none'
                    ), 
                
            
                
                
                    (
                        'coverage_error',
                        'coverage_error',
                        'none'
                    )
                
            
    ),
    rankhouse_options(
        metric_name,
        option,
        option_number,
        default_value,
        choices,
        limits,
        above,
        below,
        lowest,
        highest
    ) as (
        values
            
                
                
                    (
                        'precision',
                        'denominator',
                        1,
                        'k',
                        ['k', 'retrieved'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'recall',
                        'denominator',
                        1,
                        'relevant',
                        ['relevant', 'min(k, relevant)'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'recall',
                        'weights',
                        2,
                        'queries',
                        ['queries', 'relevant'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'f_beta',
                        'beta',
                        1,
                        '1',
                        null::varchar[],
                        'a number above 0'
                            ,  cast(0 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'average_precision',
                        'denominator',
                        1,
                        'relevant',
                        ['relevant', 'min(k, relevant)', 'k', 'hits'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'average_precision',
                        'interpolation',
                        2,
                        'none',
                        ['none', 'max', '11-point', 'step'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'average_precision',
                        'rounding',
                        3,
                        '1',
                        null::varchar[],
                        'a number above 0 and to 1'
                            ,  cast(0 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(1 as double)
                        
                    ), 
                
            
                
                
                    (
                        'interpolated_precision',
                        'recall',
                        1,
                        '0',
                        null::varchar[],
                        'a number from 0 and to 1'
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(0 as double)
                        
                            ,  cast(1 as double)
                        
                    ), 
                
                    (
                        'interpolated_precision',
                        'rounding',
                        2,
                        '1',
                        null::varchar[],
                        'a number above 0 and to 1'
                            ,  cast(0 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(1 as double)
                        
                    ), 
                
            
                
                
                    (
                        'cg',
                        'gain',
                        1,
                        'linear',
                        ['linear', 'exponential', 'binary'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'cg',
                        'negative',
                        2,
                        'keep',
                        ['keep', 'zero'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'dcg',
                        'gain',
                        1,
                        'exponential',
                        ['exponential', 'linear', 'binary'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'dcg',
                        'negative',
                        2,
                        'zero',
                        ['zero', 'keep'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'dcg',
                        'log_base',
                        3,
                        '2',
                        null::varchar[],
                        'a number above 1'
                            ,  cast(1 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'idcg',
                        'gain',
                        1,
                        'exponential',
                        ['exponential', 'linear', 'binary'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'idcg',
                        'negative',
                        2,
                        'zero',
                        ['zero', 'keep'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'idcg',
                        'log_base',
                        3,
                        '2',
                        null::varchar[],
                        'a number above 1'
                            ,  cast(1 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'ndcg',
                        'gain',
                        1,
                        'exponential',
                        ['exponential', 'linear', 'binary'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'ndcg',
                        'negative',
                        2,
                        'zero',
                        ['zero', 'keep', 'normalize'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'ndcg',
                        'log_base',
                        3,
                        '2',
                        null::varchar[],
                        'a number above 1'
                            ,  cast(1 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'ndcg',
                        'ideal',
                        4,
                        'k',
                        ['k', 'retrieved', 'all', 'constant'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'err',
                        'max_grade',
                        1,
                        '4',
                        null::varchar[],
                        'a number above 0 and below 1000'
                            ,  cast(0 as double)
                        
                            ,  cast(1000 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'rbp',
                        'p',
                        1,
                        '0.8',
                        null::varchar[],
                        'a number above 0 and below 1'
                            ,  cast(0 as double)
                        
                            ,  cast(1 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'q_measure',
                        'gain',
                        1,
                        'linear',
                        ['linear', 'exponential', 'binary'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'q_measure',
                        'beta',
                        2,
                        '1',
                        null::varchar[],
                        'a number above 0'
                            ,  cast(0 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'roc_auc',
                        'weights',
                        1,
                        'queries',
                        ['queries', 'positives', 'items'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'roc_auc',
                        'undefined',
                        2,
                        'null',
                        ['null', '0.5'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'roc_auc',
                        'partial',
                        3,
                        '1',
                        null::varchar[],
                        'a number above 0 and to 1'
                            ,  cast(0 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(1 as double)
                        
                    )
                
            
    ), rankhouse_rules as (
        select
            cast(
                case
                    convention::varchar
                        when 'trec_eval' then '{"library"=["trec_eval 9.0.8"], "measures"=["precision", "recall", "f1", "hit_rate", "reciprocal_rank", "average_precision", "interpolated_precision", "gmap", "r_precision", "bpref", "ndcg"], "f1 cutoff"=["none"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["none"], "average_precision interpolation"=["none", "11-point"], "average_precision rounding"=["0.9"], "interpolated_precision recall"=["any"], "interpolated_precision rounding"=["0.9"], "gmap cutoff"=["none"], "ndcg gain"=["linear"]}'
                        when 'trec_eval_10' then '{"library"=["trec_eval 10.0"], "measures"=["precision", "recall", "f1", "hit_rate", "reciprocal_rank", "average_precision", "interpolated_precision", "gmap", "r_precision", "bpref", "ndcg"], "f1 cutoff"=["none"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["none"], "average_precision interpolation"=["none", "11-point"], "average_precision rounding"=["0.5"], "interpolated_precision recall"=["any"], "interpolated_precision rounding"=["0.5"], "gmap cutoff"=["none"], "ndcg gain"=["linear"]}'
                        when 'pytrec_eval' then '{"library"=["pytrec-eval-terrier 0.5.11"], "measures"=["precision", "recall", "f1", "hit_rate", "reciprocal_rank", "average_precision", "interpolated_precision", "gmap", "r_precision", "bpref", "ndcg"], "f1 cutoff"=["none"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["none"], "average_precision interpolation"=["none", "11-point"], "average_precision rounding"=["0.9"], "interpolated_precision recall"=["any"], "interpolated_precision rounding"=["0.9"], "gmap cutoff"=["none"], "ndcg gain"=["linear"]}'
                        when 'ir_measures' then '{"library"=["ir_measures 0.4.3"], "measures"=["precision", "recall", "f1", "hit_rate", "reciprocal_rank", "average_precision", "interpolated_precision", "gmap", "r_precision", "bpref", "ndcg"], "refused reciprocal_rank@k"=["it breaks ties by ascending item id there, and nowhere else"], "refused judged@k"=["it breaks ties by ascending item id there"], "f1 cutoff"=["none"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["none"], "average_precision interpolation"=["none", "11-point"], "average_precision rounding"=["0.9"], "interpolated_precision recall"=["any"], "interpolated_precision rounding"=["0.9"], "gmap cutoff"=["none"], "ndcg gain"=["linear"]}'
                        when 'sklearn' then '{"library"=["scikit-learn 1.9.1"], "measures"=["ndcg", "dcg", "average_precision", "roc_auc"], "ndcg gain"=["linear"], "dcg gain"=["linear"], "dcg log_base"=["any"], "average_precision interpolation"=["step"], "average_precision cutoff"=["none"], "roc_auc partial"=["any"]}'
                        when 'ranx' then '{"library"=["ranx 0.3.21"], "measures"=["hits", "hit_rate", "precision", "recall", "f1", "r_precision", "reciprocal_rank", "average_precision", "ndcg", "dcg"], "refused bpref"=["its value is 0 for most lists"], "refused rbp"=["it weights hits by their grade"], "ndcg gain"=["linear", "exponential"], "dcg gain"=["linear", "exponential"]}'
                        when 'recommenders' then '{"library"=["recommenders 1.2.1"], "measures"=["precision", "recall", "average_precision", "ndcg"], "precision cutoff"=["required"], "recall cutoff"=["required"], "average_precision cutoff"=["required"], "average_precision denominator"=["min(k, relevant)", "relevant"], "ndcg gain"=["binary", "linear", "exponential"], "ndcg cutoff"=["required"]}'
                        when 'spark' then '{"library"=["Spark MLlib 4"], "measures"=["precision", "recall", "average_precision", "ndcg"], "precision cutoff"=["required"], "recall cutoff"=["required"], "average_precision denominator"=["min(k, relevant)"], "ndcg gain"=["binary", "exponential"], "ndcg cutoff"=["required"]}'
                        when 'replay' then '{"library"=["RePlay 0.21.7"], "measures"=["precision", "recall", "hit_rate", "reciprocal_rank", "average_precision", "ndcg"], "precision cutoff"=["required"], "recall cutoff"=["required"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "average_precision denominator"=["min(k, relevant)"], "average_precision cutoff"=["required"], "ndcg gain"=["binary"], "ndcg cutoff"=["required"]}'
                        when 'recbole' then '{"library"=["RecBole 1.2.1"], "measures"=["precision", "recall", "hit_rate", "reciprocal_rank", "average_precision", "ndcg", "roc_auc"], "precision cutoff"=["required"], "recall cutoff"=["required"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "average_precision denominator"=["min(k, relevant)"], "average_precision cutoff"=["required"], "ndcg gain"=["binary"], "ndcg cutoff"=["required"], "roc_auc weights"=["positives"]}'
                        when 'rectools' then '{"library"=["RecTools 0.19.0"], "measures"=["precision", "recall", "hit_rate", "reciprocal_rank", "average_precision", "ndcg"], "precision cutoff"=["required"], "recall cutoff"=["required"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "average_precision denominator"=["relevant", "k"], "average_precision cutoff"=["required"], "ndcg gain"=["binary"], "ndcg ideal"=["constant", "k"], "ndcg cutoff"=["required"]}'
                        when 'elliot' then '{"library"=["Elliot 0.3.1"], "measures"=["precision", "recall", "hit_rate", "reciprocal_rank", "ndcg"], "refused average_precision"=["its MAP is the mean of precision@1 to precision@k over all ranks"], "precision cutoff"=["required"], "recall cutoff"=["required"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "ndcg gain"=["exponential"], "ndcg cutoff"=["required"]}'
                        when 'elasticsearch' then '{"library"=["Elasticsearch rank_eval"], "measures"=["precision", "recall", "reciprocal_rank", "dcg", "ndcg"], "precision denominator"=["retrieved"], "precision cutoff"=["required"], "recall cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "dcg gain"=["exponential"], "dcg cutoff"=["required"], "ndcg gain"=["exponential"], "ndcg ideal"=["retrieved"], "ndcg cutoff"=["required"]}'
                        when 'quepid' then '{"library"=["Quepid"], "measures"=["precision", "average_precision", "reciprocal_rank", "cg", "dcg", "ndcg"], "precision denominator"=["retrieved"], "precision cutoff"=["required"], "average_precision cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "cg gain"=["linear"], "cg cutoff"=["required"], "dcg gain"=["exponential"], "dcg cutoff"=["required"], "ndcg gain"=["exponential"], "ndcg ideal"=["all", "k"], "ndcg cutoff"=["required"]}'
                        when 'mlflow' then '{"library"=["MLflow"], "measures"=["precision", "recall", "ndcg"], "precision denominator"=["retrieved"], "precision cutoff"=["required"], "recall cutoff"=["required"], "ndcg gain"=["binary"], "ndcg ideal"=["retrieved"], "ndcg cutoff"=["required"]}'
                        when 'torchmetrics' then '{"library"=["torchmetrics 1.9.0"], "measures"=["precision", "recall", "hit_rate", "reciprocal_rank", "r_precision", "average_precision", "ndcg"], "average_precision denominator"=["hits"], "ndcg gain"=["linear"]}'
                        when 'xgboost' then '{"library"=["XGBoost 3"], "measures"=["ndcg", "average_precision", "precision"], "ndcg gain"=["exponential"], "average_precision denominator"=["min(k, relevant)"], "precision denominator"=["retrieved"], "precision cutoff"=["required"]}'
                end as map(varchar, varchar[])
            ) as rules
    ), 
    rankhouse_strings as (
        select
            given_text,
            replace(
                replace(lower(regexp_replace(given_text, '[\s''"]', '', 'g')), 'min(k,relevant)', 'min'),
                'min(relevant,k)',
                'min'
            ) as plain_text
        from
            (
                select distinct
                    unnest(
                        case
                            when len(measures) > 0
                            then measures::varchar[]
                            else error('no measure was asked for: give measures := [''ndcg@10'', ''map'']')
                        end
                    ) as given_text
            ) as given
    ),
    rankhouse_split as (
        select
            given_text,
            regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 1) as head,
            regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 3) as option_text,
            nullif(regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 4), '') as cutoff_text
        from rankhouse_strings as strings
    ),
    rankhouse_named as (
        select
            split.given_text,
            split.option_text,
            coalesce(
                spelled.metric_name,
                stemmed.metric_name,
                case
                    when split.head = ''
                    then
                        error(
                            'malformed measure '''
                            || split.given_text
                            || ''': write name[(option=value, ...)][@k], such as ''ndcg(gain=linear)@10'''
                        )
                        when split.head in ('catalogue_coverage', 'catalog_coverage', 'coverage', 'item_coverage', 'novelty', 'mean_self_information', 'self_information', 'miuf', 'average_popularity', 'average_recommendation_popularity', 'arp', 'average_rec_popularity', 'serendipity', 'intra_list_diversity', 'ild', 'diversity', 'gini', 'gini_index', 'entropy', 'shannon_entropy', 'personalisation', 'personalization', 'inter_list_diversity')
                        then
                            error(
                                'unknown measure '''
                                || split.given_text
                                || ''': it is one of recommendation_metrics'
                            )
                        when split.head in ('accuracy', 'acc', 'ppv', 'tpr', 'sensitivity', 'fpr', 'fall_out', 'false_positive_rate', 'specificity', 'tnr', 'true_negative_rate', 'balanced_accuracy', 'bac', 'mcc', 'matthews_corrcoef', 'phi', 'pr_auc', 'break_even', 'break_even_point', 'best_f1', 'max_f1', 'best_f1_threshold', 'ks', 'kolmogorov_smirnov', 'log_loss', 'logloss', 'cross_entropy', 'brier', 'brier_score', 'ece', 'expected_calibration_error')
                        then
                            error(
                                'unknown measure '''
                                || split.given_text
                                || ''': it is one of classifier_metrics (classifier on the command line)'
                            )
                        when split.head in ('mae', 'mse', 'rmse', 'r2')
                        then
                            error(
                                'unknown measure '''
                                || split.given_text
                                || ''': it is one of rating_metrics'
                            )
                    else
                        error(
                            'unknown measure '''
                            || split.given_text
                            || ''': did you mean '''
                            || (
                                select arg_max(near.spelling, jaro_winkler_similarity(near.spelling, split.head))
                                from rankhouse_spellings as near
                            )
                            || '''? Known: precision, recall, f1, f_beta, hits, hit_rate, reciprocal_rank, average_precision, gmap, interpolated_precision, r_precision, cg, dcg, idcg, ndcg, err, rbp, q_measure, bpref, judged, roc_auc, label_ranking_average_precision, label_ranking_loss, coverage_error')
        end) as metric_name,
        coalesce(spelled.cutoff_rule, stemmed.cutoff_rule) as cutoff_rule,
        coalesce(substr(split.cutoff_text, 2), case when spelled.metric_name is null then regexp_extract(split.head, '_(\d+)$', 1) end) as cutoff_text
    from rankhouse_split as split
    left join rankhouse_spellings as spelled on split.head = spelled.spelling
    left join rankhouse_spellings as stemmed on regexp_extract(split.head, '^(.*)_\d+$', 1) = stemmed.spelling and split.cutoff_text is null
),
rankhouse_cut as (
    select
        named.given_text, named.metric_name, rules.rules,
        case
            when named.cutoff_text is null then null
            when named.cutoff_rule = 'none' then error(named.metric_name || ' takes no cutoff: write '''
                            || named.metric_name
                            || ''' instead of '''
                            || named.given_text
                            || ''''
                        )
                    when regexp_full_match(named.cutoff_text, '\d{1,18}') and named.cutoff_text::bigint > 0
                    then named.cutoff_text::bigint
                    else
                        error(
                            'the cutoff of a measure is a whole number of at least 1, got '''
                            || named.cutoff_text
                            || ''' in '''
                            || named.given_text
                            || ''''
                        )
                end as cutoff,
                case when named.option_text <> '' then string_split(named.option_text, ',') else [] end as pairs
                from rankhouse_named as named cross join rankhouse_rules as rules
            ),
            rankhouse_pairs as (
                select
                    given_text,
                    metric_name,
                    cutoff,
                    pair,
                    split_part(pair, '=', 1) as option,
                    case
                        when split_part(pair, '=', 2) = 'min' then 'min(k, relevant)' else split_part(pair, '=', 2)
                    end as option_value
                from
                    (
                        select cut.given_text, cut.metric_name, cut.cutoff, unnest(cut.pairs) as pair
                        from rankhouse_cut as cut
                    ) as pairs
            ),
            rankhouse_faults as (
                select
                    string_agg(
                        case
                            when pairs.option_value = ''
                            then
                                'malformed option '''
                                || pairs.pair
                                || ''' in '''
                                || pairs.given_text
                                || ''': write option=value'
        when known.option is null then pairs.metric_name || ' has no option '''
                                || pairs.option
                                || ''' (in '''
                                || pairs.given_text
                                || '''): Known: ' || coalesce((
            select string_agg(listed.option, ', ' order by listed.option_number) from rankhouse_options as listed where listed.metric_name = pairs.metric_name
        ), 'none')
        when known.choices is not null and not list_contains(known.choices, pairs.option_value)
            then pairs.option || ' of ' || pairs.metric_name || ' is one of ' || array_to_string(known.choices, ' | ') || ', got '''
                                || pairs.option_value
                                || ''' in '''
                                || pairs.given_text
                                || ''''
                            when
                                known.choices is null
                                and not coalesce(
                                    try_cast(pairs.option_value as double) > coalesce(known.above, '-inf')
                                    and try_cast(pairs.option_value as double) < coalesce(known.below, 'inf')
                                    and try_cast(pairs.option_value as double) >= coalesce(known.lowest, '-inf')
                                    and try_cast(pairs.option_value as double) <= coalesce(known.highest, 'inf'),
                                    false
                                )
                            then
                                pairs.option
                                || ' of '
                                || pairs.metric_name
                                || ' is '
                                || known.limits
                                || ', got '''
                                || pairs.option_value
                                || ''' in '''
                                || pairs.given_text
                                || ''''
                            when
                                pairs.option = 'interpolation'
                                and pairs.option_value <> 'none'
                                and (pairs.cutoff is not null or contains(pairs.given_text, 'denominator'))
                            then
                                'interpolation takes the whole list and every relevant item: no cutoff and no denominator, got '''
                                || pairs.given_text
                                || ''''
                            when
                                pairs.metric_name = 'average_precision'
                                and pairs.option_value = 'k'
                                and pairs.cutoff is null
                            then
                                'average_precision(denominator=k) needs a cutoff, such as average_precision(denominator=k)@10'
                            when
                                pairs.option = 'ideal'
                                and pairs.option_value <> 'k'
                                and contains(pairs.given_text, 'normalize')
                            then 'negative=normalize takes ideal=k, got ''' || pairs.given_text || ''''
                            when pairs.option_value = 'constant' and pairs.cutoff is null
                            then 'ideal=constant takes a cutoff, such as ndcg(ideal=constant)@10'
                        end,
                        '; '
                    ) as fault
                from rankhouse_pairs as pairs
                left join
                    rankhouse_options as known on pairs.metric_name = known.metric_name and pairs.option = known.option
            ),
            rankhouse_chosen as (
                select
                    cut.given_text,
                    options.option,
                    options.option_number,
                    cut.metric_name,
                        cut.cutoff,
                        cut.rules,
                        pairs.option is not null as is_given,
                        cut.rules[cut.metric_name || ' ' || options.option] as allowed,
                        coalesce(nullif(allowed[1], 'any'), options.default_value) as assumed_value,
                    coalesce(
                        case
                            when options.choices is null
                            then regexp_replace(try_cast(pairs.option_value as double)::varchar, '\.0$', '')
                            else pairs.option_value
                        end,
                        assumed_value
                    ) as option_value
                from rankhouse_cut as cut
                join rankhouse_options as options on cut.metric_name = options.metric_name
                left join
                    rankhouse_pairs as pairs on cut.given_text = pairs.given_text and options.option = pairs.option
            ),
            rankhouse_requests as (
                select distinct
                    cut.metric_name || coalesce(
                        '(' || string_agg(
                            chosen.option || '=' || chosen.option_value, ', ' order by chosen.option_number
                        ) filter (where chosen.option_value <> chosen.assumed_value)
                        || ')',
                        ''
                    )
                    || coalesce('@' || cut.cutoff, '') as measure,
                    cut.metric_name as metric,
                    cut.cutoff as k
                        ,
                        max(
                            case when chosen.option = 'denominator' then chosen.option_value end
                        ) as denominator
                        ,
                        max(
                            case when chosen.option = 'weights' then chosen.option_value end
                        ) as weights
                        ,
                        max(
                            case when chosen.option = 'beta' then chosen.option_value end
                        )::double as beta
                        ,
                        max(
                            case when chosen.option = 'interpolation' then chosen.option_value end
                        ) as interpolation
                        ,
                        max(
                            case when chosen.option = 'rounding' then chosen.option_value end
                        )::double as rounding
                        ,
                        max(
                            case when chosen.option = 'recall' then chosen.option_value end
                        )::double as recall
                        ,
                        max(
                            case when chosen.option = 'gain' then chosen.option_value end
                        ) as gain
                        ,
                        max(
                            case when chosen.option = 'negative' then chosen.option_value end
                        ) as negative
                        ,
                        max(
                            case when chosen.option = 'log_base' then chosen.option_value end
                        )::double as log_base
                        ,
                        max(
                            case when chosen.option = 'ideal' then chosen.option_value end
                        ) as ideal
                        ,
                        max(
                            case when chosen.option = 'max_grade' then chosen.option_value end
                        )::double as max_grade
                        ,
                        max(
                            case when chosen.option = 'p' then chosen.option_value end
                        )::double as p
                        ,
                        max(
                            case when chosen.option = 'undefined' then chosen.option_value end
                        ) as undefined
                        ,
                        max(
                            case when chosen.option = 'partial' then chosen.option_value end
                        )::double as partial
                from rankhouse_cut as cut
                cross join rankhouse_faults as faults
                left join rankhouse_chosen as chosen on cut.given_text = chosen.given_text
                where
                    case
                            when
                                convention::varchar <> ''
                                and not convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures', 'sklearn', 'ranx', 'recommenders', 'spark', 'replay', 'recbole', 'rectools', 'elliot', 'elasticsearch', 'quepid', 'mlflow', 'torchmetrics', 'xgboost')
                            then error(
        'unknown convention '''
        || convention::varchar
        || ''': did you mean '''
        || (
            select arg_max(known.name, jaro_winkler_similarity(known.name, convention::varchar))
            from (select unnest(['trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures', 'sklearn', 'ranx', 'recommenders', 'spark', 'replay', 'recbole', 'rectools', 'elliot', 'elasticsearch', 'quepid', 'mlflow', 'torchmetrics', 'xgboost']) as name) as known
        )
        || '''? Known: trec_eval, trec_eval_10, pytrec_eval, ir_measures, sklearn, ranx, recommenders, spark, replay, recbole, rectools, elliot, elasticsearch, quepid, mlflow, torchmetrics, xgboost'
    )
                        when faults.fault is not null
                        then error(faults.fault)
                            when
                                coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') <> 'item'
                                and chosen.option = 'denominator'
                                and chosen.option_value = 'hits'
                                and cut.cutoff is not null
                            then
                                error(
                                    cut.given_text
                                    || ' depends on ties in two ways: use ties=item, or another denominator'
                                )
                            when
                                coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'average'
                                and (
                                    cut.metric_name in ('interpolated_precision', 'err', 'q_measure', 'bpref')
                                    or (chosen.option = 'interpolation' and chosen.option_value not in ('none', 'step'))
                                )
                            then
                                error(
                                    cut.given_text
                                    || ' has no closed form under ties=average: use ties=item, best or worst'
                                )
                        when
                            (
                                select count(distinct scale.option_value)
                                from rankhouse_chosen as scale
                                where scale.option = 'max_grade'
                            )
                            > 1
                        then
                            error(
                                'err takes one max_grade in a call of this macro: ask for the others in a call of their own'
                            )
                            when coalesce(relevant_from, -1) < 0
                            then
                                error(
                                    'relevant_from is the lowest relevance that counts as relevant, a number above 0, got '
                                    || coalesce(relevant_from::varchar, 'NULL')
                                )
                                when
                                    coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item')
                                    not in ('item', 'average', 'best', 'worst')
                                then error(
        'ties is one of item | average | best | worst, got '
        || coalesce(coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item')::varchar, 'NULL')
    )
                                when
                                    coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged')
                                    not in ('judged', 'intersection', 'run', 'all')
                                then error(
        'queries is one of judged | intersection | run | all, got '
        || coalesce(coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged')::varchar, 'NULL')
    )
                                when
                                    coalesce(unjudged::varchar,  'irrelevant')
                                    not in ('irrelevant', 'drop')
                                then error(
        'unjudged is one of irrelevant | drop, got '
        || coalesce(coalesce(unjudged::varchar,  'irrelevant')::varchar, 'NULL')
    )
                                when
                                    coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged')
                                    not in ('judged', 'retrieved')
                                then error(
        'pool is one of judged | retrieved, got '
        || coalesce(coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged')::varchar, 'NULL')
    )
                            when
                                coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved'
                                and coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged') = 'run'
                                and judgments is not null
                                and not list_has_all("by"::varchar[], judgments_by::varchar[])
                            then
                                error(
                                    'a query without judgments of retrieved items (pool=retrieved, queries=run) belongs to no group of the judgments: group by columns of the run instead of ' || judgments_by::varchar
                                )
                            else
                                -- No error without a message.
                                error(coalesce(case
        when cut.rules is null
        then null
        when
            coalesce(
                cut.rules['refused ' || cut.metric_name],
                case when cut.cutoff is not null then cut.rules['refused ' || cut.metric_name || '@k'] end
            )
            is not null
        then cut.rules['library'][1] || ': ''' || cut.given_text || ''' cannot be reproduced: '
            || coalesce(
                cut.rules['refused ' || cut.metric_name], cut.rules['refused ' || cut.metric_name || '@k']
            )[1]
        when not list_contains(cut.rules['measures'], cut.metric_name)
        then
            cut.rules['library'][1]
            || ' has no measure that ''' || cut.given_text || ''' could be; it has '
            || array_to_string(cut.rules['measures'], ', ')
        when cut.cutoff is null and cut.rules[cut.metric_name || ' cutoff'][1] = 'required'
        then
            cut.rules['library'][1]
            || ' computes '
            || cut.metric_name
            || ' with a cutoff alone, got ''' || cut.given_text || ''''
        when cut.cutoff is not null and cut.rules[cut.metric_name || ' cutoff'][1] = 'none'
        then
            cut.rules['library'][1]
            || ' computes '
            || cut.metric_name
            || ' without a cutoff alone, got '''
            || cut.given_text
            || ''''
    end, case
        when chosen.rules is null or not chosen.is_given
        then null
        when chosen.allowed is null
        then
            chosen.rules['library'][1]
            || ' has no option '
            || chosen.option
            || ' of '
            || chosen.metric_name
            || ', got '''
            || chosen.given_text
            || ''''
        when chosen.allowed[1] <> 'any' and not list_contains(chosen.allowed, chosen.option_value)
        then
            chosen.rules['library'][1]
            || ' has no '
            || chosen.option
            || ' of '
            || chosen.metric_name
            || ' but '
            || array_to_string(chosen.allowed, ' | ')
            || ', got '''
            || chosen.given_text
            || ''''
    end))
                                is null
                    end
                group by cut.given_text, cut.metric_name, cut.cutoff
            ),
    rankhouse_values as (
        select
            requested.by_run, requested.by_both, requested.by_judgments, requested.rankhouse_query_id,
            n_relevant,
            n_retrieved,
            measure,
            metric,
            k,
            case
                metric
                    when 'precision' then case
            when k is null
            then case
                denominator
                    when 'k'
                    then coalesce(( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double) / nullif( cast(n_retrieved as double), 0)), 0)
                    when 'retrieved'
                    then coalesce(( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double) / nullif( cast(n_retrieved as double), 0)), 0)
                else error(
        'denominator is one of k | retrieved, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
            else case
                denominator
                    when 'k'
                    then coalesce(( cast(coalesce(sum(case when item_rank <= k then hit end), 0) as double) / nullif( cast(k as double), 0)), 0)
                    when 'retrieved'
                    then coalesce(( cast(coalesce(sum(case when item_rank <= k then hit end), 0) as double) / nullif( cast(least(k, n_retrieved) as double), 0)), 0)
                else error(
        'denominator is one of k | retrieved, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
        end
                    when 'recall' then case
            when k is null
            then case
                denominator
                    when 'relevant'
                    then ( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'min(k, relevant)'
                    then ( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
                else error(
        'denominator is one of relevant | min(k, relevant), got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
            else case
                denominator
                    when 'relevant'
                    then ( cast(coalesce(sum(case when item_rank <= k then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'min(k, relevant)'
                    then ( cast(coalesce(sum(case when item_rank <= k then hit end), 0) as double) / nullif( cast(least(k, n_relevant) as double), 0))
                else error(
        'denominator is one of relevant | min(k, relevant), got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
        end
                    when 'f1' then case
            when k is null
            then (
        (1 +  cast(1 * 1 as double))
        * (coalesce(sum(case when item_rank is not null then hit end), 0))
        / (n_retrieved +  cast(1 * 1 as double) * nullif(n_relevant, 0))
    )
            else (
        (1 +  cast(1 * 1 as double))
        * (coalesce(sum(case when item_rank <= k then hit end), 0))
        / (k +  cast(1 * 1 as double) * nullif(n_relevant, 0))
    )
        end
                    when 'f_beta' then case
            when k is null
            then (
        (1 +  cast(beta * beta as double))
        * (coalesce(sum(case when item_rank is not null then hit end), 0))
        / (n_retrieved +  cast(beta * beta as double) * nullif(n_relevant, 0))
    )
            else (
        (1 +  cast(beta * beta as double))
        * (coalesce(sum(case when item_rank <= k then hit end), 0))
        / (k +  cast(beta * beta as double) * nullif(n_relevant, 0))
    )
        end
                    when 'hits' then case
            when k is null
            then coalesce(sum(case when item_rank is not null then hit end), 0)
            else coalesce(sum(case when item_rank <= k then hit end), 0)
        end
                    when 'hit_rate' then case
            when k is null
            then coalesce(sum(case when item_rank is not null then first_hit end), 0)
            else coalesce(sum(case when item_rank <= k then first_hit end), 0)
        end
                    when 'reciprocal_rank' then case
            when k is null
            then coalesce(sum(case when item_rank is not null then ( cast(first_hit as double) / nullif( cast(item_rank as double), 0)) end), 0)
            else coalesce(sum(case when item_rank <= k then ( cast(first_hit as double) / nullif( cast(item_rank as double), 0)) end), 0)
        end
                    when 'average_precision' then case
            when k is null
            then case
                interpolation
                    when 'none'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when 'max'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when '11-point'
                    then case
                denominator
                    when 'relevant'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'min(k, relevant)'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'k'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'hits'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when 'step'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                else error(
        'interpolation is one of none | max | 11-point | step, got '
        || coalesce(interpolation::varchar, 'NULL')
    )
            end
            else case
                interpolation
                    when 'none'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(least(k, n_relevant) as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(k as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(sum(case when item_rank <= k then hit end), 0) as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when 'max'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when '11-point'
                    then case
                denominator
                    when 'relevant'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'min(k, relevant)'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'k'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'hits'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when 'step'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                else error(
        'interpolation is one of none | max | 11-point | step, got '
        || coalesce(interpolation::varchar, 'NULL')
    )
            end
        end
                    when 'gmap' then case
            when k is null
            then (
        case
            when ((
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )) is not null
            then greatest(((
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )),  cast(0.00001 as double))
        end
    )
            else (
        case
            when ((
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )) is not null
            then greatest(((
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )),  cast(0.00001 as double))
        end
    )
        end
                    when 'interpolated_precision' then (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(recall as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )
                    when 'r_precision' then ( cast(coalesce(sum(case when item_rank <= n_relevant then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'cg' then case
            when k is null
            then coalesce(sum(case when item_rank is not null then gained end), 0)
            else coalesce(sum(case when item_rank <= k then gained end), 0)
        end
                    when 'dcg' then case
            when k is null
            then coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    )
            else coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    )
        end
                    when 'idcg' then case
            when k is null
            then coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    )
            else coalesce(
        sum(
            case
                when ideal_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    )
        end
                    when 'ndcg' then case
            when k is null
            then case
                negative
                    when 'zero'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= n_retrieved
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(list_sum(
        list_transform(
            range(1, 1 + 1), lambda place:(ln( cast(log_base as double)) / ln( cast(place as double) + 1))
        )
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                    when 'keep'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= n_retrieved
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(list_sum(
        list_transform(
            range(1, 1 + 1), lambda place:(ln( cast(log_base as double)) / ln( cast(place as double) + 1))
        )
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                    when 'normalize'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar, 'NULL')
    )
            end
            else case
                negative
                    when 'zero'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= (least(k, n_retrieved))
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(list_sum(
        list_transform(
            range(1, k + 1), lambda place:(ln( cast(log_base as double)) / ln( cast(place as double) + 1))
        )
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                    when 'keep'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= (least(k, n_retrieved))
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(list_sum(
        list_transform(
            range(1, k + 1), lambda place:(ln( cast(log_base as double)) / ln( cast(place as double) + 1))
        )
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                    when 'normalize'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar, 'NULL')
    )
            end
        end
                    when 'err' then case
            when k is null
            then coalesce(
        sum(
            case
                when item_rank is not null
                then gained * unstop_given /  cast(item_rank as double)
            end
        ),
        0
    )
            else coalesce(
        sum(
            case
                when item_rank <= k
                then gained * unstop_given /  cast(item_rank as double)
            end
        ),
        0
    )
        end
                    when 'rbp' then case
            when k is null
            then coalesce(
        sum(
            case
                when item_rank is not null
                then
                    hit
                    * (1 -  cast(p as double))
                    * power( cast(p as double),  cast(item_rank as double) - 1)
            end
        ),
        0
    )
            else coalesce(
        sum(
            case
                when item_rank <= k
                then
                    hit
                    * (1 -  cast(p as double))
                    * power( cast(p as double),  cast(item_rank as double) - 1)
            end
        ),
        0
    )
        end
                    when 'q_measure' then ( cast(coalesce(sum(hit * ( cast(hits_upto +  cast(beta as double) * gained_upto as double) / nullif( cast(item_rank +  cast(beta as double) * ideal_gained_upto as double), 0))), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'bpref' then ( cast(coalesce(sum(hit * (1 - coalesce(( cast(least(others_above, n_relevant) as double) / nullif( cast(least(n_relevant, (n_judged - n_relevant)) as double), 0)), 0))), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'judged' then case
            when k is null
            then coalesce(( cast(coalesce(sum(case when item_rank is not null then judged end), 0) as double) / nullif( cast(n_retrieved as double), 0)), 0)
            else coalesce(( cast(coalesce(sum(case when item_rank <= k then judged end), 0) as double) / nullif( cast(least(k, n_retrieved) as double), 0)), 0)
        end
                    when 'roc_auc' then case
                undefined
                    when 'null'
                    then (case when n_retrieved = 0 and n_relevant > 0 then 0 else case when partial = 1 then ( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) + (coalesce(sum(case when item_rank is not null then hit end), 0)) * ((coalesce(sum(case when item_rank is not null then hit end), 0)) + 1) / 2 - (coalesce(sum(case when mid_rank is not null then (hit * mid_rank) end), 0)) as double) / nullif( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) as double), 0)) else ((1 + (( cast(sum(hit * ( cast(greatest( cast(partial as double) * (n_retrieved - hits_in_list) - ((mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)) + (tie_size - tie_hits)), 0) + coalesce(( cast(power(greatest(least((mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)) + (tie_size - tie_hits),  cast(partial as double) * (n_retrieved - hits_in_list)) - (mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)), 0), 2) as double) / nullif( cast(2 * (tie_size - tie_hits) as double), 0)), 0) as double) / nullif( cast(n_retrieved - hits_in_list as double), 0))) as double) / nullif( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double), 0)) -  cast(partial as double) *  cast(partial as double) / 2) / ( cast(partial as double) -  cast(partial as double) *  cast(partial as double) / 2)) / 2) end end)
                    when '0.5'
                    then (case when n_retrieved = 0 and n_relevant > 0 then 0 else coalesce(case when partial = 1 then ( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) + (coalesce(sum(case when item_rank is not null then hit end), 0)) * ((coalesce(sum(case when item_rank is not null then hit end), 0)) + 1) / 2 - (coalesce(sum(case when mid_rank is not null then (hit * mid_rank) end), 0)) as double) / nullif( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) as double), 0)) else ((1 + (( cast(sum(hit * ( cast(greatest( cast(partial as double) * (n_retrieved - hits_in_list) - ((mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)) + (tie_size - tie_hits)), 0) + coalesce(( cast(power(greatest(least((mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)) + (tie_size - tie_hits),  cast(partial as double) * (n_retrieved - hits_in_list)) - (mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)), 0), 2) as double) / nullif( cast(2 * (tie_size - tie_hits) as double), 0)), 0) as double) / nullif( cast(n_retrieved - hits_in_list as double), 0))) as double) / nullif( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double), 0)) -  cast(partial as double) *  cast(partial as double) / 2) / ( cast(partial as double) -  cast(partial as double) *  cast(partial as double) / 2)) / 2) end, 0.5) end)
                else error(
        'undefined is one of null | 0.5, got '
        || coalesce(undefined::varchar, 'NULL')
    )
            end
                    when 'label_ranking_average_precision' then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'label_ranking_loss' then (case when n_retrieved = 0 and n_relevant > 0 then 1 else ( cast(sum(hit * ((mid_rank + (tie_size - 1) /  cast(2 as double)) - tie_hits_upto)) as double) / nullif( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) as double), 0)) end)
                    when 'coverage_error' then  cast(max(case when hit > 0 then ((mid_rank + (tie_size - 1) /  cast(2 as double))) end) as double)
            end as value,
            case
                        when
                            metric = 'recall'
                            and weights = 'relevant'
                        then n_relevant
                        when
                            metric = 'roc_auc'
                            and weights = 'positives'
                        then coalesce(sum(case when item_rank is not null then hit end), 0)
                        when
                            metric = 'roc_auc'
                            and weights = 'items'
                        then n_retrieved
                else 1
            end::double as weight
        from
            (
                select
                    units.by_run, units.by_both, units.by_judgments, units.rankhouse_query_id,
                    units.n_relevant,
                    units.n_judged,
                    units.n_retrieved,
                    requests.*,
                    evaluated.item_rank,
                    evaluated.hit,
                    evaluated.ideal_rank,
                    evaluated.worst_rank,
                        evaluated.hits_upto,
                        evaluated.first_hit,
                        evaluated.others_above,
                        evaluated.best_precision,
                        evaluated.mid_rank,
                        evaluated.judged,
                        evaluated.tie_size,
                        evaluated.tie_hits,
                        evaluated.tie_hits_upto,
                        evaluated.hits_in_list,
                        evaluated.unstop_given,
                    case
                        when requests.metric = 'err'
                        then evaluated.stop_given
                        when requests.gain = 'binary'
                        then evaluated.gain_binary
                            when requests.gain = 'exponential' and requests.negative <> 'zero'
                            then evaluated.gain_exponential_keep
                            when requests.gain = 'exponential'
                            then evaluated.gain_exponential
                            when requests.gain = 'linear' and requests.negative <> 'zero'
                            then evaluated.gain_linear_keep
                            when requests.gain = 'linear'
                            then evaluated.gain_linear
                    end as gained,
                        case
                            requests.gain
                            
                                when 'linear' then evaluated.gain_linear_upto
                            
                                when 'exponential' then evaluated.gain_exponential_upto
                            
                                when 'binary' then evaluated.gain_binary_upto
                            
                        end as gained_upto,
                        case
                            requests.gain
                            
                                when 'linear' then evaluated.ideal_gain_linear_upto
                            
                                when 'exponential' then evaluated.ideal_gain_exponential_upto
                            
                                when 'binary' then evaluated.ideal_gain_binary_upto
                            
                        end as ideal_gained_upto
                from rankhouse_units as units
                cross join rankhouse_requests as requests
                left join rankhouse_rows as evaluated on  units.by_run is not distinct from evaluated.by_run
        and  units.by_both is not distinct from evaluated.by_both
        and  units.by_judgments is not distinct from evaluated.by_judgments
        and units.rankhouse_query_id = evaluated.rankhouse_query_id
            ) as requested
        group by
            requested.by_run, requested.by_both, requested.by_judgments, requested.rankhouse_query_id,
            n_relevant,
            n_judged,
            n_retrieved,
            measure,
            metric,
            k,
            denominator, weights, beta, interpolation, rounding, recall, gain, negative, log_base, ideal, max_grade, p, undefined, partial
    ),
        rankhouse_measured as (
            select
                by_run, by_both, by_judgments, rankhouse_query_id,
                measure,
                metric,
                k,
                weight, n_retrieved = 0 and n_relevant > 0 as is_missing,
                (coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged') in ('judged', 'all') or n_retrieved > 0) as is_counted,
                coalesce(
            case
        when convention is null or n_relevant > 0 and n_retrieved > 0
        then value
        when n_retrieved = 0 and (convention = 'recommenders' and metric in ('precision', 'recall', 'average_precision'))
        then null
        when n_relevant > 0 or value is not null
        then value
            when convention = 'trec_eval' or convention = 'trec_eval_10' or convention = 'pytrec_eval' or convention = 'ir_measures' or convention = 'sklearn' and metric in ('ndcg', 'average_precision') or convention = 'ranx' or convention = 'spark' or convention = 'elasticsearch' or convention = 'torchmetrics' then 0
            when convention = 'mlflow' and metric in ('recall', 'ndcg') then case when n_retrieved = 0 then 1 else 0 end
            when convention = 'xgboost' and metric in ('ndcg', 'average_precision') then 1
    end, case when n_relevant = 0 and coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged') = 'all' then 0 end
        ) as value
            from rankhouse_values
        )
    select unnest(by_run), unnest(by_both), unnest(by_judgments), rankhouse_query_id, measure, metric, k, value
    from rankhouse_measured
    where
        is_counted and case
        when len(struct_keys(by_run)) + len(struct_keys(by_both)) - 2 <> len("by")
        then error('by names a column that the run lacks: ' || "by"::varchar)
        when
            judgments is not null
            and len(struct_keys(by_judgments)) - 1
            <> len(list_filter(judgments_by::varchar[], lambda name: not list_contains("by"::varchar[], name)))
        then error('judgments_by names a column that the judgments lack: ' || judgments_by::varchar)
        else true
    end ) as answered;

comment on macro table query_metrics is 'One row per query and measure: the by columns, query_id, measure, metric, k, value.';

create or replace macro metrics(run, judgments := null, measures := null, "by" := [], judgments_by := [], query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', ties := null, queries := null, unjudged := null, checked := false, relevant_from := 0, pool := null, convention := null) as table select * exclude (rankhouse_ungrouped_run, rankhouse_ungrouped_both, rankhouse_ungrouped_judgments)
    from (with
        rankhouse_labels as (select by_both, by_judgments, rankhouse_query_id, rankhouse_item_id, rankhouse_relevance
        from (
        select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures') then 'rankhouse_text_item_id' else lower(item_id) end
    ) as rankhouse_item_id,
            case
                when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures', 'ranx')
                then sign(rankhouse_relevance) * floor(abs(rankhouse_relevance))
                else rankhouse_relevance
            end as rankhouse_relevance
        from
            (
        select
            *,
                columns(lambda column_name:lower(column_name) = lower(item_id))::varchar as rankhouse_text_item_id, columns(lambda column_name:lower(column_name) = lower(relevance))::double as rankhouse_relevance,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given
    ) as rankhouse_judgments
        where rankhouse_relevance is not null and checked
        union all
     select by_both, by_judgments, rankhouse_query_id, rankhouse_item_id, max(rankhouse_relevance) as rankhouse_relevance from (
        select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures') then 'rankhouse_text_item_id' else lower(item_id) end
    ) as rankhouse_item_id,
            case
                when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures', 'ranx')
                then sign(rankhouse_relevance) * floor(abs(rankhouse_relevance))
                else rankhouse_relevance
            end as rankhouse_relevance
        from
            (
        select
            *,
                columns(lambda column_name:lower(column_name) = lower(item_id))::varchar as rankhouse_text_item_id, columns(lambda column_name:lower(column_name) = lower(relevance))::double as rankhouse_relevance,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given
    ) as rankhouse_judgments
            where
                rankhouse_query_id is not null
                and rankhouse_item_id is not null
                and rankhouse_relevance is not null
                and  not isnan( cast(rankhouse_relevance as double)) and not checked group by by_both, by_judgments, rankhouse_query_id, rankhouse_item_id),
    rankhouse_scored_items as (select by_run, by_both, rankhouse_query_id, rankhouse_item_id, rankhouse_score
        from (
        select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_run,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures') then 'rankhouse_text_item_id' else lower(item_id) end
    ) as rankhouse_item_id,
            columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('pytrec_eval', 'ir_measures', 'torchmetrics', 'xgboost') then 'rankhouse_real_score' else lower(score) end
    ) as rankhouse_score
        from
            (
        select
            *,
                columns(lambda column_name:lower(column_name) = lower(item_id))::varchar as rankhouse_text_item_id, columns(lambda column_name:lower(column_name) = lower(score))::real as rankhouse_real_score,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(run)
    ) as given
    ) as rankhouse_run
        where rankhouse_score is not null and checked
        union all
     select by_run, by_both, rankhouse_query_id, rankhouse_item_id, max(rankhouse_score) as rankhouse_score from (
        select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_run,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures') then 'rankhouse_text_item_id' else lower(item_id) end
    ) as rankhouse_item_id,
            columns(
        lambda column_name:lower(column_name)
        = case when convention::varchar in ('pytrec_eval', 'ir_measures', 'torchmetrics', 'xgboost') then 'rankhouse_real_score' else lower(score) end
    ) as rankhouse_score
        from
            (
        select
            *,
                columns(lambda column_name:lower(column_name) = lower(item_id))::varchar as rankhouse_text_item_id, columns(lambda column_name:lower(column_name) = lower(score))::real as rankhouse_real_score,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(run)
    ) as given
    ) as rankhouse_run
            where
                rankhouse_query_id is not null
                and rankhouse_item_id is not null
                and rankhouse_score is not null
                and  not isnan( cast(rankhouse_score as double)) and not checked group by by_run, by_both, rankhouse_query_id, rankhouse_item_id),
    rankhouse_comparable as (
        select
            rankhouse_by_run as by_run,
            rankhouse_by_both as by_both,
            rankhouse_query_id as rankhouse_query_id,
            rankhouse_item_id as rankhouse_item_id,
            rankhouse_score as rankhouse_score,
            struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_common
        from
            (
                select
                    items.by_run as rankhouse_by_run,
                    items.by_both as rankhouse_by_both,
                    items.rankhouse_query_id as rankhouse_query_id,
                    items.rankhouse_item_id as rankhouse_item_id,
                    items.rankhouse_score as rankhouse_score,
                    unnest(items.by_both)
                from rankhouse_scored_items as items
            ) as unpacked
    ),
    rankhouse_judged_items as (
        select rankhouse_run.* exclude (by_common)
        from rankhouse_comparable as rankhouse_run
        semi join rankhouse_labels as labels on rankhouse_run.by_common is not distinct from labels.by_both and rankhouse_run.rankhouse_query_id = labels.rankhouse_query_id and rankhouse_run.rankhouse_item_id = labels.rankhouse_item_id
    ),
    rankhouse_retrieved_labels as (
        select rankhouse_run.by_both, labels.by_judgments, rankhouse_run.rankhouse_query_id, rankhouse_run.rankhouse_item_id, labels.rankhouse_relevance
        from rankhouse_labels as labels
        join rankhouse_comparable as rankhouse_run on rankhouse_run.by_common is not distinct from labels.by_both and rankhouse_run.rankhouse_query_id = labels.rankhouse_query_id and rankhouse_run.rankhouse_item_id = labels.rankhouse_item_id
    ),
    rankhouse_run as (
        select *
        from
            query_table(
                case
                    when coalesce(unjudged::varchar,  'irrelevant') = 'drop'
                    then 'rankhouse_judged_items'
                    else 'rankhouse_scored_items'
                end
            )
    ),
    rankhouse_judgments as (
        select *
        from
            query_table(
                case
                    when coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved'
                    then 'rankhouse_retrieved_labels'
                    else 'rankhouse_labels'
                end
            )
    ),
        rankhouse_graded as (
        select
            by_both, by_judgments, rankhouse_query_id,
            rankhouse_item_id,
            rankhouse_relevance,
            (case when rankhouse_relevance > 0 and rankhouse_relevance >= (relevant_from) then  cast(1 as double) else  cast(0 as double) end) as hit
                , case when rankhouse_relevance > 0 then (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) else 0 end as gain_exponential
                , case when rankhouse_relevance > 0 then  cast(rankhouse_relevance as double) else 0 end as gain_linear
                , (case when rankhouse_relevance > 0 and rankhouse_relevance >= (relevant_from) then  cast(1 as double) else  cast(0 as double) end) as gain_binary
                , (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) as gain_exponential_keep
                ,  cast(rankhouse_relevance as double) as gain_linear_keep
                , (
        (power( cast(2 as double), least(greatest( cast(rankhouse_relevance as double), 0),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))) - 1)
        / power( cast(2 as double),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))
    ) as stop_given
        from rankhouse_judgments
        where 1 = 1
    ),
        rankhouse_no_segment as (
        select struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments from (
        select given.*, 0 as rankhouse_ungrouped_run, 0 as rankhouse_ungrouped_both, 0 as rankhouse_ungrouped_judgments
        from (select 1 as one) as single
        left join query_table(coalesce(judgments, run)) as given on false
    ) as nothing
    ),
    rankhouse_whole as (
        select struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved')))) as by_run
        from (
        select given.*, 0 as rankhouse_ungrouped_run, 0 as rankhouse_ungrouped_both, 0 as rankhouse_ungrouped_judgments
        from (select 1 as one) as single
        left join query_table(run) as given on false
    ) as nothing
    ),
        rankhouse_returned as (
        select by_run, by_both, rankhouse_query_id, count(*) as n_retrieved,
    (
        max(rankhouse_score, least(list_max(
        [
            coalesce(nullif(try_cast(regexp_extract(text, '[@_]\s*([0-9]+)\s*$', 1) as bigint), 0), 1000000000) for text
            in measures::varchar[]
        ]
    ), 256)) filter (
            where list_max(
        [
            coalesce(nullif(try_cast(regexp_extract(text, '[@_]\s*([0-9]+)\s*$', 1) as bigint), 0), 1000000000) for text
            in measures::varchar[]
        ]
    ) <= 256
        )
    )[-1] as last_score
        from rankhouse_run
        group by by_run, by_both, rankhouse_query_id
    ),
    rankhouse_judged as (
        select
            by_both, by_judgments, rankhouse_query_id,
            sum((case when rankhouse_relevance > 0 and rankhouse_relevance >= (relevant_from) then  cast(1 as double) else  cast(0 as double) end)) as n_relevant,
            count(*) as n_judged
        from rankhouse_judgments
        group by by_both, by_judgments, rankhouse_query_id
    ),
        rankhouse_groups as (
            select distinct by_run, by_both
            from rankhouse_scored_items
                union
                select by_run, by_both
                from rankhouse_whole
                where len("by") = 0
        ),
    rankhouse_units as (
        select
            judged.by_both as by_both, judged.by_judgments as by_judgments, judged.rankhouse_query_id as rankhouse_query_id
                , grouped.by_run as by_run
            ,
            judged.n_relevant,
            judged.n_judged,
            coalesce(returned.n_retrieved, 0) as n_retrieved
        from rankhouse_judged as judged
            join rankhouse_groups as grouped on  judged.by_both is not distinct from grouped.by_both
        left join
            rankhouse_returned as returned on judged.rankhouse_query_id = returned.rankhouse_query_id
                and  grouped.by_run is not distinct from returned.by_run
                and  judged.by_both is not distinct from returned.by_both
            where judged.n_relevant > 0 or coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged') <> 'judged'
            union all
            select
                    returned.by_both
                    as by_both,
                
                    (select absent.by_judgments from rankhouse_no_segment as absent)
                    as by_judgments,
                
                returned.rankhouse_query_id, returned.by_run,
                0 as n_relevant,
                0 as n_judged,
                returned.n_retrieved
            from rankhouse_returned as returned
            where
                not exists (
                    select 1
                    from rankhouse_judged as judged
                    where  judged.by_both is not distinct from returned.by_both
        and judged.rankhouse_query_id = returned.rankhouse_query_id
                ) and coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged') = 'run'
    ),
        rankhouse_scored as (
            select
                by_run, by_both, rankhouse_query_id,
                rankhouse_item_id,
                rankhouse_score,
                rank() over by_score as first_rank,
                round(cume_dist() over by_score * count(*) over (partition by by_run, by_both, rankhouse_query_id)) as last_rank
            from (
        select rankhouse_run.*
        from rankhouse_run as rankhouse_run
        where
            coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'item'
            and list_max(
        [
            coalesce(nullif(try_cast(regexp_extract(text, '[@_]\s*([0-9]+)\s*$', 1) as bigint), 0), 1000000000) for text
            in measures::varchar[]
        ]
    ) > 256
        union all
        select rankhouse_run.*
        from rankhouse_run as rankhouse_run
        join rankhouse_returned as returned on  rankhouse_run.by_run is not distinct from returned.by_run
        and  rankhouse_run.by_both is not distinct from returned.by_both
        and rankhouse_run.rankhouse_query_id = returned.rankhouse_query_id
        where
            rankhouse_run.rankhouse_score >= returned.last_score
            and coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'item'
            and list_max(
        [
            coalesce(nullif(try_cast(regexp_extract(text, '[@_]\s*([0-9]+)\s*$', 1) as bigint), 0), 1000000000) for text
            in measures::varchar[]
        ]
    ) <= 256
    ) as reaching
            window by_score as (partition by by_run, by_both, rankhouse_query_id order by rankhouse_score desc)
        ),
        rankhouse_retrieved as (
            select
                scored.by_run as by_run, scored.by_both as by_both, scored.rankhouse_query_id as rankhouse_query_id, scored.rankhouse_item_id as rankhouse_item_id, graded.hit, graded.by_judgments, graded.gain_exponential, graded.gain_linear, graded.gain_binary, graded.gain_exponential_keep, graded.gain_linear_keep, graded.stop_given,
                scored.rankhouse_score,
                scored.first_rank,
                scored.last_rank > scored.first_rank as is_tied, (scored.first_rank + scored.last_rank) / 2 as mid_rank, scored.last_rank - scored.first_rank + 1 as tie_size
            from rankhouse_scored as scored
            join
                rankhouse_graded as graded
                on  scored.by_both is not distinct from graded.by_both
        and scored.rankhouse_query_id = graded.rankhouse_query_id
        and scored.rankhouse_item_id = graded.rankhouse_item_id
        ),
    rankhouse_tied as (
        -- Through a list: the planner takes an ungrouped aggregate for small, and so hashes these few keys, not the
        -- rankhouse_run.
        select
            unnest(
                list(
                    distinct struct_pack(
                        by_run := by_run, by_both := by_both, rankhouse_query_id := rankhouse_query_id,  rankhouse_score := rankhouse_score
                    )
                ),
                max_depth := 2
            )
        from rankhouse_retrieved
        where is_tied
    ),
    rankhouse_tie_order as (
        select
            rankhouse_run.by_run, rankhouse_run.by_both, rankhouse_run.rankhouse_query_id,
            rankhouse_run.rankhouse_item_id,
            rankhouse_run.rankhouse_score,
            row_number() over (
                partition by rankhouse_run.by_run, rankhouse_run.by_both, rankhouse_run.rankhouse_query_id, rankhouse_run.rankhouse_score
                order by rankhouse_run.rankhouse_item_id desc
            )
            - 1 as places_below
        from rankhouse_run as rankhouse_run
        semi join rankhouse_tied as tied on  rankhouse_run.by_run is not distinct from tied.by_run
        and  rankhouse_run.by_both is not distinct from tied.by_both
        and rankhouse_run.rankhouse_query_id = tied.rankhouse_query_id and rankhouse_run.rankhouse_score = tied.rankhouse_score
    ),
    rankhouse_ranked as (
        select
            retrieved.* exclude (first_rank, is_tied),
            retrieved.first_rank + coalesce(tie_order.places_below, 0) as item_rank
        from rankhouse_retrieved as retrieved
        left join
            rankhouse_tie_order as tie_order
            on  retrieved.by_run is not distinct from tie_order.by_run
        and  retrieved.by_both is not distinct from tie_order.by_both
        and retrieved.rankhouse_query_id = tie_order.rankhouse_query_id
        and retrieved.rankhouse_item_id = tie_order.rankhouse_item_id
            and retrieved.rankhouse_score = tie_order.rankhouse_score
    ),
rankhouse_labelled as (
        select
            rankhouse_run.by_run as by_run, rankhouse_run.by_both as by_both, rankhouse_run.rankhouse_query_id as rankhouse_query_id,
            rankhouse_run.rankhouse_score
                , coalesce(graded.rankhouse_relevance, 0) as rankhouse_relevance
            
                , coalesce(graded.hit, 0) as hit
            
                , coalesce(graded.gain_exponential, 0) as gain_exponential
            
                , coalesce(graded.gain_linear, 0) as gain_linear
            
                , coalesce(graded.gain_binary, 0) as gain_binary
            
                , coalesce(graded.gain_exponential_keep, 0) as gain_exponential_keep
            
                , coalesce(graded.gain_linear_keep, 0) as gain_linear_keep
            
                , coalesce(graded.stop_given, 0) as stop_given
            ,
            case when graded.rankhouse_item_id is null then 0 else 1 end as judged, segments.by_judgments as by_judgments
        from rankhouse_run as rankhouse_run
            join
                (select distinct by_both, by_judgments, rankhouse_query_id from rankhouse_graded) as segments
                on  rankhouse_run.by_both is not distinct from segments.by_both
        and rankhouse_run.rankhouse_query_id = segments.rankhouse_query_id
            join
                rankhouse_returned as returned
                on  rankhouse_run.by_run is not distinct from returned.by_run
        and  rankhouse_run.by_both is not distinct from returned.by_both
        and rankhouse_run.rankhouse_query_id = returned.rankhouse_query_id
                and (returned.last_score is null or rankhouse_run.rankhouse_score >= returned.last_score)
        left join
            rankhouse_graded as graded
            on  rankhouse_run.by_both is not distinct from graded.by_both
        and rankhouse_run.rankhouse_query_id = graded.rankhouse_query_id
        and rankhouse_run.rankhouse_item_id = graded.rankhouse_item_id
                and  segments.by_judgments is not distinct from graded.by_judgments where coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') <> 'item'
    ),
rankhouse_ruled as (
        select
            by_run, by_both, rankhouse_query_id, by_judgments,
            hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, mid_rank, tie_size,
            item_rank
        from
            (
                select
                    labelled.*,
                    row_number() over (partition by by_run, by_both, rankhouse_query_id, by_judgments order by rankhouse_score desc, case when coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'best' then -rankhouse_relevance else rankhouse_relevance end asc, case when coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'best' then -judged else judged end asc) as item_rank, rank() over (partition by by_run, by_both, rankhouse_query_id, by_judgments order by rankhouse_score desc)
    + (count(*) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) - 1) /  cast(2 as double) as mid_rank
                        , count(*) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as tie_size
                from rankhouse_labelled as labelled
                    where coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') in ('best', 'worst')
            ) as ranked
        where judged = 1
    ),
rankhouse_ordered as (
        select by_run, by_both, by_judgments, rankhouse_query_id, hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, mid_rank, tie_size, item_rank
        from rankhouse_ranked
        union all
        select by_run, by_both, by_judgments, rankhouse_query_id, hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, mid_rank, tie_size, item_rank
        from rankhouse_ruled
    ),
rankhouse_placed as (
        select
            labelled.*,
            row_number() over (partition by by_run, by_both, rankhouse_query_id, by_judgments order by rankhouse_score desc) as item_rank,
            sum(hit) over (partition by by_run, by_both, rankhouse_query_id, by_judgments order by rankhouse_score desc) as hits_through_tie,
            count(*) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as tie_size,
            sum(hit) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as tie_hits,
            sum(judged) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as tie_judged, sum(hit) over (partition by by_run, by_both, rankhouse_query_id, by_judgments) as hits_in_list
                , avg(gain_exponential) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_gain_exponential
                , avg(gain_linear) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_gain_linear
                , avg(gain_binary) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_gain_binary
                , avg(gain_exponential_keep) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_gain_exponential_keep
                , avg(gain_linear_keep) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_gain_linear_keep
                , avg(stop_given) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) as mean_stop_given, rank() over (partition by by_run, by_both, rankhouse_query_id, by_judgments order by rankhouse_score desc)
    + (count(*) over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score) - 1) /  cast(2 as double) as mid_rank
        from rankhouse_labelled as labelled where coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'average'
    ),
    rankhouse_tie_places as (
        select
            placed.*,
            row_number() over (partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score order by item_rank asc) - 1 as places_before,
            hits_through_tie - tie_hits as hits_above
        from rankhouse_placed as placed
    ),
    rankhouse_expected as (
        select
            by_run, by_both, rankhouse_query_id, by_judgments,
            item_rank,
            tie_hits / tie_size as hit,
             cast(tie_judged as double) / tie_size as judged,
            hits_above + 1 + coalesce(places_before * (tie_hits - 1) / nullif(tie_size - 1, 0), 0) as hits_upto, mean_gain_exponential as gain_exponential, mean_gain_linear as gain_linear, mean_gain_binary as gain_binary, mean_gain_exponential_keep as gain_exponential_keep, mean_gain_linear_keep as gain_linear_keep, mean_stop_given as stop_given, mid_rank
                , tie_size, tie_hits, hits_through_tie as tie_hits_upto, hits_in_list
            , case
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
                        partition by by_run, by_both, rankhouse_query_id, by_judgments, rankhouse_score
                        order by item_rank asc
                        rows between unbounded preceding and 1 preceding
                    )
                ),
                1
            )
            * tie_hits
            / (tie_size - places_before)
    end as first_hit
        from rankhouse_tie_places as tied
        where tie_judged > 0
    ),
        rankhouse_ideal as (
        select
            units.by_run as by_run, units.by_both as by_both, units.by_judgments as by_judgments, units.rankhouse_query_id as rankhouse_query_id,
                case when rankhouse_relevance > 0 then (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) else 0 end as gain_exponential,
                case when rankhouse_relevance > 0 then  cast(rankhouse_relevance as double) else 0 end as gain_linear,
                (case when rankhouse_relevance > 0 and rankhouse_relevance >= (relevant_from) then  cast(1 as double) else  cast(0 as double) end) as gain_binary,
                (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) as gain_exponential_keep,
                 cast(rankhouse_relevance as double) as gain_linear_keep,
                (
        (power( cast(2 as double), least(greatest( cast(rankhouse_relevance as double), 0),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))) - 1)
        / power( cast(2 as double),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))
    ) as stop_given,
            judged.ideal_rank
        from
            (
                select
                    by_both, by_judgments, rankhouse_query_id,
                    rankhouse_relevance,
                    row_number() over (partition by by_both, by_judgments, rankhouse_query_id order by rankhouse_relevance desc) as ideal_rank
                from rankhouse_judgments
            ) as judged
        join rankhouse_units as units on  units.by_both is not distinct from judged.by_both
        and  units.by_judgments is not distinct from judged.by_judgments
        and units.rankhouse_query_id = judged.rankhouse_query_id
    ), rankhouse_worst as (
        select
            units.by_run as by_run, units.by_both as by_both, units.by_judgments as by_judgments, units.rankhouse_query_id as rankhouse_query_id,
                case when rankhouse_relevance > 0 then (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) else 0 end as gain_exponential,
                case when rankhouse_relevance > 0 then  cast(rankhouse_relevance as double) else 0 end as gain_linear,
                (case when rankhouse_relevance > 0 and rankhouse_relevance >= (relevant_from) then  cast(1 as double) else  cast(0 as double) end) as gain_binary,
                (
        power(
             cast(2 as double),
            case
        when  cast(rankhouse_relevance as double) > 1000
        then  cast(error('relevance above 1000 overflows the exponential gain 2^relevance - 1: rescale it, or use gain=linear') as double)
        else  cast(rankhouse_relevance as double)
    end
        )
        - 1
    ) as gain_exponential_keep,
                 cast(rankhouse_relevance as double) as gain_linear_keep,
                (
        (power( cast(2 as double), least(greatest( cast(rankhouse_relevance as double), 0),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))) - 1)
        / power( cast(2 as double),  cast(coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in measures::varchar[]]
        ),
        4
    ) as double))
    ) as stop_given,
            judged.worst_rank
        from
            (
                select
                    by_both, by_judgments, rankhouse_query_id,
                    rankhouse_relevance,
                    row_number() over (partition by by_both, by_judgments, rankhouse_query_id order by rankhouse_relevance asc) as worst_rank
                from rankhouse_judgments
                where rankhouse_relevance < 0
            ) as judged
        join rankhouse_units as units on  units.by_both is not distinct from judged.by_both
        and  units.by_judgments is not distinct from judged.by_judgments
        and units.rankhouse_query_id = judged.rankhouse_query_id
    ), rankhouse_summed as (
        select
            ranked.*, sum(hit) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  current row) as hits_upto, 1 as judged
                ,
                sum(hit) over (partition by by_run, by_both, by_judgments, rankhouse_query_id, mid_rank) as tie_hits,
                sum(hit) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by mid_rank asc) as tie_hits_upto,
                sum(hit) over (partition by by_run, by_both, by_judgments, rankhouse_query_id) as hits_in_list
                , sum(1 - hit) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  current row) - (1 - hit) as others_above
                , coalesce(exp(sum(ln(1 - stop_given)) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  1 preceding)), 1) as unstop_given, sum(gain_exponential) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  current row) as gain_exponential_upto, sum(gain_linear) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  current row) as gain_linear_upto, sum(gain_binary) over (partition by by_run, by_both, by_judgments, rankhouse_query_id order by item_rank asc rows between unbounded preceding and  current row) as gain_binary_upto
        from rankhouse_ordered as ranked
    ), rankhouse_ideal_sums as (
        select
            by_run, by_both, by_judgments, rankhouse_query_id,
            ideal_rank,
            count(*) over (partition by by_run, by_both, by_judgments, rankhouse_query_id) as ideal_length
                ,
                sum(gain_exponential) over (
                    partition by by_run, by_both, by_judgments, rankhouse_query_id order by ideal_rank asc rows between unbounded preceding and current row
                ) as ideal_gain_exponential
                ,
                sum(gain_linear) over (
                    partition by by_run, by_both, by_judgments, rankhouse_query_id order by ideal_rank asc rows between unbounded preceding and current row
                ) as ideal_gain_linear
                ,
                sum(gain_binary) over (
                    partition by by_run, by_both, by_judgments, rankhouse_query_id order by ideal_rank asc rows between unbounded preceding and current row
                ) as ideal_gain_binary
        from rankhouse_ideal
    ),
    rankhouse_running as (
        select
            summed.by_run as by_run, summed.by_both as by_both, summed.by_judgments as by_judgments, summed.rankhouse_query_id as rankhouse_query_id, summed.item_rank as item_rank, summed.hit as hit, summed.gain_exponential as gain_exponential, summed.gain_linear as gain_linear, summed.gain_binary as gain_binary, summed.gain_exponential_keep as gain_exponential_keep, summed.gain_linear_keep as gain_linear_keep, summed.stop_given as stop_given, summed.hits_upto as hits_upto, summed.others_above as others_above, summed.mid_rank as mid_rank, summed.judged as judged, summed.tie_size as tie_size, summed.tie_hits as tie_hits, summed.tie_hits_upto as tie_hits_upto, summed.hits_in_list as hits_in_list, summed.unstop_given as unstop_given, summed.gain_exponential_upto as gain_exponential_upto, summed.gain_linear_upto as gain_linear_upto, summed.gain_binary_upto as gain_binary_upto, case when hits_upto = 1 then hit else 0 end as first_hit
                ,
                max(case when hit > 0 then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0)) end) over (
                    partition by summed.by_run, summed.by_both, summed.by_judgments, summed.rankhouse_query_id
                    order by item_rank asc
                    rows between current row and unbounded following
                ) as best_precision
                , coalesce(ideal_sums.ideal_gain_exponential, ideal_totals.ideal_gain_exponential) as ideal_gain_exponential_upto
                , coalesce(ideal_sums.ideal_gain_linear, ideal_totals.ideal_gain_linear) as ideal_gain_linear_upto
                , coalesce(ideal_sums.ideal_gain_binary, ideal_totals.ideal_gain_binary) as ideal_gain_binary_upto
        from rankhouse_summed as summed
            left join
                rankhouse_ideal_sums as ideal_sums
                on  summed.by_run is not distinct from ideal_sums.by_run
        and  summed.by_both is not distinct from ideal_sums.by_both
        and  summed.by_judgments is not distinct from ideal_sums.by_judgments
        and summed.rankhouse_query_id = ideal_sums.rankhouse_query_id
                and summed.item_rank = ideal_sums.ideal_rank
            left join
                rankhouse_ideal_sums as ideal_totals
                on  summed.by_run is not distinct from ideal_totals.by_run
        and  summed.by_both is not distinct from ideal_totals.by_both
        and  summed.by_judgments is not distinct from ideal_totals.by_judgments
        and summed.rankhouse_query_id = ideal_totals.rankhouse_query_id
                and ideal_totals.ideal_rank = ideal_totals.ideal_length
    ), rankhouse_rows as (
            select
                by_run, by_both, by_judgments, rankhouse_query_id,
                item_rank,
                hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, hits_upto, first_hit, others_above, best_precision, mid_rank, judged, tie_size, tie_hits, tie_hits_upto, hits_in_list, unstop_given, gain_exponential_upto, ideal_gain_exponential_upto, gain_linear_upto, ideal_gain_linear_upto, gain_binary_upto, ideal_gain_binary_upto,
                 cast(null as bigint) as ideal_rank,
                 cast(null as bigint) as worst_rank
            from rankhouse_running
            union all
            select
                by_run, by_both, by_judgments, rankhouse_query_id,
                item_rank,
                hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, hits_upto, first_hit, null as others_above, null as best_precision, mid_rank, judged, tie_size, tie_hits, tie_hits_upto, hits_in_list, null as unstop_given, null as gain_exponential_upto, null as ideal_gain_exponential_upto, null as gain_linear_upto, null as ideal_gain_linear_upto, null as gain_binary_upto, null as ideal_gain_binary_upto,
                 cast(null as bigint) as ideal_rank,
                 cast(null as bigint) as worst_rank
            from rankhouse_expected
            union all
            select
                by_run, by_both, by_judgments, rankhouse_query_id,
                 cast(null as bigint) as item_rank,
                null as hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, null as hits_upto, null as first_hit, null as others_above, null as best_precision, null as mid_rank, null as judged, null as tie_size, null as tie_hits, null as tie_hits_upto, null as hits_in_list, null as unstop_given, null as gain_exponential_upto, null as ideal_gain_exponential_upto, null as gain_linear_upto, null as ideal_gain_linear_upto, null as gain_binary_upto, null as ideal_gain_binary_upto,
                ideal_rank,
                 cast(null as bigint) as worst_rank
            from rankhouse_ideal
            union all
            select
                by_run, by_both, by_judgments, rankhouse_query_id,
                 cast(null as bigint) as item_rank,
                null as hit, gain_exponential, gain_linear, gain_binary, gain_exponential_keep, gain_linear_keep, stop_given, null as hits_upto, null as first_hit, null as others_above, null as best_precision, null as mid_rank, null as judged, null as tie_size, null as tie_hits, null as tie_hits_upto, null as hits_in_list, null as unstop_given, null as gain_exponential_upto, null as ideal_gain_exponential_upto, null as gain_linear_upto, null as ideal_gain_linear_upto, null as gain_binary_upto, null as ideal_gain_binary_upto,
                 cast(null as bigint) as ideal_rank,
                worst_rank
            from rankhouse_worst
    ),
        rankhouse_spellings(spelling, metric_name, cutoff_rule) as (
        values
            
                
                
                    (
                        'precision',
                        'precision',
                        'optional'
                    ), 
                
                    (
                        'p',
                        'precision',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'recall',
                        'recall',
                        'optional'
                    ), 
                
                    (
                        'r',
                        'recall',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'f1',
                        'f1',
                        'optional'
                    ), 
                
                    (
                        'f',
                        'f1',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'f_beta',
                        'f_beta',
                        'optional'
                    ), 
                
                    (
                        'fbeta',
                        'f_beta',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'hits',
                        'hits',
                        'optional'
                    ), 
                
                    (
                        'num_rel_ret',
                        'hits',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'hit_rate',
                        'hit_rate',
                        'optional'
                    ), 
                
                    (
                        'success',
                        'hit_rate',
                        'optional'
                    ), 
                
                    (
                        'hit',
                        'hit_rate',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'reciprocal_rank',
                        'reciprocal_rank',
                        'optional'
                    ), 
                
                    (
                        'rr',
                        'reciprocal_rank',
                        'optional'
                    ), 
                
                    (
                        'mrr',
                        'reciprocal_rank',
                        'optional'
                    ), 
                
                    (
                        'recip_rank',
                        'reciprocal_rank',
                        'optional'
                    ), 
                
                    (
                        'mean_reciprocal_rank',
                        'reciprocal_rank',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'average_precision',
                        'average_precision',
                        'optional'
                    ), 
                
                    (
                        'ap',
                        'average_precision',
                        'optional'
                    ), 
                
                    (
                        'map',
                        'average_precision',
                        'optional'
                    ), 
                
                    (
                        'map_cut',
                        'average_precision',
                        'optional'
                    ), 
                
                    (
                        'mean_average_precision',
                        'average_precision',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'gmap',
                        'gmap',
                        'optional'
                    ), 
                
                    (
                        'gm_map',
                        'gmap',
                        'optional'
                    ), 
                
                    (
                        'geometric_map',
                        'gmap',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'interpolated_precision',
                        'interpolated_precision',
                        'none'
                    ), 
                
                    (
                        'iprec',
                        'interpolated_precision',
                        'none'
                    ), 
                
                    (
                        'iprec_at_recall',
                        'interpolated_precision',
                        'none'
                    ), 
                
            
                
                
                    (
                        'r_precision',
                        'r_precision',
                        'none'
                    ), 
                
                    (
                        'rprec',
                        'r_precision',
                        'none'
                    ), 
                
            
                
                
                    (
                        'cg',
                        'cg',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'dcg',
                        'dcg',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'idcg',
                        'idcg',
                        'optional'
                    ), 
                
                    (
                        'ideal_dcg',
                        'idcg',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'ndcg',
                        'ndcg',
                        'optional'
                    ), 
                
                    (
                        'ndcg_cut',
                        'ndcg',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'err',
                        'err',
                        'optional'
                    ), 
                
                    (
                        'expected_reciprocal_rank',
                        'err',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'rbp',
                        'rbp',
                        'optional'
                    ), 
                
                    (
                        'rank_biased_precision',
                        'rbp',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'q_measure',
                        'q_measure',
                        'none'
                    ), 
                
                    (
                        'q',
                        'q_measure',
                        'none'
                    ), 
                
            
                
                
                    (
                        'bpref',
                        'bpref',
                        'none'
                    ), 
                
            
                
                
                    (
                        'judged',
                        'judged',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'roc_auc',
                        'roc_auc',
                        'none'
                    ), 
                
                    (
                        'auc',
                        'roc_auc',
                        'none'
                    ), 
                
                    (
                        'gauc',
                        'roc_auc',
                        'none'
                    ), 
                
            
                
                
                    (
                        'label_ranking_average_precision',
                        'label_ranking_average_precision',
                        'none'
                    ), 
                
                    (
                        'lrap',
                        'label_ranking_average_precision',
                        'none'
                    ), 
                
            
                
                
                    (
                        'label_ranking_loss',
                        'label_ranking_loss',
                        'none'
                    ), 
                
                    (
                        'ranking_loss',
                        'label_ranking_loss',
                        'none'
                    ), 
                
            
                
                
                    (
                        'coverage_error',
                        'coverage_error',
                        'none'
                    )
                
            
    ),
    rankhouse_options(
        metric_name,
        option,
        option_number,
        default_value,
        choices,
        limits,
        above,
        below,
        lowest,
        highest
    ) as (
        values
            
                
                
                    (
                        'precision',
                        'denominator',
                        1,
                        'k',
                        ['k', 'retrieved'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'recall',
                        'denominator',
                        1,
                        'relevant',
                        ['relevant', 'min(k, relevant)'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'recall',
                        'weights',
                        2,
                        'queries',
                        ['queries', 'relevant'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'f_beta',
                        'beta',
                        1,
                        '1',
                        null::varchar[],
                        'a number above 0'
                            ,  cast(0 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'average_precision',
                        'denominator',
                        1,
                        'relevant',
                        ['relevant', 'min(k, relevant)', 'k', 'hits'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'average_precision',
                        'interpolation',
                        2,
                        'none',
                        ['none', 'max', '11-point', 'step'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'average_precision',
                        'rounding',
                        3,
                        '1',
                        null::varchar[],
                        'a number above 0 and to 1'
                            ,  cast(0 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(1 as double)
                        
                    ), 
                
            
                
                
                    (
                        'interpolated_precision',
                        'recall',
                        1,
                        '0',
                        null::varchar[],
                        'a number from 0 and to 1'
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(0 as double)
                        
                            ,  cast(1 as double)
                        
                    ), 
                
                    (
                        'interpolated_precision',
                        'rounding',
                        2,
                        '1',
                        null::varchar[],
                        'a number above 0 and to 1'
                            ,  cast(0 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(1 as double)
                        
                    ), 
                
            
                
                
                    (
                        'cg',
                        'gain',
                        1,
                        'linear',
                        ['linear', 'exponential', 'binary'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'cg',
                        'negative',
                        2,
                        'keep',
                        ['keep', 'zero'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'dcg',
                        'gain',
                        1,
                        'exponential',
                        ['exponential', 'linear', 'binary'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'dcg',
                        'negative',
                        2,
                        'zero',
                        ['zero', 'keep'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'dcg',
                        'log_base',
                        3,
                        '2',
                        null::varchar[],
                        'a number above 1'
                            ,  cast(1 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'idcg',
                        'gain',
                        1,
                        'exponential',
                        ['exponential', 'linear', 'binary'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'idcg',
                        'negative',
                        2,
                        'zero',
                        ['zero', 'keep'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'idcg',
                        'log_base',
                        3,
                        '2',
                        null::varchar[],
                        'a number above 1'
                            ,  cast(1 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'ndcg',
                        'gain',
                        1,
                        'exponential',
                        ['exponential', 'linear', 'binary'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'ndcg',
                        'negative',
                        2,
                        'zero',
                        ['zero', 'keep', 'normalize'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'ndcg',
                        'log_base',
                        3,
                        '2',
                        null::varchar[],
                        'a number above 1'
                            ,  cast(1 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'ndcg',
                        'ideal',
                        4,
                        'k',
                        ['k', 'retrieved', 'all', 'constant'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'err',
                        'max_grade',
                        1,
                        '4',
                        null::varchar[],
                        'a number above 0 and below 1000'
                            ,  cast(0 as double)
                        
                            ,  cast(1000 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'rbp',
                        'p',
                        1,
                        '0.8',
                        null::varchar[],
                        'a number above 0 and below 1'
                            ,  cast(0 as double)
                        
                            ,  cast(1 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'q_measure',
                        'gain',
                        1,
                        'linear',
                        ['linear', 'exponential', 'binary'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'q_measure',
                        'beta',
                        2,
                        '1',
                        null::varchar[],
                        'a number above 0'
                            ,  cast(0 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'roc_auc',
                        'weights',
                        1,
                        'queries',
                        ['queries', 'positives', 'items'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'roc_auc',
                        'undefined',
                        2,
                        'null',
                        ['null', '0.5'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'roc_auc',
                        'partial',
                        3,
                        '1',
                        null::varchar[],
                        'a number above 0 and to 1'
                            ,  cast(0 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(1 as double)
                        
                    )
                
            
    ), rankhouse_rules as (
        select
            cast(
                case
                    convention::varchar
                        when 'trec_eval' then '{"library"=["trec_eval 9.0.8"], "measures"=["precision", "recall", "f1", "hit_rate", "reciprocal_rank", "average_precision", "interpolated_precision", "gmap", "r_precision", "bpref", "ndcg"], "f1 cutoff"=["none"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["none"], "average_precision interpolation"=["none", "11-point"], "average_precision rounding"=["0.9"], "interpolated_precision recall"=["any"], "interpolated_precision rounding"=["0.9"], "gmap cutoff"=["none"], "ndcg gain"=["linear"]}'
                        when 'trec_eval_10' then '{"library"=["trec_eval 10.0"], "measures"=["precision", "recall", "f1", "hit_rate", "reciprocal_rank", "average_precision", "interpolated_precision", "gmap", "r_precision", "bpref", "ndcg"], "f1 cutoff"=["none"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["none"], "average_precision interpolation"=["none", "11-point"], "average_precision rounding"=["0.5"], "interpolated_precision recall"=["any"], "interpolated_precision rounding"=["0.5"], "gmap cutoff"=["none"], "ndcg gain"=["linear"]}'
                        when 'pytrec_eval' then '{"library"=["pytrec-eval-terrier 0.5.11"], "measures"=["precision", "recall", "f1", "hit_rate", "reciprocal_rank", "average_precision", "interpolated_precision", "gmap", "r_precision", "bpref", "ndcg"], "f1 cutoff"=["none"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["none"], "average_precision interpolation"=["none", "11-point"], "average_precision rounding"=["0.9"], "interpolated_precision recall"=["any"], "interpolated_precision rounding"=["0.9"], "gmap cutoff"=["none"], "ndcg gain"=["linear"]}'
                        when 'ir_measures' then '{"library"=["ir_measures 0.4.3"], "measures"=["precision", "recall", "f1", "hit_rate", "reciprocal_rank", "average_precision", "interpolated_precision", "gmap", "r_precision", "bpref", "ndcg"], "refused reciprocal_rank@k"=["it breaks ties by ascending item id there, and nowhere else"], "refused judged@k"=["it breaks ties by ascending item id there"], "f1 cutoff"=["none"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["none"], "average_precision interpolation"=["none", "11-point"], "average_precision rounding"=["0.9"], "interpolated_precision recall"=["any"], "interpolated_precision rounding"=["0.9"], "gmap cutoff"=["none"], "ndcg gain"=["linear"]}'
                        when 'sklearn' then '{"library"=["scikit-learn 1.9.1"], "measures"=["ndcg", "dcg", "average_precision", "roc_auc"], "ndcg gain"=["linear"], "dcg gain"=["linear"], "dcg log_base"=["any"], "average_precision interpolation"=["step"], "average_precision cutoff"=["none"], "roc_auc partial"=["any"]}'
                        when 'ranx' then '{"library"=["ranx 0.3.21"], "measures"=["hits", "hit_rate", "precision", "recall", "f1", "r_precision", "reciprocal_rank", "average_precision", "ndcg", "dcg"], "refused bpref"=["its value is 0 for most lists"], "refused rbp"=["it weights hits by their grade"], "ndcg gain"=["linear", "exponential"], "dcg gain"=["linear", "exponential"]}'
                        when 'recommenders' then '{"library"=["recommenders 1.2.1"], "measures"=["precision", "recall", "average_precision", "ndcg"], "precision cutoff"=["required"], "recall cutoff"=["required"], "average_precision cutoff"=["required"], "average_precision denominator"=["min(k, relevant)", "relevant"], "ndcg gain"=["binary", "linear", "exponential"], "ndcg cutoff"=["required"]}'
                        when 'spark' then '{"library"=["Spark MLlib 4"], "measures"=["precision", "recall", "average_precision", "ndcg"], "precision cutoff"=["required"], "recall cutoff"=["required"], "average_precision denominator"=["min(k, relevant)"], "ndcg gain"=["binary", "exponential"], "ndcg cutoff"=["required"]}'
                        when 'replay' then '{"library"=["RePlay 0.21.7"], "measures"=["precision", "recall", "hit_rate", "reciprocal_rank", "average_precision", "ndcg"], "precision cutoff"=["required"], "recall cutoff"=["required"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "average_precision denominator"=["min(k, relevant)"], "average_precision cutoff"=["required"], "ndcg gain"=["binary"], "ndcg cutoff"=["required"]}'
                        when 'recbole' then '{"library"=["RecBole 1.2.1"], "measures"=["precision", "recall", "hit_rate", "reciprocal_rank", "average_precision", "ndcg", "roc_auc"], "precision cutoff"=["required"], "recall cutoff"=["required"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "average_precision denominator"=["min(k, relevant)"], "average_precision cutoff"=["required"], "ndcg gain"=["binary"], "ndcg cutoff"=["required"], "roc_auc weights"=["positives"]}'
                        when 'rectools' then '{"library"=["RecTools 0.19.0"], "measures"=["precision", "recall", "hit_rate", "reciprocal_rank", "average_precision", "ndcg"], "precision cutoff"=["required"], "recall cutoff"=["required"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "average_precision denominator"=["relevant", "k"], "average_precision cutoff"=["required"], "ndcg gain"=["binary"], "ndcg ideal"=["constant", "k"], "ndcg cutoff"=["required"]}'
                        when 'elliot' then '{"library"=["Elliot 0.3.1"], "measures"=["precision", "recall", "hit_rate", "reciprocal_rank", "ndcg"], "refused average_precision"=["its MAP is the mean of precision@1 to precision@k over all ranks"], "precision cutoff"=["required"], "recall cutoff"=["required"], "hit_rate cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "ndcg gain"=["exponential"], "ndcg cutoff"=["required"]}'
                        when 'elasticsearch' then '{"library"=["Elasticsearch rank_eval"], "measures"=["precision", "recall", "reciprocal_rank", "dcg", "ndcg"], "precision denominator"=["retrieved"], "precision cutoff"=["required"], "recall cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "dcg gain"=["exponential"], "dcg cutoff"=["required"], "ndcg gain"=["exponential"], "ndcg ideal"=["retrieved"], "ndcg cutoff"=["required"]}'
                        when 'quepid' then '{"library"=["Quepid"], "measures"=["precision", "average_precision", "reciprocal_rank", "cg", "dcg", "ndcg"], "precision denominator"=["retrieved"], "precision cutoff"=["required"], "average_precision cutoff"=["required"], "reciprocal_rank cutoff"=["required"], "cg gain"=["linear"], "cg cutoff"=["required"], "dcg gain"=["exponential"], "dcg cutoff"=["required"], "ndcg gain"=["exponential"], "ndcg ideal"=["all", "k"], "ndcg cutoff"=["required"]}'
                        when 'mlflow' then '{"library"=["MLflow"], "measures"=["precision", "recall", "ndcg"], "precision denominator"=["retrieved"], "precision cutoff"=["required"], "recall cutoff"=["required"], "ndcg gain"=["binary"], "ndcg ideal"=["retrieved"], "ndcg cutoff"=["required"]}'
                        when 'torchmetrics' then '{"library"=["torchmetrics 1.9.0"], "measures"=["precision", "recall", "hit_rate", "reciprocal_rank", "r_precision", "average_precision", "ndcg"], "average_precision denominator"=["hits"], "ndcg gain"=["linear"]}'
                        when 'xgboost' then '{"library"=["XGBoost 3"], "measures"=["ndcg", "average_precision", "precision"], "ndcg gain"=["exponential"], "average_precision denominator"=["min(k, relevant)"], "precision denominator"=["retrieved"], "precision cutoff"=["required"]}'
                end as map(varchar, varchar[])
            ) as rules
    ), 
    rankhouse_strings as (
        select
            given_text,
            replace(
                replace(lower(regexp_replace(given_text, '[\s''"]', '', 'g')), 'min(k,relevant)', 'min'),
                'min(relevant,k)',
                'min'
            ) as plain_text
        from
            (
                select distinct
                    unnest(
                        case
                            when len(measures) > 0
                            then measures::varchar[]
                            else error('no measure was asked for: give measures := [''ndcg@10'', ''map'']')
                        end
                    ) as given_text
            ) as given
    ),
    rankhouse_split as (
        select
            given_text,
            regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 1) as head,
            regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 3) as option_text,
            nullif(regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 4), '') as cutoff_text
        from rankhouse_strings as strings
    ),
    rankhouse_named as (
        select
            split.given_text,
            split.option_text,
            coalesce(
                spelled.metric_name,
                stemmed.metric_name,
                case
                    when split.head = ''
                    then
                        error(
                            'malformed measure '''
                            || split.given_text
                            || ''': write name[(option=value, ...)][@k], such as ''ndcg(gain=linear)@10'''
                        )
                        when split.head in ('catalogue_coverage', 'catalog_coverage', 'coverage', 'item_coverage', 'novelty', 'mean_self_information', 'self_information', 'miuf', 'average_popularity', 'average_recommendation_popularity', 'arp', 'average_rec_popularity', 'serendipity', 'intra_list_diversity', 'ild', 'diversity', 'gini', 'gini_index', 'entropy', 'shannon_entropy', 'personalisation', 'personalization', 'inter_list_diversity')
                        then
                            error(
                                'unknown measure '''
                                || split.given_text
                                || ''': it is one of recommendation_metrics'
                            )
                        when split.head in ('accuracy', 'acc', 'ppv', 'tpr', 'sensitivity', 'fpr', 'fall_out', 'false_positive_rate', 'specificity', 'tnr', 'true_negative_rate', 'balanced_accuracy', 'bac', 'mcc', 'matthews_corrcoef', 'phi', 'pr_auc', 'break_even', 'break_even_point', 'best_f1', 'max_f1', 'best_f1_threshold', 'ks', 'kolmogorov_smirnov', 'log_loss', 'logloss', 'cross_entropy', 'brier', 'brier_score', 'ece', 'expected_calibration_error')
                        then
                            error(
                                'unknown measure '''
                                || split.given_text
                                || ''': it is one of classifier_metrics (classifier on the command line)'
                            )
                        when split.head in ('mae', 'mse', 'rmse', 'r2')
                        then
                            error(
                                'unknown measure '''
                                || split.given_text
                                || ''': it is one of rating_metrics'
                            )
                    else
                        error(
                            'unknown measure '''
                            || split.given_text
                            || ''': did you mean '''
                            || (
                                select arg_max(near.spelling, jaro_winkler_similarity(near.spelling, split.head))
                                from rankhouse_spellings as near
                            )
                            || '''? Known: precision, recall, f1, f_beta, hits, hit_rate, reciprocal_rank, average_precision, gmap, interpolated_precision, r_precision, cg, dcg, idcg, ndcg, err, rbp, q_measure, bpref, judged, roc_auc, label_ranking_average_precision, label_ranking_loss, coverage_error')
        end) as metric_name,
        coalesce(spelled.cutoff_rule, stemmed.cutoff_rule) as cutoff_rule,
        coalesce(substr(split.cutoff_text, 2), case when spelled.metric_name is null then regexp_extract(split.head, '_(\d+)$', 1) end) as cutoff_text
    from rankhouse_split as split
    left join rankhouse_spellings as spelled on split.head = spelled.spelling
    left join rankhouse_spellings as stemmed on regexp_extract(split.head, '^(.*)_\d+$', 1) = stemmed.spelling and split.cutoff_text is null
),
rankhouse_cut as (
    select
        named.given_text, named.metric_name, rules.rules,
        case
            when named.cutoff_text is null then null
            when named.cutoff_rule = 'none' then error(named.metric_name || ' takes no cutoff: write '''
                            || named.metric_name
                            || ''' instead of '''
                            || named.given_text
                            || ''''
                        )
                    when regexp_full_match(named.cutoff_text, '\d{1,18}') and named.cutoff_text::bigint > 0
                    then named.cutoff_text::bigint
                    else
                        error(
                            'the cutoff of a measure is a whole number of at least 1, got '''
                            || named.cutoff_text
                            || ''' in '''
                            || named.given_text
                            || ''''
                        )
                end as cutoff,
                case when named.option_text <> '' then string_split(named.option_text, ',') else [] end as pairs
                from rankhouse_named as named cross join rankhouse_rules as rules
            ),
            rankhouse_pairs as (
                select
                    given_text,
                    metric_name,
                    cutoff,
                    pair,
                    split_part(pair, '=', 1) as option,
                    case
                        when split_part(pair, '=', 2) = 'min' then 'min(k, relevant)' else split_part(pair, '=', 2)
                    end as option_value
                from
                    (
                        select cut.given_text, cut.metric_name, cut.cutoff, unnest(cut.pairs) as pair
                        from rankhouse_cut as cut
                    ) as pairs
            ),
            rankhouse_faults as (
                select
                    string_agg(
                        case
                            when pairs.option_value = ''
                            then
                                'malformed option '''
                                || pairs.pair
                                || ''' in '''
                                || pairs.given_text
                                || ''': write option=value'
        when known.option is null then pairs.metric_name || ' has no option '''
                                || pairs.option
                                || ''' (in '''
                                || pairs.given_text
                                || '''): Known: ' || coalesce((
            select string_agg(listed.option, ', ' order by listed.option_number) from rankhouse_options as listed where listed.metric_name = pairs.metric_name
        ), 'none')
        when known.choices is not null and not list_contains(known.choices, pairs.option_value)
            then pairs.option || ' of ' || pairs.metric_name || ' is one of ' || array_to_string(known.choices, ' | ') || ', got '''
                                || pairs.option_value
                                || ''' in '''
                                || pairs.given_text
                                || ''''
                            when
                                known.choices is null
                                and not coalesce(
                                    try_cast(pairs.option_value as double) > coalesce(known.above, '-inf')
                                    and try_cast(pairs.option_value as double) < coalesce(known.below, 'inf')
                                    and try_cast(pairs.option_value as double) >= coalesce(known.lowest, '-inf')
                                    and try_cast(pairs.option_value as double) <= coalesce(known.highest, 'inf'),
                                    false
                                )
                            then
                                pairs.option
                                || ' of '
                                || pairs.metric_name
                                || ' is '
                                || known.limits
                                || ', got '''
                                || pairs.option_value
                                || ''' in '''
                                || pairs.given_text
                                || ''''
                            when
                                pairs.option = 'interpolation'
                                and pairs.option_value <> 'none'
                                and (pairs.cutoff is not null or contains(pairs.given_text, 'denominator'))
                            then
                                'interpolation takes the whole list and every relevant item: no cutoff and no denominator, got '''
                                || pairs.given_text
                                || ''''
                            when
                                pairs.metric_name = 'average_precision'
                                and pairs.option_value = 'k'
                                and pairs.cutoff is null
                            then
                                'average_precision(denominator=k) needs a cutoff, such as average_precision(denominator=k)@10'
                            when
                                pairs.option = 'ideal'
                                and pairs.option_value <> 'k'
                                and contains(pairs.given_text, 'normalize')
                            then 'negative=normalize takes ideal=k, got ''' || pairs.given_text || ''''
                            when pairs.option_value = 'constant' and pairs.cutoff is null
                            then 'ideal=constant takes a cutoff, such as ndcg(ideal=constant)@10'
                        end,
                        '; '
                    ) as fault
                from rankhouse_pairs as pairs
                left join
                    rankhouse_options as known on pairs.metric_name = known.metric_name and pairs.option = known.option
            ),
            rankhouse_chosen as (
                select
                    cut.given_text,
                    options.option,
                    options.option_number,
                    cut.metric_name,
                        cut.cutoff,
                        cut.rules,
                        pairs.option is not null as is_given,
                        cut.rules[cut.metric_name || ' ' || options.option] as allowed,
                        coalesce(nullif(allowed[1], 'any'), options.default_value) as assumed_value,
                    coalesce(
                        case
                            when options.choices is null
                            then regexp_replace(try_cast(pairs.option_value as double)::varchar, '\.0$', '')
                            else pairs.option_value
                        end,
                        assumed_value
                    ) as option_value
                from rankhouse_cut as cut
                join rankhouse_options as options on cut.metric_name = options.metric_name
                left join
                    rankhouse_pairs as pairs on cut.given_text = pairs.given_text and options.option = pairs.option
            ),
            rankhouse_requests as (
                select distinct
                    cut.metric_name || coalesce(
                        '(' || string_agg(
                            chosen.option || '=' || chosen.option_value, ', ' order by chosen.option_number
                        ) filter (where chosen.option_value <> chosen.assumed_value)
                        || ')',
                        ''
                    )
                    || coalesce('@' || cut.cutoff, '') as measure,
                    cut.metric_name as metric,
                    cut.cutoff as k
                        ,
                        max(
                            case when chosen.option = 'denominator' then chosen.option_value end
                        ) as denominator
                        ,
                        max(
                            case when chosen.option = 'weights' then chosen.option_value end
                        ) as weights
                        ,
                        max(
                            case when chosen.option = 'beta' then chosen.option_value end
                        )::double as beta
                        ,
                        max(
                            case when chosen.option = 'interpolation' then chosen.option_value end
                        ) as interpolation
                        ,
                        max(
                            case when chosen.option = 'rounding' then chosen.option_value end
                        )::double as rounding
                        ,
                        max(
                            case when chosen.option = 'recall' then chosen.option_value end
                        )::double as recall
                        ,
                        max(
                            case when chosen.option = 'gain' then chosen.option_value end
                        ) as gain
                        ,
                        max(
                            case when chosen.option = 'negative' then chosen.option_value end
                        ) as negative
                        ,
                        max(
                            case when chosen.option = 'log_base' then chosen.option_value end
                        )::double as log_base
                        ,
                        max(
                            case when chosen.option = 'ideal' then chosen.option_value end
                        ) as ideal
                        ,
                        max(
                            case when chosen.option = 'max_grade' then chosen.option_value end
                        )::double as max_grade
                        ,
                        max(
                            case when chosen.option = 'p' then chosen.option_value end
                        )::double as p
                        ,
                        max(
                            case when chosen.option = 'undefined' then chosen.option_value end
                        ) as undefined
                        ,
                        max(
                            case when chosen.option = 'partial' then chosen.option_value end
                        )::double as partial
                from rankhouse_cut as cut
                cross join rankhouse_faults as faults
                left join rankhouse_chosen as chosen on cut.given_text = chosen.given_text
                where
                    case
                            when
                                convention::varchar <> ''
                                and not convention::varchar in ('trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures', 'sklearn', 'ranx', 'recommenders', 'spark', 'replay', 'recbole', 'rectools', 'elliot', 'elasticsearch', 'quepid', 'mlflow', 'torchmetrics', 'xgboost')
                            then error(
        'unknown convention '''
        || convention::varchar
        || ''': did you mean '''
        || (
            select arg_max(known.name, jaro_winkler_similarity(known.name, convention::varchar))
            from (select unnest(['trec_eval', 'trec_eval_10', 'pytrec_eval', 'ir_measures', 'sklearn', 'ranx', 'recommenders', 'spark', 'replay', 'recbole', 'rectools', 'elliot', 'elasticsearch', 'quepid', 'mlflow', 'torchmetrics', 'xgboost']) as name) as known
        )
        || '''? Known: trec_eval, trec_eval_10, pytrec_eval, ir_measures, sklearn, ranx, recommenders, spark, replay, recbole, rectools, elliot, elasticsearch, quepid, mlflow, torchmetrics, xgboost'
    )
                        when faults.fault is not null
                        then error(faults.fault)
                            when
                                coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') <> 'item'
                                and chosen.option = 'denominator'
                                and chosen.option_value = 'hits'
                                and cut.cutoff is not null
                            then
                                error(
                                    cut.given_text
                                    || ' depends on ties in two ways: use ties=item, or another denominator'
                                )
                            when
                                coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item') = 'average'
                                and (
                                    cut.metric_name in ('interpolated_precision', 'err', 'q_measure', 'bpref')
                                    or (chosen.option = 'interpolation' and chosen.option_value not in ('none', 'step'))
                                )
                            then
                                error(
                                    cut.given_text
                                    || ' has no closed form under ties=average: use ties=item, best or worst'
                                )
                        when
                            (
                                select count(distinct scale.option_value)
                                from rankhouse_chosen as scale
                                where scale.option = 'max_grade'
                            )
                            > 1
                        then
                            error(
                                'err takes one max_grade in a call of this macro: ask for the others in a call of their own'
                            )
                            when coalesce(relevant_from, -1) < 0
                            then
                                error(
                                    'relevant_from is the lowest relevance that counts as relevant, a number above 0, got '
                                    || coalesce(relevant_from::varchar, 'NULL')
                                )
                                when
                                    coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item')
                                    not in ('item', 'average', 'best', 'worst')
                                then error(
        'ties is one of item | average | best | worst, got '
        || coalesce(coalesce(ties::varchar, case when convention::varchar in ('sklearn') then 'average' end, 'item')::varchar, 'NULL')
    )
                                when
                                    coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged')
                                    not in ('judged', 'intersection', 'run', 'all')
                                then error(
        'queries is one of judged | intersection | run | all, got '
        || coalesce(coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged')::varchar, 'NULL')
    )
                                when
                                    coalesce(unjudged::varchar,  'irrelevant')
                                    not in ('irrelevant', 'drop')
                                then error(
        'unjudged is one of irrelevant | drop, got '
        || coalesce(coalesce(unjudged::varchar,  'irrelevant')::varchar, 'NULL')
    )
                                when
                                    coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged')
                                    not in ('judged', 'retrieved')
                                then error(
        'pool is one of judged | retrieved, got '
        || coalesce(coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged')::varchar, 'NULL')
    )
                            when
                                coalesce(pool::varchar, case when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'retrieved' end, 'judged') = 'retrieved'
                                and coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged') = 'run'
                                and judgments is not null
                                and not list_has_all("by"::varchar[], judgments_by::varchar[])
                            then
                                error(
                                    'a query without judgments of retrieved items (pool=retrieved, queries=run) belongs to no group of the judgments: group by columns of the run instead of ' || judgments_by::varchar
                                )
                            else
                                -- No error without a message.
                                error(coalesce(case
        when cut.rules is null
        then null
        when
            coalesce(
                cut.rules['refused ' || cut.metric_name],
                case when cut.cutoff is not null then cut.rules['refused ' || cut.metric_name || '@k'] end
            )
            is not null
        then cut.rules['library'][1] || ': ''' || cut.given_text || ''' cannot be reproduced: '
            || coalesce(
                cut.rules['refused ' || cut.metric_name], cut.rules['refused ' || cut.metric_name || '@k']
            )[1]
        when not list_contains(cut.rules['measures'], cut.metric_name)
        then
            cut.rules['library'][1]
            || ' has no measure that ''' || cut.given_text || ''' could be; it has '
            || array_to_string(cut.rules['measures'], ', ')
        when cut.cutoff is null and cut.rules[cut.metric_name || ' cutoff'][1] = 'required'
        then
            cut.rules['library'][1]
            || ' computes '
            || cut.metric_name
            || ' with a cutoff alone, got ''' || cut.given_text || ''''
        when cut.cutoff is not null and cut.rules[cut.metric_name || ' cutoff'][1] = 'none'
        then
            cut.rules['library'][1]
            || ' computes '
            || cut.metric_name
            || ' without a cutoff alone, got '''
            || cut.given_text
            || ''''
    end, case
        when chosen.rules is null or not chosen.is_given
        then null
        when chosen.allowed is null
        then
            chosen.rules['library'][1]
            || ' has no option '
            || chosen.option
            || ' of '
            || chosen.metric_name
            || ', got '''
            || chosen.given_text
            || ''''
        when chosen.allowed[1] <> 'any' and not list_contains(chosen.allowed, chosen.option_value)
        then
            chosen.rules['library'][1]
            || ' has no '
            || chosen.option
            || ' of '
            || chosen.metric_name
            || ' but '
            || array_to_string(chosen.allowed, ' | ')
            || ', got '''
            || chosen.given_text
            || ''''
    end))
                                is null
                    end
                group by cut.given_text, cut.metric_name, cut.cutoff
            ),
    rankhouse_values as (
        select
            requested.by_run, requested.by_both, requested.by_judgments, requested.rankhouse_query_id,
            n_relevant,
            n_retrieved,
            measure,
            metric,
            k,
            case
                metric
                    when 'precision' then case
            when k is null
            then case
                denominator
                    when 'k'
                    then coalesce(( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double) / nullif( cast(n_retrieved as double), 0)), 0)
                    when 'retrieved'
                    then coalesce(( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double) / nullif( cast(n_retrieved as double), 0)), 0)
                else error(
        'denominator is one of k | retrieved, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
            else case
                denominator
                    when 'k'
                    then coalesce(( cast(coalesce(sum(case when item_rank <= k then hit end), 0) as double) / nullif( cast(k as double), 0)), 0)
                    when 'retrieved'
                    then coalesce(( cast(coalesce(sum(case when item_rank <= k then hit end), 0) as double) / nullif( cast(least(k, n_retrieved) as double), 0)), 0)
                else error(
        'denominator is one of k | retrieved, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
        end
                    when 'recall' then case
            when k is null
            then case
                denominator
                    when 'relevant'
                    then ( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'min(k, relevant)'
                    then ( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
                else error(
        'denominator is one of relevant | min(k, relevant), got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
            else case
                denominator
                    when 'relevant'
                    then ( cast(coalesce(sum(case when item_rank <= k then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'min(k, relevant)'
                    then ( cast(coalesce(sum(case when item_rank <= k then hit end), 0) as double) / nullif( cast(least(k, n_relevant) as double), 0))
                else error(
        'denominator is one of relevant | min(k, relevant), got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
        end
                    when 'f1' then case
            when k is null
            then (
        (1 +  cast(1 * 1 as double))
        * (coalesce(sum(case when item_rank is not null then hit end), 0))
        / (n_retrieved +  cast(1 * 1 as double) * nullif(n_relevant, 0))
    )
            else (
        (1 +  cast(1 * 1 as double))
        * (coalesce(sum(case when item_rank <= k then hit end), 0))
        / (k +  cast(1 * 1 as double) * nullif(n_relevant, 0))
    )
        end
                    when 'f_beta' then case
            when k is null
            then (
        (1 +  cast(beta * beta as double))
        * (coalesce(sum(case when item_rank is not null then hit end), 0))
        / (n_retrieved +  cast(beta * beta as double) * nullif(n_relevant, 0))
    )
            else (
        (1 +  cast(beta * beta as double))
        * (coalesce(sum(case when item_rank <= k then hit end), 0))
        / (k +  cast(beta * beta as double) * nullif(n_relevant, 0))
    )
        end
                    when 'hits' then case
            when k is null
            then coalesce(sum(case when item_rank is not null then hit end), 0)
            else coalesce(sum(case when item_rank <= k then hit end), 0)
        end
                    when 'hit_rate' then case
            when k is null
            then coalesce(sum(case when item_rank is not null then first_hit end), 0)
            else coalesce(sum(case when item_rank <= k then first_hit end), 0)
        end
                    when 'reciprocal_rank' then case
            when k is null
            then coalesce(sum(case when item_rank is not null then ( cast(first_hit as double) / nullif( cast(item_rank as double), 0)) end), 0)
            else coalesce(sum(case when item_rank <= k then ( cast(first_hit as double) / nullif( cast(item_rank as double), 0)) end), 0)
        end
                    when 'average_precision' then case
            when k is null
            then case
                interpolation
                    when 'none'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when 'max'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when '11-point'
                    then case
                denominator
                    when 'relevant'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'min(k, relevant)'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'k'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'hits'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when 'step'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                else error(
        'interpolation is one of none | max | 11-point | step, got '
        || coalesce(interpolation::varchar, 'NULL')
    )
            end
            else case
                interpolation
                    when 'none'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(least(k, n_relevant) as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(k as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(sum(case when item_rank <= k then hit end), 0) as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when 'max'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when '11-point'
                    then case
                denominator
                    when 'relevant'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'min(k, relevant)'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'k'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                    when 'hits'
                    then (((
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.1 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.2 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.3 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.4 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.5 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.6 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.7 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.8 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(0.9 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    ) + (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(1.0 as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )) / 11)
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                    when 'step'
                    then case
                denominator
                    when 'relevant'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'min(k, relevant)'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'k'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'hits'
                    then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                else error(
        'denominator is one of relevant | min(k, relevant) | k | hits, got '
        || coalesce(denominator::varchar, 'NULL')
    )
            end
                else error(
        'interpolation is one of none | max | 11-point | step, got '
        || coalesce(interpolation::varchar, 'NULL')
    )
            end
        end
                    when 'gmap' then case
            when k is null
            then (
        case
            when ((
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )) is not null
            then greatest(((
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )),  cast(0.00001 as double))
        end
    )
            else (
        case
            when ((
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )) is not null
            then greatest(((
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then hit * ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )),  cast(0.00001 as double))
        end
    )
        end
                    when 'interpolated_precision' then (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(recall as double) * n_relevant +  cast(rounding as double) - case when rounding = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )
                    when 'r_precision' then ( cast(coalesce(sum(case when item_rank <= n_relevant then hit end), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'cg' then case
            when k is null
            then coalesce(sum(case when item_rank is not null then gained end), 0)
            else coalesce(sum(case when item_rank <= k then gained end), 0)
        end
                    when 'dcg' then case
            when k is null
            then coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    )
            else coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    )
        end
                    when 'idcg' then case
            when k is null
            then coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    )
            else coalesce(
        sum(
            case
                when ideal_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    )
        end
                    when 'ndcg' then case
            when k is null
            then case
                negative
                    when 'zero'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= n_retrieved
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(list_sum(
        list_transform(
            range(1, 1 + 1), lambda place:(ln( cast(log_base as double)) / ln( cast(place as double) + 1))
        )
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                    when 'keep'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= n_retrieved
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(list_sum(
        list_transform(
            range(1, 1 + 1), lambda place:(ln( cast(log_base as double)) / ln( cast(place as double) + 1))
        )
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                    when 'normalize'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar, 'NULL')
    )
            end
            else case
                negative
                    when 'zero'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= (least(k, n_retrieved))
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(list_sum(
        list_transform(
            range(1, k + 1), lambda place:(ln( cast(log_base as double)) / ln( cast(place as double) + 1))
        )
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                    when 'keep'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= (least(k, n_retrieved))
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank is not null
                then gained * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(list_sum(
        list_transform(
            range(1, k + 1), lambda place:(ln( cast(log_base as double)) / ln( cast(place as double) + 1))
        )
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                    when 'normalize'
                    then case
                ideal
                    when 'k'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'retrieved'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'all'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                    when 'constant'
                    then (case when n_relevant > 0 then ( cast(coalesce(
        sum(
            case
                when item_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(item_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double) / nullif( cast(coalesce(
        sum(
            case
                when ideal_rank <= k
                then (greatest(gained, 0)) * (ln( cast(log_base as double)) / ln( cast(ideal_rank as double) + 1))
            end
        ),
        0
    ) - coalesce(
        sum(
            case
                when worst_rank <= k
                then gained * (ln( cast(log_base as double)) / ln( cast(worst_rank as double) + 1))
            end
        ),
        0
    ) as double), 0)) end)
                else error(
        'ideal is one of k | retrieved | all | constant, got '
        || coalesce(ideal::varchar, 'NULL')
    )
            end
                else error(
        'negative is one of zero | keep | normalize, got '
        || coalesce(negative::varchar, 'NULL')
    )
            end
        end
                    when 'err' then case
            when k is null
            then coalesce(
        sum(
            case
                when item_rank is not null
                then gained * unstop_given /  cast(item_rank as double)
            end
        ),
        0
    )
            else coalesce(
        sum(
            case
                when item_rank <= k
                then gained * unstop_given /  cast(item_rank as double)
            end
        ),
        0
    )
        end
                    when 'rbp' then case
            when k is null
            then coalesce(
        sum(
            case
                when item_rank is not null
                then
                    hit
                    * (1 -  cast(p as double))
                    * power( cast(p as double),  cast(item_rank as double) - 1)
            end
        ),
        0
    )
            else coalesce(
        sum(
            case
                when item_rank <= k
                then
                    hit
                    * (1 -  cast(p as double))
                    * power( cast(p as double),  cast(item_rank as double) - 1)
            end
        ),
        0
    )
        end
                    when 'q_measure' then ( cast(coalesce(sum(hit * ( cast(hits_upto +  cast(beta as double) * gained_upto as double) / nullif( cast(item_rank +  cast(beta as double) * ideal_gained_upto as double), 0))), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'bpref' then ( cast(coalesce(sum(hit * (1 - coalesce(( cast(least(others_above, n_relevant) as double) / nullif( cast(least(n_relevant, (n_judged - n_relevant)) as double), 0)), 0))), 0) as double) / nullif( cast(n_relevant as double), 0))
                    when 'judged' then case
            when k is null
            then coalesce(( cast(coalesce(sum(case when item_rank is not null then judged end), 0) as double) / nullif( cast(n_retrieved as double), 0)), 0)
            else coalesce(( cast(coalesce(sum(case when item_rank <= k then judged end), 0) as double) / nullif( cast(least(k, n_retrieved) as double), 0)), 0)
        end
                    when 'roc_auc' then case
                undefined
                    when 'null'
                    then (case when n_retrieved = 0 and n_relevant > 0 then 0 else case when partial = 1 then ( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) + (coalesce(sum(case when item_rank is not null then hit end), 0)) * ((coalesce(sum(case when item_rank is not null then hit end), 0)) + 1) / 2 - (coalesce(sum(case when mid_rank is not null then (hit * mid_rank) end), 0)) as double) / nullif( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) as double), 0)) else ((1 + (( cast(sum(hit * ( cast(greatest( cast(partial as double) * (n_retrieved - hits_in_list) - ((mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)) + (tie_size - tie_hits)), 0) + coalesce(( cast(power(greatest(least((mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)) + (tie_size - tie_hits),  cast(partial as double) * (n_retrieved - hits_in_list)) - (mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)), 0), 2) as double) / nullif( cast(2 * (tie_size - tie_hits) as double), 0)), 0) as double) / nullif( cast(n_retrieved - hits_in_list as double), 0))) as double) / nullif( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double), 0)) -  cast(partial as double) *  cast(partial as double) / 2) / ( cast(partial as double) -  cast(partial as double) *  cast(partial as double) / 2)) / 2) end end)
                    when '0.5'
                    then (case when n_retrieved = 0 and n_relevant > 0 then 0 else coalesce(case when partial = 1 then ( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) + (coalesce(sum(case when item_rank is not null then hit end), 0)) * ((coalesce(sum(case when item_rank is not null then hit end), 0)) + 1) / 2 - (coalesce(sum(case when mid_rank is not null then (hit * mid_rank) end), 0)) as double) / nullif( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) as double), 0)) else ((1 + (( cast(sum(hit * ( cast(greatest( cast(partial as double) * (n_retrieved - hits_in_list) - ((mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)) + (tie_size - tie_hits)), 0) + coalesce(( cast(power(greatest(least((mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)) + (tie_size - tie_hits),  cast(partial as double) * (n_retrieved - hits_in_list)) - (mid_rank - (tie_size - 1) /  cast(2 as double) - 1 - (tie_hits_upto - tie_hits)), 0), 2) as double) / nullif( cast(2 * (tie_size - tie_hits) as double), 0)), 0) as double) / nullif( cast(n_retrieved - hits_in_list as double), 0))) as double) / nullif( cast(coalesce(sum(case when item_rank is not null then hit end), 0) as double), 0)) -  cast(partial as double) *  cast(partial as double) / 2) / ( cast(partial as double) -  cast(partial as double) *  cast(partial as double) / 2)) / 2) end, 0.5) end)
                else error(
        'undefined is one of null | 0.5, got '
        || coalesce(undefined::varchar, 'NULL')
    )
            end
                    when 'label_ranking_average_precision' then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(
        sum(
            case
                when ((mid_rank + (tie_size - 1) /  cast(2 as double))) is not null
                then hit * ( cast(tie_hits_upto as double) / nullif( cast((mid_rank + (tie_size - 1) /  cast(2 as double)) as double), 0))
            end
        ),
        0
    ) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                    when 'label_ranking_loss' then (case when n_retrieved = 0 and n_relevant > 0 then 1 else ( cast(sum(hit * ((mid_rank + (tie_size - 1) /  cast(2 as double)) - tie_hits_upto)) as double) / nullif( cast((coalesce(sum(case when item_rank is not null then hit end), 0)) * (n_retrieved - coalesce(sum(case when item_rank is not null then hit end), 0)) as double), 0)) end)
                    when 'coverage_error' then  cast(max(case when hit > 0 then ((mid_rank + (tie_size - 1) /  cast(2 as double))) end) as double)
            end as value,
            case
                        when
                            metric = 'recall'
                            and weights = 'relevant'
                        then n_relevant
                        when
                            metric = 'roc_auc'
                            and weights = 'positives'
                        then coalesce(sum(case when item_rank is not null then hit end), 0)
                        when
                            metric = 'roc_auc'
                            and weights = 'items'
                        then n_retrieved
                else 1
            end::double as weight
        from
            (
                select
                    units.by_run, units.by_both, units.by_judgments, units.rankhouse_query_id,
                    units.n_relevant,
                    units.n_judged,
                    units.n_retrieved,
                    requests.*,
                    evaluated.item_rank,
                    evaluated.hit,
                    evaluated.ideal_rank,
                    evaluated.worst_rank,
                        evaluated.hits_upto,
                        evaluated.first_hit,
                        evaluated.others_above,
                        evaluated.best_precision,
                        evaluated.mid_rank,
                        evaluated.judged,
                        evaluated.tie_size,
                        evaluated.tie_hits,
                        evaluated.tie_hits_upto,
                        evaluated.hits_in_list,
                        evaluated.unstop_given,
                    case
                        when requests.metric = 'err'
                        then evaluated.stop_given
                        when requests.gain = 'binary'
                        then evaluated.gain_binary
                            when requests.gain = 'exponential' and requests.negative <> 'zero'
                            then evaluated.gain_exponential_keep
                            when requests.gain = 'exponential'
                            then evaluated.gain_exponential
                            when requests.gain = 'linear' and requests.negative <> 'zero'
                            then evaluated.gain_linear_keep
                            when requests.gain = 'linear'
                            then evaluated.gain_linear
                    end as gained,
                        case
                            requests.gain
                            
                                when 'linear' then evaluated.gain_linear_upto
                            
                                when 'exponential' then evaluated.gain_exponential_upto
                            
                                when 'binary' then evaluated.gain_binary_upto
                            
                        end as gained_upto,
                        case
                            requests.gain
                            
                                when 'linear' then evaluated.ideal_gain_linear_upto
                            
                                when 'exponential' then evaluated.ideal_gain_exponential_upto
                            
                                when 'binary' then evaluated.ideal_gain_binary_upto
                            
                        end as ideal_gained_upto
                from rankhouse_units as units
                cross join rankhouse_requests as requests
                left join rankhouse_rows as evaluated on  units.by_run is not distinct from evaluated.by_run
        and  units.by_both is not distinct from evaluated.by_both
        and  units.by_judgments is not distinct from evaluated.by_judgments
        and units.rankhouse_query_id = evaluated.rankhouse_query_id
            ) as requested
        group by
            requested.by_run, requested.by_both, requested.by_judgments, requested.rankhouse_query_id,
            n_relevant,
            n_judged,
            n_retrieved,
            measure,
            metric,
            k,
            denominator, weights, beta, interpolation, rounding, recall, gain, negative, log_base, ideal, max_grade, p, undefined, partial
    ),
        rankhouse_measured as (
            select
                by_run, by_both, by_judgments, rankhouse_query_id,
                measure,
                metric,
                k,
                weight, n_retrieved = 0 and n_relevant > 0 as is_missing,
                (coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged') in ('judged', 'all') or n_retrieved > 0) as is_counted,
                coalesce(
            case
        when convention is null or n_relevant > 0 and n_retrieved > 0
        then value
        when n_retrieved = 0 and (convention = 'recommenders' and metric in ('precision', 'recall', 'average_precision'))
        then null
        when n_relevant > 0 or value is not null
        then value
            when convention = 'trec_eval' or convention = 'trec_eval_10' or convention = 'pytrec_eval' or convention = 'ir_measures' or convention = 'sklearn' and metric in ('ndcg', 'average_precision') or convention = 'ranx' or convention = 'spark' or convention = 'elasticsearch' or convention = 'torchmetrics' then 0
            when convention = 'mlflow' and metric in ('recall', 'ndcg') then case when n_retrieved = 0 then 1 else 0 end
            when convention = 'xgboost' and metric in ('ndcg', 'average_precision') then 1
    end, case when n_relevant = 0 and coalesce(queries::varchar, case when convention::varchar in ('trec_eval', 'pytrec_eval', 'elliot') then 'intersection' when convention::varchar in ('trec_eval_10', 'ir_measures', 'ranx', 'spark', 'elasticsearch', 'mlflow') then 'all' when convention::varchar in ('sklearn', 'torchmetrics', 'xgboost') then 'run' end, 'judged') = 'all' then 0 end
        ) as value
            from rankhouse_values
        ),
    rankhouse_counted as (
        select
            by_run, by_both, by_judgments, measure, metric, k,
            is_missing,
            weight, 
                case when metric in ('gmap') then ln((
        case
            when (case when is_counted then value end) is not null
            then greatest((case when is_counted then value end),  cast(0.00001 as double))
        end
    )) else case when is_counted then value end end as value
        from rankhouse_measured where case
        when len(struct_keys(by_run)) + len(struct_keys(by_both)) - 2 <> len("by")
        then error('by names a column that the run lacks: ' || "by"::varchar)
        when
            judgments is not null
            and len(struct_keys(by_judgments)) - 1
            <> len(list_filter(judgments_by::varchar[], lambda name: not list_contains("by"::varchar[], name)))
        then error('judgments_by names a column that the judgments lack: ' || judgments_by::varchar)
        else true
    end
    ),
        rankhouse_weighted as (
            select counted.*, sum(weight * value) over (partition by by_run, by_both, by_judgments, measure, metric, k) / nullif(sum(case when value is not null then weight end) over (partition by by_run, by_both, by_judgments, measure, metric, k), 0) as mean_value
            from rankhouse_counted as counted
        ),
    rankhouse_summary as (
        select
            by_run, by_both, by_judgments, measure, metric, k,
            sum(weight * value)  / nullif(sum(case when value is not null then weight end) , 0) as value,
            count(value) as n_queries,
            sum(case when is_missing then 1 else 0 end) as n_missing,
            sum(weight * value) as value_sum,
            sqrt(
                    sum(power(weight * (value - mean_value), 2))
                    *  cast(count(value) as double)
                    / nullif(count(value) - 1, 0)
                )
                / nullif(sum(case when value is not null then weight end), 0) as std_error
        from rankhouse_weighted
        group by by_run, by_both, by_judgments, measure, metric, k
    )
    select
        unnest(by_run), unnest(by_both), unnest(by_judgments), measure,
        metric,
        k,
        case when metric in ('gmap') then exp(value) else value end as value,
        n_queries,
         cast(n_missing as bigint) as n_missing,
        value_sum,
        case when metric in ('gmap') then exp(value) * std_error else std_error end
        as std_error,
        case when metric in ('gmap') then exp(value - 1.959963984540054 * std_error) else value - 1.959963984540054 * std_error end as ci_low,
        case when metric in ('gmap') then exp(value + 1.959963984540054 * std_error) else value + 1.959963984540054 * std_error end as ci_high
    from
        rankhouse_summary
         ) as answered
    order by all;

comment on macro table metrics is 'One row per measure: the by columns, measure, metric, k, value (the mean over queries), n_queries, n_missing, value_sum, std_error, ci_low, ci_high.';

create or replace macro input_problems(run, judgments := null, "by" := [], judgments_by := [], query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance') as table select *
    from
        (
            select side, problem, n_rows, example
    from (select
        'run' as side,
        'query_id is NULL' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_item_id" as varchar) ) as example
    from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_run,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, columns(lambda column_name:lower(column_name) = lower(score)) as rankhouse_score from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(run)
    ) as given) as checked
    where "rankhouse_query_id" is null union all select
        'run' as side,
        'item_id is NULL' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_query_id" as varchar) ) as example
    from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_run,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, columns(lambda column_name:lower(column_name) = lower(score)) as rankhouse_score from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(run)
    ) as given) as checked
    where "rankhouse_item_id" is null union all select
        'run' as side,
        'score is NULL or NaN' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_query_id" as varchar) ) as example
    from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_run,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, columns(lambda column_name:lower(column_name) = lower(score)) as rankhouse_score from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(run)
    ) as given) as checked
    where "rankhouse_score" is null or not ( not isnan( cast("rankhouse_score" as double))) union all select
        'run' as side,
        'duplicate' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_query_id" as varchar) ) as example
    from (select "by_run", "by_both", "rankhouse_query_id", "rankhouse_item_id", count(*) as n_copies
    from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_run,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, columns(lambda column_name:lower(column_name) = lower(score)) as rankhouse_score from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(run)
    ) as given) as listed
    where "rankhouse_query_id" is not null and "rankhouse_item_id" is not null
    group by "by_run", "by_both", "rankhouse_query_id", "rankhouse_item_id"
    having count(*) > 1) as checked
    where 1 = 1 union all select
        'judgments' as side,
        'query_id is NULL' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_item_id" as varchar) ) as example
    from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, cast(columns(lambda column_name:lower(column_name) = lower(relevance)) as double) as rankhouse_relevance from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given) as checked
    where "rankhouse_query_id" is null union all select
        'judgments' as side,
        'item_id is NULL' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_query_id" as varchar) ) as example
    from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, cast(columns(lambda column_name:lower(column_name) = lower(relevance)) as double) as rankhouse_relevance from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given) as checked
    where "rankhouse_item_id" is null union all select
        'judgments' as side,
        'relevance is NULL or NaN' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_query_id" as varchar) ) as example
    from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, cast(columns(lambda column_name:lower(column_name) = lower(relevance)) as double) as rankhouse_relevance from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given) as checked
    where "rankhouse_relevance" is null or not ( not isnan( cast("rankhouse_relevance" as double))) union all select
        'judgments' as side,
        'relevance above 1000' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_query_id" as varchar) ) as example
    from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, cast(columns(lambda column_name:lower(column_name) = lower(relevance)) as double) as rankhouse_relevance from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given) as checked
    where  cast("rankhouse_relevance" as double) > 1000 and  not isnan( cast("rankhouse_relevance" as double)) union all select
        'judgments' as side,
        'duplicate' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_query_id" as varchar) ) as example
    from (select "by_both", "by_judgments", "rankhouse_query_id", "rankhouse_item_id", count(*) as n_copies
    from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, cast(columns(lambda column_name:lower(column_name) = lower(relevance)) as double) as rankhouse_relevance from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given) as listed
    where "rankhouse_query_id" is not null and "rankhouse_item_id" is not null
    group by "by_both", "by_judgments", "rankhouse_query_id", "rankhouse_item_id"
    having count(*) > 1) as checked
    where 1 = 1 union all select
        'run' as side,
        'query without judgments' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_query_id" as varchar) ) as example
    from (
        select distinct "rankhouse_query_id"
        from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_run,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, columns(lambda column_name:lower(column_name) = lower(score)) as rankhouse_score from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(run)
    ) as given) as here
        where
            "rankhouse_query_id" is not null
            and not exists (select 1 from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, cast(columns(lambda column_name:lower(column_name) = lower(relevance)) as double) as rankhouse_relevance from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given) as there where there."rankhouse_query_id" = here."rankhouse_query_id")
    ) as checked
    where 1 = 1 union all select
        'judgments' as side,
        'query without results' as problem,
        count(*) as n_rows,
        min( cast("rankhouse_query_id" as varchar) ) as example
    from (
        select distinct "rankhouse_query_id"
        from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_judgments' or (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) and not list_contains("by"::varchar[], column_name)))) as by_judgments,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, cast(columns(lambda column_name:lower(column_name) = lower(relevance)) as double) as rankhouse_relevance from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(coalesce(judgments, run))
    ) as given) as here
        where
            "rankhouse_query_id" is not null
            and not exists (select 1 from (select  struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_both' or (list_contains("by"::varchar[], column_name) and (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_both,
    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name) and not (list_contains((case when judgments is null then "by"::varchar[] else judgments_by::varchar[] end)::varchar[], column_name) or false)))) as by_run,
    columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id,
        columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, columns(lambda column_name:lower(column_name) = lower(score)) as rankhouse_score from (
        select
            *,
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table(run)
    ) as given) as there where there."rankhouse_query_id" = here."rankhouse_query_id")
    ) as checked
    where 1 = 1) as problems
    where n_rows > 0
        ) as found
    where side = 'run' or judgments is not null
    order by all;

comment on macro table input_problems is 'What is wrong with a run and its judgments, one row per kind of problem that occurs: side, problem, n_rows, example.';

create or replace macro recommendation_metrics(run, measures := null, items := null, interactions := null, judgments := null, features := null, distances := null, baseline := null, "by" := [], query_id := 'query_id', item_id := 'item_id', score := 'score', relevance := 'relevance', feature := 'feature', weight := null, other_item_id := 'other_item_id', distance := 'distance') as table select * exclude (rankhouse_ungrouped_by_1)
    from (with
        rankhouse_run as ( select by_1, rankhouse_query_id, rankhouse_item_id, max(rankhouse_score) as rankhouse_score from (
        select "by_1" as by_1, "rankhouse_query_id" as rankhouse_query_id, "rankhouse_item_id" as rankhouse_item_id, "rankhouse_score" as rankhouse_score
        from
            (
        select packed.*
        from
            (
                select
                    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_1' or (list_contains("by"::varchar[], column_name)))) as by_1, columns(lambda column_name:lower(column_name) = lower(query_id)) as rankhouse_query_id, columns(lambda column_name:lower(column_name) = lower(item_id)) as rankhouse_item_id, columns(lambda column_name:lower(column_name) = lower(score)) as rankhouse_score
                from (select *, 0 as rankhouse_ungrouped_by_1 from query_table(run)) as given
            ) as packed
        where
            case
                when len(struct_keys(packed.by_1)) - 1 = len("by")
                then true
                else
                    error(
                        'by names a column that the run lacks: '
                        || "by"::varchar
                    )
            end
    )
    ) as rankhouse_run
            where
                rankhouse_query_id is not null
                and rankhouse_item_id is not null
                and rankhouse_score is not null
                and  not isnan( cast(rankhouse_score as double)) group by by_1, rankhouse_query_id, rankhouse_item_id),
    rankhouse_lists as (
        select by_1, rankhouse_query_id, rankhouse_item_id, item_rank
        from
            (
                select by_1, rankhouse_query_id, rankhouse_item_id,  cast(row_number() over (
        partition by by_1, rankhouse_query_id
        order by rankhouse_score desc, rankhouse_item_id desc
    ) as bigint) as item_rank
                from rankhouse_run
            ) as placed where item_rank <= list_max(
        [
            coalesce(nullif(try_cast(regexp_extract(text, '[@_]\s*([0-9]+)\s*$', 1) as bigint), 0), 1000000000) for text
            in measures::varchar[]
        ]
    )
    ),
        rankhouse_spellings(spelling, metric_name, cutoff_rule) as (
        values
            
                
                
                    (
                        'catalogue_coverage',
                        'catalogue_coverage',
                        'optional'
                    ), 
                
                    (
                        'catalog_coverage',
                        'catalogue_coverage',
                        'optional'
                    ), 
                
                    (
                        'coverage',
                        'catalogue_coverage',
                        'optional'
                    ), 
                
                    (
                        'item_coverage',
                        'catalogue_coverage',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'novelty',
                        'novelty',
                        'optional'
                    ), 
                
                    (
                        'mean_self_information',
                        'novelty',
                        'optional'
                    ), 
                
                    (
                        'self_information',
                        'novelty',
                        'optional'
                    ), 
                
                    (
                        'miuf',
                        'novelty',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'average_popularity',
                        'average_popularity',
                        'optional'
                    ), 
                
                    (
                        'average_recommendation_popularity',
                        'average_popularity',
                        'optional'
                    ), 
                
                    (
                        'arp',
                        'average_popularity',
                        'optional'
                    ), 
                
                    (
                        'average_rec_popularity',
                        'average_popularity',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'serendipity',
                        'serendipity',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'intra_list_diversity',
                        'intra_list_diversity',
                        'optional'
                    ), 
                
                    (
                        'ild',
                        'intra_list_diversity',
                        'optional'
                    ), 
                
                    (
                        'diversity',
                        'intra_list_diversity',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'gini',
                        'gini',
                        'optional'
                    ), 
                
                    (
                        'gini_index',
                        'gini',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'entropy',
                        'entropy',
                        'optional'
                    ), 
                
                    (
                        'shannon_entropy',
                        'entropy',
                        'optional'
                    ), 
                
            
                
                
                    (
                        'personalisation',
                        'personalisation',
                        'optional'
                    ), 
                
                    (
                        'personalization',
                        'personalisation',
                        'optional'
                    ), 
                
                    (
                        'inter_list_diversity',
                        'personalisation',
                        'optional'
                    )
                
            
    ),
    rankhouse_options(
        metric_name,
        option,
        option_number,
        default_value,
        choices,
        limits,
        above,
        below,
        lowest,
        highest
    ) as (
        values
            
                
                
                    (
                        'novelty',
                        'probability',
                        1,
                        'users',
                        ['users', 'interactions'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'average_popularity',
                        'normalisation',
                        1,
                        'none',
                        ['none', 'interactions'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'serendipity',
                        'expected',
                        1,
                        'popular',
                        ['popular', 'baseline'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'serendipity',
                        'denominator',
                        2,
                        'k',
                        ['k', 'retrieved'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'intra_list_diversity',
                        'distance',
                        1,
                        'cosine',
                        ['cosine', 'jaccard', 'table'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'gini',
                        'among',
                        1,
                        'catalogue',
                        ['catalogue', 'shown'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
            
                
                
                    (
                        'entropy',
                        'normalisation',
                        1,
                        'none',
                        ['none', 'catalogue'],
                        'a number '
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    ), 
                
                    (
                        'entropy',
                        'log_base',
                        2,
                        '2',
                        null::varchar[],
                        'a number above 1'
                            ,  cast(1 as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                            ,  cast(null as double)
                        
                    )
                
            
    ),
    rankhouse_strings as (
        select
            given_text,
            replace(
                replace(lower(regexp_replace(given_text, '[\s''"]', '', 'g')), 'min(k,relevant)', 'min'),
                'min(relevant,k)',
                'min'
            ) as plain_text
        from
            (
                select distinct
                    unnest(
                        case
                            when len(measures) > 0
                            then measures::varchar[]
                            else error('no measure was asked for: give measures := [''ndcg@10'', ''map'']')
                        end
                    ) as given_text
            ) as given
    ),
    rankhouse_split as (
        select
            given_text,
            regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 1) as head,
            regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 3) as option_text,
            nullif(regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 4), '') as cutoff_text
        from rankhouse_strings as strings
    ),
    rankhouse_named as (
        select
            split.given_text,
            split.option_text,
            coalesce(
                spelled.metric_name,
                stemmed.metric_name,
                case
                    when split.head = ''
                    then
                        error(
                            'malformed measure '''
                            || split.given_text
                            || ''': write name[(option=value, ...)][@k], such as ''ndcg(gain=linear)@10'''
                        )
                        when split.head in ('precision', 'p', 'recall', 'r', 'f1', 'f', 'f_beta', 'fbeta', 'hits', 'num_rel_ret', 'hit_rate', 'success', 'hit', 'reciprocal_rank', 'rr', 'mrr', 'recip_rank', 'mean_reciprocal_rank', 'average_precision', 'ap', 'map', 'map_cut', 'mean_average_precision', 'gmap', 'gm_map', 'geometric_map', 'interpolated_precision', 'iprec', 'iprec_at_recall', 'r_precision', 'rprec', 'cg', 'dcg', 'idcg', 'ideal_dcg', 'ndcg', 'ndcg_cut', 'err', 'expected_reciprocal_rank', 'rbp', 'rank_biased_precision', 'q_measure', 'q', 'bpref', 'judged', 'roc_auc', 'auc', 'gauc', 'label_ranking_average_precision', 'lrap', 'label_ranking_loss', 'ranking_loss', 'coverage_error')
                        then
                            error(
                                'unknown measure '''
                                || split.given_text
                                || ''': it is one of metrics (evaluate in Python and on the command line)'
                            )
                        when split.head in ('accuracy', 'acc', 'ppv', 'tpr', 'sensitivity', 'fpr', 'fall_out', 'false_positive_rate', 'specificity', 'tnr', 'true_negative_rate', 'balanced_accuracy', 'bac', 'mcc', 'matthews_corrcoef', 'phi', 'pr_auc', 'break_even', 'break_even_point', 'best_f1', 'max_f1', 'best_f1_threshold', 'ks', 'kolmogorov_smirnov', 'log_loss', 'logloss', 'cross_entropy', 'brier', 'brier_score', 'ece', 'expected_calibration_error')
                        then
                            error(
                                'unknown measure '''
                                || split.given_text
                                || ''': it is one of classifier_metrics (classifier on the command line)'
                            )
                        when split.head in ('mae', 'mse', 'rmse', 'r2')
                        then
                            error(
                                'unknown measure '''
                                || split.given_text
                                || ''': it is one of rating_metrics'
                            )
                    else
                        error(
                            'unknown measure '''
                            || split.given_text
                            || ''': did you mean '''
                            || (
                                select arg_max(near.spelling, jaro_winkler_similarity(near.spelling, split.head))
                                from rankhouse_spellings as near
                            )
                            || '''? Known: catalogue_coverage, novelty, average_popularity, serendipity, intra_list_diversity, gini, entropy, personalisation')
        end) as metric_name,
        coalesce(spelled.cutoff_rule, stemmed.cutoff_rule) as cutoff_rule,
        coalesce(substr(split.cutoff_text, 2), case when spelled.metric_name is null then regexp_extract(split.head, '_(\d+)$', 1) end) as cutoff_text
    from rankhouse_split as split
    left join rankhouse_spellings as spelled on split.head = spelled.spelling
    left join rankhouse_spellings as stemmed on regexp_extract(split.head, '^(.*)_\d+$', 1) = stemmed.spelling and split.cutoff_text is null
),
rankhouse_cut as (
    select
        named.given_text, named.metric_name,
        case
            when named.cutoff_text is null then null
            when named.cutoff_rule = 'none' then error(named.metric_name || ' takes no cutoff: write '''
                            || named.metric_name
                            || ''' instead of '''
                            || named.given_text
                            || ''''
                        )
                    when regexp_full_match(named.cutoff_text, '\d{1,18}') and named.cutoff_text::bigint > 0
                    then named.cutoff_text::bigint
                    else
                        error(
                            'the cutoff of a measure is a whole number of at least 1, got '''
                            || named.cutoff_text
                            || ''' in '''
                            || named.given_text
                            || ''''
                        )
                end as cutoff,
                case when named.option_text <> '' then string_split(named.option_text, ',') else [] end as pairs
                from rankhouse_named as named
            ),
            rankhouse_pairs as (
                select
                    given_text,
                    metric_name,
                    cutoff,
                    pair,
                    split_part(pair, '=', 1) as option,
                    case
                        when split_part(pair, '=', 2) = 'min' then 'min(k, relevant)' else split_part(pair, '=', 2)
                    end as option_value
                from
                    (
                        select cut.given_text, cut.metric_name, cut.cutoff, unnest(cut.pairs) as pair
                        from rankhouse_cut as cut
                    ) as pairs
            ),
            rankhouse_faults as (
                select
                    string_agg(
                        case
                            when pairs.option_value = ''
                            then
                                'malformed option '''
                                || pairs.pair
                                || ''' in '''
                                || pairs.given_text
                                || ''': write option=value'
        when known.option is null then pairs.metric_name || ' has no option '''
                                || pairs.option
                                || ''' (in '''
                                || pairs.given_text
                                || '''): Known: ' || coalesce((
            select string_agg(listed.option, ', ' order by listed.option_number) from rankhouse_options as listed where listed.metric_name = pairs.metric_name
        ), 'none')
        when known.choices is not null and not list_contains(known.choices, pairs.option_value)
            then pairs.option || ' of ' || pairs.metric_name || ' is one of ' || array_to_string(known.choices, ' | ') || ', got '''
                                || pairs.option_value
                                || ''' in '''
                                || pairs.given_text
                                || ''''
                            when
                                known.choices is null
                                and not coalesce(
                                    try_cast(pairs.option_value as double) > coalesce(known.above, '-inf')
                                    and try_cast(pairs.option_value as double) < coalesce(known.below, 'inf')
                                    and try_cast(pairs.option_value as double) >= coalesce(known.lowest, '-inf')
                                    and try_cast(pairs.option_value as double) <= coalesce(known.highest, 'inf'),
                                    false
                                )
                            then
                                pairs.option
                                || ' of '
                                || pairs.metric_name
                                || ' is '
                                || known.limits
                                || ', got '''
                                || pairs.option_value
                                || ''' in '''
                                || pairs.given_text
                                || ''''
                            when
                                pairs.option = 'interpolation'
                                and pairs.option_value <> 'none'
                                and (pairs.cutoff is not null or contains(pairs.given_text, 'denominator'))
                            then
                                'interpolation takes the whole list and every relevant item: no cutoff and no denominator, got '''
                                || pairs.given_text
                                || ''''
                            when
                                pairs.metric_name = 'average_precision'
                                and pairs.option_value = 'k'
                                and pairs.cutoff is null
                            then
                                'average_precision(denominator=k) needs a cutoff, such as average_precision(denominator=k)@10'
                            when
                                pairs.option = 'ideal'
                                and pairs.option_value <> 'k'
                                and contains(pairs.given_text, 'normalize')
                            then 'negative=normalize takes ideal=k, got ''' || pairs.given_text || ''''
                            when pairs.option_value = 'constant' and pairs.cutoff is null
                            then 'ideal=constant takes a cutoff, such as ndcg(ideal=constant)@10'
                        end,
                        '; '
                    ) as fault
                from rankhouse_pairs as pairs
                left join
                    rankhouse_options as known on pairs.metric_name = known.metric_name and pairs.option = known.option
            ),
            rankhouse_chosen as (
                select
                    cut.given_text,
                    options.option,
                    options.option_number,
                    options.default_value as assumed_value,
                    coalesce(
                        case
                            when options.choices is null
                            then regexp_replace(try_cast(pairs.option_value as double)::varchar, '\.0$', '')
                            else pairs.option_value
                        end,
                        assumed_value
                    ) as option_value
                from rankhouse_cut as cut
                join rankhouse_options as options on cut.metric_name = options.metric_name
                left join
                    rankhouse_pairs as pairs on cut.given_text = pairs.given_text and options.option = pairs.option
            ),
            rankhouse_requests as (
                select distinct
                    cut.metric_name || coalesce(
                        '(' || string_agg(
                            chosen.option || '=' || chosen.option_value, ', ' order by chosen.option_number
                        ) filter (where chosen.option_value <> chosen.assumed_value)
                        || ')',
                        ''
                    )
                    || coalesce('@' || cut.cutoff, '') as measure,
                    cut.metric_name as metric,
                    cut.cutoff as k
                        ,
                        max(
                            case when chosen.option = 'probability' then chosen.option_value end
                        ) as probability
                        ,
                        max(
                            case when chosen.option = 'normalisation' then chosen.option_value end
                        ) as normalisation
                        ,
                        max(
                            case when chosen.option = 'expected' then chosen.option_value end
                        ) as expected
                        ,
                        max(
                            case when chosen.option = 'denominator' then chosen.option_value end
                        ) as denominator
                        ,
                        max(
                            case when chosen.option = 'distance' then chosen.option_value end
                        ) as rankhouse_distance
                        ,
                        max(
                            case when chosen.option = 'among' then chosen.option_value end
                        ) as among
                        ,
                        max(
                            case when chosen.option = 'log_base' then chosen.option_value end
                        )::double as log_base
                from rankhouse_cut as cut
                cross join rankhouse_faults as faults
                left join rankhouse_chosen as chosen on cut.given_text = chosen.given_text
                where
                    case
                        when faults.fault is not null
                        then error(faults.fault)
                        when
                            (
                                select count(distinct scale.option_value)
                                from rankhouse_chosen as scale
                                where scale.option = 'max_grade'
                            )
                            > 1
                        then
                            error(
                                'err takes one max_grade in a call of this macro: ask for the others in a call of their own'
                            ) else true
                    end
                group by cut.given_text, cut.metric_name, cut.cutoff
            ),
        rankhouse_items as (
            select distinct rankhouse_item_id
            from (select
            "rankhouse_item_id" as rankhouse_item_id
    from (
        select
                columns(
                    lambda column_name:lower(column_name) = case
                        when items is null
                        then lower(item_id)
                        else lower(item_id)
                    end
                ) as rankhouse_item_id
        from (select *, 1 as rankhouse_one from query_table(coalesce(items, run))) as given
        where items is not null
    ) as read) as listed
            where rankhouse_item_id is not null
    ),
    rankhouse_interactions as (
            select rankhouse_query_id, rankhouse_item_id
            from (select
            "rankhouse_query_id" as rankhouse_query_id, 
            "rankhouse_item_id" as rankhouse_item_id
    from (
        select
                columns(
                    lambda column_name:lower(column_name) = case
                        when interactions is null
                        then lower(query_id)
                        else lower(query_id)
                    end
                ) as rankhouse_query_id,
                columns(
                    lambda column_name:lower(column_name) = case
                        when interactions is null
                        then lower(item_id)
                        else lower(item_id)
                    end
                ) as rankhouse_item_id
        from (select *, 1 as rankhouse_one from query_table(coalesce(interactions, run))) as given
        where interactions is not null
    ) as read) as listed
            where rankhouse_query_id is not null and rankhouse_item_id is not null
    ),
    rankhouse_popularity as (
        select
            rankhouse_item_id,
            n_interactions,
            n_users,
             cast(row_number() over (
        
        order by n_interactions desc, rankhouse_item_id desc
    ) as bigint) as popularity_place
        from
            (
                select rankhouse_item_id, count(*) as n_interactions, count(distinct rankhouse_query_id) as n_users
                from rankhouse_interactions
                group by rankhouse_item_id
            ) as counted
    ),
    rankhouse_totals as (
        select
            (select count(*) from rankhouse_items) as n_items,
            (select count(*) from rankhouse_interactions) as total_interactions,
            (select count(distinct rankhouse_query_id) from rankhouse_interactions) as total_users
    ),
    rankhouse_relevant as (
            select rankhouse_query_id, rankhouse_item_id
            from ( select rankhouse_query_id, rankhouse_item_id, max(rankhouse_relevance) as rankhouse_relevance from (
        select "rankhouse_query_id" as rankhouse_query_id, "rankhouse_item_id" as rankhouse_item_id,  cast("rankhouse_relevance" as double) as rankhouse_relevance
        from
            (
        select
                columns(
                    lambda column_name:lower(column_name) = case
                        when judgments is null
                        then lower(query_id)
                        else lower(query_id)
                    end
                ) as rankhouse_query_id,
                columns(
                    lambda column_name:lower(column_name) = case
                        when judgments is null
                        then lower(item_id)
                        else lower(item_id)
                    end
                ) as rankhouse_item_id,
                columns(
                    lambda column_name:lower(column_name) = case
                        when judgments is null
                        then 'rankhouse_one'
                        else lower(relevance)
                    end
                ) as rankhouse_relevance
        from (select *, 1 as rankhouse_one from query_table(coalesce(judgments, run))) as given
        where judgments is not null
    ) as read
    ) as rankhouse_judgments
            where
                rankhouse_query_id is not null
                and rankhouse_item_id is not null
                and rankhouse_relevance is not null
                and  not isnan( cast(rankhouse_relevance as double)) group by rankhouse_query_id, rankhouse_item_id) as judged
            where (case when rankhouse_relevance > 0 then  cast(1 as double) else  cast(0 as double) end) = 1
    ),
    rankhouse_baseline as (
            select rankhouse_query_id, rankhouse_item_id,  cast(row_number() over (
        partition by rankhouse_query_id
        order by rankhouse_score desc, rankhouse_item_id desc
    ) as bigint) as baseline_place
            from ( select rankhouse_query_id, rankhouse_item_id, max(rankhouse_score) as rankhouse_score from (
        select "rankhouse_query_id" as rankhouse_query_id, "rankhouse_item_id" as rankhouse_item_id, "rankhouse_score" as rankhouse_score
        from
            (
        select
                columns(
                    lambda column_name:lower(column_name) = case
                        when baseline is null
                        then lower(query_id)
                        else lower(query_id)
                    end
                ) as rankhouse_query_id,
                columns(
                    lambda column_name:lower(column_name) = case
                        when baseline is null
                        then lower(item_id)
                        else lower(item_id)
                    end
                ) as rankhouse_item_id,
                columns(
                    lambda column_name:lower(column_name) = case
                        when baseline is null
                        then 'rankhouse_one'
                        else lower(score)
                    end
                ) as rankhouse_score
        from (select *, 1 as rankhouse_one from query_table(coalesce(baseline, run))) as given
        where baseline is not null
    ) as read
    ) as rankhouse_run
            where
                rankhouse_query_id is not null
                and rankhouse_item_id is not null
                and rankhouse_score is not null
                and  not isnan( cast(rankhouse_score as double)) group by rankhouse_query_id, rankhouse_item_id) as expected
    ),
        
        rankhouse_paired_items as (
            select lists.by_1 as by_1, lists.rankhouse_query_id as rankhouse_query_id, lists.rankhouse_item_id as rankhouse_item_id, lists.item_rank as item_rank
            from rankhouse_lists as lists
            where
                exists (
                    select 1
                    from rankhouse_requests as requests
                    where
                        requests.metric = 'intra_list_diversity'
                        and lists.item_rank <= coalesce(requests.k, lists.item_rank)
                )
        ),
        rankhouse_item_pairs as (
            select
                listed.by_1 as by_1, listed.rankhouse_query_id as rankhouse_query_id, listed.rankhouse_item_id as rankhouse_item_id,
                other.rankhouse_item_id as rankhouse_other_item_id,
                case
                    when listed.item_rank > other.item_rank then listed.item_rank else other.item_rank
                end as lower_rank
            from rankhouse_paired_items as listed
            join
                rankhouse_paired_items as other
                on  listed.by_1 is not distinct from other.by_1
        and listed.rankhouse_query_id = other.rankhouse_query_id
                and listed.rankhouse_item_id < other.rankhouse_item_id
        ), rankhouse_features as (
        select rankhouse_item_id, rankhouse_feature, max(feature_weight) as feature_weight
        from
            (
                select
                    "rankhouse_item_id" as rankhouse_item_id,
                    "rankhouse_feature" as rankhouse_feature,
                     cast("rankhouse_weight" as double) as feature_weight
                from (
        select
                columns(
                    lambda column_name:lower(column_name) = case
                        when features is null
                        then lower(item_id)
                        else lower(item_id)
                    end
                ) as rankhouse_item_id,
                columns(
                    lambda column_name:lower(column_name) = case
                        when features is null
                        then 'rankhouse_one'
                        else lower(feature)
                    end
                ) as rankhouse_feature,
                columns(
                    lambda column_name:lower(column_name) = case
                        when features is null or weight is null
                        then 'rankhouse_one'
                        else lower(weight)
                    end
                ) as rankhouse_weight
        from (select *, 1 as rankhouse_one from query_table(coalesce(features, run))) as given
        where features is not null
    ) as read
            ) as listed
        where rankhouse_item_id is not null and rankhouse_feature is not null and abs(feature_weight) <  cast(1e150 as double)
        group by rankhouse_item_id, rankhouse_feature
    ),
    rankhouse_featured as (
        select
            rankhouse_item_id,
            sum(feature_weight * feature_weight) as square,
            case when min(feature_weight) >= 0 then sum(feature_weight) end as total
        from rankhouse_features
        group by rankhouse_item_id
    ),
    rankhouse_described as (
        select
            listed.by_1 as by_1, listed.rankhouse_query_id as rankhouse_query_id, listed.rankhouse_item_id as rankhouse_item_id,
            rankhouse_features.rankhouse_feature as rankhouse_feature,
            rankhouse_features.feature_weight as feature_weight
        from rankhouse_paired_items as listed
        join rankhouse_features as rankhouse_features on listed.rankhouse_item_id = rankhouse_features.rankhouse_item_id
    ),
    rankhouse_shared as (
        select
            mine.by_1 as by_1, mine.rankhouse_query_id as rankhouse_query_id, mine.rankhouse_item_id as rankhouse_item_id,
            theirs.rankhouse_item_id as rankhouse_other_item_id,
            sum(mine.feature_weight * theirs.feature_weight) as product,
            sum(
                case
                    when mine.feature_weight < theirs.feature_weight then mine.feature_weight else theirs.feature_weight
                end
            ) as smaller
        from rankhouse_described as mine
        join
            rankhouse_described as theirs
            on  mine.by_1 is not distinct from theirs.by_1
        and mine.rankhouse_query_id = theirs.rankhouse_query_id
            and mine.rankhouse_feature = theirs.rankhouse_feature
            and mine.rankhouse_item_id < theirs.rankhouse_item_id
        group by mine.by_1, mine.rankhouse_query_id, mine.rankhouse_item_id, theirs.rankhouse_item_id
    ), rankhouse_given_distances as (
        select rankhouse_item_id, rankhouse_other_item_id, avg(rankhouse_distance) as given_distance
        from
            (
                select
                    case when rankhouse_item_id < rankhouse_other_item_id then rankhouse_item_id else rankhouse_other_item_id end as rankhouse_item_id,
                    case when rankhouse_item_id < rankhouse_other_item_id then rankhouse_other_item_id else rankhouse_item_id end as rankhouse_other_item_id,
                     cast(rankhouse_distance as double) as rankhouse_distance
                from (select
            "rankhouse_item_id" as rankhouse_item_id, 
            "rankhouse_other_item_id" as rankhouse_other_item_id, 
            "rankhouse_distance" as rankhouse_distance
    from (
        select
                columns(
                    lambda column_name:lower(column_name) = case
                        when distances is null
                        then lower(item_id)
                        else lower(item_id)
                    end
                ) as rankhouse_item_id,
                columns(
                    lambda column_name:lower(column_name) = case
                        when distances is null
                        then lower(item_id)
                        else lower(other_item_id)
                    end
                ) as rankhouse_other_item_id,
                columns(
                    lambda column_name:lower(column_name) = case
                        when distances is null
                        then 'rankhouse_one'
                        else lower(distance)
                    end
                ) as rankhouse_distance
        from (select *, 1 as rankhouse_one from query_table(coalesce(distances, run))) as given
        where distances is not null
    ) as read) as listed
                where rankhouse_item_id <> rankhouse_other_item_id
            ) as paired
        where abs(rankhouse_distance) <  cast(1e150 as double)
        group by rankhouse_item_id, rankhouse_other_item_id
    ),
         rankhouse_known as (
        select
            lists.by_1 as by_1, lists.rankhouse_query_id as rankhouse_query_id, lists.rankhouse_item_id as rankhouse_item_id, lists.item_rank as item_rank,
            popularity.n_interactions,
            popularity.n_users,
            popularity.popularity_place,
            rankhouse_baseline.baseline_place,
            case when relevant.rankhouse_item_id is null then 0 else 1 end as hit
        from rankhouse_lists as lists
        left join rankhouse_popularity as popularity on lists.rankhouse_item_id = popularity.rankhouse_item_id
        left join
            rankhouse_relevant as relevant on lists.rankhouse_query_id = relevant.rankhouse_query_id and lists.rankhouse_item_id = relevant.rankhouse_item_id
        left join
            rankhouse_baseline as rankhouse_baseline on lists.rankhouse_query_id = rankhouse_baseline.rankhouse_query_id and lists.rankhouse_item_id = rankhouse_baseline.rankhouse_item_id
    ),
    rankhouse_list_values as (select
        by_1, rankhouse_query_id, measure,
        case
        metric
            when 'novelty' then avg(ln(( cast(nullif(case probability when 'users' then total_users else total_interactions end, 0) as double) / nullif( cast(case probability when 'users' then coalesce(n_users, 1) else coalesce(n_interactions, 1) end as double), 0))) / ln( cast(2 as double)))
            when 'average_popularity' then avg(( cast(coalesce(n_interactions, 0) as double) / nullif( cast(case normalisation when 'interactions' then total_interactions else 1 end as double), 0)))
            when 'serendipity' then ( cast(sum(case when case expected when 'popular' then popularity_place else baseline_place end <= coalesce(k, case expected when 'popular' then popularity_place else baseline_place end) then 0 else hit end) as double) / nullif( cast(case denominator when 'k' then coalesce(k,  cast(count(*) as bigint)) else  cast(count(*) as bigint) end as double), 0))
    end as value,
        sum(
            case
                    when metric = 'novelty' and n_interactions is null then 1
                    when metric = 'average_popularity' and n_interactions is null then 1
                when 1 = 0
                then 1
                else 0
            end
        ) as n_unknown
    from
        (
            select
                known.by_1 as by_1, known.rankhouse_query_id as rankhouse_query_id, known.item_rank as item_rank, known.hit as hit,
                known.n_interactions,
                known.n_users,
                known.popularity_place,
                known.baseline_place,
                totals.total_interactions,
                totals.total_users,
                requests.measure as measure, requests.metric as metric, requests.k as k, requests.probability as probability, requests.normalisation as normalisation, requests.expected as expected, requests.denominator as denominator, requests.rankhouse_distance as rankhouse_distance, requests.among as among, requests.log_base as log_base
            from rankhouse_known as known
            cross join rankhouse_totals as totals
            join
                rankhouse_requests as requests
                on requests.metric in ('novelty', 'average_popularity', 'serendipity')
                and known.item_rank <= coalesce(requests.k, known.item_rank)
        ) as listed
    group by by_1, rankhouse_query_id, measure, metric, k, probability, normalisation, expected, denominator, rankhouse_distance, among, log_base, total_interactions, total_users
        union all select
        by_1, rankhouse_query_id, measure,
        avg( cast(pair_distance as double)) as value,
        sum(case when pair_distance is null then 1 else 0 end) as n_unknown
    from
        (
            select
                pairs.by_1 as by_1, pairs.rankhouse_query_id as rankhouse_query_id,
                requests.measure,
                case
                    requests.rankhouse_distance
                        when 'cosine'
                        then
                            case
        when 1 - ( cast(coalesce(shared.product, 0) as double) / nullif( cast(sqrt( cast(mine.square as double)) * sqrt( cast(theirs.square as double)) as double), 0)) < 0
        then 0
        when 1 - ( cast(coalesce(shared.product, 0) as double) / nullif( cast(sqrt( cast(mine.square as double)) * sqrt( cast(theirs.square as double)) as double), 0)) > 2
        then 2
        else 1 - ( cast(coalesce(shared.product, 0) as double) / nullif( cast(sqrt( cast(mine.square as double)) * sqrt( cast(theirs.square as double)) as double), 0))
    end
                        when 'jaccard'
                        then
                            case
        when 1 - ( cast(coalesce(shared.smaller, 0) as double) / nullif( cast(mine.total + theirs.total - coalesce(shared.smaller, 0) as double), 0)) < 0
        then 0
        when 1 - ( cast(coalesce(shared.smaller, 0) as double) / nullif( cast(mine.total + theirs.total - coalesce(shared.smaller, 0) as double), 0)) > 1
        then 1
        else 1 - ( cast(coalesce(shared.smaller, 0) as double) / nullif( cast(mine.total + theirs.total - coalesce(shared.smaller, 0) as double), 0))
    end when 'table' then given.given_distance
                end as pair_distance
            from rankhouse_item_pairs as pairs
            join
                rankhouse_requests as requests
                on requests.metric = 'intra_list_diversity'
                and pairs.lower_rank <= coalesce(requests.k, pairs.lower_rank)
                left join rankhouse_featured as mine on pairs.rankhouse_item_id = mine.rankhouse_item_id
                left join rankhouse_featured as theirs on pairs.rankhouse_other_item_id = theirs.rankhouse_item_id
                left join
                    rankhouse_shared as shared
                    on  pairs.by_1 is not distinct from shared.by_1
        and pairs.rankhouse_query_id = shared.rankhouse_query_id
        and pairs.rankhouse_item_id = shared.rankhouse_item_id
                    and pairs.rankhouse_other_item_id = shared.rankhouse_other_item_id
                left join
                    rankhouse_given_distances as given
                    on pairs.rankhouse_item_id = given.rankhouse_item_id
                    and pairs.rankhouse_other_item_id = given.rankhouse_other_item_id
        ) as paired
    group by by_1, rankhouse_query_id, measure
    ),
         rankhouse_cutoffs as (
        select distinct k from rankhouse_requests where metric in ('catalogue_coverage', 'gini', 'entropy', 'personalisation')
    ),
    rankhouse_shown as (
        select
            lists.by_1 as by_1, lists.rankhouse_query_id as rankhouse_query_id, lists.rankhouse_item_id as rankhouse_item_id,
            cutoffs.k as k,
            count(*) over (partition by lists.by_1, lists.rankhouse_query_id, cutoffs.k) as list_length
        from rankhouse_lists as lists
        join rankhouse_cutoffs as cutoffs on lists.item_rank <= coalesce(cutoffs.k, lists.item_rank)
    ),
    rankhouse_exposures as (
        select
            by_1, rankhouse_item_id, k,
            count(*) as exposure,
            sum(1 / sqrt( cast(list_length as double))) as list_weight
        from rankhouse_shown
        group by by_1, rankhouse_item_id, k
    ),
    rankhouse_list_counts as (
        select  by_1,  count(distinct rankhouse_query_id) as n_lists
        from rankhouse_run group by by_1
    ),
    rankhouse_run_values as (select
        by_1, measure,
        case
        metric
            when 'catalogue_coverage' then ( cast(sum(is_counted) as double) / nullif( cast(max(n_items) as double), 0))
            when 'gini' then ( cast(2 * sum( cast(exposure_place as double) * counted_exposure) + ((case among when 'catalogue' then max(n_items) - count(counted_exposure) else 0 end) - count(counted_exposure) - 1) * sum( cast(counted_exposure as double)) as double) / nullif( cast((count(counted_exposure) + (case among when 'catalogue' then max(n_items) - count(counted_exposure) else 0 end)) * sum( cast(counted_exposure as double)) as double), 0))
            when 'entropy' then case normalisation when 'none' then ( cast(case when ln(nullif(sum( cast(counted_exposure as double)), 0)) - ( cast(sum(counted_exposure * ln( cast(counted_exposure as double))) as double) / nullif( cast(sum( cast(counted_exposure as double)) as double), 0)) < 0 then 0 else ln(nullif(sum( cast(counted_exposure as double)), 0)) - ( cast(sum(counted_exposure * ln( cast(counted_exposure as double))) as double) / nullif( cast(sum( cast(counted_exposure as double)) as double), 0)) end as double) / nullif( cast(ln(log_base) as double), 0)) else case
        when ( cast(case when ln(nullif(sum( cast(counted_exposure as double)), 0)) - ( cast(sum(counted_exposure * ln( cast(counted_exposure as double))) as double) / nullif( cast(sum( cast(counted_exposure as double)) as double), 0)) < 0 then 0 else ln(nullif(sum( cast(counted_exposure as double)), 0)) - ( cast(sum(counted_exposure * ln( cast(counted_exposure as double))) as double) / nullif( cast(sum( cast(counted_exposure as double)) as double), 0)) end as double) / nullif( cast(ln(nullif(max(n_items), 0)) as double), 0)) < 0
        then 0
        when ( cast(case when ln(nullif(sum( cast(counted_exposure as double)), 0)) - ( cast(sum(counted_exposure * ln( cast(counted_exposure as double))) as double) / nullif( cast(sum( cast(counted_exposure as double)) as double), 0)) < 0 then 0 else ln(nullif(sum( cast(counted_exposure as double)), 0)) - ( cast(sum(counted_exposure * ln( cast(counted_exposure as double))) as double) / nullif( cast(sum( cast(counted_exposure as double)) as double), 0)) end as double) / nullif( cast(ln(nullif(max(n_items), 0)) as double), 0)) > 1
        then 1
        else ( cast(case when ln(nullif(sum( cast(counted_exposure as double)), 0)) - ( cast(sum(counted_exposure * ln( cast(counted_exposure as double))) as double) / nullif( cast(sum( cast(counted_exposure as double)) as double), 0)) < 0 then 0 else ln(nullif(sum( cast(counted_exposure as double)), 0)) - ( cast(sum(counted_exposure * ln( cast(counted_exposure as double))) as double) / nullif( cast(sum( cast(counted_exposure as double)) as double), 0)) end as double) / nullif( cast(ln(nullif(max(n_items), 0)) as double), 0))
    end end
            when 'personalisation' then case
        when 1 - ( cast(sum(power( cast(list_weight as double), 2)) - (max(n_lists)) as double) / nullif( cast( cast((max(n_lists)) as double) * ((max(n_lists)) - 1) as double), 0)) < 0
        then 0
        when 1 - ( cast(sum(power( cast(list_weight as double), 2)) - (max(n_lists)) as double) / nullif( cast( cast((max(n_lists)) as double) * ((max(n_lists)) - 1) as double), 0)) > 1
        then 1
        else 1 - ( cast(sum(power( cast(list_weight as double), 2)) - (max(n_lists)) as double) / nullif( cast( cast((max(n_lists)) as double) * ((max(n_lists)) - 1) as double), 0))
    end
    end as value,
        n_lists,
        sum(case when is_counted = 0 then exposure else 0 end) as n_unknown
    from
        (
            select
                counted.*,
                case when is_counted = 1 then exposure end as counted_exposure,
                row_number() over (
                    partition by by_1, measure, is_counted order by exposure asc
                ) as exposure_place
            from
                (
                    select
                        exposures.by_1 as by_1, exposures.exposure as exposure, exposures.list_weight as list_weight,
                        totals.n_items as n_items,
                        counts.n_lists as n_lists,
                        requests.measure as measure, requests.metric as metric, requests.k as k, requests.probability as probability, requests.normalisation as normalisation, requests.expected as expected, requests.denominator as denominator, requests.rankhouse_distance as rankhouse_distance, requests.among as among, requests.log_base as log_base,
                        case
                            when rankhouse_items.rankhouse_item_id is null and (requests.metric = 'catalogue_coverage' or requests.metric = 'gini' and requests.among = 'catalogue' or requests.metric = 'entropy' and requests.normalisation = 'catalogue') then 0 else 1
                        end as is_counted
                    from rankhouse_exposures as exposures
                    join
                        rankhouse_requests as requests
                        on requests.metric in ('catalogue_coverage', 'gini', 'entropy', 'personalisation')
                        and  exposures.k is not distinct from requests.k
                    join rankhouse_list_counts as counts on  exposures.by_1 is not distinct from counts.by_1
                    cross join rankhouse_totals as totals
                    left join rankhouse_items as rankhouse_items on exposures.rankhouse_item_id = rankhouse_items.rankhouse_item_id
                ) as counted
        ) as placed
    group by by_1, measure, metric, k, n_lists, probability, normalisation, expected, denominator, rankhouse_distance, among, log_base
    ),
        rankhouse_found as (
            select
                by_1, measure,
                avg(value) as value,
                count(value) as n_queries,
                sum(n_unknown) as n_unknown,
                sum(value) as value_sum,
                stddev_samp(value) / sqrt( cast(nullif(count(value), 0) as double)) as std_error
            from rankhouse_list_values
            group by by_1, measure
            union all
            select
                by_1, measure,
                value,
                n_lists as n_queries,
                n_unknown,
                 cast(null as double) as value_sum,
                 cast(null as double) as std_error
            from rankhouse_run_values
        )
    select
         unnest(grouped.by_1),
        
        requests.measure,
        requests.metric,
        requests.k,
        found.value,
         cast(coalesce(found.n_queries, 0) as bigint) as n_queries,
         cast(coalesce(found.n_unknown, 0) as bigint) as n_unknown,
        found.value_sum,
        found.std_error,
        found.value - 1.959963984540054 * found.std_error as ci_low,
        found.value + 1.959963984540054 * found.std_error as ci_high
    from rankhouse_requests as requests
        cross join
            (
                select distinct by_1
                from rankhouse_run
                    union
                    select *
                    from (
        select struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_1' or (list_contains("by"::varchar[], column_name)))) as by_1
        from
            (
                select given.*, 0 as rankhouse_ungrouped_by_1
                from (select 1 as one) as single
                left join query_table(run) as given on false
            ) as given
    ) as nothing
                    where len("by") = 0
            ) as grouped
    left join
        rankhouse_found as found on requests.measure = found.measure and  grouped.by_1 is not distinct from found.by_1
        where case
                when
                    items is null and requests.metric = 'catalogue_coverage'
                then error(requests.measure || ' needs items, a relation of item_id: give items')
                when
                    interactions is null and requests.metric = 'novelty'
                then error(requests.measure || ' needs interactions, a relation of query_id, item_id: give interactions')
                when
                    interactions is null and requests.metric = 'average_popularity'
                then error(requests.measure || ' needs interactions, a relation of query_id, item_id: give interactions')
                when
                    judgments is null and requests.metric = 'serendipity'
                then error(requests.measure || ' needs judgments, a relation of query_id, item_id, relevance: give judgments')
                when
                    interactions is null and requests.metric = 'serendipity'
                        and requests.expected = 'popular'
                then error(requests.measure || ' needs interactions, a relation of query_id, item_id: give interactions')
                when
                    baseline is null and requests.metric = 'serendipity'
                        and requests.expected = 'baseline'
                then error(requests.measure || ' needs baseline, a relation of query_id, item_id, score: give baseline')
                when
                    features is null and requests.metric = 'intra_list_diversity'
                        and requests.rankhouse_distance = 'cosine'
                then error(requests.measure || ' needs features, a relation of item_id, feature: give features')
                when
                    features is null and requests.metric = 'intra_list_diversity'
                        and requests.rankhouse_distance = 'jaccard'
                then error(requests.measure || ' needs features, a relation of item_id, feature: give features')
                when
                    distances is null and requests.metric = 'intra_list_diversity'
                        and requests.rankhouse_distance = 'table'
                then error(requests.measure || ' needs distances, a relation of item_id, other_item_id, distance: give distances')
                when
                    items is null and requests.metric = 'gini'
                        and requests.among = 'catalogue'
                then error(requests.measure || ' needs items, a relation of item_id: give items')
                when
                    items is null and requests.metric = 'entropy'
                        and requests.normalisation = 'catalogue'
                then error(requests.measure || ' needs items, a relation of item_id: give items')
        else true
    end ) as answered
    order by all;

comment on macro table recommendation_metrics is 'One row per measure of recommendations beyond accuracy: the by columns, measure, metric, k, value, n_queries, n_unknown, value_sum, std_error, ci_low, ci_high.';

create or replace macro rating_metrics(predictions, measures := ['mae', 'mse', 'rmse', 'r2'], "by" := [], rating := 'rating', prediction := 'prediction') as table select * exclude (rankhouse_ungrouped_by_1)
    from (with
        rankhouse_wide as (
            select by_1,
                count((case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end)) as n_ratings,
                count(*) - count((case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end)) as n_left_out
                    ,
                    (avg(abs((case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end)))) as value_1,
                    sum(abs((case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end))) as sum_1
                    ,
                    (avg(power((case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end), 2))) as value_2,
                    sum(power((case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end), 2)) as sum_2
                    ,
                    (sqrt((avg(power((case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end), 2))))) as value_3,
                    sum(power((case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end), 2)) as sum_3
                    ,
                    (
        case
            when min(case when (case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end) is not null then  cast(rankhouse_rating as double) end) < max(case when (case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end) is not null then  cast(rankhouse_rating as double) end)
            then
                1
                - ( cast(sum(power((case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end), 2)) as double) / nullif( cast(count(case when (case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end) is not null then  cast(rankhouse_rating as double) end) * var_pop(case when (case when abs( cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double)) < 1e300 then  cast(rankhouse_prediction as double) -  cast(rankhouse_rating as double) end) is not null then  cast(rankhouse_rating as double) end) as double), 0))
        end
    ) as value_4,
                     cast(null as double) as sum_4
            from (
        select packed.*
        from
            (
                select
                    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_1' or (list_contains("by"::varchar[], column_name)))) as by_1, columns(lambda column_name:lower(column_name) = lower(rating)) as rankhouse_rating, columns(lambda column_name:lower(column_name) = lower(prediction)) as rankhouse_prediction
                from (select *, 0 as rankhouse_ungrouped_by_1 from query_table(predictions)) as given
            ) as packed
        where
            case
                when len(struct_keys(packed.by_1)) - 1 = len("by")
                then true
                else
                    error(
                        'by names a column that predictions lacks: '
                        || "by"::varchar
                    )
            end
    ) as rated group by by_1
            having count(*) > 0
        ),
        rankhouse_measures as (
                select 1 as measure_number, 'mae' as measure
                    union all
                
                select 2 as measure_number, 'mse' as measure
                    union all
                
                select 3 as measure_number, 'rmse' as measure
                    union all
                
                select 4 as measure_number, 'r2' as measure
        )
    select
        unnest(by_1), measure,
        case
            measure_number
             when 1 then value_1 when 2 then value_2 when 3 then value_3 when 4 then value_4
        end as value,
        n_ratings,
        n_left_out,
        case
            measure_number
             when 1 then sum_1 when 2 then sum_2 when 3 then sum_3 when 4 then sum_4
        end as value_sum
    from rankhouse_wide
    cross join rankhouse_measures where case
        when len(coalesce(measures, [])) = 0
        then error('no measure of rating error was asked for: known are mae, mse, rmse, r2')
        when
            not list_has_all(
                ['mae', 'mse', 'rmse', 'r2'], [lower(trim(asked)) for asked in measures::varchar[]]
            )
        then
            error(
                'unknown measure of rating error among '
                || measures::varchar
                || ': known are mae, mse, rmse, r2'
            )
        else list_contains([lower(trim(asked)) for asked in measures::varchar[]], measure)
    end ) as answered
    order by all;

comment on macro table rating_metrics is 'One row per measure of rating error: the by columns, measure, value, n_ratings, n_left_out, value_sum.';

create or replace macro detection_metrics(detections, ground_truth, iou_thresholds := [0.5], interpolation := 'all', "by" := [], ground_truth_by := [], image_id := 'image_id', class_id := 'class_id', score := 'score', x_min := 'x_min', y_min := 'y_min', x_max := 'x_max', y_max := 'y_max') as table select * exclude (rankhouse_ungrouped_by_1, rankhouse_ungrouped_by_2)
    from (with recursive
        rankhouse_thresholds as (select distinct
        case
            when given.threshold > 0 and given.threshold <= 1
            then given.threshold
            else
                error(
                    'iou_thresholds are numbers above 0 and up to 1, got ' || coalesce(iou_thresholds::varchar, 'NULL')
                )
        end as iou_threshold
    from
        (
            select unnest(case when len(iou_thresholds) > 0 then iou_thresholds::double[] else [0] end) as threshold
        ) as given),
        rankhouse_levels as (select
        unnest(
            case
                interpolation
                    when 'all' then [null]::double[]
                    when '11-point' then [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]::double[]
                    when '101-point' then [0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17, 0.18, 0.19, 0.2, 0.21, 0.22, 0.23, 0.24, 0.25, 0.26, 0.27, 0.28, 0.29, 0.3, 0.31, 0.32, 0.33, 0.34, 0.35, 0.36, 0.37, 0.38, 0.39, 0.4, 0.41, 0.42, 0.43, 0.44, 0.45, 0.46, 0.47, 0.48, 0.49, 0.5, 0.51, 0.52, 0.53, 0.54, 0.55, 0.56, 0.57, 0.58, 0.59, 0.6, 0.61, 0.62, 0.63, 0.64, 0.65, 0.66, 0.67, 0.68, 0.69, 0.7, 0.71, 0.72, 0.73, 0.74, 0.75, 0.76, 0.77, 0.78, 0.79, 0.8, 0.81, 0.82, 0.83, 0.84, 0.85, 0.86, 0.87, 0.88, 0.89, 0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, 1.0]::double[]
                else error(
        'interpolation is one of all | 11-point | 101-point, got '
        || coalesce(interpolation::varchar, 'NULL')
    )
            end
        ) as recall_level),
        rankhouse_given_detections as (
        select
            given.*,
            case
        when rankhouse_image_id is not null and rankhouse_class_id is not null and rankhouse_score is not null and
             not isnan( cast(rankhouse_score as double)) and (abs( cast(rankhouse_x_max as double) -  cast(rankhouse_x_min as double)) < 1e150 and abs( cast(rankhouse_y_max as double) -  cast(rankhouse_y_min as double)) < 1e150)
        then 1
        else 0
    end as is_usable
        from (
        select packed.*
        from
            (
                select
                    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_1' or (list_contains("by"::varchar[], column_name) and not list_contains(ground_truth_by::varchar[], column_name)))) as by_1, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_2' or (list_contains("by"::varchar[], column_name) and list_contains(ground_truth_by::varchar[], column_name)))) as by_2, columns(lambda column_name:lower(column_name) = lower(image_id)) as rankhouse_image_id, columns(lambda column_name:lower(column_name) = lower(class_id)) as rankhouse_class_id, columns(lambda column_name:lower(column_name) = lower(score)) as rankhouse_score, columns(lambda column_name:lower(column_name) = lower(x_min)) as rankhouse_x_min, columns(lambda column_name:lower(column_name) = lower(y_min)) as rankhouse_y_min, columns(lambda column_name:lower(column_name) = lower(x_max)) as rankhouse_x_max, columns(lambda column_name:lower(column_name) = lower(y_max)) as rankhouse_y_max
                from (select *, 0 as rankhouse_ungrouped_by_1, 0 as rankhouse_ungrouped_by_2 from query_table(detections)) as given
            ) as packed
        where
            case
                when len(struct_keys(packed.by_1)) - 1 + len(struct_keys(packed.by_2)) - 1 = len("by")
                then true
                else
                    error(
                        'by names a column that detections lacks: '
                        || "by"::varchar
                    )
            end
    ) as given
    ),
    rankhouse_given_boxes as (
        select given.*, case
        when rankhouse_image_id is not null and rankhouse_class_id is not null and
            1 = 1 and (abs( cast(rankhouse_x_max as double) -  cast(rankhouse_x_min as double)) < 1e150 and abs( cast(rankhouse_y_max as double) -  cast(rankhouse_y_min as double)) < 1e150)
        then 1
        else 0
    end as is_usable
        from (
        select packed.*
        from
            (
                select
                    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_2' or (list_contains("by"::varchar[], column_name) and list_contains(ground_truth_by::varchar[], column_name)))) as by_2, columns(lambda column_name:lower(column_name) = lower(image_id)) as rankhouse_image_id, columns(lambda column_name:lower(column_name) = lower(class_id)) as rankhouse_class_id, columns(lambda column_name:lower(column_name) = lower(x_min)) as rankhouse_x_min, columns(lambda column_name:lower(column_name) = lower(y_min)) as rankhouse_y_min, columns(lambda column_name:lower(column_name) = lower(x_max)) as rankhouse_x_max, columns(lambda column_name:lower(column_name) = lower(y_max)) as rankhouse_y_max
                from (select *, 0 as rankhouse_ungrouped_by_2 from query_table(ground_truth)) as given
            ) as packed
        where
            case
                when len(struct_keys(packed.by_2)) - 1 = len(ground_truth_by)
                then true
                else
                    error(
                        'ground_truth_by names a column that by or ground_truth lacks: '
                        || ground_truth_by::varchar
                    )
            end
    ) as given
    ),
    rankhouse_detections as (
        select
            by_1, by_2, rankhouse_image_id, rankhouse_class_id, rankhouse_x_min, rankhouse_y_min, rankhouse_x_max, rankhouse_y_max,
            row_number() over (
                partition by by_1, by_2, rankhouse_class_id
                order by
                    rankhouse_score desc, rankhouse_image_id asc, rankhouse_x_min asc, rankhouse_y_min asc, rankhouse_x_max asc, rankhouse_y_max asc
            ) as detection_rank
        from rankhouse_given_detections
        where is_usable = 1
    ),
    rankhouse_boxes as (
        select
            by_2, rankhouse_image_id, rankhouse_class_id, rankhouse_x_min, rankhouse_y_min, rankhouse_x_max, rankhouse_y_max,
            row_number() over (
                partition by by_2, rankhouse_image_id, rankhouse_class_id
                order by rankhouse_x_min asc, rankhouse_y_min asc, rankhouse_x_max asc, rankhouse_y_max asc
            ) as box_number
        from rankhouse_given_boxes
        where is_usable = 1
    ),
    rankhouse_pairs as (
        select
            overlapping.by_1 as by_1, overlapping.by_2 as by_2, overlapping.rankhouse_image_id as rankhouse_image_id, overlapping.rankhouse_class_id as rankhouse_class_id, overlapping.detection_rank as detection_rank, overlapping.box_number as box_number, overlapping.iou as iou,
            thresholds.iou_threshold as iou_threshold
        from
            (
                select
                    rankhouse_detections.by_1 as by_1, rankhouse_detections.by_2 as by_2, rankhouse_detections.rankhouse_image_id as rankhouse_image_id, rankhouse_detections.rankhouse_class_id as rankhouse_class_id, rankhouse_detections.detection_rank as detection_rank,
                    boxes.box_number as box_number,
                    (case when ((abs( cast(rankhouse_detections.rankhouse_x_max as double) -  cast(rankhouse_detections.rankhouse_x_min as double)) + ( cast(rankhouse_detections.rankhouse_x_max as double) -  cast(rankhouse_detections.rankhouse_x_min as double))) / 2) * ((abs( cast(rankhouse_detections.rankhouse_y_max as double) -  cast(rankhouse_detections.rankhouse_y_min as double)) + ( cast(rankhouse_detections.rankhouse_y_max as double) -  cast(rankhouse_detections.rankhouse_y_min as double))) / 2) + ((abs( cast(boxes.rankhouse_x_max as double) -  cast(boxes.rankhouse_x_min as double)) + ( cast(boxes.rankhouse_x_max as double) -  cast(boxes.rankhouse_x_min as double))) / 2) * ((abs( cast(boxes.rankhouse_y_max as double) -  cast(boxes.rankhouse_y_min as double)) + ( cast(boxes.rankhouse_y_max as double) -  cast(boxes.rankhouse_y_min as double))) / 2) - ((abs( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double))) / 2) * ((abs( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double))) / 2) < 1e300 then ( cast(((abs( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double))) / 2) * ((abs( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double))) / 2) as double) / nullif( cast(((abs( cast(rankhouse_detections.rankhouse_x_max as double) -  cast(rankhouse_detections.rankhouse_x_min as double)) + ( cast(rankhouse_detections.rankhouse_x_max as double) -  cast(rankhouse_detections.rankhouse_x_min as double))) / 2) * ((abs( cast(rankhouse_detections.rankhouse_y_max as double) -  cast(rankhouse_detections.rankhouse_y_min as double)) + ( cast(rankhouse_detections.rankhouse_y_max as double) -  cast(rankhouse_detections.rankhouse_y_min as double))) / 2) + ((abs( cast(boxes.rankhouse_x_max as double) -  cast(boxes.rankhouse_x_min as double)) + ( cast(boxes.rankhouse_x_max as double) -  cast(boxes.rankhouse_x_min as double))) / 2) * ((abs( cast(boxes.rankhouse_y_max as double) -  cast(boxes.rankhouse_y_min as double)) + ( cast(boxes.rankhouse_y_max as double) -  cast(boxes.rankhouse_y_min as double))) / 2) - ((abs( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double))) / 2) * ((abs( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double))) / 2) as double), 0)) end) as iou
                from rankhouse_detections as rankhouse_detections
                join
                    rankhouse_boxes as boxes
                    on rankhouse_detections.rankhouse_image_id = boxes.rankhouse_image_id
                    and rankhouse_detections.rankhouse_class_id = boxes.rankhouse_class_id
                        and  rankhouse_detections.by_2 is not distinct from boxes.by_2
            ) as overlapping
        join rankhouse_thresholds as thresholds on overlapping.iou >= thresholds.iou_threshold
    ),
        rankhouse_choices as (
        select
            pairs.*,
            row_number() over (
                partition by by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id, detection_rank order by iou desc, box_number asc
            ) as choice_number,
            row_number() over (partition by by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id, box_number order by detection_rank asc) as claim_number
        from rankhouse_pairs as pairs
    ),
    rankhouse_decided as (
        select
            choices.*,
            case when choice_number = 1 and claim_number = 1 then 1 else 0 end as is_first,
            max(case when choice_number = 1 and claim_number = 1 then 1 else 0 end) over (partition by by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id, detection_rank) as has_box,
            max(case when choice_number = 1 and claim_number = 1 then 1 else 0 end) over (partition by by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id, box_number) as is_taken
        from rankhouse_choices as choices
    ),
    rankhouse_contested as (
        select
            by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id,
            detection_rank,
            box_number,
            row_number() over (partition by by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id order by detection_rank asc, choice_number asc) as pair_number
        from rankhouse_decided
        where has_box = 0 and is_taken = 0
    ),
    rankhouse_walked
    as (
        select by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id, detection_rank, pair_number, 1 as is_match,  cast('|' || 'd' ||  cast(contested.detection_rank as varchar)  || '|' || 'b' ||  cast(contested.box_number as varchar)  || '|' as varchar)  as taken
        from rankhouse_contested as contested
        where pair_number = 1
        union all
        select
            contested.by_1, contested.by_2, contested.iou_threshold, contested.rankhouse_class_id, contested.rankhouse_image_id,
            contested.detection_rank,
            contested.pair_number,
            case when walked.taken not like '%|d' ||  cast(contested.detection_rank as varchar)  || '|%' and walked.taken not like '%|b' ||  cast(contested.box_number as varchar)  || '|%' then 1 else 0 end as is_match,
             cast(case when walked.taken not like '%|d' ||  cast(contested.detection_rank as varchar)  || '|%' and walked.taken not like '%|b' ||  cast(contested.box_number as varchar)  || '|%' then walked.taken || 'd' ||  cast(contested.detection_rank as varchar)  || '|' || 'b' ||  cast(contested.box_number as varchar)  || '|' else walked.taken end as varchar) 
            as taken
        from rankhouse_walked as walked
        join
            rankhouse_contested as contested
            on contested.pair_number = walked.pair_number + 1
            and  contested.by_1 is not distinct from walked.by_1
        and  contested.by_2 is not distinct from walked.by_2
        and contested.iou_threshold = walked.iou_threshold
        and contested.rankhouse_class_id = walked.rankhouse_class_id
        and contested.rankhouse_image_id = walked.rankhouse_image_id
    ),
    rankhouse_true_positives as (
        select by_1, by_2, iou_threshold, rankhouse_class_id, detection_rank
        from rankhouse_decided
        where is_first = 1
        union all
        select by_1, by_2, iou_threshold, rankhouse_class_id, detection_rank
        from rankhouse_walked
        where is_match = 1
    ),
        rankhouse_detected as (
        select by_1, by_2, rankhouse_class_id, count(*) as n_detections
        from rankhouse_detections
        group by by_1, by_2, rankhouse_class_id
    ),
    rankhouse_labelled as (
        select by_2, rankhouse_class_id, count(*) as n_relevant
        from rankhouse_boxes
        group by by_2, rankhouse_class_id
    ),
    rankhouse_groups as (
        select
            1 as one, own.by_1 as by_1, shared.by_2 as by_2
        from (select 1 as one) as single
            cross join
                (
                    select distinct by_1
                    from (
            select by_1
            from rankhouse_given_detections
                union all
            
            select by_1
            from (
        select struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_1' or (list_contains("by"::varchar[], column_name) and not list_contains(ground_truth_by::varchar[], column_name)))) as by_1, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_2' or (list_contains("by"::varchar[], column_name) and list_contains(ground_truth_by::varchar[], column_name)))) as by_2
        from
            (
                select given.*, 0 as rankhouse_ungrouped_by_1, 0 as rankhouse_ungrouped_by_2
                from (select 1 as one) as single
                left join query_table(detections) as given on false
            ) as given
    ) as nothing where len("by") = 0
    ) as grouped
                ) as own
            cross join
                (
                    select distinct by_2
                    from
                        (
            select by_2
            from rankhouse_given_detections
                union all
            
            select by_2
            from rankhouse_given_boxes
                union all
            
            select by_2
            from (
        select struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_1' or (list_contains("by"::varchar[], column_name) and not list_contains(ground_truth_by::varchar[], column_name)))) as by_1, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_2' or (list_contains("by"::varchar[], column_name) and list_contains(ground_truth_by::varchar[], column_name)))) as by_2
        from
            (
                select given.*, 0 as rankhouse_ungrouped_by_1, 0 as rankhouse_ungrouped_by_2
                from (select 1 as one) as single
                left join query_table(detections) as given on false
            ) as given
    ) as nothing where len("by") = 0
    ) as grouped
                ) as shared
    ),
    rankhouse_named_classes as (
        select distinct by_1, by_2, rankhouse_class_id
        from
            (
                select groups.by_1 as by_1, groups.by_2 as by_2, labelled.rankhouse_class_id as rankhouse_class_id
                from rankhouse_labelled as labelled
                join rankhouse_groups as groups on  labelled.by_2 is not distinct from groups.by_2
                union all
                select by_1, by_2, rankhouse_class_id
                from rankhouse_detected
            ) as named
    ),
    rankhouse_classes as (
        select
            named.by_1 as by_1, named.by_2 as by_2, named.rankhouse_class_id as rankhouse_class_id,
            coalesce(labelled.n_relevant, 0) as n_relevant,
            coalesce(detected.n_detections, 0) as n_detections
        from rankhouse_named_classes as named
        left join
            rankhouse_labelled as labelled on  named.by_2 is not distinct from labelled.by_2
        and named.rankhouse_class_id = labelled.rankhouse_class_id
        left join rankhouse_detected as detected on  named.by_1 is not distinct from detected.by_1
        and  named.by_2 is not distinct from detected.by_2
        and named.rankhouse_class_id = detected.rankhouse_class_id
    ),
    rankhouse_counted as (
        select
            by_1, by_2, rankhouse_class_id, iou_threshold,
            1 as hit,
            detection_rank as item_rank,
            row_number() over (partition by by_1, by_2, rankhouse_class_id, iou_threshold order by detection_rank asc) as hits_upto
        from rankhouse_true_positives
    ),
    rankhouse_hits as (
        select
            counted.*,
            max(( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))) over (
                partition by by_1, by_2, rankhouse_class_id, iou_threshold
                order by item_rank asc
                rows between current row and unbounded following
            ) as best_precision
        from rankhouse_counted as counted
    ),
    rankhouse_level_values as (
        select
            classes.by_1 as by_1, classes.by_2 as by_2, classes.rankhouse_class_id as rankhouse_class_id,
            thresholds.iou_threshold as iou_threshold,
            classes.n_relevant as n_relevant,
            classes.n_detections as n_detections,
            levels.recall_level as recall_level,
            count(hits.hit) as n_true_positives,
            case
                when levels.recall_level is null
                then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                else
                    (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(levels.recall_level as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )
            end as value
        from rankhouse_classes as classes
        cross join rankhouse_thresholds as thresholds
        cross join rankhouse_levels as levels
        left join
            rankhouse_hits as hits
            on  classes.by_1 is not distinct from hits.by_1
        and  classes.by_2 is not distinct from hits.by_2
        and classes.rankhouse_class_id = hits.rankhouse_class_id
            and thresholds.iou_threshold = hits.iou_threshold
        group by
            classes.by_1, classes.by_2, classes.rankhouse_class_id,
            thresholds.iou_threshold,
            classes.n_relevant,
            classes.n_detections,
            levels.recall_level
    ),
    rankhouse_class_values as (
        select
            by_1, by_2, rankhouse_class_id, iou_threshold,
            avg(value) as value,
            n_relevant as n_ground_truth,
            n_detections,
            max(n_true_positives) as n_true_positives
        from rankhouse_level_values
        group by by_1, by_2, rankhouse_class_id, iou_threshold, n_relevant, n_detections
    ),
    rankhouse_averaged as (
        select iou_threshold as mean_of, iou_threshold
        from rankhouse_thresholds
        union all
        select  cast(null as double) as mean_of, iou_threshold
        from rankhouse_thresholds
        where (select count(*) from rankhouse_thresholds) > 1
    ),
    rankhouse_left_out as (
        select
            groups.by_1 as by_1, groups.by_2 as by_2, coalesce(rankhouse_detections.n_left_out, 0)
            + coalesce(boxes.n_left_out, 0) as n_left_out
        from rankhouse_groups as groups
            left join
                (
                    select by_1, by_2, count(*) as n_left_out
                    from rankhouse_given_detections
                    where is_usable = 0 group by by_1, by_2
                ) as rankhouse_detections
                on  groups.by_1 is not distinct from rankhouse_detections.by_1
        and  groups.by_2 is not distinct from rankhouse_detections.by_2
            left join
                (
                    select by_2, count(*) as n_left_out
                    from rankhouse_given_boxes
                    where is_usable = 0 group by by_2
                ) as boxes
                on  groups.by_2 is not distinct from boxes.by_2
    ),
    rankhouse_means as (
        select
            left_out.by_1 as by_1, left_out.by_2 as by_2, averaged.mean_of as iou_threshold,
            avg(class_values.value) as value,
            count(distinct case when class_values.value is not null then class_values.rankhouse_class_id end) as n_classes,
                 cast(coalesce(sum(class_values.n_ground_truth), 0) / count(distinct averaged.iou_threshold) as bigint) as n_ground_truth,
                 cast(coalesce(sum(class_values.n_detections), 0) / count(distinct averaged.iou_threshold) as bigint) as n_detections,
            case
                when averaged.mean_of is not null
                then  cast(coalesce(sum(class_values.n_true_positives), 0) as bigint)
            end as n_true_positives,
            left_out.n_left_out as n_left_out
        from rankhouse_left_out as left_out
        cross join rankhouse_averaged as averaged
        left join
            rankhouse_class_values as class_values
            on averaged.iou_threshold = class_values.iou_threshold
            and  left_out.by_1 is not distinct from class_values.by_1
        and  left_out.by_2 is not distinct from class_values.by_2
        group by left_out.by_1, left_out.by_2, averaged.mean_of, left_out.n_left_out
    )
    select
        unnest(by_1), unnest(by_2), 'mean_average_precision' as measure,
        iou_threshold,
        value,
        n_classes,
        n_ground_truth,
        n_detections,
        n_true_positives,
        n_left_out
    from rankhouse_means ) as answered
    order by all;

comment on macro table detection_metrics is 'Mean average precision of object detections, one row per IoU threshold: the by columns, measure, iou_threshold (NULL: the mean over them), value, n_classes, n_ground_truth, n_detections, n_true_positives, n_left_out.';

create or replace macro detection_class_metrics(detections, ground_truth, iou_thresholds := [0.5], interpolation := 'all', "by" := [], ground_truth_by := [], image_id := 'image_id', class_id := 'class_id', score := 'score', x_min := 'x_min', y_min := 'y_min', x_max := 'x_max', y_max := 'y_max') as table select * exclude (rankhouse_ungrouped_by_1, rankhouse_ungrouped_by_2) rename(rankhouse_class_id as class_id)
    from (with recursive
        rankhouse_thresholds as (select distinct
        case
            when given.threshold > 0 and given.threshold <= 1
            then given.threshold
            else
                error(
                    'iou_thresholds are numbers above 0 and up to 1, got ' || coalesce(iou_thresholds::varchar, 'NULL')
                )
        end as iou_threshold
    from
        (
            select unnest(case when len(iou_thresholds) > 0 then iou_thresholds::double[] else [0] end) as threshold
        ) as given),
        rankhouse_levels as (select
        unnest(
            case
                interpolation
                    when 'all' then [null]::double[]
                    when '11-point' then [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]::double[]
                    when '101-point' then [0.0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17, 0.18, 0.19, 0.2, 0.21, 0.22, 0.23, 0.24, 0.25, 0.26, 0.27, 0.28, 0.29, 0.3, 0.31, 0.32, 0.33, 0.34, 0.35, 0.36, 0.37, 0.38, 0.39, 0.4, 0.41, 0.42, 0.43, 0.44, 0.45, 0.46, 0.47, 0.48, 0.49, 0.5, 0.51, 0.52, 0.53, 0.54, 0.55, 0.56, 0.57, 0.58, 0.59, 0.6, 0.61, 0.62, 0.63, 0.64, 0.65, 0.66, 0.67, 0.68, 0.69, 0.7, 0.71, 0.72, 0.73, 0.74, 0.75, 0.76, 0.77, 0.78, 0.79, 0.8, 0.81, 0.82, 0.83, 0.84, 0.85, 0.86, 0.87, 0.88, 0.89, 0.9, 0.91, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, 1.0]::double[]
                else error(
        'interpolation is one of all | 11-point | 101-point, got '
        || coalesce(interpolation::varchar, 'NULL')
    )
            end
        ) as recall_level),
        rankhouse_given_detections as (
        select
            given.*,
            case
        when rankhouse_image_id is not null and rankhouse_class_id is not null and rankhouse_score is not null and
             not isnan( cast(rankhouse_score as double)) and (abs( cast(rankhouse_x_max as double) -  cast(rankhouse_x_min as double)) < 1e150 and abs( cast(rankhouse_y_max as double) -  cast(rankhouse_y_min as double)) < 1e150)
        then 1
        else 0
    end as is_usable
        from (
        select packed.*
        from
            (
                select
                    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_1' or (list_contains("by"::varchar[], column_name) and not list_contains(ground_truth_by::varchar[], column_name)))) as by_1, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_2' or (list_contains("by"::varchar[], column_name) and list_contains(ground_truth_by::varchar[], column_name)))) as by_2, columns(lambda column_name:lower(column_name) = lower(image_id)) as rankhouse_image_id, columns(lambda column_name:lower(column_name) = lower(class_id)) as rankhouse_class_id, columns(lambda column_name:lower(column_name) = lower(score)) as rankhouse_score, columns(lambda column_name:lower(column_name) = lower(x_min)) as rankhouse_x_min, columns(lambda column_name:lower(column_name) = lower(y_min)) as rankhouse_y_min, columns(lambda column_name:lower(column_name) = lower(x_max)) as rankhouse_x_max, columns(lambda column_name:lower(column_name) = lower(y_max)) as rankhouse_y_max
                from (select *, 0 as rankhouse_ungrouped_by_1, 0 as rankhouse_ungrouped_by_2 from query_table(detections)) as given
            ) as packed
        where
            case
                when len(struct_keys(packed.by_1)) - 1 + len(struct_keys(packed.by_2)) - 1 = len("by")
                then true
                else
                    error(
                        'by names a column that detections lacks: '
                        || "by"::varchar
                    )
            end
    ) as given
    ),
    rankhouse_given_boxes as (
        select given.*, case
        when rankhouse_image_id is not null and rankhouse_class_id is not null and
            1 = 1 and (abs( cast(rankhouse_x_max as double) -  cast(rankhouse_x_min as double)) < 1e150 and abs( cast(rankhouse_y_max as double) -  cast(rankhouse_y_min as double)) < 1e150)
        then 1
        else 0
    end as is_usable
        from (
        select packed.*
        from
            (
                select
                    struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_2' or (list_contains("by"::varchar[], column_name) and list_contains(ground_truth_by::varchar[], column_name)))) as by_2, columns(lambda column_name:lower(column_name) = lower(image_id)) as rankhouse_image_id, columns(lambda column_name:lower(column_name) = lower(class_id)) as rankhouse_class_id, columns(lambda column_name:lower(column_name) = lower(x_min)) as rankhouse_x_min, columns(lambda column_name:lower(column_name) = lower(y_min)) as rankhouse_y_min, columns(lambda column_name:lower(column_name) = lower(x_max)) as rankhouse_x_max, columns(lambda column_name:lower(column_name) = lower(y_max)) as rankhouse_y_max
                from (select *, 0 as rankhouse_ungrouped_by_2 from query_table(ground_truth)) as given
            ) as packed
        where
            case
                when len(struct_keys(packed.by_2)) - 1 = len(ground_truth_by)
                then true
                else
                    error(
                        'ground_truth_by names a column that by or ground_truth lacks: '
                        || ground_truth_by::varchar
                    )
            end
    ) as given
    ),
    rankhouse_detections as (
        select
            by_1, by_2, rankhouse_image_id, rankhouse_class_id, rankhouse_x_min, rankhouse_y_min, rankhouse_x_max, rankhouse_y_max,
            row_number() over (
                partition by by_1, by_2, rankhouse_class_id
                order by
                    rankhouse_score desc, rankhouse_image_id asc, rankhouse_x_min asc, rankhouse_y_min asc, rankhouse_x_max asc, rankhouse_y_max asc
            ) as detection_rank
        from rankhouse_given_detections
        where is_usable = 1
    ),
    rankhouse_boxes as (
        select
            by_2, rankhouse_image_id, rankhouse_class_id, rankhouse_x_min, rankhouse_y_min, rankhouse_x_max, rankhouse_y_max,
            row_number() over (
                partition by by_2, rankhouse_image_id, rankhouse_class_id
                order by rankhouse_x_min asc, rankhouse_y_min asc, rankhouse_x_max asc, rankhouse_y_max asc
            ) as box_number
        from rankhouse_given_boxes
        where is_usable = 1
    ),
    rankhouse_pairs as (
        select
            overlapping.by_1 as by_1, overlapping.by_2 as by_2, overlapping.rankhouse_image_id as rankhouse_image_id, overlapping.rankhouse_class_id as rankhouse_class_id, overlapping.detection_rank as detection_rank, overlapping.box_number as box_number, overlapping.iou as iou,
            thresholds.iou_threshold as iou_threshold
        from
            (
                select
                    rankhouse_detections.by_1 as by_1, rankhouse_detections.by_2 as by_2, rankhouse_detections.rankhouse_image_id as rankhouse_image_id, rankhouse_detections.rankhouse_class_id as rankhouse_class_id, rankhouse_detections.detection_rank as detection_rank,
                    boxes.box_number as box_number,
                    (case when ((abs( cast(rankhouse_detections.rankhouse_x_max as double) -  cast(rankhouse_detections.rankhouse_x_min as double)) + ( cast(rankhouse_detections.rankhouse_x_max as double) -  cast(rankhouse_detections.rankhouse_x_min as double))) / 2) * ((abs( cast(rankhouse_detections.rankhouse_y_max as double) -  cast(rankhouse_detections.rankhouse_y_min as double)) + ( cast(rankhouse_detections.rankhouse_y_max as double) -  cast(rankhouse_detections.rankhouse_y_min as double))) / 2) + ((abs( cast(boxes.rankhouse_x_max as double) -  cast(boxes.rankhouse_x_min as double)) + ( cast(boxes.rankhouse_x_max as double) -  cast(boxes.rankhouse_x_min as double))) / 2) * ((abs( cast(boxes.rankhouse_y_max as double) -  cast(boxes.rankhouse_y_min as double)) + ( cast(boxes.rankhouse_y_max as double) -  cast(boxes.rankhouse_y_min as double))) / 2) - ((abs( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double))) / 2) * ((abs( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double))) / 2) < 1e300 then ( cast(((abs( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double))) / 2) * ((abs( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double))) / 2) as double) / nullif( cast(((abs( cast(rankhouse_detections.rankhouse_x_max as double) -  cast(rankhouse_detections.rankhouse_x_min as double)) + ( cast(rankhouse_detections.rankhouse_x_max as double) -  cast(rankhouse_detections.rankhouse_x_min as double))) / 2) * ((abs( cast(rankhouse_detections.rankhouse_y_max as double) -  cast(rankhouse_detections.rankhouse_y_min as double)) + ( cast(rankhouse_detections.rankhouse_y_max as double) -  cast(rankhouse_detections.rankhouse_y_min as double))) / 2) + ((abs( cast(boxes.rankhouse_x_max as double) -  cast(boxes.rankhouse_x_min as double)) + ( cast(boxes.rankhouse_x_max as double) -  cast(boxes.rankhouse_x_min as double))) / 2) * ((abs( cast(boxes.rankhouse_y_max as double) -  cast(boxes.rankhouse_y_min as double)) + ( cast(boxes.rankhouse_y_max as double) -  cast(boxes.rankhouse_y_min as double))) / 2) - ((abs( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_x_max as double),  cast(boxes.rankhouse_x_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_x_min as double),  cast(boxes.rankhouse_x_min as double)) as double))) / 2) * ((abs( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double)) + ( cast(least( cast(rankhouse_detections.rankhouse_y_max as double),  cast(boxes.rankhouse_y_max as double)) as double) -  cast(greatest( cast(rankhouse_detections.rankhouse_y_min as double),  cast(boxes.rankhouse_y_min as double)) as double))) / 2) as double), 0)) end) as iou
                from rankhouse_detections as rankhouse_detections
                join
                    rankhouse_boxes as boxes
                    on rankhouse_detections.rankhouse_image_id = boxes.rankhouse_image_id
                    and rankhouse_detections.rankhouse_class_id = boxes.rankhouse_class_id
                        and  rankhouse_detections.by_2 is not distinct from boxes.by_2
            ) as overlapping
        join rankhouse_thresholds as thresholds on overlapping.iou >= thresholds.iou_threshold
    ),
        rankhouse_choices as (
        select
            pairs.*,
            row_number() over (
                partition by by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id, detection_rank order by iou desc, box_number asc
            ) as choice_number,
            row_number() over (partition by by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id, box_number order by detection_rank asc) as claim_number
        from rankhouse_pairs as pairs
    ),
    rankhouse_decided as (
        select
            choices.*,
            case when choice_number = 1 and claim_number = 1 then 1 else 0 end as is_first,
            max(case when choice_number = 1 and claim_number = 1 then 1 else 0 end) over (partition by by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id, detection_rank) as has_box,
            max(case when choice_number = 1 and claim_number = 1 then 1 else 0 end) over (partition by by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id, box_number) as is_taken
        from rankhouse_choices as choices
    ),
    rankhouse_contested as (
        select
            by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id,
            detection_rank,
            box_number,
            row_number() over (partition by by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id order by detection_rank asc, choice_number asc) as pair_number
        from rankhouse_decided
        where has_box = 0 and is_taken = 0
    ),
    rankhouse_walked
    as (
        select by_1, by_2, iou_threshold, rankhouse_class_id, rankhouse_image_id, detection_rank, pair_number, 1 as is_match,  cast('|' || 'd' ||  cast(contested.detection_rank as varchar)  || '|' || 'b' ||  cast(contested.box_number as varchar)  || '|' as varchar)  as taken
        from rankhouse_contested as contested
        where pair_number = 1
        union all
        select
            contested.by_1, contested.by_2, contested.iou_threshold, contested.rankhouse_class_id, contested.rankhouse_image_id,
            contested.detection_rank,
            contested.pair_number,
            case when walked.taken not like '%|d' ||  cast(contested.detection_rank as varchar)  || '|%' and walked.taken not like '%|b' ||  cast(contested.box_number as varchar)  || '|%' then 1 else 0 end as is_match,
             cast(case when walked.taken not like '%|d' ||  cast(contested.detection_rank as varchar)  || '|%' and walked.taken not like '%|b' ||  cast(contested.box_number as varchar)  || '|%' then walked.taken || 'd' ||  cast(contested.detection_rank as varchar)  || '|' || 'b' ||  cast(contested.box_number as varchar)  || '|' else walked.taken end as varchar) 
            as taken
        from rankhouse_walked as walked
        join
            rankhouse_contested as contested
            on contested.pair_number = walked.pair_number + 1
            and  contested.by_1 is not distinct from walked.by_1
        and  contested.by_2 is not distinct from walked.by_2
        and contested.iou_threshold = walked.iou_threshold
        and contested.rankhouse_class_id = walked.rankhouse_class_id
        and contested.rankhouse_image_id = walked.rankhouse_image_id
    ),
    rankhouse_true_positives as (
        select by_1, by_2, iou_threshold, rankhouse_class_id, detection_rank
        from rankhouse_decided
        where is_first = 1
        union all
        select by_1, by_2, iou_threshold, rankhouse_class_id, detection_rank
        from rankhouse_walked
        where is_match = 1
    ),
        rankhouse_detected as (
        select by_1, by_2, rankhouse_class_id, count(*) as n_detections
        from rankhouse_detections
        group by by_1, by_2, rankhouse_class_id
    ),
    rankhouse_labelled as (
        select by_2, rankhouse_class_id, count(*) as n_relevant
        from rankhouse_boxes
        group by by_2, rankhouse_class_id
    ),
    rankhouse_groups as (
        select
            1 as one, own.by_1 as by_1, shared.by_2 as by_2
        from (select 1 as one) as single
            cross join
                (
                    select distinct by_1
                    from (
            select by_1
            from rankhouse_given_detections
                union all
            
            select by_1
            from (
        select struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_1' or (list_contains("by"::varchar[], column_name) and not list_contains(ground_truth_by::varchar[], column_name)))) as by_1, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_2' or (list_contains("by"::varchar[], column_name) and list_contains(ground_truth_by::varchar[], column_name)))) as by_2
        from
            (
                select given.*, 0 as rankhouse_ungrouped_by_1, 0 as rankhouse_ungrouped_by_2
                from (select 1 as one) as single
                left join query_table(detections) as given on false
            ) as given
    ) as nothing where len("by") = 0
    ) as grouped
                ) as own
            cross join
                (
                    select distinct by_2
                    from
                        (
            select by_2
            from rankhouse_given_detections
                union all
            
            select by_2
            from rankhouse_given_boxes
                union all
            
            select by_2
            from (
        select struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_1' or (list_contains("by"::varchar[], column_name) and not list_contains(ground_truth_by::varchar[], column_name)))) as by_1, struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_by_2' or (list_contains("by"::varchar[], column_name) and list_contains(ground_truth_by::varchar[], column_name)))) as by_2
        from
            (
                select given.*, 0 as rankhouse_ungrouped_by_1, 0 as rankhouse_ungrouped_by_2
                from (select 1 as one) as single
                left join query_table(detections) as given on false
            ) as given
    ) as nothing where len("by") = 0
    ) as grouped
                ) as shared
    ),
    rankhouse_named_classes as (
        select distinct by_1, by_2, rankhouse_class_id
        from
            (
                select groups.by_1 as by_1, groups.by_2 as by_2, labelled.rankhouse_class_id as rankhouse_class_id
                from rankhouse_labelled as labelled
                join rankhouse_groups as groups on  labelled.by_2 is not distinct from groups.by_2
                union all
                select by_1, by_2, rankhouse_class_id
                from rankhouse_detected
            ) as named
    ),
    rankhouse_classes as (
        select
            named.by_1 as by_1, named.by_2 as by_2, named.rankhouse_class_id as rankhouse_class_id,
            coalesce(labelled.n_relevant, 0) as n_relevant,
            coalesce(detected.n_detections, 0) as n_detections
        from rankhouse_named_classes as named
        left join
            rankhouse_labelled as labelled on  named.by_2 is not distinct from labelled.by_2
        and named.rankhouse_class_id = labelled.rankhouse_class_id
        left join rankhouse_detected as detected on  named.by_1 is not distinct from detected.by_1
        and  named.by_2 is not distinct from detected.by_2
        and named.rankhouse_class_id = detected.rankhouse_class_id
    ),
    rankhouse_counted as (
        select
            by_1, by_2, rankhouse_class_id, iou_threshold,
            1 as hit,
            detection_rank as item_rank,
            row_number() over (partition by by_1, by_2, rankhouse_class_id, iou_threshold order by detection_rank asc) as hits_upto
        from rankhouse_true_positives
    ),
    rankhouse_hits as (
        select
            counted.*,
            max(( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))) over (
                partition by by_1, by_2, rankhouse_class_id, iou_threshold
                order by item_rank asc
                rows between current row and unbounded following
            ) as best_precision
        from rankhouse_counted as counted
    ),
    rankhouse_level_values as (
        select
            classes.by_1 as by_1, classes.by_2 as by_2, classes.rankhouse_class_id as rankhouse_class_id,
            thresholds.iou_threshold as iou_threshold,
            classes.n_relevant as n_relevant,
            classes.n_detections as n_detections,
            levels.recall_level as recall_level,
            count(hits.hit) as n_true_positives,
            case
                when levels.recall_level is null
                then (
        case
            when n_relevant > 0
            then coalesce(( cast(coalesce(sum(hit * best_precision), 0) as double) / nullif( cast(n_relevant as double), 0)), 0)
        end
    )
                else
                    (
        case
            when n_relevant > 0
            then
                coalesce(
                    max(
                        case
                            when hit > 0 and hits_upto >= floor( cast(levels.recall_level as double) * n_relevant +  cast(1 as double) - case when 1 = 1 then 1e-9 else 0 end)
                            then ( cast(hits_upto as double) / nullif( cast(item_rank as double), 0))
                        end
                    ),
                    0
                )
        end
    )
            end as value
        from rankhouse_classes as classes
        cross join rankhouse_thresholds as thresholds
        cross join rankhouse_levels as levels
        left join
            rankhouse_hits as hits
            on  classes.by_1 is not distinct from hits.by_1
        and  classes.by_2 is not distinct from hits.by_2
        and classes.rankhouse_class_id = hits.rankhouse_class_id
            and thresholds.iou_threshold = hits.iou_threshold
        group by
            classes.by_1, classes.by_2, classes.rankhouse_class_id,
            thresholds.iou_threshold,
            classes.n_relevant,
            classes.n_detections,
            levels.recall_level
    ),
    rankhouse_class_values as (
        select
            by_1, by_2, rankhouse_class_id, iou_threshold,
            avg(value) as value,
            n_relevant as n_ground_truth,
            n_detections,
            max(n_true_positives) as n_true_positives
        from rankhouse_level_values
        group by by_1, by_2, rankhouse_class_id, iou_threshold, n_relevant, n_detections
    )
    select
        unnest(by_1), unnest(by_2), rankhouse_class_id,
        'average_precision' as measure,
        iou_threshold,
        value,
        n_ground_truth,
        n_detections,
        n_true_positives
    from rankhouse_class_values ) as answered
    order by all;

comment on macro table detection_class_metrics is 'Average precision of object detections, one row per class and IoU threshold: the by columns, class_id, measure, iou_threshold, value, n_ground_truth, n_detections, n_true_positives.';

create or replace macro classifier_metrics(predictions, measures := null, "by" := [], thresholds := [0.5], score := 'score', label := 'label', prediction := null) as table select * exclude (rankhouse_ungrouped_run) from (with
        rankhouse_known(spelling, metric_name, measure_part, option_name, default_value) as (
        values
            
                
                
                
                
                    (
                        'accuracy',
                        'accuracy',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'acc',
                        'accuracy',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'precision',
                        'precision',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'ppv',
                        'precision',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'recall',
                        'recall',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'tpr',
                        'recall',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'sensitivity',
                        'recall',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'fpr',
                        'fpr',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'fall_out',
                        'fpr',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'false_positive_rate',
                        'fpr',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'specificity',
                        'specificity',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'tnr',
                        'specificity',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'true_negative_rate',
                        'specificity',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'f1',
                        'f1',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'f',
                        'f1',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'f_beta',
                        'f_beta',
                        'confusion',
                        'beta',
                         cast(1 as double)
                    ), 
                
                    (
                        'fbeta',
                        'f_beta',
                        'confusion',
                        'beta',
                         cast(1 as double)
                    ), 
                
            
                
                
                
                
                    (
                        'balanced_accuracy',
                        'balanced_accuracy',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'bac',
                        'balanced_accuracy',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'mcc',
                        'mcc',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'matthews_corrcoef',
                        'mcc',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'phi',
                        'mcc',
                        'confusion',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'roc_auc',
                        'roc_auc',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'auc',
                        'roc_auc',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'pr_auc',
                        'pr_auc',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'average_precision',
                        'pr_auc',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'ap',
                        'pr_auc',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'break_even',
                        'break_even',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'break_even_point',
                        'break_even',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'best_f1',
                        'best_f1',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'max_f1',
                        'best_f1',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'best_f1_threshold',
                        'best_f1_threshold',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'ks',
                        'ks',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'kolmogorov_smirnov',
                        'ks',
                        'points',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'log_loss',
                        'log_loss',
                        'rows',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'logloss',
                        'log_loss',
                        'rows',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'cross_entropy',
                        'log_loss',
                        'rows',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'brier',
                        'brier',
                        'rows',
                        '',
                         cast(null as double)
                    ), 
                
                    (
                        'brier_score',
                        'brier',
                        'rows',
                        '',
                         cast(null as double)
                    ), 
                
            
                
                
                
                
                    (
                        'ece',
                        'ece',
                        'rows',
                        'bins',
                         cast(10 as double)
                    ), 
                
                    (
                        'expected_calibration_error',
                        'ece',
                        'rows',
                        'bins',
                         cast(10 as double)
                    )
                
            
    ),
    rankhouse_strings as (
        select
            given_text,
            regexp_extract(
                lower(replace(given_text, ' ', '')),
                '^([a-z0-9_]+)(\(([a-z]+)=([0-9.]+)\))?$',
                ['head', 'options', 'option', 'value']
            ) as words
        from
            (
                select distinct
                    unnest(
                        case
                            when len(measures) > 0
                            then measures::varchar[]
                            else error('no measure was asked for: give measures := [''roc_auc'', ''f1'']')
                        end
                    ) as given_text
            ) as given
    ),
    rankhouse_read as (
        select
            coalesce(
                known.metric_name,
                error(
                    'unknown or malformed measure '''
                    || given_text
                    || ''': did you mean '''
                    || (
                        select arg_max(near.spelling, jaro_winkler_similarity(near.spelling, lower(given_text)))
                        from rankhouse_known as near
                    )
                    || '''? Known: accuracy, precision, recall, fpr, specificity, f1, f_beta, balanced_accuracy, mcc, roc_auc, pr_auc, break_even, best_f1, best_f1_threshold, ks, log_loss, brier, ece'
                )
            ) as metric,
            case
                when prediction is not null and known.measure_part <> 'confusion'
                then error(known.metric_name || ' needs scores: predicted labels give confusion counts and their measures alone')
                else known.measure_part
            end as part,
            known.option_name,
            known.default_value,
            case
                when words.option = ''
                then known.default_value
                when words.option <> known.option_name
                then error(known.metric_name || ' has no option '''
                    || words.option
                    || ''''
                )
                when
                    try_cast(words.value as double) > 0
                    and (
                        words.option <> 'bins'
                        or (
                            try_cast(words.value as double) <= 1000000
                            and try_cast(words.value as double) = floor(try_cast(words.value as double))
                        )
                    )
                then try_cast(words.value as double)
                else error(words.option || ' in ''' || given_text || ''' is out of range') end as option_value
                from rankhouse_strings as strings
                left join rankhouse_known as known on words.head = known.spelling
            ),
            rankhouse_requests as (
                select distinct
                    metric || case
                        when option_value <> default_value
                        then '(' || option_name || '=' || regexp_replace(option_value::varchar, '\.0$', '') || ')'
                        else ''
                    end as measure,
                    metric,
                    part,
                    case when option_name = 'beta' then option_value end as beta,
                    case when option_name = 'bins' then option_value::bigint end as bins
                from rankhouse_read
            ),
        rankhouse_given as not materialized (
        select by_run, case when prediction is null or rankhouse_score in (0, 1) then rankhouse_score end as rankhouse_score, label_value from (
        select
            struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name)))) as by_run,
            cast(
                columns(
                    lambda column_name:lower(column_name)
                    = lower(coalesce(prediction, score))
                ) as double
            ) as rankhouse_score,
            cast(columns(lambda column_name:lower(column_name) = lower(label)) as double) as label_value
        from (select *, 0 as rankhouse_ungrouped_run from query_table(predictions)) as given
    ) as named
    ),
    rankhouse_predictions as not materialized (
        select by_run, rankhouse_score,  cast(label_value as bigint) as rankhouse_label from rankhouse_given where label_value in (0, 1) and  not isnan( cast(rankhouse_score as double))
    ),
    rankhouse_totals as (
        select
            by_run,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_rows,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) and label_value = 1 then 1 end) as n_positives,
            count(*) - count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_left_out
                ,
                min(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then rankhouse_score end) >= 0
                and max(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then rankhouse_score end) <= 1 as is_probability
                    , sum(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then (
        case
            when case label_value when 1 then rankhouse_score when 0 then 1 - rankhouse_score end <  cast(2.220446049250313e-16 as double)
            then - ln( cast(2.220446049250313e-16 as double))
            when case label_value when 1 then rankhouse_score when 0 then 1 - rankhouse_score end > 1 -  cast(2.220446049250313e-16 as double)
            then - ln(1 -  cast(2.220446049250313e-16 as double))
            else - ln(case label_value when 1 then rankhouse_score when 0 then 1 - rankhouse_score end)
        end
    ) end) as loss_sum
                    , sum(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then (
        (rankhouse_score - label_value)
        * (rankhouse_score - label_value)
    ) end) as square_sum
        from rankhouse_given group by by_run
    ),
            rankhouse_thresholds as (select distinct cut, case when prediction is null then cut end as threshold
    from
        (
            select
                unnest(
                    case
                        when prediction is not null
                        then [0.5]
                        when len(thresholds) > 0
                        then thresholds::double[]
                        else error('thresholds is empty: give at least one, such as [0.5]')
                    end
                ) as cut
        ) as given
    where
        case
            when isfinite(cut)
            then true
            else error('a threshold is a finite number, got ' || coalesce(cut::varchar, 'NULL'))
        end
    ),
    rankhouse_reached as (
        select by_run, cut, count(*) as n_reached, sum(rankhouse_label) as tp
        from rankhouse_predictions as rankhouse_predictions
        cross join rankhouse_thresholds as rankhouse_thresholds
        where rankhouse_score >= cut
        group by by_run, cut
    ),
    rankhouse_confusion as (
        select
            totals.by_run as by_run,
            totals.n_rows,
            totals.n_positives,
            totals.n_left_out,
            rankhouse_thresholds.threshold,
             cast(coalesce(reached.tp, 0) as bigint) as tp,
             cast(coalesce(reached.n_reached - reached.tp, 0) as bigint) as fp,
             cast(totals.n_positives - coalesce(reached.tp, 0) as bigint) as fn,
             cast(totals.n_rows - totals.n_positives - coalesce(reached.n_reached - reached.tp, 0) as bigint)
            as tn
        from rankhouse_totals as totals
        cross join rankhouse_thresholds as rankhouse_thresholds
        left join
            rankhouse_reached as reached
            on rankhouse_thresholds.cut = reached.cut
            and  totals.by_run is not distinct from reached.by_run
    ),
            rankhouse_by_threshold as (
                select
                    counted.by_run as by_run,
                    requests.measure,
                    requests.metric,
                    counted.threshold,
                    case requests.metric when 'accuracy' then ( cast(tp + tn as double) / nullif( cast(tp + fp + fn + tn as double), 0)) when 'precision' then ( cast(tp as double) / nullif( cast(tp + fp as double), 0)) when 'recall' then ( cast(tp as double) / nullif( cast(tp + fn as double), 0)) when 'fpr' then ( cast(fp as double) / nullif( cast(fp + tn as double), 0)) when 'specificity' then ( cast(tn as double) / nullif( cast(fp + tn as double), 0)) when 'f1' then (
        (1 +  cast(1 * 1 as double))
        * tp
        / ((tp + fp) +  cast(1 * 1 as double) * nullif((tp + fn), 0))
    ) when 'f_beta' then (
        (1 +  cast(beta * beta as double))
        * tp
        / ((tp + fp) +  cast(beta * beta as double) * nullif((tp + fn), 0))
    ) when 'balanced_accuracy' then (( cast(tp as double) / nullif( cast(tp + fn as double), 0)) + ( cast(tn as double) / nullif( cast(fp + tn as double), 0))) / 2 when 'mcc' then (
        ( cast(tp as double) *  cast(tn as double) -  cast(fp as double) *  cast(fn as double)) / nullif(
            sqrt(( cast(tp as double) +  cast(fp as double)) * ( cast(tp as double) +  cast(fn as double)))
            * sqrt(( cast(tn as double) +  cast(fp as double)) * ( cast(tn as double) +  cast(fn as double))),
            0
        )
    ) end as value,
                    counted.n_rows,
                    counted.n_positives,
                    counted.n_left_out
                from rankhouse_confusion as counted
                cross join rankhouse_requests as requests
                where requests.part = 'confusion'
            ),
            rankhouse_placed as not materialized (select
        by_run, rankhouse_score,
        rankhouse_label as positives_here,
        rank() over (partition by by_run order by rankhouse_score desc) as first_place,
         cast(round(cume_dist() over (partition by by_run order by rankhouse_score desc) * count(*) over (partition by by_run)) as bigint) as n_upto,
         cast(sum(rankhouse_label) over (partition by by_run order by rankhouse_score desc) as bigint) as tp_upto
    from rankhouse_predictions
        where exists (select 1 from rankhouse_requests as asked where asked.part = 'points')),
    rankhouse_points as (
        select
            placed.by_run as by_run,
            placed.rankhouse_score,
            placed.positives_here,
            placed.first_place,
            placed.n_upto,
            placed.tp_upto,
            totals.n_rows,
            totals.n_positives
        from rankhouse_placed as placed  join rankhouse_totals as totals on  placed.by_run is not distinct from totals.by_run
    ), rankhouse_areas as (
        select
            points.by_run as by_run,
                 cast(sum(positives_here * (first_place + n_upto)) as double) / 2 as rank_sum,
                sum(positives_here * ( cast(tp_upto as double) / nullif( cast(n_upto as double), 0))) as precision_sum,
                (
        max(case when first_place <= n_positives and n_upto >= n_positives then tp_upto end)
        - sum(case when first_place <= n_positives and n_upto >= n_positives then positives_here end)
        * (max(case when first_place <= n_positives and n_upto >= n_positives then n_upto end) - n_positives)
        /  cast(nullif(count(case when first_place <= n_positives and n_upto >= n_positives then 1 end), 0) as double)
    ) as break_even_positives,
                max((
        (1 +  cast(1 * 1 as double))
        * tp_upto
        / (n_upto +  cast(1 * 1 as double) * nullif(n_positives, 0))
    )) as best_f1,
                max(abs(( cast(tp_upto as double) / nullif( cast(n_positives as double), 0)) - ( cast(n_upto - tp_upto as double) / nullif( cast(n_rows - n_positives as double), 0)))) as ks
        from rankhouse_points as points
        group by by_run, n_rows, n_positives
    ),
        rankhouse_best_threshold as (
            select points.by_run as by_run, max(points.rankhouse_score) as best_threshold
            from rankhouse_points as points  join rankhouse_areas as areas on  points.by_run is not distinct from areas.by_run
            where
                (
        (1 +  cast(1 * 1 as double))
        * tp_upto
        / (n_upto +  cast(1 * 1 as double) * nullif(n_positives, 0))
    ) = areas.best_f1
                group by points.by_run
        ), rankhouse_binned as (
        select
            by_run, bins,
             cast(greatest(ceil(rankhouse_score * bins), 1) as bigint) as bin,
            sum(rankhouse_score) as score_sum,
            sum(rankhouse_label) as label_sum
        from rankhouse_predictions as rankhouse_predictions
        cross join (select distinct bins from rankhouse_requests where metric = 'ece') as requested
        where rankhouse_score >= 0 and rankhouse_score <= 1
        group by by_run, bins,  cast(greatest(ceil(rankhouse_score * bins), 1) as bigint)
    ),
    rankhouse_bin_gaps as (
        select by_run, bins, sum(abs(score_sum - label_sum)) as bin_gap from rankhouse_binned group by by_run, bins
    ),
            rankhouse_over_thresholds as (
                select
                    totals.by_run as by_run,
                    requests.measure,
                    requests.metric,
                     cast(null as double) as threshold,
                    case
                            when requests.part = 'rows' and not coalesce(totals.is_probability, false) then null
                            when requests.metric = 'roc_auc' then ( cast(n_positives * (n_rows - n_positives) + n_positives * (n_positives + 1) / 2 - rank_sum as double) / nullif( cast(n_positives * (n_rows - n_positives) as double), 0))
                            when requests.metric = 'pr_auc' then ( cast(precision_sum as double) / nullif( cast(n_positives as double), 0))
                            when requests.metric = 'break_even' then ( cast(break_even_positives as double) / nullif( cast(n_positives as double), 0))
                            when requests.metric = 'best_f1' then best_f1
                            when requests.metric = 'best_f1_threshold' then best_threshold
                            when requests.metric = 'ks' then ks
                            when requests.metric = 'log_loss' then ( cast(loss_sum as double) / nullif( cast(n_rows as double), 0))
                            when requests.metric = 'brier' then ( cast(square_sum as double) / nullif( cast(n_rows as double), 0))
                            when requests.metric = 'ece' then ( cast(bin_gap as double) / nullif( cast(n_rows as double), 0))
                    end as value,
                    totals.n_rows,
                    totals.n_positives,
                    totals.n_left_out
                from rankhouse_totals as totals
                cross join
                    rankhouse_requests as requests
                        left join rankhouse_areas as areas on  totals.by_run is not distinct from areas.by_run
                        left join rankhouse_best_threshold as best on  totals.by_run is not distinct from best.by_run
                        left join rankhouse_bin_gaps as gaps on  totals.by_run is not distinct from gaps.by_run
                        and requests.bins = gaps.bins
                where requests.part <> 'confusion'
            ),
        rankhouse_answered as (
                select unnest(by_run), measure, metric, threshold, value, n_rows, n_positives, n_left_out
                from rankhouse_by_threshold 
        where
            case
                when len(struct_keys(by_run)) - 1 = len("by")
                then true
                else error('by names a column that the predictions lack: ' || "by"::varchar)
            end union all
                select unnest(by_run), measure, metric, threshold, value, n_rows, n_positives, n_left_out
                from rankhouse_over_thresholds 
        where
            case
                when len(struct_keys(by_run)) - 1 = len("by")
                then true
                else error('by names a column that the predictions lack: ' || "by"::varchar)
            end
        )
    select *
    from rankhouse_answered ) as answered order by all;

comment on macro table classifier_metrics is 'One row per measure, and per threshold where it has one: the by columns, measure, metric, threshold, value, n_rows, n_positives, n_left_out.';

create or replace macro confusion(predictions, "by" := [], thresholds := [0.5], score := 'score', label := 'label', prediction := null) as table select * exclude (rankhouse_ungrouped_run) from (with
        rankhouse_given as not materialized (
        select by_run, case when prediction is null or rankhouse_score in (0, 1) then rankhouse_score end as rankhouse_score, label_value from (
        select
            struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name)))) as by_run,
            cast(
                columns(
                    lambda column_name:lower(column_name)
                    = lower(coalesce(prediction, score))
                ) as double
            ) as rankhouse_score,
            cast(columns(lambda column_name:lower(column_name) = lower(label)) as double) as label_value
        from (select *, 0 as rankhouse_ungrouped_run from query_table(predictions)) as given
    ) as named
    ),
    rankhouse_predictions as not materialized (
        select by_run, rankhouse_score,  cast(label_value as bigint) as rankhouse_label from rankhouse_given where label_value in (0, 1) and  not isnan( cast(rankhouse_score as double))
    ),
    rankhouse_totals as (
        select
            by_run,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_rows,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) and label_value = 1 then 1 end) as n_positives,
            count(*) - count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_left_out
        from rankhouse_given group by by_run
    ), rankhouse_thresholds as (select distinct cut, case when prediction is null then cut end as threshold
    from
        (
            select
                unnest(
                    case
                        when prediction is not null
                        then [0.5]
                        when len(thresholds) > 0
                        then thresholds::double[]
                        else error('thresholds is empty: give at least one, such as [0.5]')
                    end
                ) as cut
        ) as given
    where
        case
            when isfinite(cut)
            then true
            else error('a threshold is a finite number, got ' || coalesce(cut::varchar, 'NULL'))
        end
    ),
    rankhouse_reached as (
        select by_run, cut, count(*) as n_reached, sum(rankhouse_label) as tp
        from rankhouse_predictions as rankhouse_predictions
        cross join rankhouse_thresholds as rankhouse_thresholds
        where rankhouse_score >= cut
        group by by_run, cut
    ),
    rankhouse_confusion as (
        select
            totals.by_run as by_run,
            totals.n_rows,
            totals.n_positives,
            totals.n_left_out,
            rankhouse_thresholds.threshold,
             cast(coalesce(reached.tp, 0) as bigint) as tp,
             cast(coalesce(reached.n_reached - reached.tp, 0) as bigint) as fp,
             cast(totals.n_positives - coalesce(reached.tp, 0) as bigint) as fn,
             cast(totals.n_rows - totals.n_positives - coalesce(reached.n_reached - reached.tp, 0) as bigint)
            as tn
        from rankhouse_totals as totals
        cross join rankhouse_thresholds as rankhouse_thresholds
        left join
            rankhouse_reached as reached
            on rankhouse_thresholds.cut = reached.cut
            and  totals.by_run is not distinct from reached.by_run
    ),
        rankhouse_shown as (
            select unnest(by_run), threshold, tp, fp, fn, tn, n_rows, n_positives, n_left_out
            from rankhouse_confusion 
        where
            case
                when len(struct_keys(by_run)) - 1 = len("by")
                then true
                else error('by names a column that the predictions lack: ' || "by"::varchar)
            end
        )
    select *
    from rankhouse_shown ) as answered order by all;

comment on macro table confusion is 'One row per threshold: the by columns, threshold, tp, fp, fn, tn, n_rows, n_positives, n_left_out.';

create or replace macro roc_curve(predictions, "by" := [], points := 1000, score := 'score', label := 'label', prediction := null) as table select * exclude (rankhouse_ungrouped_run) from (with
        rankhouse_given as not materialized (
        select by_run, rankhouse_score, label_value from (
        select
            struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name)))) as by_run,
            cast(
                columns(
                    lambda column_name:lower(column_name)
                    = lower(score)
                ) as double
            ) as rankhouse_score,
            cast(columns(lambda column_name:lower(column_name) = lower(label)) as double) as label_value
        from (select *, 0 as rankhouse_ungrouped_run from query_table(predictions)) as given
    ) as named
    ),
    rankhouse_predictions as not materialized (
        select by_run, rankhouse_score,  cast(label_value as bigint) as rankhouse_label from rankhouse_given where label_value in (0, 1) and  not isnan( cast(rankhouse_score as double))
    ),
    rankhouse_totals as (
        select
            by_run,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_rows,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) and label_value = 1 then 1 end) as n_positives,
            count(*) - count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_left_out
        from rankhouse_given group by by_run
    ),
        rankhouse_placed as not materialized (select
        by_run, rankhouse_score,
        rankhouse_label as positives_here,
        rank() over (partition by by_run order by rankhouse_score desc) as first_place,
         cast(round(cume_dist() over (partition by by_run order by rankhouse_score desc) * count(*) over (partition by by_run)) as bigint) as n_upto,
         cast(sum(rankhouse_label) over (partition by by_run order by rankhouse_score desc) as bigint) as tp_upto
    from rankhouse_predictions),
    rankhouse_points as (
        select
            placed.by_run as by_run,
            placed.rankhouse_score,
            placed.positives_here,
            placed.first_place,
            placed.n_upto,
            placed.tp_upto,
            totals.n_rows,
            totals.n_positives
        from rankhouse_placed as placed  join rankhouse_totals as totals on  placed.by_run is not distinct from totals.by_run
    ),
        rankhouse_intervals as (
            select
                by_run, n_rows, n_positives,
                first_place <= n_positives and n_upto >= n_positives as is_break_even,
                max(rankhouse_score) as first_score,
                    min(tp_upto) as first_tp,
                    min(n_upto) as first_n,
                min(rankhouse_score) as last_score,
                    max(tp_upto) as last_tp,
                    max(n_upto) as last_n,
                 cast(sum(positives_here * (first_place + n_upto)) as double) / 2 as interval_sum
            from rankhouse_points
            group by by_run, n_rows, n_positives, first_place <= n_positives and n_upto >= n_positives, case when points is null then n_upto else least(
        floor(
            coalesce(
                (coalesce(( cast(tp_upto as double) / nullif( cast(n_positives as double), 0)), 0) + coalesce(( cast(n_upto - tp_upto as double) / nullif( cast(n_rows - n_positives as double), 0)), 0)) * floor(((
        case
            when  cast(coalesce(points, 1000) as double) >= 5 and  cast(coalesce(points, 1000) as double) <= 10000000 and  cast(coalesce(points, 1000) as double) = floor( cast(coalesce(points, 1000) as double))
            then  cast(coalesce(points, 1000) as double)::bigint
            else
                error(
                    'points is a whole number of at least 5 and at most 10 million, got '
                    || points::varchar
                )
        end
    ) - 2) /  cast(2 as double)) / nullif(2, 0), 0
            )
        ),
        floor(((
        case
            when  cast(coalesce(points, 1000) as double) >= 5 and  cast(coalesce(points, 1000) as double) <= 10000000 and  cast(coalesce(points, 1000) as double) = floor( cast(coalesce(points, 1000) as double))
            then  cast(coalesce(points, 1000) as double)::bigint
            else
                error(
                    'points is a whole number of at least 5 and at most 10 million, got '
                    || points::varchar
                )
        end
    ) - 2) /  cast(2 as double)) - 1
    ) end
        ),
        rankhouse_area as (
            select by_run, n_rows, n_positives, sum(interval_sum) as area_sum
            from rankhouse_intervals
            group by by_run, n_rows, n_positives
        ),
        rankhouse_curve as (
            select
                by_run,
                 cast(null as double) as threshold,
                 cast(0 as bigint) as tp,
                 cast(0 as bigint) as n_reached,
                n_positives = 0 as is_break_even
            from rankhouse_area
                union all
                select
                    by_run,
                    first_score,
                     cast(first_tp as bigint),
                    first_n,
                    is_break_even
                from rankhouse_intervals
                union all
                select
                    by_run,
                    last_score,
                     cast(last_tp as bigint),
                    last_n,
                    is_break_even
                from rankhouse_intervals where last_n > first_n
        ),
        rankhouse_drawn as (
            select
                curve.by_run as by_run,
                curve.threshold,
                curve.tp,
                curve.n_reached - curve.tp as fp,
                area.n_rows,
                area.n_positives,
                curve.is_break_even,
                ( cast(n_positives * (n_rows - n_positives) + n_positives * (n_positives + 1) / 2 - area_sum as double) / nullif( cast(n_positives * (n_rows - n_positives) as double), 0)) as area
            from rankhouse_curve as curve  join rankhouse_area as area on  curve.by_run is not distinct from area.by_run
        ),
        rankhouse_shown as (
            select
                unnest(by_run), threshold,
                    ( cast(fp as double) / nullif( cast(n_rows - n_positives as double), 0)) as fpr,
                    ( cast(tp as double) / nullif( cast(n_positives as double), 0)) as tpr,
                tp,
                fp,
                n_rows,
                n_positives,
                is_break_even,
                area
            from rankhouse_drawn 
        where
            case
                when len(struct_keys(by_run)) - 1 = len("by")
                then true
                else error('by names a column that the predictions lack: ' || "by"::varchar)
            end
        )
    select *
    from rankhouse_shown ) as answered order by all;

comment on macro table roc_curve is 'One row per point: the by columns, threshold, fpr, tpr, tp, fp, n_rows, n_positives, is_break_even, area.';

create or replace macro pr_curve(predictions, "by" := [], points := 1000, score := 'score', label := 'label', prediction := null) as table select * exclude (rankhouse_ungrouped_run) from (with
        rankhouse_given as not materialized (
        select by_run, rankhouse_score, label_value from (
        select
            struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name)))) as by_run,
            cast(
                columns(
                    lambda column_name:lower(column_name)
                    = lower(score)
                ) as double
            ) as rankhouse_score,
            cast(columns(lambda column_name:lower(column_name) = lower(label)) as double) as label_value
        from (select *, 0 as rankhouse_ungrouped_run from query_table(predictions)) as given
    ) as named
    ),
    rankhouse_predictions as not materialized (
        select by_run, rankhouse_score,  cast(label_value as bigint) as rankhouse_label from rankhouse_given where label_value in (0, 1) and  not isnan( cast(rankhouse_score as double))
    ),
    rankhouse_totals as (
        select
            by_run,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_rows,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) and label_value = 1 then 1 end) as n_positives,
            count(*) - count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_left_out
        from rankhouse_given group by by_run
    ),
        rankhouse_placed as not materialized (select
        by_run, rankhouse_score,
        rankhouse_label as positives_here,
        rank() over (partition by by_run order by rankhouse_score desc) as first_place,
         cast(round(cume_dist() over (partition by by_run order by rankhouse_score desc) * count(*) over (partition by by_run)) as bigint) as n_upto,
         cast(sum(rankhouse_label) over (partition by by_run order by rankhouse_score desc) as bigint) as tp_upto
    from rankhouse_predictions),
    rankhouse_points as (
        select
            placed.by_run as by_run,
            placed.rankhouse_score,
            placed.positives_here,
            placed.first_place,
            placed.n_upto,
            placed.tp_upto,
            totals.n_rows,
            totals.n_positives
        from rankhouse_placed as placed  join rankhouse_totals as totals on  placed.by_run is not distinct from totals.by_run
    ),
        rankhouse_intervals as (
            select
                by_run, n_rows, n_positives,
                first_place <= n_positives and n_upto >= n_positives as is_break_even,
                max(rankhouse_score) as first_score,
                    min(tp_upto) as first_tp,
                    min(n_upto) as first_n,
                min(rankhouse_score) as last_score,
                    max(tp_upto) as last_tp,
                    max(n_upto) as last_n,
                sum(positives_here * ( cast(tp_upto as double) / nullif( cast(n_upto as double), 0))) as interval_sum
            from rankhouse_points
            group by by_run, n_rows, n_positives, first_place <= n_positives and n_upto >= n_positives, case when points is null then n_upto else least(
        floor(
            coalesce(
                (ln( cast(n_upto as double))) * floor(((
        case
            when  cast(coalesce(points, 1000) as double) >= 5 and  cast(coalesce(points, 1000) as double) <= 10000000 and  cast(coalesce(points, 1000) as double) = floor( cast(coalesce(points, 1000) as double))
            then  cast(coalesce(points, 1000) as double)::bigint
            else
                error(
                    'points is a whole number of at least 5 and at most 10 million, got '
                    || points::varchar
                )
        end
    ) - 2) /  cast(2 as double)) / nullif(ln( cast(n_rows as double)), 0), 0
            )
        ),
        floor(((
        case
            when  cast(coalesce(points, 1000) as double) >= 5 and  cast(coalesce(points, 1000) as double) <= 10000000 and  cast(coalesce(points, 1000) as double) = floor( cast(coalesce(points, 1000) as double))
            then  cast(coalesce(points, 1000) as double)::bigint
            else
                error(
                    'points is a whole number of at least 5 and at most 10 million, got '
                    || points::varchar
                )
        end
    ) - 2) /  cast(2 as double)) - 1
    ) end
        ),
        rankhouse_area as (
            select by_run, n_rows, n_positives, sum(interval_sum) as area_sum
            from rankhouse_intervals
            group by by_run, n_rows, n_positives
        ),
        rankhouse_curve as (
            select
                by_run,
                 cast(null as double) as threshold,
                 cast(0 as bigint) as tp,
                 cast(0 as bigint) as n_reached,
                n_positives = 0 as is_break_even
            from rankhouse_area
                union all
                select
                    by_run,
                    first_score,
                     cast(first_tp as bigint),
                    first_n,
                    is_break_even
                from rankhouse_intervals
                union all
                select
                    by_run,
                    last_score,
                     cast(last_tp as bigint),
                    last_n,
                    is_break_even
                from rankhouse_intervals where last_n > first_n
        ),
        rankhouse_drawn as (
            select
                curve.by_run as by_run,
                curve.threshold,
                curve.tp,
                curve.n_reached - curve.tp as fp,
                area.n_rows,
                area.n_positives,
                curve.is_break_even,
                ( cast(area_sum as double) / nullif( cast(n_positives as double), 0)) as area
            from rankhouse_curve as curve  join rankhouse_area as area on  curve.by_run is not distinct from area.by_run
        ),
        rankhouse_shown as (
            select
                unnest(by_run), threshold,
                    ( cast(tp as double) / nullif( cast(n_positives as double), 0)) as recall,
                    coalesce(( cast(tp as double) / nullif( cast(tp + fp as double), 0)), 1) as precision,
                tp,
                fp,
                n_rows,
                n_positives,
                is_break_even,
                area
            from rankhouse_drawn 
        where
            case
                when len(struct_keys(by_run)) - 1 = len("by")
                then true
                else error('by names a column that the predictions lack: ' || "by"::varchar)
            end
        )
    select *
    from rankhouse_shown ) as answered order by all;

comment on macro table pr_curve is 'One row per point: the by columns, threshold, recall, precision, tp, fp, n_rows, n_positives, is_break_even, area.';

create or replace macro calibration(predictions, "by" := [], bins := null, score := 'score', label := 'label', prediction := null) as table select * exclude (rankhouse_ungrouped_run) from (with
        rankhouse_given as not materialized (
        select by_run, rankhouse_score, label_value from (
        select
            struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name)))) as by_run,
            cast(
                columns(
                    lambda column_name:lower(column_name)
                    = lower(score)
                ) as double
            ) as rankhouse_score,
            cast(columns(lambda column_name:lower(column_name) = lower(label)) as double) as label_value
        from (select *, 0 as rankhouse_ungrouped_run from query_table(predictions)) as given
    ) as named
    ),
    rankhouse_predictions as not materialized (
        select by_run, rankhouse_score,  cast(label_value as bigint) as rankhouse_label from rankhouse_given where label_value in (0, 1) and  not isnan( cast(rankhouse_score as double))
    ),
    rankhouse_totals as (
        select
            by_run,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_rows,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) and label_value = 1 then 1 end) as n_positives,
            count(*) - count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_left_out
        from rankhouse_given group by by_run
    ),
        rankhouse_binned as (
            select
                by_run,
                 cast(greatest(ceil(rankhouse_score * (
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    )), 1) as bigint) as bin,
                count(*) as n_rows,
                sum(rankhouse_label) as n_positives,
                avg(rankhouse_score) as mean_score
            from rankhouse_predictions
            where rankhouse_score >= 0 and rankhouse_score <= 1
            group by by_run,  cast(greatest(ceil(rankhouse_score * (
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    )), 1) as bigint)
        ),
        rankhouse_shown as (
            select
                unnest(by_run), bin,
                ( cast(bin - 1 as double) / nullif( cast((
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double), 0)) as bin_from,
                ( cast(bin as double) / nullif( cast((
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double), 0)) as bin_to,
                n_rows,
                 cast(n_positives as bigint) as n_positives,
                mean_score,
                ( cast(n_positives as double) / nullif( cast(n_rows as double), 0)) as positive_share
            from rankhouse_binned 
        where
            case
                when len(struct_keys(by_run)) - 1 = len("by")
                then true
                else error('by names a column that the predictions lack: ' || "by"::varchar)
            end
        )
    select *
    from rankhouse_shown ) as answered order by all;

comment on macro table calibration is 'One row per bin of equal width: the by columns, bin, bin_from, bin_to, n_rows, n_positives, mean_score, positive_share.';

create or replace macro lift(predictions, "by" := [], bins := null, score := 'score', label := 'label', prediction := null) as table select * exclude (rankhouse_ungrouped_run) from (with
        rankhouse_given as not materialized (
        select by_run, rankhouse_score, label_value from (
        select
            struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name)))) as by_run,
            cast(
                columns(
                    lambda column_name:lower(column_name)
                    = lower(score)
                ) as double
            ) as rankhouse_score,
            cast(columns(lambda column_name:lower(column_name) = lower(label)) as double) as label_value
        from (select *, 0 as rankhouse_ungrouped_run from query_table(predictions)) as given
    ) as named
    ),
    rankhouse_predictions as not materialized (
        select by_run, rankhouse_score,  cast(label_value as bigint) as rankhouse_label from rankhouse_given where label_value in (0, 1) and  not isnan( cast(rankhouse_score as double))
    ),
    rankhouse_totals as (
        select
            by_run,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_rows,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) and label_value = 1 then 1 end) as n_positives,
            count(*) - count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_left_out
        from rankhouse_given group by by_run
    ),
        rankhouse_placed as not materialized (select
        by_run, rankhouse_score,
        rankhouse_label as positives_here,
        rank() over (partition by by_run order by rankhouse_score desc) as first_place,
         cast(round(cume_dist() over (partition by by_run order by rankhouse_score desc) * count(*) over (partition by by_run)) as bigint) as n_upto,
         cast(sum(rankhouse_label) over (partition by by_run order by rankhouse_score desc) as bigint) as tp_upto
    from rankhouse_predictions),
    rankhouse_points as (
        select
            placed.by_run as by_run,
            placed.rankhouse_score,
            placed.positives_here,
            placed.first_place,
            placed.n_upto,
            placed.tp_upto,
            totals.n_rows,
            totals.n_positives
        from rankhouse_placed as placed  join rankhouse_totals as totals on  placed.by_run is not distinct from totals.by_run
    ),
        rankhouse_edges as (
            select
                by_run, n_rows, n_positives,
                first_place,
                n_upto,
                tp_upto,
                rankhouse_score,
                sum(positives_here) as tied_positives,
                floor((first_place - 1) *  cast((
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double) / n_rows) as bin_above,
                floor(n_upto *  cast((
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double) / n_rows) as bin_upto
            from rankhouse_points
            where
                floor((first_place - 1) *  cast((
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double) / n_rows)
                < floor(n_upto *  cast((
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double) / n_rows)
            group by by_run, n_rows, n_positives, first_place, n_upto, tp_upto, rankhouse_score
        ),
        rankhouse_cut as (
            select
                by_run, n_rows, n_positives,
                bin,
                rankhouse_score as threshold,
                tp_upto
                - tied_positives
                * (n_upto - bin *  cast(n_rows as double) / (
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ))
                / (n_upto - first_place + 1) as cumulative_positives
            from rankhouse_edges as edges
            join (select unnest(range(1, (
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) + 1)) as bin) as numbers on bin > bin_above and bin <= bin_upto
        ),
        rankhouse_parts as (
            select
                by_run, n_rows, n_positives,
                bin,
                threshold,
                cumulative_positives,
                ( cast(n_rows as double) / nullif( cast((
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double), 0)) as part_rows,
                cumulative_positives - coalesce(
                    lag(cumulative_positives) over (partition by by_run order by bin), 0
                ) as part_positives
            from rankhouse_cut
        ),
        rankhouse_shown as (
            select
                unnest(by_run), bin,
                ( cast(bin as double) / nullif( cast((
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double), 0)) as depth,
                threshold,
                part_rows as n_rows,
                part_positives as n_positives,
                ( cast(part_positives as double) / nullif( cast(part_rows as double), 0)) as positive_share,
                ( cast(part_positives * (
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double) / nullif( cast(n_positives as double), 0)) as lift,
                cumulative_positives,
                ( cast(cumulative_positives as double) / nullif( cast(n_positives as double), 0)) as gain,
                ( cast(cumulative_positives * (
        case
            when  cast(coalesce(bins, 10) as double) >= 1 and  cast(coalesce(bins, 10) as double) <= 10000000 and  cast(coalesce(bins, 10) as double) = floor( cast(coalesce(bins, 10) as double))
            then  cast(coalesce(bins, 10) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double) / nullif( cast(n_positives * bin as double), 0)) as cumulative_lift
            from rankhouse_parts 
        where
            case
                when len(struct_keys(by_run)) - 1 = len("by")
                then true
                else error('by names a column that the predictions lack: ' || "by"::varchar)
            end
        )
    select *
    from rankhouse_shown ) as answered order by all;

comment on macro table lift is 'One row per part of the rows in descending order of score: the by columns, bin, depth, threshold, n_rows, n_positives, positive_share, lift, cumulative_positives, gain, cumulative_lift.';

create or replace macro binned_auc(predictions, "by" := [], bins := null, lowest := null, highest := null, score := 'score', label := 'label', prediction := null) as table select * exclude (rankhouse_ungrouped_run) from (with
        rankhouse_given as not materialized (
        select by_run, rankhouse_score, label_value from (
        select
            struct_pack(*columns(lambda column_name:column_name = 'rankhouse_ungrouped_run' or (list_contains("by"::varchar[], column_name)))) as by_run,
            cast(
                columns(
                    lambda column_name:lower(column_name)
                    = lower(score)
                ) as double
            ) as rankhouse_score,
            cast(columns(lambda column_name:lower(column_name) = lower(label)) as double) as label_value
        from (select *, 0 as rankhouse_ungrouped_run from query_table(predictions)) as given
    ) as named
    ),
    rankhouse_predictions as not materialized (
        select by_run, rankhouse_score,  cast(label_value as bigint) as rankhouse_label from rankhouse_given where label_value in (0, 1) and  not isnan( cast(rankhouse_score as double))
    ),
    rankhouse_totals as (
        select
            by_run,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_rows,
            count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) and label_value = 1 then 1 end) as n_positives,
            count(*) - count(case when label_value in (0, 1) and  not isnan( cast(rankhouse_score as double)) then 1 end) as n_left_out
        from rankhouse_given group by by_run
    ),
        rankhouse_range as (select range_from, nullif(range_to - range_from, 0) as range_width
    from (select
        coalesce(lowest::double, min(rankhouse_score)) as range_from,
        case
            when lowest >= highest
            then error('lowest is below highest, got ' || lowest::varchar || ' and ' || highest::varchar)
            else coalesce(highest::double, max(rankhouse_score))
        end as range_to
    from rankhouse_given
    where abs(rankhouse_score) < 8e307 and (lowest is null or highest is null)) as limits),
        rankhouse_placed as (
            select
                by_run,
                rankhouse_label,
                case when lowest is null and highest is null then floor((rankhouse_score - range_from) / range_width * ( cast((
        case
            when  cast(coalesce(bins, 1000) as double) >= 1 and  cast(coalesce(bins, 1000) as double) <= 10000000 and  cast(coalesce(bins, 1000) as double) = floor( cast(coalesce(bins, 1000) as double))
            then  cast(coalesce(bins, 1000) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double) *  cast(0.9999999999999998 as double))) else least(greatest(floor((rankhouse_score - range_from) / range_width *  cast((
        case
            when  cast(coalesce(bins, 1000) as double) >= 1 and  cast(coalesce(bins, 1000) as double) <= 10000000 and  cast(coalesce(bins, 1000) as double) = floor( cast(coalesce(bins, 1000) as double))
            then  cast(coalesce(bins, 1000) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double)), 0),  cast((
        case
            when  cast(coalesce(bins, 1000) as double) >= 1 and  cast(coalesce(bins, 1000) as double) <= 10000000 and  cast(coalesce(bins, 1000) as double) = floor( cast(coalesce(bins, 1000) as double))
            then  cast(coalesce(bins, 1000) as double)::bigint
            else
                error(
                    'bins is a whole number of at least 1 and at most 10 million, got '
                    || bins::varchar
                )
        end
    ) as double) - 1) end as bin
            from rankhouse_predictions
            cross join rankhouse_range
        ),
        rankhouse_histogram as (
            select by_run, bin, count(*) as bin_rows, sum(rankhouse_label) as bin_positives
            from rankhouse_placed
            group by by_run, bin
        ),
        rankhouse_stacked as (
            select
                by_run,
                bin_rows,
                bin_positives,
                sum(bin_rows) over (partition by by_run order by bin desc)
                - bin_rows as rows_above
            from rankhouse_histogram
        ),
        rankhouse_rank_sums as (
            select
                by_run,
                sum(bin_rows) as n_rows,
                sum(bin_positives) as n_positives
                    ,
                     cast(sum(bin_positives * (2 * rows_above + bin_rows + 1)) as double)
                    / 2 as mid_sum
                    ,
                     cast(sum(bin_positives * (2 * rows_above + 2 * bin_rows - bin_positives + 1)) as double)
                    / 2 as worst_sum
                    ,
                     cast(sum(bin_positives * (2 * rows_above + bin_positives + 1)) as double)
                    / 2 as best_sum
            from rankhouse_stacked group by by_run
        ),
        rankhouse_shown as (
            select
                unnest(by_run), 
                    ( cast(n_positives * (n_rows - n_positives) + n_positives * (n_positives + 1) / 2 - mid_sum as double) / nullif( cast(n_positives * (n_rows - n_positives) as double), 0)) as roc_auc,
                    ( cast(n_positives * (n_rows - n_positives) + n_positives * (n_positives + 1) / 2 - worst_sum as double) / nullif( cast(n_positives * (n_rows - n_positives) as double), 0)) as low,
                    ( cast(n_positives * (n_rows - n_positives) + n_positives * (n_positives + 1) / 2 - best_sum as double) / nullif( cast(n_positives * (n_rows - n_positives) as double), 0)) as high,
                 cast(n_rows as bigint) as n_rows,
                 cast(n_positives as bigint) as n_positives
            from rankhouse_rank_sums 
        where
            case
                when len(struct_keys(by_run)) - 1 = len("by")
                then true
                else error('by names a column that the predictions lack: ' || "by"::varchar)
            end
        )
    select *
    from rankhouse_shown ) as answered order by all;

comment on macro table binned_auc is 'ROC AUC from a histogram: the by columns, roc_auc, low, high, n_rows, n_positives.';

create or replace macro prediction_problems(predictions, score := 'score', label := 'label', prediction := null) as table select *
    from (select problem, n_rows, example
    from
        (
                select
        'predictions' as side,
        'label is NULL' as problem,
        count(*) as n_rows,
        min( cast(given_label as varchar) ) as example
    from (select columns(lambda column_name:lower(column_name) = lower(label)) as given_label, columns(lambda column_name:lower(column_name) = lower(score)) as given_score from query_table(predictions)) as checked
    where given_label is null
                union all
                select
        'predictions' as side,
        'label is not 0 or 1' as problem,
        count(*) as n_rows,
        min( cast(given_label as varchar) ) as example
    from (select columns(lambda column_name:lower(column_name) = lower(label)) as given_label, columns(lambda column_name:lower(column_name) = lower(score)) as given_score from query_table(predictions)) as checked
    where not ( cast(given_label as double) in (0, 1))
                union all
                select
        'predictions' as side,
        'score is NULL or NaN' as problem,
        count(*) as n_rows,
        min( cast(given_score as varchar) ) as example
    from (select columns(lambda column_name:lower(column_name) = lower(label)) as given_label, columns(lambda column_name:lower(column_name) = lower(score)) as given_score from query_table(predictions)) as checked
    where given_score is null or not ( not isnan( cast(given_score as double)))
                union all
                select
        'predictions' as side,
        'score outside 0 to 1' as problem,
        count(*) as n_rows,
        min( cast(given_score as varchar) ) as example
    from (select columns(lambda column_name:lower(column_name) = lower(label)) as given_label, columns(lambda column_name:lower(column_name) = lower(score)) as given_score from query_table(predictions)) as checked
    where ( cast(given_score as double) < 0 or  cast(given_score as double) > 1) and  not isnan( cast(given_score as double))
                
        ) as problems
    where n_rows > 0) as found
    order by all;

comment on macro table prediction_problems is 'What is wrong with predictions, one row per kind of problem that occurs: problem, n_rows, example.';
