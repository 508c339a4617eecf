{#
A convention by its name, an argument of a table macro. What it says stands in the text as constants that are chosen by
that name, so that DuckDB has folded them, or never bound what they rule out, before the query runs.
#}
{# The argument, else what the convention says, else the default. #}
{% macro policy_argument(name) -%}
    {%- set default = rankhouse.policies()[name][0] -%}
    coalesce({{ "$" ~ name }}::varchar, {{ rankhouse.by_convention(name) }} {{ rankhouse.literal(default) }})
{%- endmacro %}

{# "case when ... end, ": a policy of those conventions that have one, nothing when none has. #}
{% macro by_convention(policy) %}
    {%- set names = {} -%}
    {%- for name, settings in rankhouse.conventions().items() if policy in settings -%}
        {%- do names.update({settings[policy]: names.get(settings[policy], []) + [name]}) -%}
    {%- endfor -%}
    {%- set cases = [] -%}
    {%- for choice, those in names.items() -%}
        {%- do cases.append("when " ~ rankhouse.is_convention(those) ~ " then " ~ rankhouse.literal(choice)) -%}
    {%- endfor -%}
    {{ return("case " ~ cases | join(" ") ~ " end," if cases else "") }}
{% endmacro %}

{# Whether the convention is one of these: NULL without one. #}
{% macro is_convention(names) %}
    {{ return("$convention::varchar in (" ~ rankhouse.text_list(names)[1:-1] ~ ")") }}
{% endmacro %}

{% macro no_such_convention() -%}
    {%- set known = rankhouse.conventions().keys() | list -%}
    error(
        'unknown convention '''
        || $convention::varchar
        || ''': did you mean '''
        || (
            select arg_max(known.name, jaro_winkler_similarity(known.name, $convention::varchar))
            from (select unnest({{ rankhouse.text_list(known) }}) as name) as known
        )
        || {{ rankhouse.literal("'? Known: " ~ known | join(", ")) }}
    )
{%- endmacro %}

{# Whether the convention reads ids, scores or relevances in this way. #}
{% macro reads_argument(what, way) %}
    {%- set names = [] -%}
    {%- for name, settings in rankhouse.conventions().items() if settings.get("read_as", {}).get(what) == way -%}
        {%- do names.append(name) -%}
    {%- endfor -%}
    {{ return(rankhouse.is_convention(names)) }}
{% endmacro %}

{% macro tie_order_argument() %}
    {%- set best = rankhouse.policy_argument("ties") ~ " = 'best'" -%}
    {{
        return(
            "case when "
            ~ best
            ~ " then -relevance else relevance end asc, case when "
            ~ best
            ~ " then -judged else judged end asc"
        )
    }}
{% endmacro %}

{% macro is_retrieved_argument() %} {{ return(rankhouse.policy_argument("pool") ~ " = 'retrieved'") }}{% endmacro %}

{#
rankhouse_rules: one row with what the convention says of measures, NULL without one. A map of texts: library; measures
(all that it has); "refused ndcg@k" (the reason); "ndcg gain" (what is allowed), "ndcg cutoff".
#}
{% macro rules_cte() -%}
    rankhouse_rules as (
        select
            cast(
                case
                    $convention::varchar
                    {%- for name, settings in rankhouse.conventions().items() %}
                        when {{ rankhouse.literal(name) }} then {{ rankhouse.literal(rankhouse.rules_text(settings)) }}
                    {%- endfor %}
                end as map(varchar, varchar[])
            ) as rules
    ),
{%- endmacro %}

{# {"ndcg gain"=["linear"], ...}: a map as DuckDB reads it from a text. #}
{% macro rules_text(settings) %}
    {%- set rules = {"library": [settings.library], "measures": settings.measures.keys() | list} -%}
    {%- for name, reason in settings.get("refused", {}).items() -%}
        {%- do rules.update({"refused " ~ name: [reason]}) -%}
    {%- endfor -%}
    {%- for metric, measure in settings.measures.items() -%}
        {%- for option, value in measure.items() if option not in ["queries", "without_relevant"] -%}
            {%- set allowed = value if value is not string and value is iterable else [value] -%}
            {%- do rules.update({metric ~ " " ~ option: allowed}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- set entries = [] -%}
    {%- for name, texts in rules.items() -%}
        {%- do entries.append('"' ~ name ~ '"=["' ~ texts | join('", "') ~ '"]') -%}
    {%- endfor -%}
    {{ return("{" ~ entries | join(", ") ~ "}") }}
{% endmacro %}

{# What a convention refuses of a measure (a row of rankhouse_cut), NULL when nothing. #}
{% macro refused_measure() -%}
    case
        when cut.rules is null
        then null
        when
            coalesce(
                cut.rules['refused ' || cut.metric_name],
                case when cut.cutoff is not null then cut.rules['refused ' || cut.metric_name || '@k'] end
            )
            is not null
        then cut.rules['library'][1] || ': ''' || cut.given_text || ''' cannot be reproduced: '
            || coalesce(
                cut.rules['refused ' || cut.metric_name], cut.rules['refused ' || cut.metric_name || '@k']
            )[1]
        when not list_contains(cut.rules['measures'], cut.metric_name)
        then
            cut.rules['library'][1]
            || ' has no measure that ''' || cut.given_text || ''' could be; it has '
            || array_to_string(cut.rules['measures'], ', ')
        when cut.cutoff is null and cut.rules[cut.metric_name || ' cutoff'][1] = 'required'
        then
            cut.rules['library'][1]
            || ' computes '
            || cut.metric_name
            || ' with a cutoff alone, got ''' || cut.given_text || ''''
        when cut.cutoff is not null and cut.rules[cut.metric_name || ' cutoff'][1] = 'none'
        then
            cut.rules['library'][1]
            || ' computes '
            || cut.metric_name
            || ' without a cutoff alone, got '''
            || cut.given_text
            || ''''
    end
{%- endmacro %}

{# What it refuses of an option that is given (a row of rankhouse_chosen), NULL when nothing. #}
{% macro refused_option() -%}
    case
        when chosen.rules is null or not chosen.is_given
        then null
        when chosen.allowed is null
        then
            chosen.rules['library'][1]
            || ' has no option '
            || chosen.option
            || ' of '
            || chosen.metric_name
            || ', got '''
            || chosen.given_text
            || ''''
        when chosen.allowed[1] <> 'any' and not list_contains(chosen.allowed, chosen.option_value)
        then
            chosen.rules['library'][1]
            || ' has no '
            || chosen.option
            || ' of '
            || chosen.metric_name
            || ' but '
            || array_to_string(chosen.allowed, ' | ')
            || ', got '''
            || chosen.given_text
            || ''''
    end
{%- endmacro %}

{#
What the convention says of a value: that of a query without relevant items, and whether one without a list has any.
#}
{% macro value_by_convention() -%}
    {%- set without = {} -%}
    {%- set listed = [] -%}
    {%- for name, settings in rankhouse.conventions().items() -%}
        {%- set given, only = {}, [] -%}
        {%- for metric, measure in settings.measures.items() -%}
            {%- set expression = measure.get("without_relevant", settings.get("without_relevant")) -%}
            {%- if expression is not none -%}
                {%- do given.update({expression: given.get(expression, []) + [metric]}) -%}
            {%- endif -%}
            {%- if measure.get("queries") == "intersection" -%} {%- do only.append(metric) -%} {%- endif -%}
        {%- endfor -%}
        {%- for expression, metrics in given.items() -%}
            {%- set those = rankhouse.measures_of_convention(name, metrics, settings.measures | length) -%}
            {%- do without.update({expression: without.get(expression, []) + [those]}) -%}
        {%- endfor -%}
        {%- if only -%}
            {%- do listed.append(rankhouse.measures_of_convention(name, only, settings.measures | length)) -%}
        {%- endif -%}
    {%- endfor -%}
    case
        when $convention is null or n_relevant > 0 and n_retrieved > 0
        then value
        when n_retrieved = 0 and ({{ listed | join(" or ") }})
        then null
        when n_relevant > 0 or value is not null
        then value
        {%- for expression, cases in without.items() %}
            when {{ cases | join(" or ") }} then {{ expression }}
        {%- endfor %}
    end
{%- endmacro %}

{# Whether a row is of these measures of a convention; all of them need no list. #}
{% macro measures_of_convention(name, metrics, n_measures) %}
    {%- set convention = "$convention = " ~ rankhouse.literal(name) -%}
    {%- if metrics | length == n_measures -%} {{ return(convention) }}{%- endif -%}
    {{ return(convention ~ " and metric in (" ~ rankhouse.text_list(metrics)[1:-1] ~ ")") }}
{% endmacro %}
