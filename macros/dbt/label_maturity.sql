{#
How far the labels of each day have come: one row per value of `latest`, a column of the run, with n_queries (of the run),
n_judged (those of them that have a judgment, of the same day where judgments_by has the column), share_judged and
is_complete, by the rule `complete`. What is read of the newest day, rankhouse__latest, gates and alerts, is that of the
newest complete one.
#}
{% macro label_maturity(run, judgments=none, latest="day", judgments_by=[], complete={}, columns={}) -%}
    {%- do rankhouse.check_arguments(
        "label_maturity",
        {"run": run, "judgments": judgments, "latest": latest, "judgments_by": judgments_by},
    ) -%}
    {%- do rankhouse.check_complete(complete) -%}
    {%- do rankhouse.known_columns(columns, ["query_id", "relevance"], ["run", "judgments"]) -%}
    {%- do rankhouse.names_beside("latest", [latest], ["query_id"] + rankhouse.maturity_columns()) -%}
    {%- set day, query = rankhouse.quoted(latest), rankhouse.renamed("run", "query_id", columns) -%}
    {#- A labelled run has its judgments itself. -#}
    {%- set side, labels = ("run", run) if judgments is none else ("judgments", judgments) -%}
    {%- set key = [latest] if judgments is none or latest in judgments_by else [] -%}
    {%- set listed = rankhouse.inline([day, query ~ " as query_id"]) -%}
    {%- set returned -%}
        select distinct {{ listed }}
        from {{ rankhouse.as_source(run) }}
        where {{ day }} is not null and {{ query }} is not null
    {%- endset -%}
    {%- set judged_query = rankhouse.renamed(side, "query_id", columns) -%}
    {%- set judged -%}
        select distinct {{ rankhouse.inline(rankhouse.quoted_all(key) + [judged_query ~ " as query_id"]) }}
        from {{ rankhouse.as_source(labels) }}
        where {{ rankhouse.renamed(side, "relevance", columns) }} is not null
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("returned", "a query of a day in the run", returned),
        rankhouse.step("judged", "a query with a judgment", judged),
    ] -%}
    {{
        rankhouse.laid_out(
            rankhouse.query_of(steps, "a day", rankhouse.maturity_of_days(day, rankhouse.quoted_all(key), complete))
        )
        if execute
    }}
{%- endmacro %}

{% macro maturity_of_days(day, key, complete) -%}
    {%- set share = rankhouse.ratio("count(judged.query_id)", "count(returned.query_id)") -%}
    {%- set conditions = rankhouse.maturity_conditions(complete, "returned." ~ day, "count(judged.query_id)", share) -%}
    select
        returned.{{ day }} as {{ day }},
        count(returned.query_id) as n_queries,
        count(judged.query_id) as n_judged,
        {{ share }} as share_judged,
        case when {{ conditions | join(" and ") }} then true else false end as is_complete
    from rankhouse_returned as returned
    left join
        rankhouse_judged as judged
        on judged.query_id = returned.query_id {{ rankhouse.and_same_groups("judged", "returned", key) }}
    group by returned.{{ day }}
{%- endmacro %}

{% macro maturity_columns() %} {{ return(["n_queries", "n_judged", "share_judged", "is_complete"]) }}{% endmacro %}

{# Whether the var of the ready-made models says when labels are complete. #}
{% macro has_maturity() %} {{ return((var("rankhouse", none) or {}).get("complete") is not none) }}{% endmacro %}

{# The table of the ready-made models, for those who read the newest value of the var's `latest`; else every value counts. #}
{% macro configured_maturity(column) %}
    {%- if rankhouse.has_maturity() and var("rankhouse").get("latest") == column -%}
        {{ return(ref("rankhouse", "rankhouse__maturity")) }}
    {%- endif -%}
    {{ return({}) }}
{% endmacro %}

{# That the var's rule is one, and has a column of the run to look at. #}
{% macro check_configured_maturity(settings) %}
    {%- if settings.get("complete") is not none -%}
        {%- do rankhouse.check_complete(settings.complete) -%}
        {%- if settings.get("latest") not in settings.get("by", []) -%}
            {{
                exceptions.raise_compiler_error(
                    "the var rankhouse has complete, which says which values of latest count: latest is one of the columns in"
                    ~ " its by, such as day, got '"
                    ~ settings.get("latest")
                    ~ "'"
                )
            }}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{# The model rankhouse__maturity. #}
{% macro maturity_of_settings() -%}
    {%- set settings, arguments = rankhouse.settings(), rankhouse.configured() -%}
    {{
        rankhouse.label_maturity(
            arguments.run,
            arguments.get("judgments"),
            settings.latest,
            settings.get("judgments_by", []),
            settings.complete,
            rankhouse.maturity_renames(settings.get("columns", {})),
        )
    }}
{%- endmacro %}

{# Of the evaluation's columns those that are read here. #}
{% macro maturity_renames(columns) %}
    {%- set read = {} -%}
    {%- for name, column in columns.items() if name.split(".")[-1] in ["query_id", "relevance"] -%}
        {%- if name.split(".")[0] not in ["exclude", "candidates"] -%}
            {%- do read.update({name: column}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(read) }}
{% endmacro %}
