"""`make demo-recommender`: build the dbt project on DuckDB and show what it says of two recommenders."""

from __future__ import annotations

from pathlib import Path

import duckdb
from running import console, dbt, show

PROJECT = Path(__file__).parent
DATABASE = PROJECT / "recommender.duckdb"

QUALITY = "select measure, {} from {} group by measure order by measure"
BY_SYSTEM = ", ".join(
    f"max(value) filter (system = '{system}') as {system}" for system in ("popularity", "item_to_item")
)


def main() -> None:
    DATABASE.unlink(missing_ok=True)
    with console.status("dbt deps: installs rankhouse"):
        dbt(PROJECT, "deps")
    with console.status("dbt build: ratings, splits, two recommenders, their metrics"):
        dbt(PROJECT, "build")
    console.print()
    with duckdb.connect(str(DATABASE), read_only=True) as con:
        show(con, "6,672 ratings of 300 users, a fifth of them held out", "from parts")
        show(con, "All 150 items but those that a user has rated", QUALITY.format(BY_SYSTEM, "quality"))
        show(con, "Beyond accuracy, of the same lists", QUALITY.format(BY_SYSTEM, "beyond_accuracy"))
        show(
            con,
            "NDCG@10 by the number of known ratings of a user",
            f"select n_given, {BY_SYSTEM} from curve group by n_given order by n_given",
        )
        show(
            con, "Over the whole curve: MANDCG", "select system, value, ci_low, ci_high from curve_means order by value"
        )
        show(
            con,
            "From how many ratings on to switch",
            "select ahead_before, ahead_after, crossing, ci_low, ci_high from curve_crossings",
        )
        show(
            con,
            "The same lists, among 20 sampled negatives: twice as good, and no better than before",
            QUALITY.format(BY_SYSTEM, "quality_on_sample"),
        )
        show(
            con,
            "What the sample says of all items, corrected",
            "select measure, system, sampled_value, value as corrected, std_error from corrected"
            " where method = 'bv' order by measure, system",
        )
    console.print(f"The tables: [bold]{DATABASE.name}[/] in examples/recommender; its README says what each one is.\n")


if __name__ == "__main__":
    main()
