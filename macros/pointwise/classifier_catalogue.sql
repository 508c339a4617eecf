{# Every measure of a classifier, in the form that parse_measures reads; `part` says what it is computed from. #}
{% macro classifier_catalogue() %}
    {%- set parts = {
        "confusion": rankhouse.confusion_measures(),
        "points": rankhouse.score_measures(),
        "rows": rankhouse.probability_measures(),
    } -%}
    {%- set catalogue = [] -%}
    {%- for part, declarations in parts.items() -%}
        {%- for declaration in declarations -%}
            {%- do declaration.update({"part": part, "cutoff": "none", "options": declaration.get("options", {})}) -%}
            {%- do catalogue.append(declaration) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(catalogue) }}
{% endmacro %}
