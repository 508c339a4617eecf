select
    cast(tags['question'] as bigint) as query_id,
    cast(tags['document'] as bigint) as document_id,
    tags['response_a'] as system_a,
    tags['response_b'] as system_b,
    case value when 'response_a' then 'a' when 'response_b' then 'b' else value end as winner,
    source_id as judge_id
from {{ ref("raw_mlflow_assessments") }}
where assessment_name = 'pairwise_preference'
