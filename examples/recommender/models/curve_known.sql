select n_given, user_id, item_id from {{ ref("curve_ratings") }} where part = 'train' and reason is null
