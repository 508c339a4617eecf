{% set system = rankhouse.quoted("system") %}
-- The same through the plugin's macros.
{{ config(enabled=target.type == "duckdb") }}

select {{ system }}, day, query_id, precision_at_k(relevance, row(score, item_id), 2) as value
from {{ ref("labelled_items") }}
group by all
