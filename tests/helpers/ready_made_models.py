"""A project with the ready-made models, small enough to be built often."""

RUN = """
{{ config(materialized="table") }}
select 'bm25' as "system", date '2026-01-01' + d::integer as day, 'q' || q as query_id, 'i' || i as item_id, -i as score
from range(3) as days(d), range(4) as queries(q), range(5) as items(i)
"""
# The relevant item is second in every list.
JUDGMENTS = """
{{ config(materialized="table") }}
select distinct query_id, item_id, 1 as relevance from {{ ref("search_run") }} where item_id = 'i1'
"""
OWN = """
{{ rankhouse.tie_audit(ref("search_run"), ref("search_judgments"), ["mrr"], by=["system", "day"]) }}
"""
FILES = {"models/search_run.sql": RUN, "models/search_judgments.sql": JUDGMENTS, "models/own.sql": OWN}
SETTINGS = {
    "run": "search_run",
    "judgments": "search_judgments",
    "measures": ["mrr", "ndcg@10"],
    "by": ["system", "day"],
    "latest": "day",
}
