"""Asks libraries for retrieval about their measures: `python rag/__init__.py SITE > rag/values.json`.

SITE: where `pip install --no-deps --target SITE ragas==0.4.3 autoevals==0.4.1 nuggetizer==0.0.5` has put them. Their
functions that make a number of verdicts are run as they are, without what asks a language model for the verdicts.
"""

from __future__ import annotations

import ast
import asyncio
import json
import logging
import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

Lists = dict[str, list[str]]  # question -> passages, best first
Support = dict[str, dict[str, dict[str, float]]]  # question -> passage -> nugget -> 0, 0.5 or 1
Importance = dict[str, dict[str, str]]  # question -> nugget -> vital or okay
GRADES = {1.0: "support", 0.5: "partial_support", 0.0: "not_support"}


def lists() -> tuple[Lists, Support, Importance]:
    """Questions with one to five nuggets, some without a vital one or without support, and short lists of passages."""
    chosen = random.Random(3)
    run: Lists = {}
    support: Support = {}
    importance: Importance = {}
    for number in range(24):
        question = f"q{number}"
        passages = [f"p{passage}" for passage in range(9)]
        nuggets = [f"n{nugget}" for nugget in range(chosen.randint(1, 5))]
        importance[question] = {nugget: chosen.choice(["vital", "okay"]) for nugget in nuggets}
        likely = chosen.choice([0, 0.1, 0.3, 0.6])
        support[question] = {
            passage: {nugget: chosen.choice([0.5, 1.0]) if chosen.random() < likely else 0.0 for nugget in nuggets}
            for passage in chosen.sample(passages, 6)
        }
        run[question] = chosen.sample(passages, chosen.randint(1, 7))
    return run, support, importance


def method(path: Path, class_name: str, name: str) -> Callable[..., Any]:
    """A method of a library's class, without the module around it."""
    tree = ast.parse(path.read_text())
    (within,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == class_name)
    (function,) = (node for node in within.body if getattr(node, "name", "") == name)
    assert isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    function.returns, function.decorator_list = None, []
    for argument in function.args.args:
        argument.annotation = None
    import numpy as np

    known: dict[str, Any] = {"np": np, "json": json, "logger": logging.getLogger("rag"), "t": SimpleNamespace()}
    known |= {"Score": lambda score, **_: score, "SingleTurnSample": Any}
    exec(compile(ast.Module([function], []), str(path), "exec"), known)
    found: Callable[..., Any] = known[name]
    return found


def values(site: Path) -> dict[str, dict[str, dict[str, float | None]]]:
    """library -> measure as rankhouse spells it -> question -> value, None for NaN."""
    run, support, importance = lists()
    precision, recall = site / "ragas/metrics/_context_precision.py", site / "ragas/metrics/_context_recall.py"
    ranked = method(precision, "NonLLMContextPrecisionWithReference", "_calculate_average_precision")
    unordered = method(precision, "IDBasedContextPrecision", "_single_turn_ascore")
    attributed = method(recall, "LLMContextRecall", "_compute_score")
    by_ids = method(recall, "IDBasedContextRecall", "_single_turn_ascore")
    joined = method(site / "autoevals/ragas.py", "ContextPrecision", "_postprocess")
    attributed_by_autoevals = method(site / "autoevals/ragas.py", "ContextRecall", "_postprocess")
    itself = SimpleNamespace(_name=lambda: "")
    sys.path.insert(0, str(site))
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("nuggetizer_metrics", site / "nuggetizer/core/metrics.py")
    assert spec is not None and spec.loader is not None
    nuggetizer = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(nuggetizer)

    def said(arguments: object) -> Any:
        call = {"function": {"arguments": json.dumps(arguments)}}
        return {"choices": [{"message": {"tool_calls": [call]}}]}

    found: dict[str, dict[str, dict[str, float | None]]] = {"ragas": {}, "autoevals": {}, "nuggetizer": {}}

    def keep(library: str, measure: str, question: str, value: float) -> None:
        found[library].setdefault(measure, {})[question] = None if value != value else float(value)

    for question, passages in run.items():
        judged = support[question]
        relevant = [passage for passage, of in judged.items() if max(of.values()) > 0]
        verdicts = [int(passage in relevant) for passage in passages]
        best = {n: max(judged.get(passage, {}).get(n, 0.0) for passage in passages) for n in importance[question]}
        keep("ragas", "context_precision", question, ranked(itself, verdicts))
        sample = SimpleNamespace(retrieved_context_ids=passages, reference_context_ids=relevant)
        keep("ragas", "context_precision(verdicts=unordered)", question, asyncio.run(unordered(itself, sample, None)))
        keep("ragas", "recall", question, asyncio.run(by_ids(itself, sample, None)))
        claims = [SimpleNamespace(attributed=int(grade > 0)) for grade in best.values()]
        keep("ragas", "context_recall", question, attributed(itself, claims))
        keep("autoevals", "context_precision", question, joined(itself, said({"verdict": max(verdicts)})))
        statements = {"statements": [{"attributed": claim.attributed} for claim in claims]}
        keep("autoevals", "context_recall", question, attributed_by_autoevals(itself, said(statements)))
        assigned = [
            {"importance": importance[question][nugget], "assignment": GRADES[grade]} for nugget, grade in best.items()
        ]
        scores = nuggetizer.calculate_nugget_scores(question, assigned)
        keep("nuggetizer", "nugget_recall", question, scores.all_score)
        keep("nuggetizer", "nugget_recall(partial=0)", question, scores.strict_all_score)
        keep("nuggetizer", "nugget_recall(okay=0)", question, scores.vital_score)
        keep("nuggetizer", "nugget_recall(okay=0, partial=0)", question, scores.strict_vital_score)
    return found


if __name__ == "__main__":
    json.dump(values(Path(sys.argv[1])), sys.stdout, indent=0, sort_keys=True)
    print()
