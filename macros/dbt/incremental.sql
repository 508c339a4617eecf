{#
Metrics that are kept from build to build: a model each for the partitions, the values by query, and their summary. Each
takes the arguments of `metrics` and, with a partition, evaluates the partitions whose inputs have changed. A project
writes the arguments once, as a macro that returns a dictionary, and calls these with **search().

`partitions` and `query_metrics` name models, which the statements that run before a model have to find again.
    partition       the column of `by` that tables are made by; none: they are made whole
    lookback        only the last so many partitions are looked at
#}
{% macro incremental_partitions() -%}
    {{ rankhouse.kept_partitions([rankhouse.unnamed_evaluation(kwargs)]) }}
{%- endmacro %}

{# `partitions`: the model of incremental_partitions; not needed without a partition. #}
{% macro incremental_query_metrics(partitions=none) -%}
    {{ rankhouse.kept_query_metrics([rankhouse.unnamed_evaluation(kwargs)], partitions) }}
{%- endmacro %}

{# From the values by query: `query_metrics` is the model of incremental_query_metrics. #}
{% macro incremental_metrics(query_metrics, partitions=none) -%}
    {{ rankhouse.kept_metrics([rankhouse.unnamed_evaluation(kwargs)], query_metrics, partitions) }}
{%- endmacro %}

{#
The same of several evaluations in one table, or of a single one without a name. An evaluation is a dictionary of `name` and
`arguments`.
#}
{% macro kept_partitions(evaluations) -%}
    {%- set by_partition = rankhouse.evaluations_by_partition(evaluations) -%}
    {%- if not by_partition -%}
        {{
            exceptions.raise_compiler_error(
                "rankhouse.incremental_partitions needs the argument partition, one of the columns in by"
            )
        }}
    {%- endif -%}
    {%- if rankhouse.partition_replacement() == "overwrite" -%} {%- do rankhouse.configure_overwrite(by_partition) -%}
    {%- else -%} {%- do config(materialized="table", pre_hook=[rankhouse.settings_hook()]) -%}
    {%- endif -%}
    {%- set known = load_relation(this) if execute and not flags.FULL_REFRESH else none -%}
    {%- if known is not none -%} {%- do rankhouse.check_evaluation_column(known, evaluations) -%} {%- endif -%}
    {%- set queries = [] -%}
    {%- for evaluation in by_partition -%}
        {%- do queries.append(rankhouse.partitions(evaluation.arguments, known, evaluation.name)) -%}
    {%- endfor -%}
    {{ rankhouse.stacked_evaluations("partitions", by_partition, queries) }}
{%- endmacro %}

{% macro kept_query_metrics(evaluations, partitions=none) -%}
    {%- do rankhouse.configure_incremental(partitions, evaluations) -%}
    {%- set queries = [] -%}
    {%- for evaluation in evaluations -%}
        {%- do queries.append(rankhouse.kept_values(evaluation, partitions)) -%}
    {%- endfor -%}
    {%- set stacked = rankhouse.stacked_evaluations("query_metrics", evaluations, queries) -%}
    {{ rankhouse.with_row_ids(stacked, evaluations, ["query_id", "measure"]) }}
{%- endmacro %}

{% macro kept_metrics(evaluations, query_metrics, partitions=none) -%}
    {%- do rankhouse.configure_incremental(partitions, evaluations) -%}
    {%- set values, queries = rankhouse.input_relation(query_metrics), [] -%}
    {%- for evaluation in evaluations -%}
        {%- do queries.append(rankhouse.kept_summary(evaluation, values, partitions)) -%}
    {%- endfor -%}
    {%- set stacked = rankhouse.stacked_evaluations("metrics", evaluations, queries) -%}
    {%- set more = ["measure"] -%}
    {%- for evaluation in evaluations if evaluation.arguments.get("grouping_sets") is not none -%}
        {%- if "grouping_set" not in more -%} {%- do more.append("grouping_set") -%} {%- endif -%}
    {%- endfor -%}
    {{ rankhouse.with_row_ids(stacked, evaluations, more) }}
{%- endmacro %}

{# The values of one evaluation, of its changed partitions where it has some. #}
{% macro kept_values(evaluation, partitions) -%}
    {%- set arguments = evaluation.arguments -%}
    {%- if not rankhouse.is_by_partition(arguments) -%} {{ rankhouse.summed_query_metrics(arguments) }}
    {%- else -%}
        {%- set differing = rankhouse.differing_of(evaluation, partitions) -%}
        {{
            rankhouse.with_fingerprints(
                rankhouse.summed_query_metrics(arguments, differing.changed),
                rankhouse.fingerprints(arguments, differing.changed),
                arguments.partition,
                differing.changed_here,
            )
        }}
        {{- rankhouse.stale_note(differing.stale) }}
    {%- endif -%}
{%- endmacro %}

{# Their summary; `values` is the table that they are in. #}
{% macro kept_summary(evaluation, values, partitions) -%}
    {%- set arguments, name = evaluation.arguments, evaluation.name -%}
    {%- set by_partition = rankhouse.is_by_partition(arguments) -%}
    {%- set differing = rankhouse.differing_of(evaluation, partitions) if by_partition else {} -%}
    {%- set changed = differing.get("changed_here") -%}
    {%- set read = rankhouse.rows_of_evaluation(values, name) -%}
    {%- if changed is not none -%}
        {%- set read = "(select * from " ~ values ~ " where " ~ changed ~ ") as listed" -%}
    {%- endif -%}
    {%- set plan = rankhouse.plan_of_arguments(arguments) -%}
    {%- set sets, min_queries = arguments.get("grouping_sets"), arguments.get("min_queries", 0) -%}
    {%- set summary = (
        rankhouse.laid_out(rankhouse.summary_of_table(plan, read, sets, min_queries)) if execute else ""
    ) -%}
    {%- if not by_partition -%} {{ summary }}
    {%- else -%}
        {%- set partition = arguments.partition -%}
        {%- set made_from -%}
            select distinct {{ rankhouse.quoted(partition) }}, fingerprint from {{ read }}
        {%- endset -%}
        {{ rankhouse.with_fingerprints(summary, made_from, partition, changed) }}
        {{- rankhouse.stale_note(differing.stale) }}
    {%- endif -%}
{%- endmacro %}

{# How a model of these is built. Statements before it are rendered when it runs, where they find other models by name. #}
{% macro configure_incremental(partitions, evaluations) %}
    {%- set by_partition = rankhouse.evaluations_by_partition(evaluations) -%}
    {%- if not by_partition -%} {%- do config(materialized="table", pre_hook=[rankhouse.settings_hook()]) -%}
    {%- else -%}
        {%- if partitions is not string -%}
            {{
                exceptions.raise_compiler_error(
                    "partitions is the name of the model that calls rankhouse.incremental_partitions, got '"
                    ~ partitions
                    ~ "'"
                )
            }}
        {%- endif -%}
        {%- set named = [rankhouse.as_argument(partitions), rankhouse.partitions_argument(evaluations)] | join(
            ", "
        ) -%}
        {%- if rankhouse.partition_replacement() == "overwrite" -%}
            {%- do rankhouse.configure_overwrite(evaluations, ["{{ rankhouse.drop_stale(" ~ named ~ ") }}"]) -%}
        {%- else -%}
            {%- do config(
                materialized="incremental",
                incremental_strategy=rankhouse.inserting_strategy(),
                on_schema_change=rankhouse.on_schema_change(),
                pre_hook=[
                    rankhouse.settings_hook(),
                    "{{ rankhouse.lock_built() }}",
                    "{{ rankhouse.delete_changed(" ~ named ~ ") }}",
                ],
            ) -%}
        {%- endif -%}
        {%- if is_incremental() -%}
            {%- do rankhouse.check_evaluation_column(this, evaluations) -%} {%- do rankhouse.check_row_ids(this) -%}
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{# Columns that have changed stop a build, because the rows of unchanged partitions do not have them. #}
{% macro on_schema_change() %} {{ return(adapter.dispatch("on_schema_change", "rankhouse")()) }} {% endmacro %}

{% macro default__on_schema_change() %} {{ return("fail") }} {% endmacro %}

{# dbt v2 compares types as they are spelled there, in lower and in upper case, and every second build would fail. #}
{% macro duckdb__on_schema_change() %}
    {{ return("append_new_columns" if rankhouse.is_dbt_v2() else "fail") }}
{% endmacro %}

{% macro is_dbt_v2() %} {{ return((dbt_version | default("1")).split(".")[0] | int > 1) }} {% endmacro %}

{# dbt skips a hook that renders to nothing. #}
{% macro settings_hook() %} {{ return("{{ rankhouse.settings_of_transaction() }}") }}{% endmacro %}

{# A table with a folder for each partition; a build writes those that its rows belong to. #}
{% macro configure_overwrite(evaluations, post_hook=[]) %}
    {%- if evaluations[0].name is not none -%}
        {{
            exceptions.raise_compiler_error(
                "evaluation '"
                ~ rankhouse.evaluations_by_partition(evaluations)[0].name
                ~ "' has a partition, but several evaluations in one table cannot have one where partitions are"
                ~ " overwritten, as on Spark: leave partition out, or give each evaluation its own models with"
                ~ " rankhouse.incremental_metrics"
            )
        }}
    {%- endif -%}
    {%- do config(
        materialized="incremental",
        incremental_strategy="insert_overwrite",
        partition_by=[rankhouse.quoted(evaluations[0].arguments.partition)],
        on_schema_change=rankhouse.on_schema_change(),
        post_hook=post_hook,
    ) -%}
{% endmacro %}

{# A text, escaped for Jinja that is rendered later. #}
{% macro as_argument(value) %}
    {%- set text = value | replace("\\", "\\\\") | replace('"', '\\"') -%}
    {%- set text = text | replace("{", "\\u007b") | replace("}", "\\u007d") | replace("%", "\\u0025") -%}
    {{ return('"' ~ text ~ '"') }}
{% endmacro %}

{# Whether tables are built by partition. #}
{% macro is_by_partition(arguments) %} {{ return(arguments.get("partition") is not none) }}{% endmacro %}

{# Not intents: the fingerprint of a day does not see which intent a judgment is of; nor cluster, which kept means do not know. #}
{% macro known_incremental_arguments() %}
    {%- set known = rankhouse.evaluation_arguments() | reject("in", ["intents", "cluster"]) | list -%}
    {{ return(known + ["partition", "lookback"]) }}
{% endmacro %}

{# The further columns of the tables that are kept. #}
{% macro kept_table_columns() %}
    {{ return(["weight", "fingerprint", "n_items", "n_judgments", "row_id"]) }}
{% endmacro %}

{# The arguments of an evaluation that is kept, their names and those of the partition checked. `giver` has named them. #}
{% macro checked_incremental_arguments(arguments, giver="the evaluation") %}
    {%- set known = rankhouse.known_incremental_arguments() -%}
    {%- for name in arguments if name not in known -%}
        {{
            exceptions.raise_compiler_error(
                giver
                ~ " has the unknown argument '"
                ~ name
                ~ "'"
                ~ (rankhouse.argument_elsewhere(name, known) or rankhouse.suggest(name, known))
            )
        }}
    {%- endfor -%}
    {%- if arguments.get("run") is none -%}
        {{ exceptions.raise_compiler_error(giver ~ " needs the argument run") }}
    {%- endif -%}
    {%- for name in ["min_queries", "provenance"] if name in arguments -%}
        {%- do rankhouse.check_arguments("metrics", {name: arguments[name]}) -%}
    {%- endfor -%}
    {%- set partition = arguments.get("partition") -%}
    {%- set groups = {"by": arguments.get("by", []), "judgments_by": arguments.get("judgments_by", [])} -%}
    {%- for macro in ["query_metrics", "metrics"] -%} {%- do rankhouse.check_groups(macro, groups) -%} {%- endfor -%}
    {%- for argument, columns in groups.items() -%}
        {%- do rankhouse.names_beside(argument, columns, rankhouse.kept_table_columns()) -%}
    {%- endfor -%}
    {%- if partition is not none and partition not in arguments.get("by", []) -%}
        {{
            exceptions.raise_compiler_error(
                giver ~ " has the partition '" ~ partition ~ "', which is not one of the columns in its by"
            )
        }}
    {%- endif -%}
    {%- for columns in arguments.get("grouping_sets") or [] if partition is not none and partition not in columns -%}
        {{
            exceptions.raise_compiler_error(
                giver
                ~ " has the partition '"
                ~ partition
                ~ "', which every set in its grouping_sets must include; readers add up the days"
            )
        }}
    {%- endfor -%}
    {%- do rankhouse.check_arguments("incremental", {"lookback": arguments.get("lookback")}) -%}
    {{ return(arguments) }}
{% endmacro %}

{# The plan of such an evaluation; `condition` limits the rows of the inputs that have the partition. #}
{% macro plan_of_arguments(arguments, condition=none) %}
    {%- set inputs = {} -%}
    {%- do inputs.update(arguments) -%}
    {%- for side in ["run", "judgments"] if condition is not none and arguments.get(side) is not none -%}
        {%- if side == "run" or arguments.partition in arguments.get("judgments_by", []) -%}
            {%- do inputs.update(
                {side: "(select * from " ~ arguments[side] ~ " where " ~ condition ~ ") as listed"}
            ) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- set plan = rankhouse.plan(dict(inputs, takes_weights=true)) -%}
    {%- do rankhouse.check_grouping_sets(plan.outputs, arguments.get("grouping_sets")) -%}
    {{ return(plan) }}
{% endmacro %}

{# The values by query from which a summary can be made. #}
{% macro summed_query_metrics(arguments, condition=none) -%}
    {%- set plan = rankhouse.plan_of_arguments(arguments, condition) -%}
    {{ rankhouse.laid_out(rankhouse.query_metrics_of(plan, summed=true)) if execute }}
{%- endmacro %}
