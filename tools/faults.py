"""Plants faults in copies of the checkout, one at a time, and shows which test finds each.

`python tools/faults.py [NAME ...]` plants those that are named, or all of tools/faults.yml, and runs what `make test`
runs of the files that the table names. With --whole all of `make test` looks for a fault that these do not find. Exits
with 1 where none finds one.

`python tools/faults.py --random 100` plants mutants that it makes itself, see tools/mutants.py. It exits with 1 where
so many survive that tests find less than nine of ten.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import yaml

from mutants import drawn
from random_faults import Tests

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_suffix(".yml")
SCRIPTS = (
    "import library; from pathlib import Path; [(Path('sql') / n).write_text(t) for n, t in library.scripts().items()]"
)
SELECTION = ("-m", "not thorough")
"""What `make test` runs; the profile `faults` has as many generated examples."""
TELL_ONLY_A_CHANGE = (
    "tests/docs/test_docs.py::test_derived_files_are_fresh",
    "tests/docs/test_docs.py::test_examples_print_what_is_shown",
    "tests/project/test_faults.py",
)
"""Tests that say of any change that a file is to be derived anew: they do not tell a fault."""
LEFT_OUT = tuple(f"--deselect={test}" for test in TELL_ONLY_A_CHANGE)
MISSED = 0.1
"""The share of mutants that may survive: some change nothing that anyone sees."""
QUICK = ("-x", "-q", "-p", "no:cacheprovider", "--hypothesis-profile", "faults")
NO_TESTS = 5
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Fault:
    """`text`, which stands in `file` once, becomes `becomes`. tests: the files of tests that look at it.

    script: whether these look at the scripts in sql/, which are made of the macros.
    """

    name: str
    says: str
    file: str
    text: str
    becomes: str
    tests: tuple[str, ...]
    script: bool = False

    def planted(self, source: str) -> str:
        if (times := source.count(self.text)) != 1:
            raise ValueError(f"{TABLE.name} is out of date: the text of {self.name} is {times} times in {self.file}")
        return source.replace(self.text, self.becomes)


def all_faults() -> list[Fault]:
    table = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    return [Fault(name, **{**given, "tests": tuple(given["tests"])}) for name, given in table.items()]


@contextmanager
def copied() -> Iterator[Path]:
    """The files of the checkout that are under version control, as they are now, in a repository of their own."""
    with tempfile.TemporaryDirectory(prefix="rankhouse-fault-") as name:
        copy = Path(name) / "checkout"
        for path in _run(["git", "ls-files", "-z"], ROOT).stdout.split("\0"):
            if path and (ROOT / path).is_file():
                (copy / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / path, copy / path)
        for command in (["init", "--quiet"], ["add", "."]):
            _run(["git", *command], copy).check_returncode()
        (copy / ".venv").symlink_to((ROOT / ".venv").resolve())
        yield copy


def found_by(fault: Fault, copy: Path, *, whole: bool) -> str:
    """The first test that fails, '' where none does: of the files that are named, and with `whole` of all."""
    path = copy / fault.file
    path.write_text(fault.planted(path.read_text(encoding="utf-8")), encoding="utf-8")
    if fault.script:
        _make_scripts(copy)
    found = _first_failure(copy, ["--numprocesses", "0", *fault.tests])
    if not found and whole:
        if not fault.script:
            _make_scripts(copy)
        found = _first_failure(copy, ["--numprocesses", "auto"])
    return found


def at_random(number: int, seed: int, minutes: float) -> int:
    """Prints what became of each mutant, how many of which kind were found, and the survivors."""
    end = time.monotonic() + 60 * minutes
    results = []
    print(f"--random {number} --seed {seed}")
    with copied() as copy:
        tests = Tests(copy, [*QUICK, *SELECTION, *LEFT_OUT])
        for mutant in drawn(copy / "macros", number, seed):
            if time.monotonic() > end:
                print(f"stopped after {minutes:g} minutes")
                break
            results.append(tests.result(mutant))
            print(results[-1], flush=True)
    print(f"\n{'kind':14}{'planted':>9}{'found':>9}")
    for kind in [*sorted({result.mutant.kind for result in results}), "all"]:
        found = [result.found != "" for result in results if kind in (result.mutant.kind, "all")]
        print(f"{kind:14}{len(found):9}{sum(found):9}")
    survivors = [result for result in results if not result.found]
    print(*(["\nfound by no test:"] if survivors else []), *survivors, sep="\n")
    return 1 if are_too_many(len(survivors), len(results)) else 0


def are_too_many(survivors: int, mutants: int) -> bool:
    """So many as one night in a hundred would have, if tests found nine of ten."""
    chances = [math.comb(mutants, n) * MISSED**n * (1 - MISSED) ** (mutants - n) for n in range(survivors)]
    return 1 - math.fsum(chances) < 0.01


def _make_scripts(copy: Path) -> None:
    _run([sys.executable, "-c", SCRIPTS], copy).check_returncode()


def _first_failure(copy: Path, arguments: Sequence[str]) -> str:
    done = _run([sys.executable, "-m", "pytest", *QUICK, *SELECTION, *LEFT_OUT, *arguments], copy)
    # None of them fails, or all of them are left out.
    if done.returncode in (0, NO_TESTS):
        return ""
    if names := FAILED.findall(done.stdout):
        return str(names[0])
    raise RuntimeError(f"pytest says neither that tests pass nor that one fails:\n{done.stdout}{done.stderr}")


def _run(command: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """In a folder whose own code is the one that is imported."""
    path = os.pathsep.join(str(folder / each) for each in ("python", "tests", "tests/helpers", "tools"))
    environment = os.environ | {"PYTHONPATH": path, "XDG_CACHE_HOME": str(folder.parent / "cache")}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def main() -> int:
    faults = {fault.name: fault for fault in all_faults()}
    parser = argparse.ArgumentParser(description="Plants faults and shows which test finds each.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a fault in tools/faults.yml; all by default")
    parser.add_argument("--whole", action="store_true", help="look by all of `make test` for what these do not find")
    parser.add_argument("--random", type=int, metavar="N", help="plant N mutants that are made at random in the macros")
    today = datetime.now(UTC).toordinal()
    parser.add_argument("--seed", type=int, default=today, help="of the mutants; by default other ones every day")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which no other mutant is planted")
    asked = parser.parse_args()
    if asked.random:
        return at_random(asked.random, asked.seed, asked.minutes)
    if unknown := [name for name in asked.names if name not in faults]:
        parser.error(f"no such fault: {', '.join(unknown)}; these are {', '.join(faults)}")
    missed = []
    print(f"{'fault':28} {'seconds':>7}  first test that fails")
    for name in asked.names or faults:
        start = time.monotonic()
        with copied() as copy:
            found = found_by(faults[name], copy, whole=asked.whole)
        print(f"{name:28} {time.monotonic() - start:7.0f}  {found or 'NONE'}", flush=True)
        if not found:
            missed.append(name)
    if missed:
        where = "any test" if asked.whole else "the tests that the table names; --whole tries all"
        print(f"not found by {where}: {', '.join(missed)}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
