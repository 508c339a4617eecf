{#
The walk as a fold over the pairs of an image and class: Spark would work out every pair anew at each step of a recursive
query, and it allows 100 of them.
#}
{% macro spark__walked_step(plan, unit) %}
    {%- set place = (
        ["pair_number", "detection_rank"] + (["is_ignored"] if rankhouse.ignores(plan) else []) + ["mark"]
    ) -%}
    {%- set key = rankhouse.inline(unit) -%}
    {%- set is_free = "instr(taken, '|' || split_part(mark, '|', <n>) || '|') = 0" -%}
    {%- set is_free = is_free | replace("<n>", "1") ~ " and " ~ is_free | replace("<n>", "2") -%}
    {%- set taken = (
        "aggregate(transform(pairs, pair -> pair.mark), '|', (taken, mark) -> case when "
        ~ is_free
        ~ " then taken || mark else taken end)"
    ) -%}
    {%- set walked -%}
        select
        {{ rankhouse.listed(unit + place[1:-1] + ["case when instr(taken, '|' || mark) > 0 then 1 else 0 end as is_match"]) }}
        from (
            select
            {{ rankhouse.listed(unit + ["pairs", taken ~ " as taken"]) }}
            from (
                select
                {{ rankhouse.listed(unit + ["array_sort(collect_list(struct(" ~ place | join(", ") ~ "))) as pairs"]) }}
                from (
                    select
                    contested.*,
                    {{ rankhouse.pair_mark("contested") }} as mark
                    from rankhouse_contested as contested
                ) as marked
                group by {{ key }}
            ) as listed
        ) as folded
        lateral view inline(pairs) as {{ place | join(", ") }}
    {%- endset -%}
    {{ return(rankhouse.step("walked", "a pair, and whether the walk takes it", walked)) }}
{% endmacro %}
