{# Contracts on runs and judgments as generic dbt tests: each selects the rows that break it. #}
{# No (query, item) pair twice, within each combination of the columns in `by`. #}
{% macro test_unique_items(model, by=[], query_id="query_id", item_id="item_id") %}
    {{ rankhouse.repeated_items("(select * from " ~ model ~ ")", rankhouse.quoted_all(by + [query_id, item_id])) }}
{% endmacro %}

{# No row without a query, an item, or a number in `value` (score or relevance): neither NULL nor NaN. #}
{% macro test_complete_items(model, value, query_id="query_id", item_id="item_id") %}
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

{# The run answers at least this share of the judged queries, in each combination of the columns in `by`. #}
{% macro test_queries_overlap(model, judgments, at_least=0.5, query_id="query_id", by=[]) %}
    {%- set query_id = rankhouse.quoted(query_id) -%}
    {%- set group = rankhouse.quoted_all(by) -%}
    {%- set columns = rankhouse.columns_of("segments", group) -%}
    {%- do columns.extend(["count(*) as n_judged", "count(answered.query_id) as n_answered"]) -%}
    select
        {{ rankhouse.listed(columns) }},
        {{ rankhouse.double("count(answered.query_id)") }} / nullif(count(*), 0) as share,
        {{ rankhouse.double(at_least) }} as at_least
    from (select distinct {{ query_id }} as query_id from {{ judgments }}) as judged
    {%- if by %} cross join (select distinct {{ group | join(", ") }} from {{ model }}) as segments {%- endif %}
    left join
        (select distinct {{ (group + [query_id ~ " as query_id"]) | join(", ") }} from {{ model }}) as answered
        on judged.query_id = answered.query_id
        {{ rankhouse.and_same_groups("segments", "answered", group) }}
    {%- if by %} group by {{ rankhouse.inline(rankhouse.columns_of("segments", group)) }} {%- endif %}
    having count(answered.query_id) < {{ at_least }} * count(*) or count(*) = 0
{% endmacro %}

{# Relevance within a scale; a grade outside it is mostly a label of another scale, and exponential gains make it heavy. #}
{% macro test_relevance_between(model, lowest, highest, relevance="relevance") %}
    select *
    from (select * from {{ model }}) as judged
    where {{ rankhouse.quoted(relevance) }} < {{ lowest }} or {{ rankhouse.quoted(relevance) }} > {{ highest }}
{% endmacro %}

{# No item in the run that its query has among its training items. #}
{% macro test_no_training_items(model, training, query_id="query_id", item_id="item_id") %}
    select listed.*
    from (select * from {{ model }}) as listed
    where
        exists (
            select 1
            from {{ training }} as training
            where
                training.{{ rankhouse.quoted(query_id) }} = listed.{{ rankhouse.quoted(query_id) }}
                and training.{{ rankhouse.quoted(item_id) }} = listed.{{ rankhouse.quoted(item_id) }}
        )
{% endmacro %}
