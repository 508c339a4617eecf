{#
What the ready-made models in models/ are made of: the var `rankhouse`, a dictionary of the arguments of an evaluation
that is kept (incremental.sql). run, judgments, exclude and candidates name a model, or a source as [source, table]; `latest` names the column
whose highest value is shown by rankhouse__latest, and `complete` says which values count for it (maturity.sql).
#}
{% macro configured() %}
    {%- set arguments = {} -%}
    {%- do arguments.update(rankhouse.settings()) -%}
    {%- for shown in ["latest", "complete"] -%} {%- do arguments.pop(shown, none) -%} {%- endfor -%}
    {%- for side in rankhouse.ranking_sides() if arguments.get(side) is not none -%}
        {%- do arguments.update({side: rankhouse.input_relation(arguments[side])}) -%}
    {%- endfor -%}
    {{ return(arguments) }}
{% endmacro %}

{#
The settings of a ready-made model. The var is one of them, so that `state:modified` sees it change; it is read here,
because dbt compares the text of a model's file, not what it evaluates to.
#}
{% macro ready_made(enabled) %}
    {%- do config(enabled=enabled, meta={"rankhouse": var("rankhouse", none)}, **kwargs) -%}
{% endmacro %}

{# Whether there are ready-made models, and whether they are made by partition. #}
{% macro is_configured() %} {{ return(var("rankhouse", none) is not none) }}{% endmacro %}

{# Whether their rows say where they come from. #}
{% macro has_provenance() %} {{ return((var("rankhouse", none) or {}).get("provenance", false)) }}{% endmacro %}

{% macro has_partitions() %} {{ return(rankhouse.is_by_partition(var("rankhouse", none) or {})) }}{% endmacro %}

{#
A model of the user's project, "package.model" of another one, or a source as [source, table]. By its package, because
dbt warns of a package's model that finds its inputs by name alone.
#}
{% macro input_relation(named) %}
    {%- if named is not string -%} {{ return(source(named[0], named[1])) }}{%- endif -%}
    {{ return(ref(*named.split(".", 1)) if "." in named else ref(project_name, named)) }}
{% endmacro %}

{# The var, its keys checked. #}
{% macro settings() %}
    {%- set settings = var("rankhouse") -%}
    {%- set arguments = {} -%}
    {%- do arguments.update(settings) -%}
    {%- for shown in ["latest", "complete"] -%} {%- do arguments.pop(shown, none) -%} {%- endfor -%}
    {%- do rankhouse.checked_incremental_arguments(arguments, "the var rankhouse") -%}
    {%- do rankhouse.check_configured_maturity(settings) -%}
    {%- if "measures" not in settings -%}
        {{ exceptions.raise_compiler_error("the var rankhouse needs the argument measures") }}
    {%- endif -%}
    {{ return(settings) }}
{% endmacro %}

{# The columns that the rows of the ready-made summary are grouped by. #}
{% macro configured_groups() %}
    {%- set settings = rankhouse.settings() -%}
    {%- set groups = rankhouse.groups_of(settings.get("by", []), settings.get("judgments_by", [])).outputs -%}
    {{ return(groups + (["grouping_set"] if settings.get("grouping_sets") is not none else [])) }}
{% endmacro %}

{# The ready-made summary with a column for each measure; `latest`: of the highest day alone, where the var names it. #}
{% macro configured_wide(latest) -%}
    {%- set settings = rankhouse.settings() -%}
    {{
        rankhouse.wide_metrics(
            ref("rankhouse", "rankhouse__metrics"),
            settings.measures,
            rankhouse.configured_groups(),
            settings.get("latest") if latest else none,
            settings.get("convention"),
        )
    }}
{%- endmacro %}
