{# Options that are known only when the query runs: SQL expressions, and the formula chosen by CASE. #}
{# The choices that aggregates offer: those that need the tied items of every hit are left out. #}
{% macro declared_for_aggregates(declaration) %}
    {%- set options, offered = {}, {} -%}
    {%- for option, spec in declaration.options.items() -%}
        {%- set choices = spec.get("choices", []) | reject("in", ["step"]) | list -%}
        {%- do options.update({option: {"choices": choices} if choices else spec}) -%}
    {%- endfor -%}
    {%- do offered.update(declaration) -%}
    {%- do offered.update({"options": options}) -%}
    {{ return(offered) }}
{% endmacro %}

{# Every option of a measure as an SQL expression, defaults filled in. #}
{% macro chosen(declaration, options) %}
    {%- set chosen = {} -%}
    {%- for option, spec in declaration.options.items() -%}
        {%- if spec.choices is defined -%}
            {%- set value = options.get(option, spec.choices[0]) -%}
            {%- set text = rankhouse.argument(value) ~ "::varchar" -%}
            {%- do chosen.update({option: rankhouse.literal(value) if value in spec.choices else text}) -%}
        {%- else -%} {%- do chosen.update({option: options.get(option, spec.default) | string}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(chosen) }}
{% endmacro %}

{% macro no_such_choice(option, expression, choices) -%}
    error(
        {{ rankhouse.literal(option ~ " is one of " ~ choices | join(" | ") ~ ", got ") }}
        || coalesce({{ expression }}, 'NULL')
    )
{%- endmacro %}

{# The measure's formula under the options that are chosen. #}
{% macro value_by_choice(declaration, k, chosen) -%}
    {%- set measure = {"metric": declaration.name, "k": k, "gain_column": "gained", "unstopped": "ungained"} -%}
    {%- do measure.update(chosen) -%}
    {#- The default of a number is the number itself, which formulas may look at. -#}
    {%- for option, spec in declaration.options.items() if chosen[option] == spec.get("default") | string -%}
        {%- do measure.update({option: spec.default | string}) -%}
    {%- endfor -%}
    {{- rankhouse.decided(declaration, measure, declaration.get("decided_by", []), chosen) -}}
{%- endmacro %}

{# CASE over the first of the options that decide the formula, and within each branch over the next. #}
{% macro decided(declaration, measure, options, chosen) -%}
    {%- if not options -%} {{ declaration.value(measure) }}
    {%- else -%}
        {%- set option = options[0] -%}
        {%- set choices = declaration.options[option].choices -%}
        {%- set branch = {} -%}
        {%- do branch.update(measure) -%}
        {%- set fixed = choices | select("in", [chosen[option][1:-1]]) | list -%}
        {%- if fixed -%}
            {%- do branch.update({option: fixed[0]}) -%}
            {{ rankhouse.decided(declaration, branch, options[1:], chosen) }}
        {%- else -%}
            case
                {{ chosen[option] }}
                {%- for choice in choices %}
                    {%- do branch.update({option: choice}) %}
                    when {{ rankhouse.literal(choice) }}
                    then {{ rankhouse.decided(declaration, branch, options[1:], chosen) }}
                {%- endfor %}
                else {{ rankhouse.no_such_choice(option, chosen[option], choices) }}
            end
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}

{# The gain of a relevance under the options gain and negative. #}
{% macro gain_by_choice(grade, chosen) -%}
    {%- set kinds = ["exponential", "linear", "binary"] -%}
    case
        when {{ grade }} > 0{% if chosen.negative is defined %} or {{ chosen.negative }} <> 'zero'{% endif %}
        then
            case
                {{ chosen.gain }}
                {% for kind in kinds %}
                    when {{ rankhouse.literal(kind) }} then {{ rankhouse.gain(grade, kind) }}
                {% endfor %}
                else {{ rankhouse.no_such_choice("gain", chosen.gain, kinds) }}
            end
        else 0
    end
{%- endmacro %}
