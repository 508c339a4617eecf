-- Each expected value of the fixtures is in one of the models, where a test compares it.
with
    checked as (
        {%- for policy in rankhouse.reference_policies() %}
            {%- for name, choice in policy.items() %}
                select fixture
                from {{ ref("rankhouse__reference_" ~ name ~ "_" ~ choice) }}
                {%- endfor %} {{ "union all" if not loop.last }}
        {%- endfor %}
    ),
    counts as (
        select
            (select count(*) from checked) as n_checked,
            (select count(*) from {{ rankhouse.reference_table("expected") }}) as n_expected
    )
select n_checked, n_expected
from counts
where n_checked <> n_expected or n_expected = 0
