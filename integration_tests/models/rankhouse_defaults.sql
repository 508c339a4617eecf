select * from {{ ref("rankhouse", "rankhouse__metrics") }}
