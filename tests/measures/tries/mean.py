from __future__ import annotations

from fractions import Fraction

from truth import TryTruth

TRUTHS = [TryTruth(name="mean", of_tries=lambda outcomes, _: Fraction(sum(outcomes), len(outcomes)))]
