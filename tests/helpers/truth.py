"""What is known of a measure without this package's SQL: its truth.

tests/measures/<task>/<file>.py holds the TRUTHS of the measures that macros/measures/<task>/<file>.sql declares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import Any

from published import Fixture

MEASURES = Path(__file__).parents[1] / "measures"
Options = Mapping[str, object]
Limits = tuple[float | None, float | None]


def spelled(metric: str, options: Options, k: int | None = None) -> str:
    """As the package spells a measure."""
    given = ", ".join(f"{name}={value}" for name, value in options.items())
    return metric + (f"({given})" if given else "") + ("" if k is None else f"@{k}")


@dataclass(frozen=True)
class Example:
    """What the measure's page asks of its tables, and the same by hand: Python's arithmetic, with log2 and ln."""

    ask: str
    by_hand: str
    why: str


@dataclass(frozen=True, kw_only=True)
class Truth:
    name: str


@dataclass(frozen=True, kw_only=True)
class DocumentedTruth(Truth):
    """Of a measure with a page of its own.

    latex: the formula, typeset; `where`: its symbols, of tools/symbols.yml or in words.
    """

    latex: str
    where: Sequence[str]
    example: Example


@dataclass(frozen=True, kw_only=True)
class RankingTruth(DocumentedTruth):
    """A ranking measure by brute force.

    of_list: its value for a `Ranked` list; None where it is undefined.
    of_scores: its value for the run and the judgments of a query, for one that has a rule of its own for ties, with
        these options (`of_scores_with`).
    Both take the options that differ from their defaults, by name, but for `weights`, which is of means.
    of_value: what is made of the value, when all orders of tied items have been averaged.
    options: those that it is tried with, each beside the defaults.
    limits: the lowest and the highest value, or these for options and cutoff.
    reads: how many places of the list it looks at, for the grades of the query and the cutoff; None: all.
    best_by_relevance: the best order of tied items is the one by relevance, which need not give the best value.
    of_queries: of which queries it is, by the grades of their judgments; None: of all that count.
    is_feasible: whether brute force can go as deep as the cutoff.
    published: fixtures with values that somebody else has computed.
    formulas: its expression macros over the rows of `expressions.RANKED`, as (macro, arguments, value).
    """

    of_list: Callable[..., Any] | None = None
    of_scores: Callable[..., float | None] | None = None
    of_scores_with: Options = field(default_factory=dict)
    of_value: Callable[[float], float] = float
    options: Sequence[Options] = ({},)
    limits: Limits | Callable[[Options, int | None], Limits] = (0, 1)
    reads: Callable[[Sequence[float], int | None], int | None] = lambda _, k: k
    lower_is_better: bool = False
    best_by_relevance: bool = False
    is_geometric: bool = False
    of_queries: Callable[[Sequence[float]], bool] | None = None
    is_feasible: Callable[[Options, int], bool] = lambda *_: True
    published: Sequence[Fixture] = ()
    formulas: Sequence[tuple[str, list[str], float | None]] = ()

    def has_a_rule_for_ties(self, options: Options) -> bool:
        return self.of_scores is not None and self.of_scores_with.items() <= options.items()


@dataclass(frozen=True, kw_only=True)
class IntentTruth(RankingTruth):
    """A measure over intents by brute force: its value for a `Covered` list, with options as those of `of_list`."""

    of_intents: Callable[..., Any]


@dataclass(frozen=True, kw_only=True)
class RecommendationTruth(DocumentedTruth):
    """A measure of recommendations by brute force, over the lists cut off at k; see `beyond`.

    of_list: its value for the world, a query, its items and k, with how many items or pairs were not known.
    of_run: its value for what all lists show, with the places of items that are not in the catalogue.
    Both take the options that differ from their defaults, by name.
    options: those that it is tried with, each beside the defaults.
    """

    of_list: Callable[..., tuple[Any, int]] | None = None
    of_run: Callable[..., tuple[Any, int]] | None = None
    options: Sequence[Options] = ({},)


@dataclass(frozen=True, kw_only=True)
class ClassificationTruth(DocumentedTruth):
    """A measure of classifiers by scikit-learn or brute force; None where it is undefined. One of three:

    at_threshold: its value for a `Confusion`.
    of_scores: its value for `Predicted` rows.
    of_probabilities: the same, for scores from 0 to 1 alone.
    They take the options by name.
    options: those that it is tried with.
    takes_weights: whether rows may have weights.
    """

    at_threshold: Callable[..., float | None] | None = None
    of_scores: Callable[..., float | None] | None = None
    of_probabilities: Callable[..., float] | None = None
    options: Sequence[Options] = ({},)
    takes_weights: bool = True


@dataclass(frozen=True, kw_only=True)
class RatingTruth(Truth):
    """A measure of rating error in exact fractions.

    of_pairs: its value for `Rated` pairs; None where it is undefined.
    of_value: what is made of that, such as the root.
    has_a_sum: whether it is a mean, whose sum is shown beside it.
    peer: the function of sklearn.metrics that computes the same.
    """

    of_pairs: Callable[..., Any]
    of_value: Callable[[Any], float] = float
    has_a_sum: bool = True
    peer: str


@dataclass(frozen=True)
class PublishedAgreement:
    """What somebody else has computed of two lists, each its scores by item, `other` being the baseline."""

    one: Mapping[str, float]
    other: Mapping[str, float]
    options: Options
    value: float
    within: float


@dataclass(frozen=True, kw_only=True)
class AgreementTruth(Truth):
    """A measure of agreement by brute force.

    of_lists: its value for `TwoLists`, with options by name; None where it is undefined.
    options: those that it is tried with.
    lowest: the lowest value. The highest is 1.
    is_directed: whether it matters which list is the baseline.
    reads_ties: whether items of one score are tied, where no option says so.
    """

    of_lists: Callable[..., float | None]
    options: Sequence[Options] = ({},)
    lowest: float = 0
    is_directed: bool = False
    reads_ties: bool = False
    published: Sequence[PublishedAgreement] = ()


def over_sets(outcomes: Sequence[bool], k: int, decide: Callable[[Iterable[bool]], bool]) -> Fraction | None:
    """What is decided of k tries, in the mean over all sets of k; None without such a set."""
    sets = [decide(one) for one in combinations(outcomes, k)]
    return Fraction(sum(sets), len(sets)) if sets else None


@dataclass(frozen=True, kw_only=True)
class TryTruth(Truth):
    """A measure of tries: its value for the outcomes of a query and k, as a fraction; None where it is undefined."""

    of_tries: Callable[[Sequence[bool], int], Fraction | None]


@cache
def truths(task: str) -> dict[str, Any]:
    """The truth of every measure of a task, by name."""
    modules = [import_module(f"measures.{task}.{path.stem}") for path in sorted((MEASURES / task).glob("*.py"))]
    return {truth.name: truth for module in modules for truth in module.TRUTHS}
