"""Results as Markdown, printed and kept on the pages of benchmarks."""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = {
    "rankhouse": "",
    "duckdb": "",
    "pandas": "pandas",
    "pytrec-eval-terrier": "pytrec_eval",
    "ranx": "ranx",
    "numba": "ranx",
    "pyspark": "spark",
}
"""What the versions of are told, in a section that has this word."""


@dataclass
class Section:
    """A table with what is to be said of it; `rows` hold text, one entry for each of `columns`."""

    title: str
    about: str
    columns: list[str]
    rows: list[list[str]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    # A picture of the rows that tools/figures.py draws: its file, and what it shows.
    figure: tuple[str, str] | None = None

    def markdown(self) -> str:
        lines = ["| " + " | ".join(cells) + " |" for cells in (self.columns, ["---"] * len(self.columns), *self.rows)]
        remarks = "".join(f"\n\n{remark}" for remark in self.remarks)
        drawn = "![{1}](../images/{0})\n\n".format(*self.figure) if self.figure else ""
        return f"## {self.title}\n\n{self.about}\n\n{drawn}" + "\n".join(lines) + remarks + "\n"


def reached(what_was_asked: bool) -> str:
    """For a column of that name."""
    return "yes" if what_was_asked else "no"


def machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores ({platform.machine()}), {memory:.0f} GB memory, {platform.system()}"


def installed(package: str) -> str | None:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return None


def where_measured(section: Section) -> str:
    told = section.markdown().lower()
    versions = ", ".join(filter(None, (installed(name) for name, word in PACKAGES.items() if word in told)))
    return f"Measured on {datetime.now(UTC):%Y-%m-%d}: {machine()}, Python {platform.python_version()}, {versions}."


def write(path: Path, section: Section) -> None:
    """Put it in place of the page's section of the same title, or at its end; with its date and machine."""
    heading, *others = re.split(r"^(?=## )", path.read_text(), flags=re.MULTILINE)
    texts = {other.partition("\n")[0]: other.rstrip() for other in others}
    written = replace(section, remarks=[*section.remarks, where_measured(section)]).markdown()
    texts[written.partition("\n")[0]] = written.rstrip()
    path.write_text("\n\n".join([heading.rstrip(), *texts.values()]) + "\n")


def peak_memory() -> float:
    """The most memory that this process has held so far, in GB.

    From the kernel's mark for this program alone: ru_maxrss starts from what the parent held.
    """
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 2**20
    raise RuntimeError("the kernel does not tell the peak memory of a process")
