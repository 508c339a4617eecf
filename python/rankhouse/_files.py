"""Files as SQL: Parquet, CSV, and the whitespace-separated runs and qrels of TREC; plain or gzipped."""

from __future__ import annotations

import glob
import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rankhouse._errors import InputError
from rankhouse._sql import literal

PARQUET = (".parquet", ".parq", ".pq")
CSV = (".csv",)
TREC = (".run", ".trec", ".qrels", ".qrel")
TEXT = (".tsv", ".txt")
SUFFIXES = (*PARQUET, *CSV, *TREC, *TEXT)


@dataclass(frozen=True)
class TrecFormat:
    """The fields of a line, the place of the one that is a number, and the columns that the file is read as."""

    kind: str
    fields: str
    number: int
    columns: str

    @property
    def width(self) -> int:
        return len(self.fields.split())


FORMATS = {
    "run": TrecFormat(
        kind="run",
        fields="qid Q0 docid rank score tag",
        number=5,
        columns="field[3] as item_id, try_cast(field[4] as bigint) as rank, try_cast(field[5] as double) as score,"
        " field[6] as system",
    ),
    "judgments": TrecFormat(
        kind="qrels file",
        fields="qid iter docid rel",
        number=4,
        columns="field[3] as item_id, try_cast(field[4] as double) as relevance",
    ),
}
FORMATS["baseline"] = FORMATS["run"]


def suffix(path: str) -> str:
    """The suffix that tells the format, without .gz or .zst after it."""
    return Path(re.sub(r"\.(gz|zst)$", "", path.lower())).suffix


def looks_like_path(text: str) -> bool:
    return suffix(text) in SUFFIXES or "://" in text


def is_remote_or_pattern(path: str) -> bool:
    return "://" in path or (glob.has_magic(path) and not Path(path).exists())


def sql(path: str, role: str) -> str:
    """The file as something that can stand in FROM; `role`: what a TREC file is; see FORMATS."""
    if not is_remote_or_pattern(path) and not Path(path).exists():
        raise InputError(f"{role}: there is no file {path!r}")
    if Path(path).is_dir():
        raise InputError(f"{role}: {path!r} is a folder; name its files, such as '{path}/*.parquet'")
    name = literal(glob.escape(path) if Path(path).exists() else path)
    try:
        if is_parquet(path):
            return f"read_parquet({name})"
        if is_trec(path, role):
            return trec(name, FORMATS[role])
    except OSError as error:
        raise InputError(f"{role}: cannot read {path}: {error.strerror or error}") from error
    return f"read_csv({name})"


def is_parquet(path: str) -> bool:
    if suffix(path) in SUFFIXES or is_remote_or_pattern(path):
        return suffix(path) in PARQUET
    with Path(path).open("rb") as file:
        return file.read(4) == b"PAR1"


def is_csv(from_item: str) -> bool:
    return from_item.startswith("read_csv(")


def is_trec(path: str, role: str) -> bool:
    """By its suffix, else by its first line: as many fields as a line of TREC has, the number where it has one."""
    if role not in FORMATS:
        return False
    if suffix(path) in TREC:
        return True
    if suffix(path) in CSV or is_remote_or_pattern(path):
        return False
    first = next((line for _, line in lines(path)), "")
    return len(first.split()) in {form.width for form in FORMATS.values()} and problem(first, FORMATS[role]) is None


def trec(name: str, form: TrecFormat) -> str:
    """Each line split by DuckDB, in parallel. A line that does not parse has NULL for its query_id, and only it has."""
    parses = f"len(field) = {form.width} and try_cast(field[{form.number}] as double) is not null"
    return (
        f"(select case when {parses} then field[1] end as query_id, {form.columns}"
        " from (select list_filter(string_split(replace(line, chr(9), ' '), ' '), lambda part: part <> '') as field"
        f" from {raw_lines(name)} where trim(line, ' ' || chr(9)) <> ''))"
    )


def raw_lines(name: str) -> str:
    return (
        f"read_csv({name}, columns = {{'line': 'VARCHAR'}}, delim = '\x01', quote = '', escape = '', header = false,"
        " auto_detect = false, strict_mode = false, max_line_size = 10000000)"
    )


def problem(line: str, form: TrecFormat) -> str | None:
    """Why a line is none of this format; None when it is."""
    fields = line.split()
    if len(fields) != form.width:
        return f"has {len(fields)} fields instead of {form.width}"
    try:
        float(fields[form.number - 1])
    except ValueError:
        return f"has {fields[form.number - 1]!r} where a number is expected"
    return None


def lines(path: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, numbered from 1."""
    opener = gzip.open if path.lower().endswith(".gz") else open
    with opener(path, "rt", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line


def malformed(path: str, role: str) -> InputError:
    """The error for a TREC file of which some line does not parse: it names the first one."""
    form = FORMATS[role]
    expected = f"a line of a TREC {form.kind} is {form.fields!r}"
    if not is_remote_or_pattern(path):
        for number, line in lines(path):
            if reason := problem(line, form):
                return InputError(f"{role}: line {number} of {path} {reason}: {line.strip()[:200]!r}; {expected}")
    return InputError(f"{role}: some lines of {path} do not parse; {expected}")
