{# The sum over ranks 1 to k of `term`, in which <rank> is the rank. `what` is named where an engine needs k to be small. #}
{% macro sum_over_ranks(k, term, what) %}
    {{ return(adapter.dispatch("sum_over_ranks", "rankhouse")(k, term, what)) }}
{% endmacro %}

{% macro default__sum_over_ranks(k, term, what) %}
    {%- if k > 1000 -%}
        {{ exceptions.raise_compiler_error(what ~ " takes a cutoff of at most 1000, got " ~ k) }}
    {%- endif -%}
    {%- set terms = [] -%}
    {%- for rank in range(1, k + 1) -%} {%- do terms.append(term | replace("<rank>", rank | string)) -%} {%- endfor -%}
    {{ return("(" ~ terms | join(" + ") ~ ")") }}
{% endmacro %}

{% macro duckdb__sum_over_ranks(k, term, what) -%}
    {%- set own = term | replace("<rank>", "place") -%}
    list_sum(list_transform(range(1, {{ rankhouse.argument(k) }} + 1), lambda place:{{ own }}))
{%- endmacro %}
