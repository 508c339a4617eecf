{#
That all rows of an id (query_id or search_id) are of one cluster. Clusters are compared as text; a row without one is of the
cluster that other rows of the id name.
#}
{% macro cluster_check(plan, side, id) %}
    {%- set example = rankhouse.example_of(plan, side, [id]) -%}
    {%- set cluster = rankhouse.cluster_name(plan, side) -%}
    {%- set groups = example.values() | list -%}
    {%- for name in plan.outputs -%} {%- do groups.append(rankhouse.own_column(side, name)) -%} {%- endfor -%}
    {%- set rows -%}
        select {{ groups[0] }} as key_1, min({{ cluster }}) as lowest, max({{ cluster }}) as highest
        from {{ rankhouse.as_source(plan[side], side) }}
        where {{ groups[0] }} is not null
        group by {{ rankhouse.inline(groups) }}
        having min({{ cluster }}) <> max({{ cluster }})
    {%- endset -%}
    {%- set name, what = (example | list)[0], id | replace("_id", "") -%}
    {{
        return(
            rankhouse.check(
                side,
                id,
                what ~ " in several clusters",
                "in several clusters",
                "a " ~ what ~ " must belong to one cluster",
                rows=rows,
                example={name: "key_1", plan.cluster: "lowest", "other " ~ plan.cluster: "highest"},
                of=[what ~ " is", {"query": "queries", "search": "searches"}[what] ~ " are"],
            )
        )
    }}
{% endmacro %}

{# The cluster of a row, as text. #}
{% macro cluster_name(plan, side) %}
    {{ return(rankhouse.text(rankhouse.own_column(side, plan.cluster))) }}
{% endmacro %}

{# A condition on the rows of an id that always holds: two clusters stop the query. `lowest`, `highest`: aggregates of them. #}
{% macro unless_in_several_clusters(
    plan, side, id="query_id", lowest="min(cluster_name)", highest="max(cluster_name)"
) %}
    {%- set example = {
        rankhouse.name_of_column(plan, side, id): id,
        plan.cluster: lowest,
        "other " ~ plan.cluster: highest,
    } -%}
    {%- set check = rankhouse.cluster_check(plan, side, id) -%}
    {{ return(rankhouse.unless_found(check, lowest ~ " <> " ~ highest, example)) }}
{% endmacro %}

{# The cluster of each query, from rows of a side with these keys and cluster_name; two clusters stop the query. #}
{% macro clusters_of_queries(plan, side, key, rows) -%}
    select {{ rankhouse.listed(key + ["max(cluster_name) as cluster_name"]) }}
    from {{ rows }}
    group by {{ rankhouse.inline(key) }}
    having {{ rankhouse.unless_in_several_clusters(plan, side) }}
{%- endmacro %}
