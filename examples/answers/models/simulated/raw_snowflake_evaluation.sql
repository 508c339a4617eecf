-- As Snowflake's GET_AI_EVALUATION_DATA returns a run's records: five tries of each of 40 tasks by an agent.
select
    md5(system || task || attempt) as record_id,
    'task ' || task as input_id,
    system as run_name,
    'task_success' as metric_name,
    case when drawn < chance + 0.4 * (luck - 0.5) then 1.0 else 0.25 * drawn end as eval_agg_score
from
    (
        select
            systems.system,
            systems.chance,
            tasks.task,
            attempts.attempt,
            {{ rankhouse.random_number(9, ["tasks.task", "systems.system"]) }} as luck,
            {{ rankhouse.random_number(10, ["tasks.task", "systems.system", "attempts.attempt"]) }} as drawn
        from {{ ref("systems") }} as systems
        cross join range(40) as tasks(task)
        cross join range(5) as attempts(attempt)
    ) as tried
