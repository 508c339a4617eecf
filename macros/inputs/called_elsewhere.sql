{# What other libraries and tables call these columns. #}
{% macro called_elsewhere(name) %}
    {%- set known = {
        "query_id": "qid query-id query topic topic_id user_id",
        "item_id": "doc_id docno docid doc-id corpus-id corpus_id document_id passage_id product_id",
        "relevance": "rel grade label score",
        "score": "similarity prediction",
    } -%}
    {{ return(known.get(name, "").split()) }}
{% endmacro %}

{# Columns that order items the other way round: as a score they would reverse each list. #}
{% macro is_called_rank(column) %}
    {{ return(column | lower in ["rank", "position", "pos", "place", "ranking", "item_rank"]) }}
{% endmacro %}

{% macro is_called_distance(column) %}
    {%- set words = (column | lower | replace("_", " ")).split() -%}
    {%- set named = ["distance", "distances", "dist", "loss", "cost", "error", "perplexity", "l2", "euclidean"] -%}
    {{ return(words | select("in", named) | list | length > 0) }}
{% endmacro %}

{#
What follows "run has no column 'score'": how to name the right one. `columns`: those that are there; `takes_ranks`: whether the
call reads a rank in place of a score.
#}
{% macro advice_on_missing(side, name, columns, takes_ranks=false) %}
    {%- set renamed = "; name the right one with columns={'" ~ name ~ "': ...}" -%}
    {%- if name == "system" -%} {{ return("; name the right one with system='...'") }}{%- endif -%}
    {%- if name == "relevance" and side == "run" -%} {{ return(renamed ~ ", or give judgments") }}{%- endif -%}
    {%- if name.endswith("predicted_reward") -%} {{ return(renamed ~ rankhouse.advises_no_model()) }}{%- endif -%}
    {%- for called in rankhouse.called_elsewhere(name) -%}
        {%- for column in columns if column | lower == called -%}
            {%- set key = side ~ ".relevance" if name == "relevance" else name -%}
            {%- set use = "use columns={'" ~ key ~ "': '" ~ column ~ "'}" -%}
            {%- if side == "predictions" and called == "prediction" -%}
                {{
                    return(
                        "; if 'prediction' holds predicted labels, use columns={'prediction': '"
                        ~ column
                        ~ "'}, and if it holds scores, "
                        ~ use
                    )
                }}
            {%- endif -%}
            {%- set two_runs = "; compare({'a': run, 'b': other}, judgments) takes two runs" -%}
            {%- set is_run = side == "judgments" and called == "score" -%}
            {{ return("; if it is '" ~ column ~ "', " ~ use ~ (two_runs if is_run else "")) }}
        {%- endfor -%}
    {%- endfor -%}
    {%- for column in columns if name == "score" and rankhouse.is_called_rank(column) -%}
        {%- set use = (
            "use columns={'rank': '" ~ column ~ "'}"
            if takes_ranks
            else rankhouse.add_negative(name, column)
        ) -%}
        {{ return("; if '" ~ column ~ "' is 1 for the first item, " ~ use) }}
    {%- endfor -%}
    {%- for column in columns if name in ["score", "reward"] and rankhouse.is_called_distance(column) -%}
        {{
            return(
                "; a high "
                ~ name
                ~ " is good: if low values of '"
                ~ column
                ~ "' are, "
                ~ rankhouse.add_negative(name, column)
            )
        }}
    {%- endfor -%}
    {{ return(renamed) }}
{% endmacro %}

{% macro add_negative(name, column) %} {{ return("add a column " ~ name ~ " that is -" ~ column) }} {% endmacro %}

{# What is said of a column that is named as the score, and called as if it ordered items the other way round; none of others. #}
{% macro doubt_of_score(side, column, takes_ranks=false) %}
    {%- set said = side ~ ": '" ~ column ~ "' is read as a score, of which a high one is good; " -%}
    {%- if takes_ranks and rankhouse.is_called_rank(column) -%}
        {{ return(said ~ "if it is 1 for the first item, use columns={'rank': '" ~ column ~ "'}") }}
    {%- elif rankhouse.is_called_rank(column) or rankhouse.is_called_distance(column) -%}
        {{ return(said ~ "if low values are, " ~ rankhouse.add_negative("score", column)) }}
    {%- endif -%}
{% endmacro %}
