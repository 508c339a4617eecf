{#
One row per partition of the run that has ever been looked at: n_items, n_judgments and a fingerprint of the inputs and of
the SQL that makes the metrics. Looked at now are all partitions, or those of the var rankhouse_partitions, or the last
ones by the argument lookback; what was known of the others stays, and one that is gone has no items. Where partitions are
overwritten, those without anything new are left out. `known`: the table of them as it is, none where there is none;
`name`: the evaluation whose rows of it they are.
#}
{% macro partitions(arguments, known=none, name=none) -%}
    {%- set partition = rankhouse.quoted(arguments.partition) -%}
    {%- set known = known if known is none else rankhouse.rows_of_evaluation(known, name) -%}
    {%- set condition = "1 = 1" if known is none else rankhouse.window_condition(arguments, known, name) -%}
    {%- set would_be_seen = "1 = 0" if rankhouse.reads_a_part() else condition -%}
    {%- set has_gone = "rankhouse_state = 'unseen' and " ~ would_be_seen -%}
    {%- set overwrites = rankhouse.partition_replacement() == "overwrite" -%}
    {%- set looked_at = rankhouse.fingerprints(arguments, condition) -%}
    {%- if known is none -%} {{ looked_at }}
    {%- else -%}
        {#- One join, because Spark recomputes a step each time it is mentioned. -#}
        select
            {{ partition }},
            case when {{ has_gone }} then 0 else n_items end as n_items,
            case when {{ has_gone }} then 0 else n_judgments end as n_judgments,
            case when {{ has_gone }} then 'gone' else fingerprint end as fingerprint
        from
            (
                select
                    coalesce(looked_at.{{ partition }}, known.{{ partition }}) as {{ partition }},
                    coalesce(looked_at.n_items, known.n_items) as n_items,
                    coalesce(looked_at.n_judgments, known.n_judgments) as n_judgments,
                    coalesce(looked_at.fingerprint, known.fingerprint) as fingerprint,
                    case
                        when known.fingerprint is null
                        then 'changed'
                        when looked_at.fingerprint <> known.fingerprint
                        then 'changed'
                        when looked_at.fingerprint is null and known.fingerprint <> 'gone'
                        then 'unseen'
                        else 'same'
                    end as rankhouse_state
                from ({{ looked_at }}) as looked_at
                full outer join
                    (select * from {{ known }} {{ "where " ~ condition if overwrites }}) as known
                    on {{ rankhouse.same_value("looked_at", "known", arguments.partition) }}
            ) as compared
            {{ "where rankhouse_state = 'changed' or (" ~ has_gone ~ ")" if overwrites }}
    {%- endif %}
{%- endmacro %}

{# Whether dbt shows a part of the inputs alone (--empty, --sample), so that what they lack is not gone. #}
{% macro reads_a_part() %}
    {{ return(invocation_args_dict.get("empty") or invocation_args_dict.get("sample") is not none) }}
{% endmacro %}

{# What the SQL of an evaluation is known by, whatever its inputs are called: a clone of a schema is up to date. #}
{% macro evaluation_code(arguments) %}
    {%- set inputs = {} -%}
    {%- do inputs.update(arguments) -%}
    {#- With a blank, because a project may have a model of that name, which is meant by no text. -#}
    {%- for side in rankhouse.ranking_sides() if arguments.get(side) is not none -%}
        {%- do inputs.update({side: side ~ " "}) -%}
    {%- endfor -%}
    {%- set plan = rankhouse.plan_of_arguments(inputs) -%}
    {%- set summary = rankhouse.summary_of_table(
        plan, "rankhouse_values", arguments.get("grouping_sets"), arguments.get("min_queries", 0)
    ) -%}
    {{ return(rankhouse.md5_of(rankhouse.query_metrics_of(plan, summed=true) ~ summary)) }}
{% endmacro %}

{# The condition that a partition is looked at; `known` are those that have been. #}
{% macro window_condition(arguments, known, name=none) %}
    {%- set named = rankhouse.named_partitions(name) -%}
    {%- if named is not none -%}
        {%- do rankhouse.check_partitions(named, arguments, known) -%}
        {{ return(rankhouse.is_one_of_values(arguments.partition, named, arguments.run)) }}
    {%- endif -%}
    {%- set column = rankhouse.quoted(arguments.partition) -%}
    {%- set first = rankhouse.window_start(arguments, known) -%}
    {%- if first is none -%} {{ return("1 = 1") }}{%- endif -%}
    {{ return("(" ~ rankhouse.at_least(first, arguments) ~ " or " ~ column ~ " is null)") }}
{% endmacro %}

{#
The var rankhouse_partitions, none without it. Of several evaluations it has a list for each, and those that it leaves out
are not looked at.
#}
{% macro named_partitions(name=none) %}
    {%- set named = var("rankhouse_partitions", none) -%}
    {%- if name is none or named is none -%} {{ return(named) }}{%- endif -%}
    {%- if named is not mapping -%}
        {{
            exceptions.raise_compiler_error(
                "the var rankhouse_partitions maps the name of each evaluation to its partitions, such as {"
                ~ name
                ~ ": [2026-01-05]}, got '"
                ~ named
                ~ "'"
            )
        }}
    {%- endif -%}
    {%- set names = rankhouse.names_of_evaluations() -%}
    {%- for other in named if other not in names -%}
        {{
            exceptions.raise_compiler_error(
                rankhouse.says_no_key("the var rankhouse_partitions", other, rankhouse.suggest(other, names))
                | replace("has no key", "names the unknown evaluation")
            )
        }}
    {%- endfor -%}
    {{ return(named.get(name, [])) }}
{% endmacro %}

{#
The first of the last partitions of the run, by `lookback`, as text; none without. The last ones that are known bound
where they are looked for, unless some of these have gone.
#}
{% macro window_start(arguments, known) %}
    {%- set lookback = arguments.get("lookback") -%}
    {%- if lookback is none -%} {{ return(none) }}{%- endif -%}
    {%- set problem = rankhouse.said_of_order(
        "(select * from " ~ arguments.run ~ ") as listed", "run", arguments.partition
    ) -%}
    {%- if problem -%} {{ exceptions.raise_compiler_error(problem) }}{%- endif -%}
    {%- set known_ones = rankhouse.last_partitions(known, arguments.partition, lookback, "fingerprint <> 'gone'") -%}
    {%- set found = [] -%}
    {%- if known_ones | length == lookback -%}
        {%- set bound = rankhouse.at_least(known_ones[0], arguments) -%}
        {%- do found.extend(rankhouse.last_partitions(arguments.run, arguments.partition, lookback, bound)) -%}
    {%- endif -%}
    {%- if found | length < lookback -%}
        {%- set found = rankhouse.last_partitions(arguments.run, arguments.partition, lookback) -%}
    {%- endif -%}
    {{ return(found[0] if found else none) }}
{% endmacro %}

{# The last so many partitions of a relation as texts, in order. #}
{% macro last_partitions(relation, partition, limit, condition="1 = 1") %}
    {%- set column = rankhouse.quoted(partition) -%}
    {%- set recent -%}
        select {{ rankhouse.text("recent." ~ column) }} as found
        from
            (
                select distinct {{ column }}
                from {{ relation }}
                where {{ column }} is not null and {{ condition }}
                order by {{ column }} desc
                limit {{ limit }}
            ) as recent
        order by recent.{{ column }}
    {%- endset -%}
    {{ return(rankhouse.column_of(recent)) }}
{% endmacro %}

{# The condition that a row of the run is of this partition, a text, or of a later one. #}
{% macro at_least(value, arguments) %}
    {%- set kind = rankhouse.type_of_column(arguments.partition, arguments.run) -%}
    {{ return(rankhouse.quoted(arguments.partition) ~ " >= " ~ rankhouse.literal_of_type(value, kind)) }}
{% endmacro %}

{# That each partition of the var rankhouse_partitions is in the run, or is known and may be gone. #}
{% macro check_partitions(named, arguments, known) %}
    {%- if named is string or named is mapping or named is not iterable -%}
        {{
            exceptions.raise_compiler_error(
                "the var rankhouse_partitions is a list of values of '"
                ~ arguments.partition
                ~ "', got '"
                ~ named
                ~ "'"
            )
        }}
    {%- endif -%}
    {%- set looked_for = [] -%}
    {%- for value in named -%}
        {%- set condition = rankhouse.is_one_of_values(arguments.partition, [value], arguments.run) -%}
        {%- set found = [] -%}
        {%- for relation in [arguments.run, known] -%}
            {%- do found.append("exists (select 1 from " ~ relation ~ " where " ~ condition ~ ")") -%}
        {%- endfor -%}
        {%- do looked_for.append(
            "select " ~ rankhouse.literal(value | string) ~ " as missing where not (" ~ found
            | join(" or ") ~ ")"
        ) -%}
    {%- endfor -%}
    {%- set missing = (
        rankhouse.column_of(looked_for | join(" union all "))
        if looked_for and not rankhouse.reads_a_part()
        else []
    ) -%}
    {%- if missing -%}
        {{
            exceptions.raise_compiler_error(
                "the var rankhouse_partitions has " ~ missing
                | length ~ " of " ~ named
                | length
                ~ " partitions that are not, and never were, in column '"
                ~ arguments.partition
                ~ "' of "
                ~ arguments.run
                ~ ": "
                ~ missing[:3]
                | join(", ")
            )
        }}
    {%- endif -%}
{% endmacro %}

{#
One row per partition of the run that the condition leaves: n_items, n_judgments and a fingerprint of the inputs and of the
SQL that makes the metrics.
#}
{% macro fingerprints(arguments, condition=none) -%}
    {%- set plan = rankhouse.plan_of_arguments(arguments, condition) -%}
    {%- set partition = arguments.partition -%}
    {%- set is_shared = partition in plan.groups.shared_group -%}
    select
        items.{{ rankhouse.quoted(partition) }},
        items.n_rows as n_items,
        coalesce(judged.n_rows, 0) as n_judgments,
        {{
            dbt.hash(
                [
                    rankhouse.literal(rankhouse.evaluation_code(arguments)),
                    rankhouse.text("items.n_rows"),
                    "items.rows_hash",
                    rankhouse.text("coalesce(judged.n_rows, 0)"),
                    "coalesce(judged.rows_hash, '')",
                ]
                | join(" || ':' || ")
            )
        }} as fingerprint
    from ({{ rankhouse.hashed_rows(plan, "run", [partition]) }}) as items {{ "left" if is_shared else "cross" }}
    join
        ({{ rankhouse.hashed_rows(plan, "judgments", [partition] if is_shared else []) }}) as judged
        {{ "on " ~ rankhouse.same_value("items", "judged", partition) if is_shared }}
{%- endmacro %}

{#
The number of rows of an input and the sum of their hashes, of each partition or, without one, of all. Whether a pair is
one of `exclude` or `candidates` is part of its row, so that a change of these concerns the partitions that have the pair.
#}
{% macro hashed_rows(plan, side, partition) -%}
    {%- set value = "score" if side == "run" else "relevance" -%}
    {%- set keys = plan.run_by if side == "run" else plan.label_by -%}
    {%- set known, listed, joins = keys + ["query_id", "item_id", value], ["listed.*"], [] -%}
    {%- for limit in ["exclude", "candidates"] if plan[limit] is not none -%}
        {%- do known.append("in_" ~ limit) -%}
        {%- do listed.append("case when " ~ limit ~ ".query_id is null then 0 else 1 end as in_" ~ limit) -%}
        {%- set pairs = "(select distinct * from (" ~ rankhouse.pairs_of(plan, limit) ~ ") as pairs) as " ~ limit -%}
        {%- do joins.append(
            "left join " ~ pairs ~ " on " ~ rankhouse.match(limit, "listed", ["query_id", "item_id"])
        ) -%}
    {%- endfor -%}
    {%- set hashed = rankhouse.row_hash(known) -%}
    {%- set columns = rankhouse.quoted_all(partition) -%}
    {%- set rows_hash = rankhouse.literal(invocation_id) if hashed is none else rankhouse.sum_of_hashes("row_hash") -%}
    select {{ rankhouse.inline(columns + ["count(*) as n_rows", rows_hash ~ " as rows_hash"]) }}
    from
        (
            select {{ rankhouse.inline(columns + [("0" if hashed is none else hashed) ~ " as row_hash"]) }}
            from
                (
                    select {{ rankhouse.inline(listed) }}
                    from
                        (
                            select {{ rankhouse.inline(columns + rankhouse.read_columns(plan, side)) }}
                            from {{ rankhouse.as_source(plan[side], side) }}
                        ) as listed
                        {{ joins | join(" ") }}
                ) as listed
        ) as hashed
        {{ "group by " ~ rankhouse.inline(columns) if partition }}
{%- endmacro %}
