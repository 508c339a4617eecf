select query_id, item_id, score from {{ ref("run") }} where system = 'old'
