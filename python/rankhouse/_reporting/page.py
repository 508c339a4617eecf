"""The sections of a report, and the file that they are written to."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from importlib import import_module, resources
from typing import Any

import jinja2

from rankhouse._comparing.verdict import Verdict
from rankhouse._inputs.progress import tell
from rankhouse._rendering.errors import InputError
from rankhouse._rendering.kept import cache_folder
from rankhouse._reporting.classifier import Classifier
from rankhouse._reporting.figures import Figures
from rankhouse._reporting.summary import Tile
from rankhouse._reporting.tables import Table
from rankhouse._results.files import writing
from rankhouse.plot import theme


@dataclass
class Section:
    """name: its anchor. figures: those of `Figures` that belong here, in order. tables come after them."""

    name: str
    title: str
    intro: str = ""
    figures: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    kind: str = ""


@dataclass(frozen=True)
class Finding:
    """What was found, in a sentence or two; `of`: a heading, where there are several."""

    of: str
    text: str
    verdict: Verdict | None = None


@dataclass
class Page:
    """All that the template is filled with."""

    title: str
    figures: Figures
    findings: list[Finding] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)
    found_among: dict[int, tuple[Finding, list[Tile]]] = field(default_factory=dict)
    sections: list[Section] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    systems: list[str] = field(default_factory=list)
    measures: list[str] = field(default_factory=list)
    pairs: list[tuple[str, str]] = field(default_factory=list)
    n_pairs: int = 0
    first_pair: int = 0
    n_bars: int = 0
    subsets: list[tuple[str, str]] = field(default_factory=list)
    moved: list[dict[str, Any]] = field(default_factory=list)
    lists: Mapping[str, Any] = field(default_factory=dict)
    groups: Mapping[str, Any] = field(default_factory=dict)
    group_names: list[str] = field(default_factory=list)
    classifier: Classifier | None = None
    facts: list[tuple[str, str]] = field(default_factory=list)
    sql: str = ""


@cache
def libraries() -> str:
    """Vega, Vega-Lite and vega-embed as one script. Making it takes a third of a report: it is made once."""
    converter = import_module("vl_convert")
    folder = cache_folder("scripts")
    file = folder and folder / f"vega-of-vl-convert-{converter.__version__}.js"
    with suppress(OSError):
        if file and file.is_file():
            return file.read_text(encoding="utf-8")
    bundle: str = converter.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    bundle = bundle.replace("</script", "<\\/script")
    if file:
        with suppress(OSError, InputError), writing(file) as path:
            path.write_text(bundle, encoding="utf-8", newline="")
    return bundle


def html_of(page: Page) -> str:
    """The whole file."""
    tell("Writing the page")
    folder = resources.files("rankhouse._reporting")
    texts = {name: folder.joinpath(name).read_text(encoding="utf-8") for name in ("report.css", "report.js")}
    payload = {
        **page.figures.payload(),
        "systems": page.systems,
        "measures": page.measures,
        "pairs": page.pairs,
        "firstPair": page.first_pair,
        "subsets": page.subsets,
        "moved": page.moved,
        "lists": page.lists,
        "groups": page.groups,
        "groupNames": page.group_names,
        "confusion": page.classifier.confusion if page.classifier else None,
        "light": theme.LIGHT,
        "dark": theme.DARK,
    }
    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    scripts = [libraries(), texts["report.js"]]
    html = environment.get_template("report.html.jinja").render(
        page=page,
        made=datetime.now(UTC),
        css=texts["report.css"],
        data=as_script(payload),
        scripts=scripts,
        policy=policy_of(scripts),
    )
    # Text that is no Unicode, such as half of a pair from another system, is drawn as a question mark.
    return html.encode("utf-8", "replace").decode("utf-8")


def as_script(payload: Any) -> str:
    """JSON that can stand in a script element, whatever names are in it."""
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), default=str, allow_nan=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def policy_of(scripts: list[str]) -> str:
    """Nothing is loaded from anywhere, and no script runs but these. Vega interprets its expressions."""
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in scripts
    )
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; img-src data: blob:;"
        " form-action 'none'; base-uri 'none'"
    )
