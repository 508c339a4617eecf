{# Why a candidate fails, as SQL: the reasons of metric_not_worse_than. `asked` as its steps have it. #}
{% macro gate_reason(asked) -%}
    case
        when found.n_repeated is null
        then {{ rankhouse.says_nothing_compared(asked) }}
        when found.n_repeated > 0
        then {{ rankhouse.reason_of([[rankhouse.text("found.n_repeated")], " " ~ rankhouse.says_repeated_queries()]) }}
        {%- if asked.min_queries is not none %}
            when {{ rankhouse.gate_has_too_few(asked) }}
            then {{ rankhouse.reason_of(rankhouse.says_too_few_queries(asked)) }}
        {%- endif %}
        when found.difference is null
        then {{ rankhouse.reason_of(rankhouse.says_no_difference(asked)) }}
        else {{ rankhouse.reason_of(rankhouse.says_worse(asked)) }}
    end
{%- endmacro %}

{% macro says_repeated_queries() %}
    {{ return("rows repeat a query of their segment: by lacks the column that distinguishes them") }}
{% endmacro %}

{% macro says_too_few_queries(asked) %}
    {%- set few = [
        asked.measure ~ " has ",
        [rankhouse.text("coalesce(found.n_queries, 0)")],
        " queries here and ",
        [rankhouse.text("coalesce(found.baseline_queries, 0)")],
        " in ",
    ] -%}
    {%- set common = [", ", [rankhouse.text("found.n_common")], " of them in common"] if asked.paired else [] -%}
    {{ return(few + rankhouse.says_baseline(asked) + common + [": min_queries asks for " ~ asked.min_queries]) }}
{% endmacro %}

{% macro says_no_difference(asked) %}
    {%- set start = "no query of " ~ asked.measure ~ " has a value both here and in " -%}
    {%- set start = start if asked.paired else asked.measure ~ " has no value here, or none in " -%}
    {{ return([start] + rankhouse.says_baseline(asked)) }}
{% endmacro %}

{% macro says_worse(asked) %}
    {%- set worse = rankhouse.shown_figure("0 - " ~ asked.gain) -%}
    {%- set counts -%}
        case
            when found.comparison = 'paired'
            then {{ rankhouse.reason_of([" over ", [rankhouse.text("found.n_queries")], " common queries"]) }}
            else {{ rankhouse.reason_of([" over ", [rankhouse.text("found.n_queries")], " queries against ", [rankhouse.text("found.baseline_queries")]]) }}
        end
    {%- endset -%}
    {%- set said = [
        asked.measure ~ " is ",
        [rankhouse.shown_figure("found.value")],
        " here and ",
        [rankhouse.shown_figure("found.baseline_value")],
        " in ",
    ] -%}
    {%- set said = said + rankhouse.says_baseline(asked) + [[counts], ": worse by ", [worse]] -%}
    {%- if asked.significant -%}
        {%- set surely = rankhouse.shown_figure("0 - " ~ asked.gain ~ " - " ~ asked.half) -%}
        {%- set said = said + [", by at least ", [surely], " according to its 95 % interval"] -%}
    {%- endif -%}
    {{ return(said + [", and the margin is " ~ asked.margin]) }}
{% endmacro %}

{# What the candidate is compared with: "day 2026-01-06", "system live". #}
{% macro says_baseline(asked) %}
    {%- if asked.previous is not none -%}
        {{ return([asked.previous ~ " ", [rankhouse.text("(select newest from rankhouse_before)")]]) }}
    {%- endif -%}
    {{ return([rankhouse.named_values(asked.baseline) if asked.baseline else "the table of the baseline"]) }}
{% endmacro %}

{% macro named_values(baseline) %}
    {%- set named = [] -%}
    {%- for column, value in baseline.items() -%} {%- do named.append(column ~ " " ~ value) -%} {%- endfor -%}
    {{ return(named | join(", ")) }}
{% endmacro %}

{% macro says_nothing_compared(asked) -%}
    {%- set conditions = [asked.of_measure] + asked.is_baseline -%}
    case
        when (select count(*) from rankhouse_gated where {{ asked.of_measure }}) = 0
        then {{ rankhouse.says_no_rows(asked.latest, asked.measure) }}
        {%- if asked.previous is not none %}
            else
                coalesce(
                    {{ rankhouse.literal("there is no complete value of " ~ asked.previous ~ " before ") }}
                    || {{ rankhouse.text("(select newest from rankhouse_newest)") }}
                    || {{ rankhouse.literal(" to compare with") }},
                    {{ rankhouse.literal("no value of " ~ asked.previous ~ " is complete") }}
                )
        {%- elif asked.baseline %}
            when (select count(*) from rankhouse_gated where {{ conditions | join(" and ") }}) = 0
            then {{ rankhouse.reason_of(rankhouse.says_unknown_baseline(asked)) }}
            else {{ rankhouse.literal(rankhouse.says_baseline_alone(asked)) }}
        {%- else %}
            else
                {{
                    rankhouse.reason_of(
                        [
                            asked.measure ~ " has no row in the baseline: ",
                            [
                                rankhouse.says_what_is_there(
                                    "(select * from " ~ asked.relation ~ ") as listed", "measure"
                                )
                            ],
                        ]
                    )
                }}
        {%- endif %}
    end
{%- endmacro %}

{% macro says_unknown_baseline(asked) %}
    {%- set said = ["the baseline, " ~ rankhouse.named_values(asked.baseline) ~ ", has no row of " ~ asked.measure] -%}
    {%- for column in asked.baseline -%}
        {%- set there = rankhouse.says_what_is_there(
            "rankhouse_gated", column, asked.of_measure, "its column " ~ column
        ) -%}
        {%- do said.extend([": " if loop.first else ", ", [there]]) -%}
    {%- endfor -%}
    {{ return(said) }}
{% endmacro %}

{% macro says_baseline_alone(asked) %}
    {{
        return(
            "every row of "
            ~ asked.measure
            ~ " belongs to the baseline, "
            ~ rankhouse.named_values(asked.baseline)
            ~ ": there is nothing to compare with it"
        )
    }}
{% endmacro %}
