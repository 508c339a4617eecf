with
    scored as (
        select 'popularity' as system, n_given, user_id, item_id, score
        from ({{ popularity(ref("curve_known"), by=["n_given"]) }}) as popular
        union all
        select 'item_to_item' as system, n_given, user_id, item_id, score
        from ({{ item_to_item(ref("curve_known"), by=["n_given"]) }}) as similar_items
    )
select system, n_given, user_id as query_id, item_id, score
from scored
where
    not exists (
        select 1
        from {{ ref("curve_known") }} as known
        where known.n_given = scored.n_given and known.user_id = scored.user_id and known.item_id = scored.item_id
    )
