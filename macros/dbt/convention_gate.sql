{# A test of a run: fails where a convention would not give its library's numbers. #}
{% macro test_follows_convention(model, convention, judgments=none, by=[], judgments_by=[], columns={}) %}
    {%- do rankhouse.refuse_others("test_follows_convention", kwargs) -%}
    {#- Without a convention nothing is needed, and any run would pass. -#}
    {%- do rankhouse.convention("none" if convention is none else convention) -%}
    {%- set named = "the convention" if convention is mapping else convention -%}
    {%- set example = ["coalesce(" ~ rankhouse.text("example") ~ ", 'NULL')"] -%}
    {%- set said = [
        named ~ " needs ",
        ["need"],
        "; lists without: ",
        [rankhouse.text("n_lists")],
        ", e.g. of query ",
    ] -%}
    {%- set said = said + [example] -%}
    select problems.*, {{ rankhouse.reason_of(said) }} as reason
    from ({{ rankhouse.convention_problems(model, judgments, convention, by, judgments_by, columns) }}) as problems
{% endmacro %}
