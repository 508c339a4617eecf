"""Five weeks of searches, made up: evaluated, put in order over time, and published as one DuckDB file."""

from __future__ import annotations

from pathlib import Path

import duckdb

import rankhouse

DAYS, FIRST_DAY = 35, "2026-01-05"
SEARCHES = f"""
    create table searches as
    select
        date '{FIRST_DAY}' + day::int as day,
        country,
        format('{{}}-{{}}-{{}}', day, country, number) as query_id
    from range({DAYS}) as days(day)
    cross join (values ('de', 60), ('at', 12)) as countries(country, n_searches)
    -- More and more of them come from the smaller country, whose searches are the harder ones.
    cross join range(if(country = 'at', n_searches + 2 * day, n_searches)) as numbers(number)
    -- On Sundays the shop is closed.
    where day % 7 <> 6;

    create table judgments as
    select *, 'item ' || item as item_id, (md5_number_lower(query_id || item) % 4)::int as relevance
    from searches cross join range(12) as items(item);

    create table run as
    select
        system,
        judgments.* exclude (relevance),
        skill * relevance / 3 + (md5_number_lower(system || query_id || item) % 1000) / 1000 as score
    from judgments
    cross join (values ('bm25', 0.7), ('dense', 1.1)) as systems(system, skill_at_best)
    cross join lateral (
        -- On 6 February dense was released with an old index.
        select
            skill_at_best * if(country = 'at', 0.4, 1) - if(system = 'dense' and day >= '2026-02-06', 0.5, 0) as skill
    ) as skills;

    -- What the users of bm25 met. Of searches that find nothing nobody has judgments; from 21 to 23 January there are
    -- many, because a part of the index is missing.
    create table made as
    select day, query_id as search_id, query_id, 12 as n_results from searches
    union all
    select day, format('{{}}-nothing-{{}}', day, number), format('nothing-{{}}', number), 0
    from (select distinct day from searches)
    cross join range(if(day between '2026-01-21' and '2026-01-23', 25, 2)) as numbers(number);

    create table clicks as
    select query_id as search_id, position
    from (
        select *, row_number() over (partition by query_id order by score desc) as position
        from run
        where system = 'bm25'
    )
    join judgments using (query_id, item_id)
    where (md5_number_lower('click' || query_id || item_id) % 1000) / 1000 < relevance / 3 * 0.6 / position;
"""
MEASURES = ["ndcg@10", "reciprocal_rank"]
TABLES = ["search_metrics", "search_moving_average", "search_changes", "search_decisions", "search_day_by_day"]


def publish(folder: Path) -> Path:
    """The DuckDB file that the dashboard reads."""
    with duckdb.connect() as con:
        con.execute(SEARCHES)
        by = {"measures": MEASURES, "con": con}
        rankhouse.evaluate("run", "judgments", by=["system", "day", "country"], **by).create("search_metrics")
        daily = rankhouse.evaluate("run", "judgments", by=["system", "day"], **by)
        rankhouse.moving_average(daily, con=con).create("search_moving_average")
        rankhouse.change_from_previous(daily, grain="week", con=con).create("search_changes")
        weekly = "create table weekly as select *, date_trunc('week', day)::date as week from query_metrics"
        rankhouse.evaluate("run", "judgments", by=["system", "day"], per_query=True, **by).create("query_metrics")
        con.execute(weekly)
        decided = rankhouse.decision("weekly", by=["week"], baseline="bm25", measure="ndcg@10", con=con)
        decided.create("search_decisions")
        rankhouse.search_health("made", "clicks", k=10, by="day", con=con).create("health")
        con.execute("""
            create table search_day_by_day as
            select day, measure, value, ci_low, ci_high, n from health
            union all
            select day, measure, value, ci_low, ci_high, n_queries from daily
            where system = 'bm25' and measure = 'ndcg@10'
        """)
        return rankhouse.publish(con, folder, TABLES)[-1]


if __name__ == "__main__":
    print(publish(Path(__file__).parent / "published"))
