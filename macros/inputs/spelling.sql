{#
Names that differ from a column's by capitals alone. Most engines read them as the same; Postgres, whose names are quoted here,
does not: a table made with `QueryId` has a column queryid, one made with `"QueryId"` has QueryId.
#}
{% macro tells_case() %} {{ return(adapter.dispatch("tells_case", "rankhouse")()) }}{% endmacro %}

{% macro default__tells_case() %} {{ return(false) }}{% endmacro %}

{% macro postgres__tells_case() %} {{ return(true) }}{% endmacro %}

{# Folds quoted names too. #}
{% macro redshift__tells_case() %} {{ return(false) }}{% endmacro %}

{# That a column is spelled as the relation has it. `known`: as columns_of_relation; `advice`: with {} for the right name. #}
{% macro require_spelling(plan, side, own, known, advice) %}
    {%- set names = known.values() | map(attribute="name") | list -%}
    {%- if rankhouse.tells_case() and own not in names and own | lower in known -%}
        {%- set right = known[own | lower].name -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.shown_input(plan, side)
                ~ " has no column '"
                ~ own
                ~ "', but '"
                ~ right
                ~ "', and this engine distinguishes upper and lower case: "
                ~ advice.format(right)
            )
        }}
    {%- endif -%}
{% endmacro %}
