select user_id, item_id from {{ ref("ratings_in_parts") }} where part = 'train'
