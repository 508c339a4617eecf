-- A try passes from a score of one half on.
select run_name as system, input_id as query_id, record_id as try_id, eval_agg_score >= 0.5 as passed
from {{ ref("raw_snowflake_evaluation") }}
where metric_name = 'task_success'
