select * from {{ ref("rankhouse", "rankhouse__query_metrics") }}
