select *
from {{ ref("langfuse_verdicts") }}
union all
select *
from {{ ref("mlflow_verdicts") }}
