{# As arguments.sql, for rating_metrics. #}
{% macro rating_parameters() %}
    {{
        return(
            {
                "predictions": none,
                "measures": "['mae', 'mse', 'rmse', 'r2']",
                "by": "[]",
                "rating": "'rating'",
                "prediction": "'prediction'",
            }
        )
    }}
{% endmacro %}

{% macro rating_plan_from_arguments() %}
    {{
        return(
            {
                "predictions": rankhouse.argument_rows(
                    "$predictions", ["rating", "prediction"], {"by_1": rankhouse.names_column("$by")}
                ),
                "declarations": rankhouse.rating_catalogue(),
                "requested": rankhouse.is_asked(
                    "measure",
                    "$measures",
                    rankhouse.rating_catalogue() | map(attribute="name") | list,
                    "measure of rating error",
                ),
                "by": ["by_1"],
                "named_groups": rankhouse.unpacked_argument("by_1", "$by", "predictions") ~ ", ",
            }
        )
    }}
{% endmacro %}

{# Whether a name is among those asked for; an error for one that is not known. #}
{% macro is_asked(name, argument, known, what) -%}
    case
        when len(coalesce({{ argument }}, [])) = 0
        then error({{ rankhouse.literal("no " ~ what ~ " was asked for: known are " ~ known | join(", ")) }})
        when not list_has_all({{ rankhouse.text_list(known) }}, [lower(trim(asked)) for asked in {{ argument }}::varchar[]])
        then
            error(
                {{ rankhouse.literal("unknown " ~ what ~ " among ") }} || {{ argument }}::varchar
                || {{ rankhouse.literal(": known are " ~ known | join(", ")) }}
            )
        else list_contains([lower(trim(asked)) for asked in {{ argument }}::varchar[]], {{ name }})
    end
{%- endmacro %}

{# The packed grouping columns as the user named them. A name that the table lacks is an error. #}
{% macro unpacked_argument(name, argument, table) -%}
    unnest(
        case
            when len(struct_keys({{ name }})) - 1 = len({{ argument }})
            then {{ name }}
            else error({{ rankhouse.literal("by names a column that " ~ table ~ " lacks: ") }} || {{ argument }}::varchar)
        end
    )
{%- endmacro %}
