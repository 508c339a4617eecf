{# What the checks of a click log look at, from the arguments of click_judgments or position_bias. #}
{% macro checked_clicks(macro, arguments) %}
    {%- set options = {"prior": [0, 0], "counts": false, "first_position": 1, "examination": none} -%}
    {%- for name in options if name in arguments -%} {%- do options.update({name: arguments[name]}) -%} {%- endfor -%}
    {%- set plan = rankhouse.click_plan(
        macro, arguments.log, arguments.get("by", []), arguments.get("columns", {}), options
    ) -%}
    {%- do plan.update({"cells": "rankhouse_cells", "checks": []}) -%}
    {%- set cells = rankhouse.step("cells", "an item at a position", rankhouse.cells_of_log(plan)) -%}
    {%- for name in ["one_in", "shown", "others"] -%}
        {%- do plan.update({name: arguments.get(name, {})}) -%}
    {%- endfor -%}
    {%- set checks = rankhouse.click_checks(plan) -%}
    {%- set sources = {"log": plan.log, "cells": "rankhouse_cells"} -%}
    {%- if plan.examination is not none -%} {%- do sources.update({"examination": plan.examination}) -%} {%- endif -%}
    {{ return({"checks": checks, "sources": sources, "steps": [cells]}) }}
{% endmacro %}
