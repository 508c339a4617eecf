select query_id, item_id, attraction as relevance from {{ ref("truth") }}
