{% set system = rankhouse.quoted("system") %}
-- Every interval has the difference in its middle, and each look has all queries before it.
select looks.*
from {{ ref("quality_until_now") }} as looks
left join
    {{ ref("quality_until_now") }} as later
    on looks.measure = later.measure
    and looks.{{ system }} = later.{{ system }}
    and looks.day < later.day
    and looks.n_queries >= later.n_queries
where
    later.day is not null
    or looks.ci_high is null
    or looks.ci_high < looks.ci_low
    or abs((looks.ci_low + looks.ci_high) / 2 - (looks.value - looks.baseline_value)) > 1e-12
