{#
A further condition of a join of two inputs by their ids, which always holds, but stops the engine where ids are equal that
are not the same. An engine that compares ids of two types casts one of them, and then several rows meet one: text '007' and
'7' the number 7, numbers of 2^53 and more one float, 'A' and 'a' a column that ignores case. Each input is searched for
duplicates by its own equality, which tells these apart. `before`: the word that the condition follows, `and` in an inner
join, `where` after an outer one, which is slow by more than equality.
#}
{% macro ids_are_same(before, left, right, names=["query_id", "item_id"]) %}
    {{ return(adapter.dispatch("ids_are_same", "rankhouse")(before, left, right, names)) }}
{% endmacro %}

{# Most engines refuse such a comparison, or do not say what type a column has. #}
{% macro default__ids_are_same(before, left, right, names) %} {{ return("") }}{% endmacro %}

{% macro duckdb__ids_are_same(before, left, right, names) -%}
    {{ before }} {{ rankhouse.unless_ids_differ(names, left ~ ".", right ~ ".") }}
{%- endmacro %}

{% macro spark__ids_are_same(before, left, right, names) -%}
    {{ before }} {{ rankhouse.unless_ids_differ(names, left ~ ".", right ~ ".") }}
{%- endmacro %}

{# The same between a run and its judgments, where no step before has said it. #}
{% macro ids_meet(before, left, right) %}
    {{ return(adapter.dispatch("ids_meet", "rankhouse")(before, left, right)) }}
{% endmacro %}

{% macro default__ids_meet(before, left, right) %}
    {{ return(rankhouse.ids_are_same(before, left, right)) }}
{% endmacro %}

{# See ids_steps. #}
{% macro duckdb__ids_meet(before, left, right) %} {{ return("") }}{% endmacro %}

{# Types and collations are known when the query is planned, so that nothing is left of the condition where they agree. #}
{% macro unless_ids_differ(names, left, right) -%}
    {%- set conditions, ids = [], [] -%}
    {%- for name in names -%}
        {%- do conditions.append(rankhouse.ids_differ(left ~ name, right ~ name)) -%}
        {%- do ids.append([name, left ~ name, right ~ name]) -%}
    {%- endfor -%}
    {{ rankhouse.unless(conditions | join("\nor "), rankhouse.ids_differ_message(ids)) }}
{%- endmacro %}

{#
With the ids of one input and the types of both. It reads no id of the other one, so that engines ask before they join, where
they would cast one of the two. `ids`: the name of each, its column here and there.
#}
{% macro ids_differ_message(ids, types=none) -%}
    {%- set parts = [] -%}
    {%- for name, left, right in ids -%}
        {%- set before = (", " if parts else rankhouse.says_ids_differ() ~ ", e.g. ") ~ name ~ " " -%}
        {%- do parts.append(rankhouse.literal(before) ~ " || coalesce(" ~ rankhouse.text(left) ~ ", 'NULL')") -%}
        {%- set shown = [] -%}
        {%- for type in types or rankhouse.types_of_ids(left, right) -%}
            {%- do shown.append(rankhouse.shown_type(type)) -%}
        {%- endfor -%}
        {%- do parts.append("' (' || " ~ shown | join(" || ' and ' || ") ~ " || ')'") -%}
    {%- endfor -%}
    {%- do parts.append(rankhouse.literal("; " ~ rankhouse.advises_one_type())) -%}
    {{ return("\n" ~ parts | join("\n|| ") ~ "\n") }}
{%- endmacro %}

{#
Whether columns are of different types, and not both numbers, texts or times; or of different collations; or whether equal
numbers are more than a float can tell apart, which has 24 bits, a double 53. `types`: columns that name the types.
#}
{% macro ids_differ(left, right, types=none) -%}
    {%- set types = types or rankhouse.types_of_ids(left, right) -%}
    {%- set both = types | join(" || ' ' || ") -%}
    {%- set value = "try_cast(" ~ rankhouse.text(left) ~ " as double)" -%}
    {%- set is_float = rankhouse.type_matches(both, ["FLOAT"]) -%}
    {%- set bound = "case when " ~ is_float ~ " then " ~ 2**24 ~ " else " ~ 2**53 ~ " end" -%}
    {%- set is_lost = value ~ " <> floor(" ~ value ~ ")\nor abs(" ~ value ~ ")\n>= " ~ bound -%}
    {{ types[0] }} <> {{ types[1] }}
    and (
        not {{ rankhouse.are_of_one_kind(types) }}
        or {{ rankhouse.type_matches(both, ["FLOAT|DOUBLE"]) }}
        and ({{ is_lost }})
    )
    {{ rankhouse.or_folds_other_letters(left, right) }}
{%- endmacro %}

{% macro types_of_ids(left, right) %}
    {{ return([rankhouse.type_of_id(left), rankhouse.type_of_id(right)]) }}
{% endmacro %}

{# The name of a column's type, which is known when the query is planned. #}
{% macro type_of_id(column) %} {{ return("typeof(" ~ column ~ ")") }}{% endmacro %}

{# Such a name in upper case. #}
{% macro shown_type(type) %} {{ return(adapter.dispatch("shown_type", "rankhouse")(type)) }}{% endmacro %}

{% macro default__shown_type(type) %} {{ return(type) }}{% endmacro %}

{# For the first upper() of a session Spark reads the letters of all languages, which takes seconds. #}
{% macro spark__shown_type(type) %}
    {%- set letters = "abcdefghijklmnopqrstuvwxyz" -%}
    {{ return("translate(" ~ type ~ ", '" ~ letters ~ "', '" ~ letters | upper ~ "')") }}
{% endmacro %}

{# Whether the collation of one column ignores case or accents, and that of the other does not. #}
{% macro or_folds_other_letters(left, right) %}
    {{ return(adapter.dispatch("or_folds_other_letters", "rankhouse")(left, right)) }}
{% endmacro %}

{% macro default__or_folds_other_letters(left, right) %} {{ return("") }}{% endmacro %}

{% macro duckdb__or_folds_other_letters(left, right) %}
    {%- set folds = [] -%}
    {%- for column in [left, right] -%}
        {%- do folds.append("(case when false then " ~ column ~ "::varchar else 'Á' end in ('á', 'A'))") -%}
    {%- endfor -%}
    {{ return("or " ~ folds | join(" <> ")) }}
{% endmacro %}

{# An id for a comparison with one of another type, which should not stop the engine. #}
{% macro id_as_written(column) %} {{ return(adapter.dispatch("id_as_written", "rankhouse")(column)) }}{% endmacro %}

{% macro default__id_as_written(column) %} {{ return(column) }}{% endmacro %}

{% macro duckdb__id_as_written(column) -%}
    case
        when regexp_matches(typeof({{ column }}), '^(FLOAT|DOUBLE|DECIMAL)')
        then regexp_replace({{ column }}::varchar, '[.]0+$', '')
        else {{ column }}::varchar
    end
{%- endmacro %}

{% macro says_ids_differ() %} {{ return("ids of the two inputs have different types or collations") }}{% endmacro %}

{% macro advises_one_type() %} {{ return(adapter.dispatch("advises_one_type", "rankhouse")()) }}{% endmacro %}

{% macro default__advises_one_type() %} {{ return("cast one of the columns") }}{% endmacro %}

{# A cast keeps a collation there. #}
{% macro duckdb__advises_one_type() %}
    {{ return("cast one of the columns, or replace its collation with collate c") }}
{% endmacro %}
