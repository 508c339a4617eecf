{# What is said of a decision, from rankhouse_chosen (`chosen`) and rankhouse_needed (`needed`): the one place of its sentences. #}
{% macro reason_of_decision(plan) -%}
    {%- set percent = rankhouse.percent_of_level(plan) -%}
    {%- set other -%}
        case
            when chosen.n_others > 1 then 'every other system' else {{ rankhouse.text("chosen.baseline") }}
        end
    {%- endset -%}
    {%- set both = rankhouse.text("chosen.system_name") ~ "\n|| ' and ' || " ~ rankhouse.text("chosen.baseline") -%}
    {%- set than_other = other if plan.baseline is none else rankhouse.text("chosen.baseline") -%}
    {%- set worse_in = "coalesce(', but worse: ' || chosen.falls, '')" -%}
    {%- set n_blind = rankhouse.counted_text("chosen.n_blind", "segment has", "segments have") -%}
    {%- set least = rankhouse.least_units(rankhouse.level_of_falls(plan)) -%}
    {%- set too_small = " fewer than " ~ least ~ " " ~ plan.unit[1] -%}
    {%- set by_chance = rankhouse.one_decimal("chosen.n_segments * " ~ rankhouse.double(plan.level) ~ " / 2") -%}
    case
        when chosen.outcome >= 2
        then 'significantly better than ' || {{ than_other }} || ' by ' || chosen.measure || {{ worse_in }}
        when chosen.outcome = 0
        then 'significantly worse than ' || {{ rankhouse.text("chosen.baseline") }} || ' by ' || chosen.measure
        when chosen.blocked_by is not null
        then {{ both }} || ' differ significantly by ' || chosen.measure || chosen.blocked_by
        when chosen.side = 0
        then {{ both }} || ' are equal by ' || chosen.measure
        when chosen.n_units < {{ rankhouse.enough_units() }}
        then {{ rankhouse.counted_units(plan) }} || ' too few to compare ' || {{ both }} || ' by ' || chosen.measure
        when chosen.is_better = 1
        then
            'fewer than {{ rankhouse.enough_units() }} of '
            || {{ rankhouse.shown_count("chosen.n_units") }}
            || ' '
            || chosen.unit
            || ' of '
            || {{ rankhouse.text("chosen.system_name") }}
            || ' are not lost by '
            || chosen.measure
        else {{ both }} || ' do not differ significantly by ' || chosen.measure
    end || coalesce(
        '; about '
        || {{ rankhouse.two_digits("needed.more_units") }}
        || ' more '
        || {{ rankhouse.unit_of_more(plan) }}
        || ' would tell',
        ''
    )
    || case when chosen.outcome < 2 then coalesce('; worse: ' || chosen.falls, '') else '' end
    {%- if plan.segments %}
        || case
            when chosen.n_only_low > 0
            then
                '; lower at {{ percent }} %: '
                || {{ rankhouse.shown_count("chosen.n_low") }}
                || ' of '
                || {{ rankhouse.counted_text("chosen.n_segments", "segment", "segments") }}
                || ', by chance '
                || {{ by_chance }}
            else ''
        end
        || case
            when chosen.n_blind > 0
            then '; ' || {{ n_blind }} || '{{ too_small }} and cannot fall by themselves'
            else ''
        end
    {%- endif %}
{%- endmacro %}

{# "queries"; of one, "query". #}
{% macro unit_of_more(plan) %}
    {{ return("case when needed.more_units = 1 then '" ~ plan.unit[0] ~ "' else chosen.unit end") }}
{% endmacro %}

{# "5", of a confidence of 0.95. #}
{% macro percent_of_level(plan) %}
    {%- set percent = (plan.level * 100) | round(3) -%}
    {{ return(percent | int if percent == percent | int else percent) }}
{% endmacro %}

{# "1 segment has", "3 segments have". #}
{% macro counted_text(count, one, many) -%}
    case when {{ count }} = 1 then '1 {{ one }}' else {{ rankhouse.shown_count(count) }} || ' {{ many }}' end
{%- endmacro %}

{% macro counted_units(plan) %}
    {{ return(rankhouse.counted_text("chosen.n_units", plan.unit[0] ~ " is", plan.unit[1] ~ " are")) }}
{% endmacro %}

{# A whole number with two digits that count, as text. #}
{% macro two_digits(count) -%}
    {%- set tens = [] -%}
    {%- for power in range(9, 0, -1) -%}
        {%- set unit = 10**power -%}
        {%- do tens.append(
            "when " ~ count ~ " >= " ~ 10 * unit
            ~ " then " ~ rankhouse.bigint("floor(" ~ count ~ " / " ~ rankhouse.double(unit) ~ " + 5e-1)") ~ " * " ~ unit
        ) -%}
    {%- endfor -%}
    {{ rankhouse.shown_count("case " ~ tens | join("\n") ~ " else " ~ count ~ " end") }}
{%- endmacro %}

{# "0.5", of a number that is not negative. #}
{% macro one_decimal(number) -%}
    {%- set tenths = rankhouse.bigint("floor(" ~ number ~ " * 10 + 5e-1)") -%}
    {{ rankhouse.text(rankhouse.bigint("floor(" ~ tenths ~ " / 1e1)")) }}
    || '.'
    || {{ rankhouse.text(rankhouse.bigint("\n" ~ tenths ~ "\n- 10 * floor(" ~ tenths ~ " / 1e1)\n")) }}
{%- endmacro %}

{#
A number as people read a difference: "-0.080", "+0.301"; with six decimals where it is small, and as the engine writes it where
these show nothing of it.
#}
{% macro signed_number(number) -%}
    {%- set size = "abs(" ~ number ~ ")" -%}
    case
        when {{ size }} >= 1e9 or {{ number }} <> 0 and {{ size }} < 1e-6
        then {{ rankhouse.text(number) }}
        when {{ number }} < 0
        then '-'
        when {{ number }} > 0
        then '+'
        else ''
    end || case
        when {{ size }} >= 1e9 or {{ number }} <> 0 and {{ size }} < 1e-6
        then ''
        when {{ size }} < 5e-3
        then {{ rankhouse.with_decimals(size, 6) }}
        else {{ rankhouse.with_decimals(size, 3) }}
    end
{%- endmacro %}

{# Of a number that is not negative and below 1e9. #}
{% macro with_decimals(number, n_decimals) -%}
    {%- set unit = 10**n_decimals -%}
    {%- set scaled = rankhouse.bigint("floor(" ~ number ~ " * " ~ unit ~ " + 5e-1)") -%}
    {%- set whole = rankhouse.bigint("floor(" ~ scaled ~ " / " ~ rankhouse.double(unit) ~ ")") -%}
    {{ rankhouse.text(whole) }}
    || '.'
    || substr(
        {{ rankhouse.text("\n" ~ unit ~ " + " ~ scaled ~ "\n- " ~ unit ~ " * " ~ whole ~ "\n") }}, 2, {{ n_decimals }}
    )
{%- endmacro %}
