{# "a.by_1, a.query_id": the columns of a list, each from the relation `a`. #}
{% macro columns_of(relation, names) %}
    {%- set listed = [] -%}
    {%- for name in names -%} {%- do listed.append(relation ~ "." ~ name) -%} {%- endfor -%}
    {{ return(listed | join(", ")) }}
{% endmacro %}

{# "a.by_1 as by_1": the same for a select list; over several joins ClickHouse names a column "a.by_1" otherwise. #}
{% macro select_of(relation, names) %}
    {%- set listed = [] -%}
    {%- for name in names -%} {%- do listed.append(relation ~ "." ~ name ~ " as " ~ name) -%} {%- endfor -%}
    {{ return(listed | join(", ")) }}
{% endmacro %}

{# The join condition "a.query_id = b.query_id and ...": ids by equality, grouping columns also when both are NULL. #}
{% macro match(left, right, names) %}
    {%- set conditions = [] -%}
    {%- for name in names -%}
        {%- if name in ["query_id", "item_id", "image_id", "class_id", "iou_threshold"] -%}
            {%- do conditions.append(left ~ "." ~ name ~ " = " ~ right ~ "." ~ name) -%}
        {%- else -%} {%- do conditions.append(rankhouse.same(left ~ "." ~ name, right ~ "." ~ name)) -%}
        {%- endif -%}
    {%- endfor -%}
    {{ return(conditions | join("\n        and ") if conditions else "1 = 1") }}
{% endmacro %}

{# ", a, b" or nothing: more columns for a select list. #}
{% macro also(columns) %} {{ return(", " ~ columns | join(", ") if columns else "") }}{% endmacro %}
