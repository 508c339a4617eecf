-- The per-query table under a name of this project, which a semantic model needs.
select * from {{ ref("rankhouse", "rankhouse__query_metrics") }}
