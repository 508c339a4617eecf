{#
Searches, and clicks on their results, which meet by search_id alone. A search without an id or a number of results was not made,
nor a click without an id or a position.
#}
{% macro reads_searches() %}
    {%- if false -%} {{ rankhouse.more_search_checks() }}{%- endif -%}
    {%- set searches = {
        "search_id": "id",
        "query_id": "id",
        "n_results": "number",
        "cluster": {"type": "cluster", "role": true, "of": "search_id"},
    } -%}
    {%- set once = {
        "columns": ["search_id"],
        "problem": "search twice",
        "said": "more than once",
        "advice": "keep one row of each, or give each search an id of its own",
        "of": ["search is there", "searches are there"],
        "overall": true,
        "refused": "everywhere",
    } -%}
    {{
        return(
            {
                "tables": {
                    "searches": {"columns": searches, "example": ["search_id"], "once": once},
                    "clicks": {"columns": {"search_id": "id", "position": "number"}, "ungrouped": true},
                },
                "more": rankhouse.more_search_checks,
            }
        )
    }}
{% endmacro %}

{# Numbers that count nothing, and clicks on no search. #}
{% macro more_search_checks(plan) %}
    {%- set n_results = rankhouse.renamed("searches", "n_results", plan.columns) -%}
    {%- set position = rankhouse.renamed("clicks", "position", plan.columns) -%}
    {%- set search = rankhouse.renamed("clicks", "search_id", plan.columns) -%}
    {%- set theirs = rankhouse.columns_read(plan, "searches", ["search_id"]) -%}
    {%- set unknown -%}
        select {{ search }} as key_1
        from {{ rankhouse.as_source(plan.clicks, "clicks") }}
        where
            {{ search }} is not null
            and not exists (
                select 1
                from
                    (
                        select {{ rankhouse.inline(theirs) }} from {{ rankhouse.as_source(plan.searches, "searches") }}
                    ) as made
                where made.search_id = {{ search }}
            )
    {%- endset -%}
    {{
        return(
            [
                rankhouse.check(
                    "searches",
                    "n_results",
                    "n_results is below 0",
                    "a number of results below 0 " ~ rankhouse.in_column(plan, "searches", "n_results"),
                    "count the results",
                    when=n_results ~ " < 0",
                    example=rankhouse.example_of(plan, "searches", ["search_id"], plan.outputs),
                ),
                rankhouse.check(
                    "clicks",
                    "position",
                    "position is below 1",
                    "a position below 1 " ~ rankhouse.in_column(plan, "clicks", "position"),
                    "the first result has position 1",
                    when=position ~ " < 1",
                    example=rankhouse.example_of(plan, "clicks", ["search_id"]),
                ),
                rankhouse.check(
                    "clicks",
                    "search_id",
                    "click on an unknown search",
                    "on a search that searches does not have",
                    "add these searches, or leave the clicks out",
                    refused="python",
                    rows=unknown,
                    example={rankhouse.name_of_column(plan, "clicks", "search_id"): "key_1"},
                    of=["click is", "clicks are"],
                ),
            ]
        )
    }}
{% endmacro %}
