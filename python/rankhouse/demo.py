"""Image search over scikit-learn's bundled digits: three rankers, 450 queries, nothing to download.

Every test image asks for training images of the same digit. The rankers are `brightness` (nearest in total ink: a
baseline, with many tied scores), `pixels` (cosine of the raw pixels) and `lda` (nearest in a linear discriminant
space, which has seen the labels of the training images).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros

if TYPE_CHECKING:
    import duckdb
    import numpy as np
    from numpy.typing import NDArray

MEASURES = ("ndcg@10", "precision@10", "recall@100", "mrr", "map", "roc_auc")


@dataclass(frozen=True)
class Images:
    """Pixels, one row of 64 an image, with the digit that each shows and the number that names it."""

    pixels: NDArray[np.float64]
    digits: NDArray[np.int64]
    numbers: NDArray[np.int64]


def make_tables(con: duckdb.DuckDBPyConnection) -> None:
    """Create or replace `run` (system, query_id, item_id, score) and `judgments` (query_id, item_id, relevance, digit).

    Every system scores every training image for every query: 1,818,450 rows. The judgments name the images that show
    the query's digit, with relevance 1; `digit` is a property of the query. The same rows on every call.
    Raises InputError without scikit-learn.
    """
    import numpy as np

    queries, items = _images()
    ids = {
        "query_number": np.repeat(queries.numbers, len(items.numbers)),
        "item_number": np.tile(items.numbers, len(queries.numbers)),
    }
    con.execute("create or replace table run (system varchar, query_id varchar, item_id varchar, score double)")
    for system, scores in _rankers(queries, items):
        con.register("rankhouse_scored", ids | {"score": scores.ravel()})
        con.execute(
            f"insert into run select '{system}', 'image-' || query_number, 'image-' || item_number, score"
            " from rankhouse_scored"
        )
        con.unregister("rankhouse_scored")

    same_digit = queries.digits[:, None] == items.digits[None, :]
    labels = {"digit": np.repeat(queries.digits, len(items.digits)), "same_digit": same_digit.ravel()}
    con.register("rankhouse_labelled", ids | labels)
    con.execute(
        "create or replace table judgments as"
        " select 'image-' || query_number as query_id, 'image-' || item_number as item_id, 1 as relevance, digit"
        " from rankhouse_labelled where same_digit"
    )
    con.unregister("rankhouse_labelled")


def _images() -> tuple[Images, Images]:
    """Queries (450 test images) and items (1,347 training images), split by a fixed seed and balanced by digit."""
    import numpy as np

    try:
        from sklearn.datasets import load_digits
        from sklearn.model_selection import train_test_split
    except ImportError as error:
        raise InputError("the demo needs scikit-learn: pip install 'rankhouse[demo]'") from error
    digits = load_digits()
    numbers = list(range(len(digits.target)))
    items, queries = train_test_split(numbers, test_size=450, random_state=0, stratify=digits.target)
    return (
        Images(digits.data[queries], digits.target[queries], np.asarray(queries)),
        Images(digits.data[items], digits.target[items], np.asarray(items)),
    )


def _rankers(queries: Images, items: Images) -> Iterator[tuple[str, Any]]:
    """Each system with its scores, queries x items: the higher, the more alike."""
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
    from sklearn.metrics.pairwise import cosine_similarity, euclidean_distances

    yield "brightness", -abs(queries.pixels.sum(axis=1)[:, None] - items.pixels.sum(axis=1)[None, :])
    yield "pixels", cosine_similarity(queries.pixels, items.pixels)
    lda = LinearDiscriminantAnalysis().fit(items.pixels, items.digits)
    yield "lda", -euclidean_distances(lda.transform(queries.pixels), lda.transform(items.pixels))


def show(con: duckdb.DuckDBPyConnection, metrics: str) -> None:
    """Print a relation of metric rows by system: a line for each measure, a column for each system.

    `metrics` is anything that can stand in FROM and has system, measure, value, std_error, n_queries and n_missing.
    """
    from rich.console import Console
    from rich.table import Table

    rows = con.execute(f"select measure, system, value, 1.96 * std_error from {metrics}").fetchall()
    means = {(measure, system): (value, margin) for measure, system, value, margin in rows}
    known = [str(macros("duckdb").measure_in_table(measure)) for measure in MEASURES]
    measures = sorted(
        {measure for measure, _ in means}, key=lambda name: (known.index(name) if name in known else len(known), name)
    )
    systems = sorted(
        {system for _, system in means}, key=lambda system: sum(means[measure, system][0] for measure in measures)
    )

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2))
    table.add_column("measure")
    for system in systems:
        table.add_column(system, justify="right")
    for measure in measures:
        best = max(means[measure, system][0] for system in systems)
        figures = [means[measure, system] for system in systems]
        table.add_row(
            measure,
            *(
                f"[bold]{mean:.3f}[/] ±{margin:.3f}" if mean == best else f"{mean:.3f} ±{margin:.3f}"
                for mean, margin in figures
            ),
        )
    counts = con.execute(f"select max(n_queries), max(n_missing) from {metrics}").fetchone()
    console = Console(highlight=False)
    console.print(table)
    if counts:
        console.print(f"[dim]mean over {counts[0]} queries ± 95 % interval; {counts[1]} queries without results[/]")
