"""What an error proposes for a score that is missing keeps the order of the lists: MRR 1, not 1/5."""

from __future__ import annotations

import pandas as pd
import pytest

import rankhouse
from rankhouse import InputError
from rankhouse._rendering.jinja import macros

ITEMS = "abcde"
JUDGMENTS = {"q": {"a": 1}}
SIMILAR = "similarity"


def run(column: str, sign: int = 1) -> pd.DataFrame:
    """Five items, the relevant one first by their numbers from 1 to 5."""
    numbers = [sign * place for place in range(1, 6)]
    return pd.DataFrame({"query_id": "q", "item_id": list(ITEMS), column: numbers})


def said_of(column: str) -> str:
    with pytest.raises(InputError) as found:
        rankhouse.evaluate(run(column), JUDGMENTS, ["mrr"])
    return str(found.value)


@pytest.mark.parametrize("column", ["rank", "Position", "place"])
def test_a_rank_is_proposed_as_one(column: str) -> None:
    said = said_of(column)
    assert said.endswith(f"; if '{column}' is 1 for the first item, use columns={{'rank': '{column}'}}")
    assert "'score': " not in said
    found = rankhouse.evaluate(run(column), JUDGMENTS, ["mrr"], columns={"rank": column})
    assert found.fetchall()[0][3] == 1
    with pytest.warns(rankhouse.InputWarning, match=rf"'{column}' is read as a score.*columns={{'rank': '{column}'}}"):
        found = rankhouse.evaluate(run(column), JUDGMENTS, ["mrr"], columns={"score": column})
    assert found.fetchall()[0][3] == 1 / 5


@pytest.mark.parametrize("column", ["distance", "loss", "dist", "cosine_distance"])
def test_of_a_distance_the_negative_is_proposed(column: str) -> None:
    told = f"; a high score is good: if low values of '{column}' are, add a column score that is -{column}"
    assert said_of(column).endswith(told)
    negated = run(column).assign(score=lambda frame: -frame[column])
    assert rankhouse.evaluate(negated, JUDGMENTS, ["mrr"]).fetchall()[0][3] == 1
    with pytest.warns(rankhouse.InputWarning, match=rf"'{column}' is read as a score.*-{column}"):
        rankhouse.evaluate(run(column), JUDGMENTS, ["mrr"], columns={"score": column})


def test_a_similarity_is_proposed_as_the_score() -> None:
    frame = run(SIMILAR, -1).assign(rank=range(1, 6))
    with pytest.raises(InputError, match=r"; if it is 'similarity', use columns={'score': 'similarity'}$"):
        rankhouse.evaluate(frame, JUDGMENTS, ["mrr"])


def test_labels_are_no_scores() -> None:
    said = "if 'prediction' holds predicted labels, use columns={'prediction': 'prediction'}, and if it holds scores"
    with pytest.raises(InputError, match=said):
        rankhouse.classifier_metrics({"label": [1, 0], "prediction": [1, 1]}, ["precision"])


def test_a_cost_is_no_reward() -> None:
    log = {"logging_probability": [0.5], "target_probability": [0.5], "cost": [1.0]}
    with pytest.raises(InputError, match="if low values of 'cost' are, add a column reward that is -cost"):
        rankhouse.off_policy(log, ["ips"])


def test_where_no_ranks_are_read_none_are_proposed() -> None:
    said = macros("duckdb").advice_on_missing("run", "score", ["position"])
    assert said == "; if 'position' is 1 for the first item, add a column score that is -position"
