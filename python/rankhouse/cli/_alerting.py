"""The command that tells what fell."""

from __future__ import annotations

import rankhouse
from rankhouse.cli import _output
from rankhouse.cli._command import Asked
from rankhouse.cli._options import OF_A_TABLE, Option
from rankhouse.cli._program import Panel
from rankhouse.cli._reading import groups_expected
from rankhouse.cli._shell import connected, fail, working

panel = Panel("Compare")


@panel.special(
    "rankhouse check-metrics daily.parquet -m ndcg@10 --margin 0.01",
    "rankhouse check-metrics daily.parquet --expect system=bm25,dense",
    outputs=("output", "database"),
    options={
        "measures": OF_A_TABLE,
        "by": Option(),
        "expected": Option(("--expect",), metavar="COLUMN=VALUE,...", kind=list[str], read=groups_expected),
    },
)
def check_metrics(asked: Asked) -> None:
    """Report what fell since the day before, as Markdown for a pull request or CI job; exit with 1 if anything did."""
    with connected(asked.database) as con, working("Checking", con) as stop:
        summary = rankhouse.check_metrics(**asked.arguments, con=con)
        stop()
        _output.write_text(summary.text, asked.output)
    if summary.failure:
        fail(summary.failure, 1)
