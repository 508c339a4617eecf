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
            ~ " as an aggregate is only available on DuckDB: use query_metrics, or the formulas over ranked rows such as rankhouse.dcg(gain, item_rank, k)"
        )
    }}
{% endmacro %}

{% macro duckdb__aggregated(declaration, relevance, score, k=none, options={}) -%}
    {%- set declaration = rankhouse.declared_for_aggregates(declaration) -%}
    {%- set chosen = rankhouse.chosen(declaration, options) -%}
    {%- set fields = rankhouse.row_fields(declaration, chosen) -%}
    {%- set totals = rankhouse.total_names(k, fields) -%}
    {%- set columns = totals + rankhouse.columns_of("judged_row", fields) -%}
    {%- if chosen.gain is defined -%}
        {%- do columns.append(rankhouse.gain_by_choice("judged_row.grade", chosen) ~ " as gained") -%}
    {%- elif chosen.max_grade is defined -%}
        {%- do columns.append(rankhouse.stop_probability("judged_row.grade", chosen.max_grade) ~ " as gained") -%}
    {%- endif -%}
    {%- do columns.append("case when judged_row.grade > 0 then 1 else 0 end as hit") -%}
    {%- if "first_hit" in declaration.needs -%}
        {%- do columns.append("case when judged_row.hits_upto = 1 then 1 else 0 end as first_hit") -%}
    {%- endif -%}
    {#- Whatever decides the formula must be a column that the rows are grouped by. -#}
    {%- set decided, key = dict(chosen), totals | list -%}
    {%- for option in declaration.get("decided_by", []) -%}
        {%- set column = "chosen_" ~ option -%}
        {%- do columns.append(chosen[option] ~ " as " ~ column) -%}
        {%- do key.append(column) -%}
        {%- do decided.update({option: column}) if chosen[option][1:-1] not in declaration.options[option].choices -%}
    {%- endfor -%}
    (
        select {{ rankhouse.value_by_choice(declaration, none if k is none else "cutoff", decided) }}
        from
            (
                select {{ rankhouse.inline(columns) }}
                from
                    (
                        select
                            {{ rankhouse.inline(totals) }},
                            unnest(case when len(judged_rows) > 0 then judged_rows else [null] end) as judged_row
                        from
                            (
                                {%- if "mid_rank" in declaration.needs %}
                                    {{ rankhouse.mid_ranked_lists(relevance, score, fields, totals) }}
                                {%- else %}
                                    {{
                                        rankhouse.ranked_lists(
                                            declaration, relevance, score, k, chosen, fields, totals
                                        )
                                    }}
                                {%- endif %}
                            )
                    )
            )
        group by {{ rankhouse.inline(key) }}
    )
{%- endmacro %}

{# What is known of the group. #}
{% macro total_names(k, fields) %}
    {{
        return(
            ["n_relevant", "n_retrieved"]
            + (["n_judged"] if "others_above" in fields else [])
            + (["cutoff"] if k is not none else [])
        )
    }}
{% endmacro %}

{# What the rows of a measure hold beside the grade. #}
{% macro row_fields(declaration, chosen) %}
    {%- set fields = ["item_rank"] -%}
    {%- if declaration.needs | select("in", ["hits_upto", "first_hit", "best_precision", "gain_upto"]) | list -%}
        {%- do fields.append("hits_upto") -%}
    {%- endif -%}
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

{# The rows of a group as one list, judged_rows. #}
{% macro ranked_lists(declaration, relevance, score, k, chosen, fields, totals) -%}
    {%- set in_list = "for other in " ~ rankhouse.placed("grades[:n_retrieved]") ~ " if other.grade " -%}
    {%- set of_hit = {
        "grade": "hits[hits_upto].grade",
        "item_rank": "hits[hits_upto].place",
        "hits_upto": "hits_upto",
        "judged": "1",
        "others_above": "judged_places[hits_upto] - hits_upto",
    } -%}
    {%- do of_hit.update(rankhouse.hit_sums(chosen, fields)) -%}
    {%- set lists = [rankhouse.judged_row("for hits_upto in range(1, len(hits) + 1)", fields, of_hit)] -%}
    {%- if "judged" in fields or chosen.negative is defined -%}
        {%- set others = in_list ~ ("<= 0" if "judged" in fields else "< 0") -%}
        {%- set of_other = {"grade": "other.grade", "item_rank": "other.place", "judged": "1"} -%}
        {%- do lists.append(rankhouse.judged_row(others, fields, of_other)) -%}
    {%- endif -%}
    {%- if "ideal_rank" in fields -%}
        {%- set of_ideal = {"grade": "grade", "ideal_rank": "place"} -%}
        {%- do lists.append(rankhouse.judged_row("for grade, place in ideal_grades", fields, of_ideal)) -%}
    {%- endif -%}
    {%- if "worst_rank" in fields -%}
        {%- set every = chosen.negative ~ " = 'normalize_judged' and grade is not null" -%}
        {%- set lowest = "for grade, place in list_sort([grade for grade in grades if grade < 0 or " ~ every ~ "])" -%}
        {%- do lists.append(rankhouse.judged_row(lowest, fields, {"grade": "grade", "worst_rank": "place"})) -%}
    {%- endif -%}
    select {{ rankhouse.inline(totals) }}, {{ "list_concat(" ~ rankhouse.inline(lists) ~ ")" }} as judged_rows
    from ({{ rankhouse.group_lists(declaration, relevance, score, k, chosen, fields, totals) }})
{%- endmacro %}

{# What adds up along the list, at a hit. #}
{% macro hit_sums(chosen, fields) %}
    {%- set sums = {} -%}
    {%- if "best_precision" in fields -%}
        {%- set later = rankhouse.ratio("later", "hits[later].place") -%}
        {%- set best = "list_max([" ~ later ~ " for later in range(hits_upto, len(hits) + 1)])" -%}
        {%- do sums.update(
            {"best_precision": "case when " ~ chosen.interpolation ~ " = 'max' then " ~ best ~ " end"}
        ) -%}
    {%- endif -%}
    {%- if "ungained" in fields -%}
        {%- set stop = rankhouse.stop_probability("hits[above].grade", chosen.max_grade) -%}
        {%- do sums.update(
            {"ungained": "coalesce(list_product([1 - " ~ stop ~ " for above in range(1, hits_upto)]), 1)"}
        ) -%}
    {%- endif -%}
    {%- if "gained_upto" in fields -%}
        {%- set gain = rankhouse.gain_by_choice("hits[above].grade", chosen) -%}
        {%- set ideal_gain = rankhouse.gain_by_choice("above.grade", chosen) -%}
        {%- set ideal = "[{'grade': grade} for grade in ideal_grades[:hits[hits_upto].place]]" -%}
        {%- do sums.update(
            {
                "gained_upto": "list_sum([" ~ gain ~ " for above in range(1, hits_upto + 1)])",
                "ideal_gained_upto": "list_sum([" ~ ideal_gain ~ " for above in " ~ ideal ~ "])",
            }
        ) -%}
    {%- endif -%}
    {{ return(sums) }}
{% endmacro %}

{#
`hits`: the relevant items of the list in order, each with its place; `grades`: the whole list; `ideal_grades`. Up to
heap_limit() hits are the best k of a heap, beyond it the whole list is sorted; the filter of the other one is never true.
#}
{% macro group_lists(declaration, relevance, score, k, chosen, fields, totals) -%}
    {%- set grade = rankhouse.double(relevance) -%}
    {%- set score_argument = rankhouse.argument(score) -%}
    {%- set is_whole = k is none or "judged" in declaration.needs -%}
    {#- An unknown choice is refused where the formula is chosen. -#}
    {%- set kept = chosen.negative ~ " <> 'zero'" if chosen.negative is defined else none -%}
    {%- set beyond = [rankhouse.argument(k) ~ " > " ~ rankhouse.heap_limit(), kept] | select | join(" or ") -%}
    {%- set size = "least(greatest(" ~ rankhouse.argument(k) ~ "::bigint, 1), " ~ rankhouse.heap_limit() ~ ")" -%}
    {%- set order = score_argument ~ " desc nulls last, coalesce(" ~ grade ~ ", 0)" -%}
    {%- set order = order ~ (", " ~ grade ~ " is not null" if "judged" in fields else "") -%}
    {%- set whole = "list(" ~ grade ~ " order by " ~ order ~ ")" -%}
    {%- set inner = [rankhouse.group_totals(relevance, score, fields)] -%}
    {%- do inner.append((whole if is_whole else whole ~ " filter (where " ~ beyond ~ ")") ~ " as grades") -%}
    {%- set hits = "[hit for hit in " ~ rankhouse.placed("grades[:n_retrieved]") ~ " if hit.grade > 0]" -%}
    {%- set ideal = (
        "list_reverse_sort([grade for grade in grades if grade > 0" ~ (" or " ~ kept if kept else "") ~ "])"
    ) -%}
    {%- if not is_whole -%}
        {%- set best = "max({}, " ~ size ~ ") filter (where {} and not (" ~ beyond ~ "))" -%}
        {%- set hit = grade ~ " > 0 and " ~ score_argument ~ " is not null" -%}
        {%- do inner.append(best.format("{'score':" ~ score ~ ", 'cost': -" ~ grade ~ "}", hit) ~ " as best_hits") -%}
        {%- do inner.append(best.format(score, "coalesce(" ~ grade ~ ", 0) <= 0") ~ " as other_scores") -%}
        {%- set above = "coalesce(len(list_filter(other_scores, lambda other: other >= best.score)), 0)" -%}
        {%- set of_heap = "lambda best, place: {'grade': - best.cost, 'place': place + " ~ above ~ "}" -%}
        {%- set placed = "list_transform(best_hits, " ~ of_heap ~ ")" -%}
        {%- set within = (
            "list_filter("
            ~ placed
            ~ ", lambda rankhouse_hit: rankhouse_hit.place <= "
            ~ rankhouse.argument(k)
            ~ ")"
        ) -%}
        {%- set hits = "list_concat(" ~ within ~ ", " ~ hits ~ ")" -%}
        {%- if "ideal_rank" in fields -%}
            {%- do inner.append(best.format(grade, grade ~ " > 0") ~ " as best_grades") -%}
            {%- set ideal = "coalesce(best_grades, " ~ ideal ~ ")" -%}
        {%- endif -%}
    {%- endif -%}
    {%- set outer = totals | reject("equalto", "cutoff") | list + ["grades", hits ~ " as hits"] -%}
    {%- if k is not none -%} {%- do outer.append(rankhouse.valid_cutoff(k) ~ " as cutoff") -%} {%- endif -%}
    {%- if "others_above" in fields -%}
        {%- set judged = rankhouse.placed("[grade for grade in grades[:n_retrieved] if grade is not null]") -%}
        {%- do outer.append("[hit.place for hit in " ~ judged ~ " if hit.grade > 0] as judged_places") -%}
    {%- endif -%}
    {%- if "ideal_rank" in fields -%} {%- do outer.append(ideal ~ " as ideal_grades") -%} {%- endif -%}
    select {{ rankhouse.inline(outer) }}
    from (select {{ rankhouse.inline(inner) }})
{%- endmacro %}

{#
The mid-rank of a tie is the mean of the ranks with its positives first and with its positives last. Positive by positive
that mean differs within a tie, and only their sum is exact, which is enough without the other columns of ties.
#}
{% macro mid_ranked_lists(relevance, score, fields, totals) -%}
    {%- set knows_ties = "tie_size" in fields -%}
    {%- set score_argument = rankhouse.argument(score) -%}
    {%- set first_hit = "list_position(hit_scores, hit_scores[place])" if knows_ties else "place" -%}
    {%- set last_hit = (
        "(len(hit_scores) + 1 - list_position(list_reverse(hit_scores), hit_scores[place]))"
        if knows_ties
        else "place"
    ) -%}
    {%- set is_hit = "(coalesce(" ~ rankhouse.double(relevance) ~ ", 0) > 0)" -%}
    {%- set of_hit = {
        "grade": "1",
        "item_rank": "hits_first[place]",
        "mid_rank": "(hits_first[" ~ first_hit ~ "] + hits_last[" ~ last_hit ~ "]) / 2",
        "tie_size": "hits_last[" ~ last_hit ~ "] - hits_first[" ~ first_hit ~ "] + 1",
        "tie_hits": last_hit ~ " - " ~ first_hit ~ " + 1",
        "tie_hits_upto": last_hit,
        "hits_in_list": "len(hits_first)",
    } -%}
    {%- set in_list = (
        "list({} order by " ~ score_argument ~ " desc{}) filter (where " ~ score ~ " is not null{}) as {}"
    ) -%}
    {%- set inner = [rankhouse.group_totals(relevance, score)] -%}
    {%- do inner.append(in_list.format(is_hit, ", " ~ is_hit ~ " desc", "", "hits_first")) -%}
    {%- do inner.append(in_list.format(is_hit, ", " ~ is_hit, "", "hits_last")) -%}
    {%- set outer = totals + [
        "[hit.place for hit in " ~ rankhouse.placed("hits_first") ~ " if hit.grade] as hits_first",
        "[hit.place for hit in " ~ rankhouse.placed("hits_last") ~ " if hit.grade] as hits_last",
    ] -%}
    {%- if knows_ties -%}
        {%- do inner.append(in_list.format(score, "", " and " ~ is_hit, "hit_scores")) -%}
        {%- do outer.append("hit_scores") -%}
    {%- endif -%}
    select
        {{ rankhouse.inline(totals) }},
        {{ rankhouse.judged_row("for place in range(1, len(hits_first) + 1)", fields, of_hit) }} as judged_rows
    from (select {{ rankhouse.inline(outer) }} from (select {{ rankhouse.inline(inner) }}))
{%- endmacro %}

{# Grades with their places, to filter afterwards: below DuckDB 1.5 a filter beside the place would count anew. #}
{% macro placed(grades) -%}[{'grade':grade, 'place':place} for grade, place in {{ grades }}] {%- endmacro %}

{# A list of structs, each the grade and the fields of one row; a field without a value here is NULL. #}
{% macro judged_row(source, fields, values) -%}
    [
        {
            'grade':{{ values.grade }}
            {% for field in fields %}, '{{ field }}':{{ values.get(field, "null") }}{% endfor %}
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
    case
        when {{ rankhouse.is_text("max(" ~ score ~ ")") }}
        then error('score must be a number, but the column is text: cast it, or name another column')
        when isnan(max(try_cast({{ score }} as double)))
        then error('a score is NaN: it has no place in a ranking')
        else count({{ score }})
    end as n_retrieved
    {%- if "others_above" in fields %}, count({{ relevance }}) as n_judged {%- endif %}
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
