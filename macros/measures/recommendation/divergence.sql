{# Jensen-Shannon divergence of two distributions, in nats, from 0 to ln 2; a row holds both shares of a value. #}
{% macro js_divergence(shown, other) -%}
    sum({{ rankhouse.own_to_middle(shown, other) }} + {{ rankhouse.own_to_middle(other, shown) }}) / 2
{%- endmacro %}

{# A value's part of the Kullback-Leibler divergence from the mean of both shares. #}
{% macro own_to_middle(share, other) -%}
    {%- set one, two = rankhouse.double(share), rankhouse.double(other) -%}
    case when {{ one }} = 0 then 0 else {{ one }} * ln(2 * {{ one }} / ({{ one }} + {{ two }})) end
{%- endmacro %}

{# Total variation distance of two distributions, from 0 to 1: half the sum of the differences of their shares. #}
{% macro total_variation(shown, other) -%}
    sum(abs({{ rankhouse.double(shown) }} - {{ rankhouse.double(other) }})) / 2
{%- endmacro %}

{# Kullback-Leibler divergence of `target` from `shown`, in nats; `smoothing` of the target is mixed into what is shown. #}
{% macro smoothed_kl_divergence(target, shown, smoothing=0.01) -%}
    {%- set aim, part = rankhouse.double(target), rankhouse.double(smoothing) -%}
    {%- set is_none = aim ~ " = 0 and " ~ rankhouse.argument(shown) ~ " is not null" -%}
    {%- set mixed = "(1 - " ~ part ~ ") * " ~ rankhouse.double(shown) ~ " + " ~ part ~ " * " ~ aim -%}
    sum(case when {{ is_none }} then 0 else {{ aim }} * ln({{ aim }} / ({{ mixed }})) end)
{%- endmacro %}
