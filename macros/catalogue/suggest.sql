{# ": did you mean 'ndcg'?": the nearest of the known names; all of them where none is near. #}
{% macro suggest(unknown, known) %}
    {{ return(rankhouse.did_you_mean(unknown, known) or "; known: " ~ known | join(", ")) }}
{% endmacro %}

{# The same, and nothing where no name is near. #}
{% macro did_you_mean(unknown, known) %}
    {%- set names = rankhouse.nearest(unknown, known) -%}
    {%- if not names -%} {{ return("") }}{%- endif -%}
    {%- set others = names[:-1] | join("', '") ~ "' or '" if names | length > 1 else "" -%}
    {{ return(": did you mean '" ~ others ~ names[-1] ~ "'?") }}
{% endmacro %}

{#
The known names that are nearest to an unknown one, at most four that are equally near; none for a text that is no name, which
would take long.
#}
{% macro nearest(unknown, known) %}
    {%- if unknown | length > 100 -%} {{ return([]) }}{%- endif -%}
    {%- set near, asked, length = [], unknown | lower, unknown | length -%}
    {#- Calling a macro for each of many names takes most of the time. -#}
    {%- for name in known if name | length > length - 4 and name | length < length + 4 or name[:3] | lower == asked[:3] -%}
        {%- set distance = rankhouse.distance_of_names(asked, name | lower) -%}
        {%- if distance is not none -%} {%- do near.append({"name": name, "distance": distance}) -%} {%- endif -%}
    {%- endfor -%}
    {%- if not near -%} {{ return([]) }}{%- endif -%}
    {%- set least = near | map(attribute="distance") | min -%}
    {%- set names = near | selectattr("distance", "equalto", least) | map(attribute="name") -%}
    {{ return((names | unique(case_sensitive=true) | list)[:4]) }}
{% endmacro %}

{#
How far apart two names are, none if they are not near: letters to change, add, leave out or exchange with their neighbour, one
for each third of the name; half a letter more if they begin differently. All letters in another order count as one, and the
beginning of a longer name is near too.
#}
{% macro distance_of_names(one, other) %}
    {%- set length, shortest = [one | length, other | length] | max, [one | length, other | length] | min -%}
    {%- set most = [length // 3, 3] | min -%}
    {%- set is_begun = one[:shortest] == other[:shortest] and (
        2 * shortest >= length or other[: shortest + 1] == one ~ "_"
    ) -%}
    {%- set begun = 4 if is_begun and shortest >= 2 else none -%}
    {%- set strange = one | list | reject("in", other) | list | length -%}
    {%- set lacking = other | list | reject("in", one) | list | length -%}
    {%- if length > 100 or length - shortest > most or strange > most or lacking > most -%}
        {{ return(begun) }}
    {%- endif -%}
    {%- if most and one | list | sort == other | list | sort -%} {{ return(0 if one == other else 1) }}{%- endif -%}
    {%- set edits = rankhouse.edits(one, other) -%}
    {{ return(begun if edits > most else edits + (0 if one[:1] == other[:1] else 0.5)) }}
{% endmacro %}

{# Letters to change, add, leave out or exchange with their neighbour, to make one text of another. #}
{% macro edits(one, other) %}
    {%- set rows, letters, others = [range(other | length + 1) | list], one | list, other | list -%}
    {%- for letter in letters -%}
        {%- set i, row = loop.index0, [loop.index] -%}
        {%- for against in others -%}
            {%- set j = loop.index0 -%}
            {%- set ways = [row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (0 if letter == against else 1)] -%}
            {%- if i > 0 and j > 0 and letter == others[j - 1] and letters[i - 1] == against -%}
                {%- do ways.append(rows[i - 1][j - 1] + 1) -%}
            {%- endif -%}
            {%- do row.append(ways | min) -%}
        {%- endfor -%}
        {%- do rows.append(row) -%}
    {%- endfor -%}
    {{ return(rows[-1][-1]) }}
{% endmacro %}
