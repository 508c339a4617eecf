"""What the tests know of measures: their worked examples and typeset formulas are those of the pages."""

from __future__ import annotations

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1] / "tests"
sys.path += [str(folder) for folder in (TESTS, TESTS / "helpers") if str(folder) not in sys.path]

from truth import DocumentedTruth, truths  # noqa: E402

__all__ = ["DocumentedTruth", "truths"]
