{# ": did you mean 'ndcg'?", the known name that shares most pairs of letters with the given one; all where none is near. #}
{% macro suggest(given, known) %}
    {%- set best = namespace(name=none, score=0.0) -%}
    {%- for name in known -%}
        {%- set pairs = [] -%}
        {%- for i in range(given | length - 1) -%}
            {%- if given[i : i + 2] in name -%} {%- do pairs.append(1) -%} {%- endif -%}
        {%- endfor -%}
        {%- set letters = [] -%}
        {%- for letter in given -%} {%- if letter in name -%} {%- do letters.append(1) -%} {%- endif -%} {%- endfor -%}
        {%- set score = (2.0 * pairs | length + letters | length) / (given | length + name | length) -%}
        {%- if score > best.score -%} {%- set best.name = name -%} {%- set best.score = score -%} {%- endif -%}
    {%- endfor -%}
    {{ return(": did you mean '" ~ best.name ~ "'?" if best.score > 0.6 else "; known: " ~ known | join(", ")) }}
{% endmacro %}
