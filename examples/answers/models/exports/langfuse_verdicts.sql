select
    cast(json_extract_string(metadata, '$.question') as bigint) as query_id,
    cast(json_extract_string(metadata, '$.document') as bigint) as document_id,
    json_extract_string(metadata, '$.system_a') as system_a,
    json_extract_string(metadata, '$.system_b') as system_b,
    lower(string_value) as winner,
    'judge a' as judge_id
from {{ ref("raw_langfuse_scores") }}
where name = 'preference' and data_type = 'CATEGORICAL'
