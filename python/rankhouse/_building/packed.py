"""Text made small: a grammar of what it repeats, which DuckDB undoes with one list_reduce.

The texts of the table macros repeat themselves at every length: words, columns, joins. The grammar is Larsson and
Moffat's Re-Pair over words: the most frequent pair of neighbours becomes a symbol of its own, and so on until no pair
is left that is there twice. Symbols that save nothing are put back. What remains is the text with one character for
each symbol, and the rules, each a character and what it stands for.
"""

from __future__ import annotations

import heapq
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from rankhouse._sql import literal

BETWEEN = "⏎"
"""Between the text and the rules."""
_WORD = re.compile(r"\w+|\s|[^\w\s]")
_TEXT_MARKS = "'\"\\"


def packed(text: str) -> str:
    """The text as a DuckDB expression."""
    short, rules = _packed(text)
    listed = BETWEEN.join([short, *(code + meaning for code, meaning in rules)])
    return (
        f"list_reduce(string_split({literal(listed)}, '{BETWEEN}'),"
        " lambda text, rule: replace(text, rule[1], rule[2:]))"
    )


def _packed(text: str) -> tuple[str, list[tuple[str, str]]]:
    symbols, grammar = _grammar(text)
    uses = grammar.worthwhile(symbols)
    codes = dict(zip(sorted(uses, key=lambda symbol: (-uses[symbol], symbol)), _characters(text), strict=False))
    # A rule may name symbols that were made before it, so that the latest ones are undone first.
    rules = [(codes[symbol], grammar.spelled(symbol, codes)) for symbol in sorted(codes, reverse=True)]
    return "".join(codes.get(symbol) or grammar.spelled(symbol, codes) for symbol in symbols), rules


class _Grammar:
    """Symbols are numbers: words, and pairs of symbols."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.pairs: dict[int, tuple[int, int]] = {}

    def parts(self, symbol: int) -> Sequence[int]:
        return self.pairs.get(symbol, ())

    def spelled(self, symbol: int, codes: dict[int, str]) -> str:
        """What a symbol stands for, in words and in the codes of others."""
        if symbol not in self.pairs:
            return self.words[symbol]
        return "".join(codes.get(part) or self.spelled(part, codes) for part in self.pairs[symbol])

    def worthwhile(self, symbols: Sequence[int]) -> dict[int, int]:
        """The symbols whose rules cost less than they save, in bytes, and how often each is used."""
        kept = {symbol: 2 for symbol in range(len(self.words)) if len(self.words[symbol]) != 1}
        while True:
            uses: Counter[int] = Counter()
            for symbol in symbols:
                self._count(symbol, kept, uses)
            for symbol in kept:
                for part in self.parts(symbol):
                    self._count(part, kept, uses)
            saved = {
                symbol: uses[symbol] * (self._length(symbol, kept) - 2) - self._length(symbol, kept) - 3
                for symbol in kept
            }
            wasteful = sorted(
                (symbol for symbol in kept if saved[symbol] < 4), key=lambda symbol: (saved[symbol], symbol)
            )
            if not wasteful:
                return {symbol: uses[symbol] for symbol in kept}
            for symbol in wasteful[: len(wasteful) // 3 + 1]:
                del kept[symbol]

    def _count(self, symbol: int, kept: dict[int, int], uses: Counter[int]) -> None:
        waiting = [symbol]
        while waiting:
            each = waiting.pop()
            if each in kept:
                uses[each] += 1
            else:
                waiting += self.parts(each)

    def _length(self, symbol: int, kept: dict[int, int]) -> int:
        """Of what a symbol stands for."""
        if symbol not in self.pairs:
            return len(self.words[symbol].encode())
        return sum(kept.get(part) or self._length(part, kept) for part in self.pairs[symbol])


def _grammar(text: str) -> tuple[list[int], _Grammar]:
    """The text as symbols, each pair of neighbours that occurs twice being one."""
    grammar = _Grammar()
    known: dict[str, int] = {}
    line: list[int] = []
    for word in _WORD.findall(text):
        if word not in known:
            known[word] = len(grammar.words)
            grammar.words.append(word)
        line.append(known[word])
    before, after = list(range(-1, len(line) - 1)), list(range(1, len(line) + 1))
    places: dict[tuple[int, int], set[int]] = defaultdict(set)
    for place in range(len(line) - 1):
        places[line[place], line[place + 1]].add(place)
    frequent = [(-len(found), pair) for pair, found in places.items()]
    heapq.heapify(frequent)
    while frequent:
        count, pair = heapq.heappop(frequent)
        if -count != len(places[pair]):
            heapq.heappush(frequent, (-len(places[pair]), pair)) if len(places[pair]) > 1 else None
            continue
        if count > -2:
            break
        symbol = len(grammar.words)
        grammar.words.append("")
        grammar.pairs[symbol] = pair
        changed = set()
        for left in sorted(places.pop(pair)):
            right = after[left] if line[left] == pair[0] else len(line)
            if right >= len(line) or line[right] != pair[1]:
                continue
            for place, end in ((before[left], left), (right, after[right])):
                if place >= 0 and end < len(line):
                    places[line[place], line[end]].discard(place)
            line[left], line[right], after[left] = symbol, -1, after[right]
            if before[left] >= 0:
                places[line[before[left]], symbol].add(before[left])
                changed.add((line[before[left]], symbol))
            if after[left] < len(line):
                before[after[left]] = left
                places[symbol, line[after[left]]].add(left)
                changed.add((symbol, line[after[left]]))
        for each in changed:
            heapq.heappush(frequent, (-len(places[each]), each))
    return [symbol for symbol in line if symbol >= 0], grammar


def _characters(text: str) -> Iterator[str]:
    """Characters that the text does not have, those of one byte first, then letters of two and three."""
    taken = {*text, *_TEXT_MARKS, BETWEEN}
    for number in (*range(0x21, 0x7F), *range(0xA1, 0x2000)):
        character = chr(number)
        is_letter = unicodedata.category(character) in ("Ll", "Lu") and unicodedata.bidirectional(character) == "L"
        if character not in taken and (number < 0x7F or is_letter):
            yield character
