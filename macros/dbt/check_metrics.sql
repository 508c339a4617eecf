{#
As a dbt operation: what fell on the last day of a table of metrics, or of values by query, printed as Markdown; it fails if
something fell. The same as `rankhouse check-metrics`, which reads files and DuckDB:
`dbt --quiet run-operation rankhouse.check_metrics --args '{margin: 0.01}'`
#}
{% macro check_metrics(
    metrics="rankhouse__metrics",
    measures=[],
    day="day",
    by=none,
    grain="day",
    margin=0,
    significant=true,
    confidence=0.95,
    expected={},
    evaluation=none,
    complete=none,
    table=none
) %}
    {%- do rankhouse.refuse_others("check_metrics", kwargs) -%}
    {%- if table is not none -%}
        {%- if metrics != "rankhouse__metrics" -%}
            {{ exceptions.raise_compiler_error("table is the former name of metrics: give only one of them") }}
        {%- endif -%}
        {%- do exceptions.warn("check_metrics: table is accepted until 2.0: write metrics") -%}
        {%- set metrics = table -%}
    {%- endif -%}
    {%- set source = rankhouse.table_of_alerts(metrics, measures, day, by, evaluation, complete) -%}
    {%- if source.is_by_query -%}
        {%- if grain != "day" -%}
            {{
                exceptions.raise_compiler_error(
                    "grain is for a table of metrics, but " ~ metrics ~ " has values by query: leave it out"
                )
            }}
        {%- endif -%}
        {%- set change = rankhouse.change_of_queries(source, confidence) -%}
    {%- else -%} {%- set change = rankhouse.change_of_metrics(source, grain, confidence) -%}
    {%- endif -%}
    {%- set summary = rankhouse.alert_summary(change, margin, significant, confidence) -%}
    {%- set parts, failures = [rankhouse.alert_text(summary)], [summary.failure] | reject("equalto", "") | list -%}
    {%- if expected -%}
        {%- set missing = rankhouse.groups_missing(change, expected) -%}
        {%- set head = (
            missing | join(", ") ~ " missing on " ~ change.day
            if missing
            else "no expected group is missing"
        ) -%}
        {%- do parts.append("### " ~ rankhouse.in_markdown(head)) -%}
        {%- if missing -%} {%- do failures.append(head) -%} {%- endif -%}
    {%- endif -%}
    {%- do print(parts | join("\n\n")) -%}
    {%- if failures -%} {{ exceptions.raise_compiler_error("rankhouse: " ~ failures | join("; ")) }}{%- endif -%}
{% endmacro %}

{#
The table by the name of its model: `sql`, its rows of the evaluation, the measures and the days that are complete as a
relation, `groups`, `day`, and whether it `is_by_query`.
#}
{% macro table_of_alerts(table, measures, day, by, evaluation, complete=none) %}
    {%- set relation = rankhouse.relation_of_model(table) -%}
    {%- set maturity = rankhouse.maturity_of_alerts(relation, day, complete, evaluation) -%}
    {%- set names = adapter.get_columns_in_relation(relation) | map(attribute="name") | list -%}
    {%- set has_evaluation = "evaluation" in names | map("lower") -%}
    {#- A table of one evaluation of the var has no such column, and the days of that one. -#}
    {%- set is_told_apart = evaluation is not none and (
        has_evaluation or evaluation not in rankhouse.names_of_evaluations()
    ) -%}
    {%- for needed in [day, "measure"] + (by or []) + (["evaluation"] if is_told_apart else []) -%}
        {%- if needed | lower not in names | map("lower") -%}
            {{
                exceptions.raise_compiler_error(
                    "metrics: " ~ table ~ " has no column '" ~ needed ~ "'" ~ rankhouse.suggest(needed, names)
                )
            }}
        {%- endif -%}
    {%- endfor -%}
    {%- set asked = [measures] if measures is string else measures -%}
    {%- set conditions = [rankhouse.of_evaluation(evaluation)] if is_told_apart else ["1 = 1"] -%}
    {%- set is_there = "select distinct measure from " ~ relation ~ " where " ~ conditions[0] -%}
    {%- set known, own = rankhouse.column_of(is_there), [] -%}
    {%- for measure in asked -%}
        {%- set spelled = measure if measure in known else rankhouse.measure_in_table(measure) -%}
        {%- if spelled not in known -%}
            {{
                exceptions.raise_compiler_error(
                    "the table has no measure '" ~ measure ~ "'" ~ rankhouse.suggest(measure, known)
                )
            }}
        {%- endif -%}
        {%- do own.append(spelled) -%}
    {%- endfor -%}
    {%- if not known -%}
        {{
            exceptions.raise_compiler_error(
                "metrics: "
                ~ table
                ~ " has no rows"
                ~ (" for evaluation '" ~ evaluation ~ "'" if evaluation is not none else "")
            )
        }}
    {%- endif -%}
    {%- if own -%} {%- do conditions.append("measure in (" ~ rankhouse.literals(own) ~ ")") -%} {%- endif -%}
    {%- set source = "(select * from " ~ relation ~ " where " ~ conditions | join(" and ") ~ ") as listed" -%}
    {%- set figures = rankhouse.figures_of_metrics() + [day | lower] -%}
    {%- set groups = [] -%}
    {%- for name in names if name | lower not in figures -%}
        {%- if evaluation is none or name | lower != "evaluation" -%} {%- do groups.append(name) -%} {%- endif -%}
    {%- endfor -%}
    {%- if evaluation is not none and groups -%}
        {%- set groups = rankhouse.columns_with_values(source, groups) -%}
    {%- endif -%}
    {%- do rankhouse.check_days_of_alerts(table, source, day, "evaluation" in groups) -%}
    {%- set problem = rankhouse.said_of_order(source, "metrics", day) -%}
    {%- if problem -%} {{ exceptions.raise_compiler_error(problem) }}{%- endif -%}
    {%- set is_by_query = "query_id" in names | map("lower") -%}
    {%- set is_complete = rankhouse.maturity_of_rows(source, day, maturity, is_by_query) -%}
    {%- if is_complete -%}
        {%- if "evaluation" in groups -%} {%- do rankhouse.check_single_evaluation(source, day) -%} {%- endif -%}
        {%- set source = "(select listed.* from " ~ source ~ " where " ~ is_complete[0] ~ ") as listed" -%}
    {%- endif -%}
    {{
        return(
            {
                "sql": source,
                "day": day,
                "groups": groups if by is none else by,
                "is_by_query": is_by_query,
            }
        )
    }}
{% endmacro %}

{# Which days count, as a maturity: by a rule, by the model of that name, or as the var says. #}
{% macro maturity_of_alerts(relation, day, complete, evaluation) %}
    {%- set listed = rankhouse.relation_of_model(complete) if complete is string else complete -%}
    {{ return(rankhouse.complete_of(day, listed, evaluation, relation)) }}
{% endmacro %}

{# Each evaluation has complete days of its own, and a last one. #}
{% macro check_single_evaluation(source, day) %}
    {%- set problem = rankhouse.problem_of_evaluations(day, "name one with evaluation") -%}
    {%- set said = rankhouse.column_of("select " ~ problem ~ " as problem from " ~ source)[0] -%}
    {%- if said -%} {{ exceptions.raise_compiler_error("metrics: " ~ said) }}{%- endif -%}
{% endmacro %}

{# A row without a day would be left out without a word. #}
{% macro check_days_of_alerts(table, source, day, has_evaluations) %}
    {%- set name = rankhouse.quoted(day) -%}
    {%- set missing = "select count(*) from " ~ source ~ " where " ~ name ~ " is null" -%}
    {%- set n_missing = rankhouse.column_of(missing)[0] -%}
    {%- if n_missing -%}
        {%- set fix = "look at one evaluation with evaluation, and name its column with day" -%}
        {{
            exceptions.raise_compiler_error(
                "metrics: "
                ~ n_missing
                ~ " rows of "
                ~ table
                ~ " have no value in '"
                ~ day
                ~ "': "
                ~ (
                    fix
                    if has_evaluations
                    else "leave them out in a model of your own, or name another column with day"
                )
            )
        }}
    {%- endif -%}
{% endmacro %}

{# Those of these columns that have a value in some row. #}
{% macro columns_with_values(source, columns) %}
    {%- set counts, found = [], [] -%}
    {%- for column in columns -%}
        {%- do counts.append("count(" ~ rankhouse.quoted(column) ~ ") as n_" ~ loop.index) -%}
    {%- endfor -%}
    {%- set row = run_query("select " ~ rankhouse.inline(counts) ~ " from " ~ source).rows[0] -%}
    {%- for column in columns -%}
        {%- if row[loop.index0] -%} {%- do found.append(column) -%} {%- endif -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# The relation of a model, by its name, whatever its alias. #}
{% macro relation_of_model(name) %}
    {%- set known = graph.nodes.values() | selectattr("resource_type", "equalto", "model") | list -%}
    {%- set found = known | selectattr("name", "equalto", name) | list -%}
    {%- if not found and name[:11] == "rankhouse__" and not rankhouse.is_configured() -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_var() ~ ", or name a model of your own") }}
    {%- elif not found -%} {{ rankhouse.raise_no_model(name, known | map(attribute="name") | list) }}
    {%- endif -%}
    {%- set node = found[0] -%}
    {%- set relation = load_relation(
        api.Relation.create(database=node.database, schema=node.schema, identifier=node.alias)
    ) -%}
    {%- if relation is none -%}
        {{
            exceptions.raise_compiler_error(
                "the model '" ~ name ~ "' has not been built: build it first with dbt build"
            )
        }}
    {%- endif -%}
    {{ return(relation) }}
{% endmacro %}

{% macro raise_no_model(name, known) %}
    {%- set hint = rankhouse.suggest(rankhouse.names_in_call(name) | join(".") or name | string, known | list) -%}
    {{ exceptions.raise_compiler_error("there is no model '" ~ name ~ "'" ~ hint) }}
{% endmacro %}

{#
A text as it is in what a statement gives back: dbt makes numbers and dates of texts that look like them, so that a sign
stands before it.
#}
{% macro marked_text(expression) %} {{ return("'=' || " ~ rankhouse.text(expression)) }}{% endmacro %}

{# The rows of a statement as dictionaries: the first columns together as `group`; texts without their mark, numbers as such. #}
{% macro rows_of_alerts(sql, n_groups, texts, numbers) %}
    {%- set found = [] -%}
    {%- for row in run_query(sql).rows -%}
        {%- set one = {"group": []} -%}
        {%- for place in range(n_groups) -%}
            {%- do one.group.append(none if row[place] is none else row[place][1:]) -%}
        {%- endfor -%}
        {%- for name in texts -%}
            {%- set value = row[n_groups + loop.index0] -%}
            {%- do one.update({name: none if value is none else value[1:]}) -%}
        {%- endfor -%}
        {%- for name in numbers -%}
            {%- set value = row[n_groups + texts | length + loop.index0] -%}
            {%- do one.update({name: none if value is none else value | float}) -%}
        {%- endfor -%}
        {%- do found.append(one) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{% macro change_of_metrics(source, grain, confidence) %}
    {%- set of_parts = "metric = 'gmap' or measure like '%weights=%'" -%}
    {%- set others = rankhouse.column_of("select min(measure) from " ~ source.sql ~ " where " ~ of_parts)[0] -%}
    {%- if others is not none -%}
        {{
            exceptions.raise_compiler_error(
                "metrics: "
                ~ others
                ~ " is not a plain mean over queries, which is value_sum / n_queries: choose other measures with measures"
            )
        }}
    {%- endif -%}
    {%- set changes = rankhouse.change_from_previous(
        source.sql, source.groups, source.day, grain, confidence=confidence
    ) -%}
    {%- set numbers = [
        "recency",
        "value",
        "previous_value",
        "ci_low",
        "ci_high",
        "n_queries",
        "previous_queries",
    ] -%}
    {%- set texts, columns = ["day", "measure", "metric"], [] -%}
    {%- for name in source.groups + [source.day] -%}
        {%- do columns.append(rankhouse.marked_text(rankhouse.quoted(name)) ~ " as text_" ~ loop.index) -%}
    {%- endfor -%}
    {%- for name in ["measure", "metric"] -%}
        {%- do columns.append(rankhouse.marked_text(name) ~ " as text_of_" ~ name) -%}
    {%- endfor -%}
    {%- set day = rankhouse.quoted(source.day) -%}
    {%- set ranked -%}
        select changes.*, dense_rank() over (order by {{ day }} desc) as recency from ({{ changes }}) as changes
    {%- endset -%}
    {%- set sql -%}
        select {{ rankhouse.inline(columns + numbers) }}
        from ({{ ranked }}) as ranked
        where recency <= 2
        order by {{ rankhouse.inline(rankhouse.quoted_all(source.groups) + ["metric", "k", "measure", "recency"]) }}
    {%- endset -%}
    {%- set rows = rankhouse.rows_of_alerts(sql, source.groups | length, texts, numbers) -%}
    {%- set days = {} -%}
    {%- for row in rows -%}
        {%- do row.update({"is_last": row.recency == 1}) -%} {%- do days.update({row.recency: row.day}) -%}
    {%- endfor -%}
    {%- if days | length < 2 -%} {{ rankhouse.raise_nothing_to_compare(source.day, grain, days | length) }}{%- endif -%}
    {{
        return(
            {
                "day": days[1.0],
                "before": days[2.0],
                "groups": source.groups,
                "kind": "The queries of both days are independent samples.",
                "lines": rankhouse.alert_lines(rows),
            }
        )
    }}
{% endmacro %}

{% macro change_of_queries(source, confidence) %}
    {%- set day = rankhouse.quoted(source.day) -%}
    {%- set last -%}
        select {{ rankhouse.marked_text(day) }} as day_text
        from (select distinct {{ day }} from {{ source.sql }} order by {{ day }} desc limit 2) as days
        order by {{ day }} desc
    {%- endset -%}
    {%- set days = [] -%}
    {%- for text in rankhouse.column_of(last) -%} {%- do days.append(text[1:]) -%} {%- endfor -%}
    {%- if days | length < 2 -%}
        {{ rankhouse.raise_nothing_to_compare(source.day, "value", days | length) }}
    {%- endif -%}
    {%- set columns, names = [rankhouse.text(day) ~ " as system", "query_id", "measure", "metric", "k", "value"], [] -%}
    {%- for name in source.groups -%}
        {%- do names.append("group_" ~ loop.index) -%}
        {%- do columns.append(rankhouse.quoted(name) ~ " as " ~ names[-1]) -%}
    {%- endfor -%}
    {%- set two = (
        "(select "
        ~ rankhouse.inline(columns)
        ~ " from "
        ~ source.sql
        ~ " where "
        ~ rankhouse.text(day)
        ~ " in ("
        ~ rankhouse.literals(days)
        ~ ")) as two"
    ) -%}
    {%- set compared = rankhouse.compare(two, baseline=days[1], by=names, correction="none", confidence=confidence) -%}
    {%- set marked, numbers = [], ["value", "baseline_value", "ci_low", "ci_high", "n_queries"] -%}
    {%- for name in names + ["measure", "metric"] -%}
        {%- do marked.append(rankhouse.marked_text(name) ~ " as text_" ~ loop.index) -%}
    {%- endfor -%}
    {%- set sql -%}
        select {{ rankhouse.inline(marked + numbers) }}
        from ({{ compared }}) as compared
        order by {{ rankhouse.inline(names + ["metric", "k", "measure"]) }}
    {%- endset -%}
    {%- set lines = [] -%}
    {%- for row in rankhouse.rows_of_alerts(sql, names | length, ["measure", "metric"], numbers) -%}
        {%- do row.update({"before": row.baseline_value, "n_queries": [row.n_queries]}) -%}
        {%- do row.update({"ends": none if row.ci_low is none else [row.ci_low, row.ci_high]}) -%}
        {%- do lines.append(row) -%}
    {%- endfor -%}
    {{
        return(
            {
                "day": days[0] | replace(" 00:00:00", ""),
                "before": days[1] | replace(" 00:00:00", ""),
                "groups": source.groups,
                "kind": "The same queries are compared in pairs.",
                "lines": lines,
            }
        )
    }}
{% endmacro %}

{% macro raise_nothing_to_compare(day, grain, n) %}
    {{
        exceptions.raise_compiler_error(
            "column '" ~ day ~ "' of the table has " ~ (n or "no") ~ " " ~ grain ~ ": there is nothing to compare"
        )
    }}
{% endmacro %}

{# A summary as Markdown. #}
{% macro alert_text(summary) %}
    {%- set n, lines, width = summary.n_names, [], summary.header | length -%}
    {%- set heads, rules = [], [] -%}
    {%- for head in summary.header -%}
        {%- do heads.append(rankhouse.in_markdown(head)) -%}
        {%- do rules.append("---" if loop.index0 < n or loop.last else "---:") -%}
    {%- endfor -%}
    {%- do lines.append("| " ~ heads | join(" | ") ~ " |") -%}
    {%- do lines.append("|" ~ rules | join("|") ~ "|") -%}
    {%- for row in summary.rows -%}
        {%- set cells = [] -%}
        {%- for cell in row -%}
            {%- do cells.append(rankhouse.in_markdown(cell) if loop.index0 < n else cell) -%}
        {%- endfor -%}
        {%- do lines.append("| " ~ cells | join(" | ") ~ " |") -%}
    {%- endfor -%}
    {%- set parts = ["### " ~ summary.title, summary.intro, lines | join("\n")] -%}
    {%- if summary.more -%} {%- do parts.append(summary.more) -%} {%- endif -%}
    {{ return(parts | join("\n\n")) }}
{% endmacro %}

{# Nothing in a name is markup, not even HTML. #}
{% macro in_markdown(text) %}
    {%- set signs, escaped = {"&": "&#38;", "|": "&#124;", "$": "&#36;", "~": "&#126;"}, [] -%}
    {%- for letter in text -%}
        {%- set after = text[loop.index : loop.index + 1] -%}
        {%- if letter in signs -%} {%- do escaped.append(signs[letter]) -%}
        {%- elif letter in "\\`*_{}[]#!" -%} {%- do escaped.append("\\" ~ letter) -%}
        {%- elif letter == "<" and after and after not in " 0123456789" -%} {%- do escaped.append("&lt;") -%}
        {%- elif letter in "\n\r\t" -%} {%- do escaped.append(" ") -%}
        {%- else -%} {%- do escaped.append(letter) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(escaped | join) }}
{% endmacro %}
