{{ config(materialized="view") }} select search_id, position from {{ ref("ubi_log") }} where clicked = 1
