"""A page of the documentation as one program: a script, or a notebook, of its blocks from the top.

Python stands as it is, and SQL is given to the page's `con`. Also a Python-Markdown extension, by which a page of the
site offers both: the links hold the files themselves.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from typing import Any

from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor

BLOCK = re.compile(
    r"(?P<skip><!-- not run -->\n)?^```(?P<language>sql|jinja|python|console)\n(?P<code>.*?)^```$"
    r"(?P<shown>\n\n```text\n(?P<output>.*?)^```$)?",
    re.MULTILINE | re.DOTALL,
)
QUERY = re.compile(r"(from|select|with|execute|describe|summarize|pivot)\b", re.IGNORECASE)
OPENED = re.compile(r"^con = ", re.MULTILINE)
CONNECTED = "import duckdb\nimport rankhouse\n\ncon = duckdb.connect()\nrankhouse.register(con)"
HEADING = re.compile(r"^# (.+)$", re.MULTILINE)
# Before fences are read, whose priority is 25, and after line ends are made alike.
PRIORITY = 28


def cells(page: str) -> Iterator[tuple[str, str]]:
    """The page's prose and code in turn, as a notebook has them: the kind, markdown or code, and the source."""
    # Where the page opens no connection, its SQL runs on one that the program opens.
    has_con = has_python(page) and not OPENED.search(page)
    place = 0
    if has_con and any(block["language"] == "sql" and not block["skip"] for block in BLOCK.finditer(page)):
        yield "code", CONNECTED
    for block in BLOCK.finditer(page):
        code = ""
        if block["language"] == "python" and not block["skip"]:
            code = block["code"]
            has_con = has_con or OPENED.search(code) is not None
        elif block["language"] == "sql" and has_con and not block["skip"]:
            code = given_to_con(block["code"])
        if code:
            yield "markdown", page[place : block.start()].strip()
            yield "code", code.strip()
            place = block.end()
    yield "markdown", page[place:].strip()


def given_to_con(sql: str) -> str:
    """SQL as Python that runs it, and shows what it answers."""
    shows = QUERY.match(re.sub(r"--.*\n|\s*\n", "", sql.rstrip().rstrip(";").split(";\n")[-1]).strip())
    start = 'con.sql(r"""' if "\\" in sql else 'con.sql("""'
    return f'{start}\n{sql.rstrip()}\n"""){".show()" if shows else ""}'


def program(page: str) -> str:
    """The page as a script; nothing where it has no Python."""
    return "\n\n".join(source for kind, source in cells(page) if kind == "code") + "\n" if has_python(page) else ""


def has_python(page: str) -> bool:
    return any(block["language"] == "python" and not block["skip"] for block in BLOCK.finditer(page))


def notebook(page: str) -> str:
    """The page as a notebook, without outputs."""
    made: list[dict[str, Any]] = []
    for kind, source in cells(page):
        if source:
            of_code: dict[str, Any] = {"execution_count": None, "outputs": []} if kind == "code" else {}
            made.append({"id": f"cell-{len(made)}", "cell_type": kind, "metadata": {}, "source": source, **of_code})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": made, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


class _Offered(Preprocessor):  # type: ignore[misc]
    def run(self, lines: list[str]) -> list[str]:
        page = "\n".join(lines)
        heading = HEADING.search(page)
        if heading is None or not has_python(page):
            return lines
        name = re.sub(r"\W+", "-", heading[1].lower()).strip("-")
        script = _link(f"{name}.py", "text/x-python", program(page), "script")
        offered = f"{script} or {_link(f'{name}.ipynb', 'application/x-ipynb+json', notebook(page), 'notebook')}"
        said = f'<p class="program">This page as one program: {offered}.</p>'
        return [*page[: heading.end()].split("\n"), "", said, *page[heading.end() :].split("\n")]


def _link(file: str, kind: str, content: str, text: str) -> str:
    data = base64.b64encode(content.encode()).decode()
    return f'<a download="{file}" href="data:{kind};base64,{data}">{text}</a>'


class Offering(Extension):  # type: ignore[misc]
    def extendMarkdown(self, md: Any) -> None:  # noqa: N802
        md.preprocessors.register(_Offered(md), "pasted", PRIORITY)


def makeExtension(**options: Any) -> Offering:  # noqa: N802
    return Offering(**options)
