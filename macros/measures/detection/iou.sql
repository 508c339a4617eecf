{% macro declare_iou() %}
    {{
        return(
            {
                "name": "iou",
                "description": "Intersection over union of two boxes.",
                "formula": "the area that both cover / the area that either covers",
                "undefined": "NULL if neither box has an area, and for coordinates that are NULL or not finite.",
            }
        )
    }}
{% endmacro %}

{#
Intersection over union of two boxes: the area that they share / the area that they cover together, from 0 to 1. A box
whose x_max is not above its x_min, or y_max not above y_min, has area 0. NULL when neither box has an area, and for
coordinates that are NULL or not finite.
#}
{% macro iou(x_min, y_min, x_max, y_max, other_x_min, other_y_min, other_x_max, other_y_max) -%}
    {%- set shared = rankhouse.shared_area(
        x_min, y_min, x_max, y_max, other_x_min, other_y_min, other_x_max, other_y_max
    ) -%}
    {%- set covered = (
        rankhouse.box_area(x_min, y_min, x_max, y_max)
        ~ "\n+ "
        ~ rankhouse.box_area(other_x_min, other_y_min, other_x_max, other_y_max)
        ~ "\n- "
        ~ shared
    ) -%}
    {{ "(case when " ~ covered ~ " < 1e300\nthen " ~ rankhouse.ratio(shared ~ "\n", "\n" ~ covered ~ "\n") ~ " end)" }}
{%- endmacro %}

{#
The share of the first box that the other one covers, from 0 to 1; NULL when the first has no area. COCO measures a
detection against a crowd by it.
#}
{% macro covered_share(x_min, y_min, x_max, y_max, other_x_min, other_y_min, other_x_max, other_y_max) -%}
    {%- set shared = rankhouse.shared_area(
        x_min, y_min, x_max, y_max, other_x_min, other_y_min, other_x_max, other_y_max
    ) -%}
    {{ rankhouse.ratio(shared ~ "\n", rankhouse.box_area(x_min, y_min, x_max, y_max)) }}
{%- endmacro %}

{% macro shared_area(x_min, y_min, x_max, y_max, other_x_min, other_y_min, other_x_max, other_y_max) %}
    {%- set shared_width = rankhouse.extent(
        rankhouse.outermost("greatest", x_min, other_x_min),
        rankhouse.outermost("least", x_max, other_x_max),
    ) -%}
    {%- set shared_height = rankhouse.extent(
        rankhouse.outermost("greatest", y_min, other_y_min),
        rankhouse.outermost("least", y_max, other_y_max),
    ) -%}
    {{ return(shared_width ~ "\n* " ~ shared_height) }}
{% endmacro %}

{% macro box_area(x_min, y_min, x_max, y_max) -%}
    {{ rankhouse.extent(x_min, x_max) ~ "\n* " ~ rankhouse.extent(y_min, y_max) }}
{%- endmacro %}

{# high - low, 0 when that is negative. NULL and NaN stay, unlike in greatest(high - low, 0). #}
{% macro extent(low, high) -%}
    {%- set length = rankhouse.double(high) ~ " - " ~ rankhouse.double(low) -%}
    {{ "((abs(" ~ length ~ ")\n+ (" ~ length ~ ")) / 2)" }}
{%- endmacro %}

{% macro outermost(function, coordinate, other) %}
    {{ return(function ~ "(" ~ rankhouse.double(coordinate) ~ ", " ~ rankhouse.double(other) ~ ")") }}
{% endmacro %}

{# Whether a box's coordinates are finite numbers. #}
{% macro is_box(x_min, y_min, x_max, y_max) -%}
    {%- set sides = [] -%}
    {%- for low, high in [(x_min, x_max), (y_min, y_max)] -%}
        {%- do sides.append(rankhouse.is_below(rankhouse.double(high) ~ " - " ~ rankhouse.double(low), "1e150")) -%}
    {%- endfor -%}
    ({{ sides | join(" and ") }})
{%- endmacro %}
