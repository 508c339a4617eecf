"""Comparisons of three systems whose strengths are known to seven places."""

from __future__ import annotations

# Shown first, shown second: wins of the first, ties, wins of the second.
WORKED = {
    ("a", "b"): (14, 3, 8),
    ("b", "a"): (6, 1, 3),
    ("a", "c"): (9, 2, 9),
    ("c", "a"): (4, 4, 7),
    ("b", "c"): (5, 0, 12),
    ("c", "b"): (8, 2, 4),
}
