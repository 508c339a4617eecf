{#
As a dbt operation on DuckDB: models as Parquet and as one DuckDB file for dashboards, in place of those that are in the
folder. `dbt run-operation rankhouse.publish --args '{folder: dashboards}'`
#}
{% macro publish(folder, models=none, name="metrics") %}
    {%- if target.type != "duckdb" -%}
        {{ exceptions.raise_compiler_error("rankhouse.publish is for DuckDB; the target is " ~ target.type) }}
    {%- endif -%}
    {%- set places = [] -%}
    {%- for node in graph.nodes.values() if node.resource_type == "model" -%}
        {%- if node.name in (
            ["rankhouse__metrics", "rankhouse__query_metrics", "rankhouse__latest"]
            if models is none
            else models
        ) -%}
            {%- do places.append(rankhouse.literal(node.schema ~ "." ~ node.alias)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if models is not none and places | length != models | length -%}
        {{
            exceptions.raise_compiler_error(
                "rankhouse.publish: not all of these are models: " ~ models | join(", ")
            )
        }}
    {%- endif -%}
    {%- set plugin = run_query("select 1 from duckdb_functions() where function_name = 'rankhouse_publish'") -%}
    {%- if plugin.rows | length == 0 -%}
        {{
            exceptions.raise_compiler_error(
                "rankhouse.publish needs the plugin in profiles.yml: plugins: [{module: rankhouse.dbt_plugin}]"
            )
        }}
    {%- endif -%}
    {%- set files = run_query(
        "select unnest(rankhouse_publish(" ~ rankhouse.literal(folder) ~ ", [" ~ places
        | join(", ") ~ "]::varchar[], " ~ rankhouse.literal(name) ~ "))"
    ) -%}
    {%- for path in files.columns[0].values() -%} {%- do log(path, info=true) -%} {%- endfor -%}
{% endmacro %}
