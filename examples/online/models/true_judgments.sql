select query_id, item_id, appeal as relevance from {{ ref("rankers") }} where system = 'old'
