{# Everything that the package's macros use of Jinja and of Python's values, an expression each. #}
{% macro as_text(x) %}{{ return(x | string) }}{% endmacro %}
{% macro small(x) %}{{ return(x | lower) }}{% endmacro %}
{% macro capital(x) %}{{ return(x | upper) }}{% endmacro %}
{% macro stripped(x) %}{{ return([x.strip(), x.lstrip(), x | trim]) }}{% endmacro %}
{% macro stripped_of(x, y) %}{{ return([x.strip(y), x.lstrip(y)]) }}{% endmacro %}
{% macro length_of(x) %}{{ return(x | length) }}{% endmacro %}
{% macro letters(x) %}{{ return([x | list, x | reverse | list, x[:1], x[-1:], x[1:-1], x[::2], x[::-1]]) }}{% endmacro %}
{% macro part(x, a, b) %}{{ return([x[a:b], x[a:], x[:b], x[b:a], x[a:b:2], x[a:b:-1]]) }}{% endmacro %}
{% macro at(x, a) %}{%- if x[a] is defined -%}{{ return(x[a]) }}{%- endif -%}{{ return(none) }}{% endmacro %}
{% macro kinds(x) %}{{ return([x.isalnum(), x.isascii()]) }}{% endmacro %}
{% macro split_at(x, y) %}{{ return([x.split(y), x.split(y, 1), x.partition(y), x.count(y), y in x]) }}{% endmacro %}
{% macro words(x) %}{{ return([x.split(), x.split(none, 1)]) }}{% endmacro %}
{% macro starts(x, y) %}{{ return([x.startswith(y), x.endswith(y)]) }}{% endmacro %}
{% macro replaced(x, y, z) %}{{ return([x | replace(y, z), x | replace(y, z, 1)]) }}{% endmacro %}
{% macro filled(x, y) %}{{ return("{{}} {} of {}".format(x, y) ~ "{1}{0}{a}".format(x, y, a=y)) }}{% endmacro %}
{% macro ordered(x, y) %}{{ return([x < y, x <= y, x > y, x >= y, x == y, x != y]) }}{% endmacro %}
{% macro sorted(x) %}{{ return([x | sort, x | unique | list, x | max, x | min]) }}{% endmacro %}
{% macro sums(x, y) %}{{ return([x + y, x - y, x * y, -x]) }}{% endmacro %}
{% macro quotients(x, y) %}{{ return([x / y, x // y, x % y]) }}{% endmacro %}
{% macro powers(x, y) %}{{ return(x**y) }}{% endmacro %}
{% macro rounded(x, n) %}{{ return(x | round(n)) }}{% endmacro %}
{% macro whole(x) %}{{ return([x | int, x | int(7)]) }}{% endmacro %}
{% macro real(x) %}{{ return(x | float) }}{% endmacro %}
{% macro hashed(x) %}{{ return(local_md5(x)) }}{% endmacro %}
{% macro joined(x) %}{{ return(x | join(", ") ~ x | length) }}{% endmacro %}
{% macro tested(x) %}
    {{
        return(
            [
                x is none, x is string, x is mapping, x is iterable, x is sequence, x is number, x is boolean, not x,
                "yes" if x else "no", x or 1, x and 2,
            ]
        )
    }}
{% endmacro %}
{% macro within(x, y) %}{{ return([x in y, x not in y, y | select("equalto", x) | list, y | reject("in", [x]) | list]) }}{% endmacro %}
{% macro entries(x) %}
    {%- set seen, other = [], {} -%}
    {%- for name, value in x.items() if name != "b" -%}
        {%- do seen.append([loop.index, loop.first, loop.last, name, value]) -%} {%- do other.update({name: value}) -%}
    {%- else -%} {%- do seen.append("none") -%}
    {%- endfor -%}
    {{ return([seen, other, x.keys() | list, x.values() | list, x.get("b"), x.get("b", 1), dict(x, a=1), "a" in x]) }}
{% endmacro %}
{% macro said(x) %}
    {%- set state = namespace(count=0) -%}
    {%- set text -%} <{% for one in x %}{{ one }}{% if not loop.last %}, {% endif %}{% set state.count = state.count + 1 %}{% endfor %}> {%- endset -%}
    {{ text }} of {{ state.count }}{{ " and more" if x | length > 2 }}
{% endmacro %}
{% macro by_default(x, y=5, z=none) %}{{ return([x, y, z, kwargs]) }}{% endmacro %}
{% macro handed_on(x) %}
    {{ return([rankhouse.by_default(x), rankhouse.by_default(x, z=x, w=x), rankhouse["by_default"](**{"x": x, "z": 1})]) }}
{% endmacro %}
