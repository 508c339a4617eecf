"""python -m warehouses [ENGINE ...] [--write]: the reference values on engines beyond DuckDB, and a page of results."""

from __future__ import annotations

import argparse
import importlib
import sys
from contextlib import AbstractContextManager
from pathlib import Path

from warehouses import transpiled
from warehouses.recommendations import recommendation_values
from warehouses.reference import Session, Unavailable, load, reference_values

PAGE = Path(__file__).parents[2] / "docs" / "engines.md"
RUN = ["postgres", "spark"]
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
                outcome = reference_values(session, engine) + recommendation_values(session, engine)
                how = "run" if engine in RUN else "compiled"
                agreeing = outcome.values - len(outcome.wrong)
                lines.append(f"| {engine} | {how} | {session.version} | {agreeing} of {outcome.values} |")
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

| engine | checked | by | reference values that agree |
|---|---|---|---|
{chr(10).join(lines)}

- **run**: the rendered SQL was executed by the engine itself.
- **compiled**: the SQL was rendered for the engine's dialect, parsed in that dialect by sqlglot, translated to DuckDB's
  and executed there. That the engine itself accepts it and computes the same is likely, and not shown.

DuckDB is what the package is made and tested for: `rankhouse check`, `dbt build` and the whole test suite. Snowflake
and ClickHouse have dispatched macros too, and have not been checked: nothing is claimed for them. The ready-made
models and the dbt tests have been built on DuckDB alone.
"""


if __name__ == "__main__":
    main()
