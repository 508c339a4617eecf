"""Options that change no number of a call, as the documentation says: how each is made neutral for a call's tables.

A call is the typical call of a macro, so a new macro has all of them that its arguments allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

import duckdb

from rankhouse._rendering.jinja import macros
from typical import Row, TypicalCall, typical_calls

PACKAGE = macros("duckdb")
Change = Callable[["Asked"], "Asked"]


@dataclass(frozen=True)
class Asked:
    """A call that can be changed.

    tables: by the argument that takes each.
    added: columns that are not compared, because its answer has them besides.
    """

    con: duckdb.DuckDBPyConnection
    macro: str
    tables: Mapping[str, str]
    arguments: Mapping[str, Any]
    added: frozenset[str] = frozenset()

    def having(self, *added: str, **arguments: Any) -> Asked:
        return replace(self, arguments={**self.arguments, **arguments}, added=self.added | set(added))

    def over(self, **tables: str) -> Asked:
        """The call over these, each a select statement."""
        return replace(self, tables={**self.tables, **{side: view(self.con, sql) for side, sql in tables.items()}})

    def columns(self, side: str) -> list[str]:
        return self.con.table(self.tables[side]).columns

    def sides(self, *columns: str) -> list[str]:
        return [side for side in self.tables if set(columns) <= set(self.columns(side))]

    def answer(self) -> list[Row]:
        """Its rows without added columns, in an order that does not depend on the last digits of numbers."""
        found = self.con.execute(str(getattr(PACKAGE, self.macro)(**self.tables, **self.arguments)))
        kept = [place for place, (name, *_) in enumerate(found.description) if name not in self.added]
        rows = [tuple(_plain(row[place]) for place in kept) for row in found.fetchall()]
        return sorted(rows, key=_order)


def _order(row: Row) -> tuple[str, str]:
    others = [each for each in row if not isinstance(each, float)]
    return repr(others), repr([round(each, 6) for each in row if isinstance(each, float)])


def _plain(value: Any) -> Any:
    """A count is a whole number or, with weights, a sum of them."""
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def view(con: duckdb.DuckDBPyConnection, sql: str) -> str:
    name = f"view_{abs(hash(sql))}"
    con.execute(f"create view if not exists {name} as {sql}")
    return name


@cache
def parameters(macro: str) -> dict[str, Any]:
    return dict(PACKAGE.parameters[macro])


def spec(macro: str, argument: str) -> dict[str, Any]:
    """What the table of arguments says of it; nothing where the macro has none."""
    known = PACKAGE.arguments()
    found: dict[str, Any] = known.get(f"{macro}.{argument}", known.get(argument, {}))
    return found if argument in parameters(macro) else {}


def takes(*arguments: str) -> Callable[[Asked], bool]:
    return lambda asked: all(argument in parameters(asked.macro) for argument in arguments)


@dataclass(frozen=True)
class Neutral:
    """An option that changes no number.

    change: the call with the option. applies: whether the call can have it.
    prepare: what has to be so of the tables before, where it is not so of the typical ones: some of PREPARATIONS.
    last: whether it comes after all others, because it renames what they read.
    """

    change: Change
    applies: Callable[[Asked], bool]
    prepare: tuple[Change, ...] = ()
    last: bool = False


QUOTING = {"input_problems"}
"""Macros that say in words what their columns are called, and read what another macro reads."""

HANDING_ON = {"split"}
"""Macros whose answer has every column of a table."""

# A column of one value to group by.


def _has_groups(asked: Asked) -> bool:
    return (
        asked.macro not in QUOTING
        and spec(asked.macro, "by").get("kind") == "columns"
        and bool(asked.arguments.get("by"))
    )


def _grouped_by_one_value(asked: Asked) -> Asked:
    """Of every table that has the groups already, but those whose groups have an argument of their own."""
    by = asked.arguments["by"]
    own = [side for side in asked.tables if f"{side}_by" in asked.arguments]
    tables = {
        side: f"select *, 'x' as always from {asked.tables[side]}" for side in asked.sides(*by) if side not in own
    }
    return asked.over(**tables).having("always", by=[*by, "always"])


# Columns under other names.


def _ours(asked: Asked) -> list[str]:
    if asked.macro in QUOTING:
        return []
    """The columns that `columns` may name, and that no other argument names."""
    known = PACKAGE.table_macros().get(asked.macro, {}).get("columns", "").split()
    values = [value for value in asked.arguments.values() if isinstance(value, (str, list))]
    named = {name for value in values for name in ([value] if isinstance(value, str) else value)}
    named |= {value for value in parameters(asked.macro).values() if isinstance(value, str)}
    return [name for name in known if name not in named and asked.sides(name)]


def _renamed(asked: Asked) -> Asked:
    names = {ours: f"their {ours}" for ours in _ours(asked)}
    tables = {}
    for side in asked.tables:
        renames = ", ".join(f'{ours} as "{name}"' for ours, name in names.items() if ours in asked.columns(side))
        if renames:
            tables[side] = f"select * rename ({renames}) from {asked.tables[side]}"
    return asked.over(**tables).having(columns={**asked.arguments.get("columns", {}), **names})


# Rows.


def _shuffled(asked: Asked) -> Asked:
    return asked.over(
        **{side: f"select * from {name} as t order by md5(t::varchar)" for side, name in asked.tables.items()}
    )


def _wider(asked: Asked) -> Asked:
    """Columns that nothing reads, named like steps and like what is computed."""
    others = ["item_rank", "hit", "gain", "run_group_1", "is_missing", "n_relevant", "source", "rankhouse_run"]
    more = ", ".join(f"7 as {name}" for name in others)
    return asked.over(**{side: f"select *, {more} from {name}" for side, name in asked.tables.items()})


# Which items take part.


def _is_optional(argument: str) -> Callable[[Asked], bool]:
    return lambda asked: bool(spec(asked.macro, argument).get("optional")) and "run" in asked.tables


def _not_given(argument: str) -> Callable[[Asked], bool]:
    return lambda asked: _is_optional(argument)(asked) and argument not in asked.tables


def _excluding_nothing(asked: Asked) -> Asked:
    pairs = f"select query_id, item_id from {asked.tables['run']} limit 0"
    return asked.over(exclude=pairs).having("candidates")


def _excluding_nobodys(asked: Asked) -> Asked:
    pairs = (
        f"select null as query_id, item_id from {asked.tables['run']}"
        f" union all select query_id, null from {asked.tables['run']} union all select 'nobody', item_id"
        f" from {asked.tables['run']}"
    )
    if "exclude" in asked.tables:
        return asked.over(exclude=f"select query_id, item_id from {asked.tables['exclude']} union all {pairs}")
    return asked.over(exclude=pairs).having("candidates")


def _all_candidates(asked: Asked) -> Asked:
    sides = [side for side in ("run", "judgments") if side in asked.tables]
    pairs = " union ".join(f"select query_id, item_id from {asked.tables[side]}" for side in sides)
    return asked.over(candidates=pairs).having("candidates")


# Weights.


def _weighed(asked: Asked) -> Asked:
    tables = {side: f"select *, 1 as ones from {name}" for side, name in asked.tables.items()}
    # Given weights may be negative, and a diversity then is up to 2: where its interval is cut.
    limit = ["ci_high"] if asked.macro == "recommendation_metrics" else []
    return asked.over(**tables).having(
        "weight_sum", "n_effective", "weight", *limit, columns={**asked.arguments.get("columns", {}), "weight": "ones"}
    )


def _knows_weights(asked: Asked) -> bool:
    # Wilcoxon's ranks take none, as the macros say.
    made = (
        {}
        if asked.macro in QUOTING or asked.arguments.get("test") == "wilcoxon"
        else PACKAGE.table_macros().get(asked.macro, {})
    )
    return "weight" in made.get("optional", "").split()


# Policies where they have nothing to decide.


def _untied(asked: Asked) -> Asked:
    order = "order by score desc, item_id desc"
    lists = ", ".join([*asked.arguments.get("by", []), "query_id"])
    place = f"row_number() over (partition by {lists} {order})"
    return asked.over(run=f"select * replace (-{place}::double as score) from {asked.tables['run']}")


def _of_common_queries(asked: Asked) -> Asked:
    """Those that every system returns and that have a relevant item."""
    run, judgments = asked.tables["run"], asked.tables["judgments"]
    common = (
        f"select query_id from {run} group by query_id"
        f" having count(distinct system) = (select count(distinct system) from {run})"
        f" and query_id in (select query_id from {judgments} where relevance > 0)"
    )
    return asked.over(
        run=f"select * from {run} where query_id in ({common})",
        judgments=f"select * from {judgments} where query_id in ({common})",
    )


def _of_judged_items(asked: Asked) -> Asked:
    run, judgments = asked.tables["run"], asked.tables["judgments"]
    return asked.over(run=f"select * from {run} semi join {judgments} using (query_id, item_id)")


def _of_all_judged_items(asked: Asked) -> Asked:
    """Every list ends with the judged items that it lacks."""
    run, judgments = asked.tables["run"], asked.tables["judgments"]
    lacking = (
        f"select lists.system, lists.day, judged.query_id, judged.item_id, -9.0 - row_number() over () as score,"
        f" 99 as rank, judged.relevance from (select distinct system, day, query_id from {run}) as lists"
        f" join {judgments} as judged using (day, query_id)"
        f" anti join {run} as run on run.system = lists.system and run.query_id = judged.query_id"
        " and run.item_id = judged.item_id"
    )
    return asked.over(
        run=f"select system, day, query_id, item_id, score, rank, relevance from {run} union all {lacking}"
    )


PREPARATIONS = (_of_common_queries, _of_all_judged_items, _of_judged_items, _untied)
"""In the order in which they do not undo each other."""


def _is_judged(asked: Asked) -> bool:
    return {"run", "judgments"} <= asked.tables.keys() and bool(asked.sides("system", "day", "query_id", "score"))


def _policy(name: str, choice: str, *prepare: Change) -> Neutral:
    return Neutral(
        lambda asked: asked.having(**{name: choice}),
        lambda asked: takes(name)(asked) and _is_judged(asked) and choice in spec(asked.macro, name)["choices"],
        prepare,
    )


def _one_intent(asked: Asked) -> Asked:
    """Every item serves the one thing that a query may mean."""
    return asked.over(judgments=f"select *, 'it' as meant from {asked.tables['judgments']}").having(intents="meant")


NEUTRAL: dict[str, Neutral] = {
    "by a constant": Neutral(_grouped_by_one_value, _has_groups),
    "columns renamed": Neutral(_renamed, lambda asked: takes("columns")(asked) and bool(_ours(asked)), last=True),
    "rows shuffled": Neutral(_shuffled, lambda asked: bool(asked.tables)),
    "columns besides": Neutral(_wider, lambda asked: bool(asked.tables) and asked.macro not in HANDING_ON),
    "provenance": Neutral(
        lambda asked: asked.having(*PACKAGE.provenance_names(), provenance=True), takes("provenance")
    ),
    "checked": Neutral(lambda asked: asked.having(checked=True), takes("checked")),
    "grouping_sets": Neutral(
        lambda asked: asked.having("grouping_set", grouping_sets=[asked.arguments["by"]]),
        takes("grouping_sets"),
        last=True,
    ),
    "min_queries": Neutral(
        lambda asked: asked.having(min_queries=1),
        lambda asked: takes("min_queries", "grouping_sets")(asked),
    ),
    "exclude nothing": Neutral(_excluding_nothing, _not_given("exclude")),
    "exclude nobody's": Neutral(_excluding_nobodys, _is_optional("exclude")),
    "all candidates": Neutral(_all_candidates, _not_given("candidates")),
    "weights of 1": Neutral(_weighed, _knows_weights),
    "relevant_from": Neutral(
        lambda asked: asked.having(relevant_from=1),
        lambda asked: takes("relevant_from")(asked) and "judgments" in asked.tables,
    ),
    "intents": Neutral(_one_intent, lambda asked: takes("intents")(asked) and _is_judged(asked)),
    **{f"ties={ties}": _policy("ties", ties, _untied) for ties in ("best", "worst", "average")},
    **{
        f"queries={chosen}": _policy("queries", chosen, _of_common_queries, _of_all_judged_items)
        for chosen in ("intersection", "run", "all")
    },
    "unjudged=drop": _policy("unjudged", "drop", _of_judged_items),
    "pool=retrieved": _policy("pool", "retrieved", _of_common_queries, _of_all_judged_items),
}


# What a neutral option is added to.


def settings(macro: str) -> Iterator[dict[str, Any]]:
    """Every choice and every flag that the macro's arguments allow, one at a time."""
    yield {}
    for argument in parameters(macro):
        found = spec(macro, argument)
        default = parameters(macro)[argument]
        for choice in found.get("choices", [True, False] if found.get("kind") == "flag" else []):
            if choice != default and argument != "provenance":
                yield {argument: choice}
    if "convention" in parameters(macro):
        yield from ({"convention": name} for name in ("trec_eval", "ranx", "rectools", "spark", "sklearn"))


def asked_of(con: duckdb.DuckDBPyConnection, call: TypicalCall) -> Asked:
    tables = {argument: table.name for argument, table in call.tables.items()}
    return Asked(con, call.macro, tables, dict(call.arguments))


def prepared(asked: Asked, options: Sequence[Neutral]) -> Asked:
    wanted = {step for option in options for step in option.prepare}
    for step in PREPARATIONS:
        asked = step(asked) if step in wanted else asked
    return asked


def changed(asked: Asked, options: Sequence[Neutral]) -> Asked:
    for option in sorted(options, key=lambda option: option.last):
        asked = option.change(asked)
    return asked


ONE_ARGUMENT = [{"exclude nothing", "exclude nobody's"}, {"queries=run", "queries=all", "queries=intersection"}]
ONE_ARGUMENT += [{"ties=best", "ties=worst", "ties=average"}]
"""Options of which a call has one: they are the same argument."""
OTHERWISE = {
    # weighted McNemar is a test of its own: docs/comparison/classifiers.md
    ("compare_classifiers", "test", "mcnemar", "weights of 1"),
    # Ranks of differences and counts of successes take no weights, and say so.
    ("system_ranks", "test", "wilcoxon", "weights of 1"),
    ("mean_intervals", "method", "wilson", "weights of 1"),
}
"""Macro, argument, its choice and an option that is not neutral beside it, as the documentation says."""


@dataclass(frozen=True)
class Pair:
    """A setting of a macro and neutral options that are added to it."""

    macro: str
    setting: Mapping[str, Any]
    options: tuple[str, ...]

    def __str__(self) -> str:
        chosen = [f"{argument}={choice}" for argument, choice in self.setting.items()]
        return f"{self.macro}: {', '.join([*chosen, *self.options])}"

    @property
    def neutral(self) -> list[Neutral]:
        return [NEUTRAL[option] for option in self.options]

    def before(self, con: duckdb.DuckDBPyConnection) -> Asked:
        return prepared(asked_of(con, typical_calls()[self.macro]), self.neutral).having(**self.setting)


def pairs(con: duckdb.DuckDBPyConnection, macro: str) -> list[Pair]:
    """Each setting with each option, and each two options."""
    plain = asked_of(con, typical_calls()[macro])
    options = [name for name, option in NEUTRAL.items() if option.applies(plain)]
    found = [
        Pair(macro, setting, (name,)) for setting in settings(macro) for name in options if _goes(macro, setting, name)
    ]
    twos = [two for two in combinations(options, 2) if not any(set(two) <= same for same in ONE_ARGUMENT)]
    return found + [Pair(macro, {}, two) for two in twos]


def _goes(macro: str, setting: Mapping[str, Any], option: str) -> bool:
    """Whether the option is another argument than the setting, and neutral beside it."""
    return not any(
        option.split("=")[0] == argument or (macro, argument, choice, option) in OTHERWISE
        for argument, choice in setting.items()
    )
