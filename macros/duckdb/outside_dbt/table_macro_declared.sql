{# An entry of table_macros, by the macro's arguments and its declared tables. `more`: what else the entry says. #}
{% macro table_macro_declared(macro, declared, more={}) %}
    {%- set tables, marks = declared.tables | list, {"role": false, "aside": false} -%}
    {%- set optional = rankhouse.names_declared(declared, dict(marks, optional=true)) -%}
    {%- set takes = rankhouse.signatures().get(macro, "").split() | reject("in", tables + ["columns"]) -%}
    {{
        return(
            dict(
                {
                    "needs": tables | join(" "),
                    "takes": takes | join(" "),
                    "columns": rankhouse.names_declared(declared, dict(marks, optional=false)) | join(" "),
                    "optional": optional | join(" "),
                },
                **more
            )
        )
    }}
{% endmacro %}
