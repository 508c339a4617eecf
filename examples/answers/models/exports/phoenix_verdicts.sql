select
    cast("attributes.question" as bigint) as query_id,
    cast("attributes.document" as bigint) as document_id,
    "attributes.first_model" as system_a,
    "attributes.second_model" as system_b,
    case label when 'first' then 'a' when 'second' then 'b' when 'same' then 'tie' else label end as winner,
    'people' as judge_id
from {{ ref("raw_phoenix_annotations") }}
where annotation_name = 'preference' and annotator_kind = 'HUMAN'
