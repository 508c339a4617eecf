"""The extension's reader under the sanitizers of compilers, for a minute: `make test-sanitizers`.

Eight threads that ask at the same time under ThreadSanitizer; libFuzzer's hostile arguments under AddressSanitizer and
UndefinedBehaviorSanitizer. Lua itself is the library as it is installed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from programs import built

from table_macro_calls import Call, calls, table_macros

SECONDS = int(os.environ.get("SANITIZERS_SECONDS", "25"))
"""Of each of the two."""
COUNT = 3
"""Calls of each table macro."""
WORDS = [
    *(
        '{"',
        '": ',
        '", "',
        "[[",
        "]]",
        "{}",
        "[]",
        "null",
        "true",
        "NaN",
        "-Infinity",
        "1e400",
        "-0.0",
        "9223372036854775807",
    ),
    *("\\u0000", "\\ud83d\\ude00", "\\ud800", '\\"', "it's", "--", "ndcg(gain=", ")@10", "İ", "ς", " "),
    *("columns", "show_sql", "version", "measures", "by", "run", "judgments", "convention", "grouping_sets", "1:1/2:3"),
]


def some_calls() -> list[str]:
    """A line for each: a macro, a tab, and its arguments."""
    found = [f"{name}\t{json.dumps(call)}" for name in table_macros() for call in calls_of(name)]
    return [*found, "version\t{}", 'metrics\t{"run": "r", "judgments": "j", "show_sql": true}']


def calls_of(name: str) -> list[Call]:
    found = list[Call]()

    @settings(
        max_examples=COUNT,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(calls(name))
    def keep(call: Call) -> None:
        found.append(call)

    keep()
    return found


def run(*command: object, **environment: str) -> None:
    """The last lines of what it says, and more where it fails."""
    print("$", Path(str(command[0])).name, flush=True)
    done = subprocess.run(
        [str(each) for each in command], env=os.environ | environment, capture_output=True, text=True, check=False
    )
    lines = (done.stdout + done.stderr).rstrip().split("\n")
    print("\n".join(lines[-60:] if done.returncode else lines[-6:]), flush=True)
    if done.returncode:
        sys.exit(f"{command[0]} failed with exit status {done.returncode}")


def threads(folder: Path, lines: list[str]) -> None:
    program = built("threads", folder / "threads", "-O1", "-g", "-fsanitize=thread", compiler="clang")
    calls_of_all = folder / "calls.txt"
    calls_of_all.write_text("\n".join([*lines, ""]), encoding="utf-8")
    run(program, calls_of_all, SECONDS, TSAN_OPTIONS="halt_on_error=1:exitcode=66")


def fuzz(folder: Path, lines: list[str]) -> None:
    checked = ("-fsanitize=fuzzer,address,undefined", "-fno-sanitize-recover=all")
    lower = ("-DREADER_BYTES=(32u<<20)", "-DREADER_STEPS=20000")
    program = built("fuzz", folder / "fuzz", "-O1", "-g", *checked, *lower, compiler="clang")
    corpus, words = folder / "corpus", folder / "words.txt"
    corpus.mkdir()
    # An answer takes a tenth of a second here, and most of what is made of them is no JSON.
    for place, line in enumerate(lines[::8]):
        (corpus / str(place)).write_text(line, encoding="utf-8")
    (corpus / "deep").write_text("metrics\t" + "[" * 5000)
    (corpus / "long").write_text('metrics\t{"run": "' + "é" * 10_000 + '"}', encoding="utf-8")
    quoted = (
        "".join(c if " " <= c <= "~" and c not in '"\\' else "".join(f"\\x{b:02x}" for b in c.encode()) for c in word)
        for word in WORDS
    )
    words.write_text("".join(f'"{word}"\n' for word in quoted))
    # What is never freed is looked for once, at the end: a state keeps what it has made for the next call.
    limits = (f"-max_total_time={SECONDS}", "-max_len=20000", "-timeout=60", "-detect_leaks=0")
    run(program, corpus, f"-dict={words}", *limits, "-print_final_stats=1", ASAN_OPTIONS="detect_leaks=1")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        listed = some_calls()
        threads(Path(made), listed)
        fuzz(Path(made), listed)
