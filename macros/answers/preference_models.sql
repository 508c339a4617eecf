{#
The models of a comparison, as expressions of `d`, the strength of one system less that of the other, and with davidson of
`nu`, the odds of a tie:
    bradley_terry   the one wins with probability 1 / (1 + exp(-d)), and a tie is half a win each
    davidson        wins, losses and ties are as exp(d / 2), exp(-d / 2) and nu (Davidson 1970)
#}
{# What the one is expected to score: 1 for a win, 0.5 for a tie. #}
{% macro expected_score(method, d) %}
    {%- if method == "bradley_terry" -%} {{ return("1 / (1 + exp(-(" ~ d ~ ")))") }}{%- endif -%}
    {{ return("(1 + 5e-1 * nu * exp(-5e-1 * (" ~ d ~ "))) / " ~ rankhouse.sum_of_outcomes(d)) }}
{% endmacro %}

{# The variance of that score. #}
{% macro variance_of_score(method, d) %}
    {%- if method == "bradley_terry" -%} {{ return("1 / (2 + exp(" ~ d ~ ") + exp(-(" ~ d ~ ")))") }} {%- endif -%}
    {%- set score = rankhouse.expected_score(method, d) -%}
    {%- set square = "(1 + 25e-2 * nu * exp(-5e-1 * (" ~ d ~ "))) / " ~ rankhouse.sum_of_outcomes(d) -%}
    {{ return("(" ~ square ~ " - power(" ~ score ~ ", 2))") }}
{% endmacro %}

{# The probability of a tie. #}
{% macro expected_tie(d) %}
    {{ return("nu * exp(-5e-1 * (" ~ d ~ ")) / " ~ rankhouse.sum_of_outcomes(d)) }}
{% endmacro %}

{# Its variance, and its covariance with the score. #}
{% macro variance_of_tie(d) %}
    {%- set tie = rankhouse.expected_tie(d) -%} {{ return(tie ~ " * (1 - " ~ tie ~ ")") }}
{% endmacro %}

{% macro covariance_of_tie(method, d) %}
    {{ return(rankhouse.expected_tie(d) ~ " * (5e-1 - " ~ rankhouse.expected_score(method, d) ~ ")") }}
{% endmacro %}

{# exp(d / 2) + exp(-d / 2) + nu, by exp(d / 2). #}
{% macro sum_of_outcomes(d) %} {{ return("(1 + exp(-(" ~ d ~ ")) + nu * exp(-5e-1 * (" ~ d ~ ")))") }} {% endmacro %}
