"""The runs and qrels of TREC: one splitter in DuckDB tells what a file is, reads it, and names a line that is wrong."""

from __future__ import annotations

import contextlib
import glob
import unicodedata
from dataclasses import dataclass

import duckdb

from rankhouse._inputs.home import Home
from rankhouse._rendering.refused import InputError
from rankhouse._rendering.sql import literal

COLUMNS = {
    "qid": "{} as query_id",
    "docid": "{} as item_id",
    "rank": "try_cast({} as double) as rank",
    "score": "try_cast({} as double) as score",
    "tag": "{} as system",
    "rel": "try_cast({} as double) as relevance",
}
"""The fields that are read, and as which columns."""
SPLIT = "line"
for blank in (9, 11, 12):
    SPLIT = f"replace({SPLIT}, chr({blank}), ' ')"
SPLIT = f"list_filter(string_split({SPLIT}, ' '), lambda part: part <> '')"
"""The fields of a line, separated as in C: every other blank, such as a no-break space, is part of a field."""


@dataclass(frozen=True)
class Form:
    """What the fields of each line of a file are."""

    kind: str
    fields: tuple[str, ...]

    @property
    def number(self) -> int:
        """The place of the field that is a number."""
        return max(self.fields.index(name) + 1 for name in ("score", "rel") if name in self.fields)

    @property
    def parses(self) -> str:
        return f"len(field) = {len(self.fields)} and try_cast(field[{self.number}] as double) is not null"

    @property
    def is_comment(self) -> str:
        """As trec_eval 10 has them. The id of a query may begin with the sign, too, and is more than the sign."""
        return f"field[1] = '#' or (field[1] like '#%' and not ({self.parses}))"

    def __str__(self) -> str:
        return repr(" ".join(self.fields))


RUN = Form("run", ("qid", "Q0", "docid", "rank", "score", "tag"))
QRELS = Form("qrels file", ("qid", "iter", "docid", "rel"))
SHORT = {
    RUN: Form("run", ("qid", "Q0", "docid", "rank", "score")),
    QRELS: Form("qrels file", ("qid", "docid", "rel")),
}
"""Files whose lines all have a field less: no tag, no iteration."""
FORMS = {"run": RUN, "baseline": RUN, "judgments": QRELS}


def form(home: Home, role: str, file: str, shown: str, is_named: bool) -> Form | None:
    """What a file is, by its first line; None where it is no file of TREC.

    file: a path or a pattern, as a literal of SQL. is_named: whether its name says that it is a file of TREC.
    """
    own = FORMS[role]
    other = QRELS if own is RUN else RUN
    forms = [own, SHORT[own], other, SHORT[other]]
    first = _first(home, file, forms)
    if first is None:
        return own if is_named else None
    number, width, *parsed = first
    fitting = next((each for each, parses in zip(forms, parsed, strict=True) if parses), None)
    if fitting in forms[:2]:
        return fitting
    if fitting and (is_named or fitting is other):
        two = "; compare({'a': run, 'b': other}, judgments) takes two runs" if other is RUN else ""
        raise InputError(
            f"{role}: line {number:,} of {shown} has {width} fields, {fitting}, so this is a {other.kind}; a line"
            f" of a {own.kind} is {own}: give the run first and the judgments second{two}"
        )
    return (SHORT[own] if width == len(SHORT[own].fields) else own) if is_named else None


def _first(home: Home, file: str, forms: list[Form]) -> tuple[int, ...] | None:
    """The number of the first line with data, how many fields it has, and whether it is of each form."""
    parsed = ", ".join(each.parses for each in forms)
    # On a cursor: an error would end a transaction of the connection.
    with home.con.cursor() as cursor, contextlib.suppress(duckdb.Error):
        for condition in ("field[1] not like '#%'", f"field[1] <> '#' and {forms[0].parses}"):
            lines = _lines(file, "row_number() over () as number", longest=2_000_000)
            found = cursor.execute(f"select number, len(field), {parsed} from {lines} where {condition} limit 1")
            if rows := found.fetchall():
                return rows[0]
    return None


def table(file: str, found: Form) -> str:
    """The rows of a file. A line that does not parse has NULL for its query_id, and only it has."""
    fields = {name: f"field[{place}]" for place, name in enumerate(found.fields, 1)}
    fields["qid"] = f"case when {found.parses} then {fields['qid']} end"
    columns = ", ".join(COLUMNS[name].format(field) for name, field in fields.items() if name in COLUMNS)
    return f"(select {columns} from {_lines(file)} where not ({found.is_comment}))"


def malformed(home: Home, role: str, file: str, shown: str | None, found: Form) -> InputError:
    """The error for a file of which some line does not parse: it names the first one, and what is wrong with it.

    shown: what the file is called; None for a pattern, of which the file is named that has the line.
    """
    wrong = f"where not ({found.parses}) and not ({found.is_comment}) limit 1"
    if shown is None:
        # Lines are numbered by file.
        [(shown,)] = home.rows(f"select filename from {_lines(file, 'filename', ', filename = true')} {wrong}")
        file = literal(glob.escape(shown))
    lines = _lines(file, "row_number() over () as number")
    [(number, fields)] = home.rows(f"select number, field from {lines} {wrong}")
    line, width = " ".join(fields), len(found.fields)
    if len(fields) == width:
        fault = f"has {fields[found.number - 1][:80]!r} where a number is expected"
    else:
        fault = f"has {len(fields)} {'field' if len(fields) == 1 else 'fields'} instead of {width}"
    return InputError(
        f"{role}: line {number:,} of {shown} {fault}: {line[:200]!r}{_of_blanks(line)}; a line of this"
        f" {found.kind} is {found}"
    )


def _of_blanks(line: str) -> str:
    """What looks as if it separated fields, and does not."""
    found = {character for character in line if character.isspace() and character != " "} | ({"\ufeff"} & {*line})
    named = " and ".join(f"U+{ord(each):04X} ({unicodedata.name(each, 'control').lower()})" for each in sorted(found))
    return f"; {named} cannot separate fields: use a space" if found else ""


def _lines(file: str, also: str = "", options: str = "", longest: int = 10_000_000) -> str:
    """The lines that are not blank, as lists of fields, and something else of each."""
    # Nobody's text has this delimiter: a line is one column.
    read = (
        f"read_csv({file}, columns = {{'line': 'VARCHAR'}}, delim = '\x01\x02\x03\x04', quote = '', escape = '',"
        f" header = false, auto_detect = false, strict_mode = false, max_line_size = {longest}{options})"
    )
    chosen = f"{SPLIT} as field, {also}" if also else f"{SPLIT} as field"
    return f"(select * from (select {chosen} from {read}) where len(field) > 0)"
