{#
As a dbt operation on DuckDB: models as Parquet and as one DuckDB file for dashboards, in place of those that are in the
folder. `dbt run-operation rankhouse.publish --args '{folder: dashboards}'`
#}
{% macro publish(folder=none, models=none, name="metrics") %}
    {%- do rankhouse.refuse_others("publish", kwargs) -%}
    {%- if folder is not string -%}
        {{
            exceptions.raise_compiler_error(
                "rankhouse.publish needs the folder that files are written to: --args '{folder: dashboards}'"
            )
        }}
    {%- endif -%}
    {%- set models = [models] if models is string else models -%}
    {%- if target.type != "duckdb" -%}
        {{ exceptions.raise_compiler_error("rankhouse.publish is for DuckDB; the target is " ~ target.type) }}
    {%- endif -%}
    {%- set tables = ["rankhouse__metrics", "rankhouse__query_metrics", "rankhouse__latest"] -%}
    {%- set known, places = {}, [] -%}
    {%- for node in graph.nodes.values() if node.resource_type == "model" -%}
        {%- do known.update({node.name: rankhouse.literal(node.schema ~ "." ~ node.alias)}) -%}
    {%- endfor -%}
    {%- for table in tables if models is none and table in known -%}
        {%- do places.append(known[table]) -%}
    {%- endfor -%}
    {%- if models is none and not places -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_no_var() ~ ", or name models of your own with models") }}
    {%- endif -%}
    {%- for model in models or [] -%}
        {%- if model not in known -%} {{ rankhouse.raise_no_model(model, known) }}{%- endif -%}
        {%- do places.append(known[model]) -%}
    {%- endfor -%}
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
