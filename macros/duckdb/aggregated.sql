{#
A measure as one DuckDB expression over the rows of a group, each group being one query with its labels.

The formulas come from macros/measures/; made here, from sorted lists, are the ranked rows that they read. Of items
with equal scores those of lower relevance come first: the value never depends on the order of the rows and never
flatters a ranker that ties. row(score, item_id) as the score decides ties by item, as query_metrics does.
NULL relevance: not judged. NULL score: judged, but not in the list.

`options` are SQL expressions; a choice may be named bare.
#}
{% macro aggregated(declaration, relevance, score, k=none, options={}) %}
    {{ return(adapter.dispatch("aggregated", "rankhouse")(declaration, relevance, score, k, options)) }}
{% endmacro %}

{% macro default__aggregated(declaration, relevance, score, k=none, options={}) %}
    {{
        exceptions.raise_compiler_error(
            declaration.name
            ~ " as an aggregate is for DuckDB alone: use query_metrics, or the formulas over ranked rows such as rankhouse.dcg(gain, item_rank, k)"
        )
    }}
{% endmacro %}

{% macro duckdb__aggregated(declaration, relevance, score, k=none, options={}) -%}
    {%- set declaration = rankhouse.declared_for_aggregates(declaration) -%}
    {%- set chosen = rankhouse.chosen(declaration, options) -%}
    {%- set fields = rankhouse.row_fields(declaration, chosen) -%}
    (
        select {{ rankhouse.value_by_choice(declaration, none if k is none else "cutoff", chosen) }}
        from
            (
                select
                    n_relevant,
                    n_judged,
                    n_retrieved,
                    cutoff,
                    {%- for field in fields %} judged_row.{{ field }}, {%- endfor %}
                    {%- if chosen.gain is defined %}
                        {{ rankhouse.gain_by_choice("judged_row.grade", chosen) }} as gained,
                    {%- elif chosen.max_grade is defined %}
                        {{ rankhouse.stop_probability("judged_row.grade", chosen.max_grade) }} as gained,
                    {%- endif %}
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                from
                    (
                        select
                            n_relevant,
                            n_judged,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                {%- if "mid_rank" in declaration.needs %}
                                    {{ rankhouse.mid_ranked_lists(relevance, score, fields) }}
                                {%- else %}
                                    {{ rankhouse.ranked_lists(declaration, relevance, score, k, chosen, fields) }}
                                {%- endif %}
                            )
                    )
            )
        group by n_relevant, n_judged, n_retrieved, cutoff
    )
{%- endmacro %}

{# What the rows of a measure hold beside the grade. #}
{% macro row_fields(declaration, chosen) %}
    {%- set fields = ["item_rank", "hits_upto"] -%}
    {%- for need in ["ideal_rank", "judged", "others_above"] if need in declaration.needs -%}
        {%- do fields.append(need) -%}
    {%- endfor -%}
    {%- if "mid_rank" in declaration.needs -%} {%- do fields.append("mid_rank") -%} {%- endif -%}
    {%- if "tie_size" in declaration.needs or chosen.get("partial", "1") != "1" -%}
        {%- do fields.extend(["tie_size", "tie_hits", "tie_hits_upto", "hits_in_list"]) -%}
    {%- endif -%}
    {%- if "interpolation" in chosen -%} {%- do fields.append("best_precision") -%} {%- endif -%}
    {%- if "unstopped" in declaration.needs -%} {%- do fields.append("ungained") -%} {%- endif -%}
    {%- if "gain_upto" in declaration.needs -%}
        {%- do fields.extend(["gained_upto", "ideal_gained_upto"]) -%}
    {%- endif -%}
    {%- if "normalize" in declaration.options.get("negative", {}).get("choices", []) -%}
        {%- do fields.append("worst_rank") -%}
    {%- endif -%}
    {{ return(fields) }}
{% endmacro %}

{#
Up to heap_limit() the best k of a heap, beyond it the whole list sorted; the filter of the other one is never true.
`hits` are the relevant items of the list in order, each with its place.
#}
{% macro ranked_lists(declaration, relevance, score, k, chosen, fields) -%}
    {%- set grade = rankhouse.double(relevance) -%}
    {%- set kept = (
        "not " ~ rankhouse.chosen_is(chosen, "negative", "zero", declaration.options.negative.choices)
        if chosen.negative is defined
        else "false"
    ) -%}
    {%- set whole = (
        "true"
        if k is none or "judged" in declaration.needs
        else rankhouse.argument(k) ~ " > " ~ rankhouse.heap_limit() ~ " or " ~ kept
    ) -%}
    {%- set size = (
        rankhouse.heap_limit()
        if k is none
        else "least(greatest(" ~ rankhouse.argument(k) ~ "::bigint, 1), " ~ rankhouse.heap_limit() ~ ")"
    ) -%}
    {%- set ideal = "ideal_rank" in declaration.needs -%}
    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            {{ rankhouse.judged_row("for hits_upto in range(1, len(hits) + 1)", fields, {
                        "grade": "hits[hits_upto].grade",
                        "item_rank": "hits[hits_upto].place",
                        "hits_upto": "hits_upto",
                        "judged": "1",
                        "others_above": "judged_places[hits_upto] - hits_upto",
                        "best_precision": "case when " ~ chosen.get("interpolation") ~ " = 'max' then list_max([" ~ rankhouse.ratio("later", "hits[later].place") ~ " for later in range(hits_upto, len(hits) + 1)]) end",
                        "ungained": "coalesce(list_product([1 - " ~ rankhouse.stop_probability("hits[above].grade", chosen.max_grade) ~ " for above in range(1, hits_upto)]), 1)" if "ungained" in fields,
                        "gained_upto": "list_sum([" ~ rankhouse.gain_by_choice("hits[above].grade", chosen) ~ " for above in range(1, hits_upto + 1)])" if "gained_upto" in fields,
                        "ideal_gained_upto": "list_sum([" ~ rankhouse.gain_by_choice("above.grade", chosen) ~ " for above in [{'grade': grade} for grade in ideal_grades[:hits[hits_upto].place]]])" if "gained_upto" in fields,
                    }) }},
            {{
                rankhouse.judged_row(
                    "for grade, place in grades if grade "
                    ~ ("<= 0" if "judged" in fields else "< 0")
                    ~ " and place <= n_retrieved",
                    fields,
                    {"grade": "grade", "item_rank": "place", "judged": "1"},
                )
            }}
            {%- if ideal %}
                ,
                {{
                    rankhouse.judged_row(
                        "for grade, place in ideal_grades", fields, {"grade": "grade", "ideal_rank": "place"}
                    )
                }}
            {%- endif %}
            {%- if "worst_rank" in fields %}
                ,
                {{
                    rankhouse.judged_row(
                        "for grade, place in list_sort([grade for grade in grades if grade < 0])",
                        fields,
                        {"grade": "grade", "worst_rank": "place"},
                    )
                }}
            {%- endif %}
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                grades,
                list_concat(
                    [
                        {
                            'grade': - best_hits[place].cost,
                            'place':place
                            + coalesce(len([1 for other in other_scores if other >= best_hits[place].score]), 0)
                        } for place
                        in range(1, len(best_hits) + 1)
                    ],
                    [{'grade':grade, 'place':place} for grade, place in grades if grade > 0 and place <= n_retrieved]
                ) as hits
                {%- if "others_above" in fields %}
                    ,
                    [
                        place for grade,
                        place
                        in [grade for grade, place in grades if place <= n_retrieved and grade is not null] if grade
                        > 0
                    ] as judged_places
                {%- endif %}
                {%- if ideal %}
                    ,
                    coalesce(
                        best_grades, list_reverse_sort([grade for grade in grades if grade > 0 or {{ kept }}])
                    ) as ideal_grades
                {%- endif %}
            from
                (
                    select
                        {{ rankhouse.group_totals(relevance, score, fields) }},
                        {{ "null::bigint" if k is none else rankhouse.valid_cutoff(k) }} as cutoff,
                        max({'score':{{ score }}, 'cost': -{{ grade }}}, {{ size }}) filter (
                            where {{ grade }} > 0 and {{ rankhouse.argument(score) }} is not null and not ({{ whole }})
                        ) as best_hits,
                        max({{ score }}, {{ size }}) filter (
                            where coalesce({{ grade }}, 0) <= 0 and not ({{ whole }})
                        ) as other_scores,
                        list(
                            {{ grade }}
                            order by
                                {{ rankhouse.argument(score) }} desc nulls last,
                                coalesce({{ grade }}, 0){{ ", " ~ grade ~ " is not null" if "judged" in fields }}
                        ) filter (where {{ whole }}) as grades
                        {%- if ideal %}
                            ,
                            max({{ grade }}, {{ size }}) filter (
                                where {{ grade }} > 0 and not ({{ whole }})
                            ) as best_grades
                        {%- endif %}
                )
        )
{%- endmacro %}

{#
The mid-rank of a tie is the mean of the ranks with its positives first and with its positives last. Positive by positive
that mean differs within a tie, and only their sum is exact, which is enough without the other columns of ties.
#}
{% macro mid_ranked_lists(relevance, score, fields) -%}
    {%- set knows_ties = "tie_size" in fields -%}
    {%- set first_hit = "list_position(hit_scores, hit_scores[place])" if knows_ties else "place" -%}
    {%- set last_hit = (
        "(len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place]))"
        if knows_ties
        else "place"
    ) -%}
    {%- set is_hit = "(coalesce(" ~ rankhouse.double(relevance) ~ ", 0) > 0)" -%}
    select
        n_relevant,
        n_judged,
        n_retrieved,
        cutoff,
        list_concat(
            {{
                rankhouse.judged_row(
                    "for place in range(1, len(hits_first) + 1)",
                    fields,
                    {
                        "grade": "1",
                        "item_rank": "hits_first[place]",
                        "mid_rank": "(hits_first[" ~ first_hit ~ "] + hits_last[" ~ last_hit ~ "]) / 2",
                        "tie_size": "hits_last[" ~ last_hit ~ "] - hits_first[" ~ first_hit ~ "] + 1",
                        "tie_hits": last_hit ~ " - " ~ first_hit ~ " + 1",
                        "tie_hits_upto": last_hit,
                        "hits_in_list": "len(hits_first)",
                    },
                )
            }}
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_judged,
                n_retrieved,
                cutoff,
                {%- if knows_ties %} hit_scores, {%- endif %}
                [place for hit, place in hits_first if hit] as hits_first,
                [place for hit, place in hits_last if hit] as hits_last
            from
                (
                    select
                        {{ rankhouse.group_totals(relevance, score) }},
                        null::bigint as cutoff,
                        {%- if knows_ties %}
                            list({{ score }} order by {{ rankhouse.argument(score) }} desc) filter (
                                where {{ score }} is not null and {{ is_hit }}
                            ) as hit_scores,
                        {%- endif %}
                        list({{ is_hit }} order by {{ rankhouse.argument(score) }} desc, {{ is_hit }} desc) filter (
                            where {{ score }} is not null
                        ) as hits_first,
                        list({{ is_hit }} order by {{ rankhouse.argument(score) }} desc, {{ is_hit }}) filter (
                            where {{ score }} is not null
                        ) as hits_last
                )
        )
{%- endmacro %}

{# A list of structs, each the grade and the fields of one row; a field without a value here is NULL. #}
{% macro judged_row(source, fields, values) -%}
    [
        {
            'grade':{{ rankhouse.double(values.grade) }}
            {% for field in fields %}, '{{ field }}':{{ rankhouse.double(values.get(field, "null")) }}{% endfor %}
        } {{ source }}
    ]
{%- endmacro %}

{# NaN is DuckDB's greatest number, so the maximum shows it. #}
{% macro group_totals(relevance, score, fields=[]) -%}
    {%- set grade = rankhouse.double(relevance) -%}
    case
        when isnan(max({{ grade }}))
        then error('a relevance is NaN: leave it NULL where an item is not judged')
        else count(*) filter (where {{ grade }} > 0)
    end as n_relevant,
    {{ "count(" ~ relevance ~ ")" if "others_above" in fields else "null::bigint" }} as n_judged,
    case
        when isnan(max(try_cast({{ score }} as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count({{ score }})
    end as n_retrieved
{%- endmacro %}

{% macro valid_cutoff(k) -%}
    {%- set number = rankhouse.double(k) -%}
    case
        when {{ number }} >= 1 and {{ number }} = floor({{ number }})
        then least({{ number }}, 1e15)::bigint
        else
            error(
                'the cutoff k is a whole number of at least 1, got '
                || coalesce({{ rankhouse.argument(k) }}::varchar, 'NULL')
            )
    end
{%- endmacro %}
