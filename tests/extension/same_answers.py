"""The extension answers as Python does, word for word: `make test-extension`.

Its Lua is asked for the text of random calls of every table macro, in each version of DuckDB, refusals among them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clients import OLDER
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import binary
from examples import examples
from rankhouse._rendering.calls import text_of_call
from table_macro_calls import Call, calls, every_measure, table_macros

ASKED = """
import json, sys, duckdb
con = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
con.execute("set enable_progress_bar = false")
con.execute(sys.argv[1])
for line in sys.stdin:
    print(json.dumps([con.execute("select rankhouse_sql(?, ?)", asked).fetchone()[0] for asked in json.loads(line)]))
    sys.stdout.flush()
"""
PYTHONS = {"2.0": Path(sys.executable), "1.5": OLDER / "python"}
Question = tuple[str | None, str | None]


class Extension:
    """The extension in a process of its own, which answers questions in batches."""

    def __init__(self, python: Path) -> None:
        command = [python, "-c", ASKED, f"load '{binary.FILE}'"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def answers(self, questions: list[Question]) -> list[str]:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(questions) + "\n")
        self.process.stdin.flush()
        read: list[str] = json.loads(self.process.stdout.readline())
        return read


@pytest.fixture(scope="module", params=PYTHONS)
def extension(request: pytest.FixtureRequest) -> Iterator[Extension]:
    made = Extension(PYTHONS[request.param])
    yield made
    made.process.communicate()


def compare(extension: Extension, questions: list[Question]) -> None:
    """Where a call cannot be read, each says so in words of its own."""
    for question, found in zip(questions, extension.answers(questions), strict=True):
        expected = text_of_call(*question)
        assert found == expected or (is_unread(found) and is_unread(expected)), question


def is_unread(answer: str) -> bool:
    return answer.startswith("select error('rankhouse cannot read this call: ") and "\n" not in answer


def asked(name: str, call: Call) -> Question:
    return name, json.dumps(call)


@pytest.mark.parametrize("name", table_macros())
def test_random_calls(extension: Extension, name: str) -> None:
    @settings(examples(1), phases=[Phase.generate])
    @given(st.lists(calls(name), min_size=5, max_size=5))
    def compared(several: list[Call]) -> None:
        compare(extension, [asked(name, call) for call in several])

    compared()


def test_every_measure(extension: Extension) -> None:
    asked_for = {"metrics": {"run": "run", "judgments": "judgments"}, "classifier_metrics": {"predictions": "rows"}}
    for name, call in asked_for.items():
        measures = list(every_measure(name))
        compare(
            extension, [asked(name, call | {"measures": measures[at : at + 9]}) for at in range(0, len(measures), 9)]
        )


def test_calls_that_are_none(extension: Extension) -> None:
    names = (None, "", "metrics", "version", "text_of_call", "nDCG", "it's", "\n")
    given_ones = (None, "", "null", "{}", "[]", "1", '"run"', '{"run": null}', '{"run": 1, "nothing": [{}]}')
    compare(extension, [(name, given) for name in names for given in given_ones])


@pytest.mark.parametrize(
    "arguments",
    [
        "{",
        "[1,]",
        '{"a": 1,}',
        '{"a" 1}',
        "{a: 1}",
        "01",
        "1.",
        ".5",
        "+1",
        "nul",
        '"\\x"',
        '"\n"',
        '"\\ud800"',
        "1 2",
        "'",
    ],
)
def test_what_is_no_json(extension: Extension, arguments: str) -> None:
    """In words of their own, on one line."""
    (found,) = extension.answers([("metrics", arguments)])
    assert is_unread(found)


@pytest.mark.parametrize(
    "arguments",
    [
        '{"run": "r", "judgments": "j", "measures": "ndcg@' + "1" * 1_000_000 + '"}',
        '{"run": "' + "é" * 500_000 + '"}',
        "[" * 100_000,
        "[" * 90 + "]" * 90,
        '{"run": ' * 5_000 + "1" + "}" * 5_000,
        json.dumps({"run": "r", "judgments": "j", "measures": [f"ndcg@{k}" for k in range(1, 2001)]}),
        json.dumps({"run": "r", "judgments": "j", "by": [f"column {k}" for k in range(4_000)]}),
    ],
    ids=["digits", "name", "deep", "less deep", "objects", "measures", "columns"],
)
def test_what_is_too_much(extension: Extension, arguments: str) -> None:
    (found,) = extension.answers([("metrics", arguments)])
    assert is_unread(found) or found == text_of_call("metrics", arguments)


def test_whole_numbers_and_others(extension: Extension) -> None:
    numbers: list[Any] = [
        0,
        -0.0,
        1,
        2**53 + 1,
        2**63 - 1,
        2**63,
        -(2**63),
        10**18,
        10**19,
        10**400,
        1e16,
        1e-5,
        0.1,
        5e-324,
    ]
    numbers += [float("nan"), float("inf"), True, None]
    questions = [asked("metrics", {"run": "r", "judgments": "j", "relevant_from": one}) for one in numbers]
    questions += [asked("metrics", {"run": "r", "judgments": "j", "min_queries": one}) for one in numbers]
    questions += [asked("date_spine", {"first": one, "last": one}) for one in numbers]
    questions += [asked("metrics", {"run": one, "judgments": [one], "measures": [one]}) for one in numbers]
    compare(extension, questions)
