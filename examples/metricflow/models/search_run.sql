-- What two systems returned for eight queries on three days, five items each.
select
    systems.system,
    days.day,
    'q' || queries.query as query_id,
    'i' || items.item as item_id,
    (items.item * 7 + queries.query * 3 + days.number * systems.step) % 11 as score
from (values ('bm25', 1), ('dense', 4)) as systems(system, step)
cross join (values (1, date '2026-01-30'), (2, date '2026-01-31'), (3, date '2026-02-01')) as days(number, day)
cross join range(8) as queries(query)
cross join range(5) as items(item)
