{#
": did you mean 'ndcg'?": the known name with the same letters in another order, or else the one that shares most pairs of
letters with the given one; all known ones where none is near.
#}
{% macro suggest(given, known) %}
    {%- set best = namespace(name=none, score=0.0) -%}
    {%- for name in known -%}
        {%- set pairs = [] -%}
        {%- for i in range(given | length - 1) -%}
            {%- if given[i : i + 2] in name -%} {%- do pairs.append(1) -%} {%- endif -%}
        {%- endfor -%}
        {%- set letters = [] -%}
        {%- for letter in given -%} {%- if letter in name -%} {%- do letters.append(1) -%} {%- endif -%} {%- endfor -%}
        {%- set is_reordered = given | list | sort == name | list | sort -%}
        {%- set score = (1.0 if is_reordered else 0.0) + (2.0 * pairs | length + letters | length) / (
            given | length + name | length
        ) -%}
        {%- if score > best.score -%} {%- set best.name = name -%} {%- set best.score = score -%} {%- endif -%}
    {%- endfor -%}
    {{ return(": did you mean '" ~ best.name ~ "'?" if best.score > 0.6 else "; known: " ~ known | join(", ")) }}
{% endmacro %}
