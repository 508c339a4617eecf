{#
A scale of ratings: its grades from the lowest to the highest, all of them text or all of them numbers. Ratings are read as
their places on it, and labels written as grades again. It orders words, which the alphabet orders otherwise, and has places
for grades that nobody gave.
#}
{% macro check_scale(scale, needs_numbers) %}
    {%- if scale is string or scale is mapping or scale is not iterable -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_scale(scale)) }}
    {%- endif -%}
    {%- if not scale -%} {{ return(none) }}{%- endif -%}
    {%- set texts, numbers = scale | select("string") | list, [] -%}
    {%- for grade in scale if rankhouse.is_finite(grade) -%} {%- do numbers.append(grade) -%} {%- endfor -%}
    {%- set is_of_one_kind = scale | length in [texts | length, numbers | length] -%}
    {%- set once = scale | unique(case_sensitive=true) | list if is_of_one_kind else [] -%}
    {%- if not is_of_one_kind or scale | length < 2 or once | length < scale | length -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_scale(scale)) }}
    {%- endif -%}
    {%- if needs_numbers is not none -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_needs_no_scale(needs_numbers)) }}
    {%- endif -%}
{% endmacro %}

{# A rating's place on the scale as a double, NULL where it is not on it; without a scale the rating itself. #}
{% macro place_on_scale(plan, rating) %}
    {%- if not plan.scale -%} {{ return(rating) }}{%- endif -%}
    {%- set are_texts, places = plan.scale[0] is string, [] -%}
    {%- set value = rankhouse.text(rating) if are_texts else rankhouse.double(rating) -%}
    {%- for grade in plan.scale -%}
        {%- set grade = rankhouse.literal(grade) if are_texts else rankhouse.double(grade) -%}
        {%- do places.append("when " ~ value ~ " = " ~ grade ~ " then " ~ rankhouse.double(loop.index)) -%}
    {%- endfor -%}
    {{ return("case " ~ places | join(" ") ~ " end") }}
{% endmacro %}

{# The grade at a place; without a scale the place is the rating. #}
{% macro grade_at_place(plan, place) %}
    {%- if not plan.scale -%} {{ return(place) }}{%- endif -%}
    {%- set grades = [] -%}
    {%- for grade in plan.scale -%}
        {%- set grade = rankhouse.literal(grade) if grade is string else rankhouse.double(grade) -%}
        {%- do grades.append("when " ~ place ~ " = " ~ loop.index ~ " then " ~ grade) -%}
    {%- endfor -%}
    {{ return("case " ~ grades | join(" ") ~ " end") }}
{% endmacro %}

{% macro says_no_scale(scale) %}
    {%- set example = "such as ['low', 'mid', 'high'] or [0, 1, 2, 3], each once" -%}
    {{ return("scale is a list of two grades or more from the lowest to the highest, " ~ example ~ ", got " ~ scale) }}
{% endmacro %}

{% macro says_needs_no_scale(needs_numbers) %}
    {{ return("scale is an order of grades, and " ~ needs_numbers ~ " needs numbers: leave the scale out") }}
{% endmacro %}
