select item_id, count(*) as popularity from {{ ref("ratings") }} group by item_id
