{#
Refuses arguments that a macro or generic test does not have: `others` are the rest of those it was called with. dbt names
the wrong one alone, and gives a test that stands under a column its name.
#}
{% macro refuse_others(macro, others) %}
    {%- if not others -%} {{ return("") }}{%- endif -%}
    {%- set is_test = macro[:5] == "test_" -%}
    {%- set shown, name = "the test " ~ macro[5:] if is_test else macro, others.keys() | list | first -%}
    {%- if is_test and name == "column_name" -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_test_of_table(shown, others[name])) }}
    {%- endif -%}
    {%- set known = rankhouse.signatures()[macro].split() -%}
    {%- if is_test -%} {%- set known = known | reject("equalto", "model") | list -%} {%- endif -%}
    {{ exceptions.raise_compiler_error(rankhouse.says_no_argument(shown, name, known)) }}
{% endmacro %}

{% macro says_test_of_table(test, column) %}
    {{
        return(
            test
            ~ " looks at a whole table: write it under data_tests of the model, not of its column '"
            ~ column
            ~ "'"
        )
    }}
{% endmacro %}

{% macro says_no_argument(macro, name, known) %}
    {%- set hint = rankhouse.argument_elsewhere(name, known) or rankhouse.suggest(name | string, known) -%}
    {{ return("unknown argument '" ~ rankhouse.shortened(name) ~ "' of " ~ macro ~ hint) }}
{% endmacro %}
