{# Derived by tools/document.py from macros/measures/tries/; the order may be changed by hand. #}
{% macro try_catalogue() %}
    {{
        return(
            [
                rankhouse.declare_pass(),
                rankhouse.declare_pass_all(),
                rankhouse.declare_mean(),
            ]
        )
    }}
{% endmacro %}
