{# What the options of a measure mean for the rows that it is computed from. #}
{# The column with what an item is worth to a measure, none when the measure has no use for it. #}
{% macro gain_column(measure) %}
    {%- if measure.metric == "err" -%} {{ return("stop_" ~ measure.max_grade | string | replace(".", "p")) }}
    {%- elif measure.gain is not defined -%}
        {{ return(none) }}
        {%- elif ":" in measure.gain -%}
        {{ return("gain_map_" ~ measure.gain | replace(":", "to") | replace("/", "_") | replace(".", "p")) }}
    {%- endif -%}
    {%- set kept = measure.negative is defined and measure.negative != "zero" and measure.gain != "binary" -%}
    {{ return("gain_" ~ measure.gain ~ ("_keep" if kept else "")) }}
{% endmacro %}

{# Needs beyond those that the measure declares for all its options. #}
{% macro needs_of_options(measure) %}
    {%- set needs = [] -%}
    {%- if measure.get("interpolation") == "max" -%}
        {%- do needs.extend(["hits_upto", "best_precision"]) -%}
    {%- endif -%}
    {%- if measure.get("interpolation") == "step" -%} {%- do needs.extend(["mid_rank", "tie_size"]) -%} {%- endif -%}
    {%- if measure.get("partial", 1) != 1 -%} {%- do needs.append("tie_size") -%} {%- endif -%}
    {%- if measure.get("negative") == "normalize" -%} {%- do needs.append("worst_rank") -%} {%- endif -%}
    {{ return(needs) }}
{% endmacro %}

{# `1:1/2:3/3:7`: a gain for each grade; the grades positive, the gains never falling, so that the ideal order stays the ideal. #}
{% macro gain_map(value, text) %}
    {%- set wrong = (
        "a gain map is grade:gain pairs such as 1:1/2:3/3:7, with positive grades in rising order and gains that never fall, got '"
        ~ value
        ~ "' in '"
        ~ text
        ~ "'"
    ) -%}
    {%- set last = namespace(grade=0.0, gain=0.0) -%}
    {%- for pair in value.split("/") -%}
        {%- set grade = pair.split(":")[0] -%}
        {%- set gain = pair.split(":")[1:] | join(":") -%}
        {%- if not (rankhouse.is_number_text(grade) and rankhouse.is_number_text(gain)) -%}
            {{ exceptions.raise_compiler_error(wrong) }}
        {%- elif grade | float <= last.grade or gain | float < last.gain -%}
            {{ exceptions.raise_compiler_error(wrong) }}
        {%- endif -%}
        {%- set last.grade = grade | float -%}
        {%- set last.gain = gain | float -%}
    {%- endfor -%}
    {{ return(value) }}
{% endmacro %}
