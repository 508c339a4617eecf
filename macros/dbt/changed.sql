{#
Tables of metrics by partition. Each row has the fingerprint of the inputs that it was made from; a partition whose
fingerprint among the known ones is another is recomputed, all others stay as they are.
#}
{#
The rows of a query with the fingerprint of their partition: of what the statement itself reads, because inputs may have
changed since the partitions were looked at. `changed` is the condition of those that are recomputed.
#}
{% macro with_fingerprints(query, fingerprints, partition, changed=none) -%}
    select result.*, partitions.fingerprint
    from ({{ query }}) as result
    left join ({{ fingerprints }}) as partitions on {{ rankhouse.same_value("result", "partitions", partition) }}
    {%- if changed is not none and rankhouse.partition_replacement() == "delete" %}
        {#- Another build may have written these partitions since this one looked. #}
        where
            not exists (
                select 1
                from (select * from {{ this }} where {{ changed }}) as built
                where {{ rankhouse.same_value("built", "result", partition) }}
            )
    {%- endif -%}
{%- endmacro %}

{#
As a hook before the rows are inserted, in the same transaction: what the table has of the changed partitions and of those
that are gone. `partitions` is the name of their model. `partition`: the column, or of several evaluations in the table a
list of each one's name and column; then also all rows of an evaluation without one, and of those that are no more.
#}
{% macro delete_changed(partitions, partition) -%}
    {%- if is_incremental() -%}
        {%- set kept = [[none, partition]] if partition is string else partition -%}
        {%- set known, conditions = rankhouse.input_relation(partitions), [] -%}
        {%- for name, column in kept -%}
            {%- if column is none -%} {%- do conditions.append(rankhouse.of_evaluation(name)) -%}
            {%- else -%}
                {%- set found = rankhouse.differing_partitions(this, known, column, rankhouse.of_evaluation(name)) -%}
                {%- set values = (found.known + found.built) | unique | list -%}
                {%- do conditions.append(
                    rankhouse.of_evaluation(name, rankhouse.is_one_of_values(column, values, this))
                ) -%}
            {%- endif -%}
        {%- endfor -%}
        {%- if partition is not string -%}
            {%- do conditions.append("evaluation not in (" ~ rankhouse.literals(kept | map("first") | list) ~ ")") -%}
        {%- endif -%}
        delete from {{ this }}
        where {{ conditions | join(" or ") }}
    {%- endif -%}
{%- endmacro %}

{#
As a hook after rows have been written over others: the partitions of the table whose rows are not those of the known
inputs, because they are gone or nothing of them is evaluated any more. They are among those that the model's SQL notes.
#}
{% macro drop_stale(partitions, partition) -%}
    {%- if is_incremental() -%}
        {%- set noted = (model.compiled_code or "").split(rankhouse.stale_mark()) -%}
        {%- set values = fromjson(noted[1].split(" */")[0]) if noted | length == 2 else none -%}
        {%- if values != [] -%}
            {%- set condition = "1 = 1" if values is none else rankhouse.is_one_of_values(partition, values, this) -%}
            {%- set known = rankhouse.input_relation(partitions) -%}
            {%- set values = rankhouse.differing_partitions(this, known, partition, condition).built -%}
        {%- endif -%}
        {%- if values -%} {{ rankhouse.drop_partitions(this, partition, values) }}{%- endif -%}
    {%- endif -%}
{%- endmacro %}

{#
Partitions of a table whose rows are not those of the known inputs, as a comment in its model's SQL: of what was found
before they were written, the hook after it sees this alone. No text in it ends the comment or begins another.
#}
{% macro stale_note(values) -%}
    {%- if values is not none %}
        {{ rankhouse.stale_mark() ~ tojson(values) | replace("/", "\\/") ~ " */" }}
    {%- endif -%}
{%- endmacro %}

{% macro stale_mark() %} {{ return("/* rankhouse_stale: ") }}{% endmacro %}

{# The statement that removes partitions of a table, as texts; formats that delete rows have none to drop. #}
{% macro drop_partitions(table, partition, values) %}
    {%- if config.get("file_format", "parquet") in ["delta", "iceberg", "hudi"] -%}
        {{ return("delete from " ~ table ~ " where " ~ rankhouse.is_one_of_values(partition, values, table)) }}
    {%- endif -%}
    {%- set dropped = [] -%}
    {%- for value in values -%}
        {%- set literal = "null" if value is none else rankhouse.literal(value | string) -%}
        {%- do dropped.append("partition (" ~ rankhouse.quoted(partition) ~ " = " ~ literal ~ ")") -%}
    {%- endfor -%}
    {{ return("alter table " ~ table ~ " drop if exists " ~ dropped | join(", ")) }}
{% endmacro %}

{#
As a hook before that one, because two builds of the same partition at once would each delete what is there and insert:
the second one waits for the first, and finds what that has inserted.
#}
{% macro lock_built() -%} {%- if is_incremental() -%} {{ rankhouse.lock_table(this) }}{%- endif -%} {%- endmacro %}

{#
How the table that is built and the known partitions differ, of one evaluation: the condition of its partitions that are
`changed`, in its inputs, and of their rows in tables, `changed_here`; and, where partitions are overwritten, those of the
table that are `stale`. Each is none where the table is built whole.
#}
{% macro differing_of(evaluation, partitions) %}
    {%- set known = rankhouse.input_relation(partitions) -%}
    {%- if not is_incremental() -%} {{ return({"changed": none, "changed_here": none, "stale": none}) }}{%- endif -%}
    {%- set name, partition = evaluation.name, evaluation.arguments.partition -%}
    {%- set found = rankhouse.differing_partitions(this, known, partition, rankhouse.of_evaluation(name)) -%}
    {%- set changed = rankhouse.is_one_of_values(partition, found.known, known) -%}
    {%- set overwrites = rankhouse.partition_replacement() == "overwrite" -%}
    {{
        return(
            {
                "changed": changed,
                "changed_here": rankhouse.of_evaluation(name, changed),
                "stale": found.built if overwrites else none,
            }
        )
    }}
{% endmacro %}

{#
The partitions with a fingerprint that the `known` ones alone have, or the `built` table alone: as texts, from one look at
both, because each partition is a file or more of either. Of one that is gone the table has too much, all of it;
where dbt shows a part of the known ones, the table has nothing too much.
#}
{% macro differing_partitions(built, partitions, partition, condition="1 = 1") %}
    {%- set column = rankhouse.quoted(partition) -%}
    {%- set query -%}
        select {{ rankhouse.text(column) }} as found, min(side) as side
        from
            (
                select {{ column }}, fingerprint, 'known' as side
                from {{ partitions }}
                where fingerprint <> 'gone' and {{ condition }}
                union all
                select {{ column }}, fingerprint, 'built' as side from {{ built }} where {{ condition }}
            ) as listed
        group by {{ column }}, fingerprint
        having min(side) = max(side)
    {%- endset -%}
    {%- set found = {"known": [], "built": []} -%}
    {%- for row in run_query(query).rows -%} {%- do found[row[1]].append(row[0]) -%} {%- endfor -%}
    {{ return({"known": found.known, "built": [] if rankhouse.reads_a_part() else found.built}) }}
{% endmacro %}

{# The condition that a column has one of these values, as texts: literals of its type, so that engines can prune. #}
{% macro is_one_of_values(column, values, relation) %}
    {%- set known = values | reject("none") | list -%}
    {%- set kind = rankhouse.type_of_column(column, relation) if known else none -%}
    {%- set literals = [] -%}
    {%- for value in known -%} {%- do literals.append(rankhouse.literal_of_type(value, kind)) -%} {%- endfor -%}
    {%- set conditions = [] -%}
    {%- if literals -%}
        {%- do conditions.append(rankhouse.quoted(column) ~ " in (" ~ literals | join(", ") ~ ")") -%}
    {%- endif -%}
    {%- if none in values -%} {%- do conditions.append(rankhouse.quoted(column) ~ " is null") -%} {%- endif -%}
    {{ return("(" ~ conditions | join(" or ") ~ ")" if conditions else "1 = 0") }}
{% endmacro %}

{# Whether two relations have the same value of a column, NULL being a value like any other. #}
{% macro same_value(left, right, column) %}
    {%- set name = rankhouse.quoted(column) -%}
    {{
        return(
            rankhouse.same_group(rankhouse.group_key([left ~ "." ~ name]), rankhouse.group_key([right ~ "." ~ name]))
        )
    }}
{% endmacro %}
