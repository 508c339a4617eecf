-- DCG of the clicks that each list would have had, from the clicks on the old one's.
select 'old' as system, estimated.*
from ({{ rankhouse.click_estimates(ref("click_log"), ref("run_old"), ref("examination"), ["dcg@10"]) }}) as estimated
union all
select 'new' as system, estimated.*
from ({{ rankhouse.click_estimates(ref("click_log"), ref("run_new"), ref("examination"), ["dcg@10"]) }}) as estimated
