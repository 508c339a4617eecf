{#
Which detections are true positives. In the order of their scores, each detection takes the box of the ground truth
with which it has the highest IoU, among those of its image and class that are still free and reach the threshold; one
that finds none is a false positive. This is the rule of COCO: a detection whose best box is taken may still have its
second best. PASCAL VOC calls it false then, although another object lies under it.

rankhouse_pairs has what could be matched: a detection and a box with IoU at or above a threshold. Where a box is the
first choice of the first detection that could take it, nothing can come between the two: these pairs are matched at
once. The rest, crowded objects, is walked pair by pair, each image and class by itself.
#}
{% macro matching_steps(plan) %}
    {%- set unit = plan.by + ["iou_threshold", "class_id", "image_id"] -%}
    {%- set key = rankhouse.inline(unit) -%}
    {%- set marks = ["is_ignored"] if rankhouse.ignores(plan) else [] -%}
    {%- set is_first = "case when choice_number = 1 and claim_number = 1 then 1 else 0 end" -%}
    {%- set choices -%}
        select
        pairs.*,
        row_number() over (
            partition by {{ key }}, detection_rank order by {{ 'is_ignored asc, ' if rankhouse.ignores(plan) }}iou desc, box_number asc
        ) as choice_number,
        row_number() over (partition by {{ key }}, box_number order by detection_rank asc) as claim_number
        from rankhouse_pairs as pairs
    {%- endset -%}
    {%- set decided -%}
        select
        choices.*,
        {{ is_first }} as is_first,
        max({{ is_first }}) over (partition by {{ key }}, detection_rank) as has_box,
        max({{ is_first }}) over (partition by {{ key }}, box_number) as is_taken
        from rankhouse_choices as choices
    {%- endset -%}
    {%- set contested -%}
        select
        {{ rankhouse.listed(unit + ["detection_rank", "box_number"] + marks) }},
        row_number() over (partition by {{ key }} order by detection_rank asc, choice_number asc) as pair_number
        from rankhouse_decided
        where has_box = 0 and is_taken = 0
    {%- endset -%}
    {%- set matched = plan.by + ["iou_threshold", "class_id", "detection_rank"] + marks -%}
    {%- set matches -%}
        select
        {{ rankhouse.listed(matched) }}
        from rankhouse_decided
        where is_first = 1
        union all
        select
        {{ rankhouse.listed(matched) }}
        from rankhouse_walked
        where is_match = 1
    {%- endset -%}
    {{
        return(
            [
                rankhouse.step("choices", "a pair, with the place of each among those of the other", choices),
                rankhouse.step("decided", "the same, with what is matched at once", decided),
                rankhouse.step("contested", "a pair that is left, in the order of the walk", contested),
                rankhouse.walked_step(plan, unit),
                rankhouse.step("matched" if marks else "true_positives", "a detection that has a box", matches),
            ]
            + (rankhouse.counted_steps(plan) if marks else [])
        )
    }}
{% endmacro %}

{% macro walked_step(plan, unit) %}
    {{ return(adapter.dispatch("walked_step", "rankhouse")(plan, unit)) }}
{% endmacro %}

{% macro default__walked_step(plan, unit) %}
    {%- set pair = rankhouse.pair_mark("contested") -%}
    {%- set is_free = (
        "walked.taken not like "
        ~ rankhouse.taken_pattern("d", "contested.detection_rank")
        ~ "\nand walked.taken not like "
        ~ rankhouse.taken_pattern("b", "contested.box_number")
    ) -%}
    {%- set taken = "case when " ~ is_free ~ "\nthen walked.taken || " ~ pair ~ "\nelse walked.taken end" -%}
    {%- set first = ["1 as is_match", rankhouse.text("'|' || " ~ pair) ~ " as taken"] -%}
    {%- set next = ["case when " ~ is_free ~ "\nthen 1 else 0 end as is_match", rankhouse.text(taken) ~ " as taken"] -%}
    {%- set place = ["detection_rank", "pair_number"] + (["is_ignored"] if rankhouse.ignores(plan) else []) -%}
    {%- set walked -%}
        select
        {{ rankhouse.listed(unit + place + first) }}
        from rankhouse_contested as contested
        where pair_number = 1
        union all
        select
        {{ rankhouse.listed(rankhouse.columns_of("contested", unit + place) + next) }}
        from rankhouse_walked as walked
        join rankhouse_contested as contested
        on {{ rankhouse.match("contested", "walked", unit) }}
        and contested.pair_number = walked.pair_number + 1
    {%- endset -%}
    {%- set step = rankhouse.recursive_step(
        "walked", "a pair, with what is taken when the walk has come to it", walked
    ) -%}
    {%- do step.update({"name": step.name ~ rankhouse.recursive_columns(unit + place + ["is_match", "taken"])}) -%}
    {{ return(step) }}
{% endmacro %}

{% macro pair_mark(relation) %}
    {{
        return(
            rankhouse.taken_mark("d", relation ~ ".detection_rank")
            ~ " || "
            ~ rankhouse.taken_mark("b", relation ~ ".box_number")
        )
    }}
{% endmacro %}

{# What a walk remembers, as text: "|d7|b2|" when detection 7 has taken box 2. #}
{% macro taken_mark(kind, number) %}
    {{ return("'" ~ kind ~ "' || " ~ rankhouse.text(number) ~ " || '|'") }}
{% endmacro %}

{% macro taken_pattern(kind, number) %}
    {{ return("'%|" ~ kind ~ "' || " ~ rankhouse.text(number) ~ " || '|%'") }}
{% endmacro %}
