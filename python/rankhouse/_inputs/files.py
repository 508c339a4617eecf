"""Files as SQL: Parquet, CSV, JSON, and the runs and qrels of TREC; plain or gzipped."""

from __future__ import annotations

import contextlib
import csv
import glob
import gzip
import itertools
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rankhouse._inputs import trec
from rankhouse._inputs.home import Home
from rankhouse._rendering.refused import InputError
from rankhouse._rendering.sql import first_line, literal

SUFFIXES = {
    **dict.fromkeys((".parquet", ".parq", ".pq"), "parquet"),
    ".csv": "csv",
    **dict.fromkeys((".jsonl", ".ndjson", ".json"), "json"),
    **dict.fromkeys((".run", ".trec", ".qrels", ".qrel"), "trec"),
    **dict.fromkeys((".tsv", ".txt"), "text"),
}
"""What a file is by its suffix; text may be CSV or TREC's."""
STANDARD_INPUT = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
PACKED = {b"\x1f\x8b": ".gz", b"\x28\xb5": ".zst"}
"""How packed files begin, and the suffix that they have."""


@dataclass(frozen=True)
class File:
    """A file, or those of a folder or a pattern, of which it is known how they are read.

    form: parquet, json or csv, as DuckDB reads it, or trec. sources: what DuckDB's functions take, as SQL.
    """

    path: str
    form: str
    sources: str
    fields: trec.Form | None = None
    options: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    """Columns of a CSV file that are read as text, whatever their values look like."""
    sniffs_all: bool = False
    """Whether DuckDB tells the types of a CSV file by all its lines, and not by its first ones."""

    @property
    def sql(self) -> str:
        """What can stand in FROM."""
        if self.fields is not None:
            return trec.table(self.sources, self.fields)
        options = [*self.options]
        if self.texts:
            types = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in self.texts)
            options.append(f"types = {{{types}}}")
        if self.sniffs_all:
            options.append("sample_size = -1")
        return f"read_{self.form}({', '.join([self.sources, *options])})"

    def malformed(self, home: Home, role: str, shown: str) -> InputError:
        """The error for a file of TREC of which some line does not parse: it names the first one."""
        assert self.fields is not None
        is_several = is_remote_or_pattern(self.path)
        return trec.malformed(home, role, self.sources, None if is_several else shown, self.fields)


def suffix(path: str) -> str:
    """The suffix that tells the form, without .gz or .zst after it."""
    return Path(re.sub(r"\.(gz|zst)$", "", path.lower())).suffix


def form_by_name(path: str) -> str:
    """Parquet, csv, json, trec or text; nothing for a name that does not tell."""
    return SUFFIXES.get(suffix(path), "")


def looks_like_path(text: str) -> bool:
    return form_by_name(text) != "" or "://" in text


def exists(path: str) -> bool:
    """Whether there is such a file; none has a name that is longer than names may be."""
    try:
        return Path(path).exists()
    except OSError:
        return False


def is_remote_or_pattern(path: str) -> bool:
    return "://" in path or (glob.has_magic(path) and not exists(path))


def looked_at(home: Home, role: str, path: str, shown: str) -> File:
    """The file or folder with its form; shown: what messages call it."""
    if not is_remote_or_pattern(path) and not exists(path):
        raise InputError(f"{role}: there is no file {path[:200]!r}")
    try:
        if Path(path).is_dir():
            return _of_folder(path, role)
        if Path(path).exists() and Path(path).stat().st_size == 0:
            raise InputError(f"{role} ({shown}) is empty: it has no rows")
        form = form_of(path)
        sources = literal(glob.escape(path) if Path(path).exists() else path)
        if _may_be_trec(path, role, form) and (fields := trec.form(home, role, sources, shown, form == "trec")):
            return File(path, "trec", sources, fields)
        return File(path, _form_of_table(path, form), sources)
    except OSError as error:
        raise InputError(f"{role}: cannot read {path}: {error.strerror or error}") from error


def nested(given: str | Path) -> dict[str, dict[str, Any]] | None:
    """What a JSON file of {query: {item: number}} holds, as ranx and pytrec_eval keep runs; None for any other."""
    path = Path(given).expanduser()
    if suffix(str(path)) != ".json" or not exists(str(path)) or not path.is_file():
        return None
    with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
        if not re.match(rb"\s*\{\s*\"(?:[^\"\\\\]|\\\\.)*\"\s*:\s*\{", file.read(4096)):
            return None
        file.seek(0)
        try:
            found = json.load(file)
        except ValueError:
            # An object a line, or no JSON: DuckDB says where.
            return None
    return found if all(isinstance(items, dict) for items in found.values()) else None


def _of_folder(path: str, role: str) -> File:
    """The files of a folder as Spark and others write it; names such as day=2024-05-01 of its folders are columns."""
    for log, kind, scan in (
        ("_delta_log", "a Delta table", "delta_scan"),
        ("metadata", "an Iceberg table", "iceberg_scan"),
    ):
        if (Path(path) / log).is_dir():
            raise InputError(
                f"{role}: {path!r} is {kind}, where not every file counts: give con.sql(\"from {scan}('...')\")"
            )
    below = [file.relative_to(path) for file in Path(path).rglob("*") if file.is_file()]
    # Those of an unfinished job, checksums and _SUCCESS.
    files = sorted(file for file in below if not any(part.startswith(("_", ".")) for part in file.parts))
    forms = {str(Path(path) / file): form_of(str(Path(path) / file)) for file in files}
    tables = {_form_of_table(file, form) for file, form in forms.items()}
    if len(tables) != 1 or {"trec", "text"} & {*forms.values()}:
        raise InputError(
            f"{role}: {path!r} is a folder {'without files' if not files else 'whose files do not form one table'};"
            f" name its files, such as '{path}/*.parquet'"
        )
    listed = ", ".join(literal(glob.escape(file)) for file in forms)
    partitions = {tuple(part.partition("=")[0] for part in file.parts[:-1] if "=" in part) for file in files}
    options = ("hive_partitioning = true",) if partitions != {()} else ()
    return File(path, tables.pop(), f"[{listed}]", options=options)


@contextlib.contextmanager
def on_disk(role: str, given: str | Path) -> Iterator[str | Path]:
    """Standard input, or another pipe, as a file for as long as it is read; anything else as it is."""
    is_standard = str(given) in STANDARD_INPUT
    if not is_standard and not (exists(str(given)) and Path(given).is_fifo()):
        yield given
        return
    if is_standard and sys.stdin.isatty():
        raise InputError(f"{role} is standard input, which is the terminal: pipe a file into it")
    with (
        tempfile.TemporaryDirectory(prefix="rankhouse-") as folder,
        contextlib.nullcontext(sys.stdin.buffer) if is_standard else Path(given).open("rb") as pipe,
    ):
        first = pipe.read(2)
        if not first:
            raise InputError(f"{role} ({'standard input' if is_standard else given}) is empty: it has no rows")
        path = Path(folder) / f"input{PACKED.get(first, '')}"
        with path.open("wb") as file:
            file.write(first)
            shutil.copyfileobj(pipe, file)
        yield path


def form_of(path: str) -> str:
    """The form that a file's name says; without one parquet, if the file begins so, or nothing."""
    said = form_by_name(path)
    if said or is_remote_or_pattern(path):
        return said
    with Path(path).open("rb") as file:
        return "parquet" if file.read(4) == b"PAR1" else ""


def _form_of_table(path: str, form: str) -> str:
    """Parquet, json or csv: how DuckDB reads a file of this form that is not TREC's."""
    if form in ("parquet", "json", "csv"):
        return form
    if form or is_remote_or_pattern(path):
        return "csv"
    begins = next((line for _, line in lines(path)), "").lstrip()
    return "json" if begins.startswith(("{", "[")) else "csv"


def _may_be_trec(path: str, role: str, form: str) -> bool:
    """Whether its name says so, or leaves it open."""
    return role in trec.FORMS and (form == "trec" or (form in ("text", "") and "://" not in path))


def lines(path: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, numbered from 1."""
    opener = gzip.open if path.lower().endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8-sig", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line


def cause(error: Exception) -> str:
    """What DuckDB says of a file, in a line: for a CSV file with the line that it means."""
    text = str(error)
    if found := re.search(r"CSV Error on Line: (\d+)\n(?:Original Line: (.*)\n)?(.+)", text):
        number, line, reason = found.groups()
        return f"line {int(number):,}: {reason.rstrip('. ')}: {(line or '')[:200]!r}"
    first = first_line(error)
    return f"{first} {text.splitlines()[1]}" if first.startswith("Error when sniffing") else first


def uneven(path: str) -> str | None:
    """The line of a CSV file that has another number of fields than its first, looked for as far as DuckDB does."""
    with contextlib.suppress(OSError, csv.Error):
        known = [line for _, line in itertools.islice(lines(path), 20_480)]
        delimiter = max(",\t;|", key=known[0].count) if known else ","
        rows = csv.reader(known, delimiter=delimiter)
        first: Sequence[str] = next(rows, [])
        for number, row in enumerate(rows, 2):
            if len(row) != len(first):
                shown = delimiter.join(row)[:200]
                return f"line {number:,} has {len(row)} fields instead of {len(first)}: {shown!r}"
    return None
