-- As Langfuse exports scores to blob storage: judge a, whose verdicts are categories, and what was asked in metadata.
select
    md5('score' || question || system_a || system_b) as id,
    md5('trace' || question) as trace_id,
    'preference' as name,
    cast(null as double) as value,
    case winner when 'a' then 'A' when 'b' then 'B' else 'tie' end as string_value,
    'CATEGORICAL' as data_type,
    'EVAL' as source,
    to_json({'question':question, 'document':document, 'system_a':system_a, 'system_b':system_b}) as metadata
from {{ ref("comparisons") }}
where judge = 'judge a'
