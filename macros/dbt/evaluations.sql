{#
Several evaluations in one table, each a dictionary of `name` and `arguments`: the column `evaluation` comes first, then the
grouping columns of all, NULL where an evaluation has none. A single evaluation without a name has the table to itself.
#}
{# The condition of an evaluation's rows, or of those among them that a condition is true of. #}
{% macro of_evaluation(name, condition="1 = 1") %}
    {%- if name is none -%} {{ return(condition) }}{%- endif -%}
    {%- set is_one = "evaluation = " ~ rankhouse.literal(name) -%}
    {{ return("(" ~ is_one ~ ("" if condition == "1 = 1" else " and " ~ condition) ~ ")") }}
{% endmacro %}

{# Its rows of a table, as a relation. #}
{% macro rows_of_evaluation(table, name) %}
    {%- if name is none -%} {{ return(table) }}{%- endif -%}
    {{ return("(select * from " ~ table ~ " where " ~ rankhouse.of_evaluation(name) ~ ") as listed") }}
{% endmacro %}

{# An evaluation by itself, its arguments checked. #}
{% macro unnamed_evaluation(arguments) %}
    {{ return({"name": none, "arguments": rankhouse.checked_incremental_arguments(arguments)}) }}
{% endmacro %}

{% macro evaluations_by_partition(evaluations) %}
    {%- set found = [] -%}
    {%- for evaluation in evaluations if rankhouse.is_by_partition(evaluation.arguments) -%}
        {%- do found.append(evaluation) -%}
    {%- endfor -%}
    {{ return(found) }}
{% endmacro %}

{# The column of a partition for a hook, or of several evaluations the names and columns; see delete_changed. #}
{% macro partitions_argument(evaluations) %}
    {%- if evaluations[0].name is none -%}
        {{ return(rankhouse.as_argument(evaluations[0].arguments.partition)) }}
    {%- endif -%}
    {%- set pairs = [] -%}
    {%- for evaluation in evaluations -%}
        {%- do pairs.append([evaluation.name, evaluation.arguments.get("partition")]) -%}
    {%- endfor -%}
    {{ return("fromjson(" ~ rankhouse.as_argument(tojson(pairs)) ~ ")") }}
{% endmacro %}

{# The grouping columns of all, each once, in the order in which they are named. #}
{% macro groups_of_evaluations(evaluations) %}
    {%- set groups = [] -%}
    {%- for evaluation in evaluations -%}
        {%- set arguments = evaluation.arguments -%}
        {%- set own = rankhouse.groups_of(arguments.get("by", []), arguments.get("judgments_by", [])).outputs -%}
        {%- for column in own if column not in groups -%} {%- do groups.append(column) -%} {%- endfor -%}
    {%- endfor -%}
    {{ return(groups) }}
{% endmacro %}

{# That the grouping columns of several evaluations stay apart from each other, and from `evaluation`. #}
{% macro check_stacked_names(evaluations) %}
    {%- do rankhouse.names_stay_apart(rankhouse.groups_of_evaluations(evaluations)) -%}
    {%- for evaluation in evaluations -%}
        {%- for argument in ["by", "judgments_by"] if "evaluation" in evaluation.arguments.get(argument, []) | map("lower") -%}
            {{
                exceptions.raise_compiler_error(
                    "evaluation '"
                    ~ evaluation.name
                    ~ "': "
                    ~ rankhouse.says_named_like_a_result(argument, "evaluation")
                )
            }}
        {%- endfor -%}
    {%- endfor -%}
{% endmacro %}

{# A table that was built with one evaluation has no column `evaluation`, which one of several has. #}
{% macro check_evaluation_column(table, evaluations) %}
    {%- set names = adapter.get_columns_in_relation(table) | map(attribute="name") | map("lower") | list -%}
    {%- set is_of_several, are_several = "evaluation" in names, evaluations[0].name is not none -%}
    {%- if is_of_several != are_several -%}
        {{
            exceptions.raise_compiler_error(
                table
                ~ " was built with "
                ~ ("a list of evaluations" if is_of_several else "one evaluation")
                ~ " in the var rankhouse, which now has "
                ~ ("a list of them" if are_several else "one")
                ~ ": build it once with --full-refresh"
            )
        }}
    {%- endif -%}
{% endmacro %}

{#
One table of the queries of all evaluations. `kind`: what the rows are. `groups`: the grouping columns that each of the
queries has already; none where each has its own.
#}
{% macro stacked_evaluations(kind, evaluations, queries, groups=none) -%}
    {%- if evaluations[0].name is none -%} {{ queries[0] }}
    {%- else -%}
        {%- set types = rankhouse.group_types(kind, evaluations) if groups is none else {} -%}
        {%- set names = types.keys() | list if groups is none else groups -%}
        {%- set figures, known = [], [] -%}
        {%- for evaluation in evaluations -%}
            {%- do figures.append(rankhouse.stacked_figures(kind, evaluation)) -%}
            {%- for name, is_there in figures[-1].items() if name not in known -%}
                {%- do known.append(name) -%}
            {%- endfor -%}
        {%- endfor -%}
        {%- for evaluation in evaluations -%}
            {%- set own, there = figures[loop.index0], queries[loop.index0] -%}
            {%- set columns = [rankhouse.text(rankhouse.literal(evaluation.name)) ~ " as evaluation"] -%}
            {%- set grouped = names if groups is not none else rankhouse.groups_in(kind, evaluation) -%}
            {%- for name in names -%}
                {%- set missing = rankhouse.null_of_type(types.get(name)) ~ " as " ~ rankhouse.quoted(name) -%}
                {%- do columns.append(rankhouse.quoted(name) if name in grouped else missing) -%}
            {%- endfor -%}
            {%- for name in known if rankhouse.any_has(figures, name) -%}
                {%- set is_id = name == "query_id" -%}
                {%- set missing = rankhouse.null_figure(kind, name) ~ " as " ~ name -%}
                {%- set found = rankhouse.text(name) ~ " as " ~ name if is_id else name -%}
                {%- do columns.append(found if own.get(name) else missing) -%}
            {%- endfor %}
            select {{ rankhouse.listed(columns) }}
            from ({{ there }}) as listed {{ "union all" if not loop.last }}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro %}

{% macro any_has(figures, name) %}
    {{ return(figures | map(attribute=name, default=false) | select | list | length > 0) }}
{% endmacro %}

{# The grouping columns of an evaluation's own rows. #}
{% macro groups_in(kind, evaluation) %}
    {%- if kind == "partitions" -%} {{ return([evaluation.arguments.partition]) }}
    {%- elif kind == "maturity" -%} {{ return([evaluation.latest]) }}
    {%- endif -%}
    {{ return(rankhouse.groups_of_evaluations([evaluation])) }}
{% endmacro %}

{# The other columns of a table of these, in their order, and whether this evaluation has them. #}
{% macro stacked_figures(kind, evaluation) %}
    {%- set arguments, figures = evaluation.arguments, {} -%}
    {%- if kind == "metrics" -%}
        {%- do figures.update({"grouping_set": arguments.get("grouping_sets") is not none}) -%}
    {%- endif -%}
    {%- set fixed = {
        "partitions": ["n_items", "n_judgments", "fingerprint"],
        "maturity": rankhouse.maturity_columns(),
        "metric_settings": ["settings_id", "name", "value"],
        "query_metrics": rankhouse.result_columns("query_metrics") + ["n_missing"],
        "metrics": rankhouse.result_columns("metrics"),
    } -%}
    {%- if kind == "wide" -%}
        {%- set measures = rankhouse.wide_columns(arguments.measures, arguments.get("convention")) -%}
        {%- do fixed.update({"wide": measures.keys() | list}) -%}
    {%- endif -%}
    {%- for name in fixed[kind] -%} {%- do figures.update({name: true}) -%} {%- endfor -%}
    {%- if kind in ["query_metrics", "metrics"] -%}
        {%- set plan = rankhouse.plan_of_arguments(arguments) -%}
        {%- if kind == "query_metrics" -%} {%- do figures.update({"weight": plan.weighted}) -%} {%- endif -%}
        {%- do figures.update({"candidates": rankhouse.candidates_of(plan) is not none}) -%}
        {%- for name in rankhouse.provenance_names() -%}
            {%- do figures.update({name: arguments.get("provenance", false)}) -%}
        {%- endfor -%}
        {%- do figures.update({"fingerprint": rankhouse.is_by_partition(arguments)}) -%}
    {%- elif kind == "wide" -%} {%- do figures.update({"n_queries": true, "n_missing": true}) -%}
    {%- endif -%}
    {{ return(figures) }}
{% endmacro %}

{# NULL in a column that an evaluation does not have. #}
{% macro null_figure(kind, name) %}
    {{ return(rankhouse.double("null") if kind == "wide" or name == "weight" else rankhouse.text("null")) }}
{% endmacro %}

{% macro null_of_type(kind) %}
    {{ return(rankhouse.text("null") if kind is none else "cast(null as " ~ kind ~ ")") }}
{% endmacro %}

{# The grouping columns with their types, none for a text. Two evaluations have a column of one type. #}
{% macro group_types(kind, evaluations) %}
    {%- set types, first = {}, {} -%}
    {%- for evaluation in evaluations -%}
        {%- set arguments = evaluation.arguments -%}
        {%- for column in rankhouse.groups_in(kind, evaluation) -%}
            {%- set side = "run" if column in arguments.get("by", []) else "judgments" -%}
            {%- set type = rankhouse.type_of_column(column, arguments[side]) if execute else none -%}
            {%- if column in types and types[column] != type -%}
                {{
                    exceptions.raise_compiler_error(
                        "the grouping column '"
                        ~ column
                        ~ "' is "
                        ~ (types[column] or "text")
                        ~ " in evaluation '"
                        ~ first[column]
                        ~ "' and "
                        ~ (type or "text")
                        ~ " in '"
                        ~ evaluation.name
                        ~ "': cast it in the model "
                        ~ arguments[side]
                    )
                }}
            {%- endif -%}
            {%- do types.update({column: type}) -%}
            {%- if column not in first -%} {%- do first.update({column: evaluation.name}) -%} {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(types) }}
{% endmacro %}
