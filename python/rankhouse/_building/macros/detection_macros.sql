{# As detection_plan. #}
{% macro table_macro_of_detections(t) -%}
    {%- set given = "p['iou_thresholds']" -%}
    {%- set problems = rankhouse.problems_of_arguments(t) -%}
    {%- set foreign = "list_filter(p['ground_truth_by'], lambda name: not list_contains(p['by'], name))[1]" -%}
    {%- do problems.append([foreign ~ " is not null", rankhouse.said("not_in_by", [foreign])]) -%}
    {%- set is_wrong = (
        "coalesce(len(list_filter(p['ranges'], lambda r: r['is_wrong'])) > 0, true) or len(p['ranges']) = 0"
    ) -%}
    {%- set listed = "array_to_string(list_transform(" ~ given ~ ", lambda one: coalesce(one, 'None')), ', ')" -%}
    {%- do problems.append([is_wrong, rankhouse.said("wrong_iou_thresholds", [listed])]) -%}
    {%- set steps = [{"ranges": rankhouse.ranges_of_thresholds(given)}] -%}
    {%- do steps.append({"problem": rankhouse.first_problem(problems)}) -%}
    {%- set limited = "greatest(least(((r['high'] - r['low']) / r['step'] + 1e-9), 1000), 0)" -%}
    {%- set of_range = (
        "list_transform(range(" ~ limited ~ "::bigint + 1), lambda i: round(r['low'] + i * r['step'], 9))"
    ) -%}
    {%- do steps.append(
        {
            "thresholds": "flatten(list_transform(list_filter(p['ranges'], lambda r: not r['is_wrong']), lambda r: "
            ~ of_range
            ~ "))"
        }
    ) -%}
    {%- set lists = (
        "map {'thresholds': list_transform("
        ~ rankhouse.each_once("p['thresholds']")
        ~ ", lambda one: map {'threshold': one::varchar})}"
    ) -%}
    {%- do steps.extend(rankhouse.steps_of_groups("p['by']", "p['ground_truth_by']")) -%}
    {%- set chosen = rankhouse.choices_of_arguments(t) -%}
    {%- for mark in ["iscrowd", "area"] -%}
        {%- do chosen.update(
            {"names_ground_truth." ~ mark: rankhouse.yes_no(rankhouse.names_column("ground_truth", mark))}
        ) -%}
    {%- endfor -%}
    {%- set chosen = "map_concat(" ~ rankhouse.map_of(chosen) ~ ", p['chosen_groups'])" -%}
    {%- do steps.extend(rankhouse.steps_of_text("p", "text", t.templates.main, chosen)) -%}
    {{ rankhouse.answer(t, steps, rankhouse.repeated("p['text']", lists, ["threshold"])) }}
{%- endmacro %}

{# As parse_thresholds: each element a number, or a range such as 0.5:0.95:0.05. #}
{% macro ranges_of_thresholds(given) %}
    {%- set number = "try_cast(r['parts'][{}] as double)" -%}
    {%- set is_no_number = "list_filter(r['parts'], lambda part: not " ~ rankhouse.is_a_number("part") ~ ")" -%}
    {%- set is_wrong = (
        "len("
        ~ is_no_number
        ~ ") > 0 or len(r['parts']) > 3 or not coalesce(r['low'] > 0 and r['high'] <= 1 and r['high'] >= r['low'] and r['step'] >= 0.001, false)"
    ) -%}
    {{
        return(
            rankhouse.pipeline(
                "r",
                "list_transform(" ~ given ~ ", lambda text: {'parts': string_split(text, ':')})",
                [
                    {"low": number.format(1)},
                    {
                        "high": "coalesce(" ~ number.format(2) ~ ", r['low'])",
                        "step": "coalesce(" ~ number.format(3) ~ ", 0.05::double)",
                    },
                    {"is_wrong": is_wrong},
                ],
                ["low", "high", "step", "is_wrong"],
            )
        )
    }}
{% endmacro %}
