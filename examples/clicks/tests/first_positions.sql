-- Applications whose lists begin at another position than the variable first_positions says.
select
    application,
    lowest as found,
    case
        application
        {% for name, first in var("first_positions").items() %} when '{{ name }}' then {{ first }} {% endfor %}
    end as expected
from {{ ref("ubi_findings") }}
where impressions > 0 and lowest is distinct from expected
