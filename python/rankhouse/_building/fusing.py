"""Loops over the same list as one: what a template does in one loop is made in one, whatever it fills by it."""

from __future__ import annotations

from rankhouse._building import expressions as sql
from rankhouse._building.expressions import INT, Expr, from_the_leaves, list_of
from rankhouse._building.values import field_of, record_of

TRANSFORM = ("list_transform({}, lambda {}: {})", "list_transform({}, lambda {}, {}: {})")
FILTER = ("list_filter({}, lambda {}: {})", "list_filter({}, lambda {}, {}: {})")


def fused(root: Expr) -> Expr:
    return _Fusing(root).of(root)


class _Fusing:
    def __init__(self, root: Expr) -> None:
        self.done: dict[Expr, Expr] = {}
        self.groups: dict[Expr, tuple[Expr, ...]] = {}
        self.made: dict[tuple[Expr, ...], Expr | None] = {}
        found: dict[tuple[Expr, Expr, frozenset[Expr]], list[Expr]] = {}
        for one in from_the_leaves(root):
            if one.pattern in (*TRANSFORM, *FILTER):
                # Those that stand within the same loops.
                found.setdefault((one.args[0], one.loop[0], frozenset(one.free)), []).append(one)
        for members in found.values():
            apart = [one for one in members if not _reached(one, {*members} - {one})]
            if len(apart) > 1:
                self.groups |= dict.fromkeys(apart, tuple(apart))

    def of(self, one: Expr) -> Expr:
        if one not in self.done:
            self.done[one] = self._made(one)
        return self.done[one]

    def _made(self, one: Expr) -> Expr:
        if (group := self.groups.get(one)) is not None and (whole := self._whole(group)) is not None:
            return self._part(one, whole, group.index(one))
        if not one.args:
            return one
        args = [self.of(arg) for arg in one.args]
        if one.binds:
            return sql.bound(one.pattern, args[0], args[1:-1], args[-1], one.type, one.loop)
        return sql.expr(one.pattern, *args, type=one.type, value=one.value, op=one.op)

    def _whole(self, group: tuple[Expr, ...]) -> Expr | None:
        """The records of what all of them make; none while these are being made."""
        if group not in self.made:
            self.made[group] = None
            first = group[0]
            element = sql.variable("each", first.binds[0].type)
            place = sql.variable("place", INT)
            fields = {}
            for number, one in enumerate(group, 1):
                names = dict(zip(one.binds, (element, place), strict=False))
                fields[f"f{number}"] = sql.replaced(self.of(one.args[-1]), {name: names[name] for name in one.binds})
            if any(one.pattern in FILTER for one in group):
                fields["element"] = element
            record = record_of(fields)
            has_place = place in record.free
            pattern, variables = (TRANSFORM[1], [element, place]) if has_place else (TRANSFORM[0], [element])
            self.made[group] = sql.bound(pattern, self.of(first.args[0]), variables, record, list_of(record.type))
        return self.made[group]

    def _part(self, one: Expr, whole: Expr, number: int) -> Expr:
        assert whole.type.item
        each = sql.variable("each", whole.type.item)
        mine = field_of(each, f"f{number + 1}")
        if one.pattern in TRANSFORM:
            return sql.bound(TRANSFORM[0], whole, [each], mine, one.type)
        kept = sql.bound(FILTER[0], whole, [each], mine, whole.type)
        return sql.bound(TRANSFORM[0], kept, [each], field_of(each, "element"), one.type)


def _reached(one: Expr, others: set[Expr]) -> bool:
    """Whether the body of a loop has one of these loops in it."""
    waiting, seen = [one.args[-1]], set()
    while waiting:
        each = waiting.pop()
        if each in others:
            return True
        if each not in seen:
            seen.add(each)
            waiting += each.args
    return False
