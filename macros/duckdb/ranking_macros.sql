{#
The table macros over a run and judgments, as expressions of their queries' texts. `t` has what
python/rankhouse/_table_macros.py knows: `facts`, the templates of the macro by name, and all tokens of theirs.

The call p goes through steps of its own; then every measure m that it asks for; then every evaluation e of these, which
are several in a tie audit or an explanation.
#}
{# The arguments of evaluations, with their defaults. #}
{% macro arguments_of_runs() %}
    {{
        return(
            {
                "run": none,
                "judgments": "null",
                "measures": "null",
                "by": "[]",
                "judgments_by": "[]",
                "query_id": "'query_id'",
                "item_id": "'item_id'",
                "score": "'score'",
                "relevance": "'relevance'",
                "rank": "null",
                "columns": "null",
            }
        )
    }}
{% endmacro %}

{# Policies, each NULL: what the convention says, or the default. #}
{% macro arguments_of_policies() %}
    {{
        return(
            {
                "ties": "null",
                "queries": "null",
                "unjudged": "null",
                "checked": "false",
                "relevant_from": "null",
                "pool": "null",
                "convention": "null",
            }
        )
    }}
{% endmacro %}

{% macro table_macro_metrics(t) -%} {{ rankhouse.evaluated(t, "order by all") }} {%- endmacro %}

{% macro table_macro_query_metrics(t) -%} {{ rankhouse.evaluated(t, "") }} {%- endmacro %}

{# One evaluation of all measures. #}
{% macro evaluated(t, order) -%}
    {%- set asked = [{"evaluations": "[" ~ rankhouse.evaluation_by_policies("c['asked']", "c['p']['ties']") ~ "]"}] -%}
    {{ rankhouse.answer(rankhouse.evaluations(rankhouse.call_of(rankhouse.measures_of_call(t), asked), t), "evaluations[1]['text']", order) }}
{%- endmacro %}

{# The call, with its arguments read. #}
{% macro call_with_runs(t) -%}
    {%- set first = [] -%}
    {%- for name in ["run", "judgments", "query_id", "item_id", "score", "relevance", "rank"] -%}
        {%- do first.append("'" ~ name ~ "': " ~ name ~ "::varchar") -%}
    {%- endfor -%}
    {%- for name in ["measures", "by", "judgments_by"] -%}
        {%- do first.append("'given_" ~ name ~ "': " ~ rankhouse.as_list('"by"' if name == "by" else name)) -%}
    {%- endfor -%}
    {%- for name in rankhouse.policies() -%}
        {%- do first.append("'given_" ~ name ~ "': " ~ (name if name in t.arguments else "null") ~ "::varchar") -%}
    {%- endfor -%}
    {%- for name in ["convention", "relevant_from"] -%}
        {%- do first.append("'" ~ name ~ "': " ~ (name if name in t.arguments else "null") ~ "::varchar") -%}
    {%- endfor -%}
    {%- do first.append("'checked': " ~ ("checked" if "checked" in t.arguments else "false") ~ "::boolean") -%}
    {%- do first.append("'renamed': columns::map(varchar, varchar)") -%}
    {%- do first.append("'facts': " ~ t.facts) -%}
    {{
        rankhouse.pipeline(
            "p",
            "{" ~ first | join(", ") ~ "}",
            rankhouse.steps_of_call(t),
        )
    }}
{%- endmacro %}
