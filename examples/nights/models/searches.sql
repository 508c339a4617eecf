{# Every query of every day: 60 queries that each come on six days of ten or so. #}
with
    numbers as (
        select cast(generated_number as {{ dbt.type_int() }}) as n from ({{ dbt.generate_series(60) }}) as made
    ),
    days as (select n as day_number, {{ date_of("n") }} as day from numbers where n <= 10)
select days.day_number, days.day, 'q' || {{ rankhouse.text("numbers.n") }} as query_id, numbers.n as query_number
from days
cross join numbers
where {{ rankhouse.random_number(1, ["day_number", "numbers.n"]) }} < 0.6
