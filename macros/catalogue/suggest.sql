{#
": did you mean 'ndcg'?": the known name with the same letters in another order, or else the one that shares most pairs of
letters with the unknown one; all known ones where none is near.
#}
{% macro suggest(unknown, known) %}
    {%- set pairs, scores = [], [0.0] -%}
    {%- for place in range(unknown | length - 1) -%} {%- do pairs.append(unknown[place : place + 2]) -%} {%- endfor -%}
    {%- for name in known -%}
        {%- set shared_pairs = pairs | select("in", name) | list | length -%}
        {%- set shared_letters = unknown | list | select("in", name) | list | length -%}
        {%- set is_reordered = unknown | list | sort == name | list | sort -%}
        {%- set share = (2.0 * shared_pairs + shared_letters) / (unknown | length + name | length) -%}
        {%- do scores.append((1.0 if is_reordered else 0.0) + share) -%}
    {%- endfor -%}
    {%- set best = scores | max -%}
    {%- if best > 0.6 -%} {{ return(": did you mean '" ~ known[scores.index(best) - 1] ~ "'?") }} {%- endif -%}
    {{ return("; known: " ~ known | join(", ")) }}
{% endmacro %}
