"""Asks Open Bandit Pipeline about logs: `python off_policy/__init__.py > off_policy/values.json`.

sb-obp has to be there.
"""

from __future__ import annotations

import itertools
import json
import math
import random
import sys
from importlib.metadata import version
from typing import Any

CLIP, SWITCH, SHRINKAGE = 2.5, 2.0, 5.0
N_ACTIONS, LENGTH = 4, 3
# name: seed, rows, how far the policies are apart.
LOGS = {"near": (1, 400, 0.3), "far": (2, 400, 1.5), "few": (3, 3, 1.0)}
SLATES = {"near": (4, 150, 0.2), "far": (5, 150, 0.6)}
COLUMNS = (
    "logging_probability",
    "target_probability",
    "reward",
    "predicted_reward",
    "target_predicted_reward",
    "slate_id",
    "position",
)


def softmax(logits: list[float]) -> list[float]:
    shares = [math.exp(one) for one in logits]
    return [one / sum(shares) for one in shares]


def log(seed: int, n_rows: int, apart: float) -> list[dict[str, Any]]:
    """Rows with the probabilities and predictions of all actions, and what was played."""
    chosen = random.Random(seed)
    rows = []
    for _ in range(n_rows):
        logits = [chosen.gauss(0, 1) for _ in range(N_ACTIONS)]
        logging, target = softmax(logits), softmax([one + chosen.gauss(0, apart) for one in logits])
        means = [chosen.random() for _ in range(N_ACTIONS)]
        predicted = [mean + chosen.gauss(0, 0.1) for mean in means]
        action = chosen.choices(range(N_ACTIONS), logging)[0]
        reward = float(chosen.random() < means[action])
        rows.append({"logging": logging, "target": target, "predicted": predicted, "action": action, "reward": reward})
    return rows


def logged(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    """The same as a table of COLUMNS."""
    found = []
    for row in rows:
        played = row["action"]
        expected = sum(p * q for p, q in zip(row["target"], row["predicted"], strict=True))
        numbers = row["logging"][played], row["target"][played], row["reward"], row["predicted"][played], expected
        found.append((*numbers, None, None))
    return found


def slates(seed: int, n_slates: int, apart: float) -> list[dict[str, Any]]:
    """Slates whose items depend on the one before: {policy: [position][action before][action]}, what was played, Q."""
    chosen = random.Random(seed)
    found = []
    for _ in range(n_slates):
        logits = [[[chosen.gauss(0, 1) for _ in range(N_ACTIONS)] for _ in range(N_ACTIONS)] for _ in range(LENGTH)]
        policies = {
            "logging": [[softmax(one) for one in rows] for rows in logits],
            "target": [[softmax([one + chosen.gauss(0, apart) for one in row]) for row in rows] for rows in logits],
        }
        actions: list[int] = []
        for position in range(LENGTH):
            shares = policies["logging"][position][actions[-1] if actions else 0]
            actions.append(chosen.choices(range(N_ACTIONS), shares)[0])
        rewards = [float(chosen.random() < (1 + action) / 5) for action in actions]
        predicted = [[chosen.random() * (LENGTH - position) for _ in range(N_ACTIONS)] for position in range(LENGTH)]
        found.append({**policies, "actions": actions, "rewards": rewards, "predicted": predicted})
    return found


def probabilities(policy: Any, actions: list[int]) -> dict[str, list[float]]:
    """Of the slate, of the items down to a position, and of the item at its position, by its positions."""

    def of(slate: Any) -> list[float]:
        before = [0, *slate[:-1]]
        steps = [policy[at][before[at]][slate[at]] for at in range(len(slate))]
        return list(itertools.accumulate(steps, lambda one, other: one * other))

    prefix = of(actions)
    every = list(itertools.product(range(N_ACTIONS), repeat=LENGTH))
    item = [sum(of(slate)[-1] for slate in every if slate[at] == actions[at]) for at in range(LENGTH)]
    return {"slate": [prefix[-1]] * LENGTH, "prefix": prefix, "item": item}


def expected(slate: dict[str, Any]) -> list[list[float]]:
    """The target's probabilities of the actions at each position, given what was played before."""
    before = [0, *slate["actions"][:-1]]
    return [slate["target"][at][before[at]] for at in range(LENGTH)]


def logged_slates(found: list[dict[str, Any]], kind: str) -> list[tuple[Any, ...]]:
    """As a table of COLUMNS, with probabilities of one kind."""
    rows = []
    for number, slate in enumerate(found):
        logging = probabilities(slate["logging"], slate["actions"])[kind]
        target = probabilities(slate["target"], slate["actions"])[kind]
        shares = expected(slate)
        for at in range(LENGTH):
            played = slate["predicted"][at][slate["actions"][at]]
            value = sum(p * q for p, q in zip(shares[at], slate["predicted"][at], strict=True))
            rows.append((logging[at], target[at], slate["rewards"][at], played, value, number, at))
    return rows


def of_log(rows: list[dict[str, Any]]) -> dict[str, float]:
    import numpy as np
    from obp import ope

    given = {
        "reward": np.array([row["reward"] for row in rows]),
        "action": np.array([row["action"] for row in rows]),
        "pscore": np.array([row["logging"][row["action"]] for row in rows]),
        "action_dist": np.array([row["target"] for row in rows])[:, :, None],
    }
    predicted = {"estimated_rewards_by_reg_model": np.array([row["predicted"] for row in rows])[:, :, None]}
    asked = {
        "ips": ope.InverseProbabilityWeighting(),
        "ips, clipped": ope.InverseProbabilityWeighting(lambda_=CLIP),
        "snips": ope.SelfNormalizedInverseProbabilityWeighting(),
        "dm": ope.DirectMethod(),
        "dr": ope.DoublyRobust(),
        "dr, clipped": ope.DoublyRobust(lambda_=CLIP),
        "sndr": ope.SelfNormalizedDoublyRobust(),
        "switch_dr": ope.SwitchDoublyRobust(lambda_=SWITCH),
        "dros": ope.DoublyRobustWithShrinkage(lambda_=SHRINKAGE),
    }
    return {name: float(one.estimate_policy_value(**given, **predicted)) for name, one in asked.items()}


def of_slates(found: list[dict[str, Any]]) -> dict[str, float]:
    import numpy as np
    from obp import ope

    common = {
        "slate_id": np.repeat(np.arange(len(found)), LENGTH),
        "position": np.tile(np.arange(LENGTH), len(found)),
        "reward": np.array([slate["rewards"] for slate in found]).ravel(),
        "action": np.array([slate["actions"] for slate in found]).ravel(),
        "q_hat": np.array([slate["predicted"] for slate in found]).ravel(),
        "evaluation_policy_action_dist": np.array([expected(slate) for slate in found]).ravel(),
    }
    for kind, name in {"slate": "", "item": "_item_position", "prefix": "_cascade"}.items():
        for policy, ours in {"": "logging", "evaluation_policy_": "target"}.items():
            numbers = [probabilities(slate[ours], slate["actions"])[kind] for slate in found]
            common[f"{policy}pscore{name}"] = np.array(numbers).ravel()
    asked = {
        "sips": ope.SlateStandardIPS(len_list=LENGTH),
        "iips": ope.SlateIndependentIPS(len_list=LENGTH),
        "rips": ope.SlateRewardInteractionIPS(len_list=LENGTH),
        "snsips": ope.SelfNormalizedSlateStandardIPS(len_list=LENGTH),
        "sniips": ope.SelfNormalizedSlateIndependentIPS(len_list=LENGTH),
        "snrips": ope.SelfNormalizedSlateRewardInteractionIPS(len_list=LENGTH),
        "cascade_dr": ope.SlateCascadeDoublyRobust(len_list=LENGTH, n_unique_action=N_ACTIONS),
    }
    return {name: float(one.estimate_policy_value(**common)) for name, one in asked.items()}


def recorded() -> dict[str, Any]:
    return {
        "libraries": [f"sb-obp {version('sb-obp')}"],
        "logs": {name: of_log(log(*given)) for name, given in LOGS.items()},
        "slates": {name: of_slates(slates(*given)) for name, given in SLATES.items()},
    }


if __name__ == "__main__":
    json.dump(recorded(), sys.stdout, indent=0, sort_keys=True)
    print()
