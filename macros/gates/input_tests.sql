{# Contracts on runs and judgments as generic dbt tests: each selects the rows that break it. #}
{# No (query, item) pair twice, within each combination of the columns in `by`. #}
{% macro test_unique_items(model, by=[], query_id="query_id", item_id="item_id") %}
    {{ rankhouse.repeated_items(model, rankhouse.quoted(query_id), rankhouse.quoted(item_id), by) }}
{% endmacro %}

{# No row without a query, an item, or a number in `value` (score or relevance): neither NULL nor NaN. #}
{% macro test_complete_items(model, value, query_id="query_id", item_id="item_id") %}
    select *
    from {{ model }} as listed
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
            {%- if name in [query_id | lower, item_id | lower] and name in kinds and kinds[
                name
            ].is_string() != column.is_string() -%}
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

{# The run answers at least this share of the judged queries. #}
{% macro test_queries_overlap(model, judgments, at_least=0.5, query_id="query_id") %}
    select answered.n_judged, answered.n_answered
    from
        (
            select
                count(*) as n_judged,
                sum(
                    case
                        when queries.query_id in (select {{ rankhouse.quoted(query_id) }} from {{ model }})
                        then 1
                        else 0
                    end
                ) as n_answered
            from (select distinct {{ rankhouse.quoted(query_id) }} as query_id from {{ judgments }}) as queries
        ) as answered
    where answered.n_answered < {{ at_least }} * answered.n_judged
{% endmacro %}

{# Relevance within a scale; a grade outside it is mostly a label of another scale, and exponential gains make it heavy. #}
{% macro test_relevance_between(model, lowest, highest, relevance="relevance") %}
    select *
    from {{ model }} as judged
    where {{ rankhouse.quoted(relevance) }} < {{ lowest }} or {{ rankhouse.quoted(relevance) }} > {{ highest }}
{% endmacro %}

{# No item in the run that its query has among its training items. #}
{% macro test_no_training_items(model, training, query_id="query_id", item_id="item_id") %}
    select listed.*
    from {{ model }} as listed
    where
        exists (
            select 1
            from {{ training }} as training
            where
                training.{{ rankhouse.quoted(query_id) }} = listed.{{ rankhouse.quoted(query_id) }}
                and training.{{ rankhouse.quoted(item_id) }} = listed.{{ rankhouse.quoted(item_id) }}
        )
{% endmacro %}
