{# Measures that are computed elsewhere: the name or alias, and what to call. #}
{% macro measures_elsewhere(names) %}
    {%- set tasks = {
        "metrics (evaluate in Python and on the command line)": rankhouse.catalogue(),
        "recommendation_metrics": rankhouse.recommendation_catalogue(),
        "classifier_metrics (classifier on the command line)": rankhouse.classification_catalogue(),
        "rating_metrics": rankhouse.rating_catalogue(),
        "agreement": rankhouse.agreement_catalogue(),
    } -%}
    {%- set elsewhere = {} -%}
    {%- for task, catalogue in tasks.items() -%}
        {%- for declaration in catalogue -%}
            {%- for name in [declaration.name] + declaration.get("aliases", []) if name not in names -%}
                {%- if name not in elsewhere -%} {%- do elsewhere.update({name: task}) -%} {%- endif -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(elsewhere) }}
{% endmacro %}
