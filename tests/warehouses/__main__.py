"""python -m warehouses [ENGINE ...] [--write]: the reference values on engines beyond DuckDB, and a page of results."""

from __future__ import annotations

import argparse
import importlib
import sys
from contextlib import AbstractContextManager
from pathlib import Path

from warehouses import builds, transpiled
from warehouses.reference import Session, Unavailable, load, reference_values

PAGE = Path(__file__).parents[2] / "docs" / "engines.md"
RUN = ["postgres", "spark", "clickhouse"]
BUILT = ["postgres", "spark"]
COMPILED = ["bigquery", "databricks", "redshift", "trino"]


def opened(engine: str) -> AbstractContextManager[Session]:
    if engine in COMPILED:
        return transpiled.session(engine)
    session: AbstractContextManager[Session] = importlib.import_module(f"warehouses.{engine}").session()
    return session


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m warehouses", description=__doc__)
    parser.add_argument("engines", nargs="*", choices=[*RUN, *COMPILED, []], metavar="ENGINE")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    arguments = parser.parse_args()
    lines = []
    failed = False
    for engine in arguments.engines or [*RUN, *COMPILED]:
        try:
            with opened(engine) as session:
                load(session)
                outcome = reference_values(session, engine)
                how = "run" if engine in RUN else "compiled"
                agreeing = outcome.values - len(outcome.wrong)
                version = session.version
            built = f"{builds.build(engine)} nodes" if engine in BUILT else ""
            lines.append(f"| {engine} | {how} | {version} | {agreeing} of {outcome.values} | {built} |")
        except Unavailable as error:
            sys.exit(f"{engine}: {error}")
        print(lines[-1], *outcome.wrong[:10], sep="\n", flush=True)
        failed = failed or bool(outcome.wrong)
    if arguments.write:
        PAGE.write_text(page(lines))
    sys.exit(1 if failed else 0)


def page(lines: list[str]) -> str:
    return f"""# Engines

The same macros, rendered for other engines, against every reference value of `seeds/`; the comparison is done by the
engine. Written by `make test-warehouses`.

| engine | checked | by | reference values that agree | `dbt build` |
|---|---|---|---|---|
{chr(10).join(lines)}

- **run**: the rendered SQL was executed by the engine itself.
- **dbt build**: seeds, models and tests of `integration_tests/`, the package's ready-made models among them, built and
  passed through `dbt-postgres` and `dbt-spark` (method `session`).
- **compiled**: the SQL was rendered for the engine's dialect, parsed in that dialect by sqlglot, translated to DuckDB's
  and executed there. That the engine itself accepts it and computes the same is likely, and not shown.

DuckDB is what the package is made and tested for: `rankhouse check`, `dbt build` and the whole test suite. Snowflake
has dispatched macros too, and has not been checked: nothing is claimed for it.

dbt-spark in a session loads an empty cell of a seed as the text `None` and breaks at an apostrophe. A project that
builds the reference fixtures through it needs the macro in `integration_tests/macros/spark_seeds.sql`.
"""


if __name__ == "__main__":
    main()
