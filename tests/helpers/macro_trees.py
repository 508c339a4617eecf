"""The macros as Jinja reads them: their syntax trees."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, nodes

MACROS = Path(__file__).parents[2] / "macros"
JINJA = Environment(extensions=["jinja2.ext.do"], autoescape=False)
RANKHOUSE = nodes.Name("rankhouse", "load")


@cache
def package() -> list[tuple[str, str, nodes.Macro]]:
    """Every macro of the package: the folder that it stands in, its name and its tree."""
    found = []
    for path in sorted(MACROS.rglob("*.sql")):
        place = path.parent.relative_to(MACROS).as_posix()
        tree = JINJA.parse(path.read_text(encoding="utf-8"), str(path))
        found += [(place, macro.name, macro) for macro in tree.find_all(nodes.Macro)]
    return found
