{#
What fell since the day before, as `rankhouse check-metrics` and the operation rankhouse.check_metrics say it. `change` has
`day` and `before`, `groups` (the names of the grouping columns), `kind` (a sentence about the interval) and `lines`, one for
each mean: `group`, `measure`, `metric`, `value`, `before`, `ends` (of the interval, or none) and `n_queries`, a list.
#}
{#
A dictionary of `title`, `intro`, `header` and `rows` of a table, whose first `n_names` columns are names, `more` (a sentence
about rows that are left out, or none) and `failure`, what fell in one line, or "".
#}
{% macro alert_summary(change, margin=0, significant=true, confidence=0.95) %}
    {%- do rankhouse.check_arguments("test_metric_not_worse_than", {"margin": margin}) -%}
    {%- set missing, worse, others = [], [], [] -%}
    {%- for line in change.lines -%}
        {%- set line = rankhouse.alert_line(line, margin, significant) -%}
        {%- if not line.fell -%} {%- do others.append(line) -%}
        {%- elif line.change is none -%} {%- do missing.append(line) -%}
        {%- else -%} {%- do worse.append(line) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set fallen = missing + worse | sort(attribute="gain") -%}
    {%- set shown, rows = 50, [] -%}
    {%- for line in fallen + others[:shown] -%} {%- do rows.append(rankhouse.alert_row(line)) -%} {%- endfor -%}
    {%- set n_means = change.lines | length -%}
    {%- set means = rankhouse.with_commas(n_means) ~ (" mean" if n_means == 1 else " means") -%}
    {%- set head = (rankhouse.with_commas(fallen | length) if fallen else "none") ~ " of " ~ means ~ " fell" -%}
    {%- set failure = "" -%}
    {%- if fallen -%}
        {%- set worst = fallen[0] -%}
        {%- set how = "is missing" if worst.change is none else "by " ~ "%.4g" | format(worst.change | abs) -%}
        {%- set more = ", and " ~ (fallen | length - 1) ~ " more" if fallen | length > 1 else "" -%}
        {%- set name = (worst.group + [worst.measure]) | join(", ") -%}
        {%- set failure = head ~ " on " ~ change.day ~ ": " ~ name ~ " " ~ how ~ more -%}
    {%- endif -%}
    {%- set percent = "%g %%" | format(100 * confidence) -%}
    {%- set by = " by more than " ~ "%g" | format(margin) if margin else "" -%}
    {%- set sure = ", and the whole " ~ percent ~ " interval of the change says so" if significant else "" -%}
    {%- set n_more = others | length - shown -%}
    {{
        return(
            {
                "title": change.day ~ ": " ~ head,
                "intro": "Against "
                ~ change.before
                ~ ". A mean fell where it is worse than before"
                ~ by
                ~ sure
                ~ ". "
                ~ change.kind,
                "header": change.groups
                + ["measure", change.before, change.day, "change", percent ~ " interval", "queries", "verdict"],
                "rows": rows,
                "n_names": change.groups | length + 1,
                "more": rankhouse.with_commas(n_more) ~ " more did not fall." if n_more > 0 else none,
                "failure": failure,
            }
        )
    }}
{% endmacro %}

{# A mean with its `change`, its `gain` (the change, turned round where lower is better), and what is said of it. #}
{% macro alert_line(line, margin, significant) %}
    {%- set is_lower_better = line.metric in rankhouse.lower_is_better() -%}
    {%- set sign = -1 if is_lower_better else 1 -%}
    {%- set told = dict(line, change=none, gain=0.0) -%}
    {%- if line.value is not none and line.before is not none -%}
        {#- Sums that are made in another order differ in their last digits. -#}
        {%- set difference = line.value - line.before -%}
        {%- set is_same = difference | abs <= 1e-12 * (line.value | abs + line.before | abs) -%}
        {%- do told.update(
            {"change": 0.0 if is_same else difference, "gain": 0.0 if is_same else sign * difference}
        ) -%}
    {%- endif -%}
    {%- set ends = line.ends -%}
    {%- if ends is not none -%}
        {%- set ends = [-ends[1], -ends[0]] if is_lower_better else [ends[0], ends[1]] -%}
    {%- endif -%}
    {%- if told.change is none -%} {%- set fell = line.before is not none -%}
    {%- elif not significant -%} {%- set fell = told.gain < -margin -%}
    {%- else -%} {%- set fell = told.gain < 0 and ends is not none and ends[1] < -margin -%}
    {%- endif -%}
    {%- set side = "better" if told.gain > 0 else "worse" -%}
    {%- if told.change is none -%} {%- set says = "new" if line.before is none else "missing" -%}
    {%- elif not told.gain -%} {%- set says = "unchanged" -%}
    {%- elif fell -%} {%- set says = "got worse" if is_lower_better else "fell" -%}
    {%- elif ends is none -%} {%- set says = side ~ ", too few queries to tell" -%}
    {%- elif ends[0] <= 0 and ends[1] >= 0 -%} {%- set says = side ~ ", may be chance" -%}
    {%- else -%} {%- set says = side if told.gain > 0 else side ~ ", within the margin" -%}
    {%- endif -%}
    {%- do told.update({"fell": fell, "says": "**" ~ says ~ "**" if fell else says}) -%}
    {{ return(told) }}
{% endmacro %}

{% macro alert_row(line) %}
    {%- set cells = [] -%}
    {%- for value in line.group -%} {%- do cells.append("NULL" if value is none else value | string) -%} {%- endfor -%}
    {%- do cells.append(line.measure) -%}
    {%- for value in [line.before, line.value] -%}
        {%- do cells.append("" if value is none else "%.4f" | format(value)) -%}
    {%- endfor -%}
    {%- set relative = "" -%}
    {%- if line.change is not none and line.before -%}
        {%- set relative = " (%+.1f%%)" | format(100 * line.change / line.before | abs) -%}
    {%- endif -%}
    {%- do cells.append("" if line.change is none else rankhouse.signed_figure(line.change) ~ relative) -%}
    {%- set ends = line.ends -%}
    {%- do cells.append(
        "" if ends is none else rankhouse.signed_figure(ends[0]) ~ " to " ~ rankhouse.signed_figure(ends[1])
    ) -%}
    {%- set counts = [] -%}
    {%- for n in line.n_queries -%} {%- do counts.append(rankhouse.with_commas(n)) -%} {%- endfor -%}
    {{ return(cells + [counts | join(", "), line.says]) }}
{% endmacro %}

{% macro signed_figure(value) %}
    {%- set text = "%+.4f" | format(value) -%} {{ return("0.0000" if text[1:] == "0.0000" else text) }}
{% endmacro %}

{# 12,345 #}
{% macro with_commas(n) %}
    {%- set digits, parts = n | int | string, [] -%}
    {%- for end in range(digits | length, 0, -3) -%}
        {%- do parts.insert(0, digits[[end - 3, 0] | max : end]) -%}
    {%- endfor -%}
    {{ return(parts | join(",")) }}
{% endmacro %}

{#
The lines of the last period and the one before, from rows of change_from_previous: dictionaries of `group`, `measure`,
`metric`, `is_last`, `value`, `previous_value`, `ci_low`, `ci_high`, `n_queries` and `previous_queries`.
#}
{% macro alert_lines(rows) %}
    {%- set lines = {} -%}
    {%- for row in rows if not row.is_last or row.value is not none -%}
        {%- set key = (row.group + [row.measure]) | string -%}
        {%- set line = {"group": row.group, "measure": row.measure, "metric": row.metric} -%}
        {%- if row.is_last -%}
            {%- set counts = [row.previous_queries, row.n_queries] | reject("none") | list -%}
            {%- set ends = none if row.ci_low is none else [row.ci_low, row.ci_high] -%}
            {%- do line.update(
                {"value": row.value, "before": row.previous_value, "ends": ends, "n_queries": counts}
            ) -%}
            {%- do lines.update({key: line}) -%}
        {%- elif key not in lines -%}
            {#- It stays where there is no last row, or one without a value. -#}
            {%- do line.update({"value": none, "before": row.value, "ends": none, "n_queries": [row.n_queries]}) -%}
            {%- do lines.update({key: line}) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set told = [] -%}
    {%- for line in lines.values() if line.value is not none or line.before is not none -%}
        {%- do told.append(line) -%}
    {%- endfor -%}
    {{ return(told) }}
{% endmacro %}

{# The columns of a table of metrics, or of values by query, that tell no rows of a day apart. #}
{% macro figures_of_metrics() %}
    {%- set others = ["candidates", "query_id", "weight", "fingerprint", "row_id", "relative_value"] -%}
    {{ return(rankhouse.result_columns("metrics") + rankhouse.provenance_names() + others) }}
{% endmacro %}

{# The groups that are expected on the last day, as dictionaries of column and values, and are not among the lines. #}
{% macro groups_missing(change, expected) %}
    {%- set missing = [] -%}
    {%- for column, values in expected.items() -%}
        {%- if column not in change.groups -%}
            {{
                exceptions.raise_compiler_error(
                    "expected: '"
                    ~ column
                    ~ "' does not distinguish the rows of a day"
                    ~ rankhouse.suggest(column, change.groups)
                )
            }}
        {%- endif -%}
        {%- set place, there = change.groups.index(column), [] -%}
        {%- for line in change.lines if line.value is not none -%}
            {%- do there.append(line.group[place] | string) -%}
        {%- endfor -%}
        {%- for value in ([values] if values is string else values) | map("string") | unique if value not in there -%}
            {%- do missing.append(column ~ " " ~ value) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(missing) }}
{% endmacro %}
