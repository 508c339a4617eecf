"""`evaluate(..., engine=<SparkSession>)`: Spark DataFrames or table names in, a Spark DataFrame out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rankhouse._inputs.columns import Columns, kind
from rankhouse._inputs.tables import Input
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.render import DIALECTS
from rankhouse._rendering.sql import first_line, unique_name

# What input_problems counts, and an evaluation does well with.
HARMLESS = ("query without judgments", "query without results")


def is_session(engine: object) -> bool:
    """A session of Spark itself or of Spark Connect; pyspark is not imported to find out."""
    return type(engine).__name__ == "SparkSession" and type(engine).__module__.startswith("pyspark.")


class Frames:
    """The run and the judgments as Spark DataFrames with their columns described."""

    def __init__(self, spark: Any, given: Mapping[str, object]) -> None:
        self.spark = spark
        self.frames = {side: frame_of(spark, side, one) for side, one in given.items()}
        self.inputs = [
            Input(side, "a Spark DataFrame" if not isinstance(given[side], str) else str(given[side]), types(frame), "")
            for side, frame in self.frames.items()
        ]
        # A bare name that begins as the steps of a query do would be taken for one of them.
        self.names = {side: f"given_{unique_name(side)}" for side in given}

    def query(self, sql: str) -> Any:
        """A query over the names of the frames, as a DataFrame: analysed, and not run."""
        text = sql.replace("{", "{{").replace("}", "}}")
        for name in self.names.values():
            text = text.replace(name, "{" + name + "}")
        # pyspark names them by views that it drops, and a dropped view takes what has its very plan out of the cache.
        named = {self.names[side]: frame.where("true") for side, frame in self.frames.items()}
        return self.spark.sql(text, **named)


def frame_of(spark: Any, side: str, given: object) -> Any:
    if isinstance(given, str):
        try:
            return spark.table(given)
        except Exception as error:
            if type(error).__name__ not in ("AnalysisException", "ParseException"):
                raise
            raise InputError(f"{side}: Spark has no table {given!r}: {first_line(error)}") from error
    if type(given).__name__ == "DataFrame" and type(given).__module__.startswith("pyspark.sql"):
        return given
    raise InputError(
        f"with a SparkSession, {side} is a Spark DataFrame or a table name, got {type(given).__module__}."
        f"{type(given).__name__}; convert it with spark.createDataFrame(...)"
    )


def types(frame: Any) -> dict[str, str]:
    """The columns with their types, named as DuckDB names them."""
    return {field.name: field.dataType.simpleString().upper().replace("STRING", "VARCHAR") for field in frame.schema}


def evaluate_on_spark(
    frames: Frames,
    measures: Iterable[str],
    columns: Columns,
    required: Mapping[str, Sequence[str]],
    by: Mapping[str, Sequence[str]],
    groups: Sequence[str],
    *,
    per_query: bool,
    check: str,
    policies: Mapping[str, str],
) -> Any:
    """A lazy DataFrame of metric rows. Only check="full" runs a job before, which counts what is wrong."""
    check_types(frames.inputs, columns, required)
    package = macros(*DIALECTS["spark"])
    run, judgments = frames.names["run"], frames.names.get("judgments")
    pairs = {side: frames.names[side] for side in ("exclude", "candidates") if side in frames.names}
    sides = {"by": list(by["run"]), "judgments_by": list(by.get("judgments", []))}
    if check == "full":
        check_rows(frames, package.input_problems(run, judgments, columns=dict(columns.names), **sides))
    render = package.query_metrics if per_query else package.metrics
    sql = render(
        run,
        judgments,
        list(measures),
        columns=dict(columns.names),
        checked=check == "none",
        **sides,
        **pairs,
        **policies,
    )
    result = frames.query(str(sql))
    made = list(dict.fromkeys([*sides["by"], *sides["judgments_by"]]))
    if list(groups) == made:
        return result
    figures = result.columns[len(made) :]
    # By place: a column of theirs may be named like one of ours.
    placed = result.toDF(*(f"c{place}" for place in range(len(result.columns))))
    order = [made.index(name) for name in groups] + list(range(len(made), len(result.columns)))
    return placed.select(*(f"c{place}" for place in order)).toDF(*groups, *figures)


def check_types(inputs: Sequence[Input], columns: Columns, required: Mapping[str, Sequence[str]]) -> None:
    for given in inputs:
        for ours in required[given.side][2:]:
            name = columns.name(given.side, ours)
            if kind(given.type(name)) != "number":
                raise InputError(
                    f"{given.side}: {ours} must be a number, but column {name!r} is {given.type(name)}; cast it"
                )
    run = inputs[0]
    for other in inputs[1:]:
        for ours in ("query_id", "item_id"):
            mine, theirs = (given.type(columns.name(given.side, ours)) for given in (run, other))
            if kind(mine) != kind(theirs):
                raise InputError(
                    f"{ours} is {mine} in run and {theirs} in {other.side}: these types cannot be compared"
                    " as they are ('007' is not 7); cast one of them"
                )


def check_rows(frames: Frames, problems: str) -> None:
    is_labelled = all(table.side != "judgments" for table in frames.inputs)
    for row in frames.query(problems).collect():
        # Of a labelled table, a row without a score is an item that was not retrieved.
        if row["problem"] not in HARMLESS and not (is_labelled and row["problem"].startswith(("score", "rank"))):
            raise InputError(row["message"])
