select system, query_id, item_id, score from {{ ref("rankers") }}
