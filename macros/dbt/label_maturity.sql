{#
How far the labels of each day have come: one row per value of `latest`, a column of the run, with n_queries (of the run),
n_judged (those of them that have a judgment, of the same day where judgments_by has the column), share_judged and
is_complete, by the rule `complete`. What is read of the newest day, rankhouse__latest, gates and alerts, is that of the
newest complete one.
#}
{% macro label_maturity(run, judgments=none, latest="day", judgments_by=[], complete=none, columns={}) -%}
    {%- do rankhouse.refuse_others("label_maturity", kwargs) -%}
    {%- if complete is none -%}
        {{
            exceptions.raise_compiler_error(
                "label_maturity needs complete, the rule that says when a day is complete, such as {share_judged: 0.8}"
            )
        }}
    {%- endif -%}
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
    {%- set names = {} -%}
    {%- for name in ["run.query_id", side ~ ".query_id", side ~ ".relevance"] -%}
        {%- set plain = name.split(".")[1] -%}
        {%- do names.update({name: columns.get(name, columns.get(plain, plain))}) -%}
    {%- endfor -%}
    {%- do rankhouse.require_names("run", run, [latest, names["run.query_id"]]) -%}
    {%- do rankhouse.require_names(side, labels, key + [names[side ~ ".query_id"], names[side ~ ".relevance"]]) -%}
    {%- set listed = rankhouse.inline([day, query ~ " as query_id"]) -%}
    {%- set returned -%}
        select distinct {{ listed }}
        from {{ rankhouse.as_source(run, "run") }}
        where {{ day }} is not null and {{ query }} is not null
    {%- endset -%}
    {%- set judged_query = rankhouse.renamed(side, "query_id", columns) -%}
    {%- set relevance = rankhouse.renamed(side, "relevance", columns) -%}
    {%- set judged -%}
        select distinct {{ rankhouse.inline(rankhouse.quoted_all(key) + [judged_query ~ " as query_id"]) }}
        from {{ rankhouse.as_source(labels, side) }}
        where {{ relevance }} is not null and not {{ rankhouse.is_nan(relevance) }}
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
        {{ rankhouse.bigint("count(returned.query_id)") }} as n_queries,
        {{ rankhouse.bigint("count(judged.query_id)") }} as n_judged,
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
{% macro has_maturity() %} {{ return(rankhouse.some_evaluation_has("complete")) }}{% endmacro %}

{#
What a reader takes where it states nothing: the rules of the evaluations whose `latest` the column is. Of several evaluations
a row is looked up by its own, or `evaluation` names it.
#}
{% macro configured_maturity(column, evaluation=none, table=none) %}
    {%- set settings, ruled = var("rankhouse", none) or [], [] -%}
    {%- for each in ([settings] if settings is mapping else settings) if each is mapping -%}
        {%- if each.get("complete") not in [none, false] and each.get("latest") == column -%}
            {%- do ruled.append(each.get("name")) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set are_several = settings is not mapping -%}
    {%- if not ruled or are_several and evaluation is not none and evaluation not in ruled -%}
        {{ return(rankhouse.maturity_by_rule({}, false)) }}
    {%- endif -%}
    {{
        return(
            rankhouse.maturity_by_days(ref("rankhouse", "rankhouse__maturity"), evaluation, table, are_several, ruled)
        )
    }}
{% endmacro %}

{# The maturity of an evaluation of the var. #}
{% macro maturity_of_evaluation(evaluation) %}
    {%- if evaluation.latest is none or evaluation.complete is none -%}
        {{ return(rankhouse.maturity_by_rule({}, false)) }}
    {%- endif -%}
    {%- set days = ref("rankhouse", "rankhouse__maturity") -%}
    {{ return(rankhouse.maturity_by_days(days, evaluation.name, none, evaluation.name is not none)) }}
{% endmacro %}

{# That the rule of an evaluation is one, and has a column of the run to look at. #}
{% macro check_configured_maturity(settings, giver="the var rankhouse") %}
    {%- if settings.get("complete") is not none -%}
        {%- do rankhouse.check_complete(settings.complete) -%}
        {%- if settings.get("latest") not in settings.get("by", []) -%}
            {{
                exceptions.raise_compiler_error(
                    giver
                    ~ " has complete, which says which values of latest count: latest must be one of the columns in its by,"
                    ~ " such as day, got '"
                    ~ settings.get("latest")
                    ~ "'"
                )
            }}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{# The model rankhouse__maturity, of the evaluations that have a rule. #}
{% macro maturity_of_settings() -%}
    {%- set evaluations, queries = [], [] -%}
    {%- for evaluation in rankhouse.configured() if evaluation.complete is not none -%}
        {%- set arguments = evaluation.arguments -%}
        {%- do evaluations.append(evaluation) -%}
        {%- do queries.append(
            rankhouse.label_maturity(
                arguments.run,
                arguments.get("judgments"),
                evaluation.latest,
                arguments.get("judgments_by", []),
                evaluation.complete,
                rankhouse.maturity_renames(arguments.get("columns", {})),
            )
        ) -%}
    {%- endfor -%}
    {{ rankhouse.stacked_evaluations("maturity", evaluations, queries) }}
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
