"""Python's values in Lua: macros.sql, translated, gives for any values what Jinja gives. `make test-extension`."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from programs import built

import to_lua
from examples import examples
from rankhouse._rendering.jinja import Macros, PackageMacro

HERE = Path(__file__).parent
WIDE = 2**53
"""Whole numbers beyond it are not divided, and beyond 64 bits Lua has none: it says so."""


class Lua:
    """The program of extension/test/values.c, with the macros."""

    def __init__(self, folder: Path) -> None:
        lua = folder / "macros.lua"
        package = to_lua.Package(HERE)
        lua.write_text(to_lua.written(package, list(package.macros), list(package.macros)), encoding="utf-8")
        program = built("values", folder / "values", "-O1", "-fsanitize=address,undefined", has_reader=False)
        self.process = subprocess.Popen([program, lua], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answer(self, name: str, arguments: list[Any]) -> str | None:
        """What it gives as Python writes it, nothing where it fails."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps([name, arguments], ensure_ascii=False).encode() + b"\n")
        self.process.stdin.flush()
        kind, size = self.process.stdout.readline().split()
        text = self.process.stdout.read(int(size)).decode()
        return text if kind == b"value" else None


@pytest.fixture(scope="module")
def lua(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lua]:
    made = Lua(tmp_path_factory.mktemp("lua"))
    yield made
    made.process.communicate()
    assert made.process.returncode == 0


def jinjas() -> dict[str, PackageMacro]:
    package = Macros("duckdb", is_read=False)
    context = package._environment.from_string((HERE / "macros.sql").read_text()).new_context()
    for _ in package._environment.from_string((HERE / "macros.sql").read_text()).root_render_func(context):
        pass
    found = {name: PackageMacro(macro) for name, macro in context.vars.items()}
    package.__dict__ |= found
    return found


JINJA = jinjas()


def by_jinja(name: str, arguments: list[Any]) -> str | None:
    try:
        return repr(JINJA[name](*arguments))
    except Exception:  # noqa: BLE001  (whatever it is, Lua has to fail, too)
        return None


def has_none(text: str | None) -> bool:
    """Whether Lua has no such number: a whole one of more than 64 bits, a complex one."""
    digits = "".join(each if each.isdigit() else " " for each in text or "")
    return (text or "").endswith("j)") or any(len(word) < 400 and int(word) > 2**63 - 1 for word in digits.split())


def compare(lua: Lua, name: str, *arguments: Any) -> None:
    found, expected = lua.answer(name, list(arguments)), by_jinja(name, list(arguments))
    assert found == expected or (found is None and has_none(expected)), (name, arguments)


texts = st.text(st.characters(codec="utf-8"), max_size=12) | st.text("aAΣςßİI. '\t\n\x1c\u00a0\u2003_,1٣²½", max_size=8)
some = st.text("ab'\"\\ é", max_size=3)
wholes = st.integers(-9, 9) | st.integers(-WIDE, WIDE) | st.integers(-(10**17), 2**63 - 1)
floats = (
    st.floats()
    | st.integers(-1074, 1023).map(lambda power: 2.0**power)
    | st.integers(1, 10**17).map(lambda n: n / 1000)
)
plain = st.none() | st.booleans() | wholes | floats | texts
values = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(some, inner, max_size=4), max_leaves=8
)
numbers = st.integers(-99, 99) | wholes | floats.filter(math.isfinite)
divided = st.integers(-99, 99) | st.integers(-WIDE, WIDE) | floats.filter(math.isfinite) | st.booleans()
numerals = st.from_regex(r"[ \n]?[+-]?[0-9_]{0,22}(\.[0-9_]{0,4})?([eE][+-]?[0-9]{0,3})?[ \t]?", fullmatch=True)
ARGUMENTS: dict[str, tuple[st.SearchStrategy[Any], ...]] = {
    "as_text": (values,),
    "small": (texts,),
    "capital": (texts,),
    "stripped": (texts,),
    "stripped_of": (texts, texts),
    "length_of": (values,),
    "letters": (texts,),
    "part": (texts | st.lists(plain, max_size=5), *[st.none() | st.integers(-7, 7)] * 2),
    "at": (texts | st.lists(plain, max_size=5), st.integers(-7, 7)),
    "kinds": (texts,),
    "split_at": (texts, some),
    "words": (texts,),
    "starts": (texts, some),
    "replaced": (texts, some, texts),
    "filled": (values, values),
    "ordered": (numbers | texts, numbers | texts),
    "sorted": (st.lists(numbers, min_size=1) | st.lists(texts, min_size=1),),
    "sums": (numbers | st.booleans(), numbers | st.booleans()),
    "quotients": (divided, divided),
    "powers": (st.integers(-12, 12) | st.floats(0, 1e6), st.integers(-12, 40) | st.floats(-9, 9)),
    "rounded": (
        st.floats(-1e9, 1e9) | st.integers(-99, 99) | st.integers(-9999, 9999).map(lambda n: n / 8),
        st.integers(0, 9),
    ),
    "whole": (numerals | texts | numbers | st.booleans() | st.none(),),
    "real": (
        numerals | texts | numbers | st.booleans() | st.sampled_from(["inf", "-Infinity", "nan", "1e400", "1_0.5"]),
    ),
    "hashed": (st.text(max_size=200, alphabet=st.characters(codec="utf-8")),),
    "joined": (st.lists(values, max_size=4),),
    "tested": (values,),
    "within": (plain, st.lists(plain, max_size=5)),
    "entries": (st.dictionaries(some, values, max_size=4),),
    "said": (st.lists(values, max_size=4),),
    "by_default": (values,),
    "handed_on": (values,),
}


@pytest.mark.parametrize("text", ["1\x1c", "\x1d1", "1\x1f\n", "1\x1c\u2003", " 1\v", "\u20031\xa0"])
@pytest.mark.parametrize("name", ["real", "whole"])
def test_blanks_around_a_number(lua: Lua, name: str, text: str) -> None:
    compare(lua, name, text)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_any_values(lua: Lua, name: str) -> None:
    @settings(examples(30), phases=[Phase.explicit, Phase.generate])
    @given(st.tuples(*ARGUMENTS[name]))
    def compared(arguments: tuple[Any, ...]) -> None:
        compare(lua, name, *arguments)

    compared()


def test_every_character(lua: Lua) -> None:
    """Alone, and where it is said whether a sigma ends a word."""
    characters = [chr(number) for number in range(1, sys.maxunicode + 1) if not 0xD800 <= number < 0xE000]
    for at in range(0, len(characters), 65536):
        block = characters[at : at + 65536]
        for name in ("small", "capital", "length_of"):
            compare(lua, name, " ".join(block))
        compare(lua, "words", "a".join(block[::5]))
        compare(lua, "as_text", block[::5])
    ends = [each for each in characters if ("a" + each + "Σ").lower().endswith("ς") or each.lower() != each]
    ends += characters[::997]
    for at in range(0, len(ends), 500):
        compare(lua, "small", " ".join(f"a{each}Σ {each}Σ aΣ{each} aΣ{each}b" for each in ends[at : at + 500]))


def test_every_power_of_two(lua: Lua) -> None:
    powers = [2.0**power for power in range(-1074, 1024)]
    compare(
        lua,
        "as_text",
        powers + [math.nextafter(each, 0) for each in powers] + [math.nextafter(each, math.inf) for each in powers],
    )
