{# Contracts on runs and judgments as generic dbt tests: each selects the rows that break it. #}
{# No (query, item) pair twice, within each combination of the columns in `by`. #}
{% macro test_unique_items(model, by=[], query_id="query_id", item_id="item_id") %}
    {%- do rankhouse.list_of_names("by", by) -%} {%- do rankhouse.names_of_ids(query_id, item_id) -%}
    {{ rankhouse.repeated_items("(select * from " ~ model ~ ")", rankhouse.quoted_all(by + [query_id, item_id])) }}
{% endmacro %}

{#
No (query, item) pair with two scores. The same row again changes nothing; another score is mostly that of another system,
whose column `by` lacks, and the metrics then mix the best of both.
#}
{% macro test_one_score_per_item(model, by=[], score="score", query_id="query_id", item_id="item_id") %}
    {%- do rankhouse.list_of_names("by", by) -%} {%- do rankhouse.names_of_ids(query_id, item_id) -%}
    {%- do rankhouse.one_name("score", score) -%}
    {%- set key, score = rankhouse.quoted_all(by + [query_id, item_id]), rankhouse.quoted(score) -%}
    {%- set figures = [
        "count(distinct " ~ score ~ ") as n_scores",
        "min(" ~ score ~ ") as lowest_score",
        "max(" ~ score ~ ") as highest_score",
    ] -%}
    select {{ rankhouse.listed(key + figures) }}
    from (select * from {{ model }}) as listed
    where {{ rankhouse.quoted(query_id) }} is not null and {{ rankhouse.quoted(item_id) }} is not null
    group by {{ rankhouse.inline(key) }}
    having count(distinct {{ score }}) > 1
{% endmacro %}

{# No row without a query, an item, or a number in `value` (score or relevance): neither NULL nor NaN. #}
{% macro test_complete_items(model, value, query_id="query_id", item_id="item_id") %}
    {%- do rankhouse.one_name("value", value) -%} {%- do rankhouse.names_of_ids(query_id, item_id) -%}
    select *
    from (select * from {{ model }}) as listed
    where
        {{ rankhouse.quoted(query_id) }} is null
        or {{ rankhouse.quoted(item_id) }} is null
        or {{ rankhouse.quoted(value) }} is null
        or not ({{ rankhouse.is_number(rankhouse.quoted(value)) }})
{% endmacro %}

{# Ids of one kind on both sides: numbers never match text, whatever an implicit cast makes of them. #}
{% macro test_ids_match(model, judgments, query_id="query_id", item_id="item_id") %}
    {%- do rankhouse.a_relation("judgments", judgments) -%} {%- do rankhouse.names_of_ids(query_id, item_id) -%}
    {%- set clashes = [] -%}
    {%- if execute -%}
        {%- set kinds = {} -%}
        {%- for column in adapter.get_columns_in_relation(judgments) -%}
            {%- do kinds.update({column.name | lower: column}) -%}
        {%- endfor -%}
        {%- for column in adapter.get_columns_in_relation(model) -%}
            {%- set name = column.name | lower -%}
            {%- set is_id = name in [query_id | lower, item_id | lower] and name in kinds -%}
            {%- set here = rankhouse.kind_of(column) == "text" -%}
            {%- set there = is_id and rankhouse.kind_of(kinds[name]) == "text" -%}
            {%- if is_id and here != there -%}
                {%- do clashes.append(
                    "select "
                    ~ rankhouse.literal(column.name)
                    ~ " as id, "
                    ~ rankhouse.literal(column.dtype)
                    ~ " as run_type, "
                    ~ rankhouse.literal(kinds[name].dtype)
                    ~ " as judgments_type"
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
{% macro test_queries_overlap(model, judgments, at_least=0.5, query_id="query_id", by=[], judgments_by=[]) %}
    {%- do rankhouse.a_relation("judgments", judgments) -%} {%- do rankhouse.one_name("query_id", query_id) -%}
    {%- do rankhouse.a_number("at_least", at_least, 0, 1) -%}
    {%- do rankhouse.list_of_names("by", by) -%} {%- do rankhouse.list_of_names("judgments_by", judgments_by) -%}
    {%- set groups = rankhouse.groups_of(by, judgments_by).groups -%}
    {%- set query_id = rankhouse.quoted(query_id) -%}
    {%- set run_by, label_by = rankhouse.quoted_all(by), rankhouse.quoted_all(judgments_by) -%}
    {%- set outputs = rankhouse.columns_of("segments", run_by) -%}
    {%- do outputs.extend(rankhouse.columns_of("judged", rankhouse.quoted_all(groups.judged_group))) -%}
    {%- set counts = ["count(judged.query_id) as n_judged", "count(answered.query_id) as n_answered"] -%}
    select
        {{ rankhouse.listed(outputs + counts) }},
        {{ rankhouse.ratio("count(answered.query_id)", "count(judged.query_id)") }} as share,
        {{ rankhouse.double(at_least) }} as at_least
    from (select 1 as one) as asked
    {%- if by %}
        left join (select distinct {{ rankhouse.inline(run_by) }} from {{ model }}) as segments on 1 = 1
    {%- endif %}
    left join
        (
            select distinct {{ rankhouse.inline(label_by + [query_id ~ " as query_id"]) }}
            from {{ judgments }}
            where {{ query_id }} is not null
        ) as judged
        on 1 = 1 {{ rankhouse.and_same_groups("segments", "judged", rankhouse.quoted_all(groups.shared_group)) }}
    left join
        (select distinct {{ rankhouse.inline(run_by + [query_id ~ " as query_id"]) }} from {{ model }}) as answered
        on judged.query_id = answered.query_id {{ rankhouse.and_same_groups("segments", "answered", run_by) }}
        {{ "group by " ~ rankhouse.inline(outputs) if outputs }}
    having count(answered.query_id) < {{ at_least }} * count(judged.query_id) or count(judged.query_id) = 0
{% endmacro %}

{# Relevance within a scale; a grade outside it is mostly a label of another scale, and exponential gains make it heavy. #}
{% macro test_relevance_between(model, lowest, highest, relevance="relevance") %}
    {%- do rankhouse.a_number("lowest", lowest) -%} {%- do rankhouse.a_number("highest", highest, lowest) -%}
    {%- do rankhouse.one_name("relevance", relevance) -%}
    select *
    from (select * from {{ model }}) as judged
    where {{ rankhouse.quoted(relevance) }} < {{ lowest }} or {{ rankhouse.quoted(relevance) }} > {{ highest }}
{% endmacro %}

{# No item in the run that its query has among its training items. #}
{% macro test_no_training_items(model, training, query_id="query_id", item_id="item_id") %}
    {%- do rankhouse.a_relation("training", training) -%} {%- do rankhouse.names_of_ids(query_id, item_id) -%}
    select listed.*
    from (select * from {{ model }}) as listed
    where
        exists (
            select 1
            from (select * from {{ training }}) as training
            where
                training.{{ rankhouse.quoted(query_id) }} = listed.{{ rankhouse.quoted(query_id) }}
                and training.{{ rankhouse.quoted(item_id) }} = listed.{{ rankhouse.quoted(item_id) }}
        )
{% endmacro %}

{% macro names_of_ids(query_id, item_id) %}
    {%- do rankhouse.one_name("query_id", query_id) -%} {%- do rankhouse.one_name("item_id", item_id) -%}
{% endmacro %}
