{#
A relation whose `shares`, numbers from 0 to 1, are 0 where they are next to it: a share that shrinks with every step becomes
too small for a double in the end. Elsewhere that is 0; Postgres refuses to compute it, or products of up to four such numbers.
#}
{% macro shares_or_zero(relation, kept, shares) %}
    {{ return(adapter.dispatch("shares_or_zero", "rankhouse")(relation, kept, shares)) }}
{% endmacro %}

{% macro default__shares_or_zero(relation, kept, shares) %} {{ return(relation) }}{% endmacro %}

{% macro postgres__shares_or_zero(relation, kept, shares) %}
    {%- set columns = kept | list -%}
    {%- for share in shares -%}
        {%- do columns.append("case when " ~ share ~ " < 1e-75 then 0 else " ~ share ~ " end as " ~ share) -%}
    {%- endfor -%}
    {{ return("(\nselect\n" ~ rankhouse.listed(columns) ~ "\nfrom " ~ relation ~ " as found\n)") }}
{% endmacro %}

{% macro redshift__shares_or_zero(relation, kept, shares) %}
    {{ return(rankhouse.default__shares_or_zero(relation, kept, shares)) }}
{% endmacro %}
