"""Numbers as people read them: as many decimals as an interval allows, or four."""

from __future__ import annotations

import math

MOST_DIGITS = 4
MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"


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


def number(value: float | None) -> str:
    if value is None:
        return NOTHING
    return f"{value:.1e}" if 0 < abs(value) < 0.00005 else f"{value:z,.4f}"


def signed(value: float | None) -> str:
    """With its sign; nothing is lost of a small one."""
    if not value:
        return number(value)
    return f"{'+' if value > 0 else ''}{number(value)}"


def p_value(value: float | None) -> str:
    if value is None:
        return NOTHING
    if value > 0.9999:
        return ">0.9999"
    return "<0.0001" if value < 0.0001 else f"{value:.4f}"


def share(value: float) -> str:
    return f"{100 * value:.10g} %"


def about(value: int) -> str:
    """With two digits that count."""
    return f"{int(float(f'{value:.2g}')):,}"
