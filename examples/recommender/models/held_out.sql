select user_id as query_id, item_id, rating as relevance from {{ ref("ratings_in_parts") }} where part = 'test'
