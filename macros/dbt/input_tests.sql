{#
Contracts on runs and judgments as generic dbt tests: each selects the rows that break it, with a `reason` that names the row.
#}
{# No (query, item) pair twice, within each combination of the columns in `by`. #}
{% macro test_unique_items(model, by=[], query_id="query_id", item_id="item_id", columns={}) %}
    {%- do rankhouse.refuse_others("test_unique_items", kwargs) -%}
    {%- do rankhouse.list_of_names("by", by) -%}
    {%- set names = rankhouse.names_in_test(columns, query_id=query_id, item_id=item_id) -%}
    {%- do rankhouse.require_names("model", model, by + names.values() | list) -%}
    {%- set keys = by + [names.query_id, names.item_id] -%}
    {%- set said = rankhouse.told_row("repeated", keys) + [" is there ", [rankhouse.text("repeated.n_copies")]] -%}
    select repeated.*, {{ rankhouse.reason_of(said + [" times"]) }} as reason
    from ({{ rankhouse.repeated_items("(select * from " ~ model ~ ")", rankhouse.quoted_all(keys)) }}) as repeated
{% endmacro %}

{#
No (query, item) pair with two scores. The same row again changes nothing; another score is mostly that of another system,
whose column `by` lacks, and the metrics then mix the best of both.
#}
{% macro test_one_score_per_item(model, by=[], score="score", query_id="query_id", item_id="item_id", columns={}) %}
    {%- do rankhouse.refuse_others("test_one_score_per_item", kwargs) -%}
    {%- do rankhouse.list_of_names("by", by) -%}
    {%- set names = rankhouse.names_in_test(columns, score=score, query_id=query_id, item_id=item_id) -%}
    {%- do rankhouse.require_names("model", model, by + names.values() | list) -%}
    {%- set keys = by + [names.query_id, names.item_id] -%}
    {%- set key, score = rankhouse.quoted_all(keys), rankhouse.quoted(names.score) -%}
    {%- set figures = [
        "count(distinct " ~ score ~ ") as n_scores",
        "min(" ~ score ~ ") as lowest_score",
        "max(" ~ score ~ ") as highest_score",
    ] -%}
    {%- set said = rankhouse.told_row("scored", keys) + [
        " has ",
        [rankhouse.text("scored.n_scores")],
        " scores, from ",
    ] -%}
    {%- set said = said + [
        [rankhouse.text("scored.lowest_score")],
        " to ",
        [rankhouse.text("scored.highest_score")],
    ] -%}
    {%- set advice = ": by lacks the column that distinguishes the systems" if not by else "" -%}
    select scored.*, {{ rankhouse.reason_of(said + ([advice] if advice else [])) }} as reason
    from
        (
            select {{ rankhouse.listed(key + figures) }}
            from (select * from {{ model }}) as listed
            where
                {{ rankhouse.quoted(names.query_id) }} is not null and {{ rankhouse.quoted(names.item_id) }} is not null
            group by {{ rankhouse.inline(key) }}
            having count(distinct {{ score }}) > 1
        ) as scored
{% endmacro %}

{# No row without a query, an item, or a number in `value` (score or relevance): neither NULL nor NaN. #}
{% macro test_complete_items(model, value, query_id="query_id", item_id="item_id", columns={}) %}
    {%- do rankhouse.refuse_others("test_complete_items", kwargs) -%}
    {%- do rankhouse.one_name("value", value) -%}
    {%- set names = rankhouse.names_in_test(columns, query_id=query_id, item_id=item_id) -%}
    {%- set value = columns.get(value, value) -%}
    {%- set needed = names.values() | list + [value] -%}
    {%- do rankhouse.require_names("model", model, needed) -%}
    {%- set no_number = "not (" ~ rankhouse.is_number(rankhouse.quoted(value)) ~ ")" -%}
    select
        listed.*,
        case
            {%- for name in needed %}
                when {{ rankhouse.quoted(name) }} is null then {{ rankhouse.literal(name ~ " is NULL") }}
            {%- endfor %}
            else {{ rankhouse.literal(value ~ " is NaN or infinite") }}
        end as reason
    from (select * from {{ model }}) as listed
    where {%- for name in needed %} {{ rankhouse.quoted(name) }} is null or {%- endfor %} {{ no_number }}
{% endmacro %}

{# Ids of one kind on both sides: numbers never match text, whatever an implicit cast makes of them. #}
{% macro test_ids_match(model, judgments, query_id="query_id", item_id="item_id", columns={}) %}
    {%- do rankhouse.refuse_others("test_ids_match", kwargs) -%}
    {%- do rankhouse.a_relation("judgments", judgments) -%}
    {%- if judgments is string and dbt_version is defined -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_text_has_no_types("judgments", judgments)) }}
    {%- endif -%}
    {%- set run_names = rankhouse.names_in_test(columns, "run", query_id=query_id, item_id=item_id) -%}
    {%- set judged_names = rankhouse.names_in_test(columns, "judgments", query_id=query_id, item_id=item_id) -%}
    {%- do rankhouse.require_names("model", model, run_names.values() | list) -%}
    {%- do rankhouse.require_names("judgments", judgments, judged_names.values() | list) -%}
    {%- set clashes = [] -%}
    {%- if execute -%}
        {%- set kinds = {} -%}
        {%- for column in rankhouse.columns_of_relation(judgments).values() -%}
            {%- do kinds.update({column.name | lower: column}) -%}
        {%- endfor -%}
        {%- set ids = {} -%}
        {%- for name in ["query_id", "item_id"] if judged_names[name] | lower in kinds -%}
            {%- do ids.update({run_names[name] | lower: kinds[judged_names[name] | lower]}) -%}
        {%- endfor -%}
        {%- for column in rankhouse.columns_of_relation(model).values() if column.name | lower in ids -%}
            {%- set judged = ids[column.name | lower] -%}
            {%- if (rankhouse.kind_of(column) == "text") != (rankhouse.kind_of(judged) == "text") -%}
                {%- do clashes.append(
                    "select "
                    ~ rankhouse.literal(column.name)
                    ~ " as id, "
                    ~ rankhouse.literal(column.dtype)
                    ~ " as run_type, "
                    ~ rankhouse.literal(judged.dtype)
                    ~ " as judgments_type, "
                    ~ rankhouse.literal(rankhouse.says_ids_apart(column, judged))
                    ~ " as reason"
                ) -%}
            {%- endif -%}
        {%- endfor -%}
    {%- endif -%}
    {{ clashes | join(" union all ") if clashes else "select 1 as id from (select 1 as one) as nothing where 1 = 0" }}
{% endmacro %}

{#
The run answers at least this share of the judged queries, in each combination of the columns in `by` and in
`judgments_by`. A column in both is a group of both: a day's run is asked for the queries of that day alone.
#}
{% macro test_queries_overlap(
    model, judgments, at_least=0.5, query_id="query_id", by=[], judgments_by=[], columns={}
) %}
    {%- do rankhouse.refuse_others("test_queries_overlap", kwargs) -%}
    {%- set arguments = {"at_least": at_least, "by": by, "judgments_by": judgments_by} -%}
    {%- do rankhouse.a_relation("judgments", judgments) -%}
    {%- do rankhouse.check_arguments("test_queries_overlap", arguments) -%}
    {%- set groups = rankhouse.groups_of(by, judgments_by).groups -%}
    {%- set run_query = rankhouse.names_in_test(columns, "run", query_id=query_id).query_id -%}
    {%- set judged_query = rankhouse.names_in_test(columns, "judgments", query_id=query_id).query_id -%}
    {%- do rankhouse.require_names("model", model, by + [run_query]) -%}
    {%- do rankhouse.require_names("judgments", judgments, judgments_by + [judged_query]) -%}
    {%- set run_query, judged_query = rankhouse.quoted(run_query), rankhouse.quoted(judged_query) -%}
    {%- set run_by, label_by = rankhouse.quoted_all(by), rankhouse.quoted_all(judgments_by) -%}
    {%- set outputs = rankhouse.columns_of("segments", run_by) -%}
    {%- do outputs.extend(rankhouse.columns_of("judged", rankhouse.quoted_all(groups.judged_group))) -%}
    {%- set counts = ["count(judged.query_id) as n_judged", "count(answered.query_id) as n_answered"] -%}
    {%- set n_judged, n_answered = [rankhouse.text("count(judged.query_id)")], [
        rankhouse.text("count(answered.query_id)")
    ] -%}
    {%- set too_few = [n_answered, " of ", n_judged, " judged queries have results, which is less than " ~ at_least] -%}
    select
        {{ rankhouse.listed(outputs + counts) }},
        {{ rankhouse.ratio("count(answered.query_id)", "count(judged.query_id)") }} as share,
        {{ rankhouse.double(at_least) }} as at_least,
        case
            when count(judged.query_id) = 0 then 'no query is judged' else {{ rankhouse.reason_of(too_few) }}
        end as reason
    from (select 1 as one) as asked
    {%- if by %}
        left join (select distinct {{ rankhouse.inline(run_by) }} from {{ model }}) as segments on 1 = 1
    {%- endif %}
    left join
        (
            select distinct {{ rankhouse.inline(label_by + [judged_query ~ " as query_id"]) }}
            from {{ judgments }}
            where {{ judged_query }} is not null
        ) as judged
        on 1 = 1 {{ rankhouse.and_same_groups("segments", "judged", rankhouse.quoted_all(groups.shared_group)) }}
    left join
        (select distinct {{ rankhouse.inline(run_by + [run_query ~ " as query_id"]) }} from {{ model }}) as answered
        on judged.query_id = answered.query_id {{ rankhouse.and_same_groups("segments", "answered", run_by) }}
        {{ "group by " ~ rankhouse.inline(outputs) if outputs }}
    having count(answered.query_id) < {{ at_least }} * count(judged.query_id) or count(judged.query_id) = 0
{% endmacro %}

{# Relevance within a scale; a grade outside it is mostly a label of another scale, and exponential gains make it heavy. #}
{% macro test_relevance_between(model, lowest, highest, relevance="relevance", columns={}) %}
    {%- do rankhouse.refuse_others("test_relevance_between", kwargs) -%}
    {%- do rankhouse.check_arguments("test_relevance_between", {"lowest": lowest, "highest": highest}) -%}
    {%- do rankhouse.a_number("highest", highest, {"kind": "number", "from": lowest}) -%}
    {%- set relevance = rankhouse.names_in_test(columns, relevance=relevance).relevance -%}
    {%- do rankhouse.require_names("model", model, [relevance]) -%}
    {%- set said = relevance ~ " is not between " ~ lowest ~ " and " ~ highest ~ ": " -%}
    {%- set relevance = rankhouse.quoted(relevance) -%}
    select judged.*, {{ rankhouse.reason_of([said, [rankhouse.text("judged." ~ relevance)]]) }} as reason
    from (select * from {{ model }}) as judged
    where {{ relevance }} < {{ lowest }} or {{ relevance }} > {{ highest }}
{% endmacro %}

{# No item in the run that its query has among its training items. #}
{% macro test_no_training_items(model, training, query_id="query_id", item_id="item_id", columns={}) %}
    {%- do rankhouse.refuse_others("test_no_training_items", kwargs) -%}
    {%- do rankhouse.a_relation("training", training) -%}
    {%- set listed = rankhouse.names_in_test(columns, "run", query_id=query_id, item_id=item_id) -%}
    {%- set trained = rankhouse.names_in_test(columns, "training", query_id=query_id, item_id=item_id) -%}
    {%- do rankhouse.require_names("model", model, listed.values() | list) -%}
    {%- do rankhouse.require_names("training", training, trained.values() | list) -%}
    {%- set said = rankhouse.told_row("listed", listed.values() | list) + [" is in the training table"] -%}
    select listed.*, {{ rankhouse.reason_of(said) }} as reason
    from (select * from {{ model }}) as listed
    where
        exists (
            select 1
            from (select * from {{ training }}) as training
            where
                training.{{ rankhouse.quoted(trained.query_id) }} = listed.{{ rankhouse.quoted(listed.query_id) }}
                and training.{{ rankhouse.quoted(trained.item_id) }} = listed.{{ rankhouse.quoted(listed.item_id) }}
        )
{% endmacro %}

{#
The user's names of the columns that a test reads of a side, from `columns` as the macros take it; those given by
themselves (query_id="user_id") are meant where it has none.
#}
{% macro names_in_test(columns, side=none) %}
    {%- do rankhouse.known_columns(columns, rankhouse.ranking_columns(), ["run", "judgments", "training"]) -%}
    {%- set names = {} -%}
    {%- for name, given in kwargs.items() -%}
        {%- do rankhouse.one_name(name, given) -%}
        {%- do names.update({name: columns.get((side or "") ~ "." ~ name, columns.get(name, given))}) -%}
    {%- endfor -%}
    {{ return(names) }}
{% endmacro %}

{% macro says_ids_apart(column, judged) %}
    {%- set types = column.dtype ~ " in the run and " ~ judged.dtype ~ " in the judgments" -%}
    {{ return(column.name ~ " is " ~ types ~ ", which never match: cast one of them") }}
{% endmacro %}

{% macro says_text_has_no_types(name, relation) %}
    {{
        return(
            name
            ~ " is the text '"
            ~ relation
            ~ "', whose column types dbt does not know: write ref('"
            ~ relation.split(".")[-1]
            ~ "') without quotes around it"
        )
    }}
{% endmacro %}
