-- Every item for every user, those that a user has rated already among them: they leave where metrics are computed.
select 'popularity' as system, user_id as query_id, item_id, score
from ({{ popularity(ref("seen")) }}) as popular
union all
select 'item_to_item' as system, user_id as query_id, item_id, score
from ({{ item_to_item(ref("seen")) }}) as similar_items
