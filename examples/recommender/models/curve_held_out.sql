select n_given, user_id as query_id, item_id, rating as relevance from {{ ref("curve_ratings") }} where part = 'test'
