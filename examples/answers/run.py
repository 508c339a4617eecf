"""`make demo-answers`: build the dbt project, and show what verdicts say of six systems whose strength is known."""

from __future__ import annotations

from pathlib import Path

import duckdb
from running import console, dbt, show

PROJECT = Path(__file__).parent
DATABASE = PROJECT / "answers.duckdb"
CHECKS = """
    pivot (from checks where "check" in ('first_shown_wins', 'order_agreement', 'ties'))
    on "check" using any_value(value) group by judge_id order by judge_id
"""
BOARDS = """
    select
        system,
        known.strength as true_strength,
        max(round(rating)::int) filter (board = 'both judges') as both_judges,
        max(round(rating)::int) filter (board = 'judge a, by document') as judge_a,
        max(round(ci_low)::int || ' to ' || round(ci_high)::int) filter (board = 'judge a, by document')
            as "95 % interval",
        max(rank_low || ' to ' || rank_high) filter (board = 'judge a, by document') as ranks
    from boards join (select system, strength from systems) as known using (system)
    group by system, known.strength
    order by judge_a desc
"""
CORRECTED = """
    select system, any_value(machine.value) as judge_b, any_value(human.value) as people,
        any_value(corrected.value) as corrected, any_value(corrected.ci_low) as ci_low,
        any_value(corrected.ci_high) as ci_high
    from corrected
    join (select system, avg(value) as value from machine_win_rates group by system) as machine using (system)
    join (select system, avg(value) as value from human_win_rates group by system) as human using (system)
    group by system
    order by corrected desc
"""
TRIES = """
    pivot (select system, measure, value from tries) on measure using any_value(value) group by system order by system
"""
WIDTHS = """
    select board, avg(ci_high - ci_low) as mean_width from boards where board <> 'people, by document' group by board
    order by mean_width
"""


def main() -> None:
    with console.status("dbt deps: installs rankhouse"):
        dbt(PROJECT, "deps")
    with console.status("dbt build: verdicts, checks, boards, tries"):
        dbt(PROJECT, "build")
    console.print()
    with duckdb.connect(str(DATABASE), read_only=True) as con:
        show(con, "Are the verdicts to be believed? Judge b takes what it sees first", CHECKS)
        show(con, "Ratings: judge b likes long answers, such as those of birch", BOARDS)
        show(con, "Width of the intervals of ratings", WIDTHS, 0)
        show(con, "Win rates of judge b, corrected by the questions that people judged", CORRECTED)
        show(
            con,
            "Which system to ship: fir is best, and these documents are too few to say so",
            "select evidence, decision, system, baseline, more_units from decisions order by more_units",
        )
        show(
            con,
            "What to compare next: the widest differences of people's verdicts",
            "from next_pairs order by width desc",
        )
        show(con, "An agent on each system, five tries of 40 tasks", TRIES)
    console.print(f"The tables: [bold]{DATABASE.name}[/] in examples/answers.\n")


if __name__ == "__main__":
    main()
