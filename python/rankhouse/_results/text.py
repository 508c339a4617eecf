"""Names of users as a terminal shows them."""

from __future__ import annotations

import unicodedata


def visible(text: str) -> str:
    """What would move the cursor, hide or turn round text is seen as its escape."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() or _joins(text, place) else each.encode("unicode_escape").decode()
        for place, each in enumerate(text)
    )


def _joins(text: str, place: int) -> bool:
    """Whether a sign is what makes one emoji of the two beside it."""
    before, after = text[max(place - 1, 0) : place], text[place + 1 : place + 2]
    is_emoji = bool(before and after) and (before == "\ufe0f" or unicodedata.category(before) in ("So", "Sk"))
    return text[place] == "\u200d" and is_emoji and unicodedata.category(after) == "So"


def cells_wide(text: str) -> int:
    """The cells of a terminal that a text takes."""
    return sum(
        0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text
    )
