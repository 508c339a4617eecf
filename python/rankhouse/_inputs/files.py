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
from pathlib import Path
from typing import Any

from rankhouse._inputs import trec
from rankhouse._inputs.home import Home
from rankhouse._rendering.refused import InputError
from rankhouse._rendering.sql import first_line, literal

PARQUET = (".parquet", ".parq", ".pq")
CSV = (".csv",)
JSON = (".jsonl", ".ndjson", ".json")
TREC = (".run", ".trec", ".qrels", ".qrel")
TEXT = (".tsv", ".txt")
SUFFIXES = (*PARQUET, *CSV, *JSON, *TREC, *TEXT)
STANDARD_INPUT = ("-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")
PACKED = {b"\x1f\x8b": ".gz", b"\x28\xb5": ".zst"}
"""How packed files begin, and the suffix that they have."""


def suffix(path: str) -> str:
    """The suffix that tells the format, without .gz or .zst after it."""
    return Path(re.sub(r"\.(gz|zst)$", "", path.lower())).suffix


def looks_like_path(text: str) -> bool:
    return suffix(text) in SUFFIXES or "://" in text


def exists(path: str) -> bool:
    """Whether there is such a file; none has a name that is longer than names may be."""
    try:
        return Path(path).exists()
    except OSError:
        return False


def is_remote_or_pattern(path: str) -> bool:
    return "://" in path or (glob.has_magic(path) and not exists(path))


def sql(home: Home, role: str, path: str, shown: str) -> str:
    """The file or folder as something that can stand in FROM; shown: what messages call it."""
    if not is_remote_or_pattern(path) and not exists(path):
        raise InputError(f"{role}: there is no file {path[:200]!r}")
    try:
        if Path(path).is_dir():
            return of_folder(path, role)
        if Path(path).exists() and Path(path).stat().st_size == 0:
            raise InputError(f"{role} ({shown}) is empty: it has no rows")
        found = trec.form(home, role, pattern(path), shown, suffix(path) in TREC) if may_be_trec(path, role) else None
        return f"{reader(path)}({pattern(path)})" if found is None else trec.table(pattern(path), found)
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


def reader(path: str) -> str:
    """DuckDB's function for a file, or for one that is not TREC's."""
    if is_parquet(path):
        return "read_parquet"
    return "read_json" if is_json(path) else "read_csv"


def of_folder(path: str, role: str) -> str:
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
    readers = {reader(str(Path(path) / file)) for file in files if suffix(str(file)) not in (*TREC, *TEXT)}
    if len(readers) != 1 or any(suffix(str(file)) in (*TREC, *TEXT) for file in files):
        raise InputError(
            f"{role}: {path!r} is a folder {'without files' if not files else 'whose files do not form one table'};"
            f" name its files, such as '{path}/*.parquet'"
        )
    listed = ", ".join(literal(glob.escape(str(Path(path) / file))) for file in files)
    partitions = {tuple(part.partition("=")[0] for part in file.parts[:-1] if "=" in part) for file in files}
    return f"{readers.pop()}([{listed}]{', hive_partitioning = true' if partitions != {()} else ''})"


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


def is_parquet(path: str) -> bool:
    if suffix(path) in SUFFIXES or is_remote_or_pattern(path):
        return suffix(path) in PARQUET
    with Path(path).open("rb") as file:
        return file.read(4) == b"PAR1"


def is_json(path: str) -> bool:
    if suffix(path) in SUFFIXES or is_remote_or_pattern(path):
        return suffix(path) in JSON
    return next((line for _, line in lines(path)), "").lstrip().startswith(("{", "["))


def is_csv(from_item: str) -> bool:
    return from_item.startswith("read_csv(")


def may_be_trec(path: str, role: str) -> bool:
    """Whether its name says so, or leaves it open."""
    if role not in trec.FORMS:
        return False
    if suffix(path) in TREC:
        return True
    return "://" not in path and suffix(path) not in (*PARQUET, *CSV, *JSON) and not is_parquet(path)


def pattern(path: str) -> str:
    """A literal that DuckDB's functions find this file by, or the files of a pattern."""
    return literal(glob.escape(path) if Path(path).exists() else path)


def lines(path: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, numbered from 1."""
    opener = gzip.open if path.lower().endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8-sig", errors="replace") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield number, line


def malformed(home: Home, role: str, path: str, shown: str) -> InputError:
    """The error for a TREC file of which some line does not parse: it names the first one."""
    return trec.malformed(home, role, pattern(path), None if is_remote_or_pattern(path) else shown)


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
