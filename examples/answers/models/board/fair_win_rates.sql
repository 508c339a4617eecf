select query_id, document_id, system, measure, value from {{ ref("win_rates") }} where source = 'langfuse_verdicts'
