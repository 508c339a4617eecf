{#
A query is a list of steps, each a common table expression with a line that says what a row of it is, and a last select.
#}
{% macro step(name, row, sql, hint="") %}
    {{ return({"name": "rankhouse_" ~ name, "row": row, "sql": sql, "hint": hint}) }}
{% endmacro %}

{# The steps and the last select as one query. `row`: what a row of the answer is. #}
{% macro query_of(steps, row, sql, recursive=false) %}
    {%- set ctes = [] -%}
    {%- for each in steps -%}
        {%- do ctes.append(
            rankhouse.remark(each.row)
            ~ each.name
            ~ " as "
            ~ (each.hint ~ " " if each.hint else "")
            ~ "(\n"
            ~ each.sql
            ~ "\n)"
        ) -%}
    {%- endfor -%}
    {{
        return(
            ("with recursive\n" if recursive else "with\n") ~ ctes
            | join(",\n") ~ "\n" ~ rankhouse.remark(row) ~ sql ~ "\n" ~ rankhouse.settings_of_engine()
        )
    }}
{% endmacro %}

{% macro remark(text) %} {{ return("-- " ~ text ~ "\n") }}{% endmacro %}

{# SQL as people read it: a clause or a column a line, indented by what it stands in, a blank line above each step. #}
{#
`open` has a digit for the text itself and one for each bracket that is open, and says how far its inside stands in:
    0, 1    a step; two, once a clause such as `select` has begun in it
    2       none, because another bracket follows in its line
    3, 4    none, because its line begins with a clause (and so for the text itself); a step, once one has begun in it
One macro, because a call for each line is what takes time in dbt.
#}
{% macro laid_out(sql) -%}
    {%- set opening, closing = ["(", "[", "{", "case"], [")", "]", "}", "end"] -%}
    {%- set clauses = "with select from where group having order union window limit partition rows join".split() -%}
    {%- set clauses = clauses + "left cross semi lateral settings values".split() -%}
    {%- set quote = rankhouse.quoted("a")[0] -%}
    {%- set brackets, lines, widths = opening + closing, [], {} -%}
    {%- set at = namespace(open="3", in_name=false, n_leading=0, last="", opened=0) -%}
    {%- set words = sql | replace("(", " ( ") | replace(")", " ) ") | replace("[", " [ ") -%}
    {%- set words = words | replace("]", " ] ") | replace("{", " { ") | replace("}", " } ") -%}
    {%- set words_of_lines = (words | replace(",", " ")).split("\n") -%}
    {%- for line in sql.split("\n") -%}
        {%- set breaks_name = line.count(quote) % 2 == 1 if quote in line else false -%}
        {#- Blanks before a line break are of the name that it stands in. -#}
        {%- set text = line.lstrip() if breaks_name else line | trim -%}
        {%- if at.in_name -%} {%- do lines.append(line) -%}
        {%- elif text[:2] == "--" -%}
            {%- if at.last in [")", "),"] -%} {%- do lines.append("") -%}
            {%- endif -%}
            {%- set indent = at.open.count("0") + 2 * at.open.count("1") + at.open.count("4") -%}
            {%- do lines.append("    " * (0 if at.last == ")" else indent) ~ text) -%}
        {%- elif text -%}
            {%- set words = words_of_lines[loop.index0].split() -%}
            {%- set n_leading, closed = 0, "" -%}
            {%- if words[0] in closing -%}
                {%- set at.n_leading = 0 -%}
                {%- for word in words -%}
                    {%- if word in closing and at.n_leading == loop.index0 -%}
                        {%- set at.n_leading = loop.index -%}
                    {%- endif -%}
                {%- endfor -%}
                {%- set n_leading = at.n_leading -%}
                {%- set closed = at.open[-n_leading:][:1] -%}
                {%- set at.open = at.open[:-n_leading] -%}
            {%- endif -%}
            {%- set open = at.open -%}
            {%- if open not in widths -%}
                {%- do widths.update({open: open.count("0") + 2 * open.count("1") + open.count("4")}) -%}
            {%- endif -%}
            {%- set indent = widths[open] - (1 if closed and closed in "34" else 0) -%}
            {#- left(text, 1) is no join. -#}
            {%- set is_clause = words[0] in clauses and not (words[0] == "left" and words[1:2] == ["("]) -%}
            {%- if is_clause -%}
                {%- set indent = indent - (1 if open[-1:] in "14" else 0) -%}
                {%- set at.open = open[:-1] ~ ("1" if open[-1:] in "01" else "4") -%}
            {%- endif -%}
            {%- set start = "    " * indent -%}
            {%- set breaks = words[0] == "select" and text.endswith(",") -%}
            {%- do lines.append(start ~ ("select\n" ~ start ~ "    " ~ text[7:] if breaks else text)) -%}
            {%- set at.opened = 0 -%}
            {%- for word in words[n_leading:] if word in brackets -%}
                {%- if word in opening -%}
                    {%- set at.open = (at.open[:-1] ~ "2" if at.opened else at.open) ~ ("3" if is_clause else "0") -%}
                    {%- set at.opened = at.opened + 1 -%}
                {%- else -%}
                    {%- set at.open = at.open[:-1] -%}
                    {%- set at.opened = at.opened - 1 if at.opened else 0 -%}
                    {%- if at.opened -%} {%- set at.open = at.open[:-1] ~ ("3" if is_clause else "0") -%}
                    {%- endif -%}
                {%- endif -%}
            {%- endfor -%}
            {%- set at.last = text -%}
        {%- endif -%}
        {#- A quoted name may hold a line break, and stays as it is. -#}
        {%- if breaks_name -%} {%- set at.in_name = not at.in_name -%} {%- endif -%}
    {%- endfor -%}
    {{ return(lines | join("\n")) }}
{%- endmacro %}
