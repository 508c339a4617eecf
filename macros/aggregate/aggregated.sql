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
    {%- set chosen = rankhouse.chosen(declaration, options) -%}
    (
        select {{ rankhouse.value_by_choice(declaration, none if k is none else "cutoff", chosen) }}
        from
            (
                select
                    n_relevant,
                    n_retrieved,
                    cutoff,
                    judged_row.item_rank,
                    judged_row.ideal_rank,
                    judged_row.hits_upto,
                    judged_row.mid_rank,
                    case when judged_row.grade > 0 then 1 else 0 end as hit,
                    case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit
                    {%- if chosen.gain is defined %}
                        , {{ rankhouse.gain_by_choice("judged_row.grade", chosen) }} as gained
                    {%- endif %}
                from
                    (
                        select
                            n_relevant,
                            n_retrieved,
                            cutoff,
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                {%- if "mid_rank" in declaration.needs %}
                                    {{ rankhouse.mid_ranked_lists(relevance, score) }}
                                {%- else %}{{ rankhouse.ranked_lists(declaration, relevance, score, k, chosen) }}
                                {%- endif %}
                            )
                    )
            )
        group by n_relevant, n_retrieved, cutoff
    )
{%- endmacro %}

{# Up to heap_limit() the best k of a heap, beyond it the whole list sorted; the filter of the other one is never true. #}
{% macro ranked_lists(declaration, relevance, score, k, chosen) -%}
    {%- set grade = rankhouse.double(relevance) -%}
    {%- set kept = (
        rankhouse.chosen_is(chosen, "negative", "keep", ["zero", "keep"])
        if chosen.negative is defined
        else "false"
    ) -%}
    {%- set heaped = (
        "false"
        if k is none
        else rankhouse.argument(k) ~ " <= " ~ rankhouse.heap_limit() ~ " and not " ~ kept
    ) -%}
    {%- set size = (
        rankhouse.heap_limit()
        if k is none
        else "least(" ~ rankhouse.argument(k) ~ "::bigint, " ~ rankhouse.heap_limit() ~ ")"
    ) -%}
    {%- set listed = rankhouse.argument(score) ~ " is not null" -%}
    select
        n_relevant,
        n_retrieved,
        cutoff,
        list_concat(
            {{
                rankhouse.judged_row(
                    "for hits_upto in range(1, len(hit_grades) + 1)",
                    "hit_grades[hits_upto]",
                    "hits_upto + coalesce(len([1 for other in other_scores if other >= hit_scores[hits_upto]]), 0)",
                    "hits_upto",
                )
            }},
            {{
                rankhouse.judged_row(
                    "for place, hits_upto in [place for grade, place in grades if grade > 0 and place <= n_retrieved]",
                    "grades[place]",
                    "place",
                    "hits_upto",
                )
            }},
            {{
                rankhouse.judged_row(
                    "for grade, place in grades if grade < 0 and place <= n_retrieved", "grade", "place"
                )
            }}
            {%- if "ideal_rank" in declaration.needs %}
                ,
                {{
                    rankhouse.judged_row(
                        "for grade, place in coalesce(best_grades, list_reverse_sort([grade for grade in grades if grade > 0 or "
                        ~ kept
                        ~ "]))",
                        "grade",
                        ideal_rank="place",
                    )
                }}
            {%- endif %}
        ) as judged_rows
    from
        (
            select
                {{ rankhouse.group_totals(relevance, score) }},
                {{ "null::bigint" if k is none else rankhouse.valid_cutoff(k) }} as cutoff,
                arg_max({{ grade }}, row({{ score }}, -{{ grade }}), {{ size }}) filter (
                    where {{ grade }} > 0 and {{ listed }} and {{ heaped }}
                ) as hit_grades,
                max({{ score }}, {{ size }}) filter (where {{ grade }} > 0 and {{ heaped }}) as hit_scores,
                max({{ score }}, {{ size }}) filter (
                    where coalesce({{ grade }}, 0) <= 0 and {{ heaped }}
                ) as other_scores,
                list(
                    {{ grade }} order by {{ rankhouse.argument(score) }} desc nulls last, coalesce({{ grade }}, 0)
                ) filter (where not ({{ heaped }})) as grades
                {%- if "ideal_rank" in declaration.needs %}
                    , max({{ grade }}, {{ size }}) filter (where {{ grade }} > 0 and {{ heaped }}) as best_grades
                {%- endif %}
        )
{%- endmacro %}

{# The mid-rank of a tie is the mean of the ranks with its positives first and with its positives last. #}
{% macro mid_ranked_lists(relevance, score) -%}
    {%- set is_hit = "(coalesce(" ~ rankhouse.double(relevance) ~ ", 0) > 0)" -%}
    select
        n_relevant,
        n_retrieved,
        cutoff,
        list_concat(
            {{
                rankhouse.judged_row(
                    "for place in range(1, len(hits_first) + 1)",
                    "1",
                    "place",
                    mid_rank="(hits_first[place] + hits_last[place]) / 2",
                )
            }}
        ) as judged_rows
    from
        (
            select
                n_relevant,
                n_retrieved,
                cutoff,
                [place for hit, place in hits_first if hit] as hits_first,
                [place for hit, place in hits_last if hit] as hits_last
            from
                (
                    select
                        {{ rankhouse.group_totals(relevance, score) }},
                        null::bigint as cutoff,
                        list({{ is_hit }} order by {{ rankhouse.argument(score) }} desc, {{ is_hit }} desc) filter (
                            where {{ score }} is not null
                        ) as hits_first,
                        list({{ is_hit }} order by {{ rankhouse.argument(score) }} desc, {{ is_hit }}) filter (
                            where {{ score }} is not null
                        ) as hits_last
                )
        )
{%- endmacro %}

{% macro judged_row(source, grade, item_rank="null", hits_upto="null", ideal_rank="null", mid_rank="null") -%}
    [
        {
            'grade':{{ rankhouse.double(grade) }},
            'item_rank':{{ item_rank }}::bigint,
            'hits_upto':{{ hits_upto }}::bigint,
            'ideal_rank':{{ ideal_rank }}::bigint,
            'mid_rank':{{ rankhouse.double(mid_rank) }}
        } {{ source }}
    ]
{%- endmacro %}

{% macro group_totals(relevance, score) -%}
    {%- set grade = rankhouse.double(relevance) -%}
    count(*) filter (
        where
            case
                when isnan({{ grade }})
                then error('a relevance is NaN: leave it NULL where an item is not judged')
                else {{ grade }} > 0
            end
    ) as n_relevant,
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
