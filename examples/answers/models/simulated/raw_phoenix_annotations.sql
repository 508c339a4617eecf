-- As Phoenix returns annotations of spans: people, and the attributes of the span that they saw.
select
    md5('span' || question || system_a || system_b) as span_id,
    'preference' as annotation_name,
    'HUMAN' as annotator_kind,
    case winner when 'a' then 'first' when 'b' then 'second' else 'same' end as label,
    cast(null as double) as score,
    question as "attributes.question",
    document as "attributes.document",
    system_a as "attributes.first_model",
    system_b as "attributes.second_model"
from {{ ref("comparisons") }}
where judge = 'people'
