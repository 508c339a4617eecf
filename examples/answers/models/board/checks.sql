-- Each judge by itself.
select *
from ({{ rankhouse.preference_checks(ref("verdicts"), by=["judge_id"]) }}) as judges
union all
select *
from ({{ rankhouse.preference_checks(ref("phoenix_verdicts"), by=["judge_id"]) }}) as people
