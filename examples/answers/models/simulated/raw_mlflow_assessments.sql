-- As MLflow keeps assessments of traces: judge b, and the tags of the trace that it judged.
select
    'tr-' || md5(question || system_a || system_b) as trace_id,
    'pairwise_preference' as assessment_name,
    case winner when 'a' then 'response_a' when 'b' then 'response_b' else 'tie' end as value,
    'LLM_JUDGE' as source_type,
    'judge b' as source_id,
    map{
        'question':question::varchar, 'document':document::varchar, 'response_a':system_a, 'response_b':system_b
    } as tags
from {{ ref("comparisons") }}
where judge = 'judge b'
