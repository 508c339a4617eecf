{#
DuckDB's table macros query_metrics(...) and metrics(...) are the same query as dbt's, with one difference: tables,
columns, measures and policies are arguments that are known only when the query runs. In the text that is rendered here
`$name` stands for the argument of that name; whoever makes the CREATE MACRO statement replaces it, and renames every
other word that equals an argument's name, because DuckDB would take it for the argument.
#}
{% macro table_macro_parameters() %}
    {{
        return(
            {
                "run": none,
                "judgments": "null",
                "measures": "null",
                "by": "[]",
                "judgments_by": "[]",
                "query_id": "'query_id'",
                "item_id": "'item_id'",
                "score": "'score'",
                "relevance": "'relevance'",
                "ties": "null",
                "queries": "null",
                "unjudged": "null",
                "checked": "false",
                "relevant_from": "0",
                "pool": "null",
                "convention": "null",
            }
        )
    }}
{% endmacro %}

{# The plan of a query whose choices are all arguments: every column that any measure needs, no depth. #}
{% macro plan_from_arguments() %}
    {{
        return(
            {
                "from_arguments": true,
                "checked": "given",
                "depth": none,
                "ties": "given",
                "queries": "given",
                "unjudged": "given",
                "weighted": true,
                "outputs": none,
                "by": ["by_run", "by_both", "by_judgments"],
                "run_by": ["by_run", "by_both"],
                "judged_by": ["by_both", "by_judgments"],
                "shared_by": ["by_both"],
                "label_by": ["by_both", "by_judgments"],
                "common_by": ["by_both"],
                "relevant_from": "$relevant_from",
                "pool": "given",
                "read_as": {},
                "needs": rankhouse.all_needs(),
                "gains": [
                    "gain_exponential",
                    "gain_linear",
                    "gain_binary",
                    "gain_exponential_keep",
                    "gain_linear_keep",
                    "stop_given",
                ],
            }
        )
    }}
{% endmacro %}

{#
The table, with three constants that keep the packed grouping columns from being empty. `by_choice`: and with ids and
numbers as a convention may read them.
#}
{% macro argument_relation(side, by_choice=false) -%}
    (
        select
            *,
            {%- if by_choice %}
                {{ rankhouse.argument_column("item_id") }}::varchar as rankhouse_text_item_id,
                {%- if side == "run" %} {{ rankhouse.argument_column("score") }}::real as rankhouse_real_score,
                {%- else %} {{ rankhouse.argument_column("relevance") }}::double as rankhouse_relevance,
                {%- endif %}
            {%- endif %}
            0 as rankhouse_ungrouped_run,
            0 as rankhouse_ungrouped_both,
            0 as rankhouse_ungrouped_judgments
        from query_table({{ rankhouse.argument_table(side) }})
    ) as given
{%- endmacro %}

{% macro argument_table(side) %} {{ return("$run" if side == "run" else "coalesce($judgments, $run)") }}{% endmacro %}

{#
The packed grouping columns of no row at all: every value NULL, but for the constant. rankhouse_no_segment is that of a
query without judgments, rankhouse_whole the one group of a run without grouping columns, however empty it is.
#}
{% macro no_row_ctes() -%}
    rankhouse_no_segment as (
        select {{ rankhouse.packed_judgments_groups() }} from {{ rankhouse.no_row("judgments") }} as nothing
    ),
    rankhouse_whole as (
        select {{ rankhouse.packed_run_groups(rankhouse.is_retrieved_argument()) }}
        from {{ rankhouse.no_row("run") }} as nothing
    ),
{%- endmacro %}

{% macro no_row(side) -%}
    (
        select given.*, 0 as rankhouse_ungrouped_run, 0 as rankhouse_ungrouped_both, 0 as rankhouse_ungrouped_judgments
        from (select 1 as one) as single
        left join query_table({{ rankhouse.argument_table(side) }}) as given on false
    )
{%- endmacro %}

{#
Ids and value by their arguments' names; the grouping columns packed into structs. `by_choice`: as pool and convention
have it. DuckDB decides by the names alone which columns these are, and computes no other.
#}
{% macro argument_columns(side, by_choice=false) -%}
    {%- set retrieved = rankhouse.is_retrieved_argument() if by_choice else "false" -%}
    {%- if side == "run" %} {{ rankhouse.packed_run_groups(retrieved) }},
    {%- else %} {{ rankhouse.packed_shared_groups() }}, {{ rankhouse.packed_judgments_groups() }},
    {%- endif %}
    {{ rankhouse.argument_column("query_id") }} as query_id,
    {%- if not by_choice %}
        {{ rankhouse.argument_column("item_id") }} as item_id,
        {%- if side == "run" %} {{ rankhouse.argument_column("score") }} as score
        {%- else %} cast({{ rankhouse.argument_column("relevance") }} as double) as relevance
        {%- endif %}
    {%- else %}
        {{ rankhouse.read_column("item_id", "rankhouse_text_item_id", rankhouse.reads_argument("ids", "text")) }},
        {%- if side == "run" %}
            {{ rankhouse.read_column("score", "rankhouse_real_score", rankhouse.reads_argument("scores", "float32")) }}
        {%- else %}
            case
                when {{ rankhouse.reads_argument("relevances", "whole") }}
                then {{ rankhouse.whole("rankhouse_relevance") }}
                else rankhouse_relevance
            end as relevance
        {%- endif %}
    {%- endif %}
{%- endmacro %}

{# The argument's column, or ours in its place. #}
{% macro read_column(name, ours, condition) -%}
    columns(
        lambda column_name:lower(column_name)
        = case when {{ condition }} then '{{ ours }}' else lower({{ "$" ~ name }}) end
    ) as {{ name }}
{%- endmacro %}

{# `retrieved`: whether judgments are those of a group of the run, so that all its columns are shared. #}
{% macro packed_run_groups(retrieved="false") -%}
    {{ rankhouse.packed_shared_groups(retrieved) }},
    {{
        rankhouse.packed_columns(
            "by_run",
            "rankhouse_ungrouped_run",
            rankhouse.names_column("$by")
            ~ " and not ("
            ~ rankhouse.names_column(rankhouse.judgments_by_argument())
            ~ " or "
            ~ retrieved
            ~ ")",
        )
    }}
{%- endmacro %}

{% macro packed_shared_groups(retrieved="false", name="by_both") -%}
    {{
        rankhouse.packed_columns(
            name,
            "rankhouse_ungrouped_both",
            rankhouse.names_column("$by")
            ~ " and ("
            ~ rankhouse.names_column(rankhouse.judgments_by_argument())
            ~ " or "
            ~ retrieved
            ~ ")",
        )
    }}
{%- endmacro %}

{# A single table holds scores and labels together, so its grouping columns belong to both. #}
{% macro judgments_by_argument() %}
    {{ return("(case when $judgments is null then $by::varchar[] else $judgments_by::varchar[] end)") }}
{% endmacro %}

{% macro packed_judgments_groups() -%}
    {{
        rankhouse.packed_columns(
            "by_judgments",
            "rankhouse_ungrouped_judgments",
            rankhouse.names_column(rankhouse.judgments_by_argument()) ~ " and not " ~ rankhouse.names_column("$by"),
        )
    }}
{%- endmacro %}

{% macro argument_column(name) -%}
    columns(lambda column_name:lower(column_name) = lower({{ "$" ~ name }}))
{%- endmacro %}

{% macro names_column(list) -%} list_contains({{ list }}::varchar[], column_name) {%- endmacro %}

{% macro packed_columns(name, constant, condition) -%}
    struct_pack(*columns(lambda column_name:column_name = '{{ constant }}' or ({{ condition }}))) as {{ name }}
{%- endmacro %}

{# The groups' columns as the user named them. #}
{% macro unpacked_groups() %} {{ return("unnest(by_run), unnest(by_both), unnest(by_judgments)") }}{% endmacro %}

{# True, or the error that names a grouping column which no input has. #}
{% macro groups_are_known() -%}
    case
        when len(struct_keys(by_run)) + len(struct_keys(by_both)) - 2 <> len($by)
        then error('by names a column that the run lacks: ' || $by::varchar)
        when
            $judgments is not null
            and len(struct_keys(by_judgments)) - 1
            <> len(list_filter($judgments_by::varchar[], lambda name: not list_contains($by::varchar[], name)))
        then error('judgments_by names a column that the judgments lack: ' || $judgments_by::varchar)
        else true
    end
{%- endmacro %}

{# The largest cutoff among the measures, in an expression that folds to a constant; huge when one has none. #}
{% macro depth_argument() -%}
    list_max(
        [
            coalesce(nullif(try_cast(regexp_extract(text, '[@_]\s*([0-9]+)\s*$', 1) as bigint), 0), 1000000000) for text
            in $measures::varchar[]
        ]
    )
{%- endmacro %}

{# The score of the last item that a cutoff can reach, NULL when every item is needed. #}
{% macro last_score_argument() -%}
    ,
    (
        max(score, least({{ rankhouse.depth_argument() }}, {{ rankhouse.heap_limit() }})) filter (
            where {{ rankhouse.depth_argument() }} <= {{ rankhouse.heap_limit() }}
        )
    )[-1] as last_score
{%- endmacro %}

{# The run down to that score, for ranking by item. #}
{% macro reaching_argument(plan) -%}
    (
        select run.*
        from rankhouse_run as run
        where
            {{ rankhouse.policy_argument("ties") }} = 'item'
            and {{ rankhouse.depth_argument() }} > {{ rankhouse.heap_limit() }}
        union all
        select run.*
        from rankhouse_run as run
        join rankhouse_returned as returned on {{ rankhouse.match("run", "returned", plan.run_by + ["query_id"]) }}
        where
            run.score >= returned.last_score
            and {{ rankhouse.policy_argument("ties") }} = 'item'
            and {{ rankhouse.depth_argument() }} <= {{ rankhouse.heap_limit() }}
    ) as reaching
{%- endmacro %}

{# The max_grade of the err measures asked for: one for all of them. #}
{% macro max_grade_argument() -%}
    coalesce(
        list_max(
            [try_cast(regexp_extract(text, 'max_grade\s*=\s*([0-9.]+)', 1) as double) for text in $measures::varchar[]]
        ),
        4
    )
{%- endmacro %}
