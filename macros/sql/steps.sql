{#
A query is a list of steps, each a common table expression with a line that says what a row of it is, and a last select.
#}
{% macro step(name, row, sql, hint="") %}
    {{ return({"name": "rankhouse_" ~ name, "row": row, "sql": sql, "hint": hint, "recursive": false}) }}
{% endmacro %}

{# A step that reads itself. #}
{% macro recursive_step(name, row, sql) %}
    {{ return(dict(rankhouse.step(name, row, sql), recursive=true)) }}
{% endmacro %}

{#
The steps and the last select as one query; a step that several parts ask for stands once. `row`: what a row of the answer is.
#}
{% macro query_of(steps, row, sql) %}
    {%- set ctes, names = [], [] -%}
    {%- for each in steps -%}
        {%- if each.name not in names -%}
            {%- do names.append(each.name) -%}
            {%- do ctes.append(
                "-- "
                ~ each.row
                ~ "\n"
                ~ each.name
                ~ " as "
                ~ (each.hint ~ " " if each.hint else "")
                ~ "(\n"
                ~ each.sql
                ~ "\n)"
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {{
        return(
            ("with recursive\n" if steps | selectattr("recursive") | list else "with\n") ~ ctes
            | join(",\n") ~ "\n" ~ "-- " ~ row ~ "\n" ~ sql ~ "\n" ~ rankhouse.settings_of_engine()
        )
    }}
{% endmacro %}

{# The text of a query as the public macros return it. Where nobody reads the text, the layout can be left out. #}
{% macro laid_out(sql) %} {{ return(rankhouse.indented(sql)) }}{% endmacro %}

{#
SQL as people read it: a clause or a column a line, indented by what it stands in, a blank line above each step. What stands in
brackets, and a list of one line after `select`, is on one line where it fits there.
#}
{#
`open` has a digit for the text itself and one for each bracket that is open, and says how far its inside stands in:
    0, 1    a step; two, once a clause such as `select` has begun in it
    2       none, because another bracket follows in its line
    3, 4    none, because its line begins with a clause (and so for the text itself); a step, once one has begun in it
`starts` has for each depth the line in which its bracket was opened.
One macro, and `at["open"]`, because calls of macros and attributes that are read are what takes time in dbt.
#}
{% macro indented(sql) -%}
    {%- set clauses = "with select from where group having order union window limit partition rows join".split() -%}
    {%- set clauses = clauses + "left cross semi lateral settings values".split() -%}
    {%- set quote, widths, starts = rankhouse.quoted("a")[0], {}, {} -%}
    {%- set at = {"open": "3", "in_name": false, "opened": 0, "lines": []} -%}
    {#- Each bracket is a word, and `case` and `end` are brackets; two blanks, because words may share one. -#}
    {%- set words = sql | replace("[", "(") | replace("{", "(") | replace("]", ")") | replace("}", ")") -%}
    {%- set words = words | replace("(", " ( ") | replace(")", " ) ") | replace(",", " ") | replace(" ", "  ") -%}
    {%- set words = words | replace("\n", " \n ") | replace(" case ", " ( ") | replace(" end ", " ) ") -%}
    {%- set words_of_lines = (" " ~ words ~ " ").split("\n") -%}
    {%- for line in sql.split("\n") -%}
        {%- set breaks_name = line.count(quote) % 2 == 1 if quote in line else false -%}
        {#- Blanks before a line break are of the name that it stands in. -#}
        {%- set text, words = line.lstrip() if breaks_name else line | trim, words_of_lines[loop.index0].split() -%}
        {%- set n_closed = 0 -%}
        {%- if words[:1] == [")"] -%}
            {%- set joined = words | join -%} {%- set n_closed = joined | length - joined.lstrip(")") | length -%}
        {%- endif -%}
        {%- set n_open = at["open"] | length - n_closed -%}
        {%- set open, closed = at["open"][:n_open], at["open"][n_open:][:1] -%}
        {%- if open not in widths -%}
            {%- do widths.update({open: open.count("0") + 2 * open.count("1") + open.count("4")}) -%}
        {%- endif -%}
        {%- set indent = widths[open] - (1 if closed in ["3", "4"] else 0) -%}
        {%- set lines = at["lines"] -%}
        {%- if at["in_name"] -%} {%- do lines.append(line) -%}
        {%- elif text[:2] == "--" -%}
            {%- set last = lines[-1:] | join | trim -%}
            {%- if last in [")", "),"] -%} {%- do lines.append("") -%}
            {%- endif -%}
            {%- set start = "" if last == ")" or indent < 0 else "    " * indent -%}
            {%- do lines.append(start ~ text) -%}
        {%- elif text -%}
            {#- left(text, 1) is a function, not a join. -#}
            {%- set is_clause = words[:1] | join in clauses and words[:2] != ["left", "("] -%}
            {%- if is_clause -%}
                {%- if lines[-2:-1] | join | trim == "select" and lines[-1].count("(") == lines[-1].count(")") -%}
                    {%- set selected = rankhouse.on_one_line(lines[-2:]) -%}
                    {%- if selected -%}
                        {%- set lines = lines[:-2] + [selected] -%} {%- do at.update({"lines": lines}) -%}
                    {%- endif -%}
                {%- endif -%}
                {%- set indent = indent - (1 if open[-1:] in "14" else 0) -%}
                {%- set open = open[:-1] ~ ("1" if open[-1:] in "01" else "4") -%}
            {%- endif -%}
            {#- Below 0, after a text with the word end, dbt v2 would stop. -#}
            {%- set start = "    " * indent if indent > 0 else "" -%}
            {%- set breaks = text[:7] == "select " and text[-1:] == "," -%}
            {%- do lines.append(start ~ ("select\n" ~ start ~ "    " ~ text[7:] if breaks else text)) -%}
            {%- if open != at["open"] -%} {%- do at.update({"open": open}) -%}
            {%- endif -%}
            {%- set rest = words[n_closed:] -%}
            {%- if "(" in rest or ")" in rest -%}
                {%- set brackets = rest | select("in", ["(", ")"]) | join -%}
                {%- do at.update({"opened": 0}) -%}
                {%- set inside = "3" if is_clause else "0" -%}
                {%- for bracket in brackets | replace("()", "") | replace("()", "") -%}
                    {%- if bracket == "(" -%}
                        {%- do starts.update({at["open"] | length: lines | length - 1}) -%}
                        {%- set before = at["open"][:-1] ~ "2" if at["opened"] else at["open"] -%}
                        {%- do at.update({"open": before ~ inside, "opened": at["opened"] + 1}) -%}
                    {%- elif at["opened"] > 1 -%}
                        {%- do at.update({"open": at["open"][:-2] ~ inside, "opened": at["opened"] - 1}) -%}
                    {%- else -%} {%- do at.update({"open": at["open"][:-1], "opened": 0}) -%}
                    {%- endif -%}
                {%- endfor -%}
            {%- endif -%}
            {%- set depth = at["open"] | length -%}
            {#- Where a text has a bracket of its own, the line may be gone. -#}
            {%- if n_closed and depth <= n_open and starts.get(depth, lines | length) < lines | length -%}
                {%- set first = starts[depth] -%}
                {%- set inside = rankhouse.on_one_line(lines[first:]) -%}
                {%- if inside -%} {%- do at.update({"lines": lines[:first] + [inside]}) -%} {%- endif -%}
            {%- endif -%}
        {%- endif -%}
        {#- A quoted name may hold a line break, and stays as it is. -#}
        {%- if breaks_name -%} {%- do at.update({"in_name": not at["in_name"]}) -%} {%- endif -%}
    {%- endfor -%}
    {%- set lines = [] -%}
    {%- for line in at["lines"] -%}
        {%- do lines.append(rankhouse.broken_line(line) if line | length > 120 else line) -%}
    {%- endfor -%}
    {{ return(lines | join("\n")) }}
{%- endmacro %}

{#
A long line as several: the first break that there is of each kind, as far to the right as it fits. Within a text nothing is
broken, nor where a backslash escapes a quote.
#}
{% macro broken_line(line) %}
    {%- set quote = rankhouse.quoted("a")[0] -%}
    {%- set is_plain = line.count("'") % 2 == 0 and line.count(quote) % 2 == 0 -%}
    {#- A name with an apostrophe, or a text with a quote, would begin a text or a name. -#}
    {%- set mixed = [] -%}
    {%- for mark, other in [[quote, "'"], ["'", quote]] -%}
        {%- for part in line.split(mark)[1::2] -%}
            {%- if other in part -%} {%- do mixed.append(part) -%} {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- if "\\" in line or not is_plain or mixed or "--" in line or "#" in line or "//" in line or "/*" in line -%}
        {{ return(line) }}
    {%- endif -%}
    {%- set at = {"rest": line, "done": [], "indent": " " * (line | length - line.lstrip() | length + 4)} -%}
    {%- for _ in range(8) -%}
        {%- do at.update({"cut": 0}) -%}
        {%- for break in [" || ", " then ", " else ", " or ", " and ", " <> ", " order by ", " rows ", " * ", ", ", " as "] -%}
            {%- if at["rest"] | length > 120 and not at["cut"] -%}
                {%- do at.update({"before": ""}) -%}
                {%- for part in at["rest"].split(break)[:-1] -%}
                    {%- set before = at["before"] ~ part ~ ("," if break == ", " else "") -%}
                    {%- set is_whole = before.count("'") % 2 == 0 and before.count(quote) % 2 == 0 -%}
                    {%- set n = before | length -%}
                    {%- if is_whole and n <= 120 and n > at["indent"] | length + 8 -%}
                        {%- do at.update({"cut": n}) -%}
                    {%- endif -%}
                    {%- do at.update({"before": at["before"] ~ part ~ break}) -%}
                {%- endfor -%}
            {%- endif -%}
        {%- endfor -%}
        {%- if at["cut"] -%}
            {%- do at["done"].append(at["rest"][: at["cut"]]) -%}
            {%- do at.update({"rest": at["indent"] ~ at["rest"][at["cut"] :].lstrip()}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return((at["done"] + [at["rest"]]) | join("\n")) }}
{% endmacro %}

{# These lines as one, or nothing where it is too long, is a step, or might hold a comment or a text of several lines. #}
{% macro on_one_line(lines) %}
    {%- set is_step = lines[0][-1:] == "(" and " as " in lines[0] and lines[-1] | trim in [")", "),"] -%}
    {%- if lines | length > 12 or is_step -%} {{ return("") }}{%- endif -%}
    {%- set at = {"line": lines[0]} -%}
    {%- for line in lines[1:] -%}
        {%- set text = line | trim -%}
        {%- set between = "" if at["line"][-1:] == "(" or text[:1] == ")" else " " -%}
        {%- do at.update({"line": at["line"] ~ between ~ text}) -%}
    {%- endfor -%}
    {%- set line = at["line"] -%}
    {%- if line | length > 120 or "--" in line or "#" in line or "//" in line -%} {{ return("") }}{%- endif -%}
    {%- for each in lines -%}
        {%- if each.count("'") % 2 == 1 or each.count(rankhouse.quoted("a")[0]) % 2 == 1 -%}
            {{ return("") }}
        {%- endif -%}
    {%- endfor -%}
    {{ return(line) }}
{% endmacro %}
