{#
What the ready-made models in models/ are made of: the var `rankhouse`, a dictionary of the arguments of an evaluation
that is kept (incremental.sql), or a list of such dictionaries, each with its `name`. run, judgments, exclude and candidates
name a model, or a source as [source, table]; `latest` names the column whose highest value is shown by rankhouse__latest, and
`complete` says which values count for it (maturity.sql).
#}
{# The evaluations of the var, checked: dictionaries of `name`, none where the var is no list, latest, complete and arguments. #}
{% macro settings() %}
    {%- set settings, evaluations = var("rankhouse", none), [] -%}
    {%- if settings is none -%} {{ exceptions.raise_compiler_error(rankhouse.says_no_var()) }}{%- endif -%}
    {%- if settings is mapping -%} {%- do evaluations.append(rankhouse.settings_of(settings)) -%}
    {%- else -%}
        {%- for each in rankhouse.listed_evaluations(settings) -%}
            {%- do evaluations.append(rankhouse.settings_of(each, each.name)) -%}
        {%- endfor -%}
        {%- do rankhouse.check_stacked_names(evaluations) -%}
    {%- endif -%}
    {{ return(evaluations) }}
{% endmacro %}

{% macro says_no_var() %}
    {%- set such = "vars: {rankhouse: {run: search_run, judgments: search_judgments, measures: [ndcg@10]}}" -%}
    {{ return("the var rankhouse is missing, which names what is evaluated: write " ~ such ~ " in dbt_project.yml") }}
{% endmacro %}

{# The same with relations in place of their names, and with provenance in all where one asks for it. #}
{% macro configured() %}
    {%- set evaluations = [] -%}
    {%- for evaluation in rankhouse.settings() -%}
        {%- set arguments = {} -%}
        {%- do arguments.update(evaluation.arguments) -%}
        {%- if rankhouse.has_provenance() -%} {%- do arguments.update({"provenance": true}) -%} {%- endif -%}
        {%- for side in rankhouse.ranking_sides() if arguments.get(side) is not none -%}
            {%- do arguments.update({side: rankhouse.input_relation(arguments[side])}) -%}
        {%- endfor -%}
        {%- do evaluations.append(dict(evaluation, arguments=arguments)) -%}
    {%- endfor -%}
    {{ return(evaluations) }}
{% endmacro %}

{# One evaluation of the var, its keys checked. #}
{% macro settings_of(settings, name=none) %}
    {%- set giver = "the var rankhouse" if name is none else "evaluation '" ~ name ~ "' of the var rankhouse" -%}
    {%- set arguments = {} -%}
    {%- do arguments.update(settings) -%}
    {%- for shown in ["latest", "complete"] -%} {%- do arguments.pop(shown, none) -%} {%- endfor -%}
    {%- if name is not none -%} {%- do arguments.pop("name") -%} {%- endif -%}
    {%- do rankhouse.checked_incremental_arguments(arguments, giver) -%}
    {%- if "measures" not in settings -%}
        {{ exceptions.raise_compiler_error(giver ~ " needs the argument measures") }}
    {%- endif -%}
    {%- set groups = settings.get("by", []) + settings.get("judgments_by", []) -%}
    {%- if settings.get("latest") is not none and settings.latest not in groups -%}
        {{
            exceptions.raise_compiler_error(
                giver
                ~ " has latest '"
                ~ settings.latest
                ~ "', which is not one of the columns in its by"
                ~ rankhouse.suggest(settings.latest | string, groups)
            )
        }}
    {%- endif -%}
    {%- for side in rankhouse.ranking_sides() if settings.get(side) is string -%}
        {%- set names = rankhouse.names_in_call(settings[side]) -%}
        {%- if names -%}
            {%- set call = "source" if "source(" in settings[side] else "ref" -%}
            {%- set right = "[" ~ names | join(", ") ~ "]" if call == "source" else names | join(".") -%}
            {%- set said = giver ~ " has " ~ side ~ ": " ~ settings[side] ~ ": write " ~ side ~ ": " ~ right -%}
            {{ exceptions.raise_compiler_error(said ~ ", without " ~ call) }}
        {%- endif -%}
    {%- endfor -%}
    {%- do rankhouse.check_configured_maturity(settings, giver) -%}
    {%- set shown = {"latest": settings.get("latest"), "complete": settings.get("complete")} -%}
    {{ return(dict(shown, name=name, arguments=arguments)) }}
{% endmacro %}

{# The list of the var, each with a name of its own. #}
{% macro listed_evaluations(settings) %}
    {%- set such = "each a dictionary with its name: [{name: search, run: search_run, judgments: search_judgments, measures: [ndcg@10]}]" -%}
    {%- if settings is string or settings is not iterable or settings | length == 0 -%}
        {{
            exceptions.raise_compiler_error(
                "the var rankhouse is an evaluation, or a list of them, " ~ such ~ ", got '" ~ settings ~ "'"
            )
        }}
    {%- endif -%}
    {%- set names = [] -%}
    {%- for each in settings -%}
        {%- set name = each.get("name") if each is mapping else none -%}
        {%- if name is not string or name | trim == "" -%}
            {{
                exceptions.raise_compiler_error(
                    "evaluation " ~ loop.index ~ " of the var rankhouse has no name; they are a list, " ~ such
                )
            }}
        {%- endif -%}
        {%- if name in names -%}
            {{
                exceptions.raise_compiler_error(
                    "the var rankhouse has two evaluations named '" ~ name ~ "': give each a name of its own"
                )
            }}
        {%- endif -%}
        {%- do names.append(name) -%}
    {%- endfor -%}
    {{ return(settings) }}
{% endmacro %}

{#
The settings of a ready-made model. The var is one of them, so that `state:modified` sees it change; it is read here,
because dbt compares the text of a model's file, not what it evaluates to.
#}
{% macro ready_made(enabled) %}
    {%- do config(enabled=enabled, meta={"rankhouse": var("rankhouse", none)}, **kwargs) -%}
{% endmacro %}

{# Whether there are ready-made models, whether some are made by partition, and whether rows say where they come from. #}
{% macro is_configured() %} {{ return(var("rankhouse", none) is not none) }}{% endmacro %}

{% macro has_partitions() %} {{ return(rankhouse.some_evaluation_has("partition")) }}{% endmacro %}

{% macro has_provenance() %} {{ return(rankhouse.some_evaluation_has("provenance")) }}{% endmacro %}

{# The var as it is, because dbt asks before it is checked. #}
{% macro some_evaluation_has(key) %}
    {%- set settings = var("rankhouse", none) or [] -%}
    {%- set found = [] -%}
    {%- for each in ([settings] if settings is mapping else settings) if each is mapping -%}
        {%- do found.append(each.get(key) not in [none, false]) -%}
    {%- endfor -%}
    {{ return(true in found) }}
{% endmacro %}

{% macro names_of_evaluations() %}
    {{ return((rankhouse.settings() if rankhouse.is_configured() else []) | map(attribute="name") | list) }}
{% endmacro %}

{#
A model of the user's project, "package.model" of another one, or a source as [source, table]. By its package, because
dbt warns of a package's model that finds its inputs by name alone.
#}
{% macro input_relation(named) %}
    {%- if named is not string -%} {{ return(source(named[0], named[1])) }}{%- endif -%}
    {{ return(ref(*named.split(".", 1)) if "." in named else ref(project_name, named)) }}
{% endmacro %}

{# The columns that the rows of the ready-made summary are grouped by: those of all evaluations. #}
{% macro configured_groups() %}
    {%- set settings = rankhouse.settings() -%}
    {%- set groups = rankhouse.groups_of_evaluations(settings) -%}
    {%- for evaluation in settings if evaluation.arguments.get("grouping_sets") is not none -%}
        {%- if "grouping_set" not in groups -%} {%- do groups.append("grouping_set") -%} {%- endif -%}
    {%- endfor -%}
    {{ return(groups) }}
{% endmacro %}

{# The ready-made summary with a column for each measure; `latest`: of the highest day alone, where the var names it. #}
{% macro configured_wide(latest) -%}
    {%- set metrics, groups = ref("rankhouse", "rankhouse__metrics"), rankhouse.configured_groups() -%}
    {%- set evaluations, queries = rankhouse.settings(), [] -%}
    {%- do rankhouse.check_rankhouse_columns(evaluations, groups) -%}
    {%- for evaluation in evaluations -%}
        {%- do queries.append(
            rankhouse.wide_of(
                rankhouse.rows_of_evaluation(metrics, evaluation.name),
                rankhouse.wide_columns(
                    evaluation.arguments.measures, evaluation.arguments.get("convention")
                ),
                groups,
                evaluation.latest if latest else none,
                rankhouse.maturity_of_evaluation(evaluation) if latest else none,
            )
        ) -%}
    {%- endfor -%}
    {{ rankhouse.stacked_evaluations("wide", evaluations, queries, groups) }}
{%- endmacro %}

{# What the numbers of all evaluations are made with. #}
{% macro configured_settings() -%}
    {%- set evaluations, queries = rankhouse.configured(), [] -%}
    {%- for evaluation in evaluations -%}
        {%- do queries.append(rankhouse.metric_settings_of(rankhouse.plan_of_arguments(evaluation.arguments))) -%}
    {%- endfor -%}
    {{ rankhouse.laid_out(rankhouse.stacked_evaluations("metric_settings", evaluations, queries, [])) }}
{%- endmacro %}
