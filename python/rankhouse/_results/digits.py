"""Numbers with as many decimals as their interval allows."""

from __future__ import annotations

import math

from rankhouse._comparing.grids import NOTHING

MOST_DIGITS = 4
MINUS = "\N{MINUS SIGN}"


def digits_of(low: float | None, high: float | None) -> int:
    """The decimals that an interval allows: those of two digits of its half."""
    if low is None or high is None or not (high > low) or math.isinf(high - low):
        return MOST_DIGITS
    return min(MOST_DIGITS, max(0, 1 - math.floor(math.log10((high - low) / 2))))


def rounded(value: float | None, digits: int, *, has_sign: bool = False) -> str:
    """A number with its minus sign."""
    if value is None:
        return NOTHING
    if digits == MOST_DIGITS and 0 < abs(value) < 0.00005:
        return f"{value:{'+' if has_sign else ''}.1e}".replace("-", MINUS)
    text = f"{value:z,.{digits}f}"
    return f"{'+' if has_sign and value > 0 else ''}{text}".replace("-", MINUS)


def between(low: float | None, high: float | None, *, has_sign: bool = False) -> str:
    """An interval."""
    if low is None or high is None:
        return ""
    digits = digits_of(low, high)
    return f"{rounded(low, digits, has_sign=has_sign)} to {rounded(high, digits, has_sign=has_sign)}"
