"""Click logs on an engine: every method beside its twin in Python, in two groups, one of them without a name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from helpers import click_models as twin
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from warehouses import sample
from warehouses.comparison import Comparison, compared, keyed
from warehouses.reference import BIGINT, DOUBLE, TEXT, Row, Session

LOG = {"shop": TEXT} | dict.fromkeys(("search_id", "query_id", "item_id", "position", "clicked"), BIGINT)
COUNTS = {"shop": TEXT} | dict.fromkeys(("query_id", "item_id", "position", "impressions", "clicks"), BIGINT)
KNOWN = {"position": BIGINT, "examination": DOUBLE}
EXAMINATION = {k: 1.5 / k for k in range(1, 7)}
STEPS = 4
PRIOR = (1, 2)


@cache
def logs() -> dict[str | None, list[twin.Search]]:
    return {shop: twin.drawn_log("pbm", 150, seed, n_queries=4)[0] for seed, shop in enumerate(("a", None))}


def searched(shop: str | None) -> dict[str, dict[Any, float]]:
    """Relevance by what asks for it."""
    log = logs()[shop]
    cells = twin.cells(log)
    return {
        "ctr": twin.ctr(cells, *PRIOR),
        "ctr, fitted": twin.fitted_ctr(cells),
        "coec": twin.coec(cells),
        "coec, given": twin.coec(cells, EXAMINATION),
        "pbm": twin.pbm(cells, STEPS, *PRIOR)[0],
        "pbm, alternating": twin.pbm(cells, STEPS, alternating=True)[0],
        "pbm, given": twin.pbm(cells, STEPS, known=EXAMINATION)[0],
        **{method: twin.followed(log, method, *PRIOR) for method in ("cascade", "dcm", "sdbn")},
        "sdbn, unexamined": twin.followed(log, "sdbn", unclicked=False),
    }


ASKED: dict[str, dict[str, Any]] = {
    "ctr": {"prior": PRIOR},
    "ctr, fitted": {"fit_prior": True},
    "coec": {"counts": True},
    "coec, given": {"examination": "click_examination"},
    "pbm": {"prior": PRIOR, "steps": STEPS},
    "pbm, alternating": {"updates": "alternating", "steps": STEPS, "counts": True},
    "pbm, given": {"examination": "click_examination", "steps": STEPS},
    **{method: {"prior": PRIOR} for method in ("cascade", "dcm", "sdbn")},
    "sdbn, unexamined": {"unclicked": "unexamined"},
}


def values(session: Session, dialect: str) -> Iterator[Comparison]:
    package = macros(*DIALECTS[dialect])
    rows: list[Row] = [(shop, *row) for shop, log in logs().items() for row in twin.rows(log)]
    counts = [(shop, *key, *size) for shop, log in logs().items() for key, size in twin.cells(log).items()]
    session.load("click_log", LOG, rows)
    session.load("click_counts", COUNTS, counts)
    session.load("click_examination", KNOWN, list(EXAMINATION.items()))
    for name in sample.some(ASKED):
        table = "click_counts" if ASKED[name].get("counts") else "click_log"
        sql = package.click_judgments(table, method=name.split(",")[0], by=["shop"], **ASKED[name])
        known = {
            (shop, *map(float, item)): (value, *twin.by_item(twin.cells(logs()[shop]))[item])
            for shop in logs()
            for item, value in searched(shop)[name].items()
        }
        found = [row[:6] for row in map(tuple, session.query(sql))]
        yield from compared(f"click_judgments ({name})", known, keyed(found, 3))
    for method in sample.some(("pbm", "swaps", "random")):
        more = {"steps": STEPS} if method == "pbm" else {}
        sql = package.position_bias("click_counts", method=method, by=["shop"], counts=True, **more)
        known = {}
        for shop, log in logs().items():
            cells = twin.cells(log)
            sizes = twin.by_position(cells)
            first = sizes[1][1] / sizes[1][0]
            examination: Any = {
                "pbm": lambda cells=cells: twin.pbm(cells, STEPS)[1],
                "swaps": lambda cells=cells: twin.swaps(cells),
                "random": lambda sizes=sizes, first=first: {k: c / n / first for k, (n, c) in sizes.items()},
            }[method]()
            known |= {(shop, float(k)): (value, *sizes[k]) for k, value in examination.items()}
        found = [row[:5] for row in map(tuple, session.query(sql))]
        yield from compared(f"position_bias ({method})", known, keyed(found, 2))
