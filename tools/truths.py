"""What the tests know, and pages show: worked examples and typeset formulas of measures, typical calls of functions."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path += [str(folder) for folder in (TESTS, TESTS / "helpers") if str(folder) not in sys.path]

from truth import DocumentedTruth, truths  # noqa: E402
from typical import Given, TypicalCall, typical_calls  # noqa: E402

__all__ = ["DocumentedTruth", "Given", "TypicalCall", "truths", "typical_calls"]
