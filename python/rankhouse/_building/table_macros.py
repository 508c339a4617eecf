"""DuckDB's table macros: every macro on relations that has one is an entry of TABLE_MACROS.

A table macro is `query(text)`, and the text is the one that dbt runs. The package's macro is read with what a call says
left open (see reading.py), and becomes one expression, which gives the text of a call; so every rule and message is the
one that dbt has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache, cached_property
from typing import Any

from rankhouse._building import expressions as sql
from rankhouse._building.expressions import BOOL, FLOAT, INT, TEXT, TRUE, Expr, Type, is_null, list_of
from rankhouse._building.fusing import fused
from rankhouse._building.pieces import lowered
from rankhouse._building.reading import Reader
from rankhouse._building.values import Cases, Sym, SymMap, as_expression, as_text, of_expression
from rankhouse._building.writing import written
from rankhouse._rendering.jinja import macros
from rankhouse._rendering.sql import literal, quoted

CALL = "ǁ"
"""Stands in an expression for the arguments of the call: a list of texts for each of them."""
SHOW_SQL = "show_sql"
"""The argument of every table macro by which it gives the text that it would run."""


@dataclass(frozen=True)
class Kind:
    """How an argument of a call becomes a list of texts (`given`: its name), and what value a macro gets of that."""

    texts: str
    type: Type
    is_list: bool = False

    def read(self, given: Expr) -> Any:
        """The value that a macro gets, of the list of texts."""
        if self is KINDS["moment"]:
            is_number = sql.equal(_entry(given, 1), sql.constant("number"))
            number, text = (Sym(_of_type(_entry(given, 2), type_)) for type_ in (INT, TEXT))
            return Cases(((is_null(_entry(given, 2)), None), (is_number, number), (TRUE, text)))
        if self is KINDS["grades"]:
            one = _of_type(_entry(given, 2, FLOAT), FLOAT)
            numbers = sql.expr("{}::double[]", given, type=list_of(FLOAT))
            is_number = sql.equal(_entry(given, 1), sql.constant(ONE_NUMBER))
            return Cases(((is_null(_entry(given, 1)), None), (is_number, Sym(one)), (TRUE, of_expression(numbers))))
        if self.is_list:
            whole = given if self.type == list_of(TEXT) else sql.expr(f"{{}}::{self.type.sql}", given, type=self.type)
            return of_expression(
                _of_type(whole, replace(self.type, optional=self not in (KINDS["columns"], KINDS["pair"])))
            )
        if self is KINDS["flag"]:
            return Sym(sql.expr("coalesce({}, false)", _entry(given, 1, BOOL), type=BOOL))
        return of_expression(_entry(given, 1, self.type))


def _entry(given: Expr, place: int, type_: Type = TEXT) -> Expr:
    one = sql.expr(f"list_extract({{}}, {place})", given, type=replace(TEXT, optional=True))
    return one if type_ == TEXT else sql.expr(f"{{}}::{type_.sql}", one, type=replace(type_, optional=True))


def _of_type(one: Expr, type_: Type) -> Expr:
    """The same expression, taken for another type."""
    return sql.expr("{}", one, type=type_) if one.type != type_ else one


# NULL is none, and NULL among others a name that nothing has.
_LISTED = (
    "list_transform(coalesce(case when typeof({given}) <> 'VARCHAR' then try_cast({given} as varchar[]) end,"
    " case when {given} is not null then [{given}::varchar] end), lambda one: coalesce(one, 'NULL'))"
)
_MOMENT = (
    "[case when regexp_matches(typeof({given}), '^(VARCHAR|DATE|TIME)') then 'text' else 'number' end,"
    " {given}::varchar]"
)
ONE_NUMBER = "nan"
"""Before a number where there may be a list of them, which has no NaN."""
_GRADES = (
    "case when {given} is not null then coalesce("
    "case when typeof({given}) like '%]' then try_cast({given}::varchar as double[])::varchar[] end,"
    f" ['{ONE_NUMBER}', coalesce(try_cast({{given}}::varchar as double), '{ONE_NUMBER}')::varchar]) end"
)
_ENTRIES = (
    "coalesce(flatten(list_transform(map_entries({given}::map(varchar, varchar)),"
    " lambda each: [each['key'], each['value']])), [])"
)

KINDS = {
    "relation": Kind("[{given}::varchar]", TEXT),
    "text": Kind("[{given}::varchar]", TEXT),
    "number": Kind("[{given}::double::varchar]", FLOAT),
    "flag": Kind("[{given}::boolean::varchar]", BOOL),
    "moment": Kind(_MOMENT, TEXT),
    # A text is a list of one even where it looks like a list.
    "texts": Kind(_LISTED, list_of(TEXT), is_list=True),
    "numbers": Kind("try_cast({given} as double[])::varchar[]", list_of(replace(FLOAT, optional=True)), is_list=True),
    # What is no list has no numbers, and NULL is none.
    "pair": Kind(
        "list_transform(coalesce(try_cast({given} as double[]), []),"
        " lambda one: coalesce(one, 'nan'::double))::varchar[]",
        list_of(FLOAT),
        is_list=True,
    ),
    "grades": Kind(_GRADES, list_of(FLOAT), is_list=True),
    "columns": Kind(_ENTRIES, list_of(TEXT), is_list=True),
}
_BY_KIND = {
    "whole": "number",
    "column": "text",
    "choice": "text",
    "columns": "texts",
    "names": "columns",
}
"""Kinds of the table of arguments (macros/catalogue/arguments.sql) that are called otherwise here."""


OFTEN = (
    *("precision", "recall", "f1", "f_beta", "hit_rate", "reciprocal_rank", "average_precision", "r_precision"),
    *("dcg", "ndcg", "err", "rbp", "roc_auc", "bpref", "judged"),
)
"""Measures that are asked for often. A text that has to read no others is a half of the whole one."""


class Reading(Enum):
    """What a text reads of a call."""

    ALL = auto()
    AS_DECLARED = auto()
    """Of the arguments the usual ones, of the measures their names and cutoffs."""
    OFTEN = auto()
    """Of the arguments the usual ones, of the measures those that are asked for OFTEN."""


@dataclass(frozen=True)
class TableMacro:
    """A table macro, of the dbt macro of the same name.

    comment: what a row of it is, and its columns.
    needs, takes: the names of its arguments, those that have to be given and others, whose defaults are the macro's.
    columns, optional: columns whose names may be arguments too, and such that need not be there; in place of * in
        `takes`, or after all of them.
    grouped: the table that `by` names columns of, where it is not the first.
    order: of its rows; none where they are as many as the queries.
    usual: the arguments of a usual call, which has no others and measures without options: it has a text of its own, a
        third to a half of the whole one, each word of which DuckDB reads and binds at every call. `columns` stands for
        the arguments that name them too.
    often: whether such a call with options, of measures that are asked for OFTEN, has one as well.
    """

    name: str
    comment: str
    needs: str
    takes: str
    columns: str
    optional: str = ""
    order: str = "order by all"
    usual: str = ""
    often: bool = False
    grouped: str = ""

    @cached_property
    def arguments(self) -> dict[str, str | None]:
        """The names of all arguments with their defaults in SQL."""
        defaults = dict(_parameters(self.name))
        before, _, after = self.takes.partition("*")
        return {
            **dict.fromkeys(self.needs.split()),
            **{name: _in_sql(defaults[name]) for name in before.split()},
            **{name: literal(name) for name in self.columns.split()},
            **dict.fromkeys(self.optional.split(), "null"),
            "columns": "map {}",
            **{name: _in_sql(defaults[name]) for name in after.split()},
        }

    def kind(self, name: str) -> Kind:
        kind = macros("duckdb").argument_of(self.name, name).get("kind", "choice")
        return KINDS[_BY_KIND.get(kind, kind)]

    @cached_property
    def texts(self) -> list[tuple[str, str]]:
        """The expressions of the texts that a call may run, in which CALL stands for its arguments, each with the
        condition of the calls that it is for. The last one is for all."""
        found = []
        if self.usual:
            found.append((f"{_HAS_NO_OPTIONS} and {self._is_usual()}", self._text(Reading.AS_DECLARED)))
        if self.often:
            found.append((f"{_asks_often()} and {self._is_usual()}", self._text(Reading.OFTEN)))
        return [*found, ("true", self._text(Reading.ALL))]

    def _text(self, reading: Reading) -> str:
        sql.forget()
        # Of a volatile value: what is constant DuckDB 1.5 works out again at every level of the query.
        call = sql.expr(f"(case when random() >= 0 then {CALL} end)", type=list_of(list_of(TEXT)))
        read = {
            name: self.kind(name).read(sql.expr(f"list_extract({{}}, {place})", call, type=list_of(TEXT)))
            for place, name in enumerate(self.arguments, 1)
        }
        own: dict[str, Callable[..., Any]] = {"laid_out": lambda text: text, "as_given": _Given(self, read)}
        arguments = self._as_in_dbt(read)
        if reading is not Reading.ALL:
            arguments |= {name: default for name, default in _parameters(self.name) if name not in self.usual.split()}
        if reading is Reading.AS_DECLARED:
            own["parse_options"] = lambda *_: {}
        # A convention has options of its own.
        is_declared = reading is Reading.AS_DECLARED and not {"source", "target"} & {*self.usual.split()}
        measures = OFTEN if reading is Reading.OFTEN else None
        reader = Reader("duckdb", own=own, takes_options=not is_declared, measures=measures)
        given, problem = reader.answer(self.name, arguments)
        refused = sql.expr("error({})", problem, type=TEXT)
        return written(lowered(fused(sql.choice([(is_null(problem), as_text(given)), (TRUE, refused)], TEXT))))

    def _as_in_dbt(self, read: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of the package's macro: names of columns that it takes in `columns` alone go there."""
        own = [name for name, _ in _parameters(self.name)]
        names = {
            name: (as_expression(one), self.arguments[name])
            for name, one in read.items()
            if name not in own and name != "columns"
        }
        if "prediction" in names and "score" in names:
            # Labels take the place of scores, whose column may be named as ever.
            label, (score, default) = names["prediction"][0], names["score"]
            names["score"] = sql.expr("case when {} is null then {} end", label, score, type=label.type), default
        return {name: one for name, one in read.items() if name in own} | {
            "columns": _named(names, as_expression(read["columns"]))
        }

    def body(self) -> str:
        """What the macro is. The expression is a text within it, which DuckDB parses at a call and not before.

        With show_sql the one row is the text that the call would run.
        """
        listed = ", ".join(self.kind(name).texts.format(given=quoted(name)) for name in self.arguments)
        texts = f"list_transform([{listed}], lambda texts: {_written_list('texts', _WRITTEN_TEXT)})"
        call = f"'[' || list_aggregate({texts}, 'string_agg', ', ') || ']::varchar[][]'"
        before, after = "'from query('", literal(f") {self.order}".rstrip())
        *others, (_, text) = [(condition, literal(text)) for condition, text in self.texts]
        if others:
            text = f"case {' '.join(f'when {condition} then {one}' for condition, one in others)} else {text} end"
        return (
            f"from query(case when {SHOW_SQL} then 'select ' else {before} end"
            f" || replace({text}, '{CALL}', {call})"
            f" || case when {SHOW_SQL} then ' as sql' else {after} end)"
        )

    def _is_usual(self) -> str:
        """Whether a call has no other arguments."""
        named = f"{self.columns} {self.optional}" if "columns" in self.usual.split() else ""
        others = [name for name in self.arguments if name not in f"{self.usual} {named}".split()]
        given, defaults = (
            f"[{', '.join(self.kind(name).texts.format(given=one) for name, one in ones.items())}]"
            for ones in ({name: quoted(name) for name in others}, {name: self.arguments[name] for name in others})
        )
        return f"{given} = {defaults}"


_HAS_NO_OPTIONS = "coalesce(not contains(measures::varchar, '('), true)"
_WRITTEN_TEXT = "coalesce('''' || replace(one, '''', '''''') || '''', 'null')"


def _written_list(listed: str, written: str) -> str:
    """A list as DuckDB reads it."""
    entries = f"list_aggregate(list_transform({listed}, lambda one: {written}), 'string_agg', ', ')"
    return f"case when {listed} is null then 'null' else '[' || coalesce({entries}, '') || ']' end"


def _named(names: Mapping[str, tuple[Expr, str | None]], columns: Expr) -> SymMap:
    """The call's names of columns, by ours (each with its default); those of `columns` go before others."""
    keys, values = (f"list_slice({{0}}, {first}, len({{0}}), 2)" for first in (1, 2))
    given = sql.expr(f"map({keys}, {values})", columns, type=_NAMES)
    if not names:
        return SymMap(given)
    entries = ", ".join(
        f"{{{{'key': {literal(ours)}, 'value': " + ("{}" if default == "null" else f"nullif({{}}, {default})") + "}}"
        for ours, (_, default) in names.items()
    )
    own = f"map_from_entries(list_filter([{entries}], lambda one: one['value'] is not null))"
    return SymMap(sql.expr(f"map_concat({own}, {{}})", *(one for one, _ in names.values()), given, type=_NAMES))


_NAMES = Type("map", TEXT)


def _asks_often() -> str:
    """Whether all measures of a call are asked for OFTEN; what is spelled in another way is not known to be."""
    spellings = [
        spelling
        for declaration in macros("duckdb").catalogue()
        if declaration["name"] in OFTEN
        for spelling in (declaration["name"], *declaration["aliases"])
    ]
    pattern = literal(rf"({'|'.join(spellings)})(_[0-9]+)? *([(@].*)?")
    each = f"coalesce(regexp_full_match(trim(lower(one)), {pattern}), false)"
    measures = KINDS["texts"].texts.format(given="measures")
    return f"coalesce(list_aggregate(list_transform({measures}, lambda one: {each}), 'bool_and'), false)"


@cache
def _parameters(name: str) -> list[tuple[str, Any]]:
    return macros("duckdb").parameters[name]


class _Given:
    """A table by its name, which cannot be anything else.

    Where it has to have the columns of a list, a condition that always holds has their names: of a bare name that is no
    column DuckDB says which ones are near, and of one after an alias it does not.
    """

    def __init__(self, made: TableMacro, read: Mapping[str, Any]) -> None:
        relations = [name for name in made.arguments if made.kind(name) is KINDS["relation"]]
        self.groups: dict[Expr, Expr] = {}
        for name in relations:
            lists = _GROUPS.get(name) or (("by", "segments") if name == (made.grouped or relations[0]) else ())
            given = [as_expression(read[each]) for each in lists if each in read and made.kind(each).is_list]
            if given:
                listed = f"flatten([{', '.join(['coalesce({}, [])'] * len(given))}])"
                self.groups[sql.certain(as_expression(read[name]))] = sql.expr(listed, *given, type=list_of(TEXT))

    def __call__(self, relation: Any) -> Any:
        return of_expression(sql.concatenated(self._table(as_expression(relation)), sql.constant(" as given")))

    def _table(self, name: Expr) -> Expr:
        name = sql.certain(name)
        if name.op == "choice":
            return sql.choice([(condition, self._table(one)) for condition, one in sql.cases_of(name)], TEXT)
        table = sql.concatenated(sql.constant("query_table("), _quoted(name, "'"), sql.constant(")"))
        if (groups := self.groups.get(name)) is None:
            return table
        one = sql.variable("one", TEXT)
        looked_up = sql.concatenated(sql.constant(" or "), _quoted(one, '"'), sql.constant(" is null"))
        each = sql.bound("list_transform({}, lambda {}: {})", groups, [one], looked_up, list_of(TEXT))
        before, where, after = map(sql.constant, ("(select * from ", " where true", ")"))
        with_groups = sql.concatenated(before, table, where, sql.joined(each, ""), after)
        has_some = sql.has_any(groups)
        return sql.choice([(has_some, with_groups), (TRUE, table)], TEXT)


_GROUPS = {"judgments": ("judgments_by",), "ground_truth": ("ground_truth_by",)}
"""The arguments that list columns of a table; of the first table these are others."""


def _quoted(text: Expr, quote: str) -> Expr:
    mark = literal(quote)
    return sql.expr(f"({mark} || replace({{}}, {mark}, {literal(quote * 2)}) || {mark})", text, type=TEXT)


def _in_sql(default: Any) -> str:
    if isinstance(default, list):
        return f"[{', '.join(map(_in_sql, default))}]"
    if isinstance(default, str):
        return literal(default)
    return "null" if default is None else str(default).lower()


_EVALUATED = "queries unjudged pool checked relevant_from convention"
"""What all macros that evaluate take."""
_USUALLY = "queries unjudged checked relevant_from"
"""Of these what a usual call may have."""

TABLE_MACROS = (
    TableMacro(
        "metrics",
        "One row per measure: the by columns, measure, metric, k, value (the mean over queries), n_queries,"
        " n_missing, value_sum, std_error, ci_low, ci_high.",
        needs="run",
        takes=f"judgments measures by judgments_by * ties {_EVALUATED} exclude candidates intents provenance",
        columns="query_id item_id score relevance",
        optional="rank intent_weight importance",
        usual=f"run judgments measures by judgments_by columns ties exclude candidates {_USUALLY}",
        often=True,
    ),
    TableMacro(
        "query_metrics",
        "One row per query and measure: the by columns, query_id, measure, metric, k, value.",
        needs="run",
        takes=f"judgments measures by judgments_by * ties {_EVALUATED} exclude candidates intents provenance",
        columns="query_id item_id score relevance",
        optional="rank intent_weight importance",
        order="",
        usual=f"run judgments measures by judgments_by columns ties exclude candidates {_USUALLY}",
        often=True,
    ),
    TableMacro(
        "metric_settings",
        "What numbers are made with, a row per setting of a measure: settings_id, name, value.",
        needs="",
        takes="measures ties queries unjudged pool relevant_from convention exclude candidates intents *",
        columns="",
        optional="intent_weight",
        order="",
    ),
    TableMacro(
        "tie_audit",
        "What each query's measures are by every order of its tied items: the by columns, query_id, measure,"
        " metric, k, tied_share, value, lowest, expected, highest, spread.",
        needs="run",
        takes=f"judgments measures by judgments_by * {_EVALUATED}",
        columns="query_id item_id score relevance",
        optional="rank",
        order="",
        usual=f"run judgments measures by judgments_by columns {_USUALLY}",
    ),
    TableMacro(
        "explain",
        "The values by one convention turned into those by another, a row per measure and step: the by columns,"
        " measure, step, switched, before, after, value, difference.",
        needs="run",
        takes="judgments measures source target by judgments_by * ties per_query checked",
        columns="query_id item_id score relevance",
        optional="rank",
        usual="run judgments measures source target by judgments_by columns ties checked",
    ),
    TableMacro(
        "convention_problems",
        "Why a convention would not give its library's numbers on these data: need, n_lists, example.",
        needs="run",
        takes="judgments convention ties by judgments_by intents",
        columns="query_id item_id score relevance",
        optional="rank",
    ),
    TableMacro(
        "input_problems",
        "What is wrong with a run and its judgments, one row per kind of problem that occurs: side, problem,"
        " n_rows, example.",
        needs="run",
        takes="judgments by judgments_by",
        columns="query_id item_id score relevance",
        optional="rank",
    ),
    TableMacro(
        "recommendation_metrics",
        "One row per measure of recommendations beyond accuracy: the by columns, measure, metric, k, value,"
        " n_queries, n_unknown, value_sum, std_error, ci_low, ci_high.",
        needs="run",
        takes="measures items interactions judgments features distances baseline targets by",
        columns="query_id item_id score relevance feature other_item_id distance target_share",
        optional="rank weight",
    ),
    TableMacro(
        "expected_exposure",
        "How exposure is shared out beside what relevant items deserve, one row per measure: the by columns, measure,"
        " metric, k, value, n_queries, n_missing, value_sum, std_error, ci_low, ci_high.",
        needs="run judgments",
        takes="by sample attention p satisfaction k",
        columns="query_id item_id score relevance",
        optional="rank",
    ),
    TableMacro(
        "group_exposure",
        "What groups of items get of the exposure, beside what their relevant items deserve, one row per feature: the"
        " by columns, feature, exposure, target, exposure_share, target_share, ratio, std_error, ci_low, ci_high,"
        " n_queries, n_missing, n_items.",
        needs="run judgments features",
        takes="by sample attention p satisfaction k",
        columns="query_id item_id score relevance feature",
        optional="rank weight",
    ),
    TableMacro(
        "rating_metrics",
        "One row per measure of rating error: the by columns, measure, value, n_ratings, n_left_out, value_sum,"
        " and with weights weight_sum.",
        needs="predictions",
        takes="measures by",
        columns="rating prediction",
        optional="weight",
    ),
    TableMacro(
        "classifier_metrics",
        "One row per measure, and per threshold where it has one: the by columns, measure, metric, threshold,"
        " value, n_rows, n_positives, n_left_out.",
        needs="predictions",
        takes="measures by thresholds",
        columns="score label",
        optional="prediction weight",
    ),
    TableMacro(
        "confusion",
        "One row per threshold: the by columns, threshold, tp, fp, fn, tn, n_rows, n_positives, n_left_out.",
        needs="predictions",
        takes="by thresholds",
        columns="score label",
        optional="prediction weight",
    ),
    TableMacro(
        "confusion_matrix",
        "One row per actual and predicted class: the by columns, label, prediction, n_rows, with weights"
        " weight_sum, n_left_out.",
        needs="predictions",
        takes="by",
        columns="label prediction",
        optional="weight",
    ),
    TableMacro(
        "class_metrics",
        "One row per class, each against the rest, and per average over classes: the by columns, label, average,"
        " precision, recall, f1, accuracy, n_actual, n_predicted, tp, fp, fn, tn, n_rows, n_left_out.",
        needs="predictions",
        takes="by undefined",
        columns="label prediction",
        optional="weight",
    ),
    TableMacro(
        "roc_curve",
        "One row per point: the by columns, threshold, fpr, tpr, tp, fp, n_rows, n_positives, is_break_even, area.",
        needs="predictions",
        takes="by points",
        columns="score label",
        optional="prediction weight",
    ),
    TableMacro(
        "pr_curve",
        "One row per point: the by columns, threshold, recall, precision, tp, fp, n_rows, n_positives,"
        " is_break_even, area.",
        needs="predictions",
        takes="by points",
        columns="score label",
        optional="prediction weight",
    ),
    TableMacro(
        "calibration",
        "One row per bin of equal width: the by columns, bin, bin_from, bin_to, n_rows, n_positives, mean_score,"
        " positive_share.",
        needs="predictions",
        takes="by bins",
        columns="score label",
        optional="prediction weight",
    ),
    TableMacro(
        "lift",
        "One row per part of the rows in descending order of score: the by columns, bin, depth, threshold,"
        " n_rows, n_positives, positive_share, lift, cumulative_positives, gain, cumulative_lift.",
        needs="predictions",
        takes="by bins",
        columns="score label",
        optional="prediction weight",
    ),
    TableMacro(
        "binned_auc",
        "ROC AUC from a histogram: the by columns, roc_auc, low, high, n_rows, n_positives.",
        needs="predictions",
        takes="by bins lowest highest",
        columns="score label",
        optional="prediction weight",
    ),
    TableMacro(
        "prediction_problems",
        "What is wrong with predictions, one row per kind of problem that occurs: problem, n_rows, example.",
        needs="predictions",
        takes="",
        columns="score label",
        optional="prediction weight",
    ),
    TableMacro(
        "detection_metrics",
        "Mean average precision of object detections, one row per IoU threshold: the by columns, measure,"
        " iou_threshold (NULL: the mean over them), value, n_classes, n_ground_truth, n_detections,"
        " n_true_positives, n_left_out.",
        needs="detections ground_truth",
        takes="iou_thresholds interpolation by ground_truth_by area_range max_detections",
        columns="image_id class_id score x_min y_min x_max y_max",
        optional="iscrowd area",
    ),
    TableMacro(
        "detection_class_metrics",
        "Average precision of object detections, one row per class and IoU threshold: the by columns, class_id,"
        " measure, iou_threshold, value, n_ground_truth, n_detections, n_true_positives.",
        needs="detections ground_truth",
        takes="iou_thresholds interpolation by ground_truth_by area_range max_detections",
        columns="image_id class_id score x_min y_min x_max y_max",
        optional="iscrowd area",
    ),
    TableMacro(
        "sample_negatives",
        "The relevant items of each query and other items at random: query_id, item_id, relevance (0 of a"
        " negative), n_negatives.",
        needs="items judgments",
        takes="n by exclude seed relevant_from",
        columns="query_id item_id relevance popularity",
        order="",
    ),
    TableMacro(
        "sampled_ranks",
        "Relevant items by their ranks among the negatives of their queries: the by columns, query_id, item_id,"
        " relevance, is_retrieved, sampled_rank, n_negatives.",
        needs="run judgments candidates",
        takes="by relevant_from",
        columns="query_id item_id score relevance",
        optional="rank",
        order="",
    ),
    TableMacro(
        "correct_sampled",
        "Metrics over all items, estimated from ranks among negatives, one row per measure and method of the"
        " corrections: the by columns, measure, method, n_items, value, sampled_value, std_error, n_instances,"
        " n_missing, n_left_out, candidates.",
        needs="ranks corrections",
        takes="by",
        columns="query_id",
    ),
    TableMacro(
        "split",
        "The ratings with their part (train, given, test, left_out), or fold, and reason; of a learning curve"
        " n_given too.",
        needs="ratings",
        takes="method n share given cut folds fold seed short new_users new_items",
        columns="user_id item_id rated_at",
        order="",
    ),
    TableMacro(
        "split_counts",
        "One row per part and reason of a split: the by columns, part, reason, n_ratings, n_users, n_items.",
        needs="split",
        takes="by",
        columns="user_id item_id part reason",
    ),
    TableMacro(
        "learning_curve",
        "A mean by number of given ratings, one row per point and measure: the by columns, measure, n_given,"
        " value, n_queries, std_error, ci_low, ci_high.",
        needs="query_metrics",
        takes="by",
        columns="query_id measure value n_given",
    ),
    TableMacro(
        "mean_over_curve",
        "MANDCG: the mean over users of a user's mean over a learning curve: the by columns, measure, value,"
        " n_queries, n_incomplete, std_error, ci_low, ci_high.",
        needs="query_metrics",
        takes="by incomplete",
        columns="query_id measure value n_given",
    ),
    TableMacro(
        "curve_crossings",
        "Where the learning curves of two systems cross, one row per crossing, or one without: the by columns,"
        " measure, system, other_system, crossing, ci_low, ci_high, ahead_before, ahead_after, crossing_share,"
        " n_queries.",
        needs="query_metrics",
        takes="by repetitions seed confidence",
        columns="query_id measure value n_given system",
    ),
    TableMacro(
        "compare",
        "Systems against each other, query by query, one row per pair and measure: the by columns, measure,"
        " metric, k, system, baseline, value, baseline_value, difference, ci_low, ci_high, effect_size, n_queries,"
        " wins, ties, losses, test, p_value, p_adjusted, relative_difference, std_dev, interval, n_left_out,"
        " detectable_difference, queries_needed.",
        needs="query_metrics",
        takes="baseline by test correction interval confidence power repetitions seed",
        columns="system query_id measure metric k value",
    ),
    TableMacro(
        "mean_intervals",
        "A mean over queries with an interval, one row per measure: the by columns, measure, metric, k, value,"
        " n_queries, std_dev, ci_low, ci_high, method.",
        needs="query_metrics",
        takes="by method confidence repetitions seed",
        columns="query_id measure metric k value",
    ),
    TableMacro(
        "rater_agreement",
        "How far raters agree, one row per group or pair of raters: the by columns, rater_id and other_rater_id (of"
        " pairs), method, value, n_units, n_raters, n_left_out, ci_low, ci_high.",
        needs="ratings",
        takes="by method level weights pairs confidence repetitions seed",
        columns="unit_id rater_id rating",
    ),
    TableMacro(
        "merge_ratings",
        "One label per unit of what several raters said: the by columns, unit_id, rating, n_raters, agreement.",
        needs="ratings",
        takes="by method ties adjudicator",
        columns="unit_id rater_id rating",
        order="",
    ),
    TableMacro(
        "grade_calibration",
        "What a machine's grades are worth, one row per grade: the by columns, machine_grade, human_grade (the mean"
        " that people gave), human_low, human_high, bias, bias_low, bias_high, n_items, n_queries, n_machine.",
        needs="human machine",
        takes="by per_grade confidence",
        columns="query_id item_id relevance",
        grouped="machine",
    ),
    TableMacro(
        "grade_confusion",
        "How often people and a machine gave which grades, one row per pair of grades: the by columns, human_grade,"
        " machine_grade, n_items, human_share, machine_share.",
        needs="human machine",
        takes="by",
        columns="query_id item_id relevance",
        grouped="machine",
    ),
    TableMacro(
        "click_judgments",
        "Judgments from a click log, one row per query and item: the by columns, query_id, item_id, relevance,"
        " impressions, clicks, expected_clicks, std_error.",
        needs="log",
        takes="by method min_impressions grades examination prior fit_prior updates unclicked counts first_position",
        columns="search_id query_id item_id position clicked impressions clicks",
        order="",
    ),
    TableMacro(
        "position_bias",
        "How much more often higher positions are examined, one row per position: the by columns, position,"
        " examination, impressions, clicks, ci_low, ci_high.",
        needs="log",
        takes="by method prior updates confidence counts first_position",
        columns="search_id query_id item_id position clicked impressions clicks",
    ),
    TableMacro(
        "prediction_powered",
        "Means of few human labels and many machine labels, one row per measure: the by columns, measure, value,"
        " ci_low, ci_high, tuning, n_human, n_machine, effective_labels.",
        needs="human machine",
        takes="by tuned confidence",
        columns="query_id measure value",
    ),
    TableMacro(
        "interleaving",
        "Which of two systems the clicks on interleaved lists prefer, one row per group: the by columns, wins_a,"
        " wins_b, ties, preference, ci_low, ci_high, p_value, searches_needed.",
        needs="log",
        takes="method cluster by test confidence power team_a team_b credit length",
        columns="search_id item_id position clicked team rank_a rank_b",
    ),
    TableMacro(
        "interleaving_searches",
        "What each search of an interleaved log says: the by columns, search_id, clicks, credit_a, credit_b, winner,"
        " preference.",
        needs="log",
        takes="method by team_a team_b credit length",
        columns="search_id item_id position clicked team rank_a rank_b",
        order="",
    ),
    TableMacro(
        "click_estimates",
        "What a ranker's lists would have earned, from the clicks on another one's, one row per measure: the by"
        " columns, measure, naive, ips, snips, std_error, n_searches, effective_size, largest_share, unseen_share,"
        " n_left_out.",
        needs="log run examination measures",
        takes="clip by run_by",
        columns="search_id query_id item_id position clicked score",
    ),
    TableMacro(
        "off_policy",
        "What a policy would have earned, from a log of another one, one row per estimator: the by columns, estimator,"
        " value, std_error, ci_low, ci_high, n, effective_size, n_left_out.",
        needs="log",
        takes="estimators clip switch shrinkage by confidence",
        columns="logging_probability target_probability reward predicted_reward target_predicted_reward slate_id"
        " position",
    ),
    TableMacro(
        "compare_policies",
        "Two policies on the log of a third one, one row per estimator: the by columns, estimator, value,"
        " baseline_value, difference, std_error, ci_low, ci_high, n, effective_size, baseline_effective_size,"
        " n_left_out.",
        needs="log",
        takes="estimators clip switch shrinkage by confidence",
        columns="logging_probability target_probability baseline_probability reward predicted_reward"
        " target_predicted_reward baseline_predicted_reward slate_id position",
    ),
    TableMacro(
        "off_policy_tuning",
        "Which clip, switch or shrinkage leaves an estimator the least error, one row per estimator and candidate: the"
        " by columns, estimator, parameter, candidate, value, std_error, ci_low, ci_high, bias, rmse, is_chosen, n,"
        " effective_size, n_left_out.",
        needs="log",
        takes="estimators clip switch shrinkage by confidence",
        columns="logging_probability target_probability reward predicted_reward target_predicted_reward slate_id"
        " position",
    ),
    TableMacro(
        "off_policy_weights",
        "Whether a log can answer for a policy, by its weights: the by columns, n, mean_weight, ci_low, ci_high,"
        " effective_size, median, p90, p99, highest, largest_share, zero_share, n_left_out.",
        needs="log",
        takes="by confidence",
        columns="logging_probability target_probability",
    ),
    TableMacro(
        "interleaving_checks",
        "Whether team drafts were dealt fairly, one row per group: the by columns, n_searches, n_without_clicks,"
        " first_a, first_b, first_p_value, more_a, more_b, more_p_value, items_a, items_b, n_neither, n_left_out,"
        " n_repeated.",
        needs="log",
        takes="by team_a team_b",
        columns="search_id item_id position clicked team",
    ),
    TableMacro(
        "metric_trust",
        "How far offline differences told online ones, one row per measure: the by columns, measure, n_experiments,"
        " n_left_out, n_agree, n_disagree, agreement, ci_low, ci_high, p_value, pearson, kendall, slope, intercept,"
        " slope_error, slope_low, slope_high.",
        needs="experiments",
        takes="by error_ratio offline_error online_error confidence",
        columns="measure offline_difference online_difference",
    ),
    TableMacro(
        "discriminative_power",
        "How well measures tell systems apart, one row per measure: the by columns, measure, n_pairs, n_untested,"
        " n_different, discriminative_power, queries_needed.",
        needs="comparisons",
        takes="by alpha share",
        columns="measure p_value queries_needed",
    ),
    TableMacro(
        "value_bounds",
        "The lowest and the highest value that labels of unjudged items allow, one row per measure: the by columns,"
        " query_id (with per_query), measure, metric, k, value, lowest, highest, n_unjudged.",
        needs="run judgments",
        takes="measures top_grade per_query by judgments_by queries checked",
        columns="query_id item_id score relevance",
        optional="rank",
    ),
    TableMacro(
        "to_judge",
        "The unjudged items whose labels settle how systems differ, in this order: the by columns, query_id, item_id,"
        " reason, width.",
        needs="runs judgments",
        takes="depth limit order system by judgments_by",
        columns="query_id item_id score relevance",
        optional="rank",
        order="",
    ),
    TableMacro(
        "change_by_segment",
        "The difference of two means, split by segments, one row per segment: the by columns, the segments,"
        " measure, metric, k, the column of the sides, baseline, n_queries, baseline_n_queries, share,"
        " baseline_share, value, baseline_value, within_effect, mix_effect, contribution.",
        needs="query_metrics",
        takes="segments baseline by",
        columns="system measure metric k value",
    ),
    TableMacro(
        "confidence_sequence",
        "A mean difference after each look, with an interval that holds at all looks together: the by columns,"
        " day, measure, metric, k, system, baseline, n_queries, value, baseline_value, difference, std_dev,"
        " ci_low, ci_high, is_different, first_different, n_left_out.",
        needs="query_metrics",
        takes="baseline by confidence tightest_at min_queries",
        columns="system day query_id measure metric k value",
    ),
    TableMacro(
        "moving_average",
        "Means over the last periods, one row per period and measure: the by columns, day, measure, metric, k,"
        " value, n_queries, moving_average, window_queries, window_periods, n_repeated.",
        needs="metrics",
        takes="periods by grain",
        columns="day measure metric k value_sum n_queries",
    ),
    TableMacro(
        "change_from_previous",
        "Each mean against that of the period before, one row per period and measure: the by columns, day,"
        " measure, metric, k, value, n_queries, previous_period, previous_value, previous_queries, difference,"
        " relative_difference, ci_low, ci_high, interval, n_repeated.",
        needs="metrics",
        takes="interval confidence by grain",
        columns="day measure metric k value_sum n_queries std_error",
    ),
    TableMacro(
        "auc_interval",
        "ROC AUC with an interval: the by columns, measure, value, std_error, ci_low, ci_high, interval (how it"
        " is made), n_positives, n_negatives, n_left_out.",
        needs="predictions",
        takes="by confidence",
        columns="score label",
        optional="prediction weight",
    ),
    TableMacro(
        "compare_classifiers",
        "Two classifiers on the same rows, one row per pair: the by columns, measure, system, baseline, value,"
        " baseline_value, difference, ci_low, ci_high, n_rows, n_positives, n_left_out, wins, losses, test,"
        " p_value, p_adjusted.",
        needs="predictions",
        takes="baseline test threshold by correction confidence",
        columns="system row_id score label",
        optional="prediction weight",
    ),
    TableMacro(
        "agreement",
        "How much the lists of two systems agree, one row per pair and measure: the by columns, system, baseline,"
        " measure, metric, k, value (the mean over queries), n_queries, n_missing, value_sum, std_error, ci_low,"
        " ci_high.",
        needs="run",
        takes="measures baseline by",
        columns="system query_id item_id score",
        optional="rank",
    ),
    TableMacro(
        "query_agreement",
        "The same by query: the by columns, system, baseline, query_id, measure, metric, k, value, n_items,"
        " baseline_items, n_common.",
        needs="run",
        takes="measures baseline by",
        columns="system query_id item_id score",
        optional="rank",
        order="",
    ),
)
