{#
Two systems' lists of a query side by side: the steps that end in
    rankhouse_requests   a measure: cutoff (0 for none, which no join finds) and tie_rule say how it looks at the lists
    rankhouse_lists      the run's first items with their ranks; where ties count first_rank and last_rank, those of the score
    rankhouse_compared   two lists under a cutoff and a tie rule, by their number: the keys, system_number, other_number,
                         query_id, n_items, baseline_items, shorter, longer (NULL where one is missing)
    rankhouse_common     an item of both by this number, with tie_rule and its ranks in each: own_rank, own_first, own_last,
                         other_...
    rankhouse_counted    what they have in common: number, n_common, n_in_place
A tie rule is `item` (ranks as they are), `w` or `a`; ties=b counts as a does.
#}
{% macro paired_lists_steps(plan) %}
    {%- set flags = [] -%}
    {%- for family in ["prefixes", "orders"] if family in plan.needs -%}
        {%- set is_one = "metric in (" ~ rankhouse.metrics_of_family(family) ~ ")" -%}
        {%- do flags.append("max(case when " ~ is_one ~ " then 1 else 0 end) as has_" ~ family) -%}
    {%- endfor -%}
    {%- set views -%}
        select {{ rankhouse.listed(["cutoff", "tie_rule"] + flags) }}
        from rankhouse_requests
        group by cutoff, tie_rule
    {%- endset -%}
    {%- set numbered -%}
        select
            {{
                rankhouse.listed(
                    rankhouse.select_of("run", plan.by)
                    + ["systems.system_number as system_number"]
                    + rankhouse.select_of("run", ["query_id", "item_id", "score"])
                )
            }}
        from rankhouse_run as run
        join rankhouse_systems as systems on run.system_name = systems.system_name
    {%- endset -%}
    {%- set counted -%}
        select
            number,
            count(*) as n_common,
            sum(case when own_rank = other_rank then 1 else 0 end) as n_in_place
        from rankhouse_common
        group by number
    {%- endset -%}
    {%- set steps = [rankhouse.agreement_requests_step(plan)] + rankhouse.system_items(plan) -%}
    {%- do steps.extend(
        [
            rankhouse.step("systems", "a system, with its place", rankhouse.compared_systems(plan, "run")),
            rankhouse.step("pairs", "two systems that are compared", rankhouse.system_pairs(plan)),
            rankhouse.step("numbered", "an item by its system's place", numbered),
            rankhouse.step("lists", "an item of a list, with its rank", rankhouse.system_lists(plan)),
            rankhouse.step("views", "a cutoff and a tie rule", views),
            rankhouse.step("paired", "two lists of a query", rankhouse.paired_lists(plan)),
            rankhouse.step(
                "compared", "two lists under a cutoff and a tie rule", rankhouse.compared_lists(plan)
            ),
            rankhouse.step("common", "an item of both lists", rankhouse.items_in_common(plan)),
            rankhouse.step("counted", "two lists and what they have in common", counted),
        ]
    ) -%}
    {%- set carried = rankhouse.carried_columns(plan, plan.by) -%}
    {%- if carried -%}
        {%- set groups -%} select distinct {{ rankhouse.inline(plan.by + carried) }} from rankhouse_run {%- endset -%}
        {%- do steps.append(rankhouse.step("groups", "a group of the run", groups)) -%}
    {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{% macro agreement_requests_step(plan) %}
    {%- set tied = [] -%}
    {%- for declaration in rankhouse.agreement_catalogue() if declaration.is_tied is defined -%}
        {%- do tied.append(declaration.name) -%}
    {%- endfor -%}
    {%- set row = ["<measure> as measure", "<metric> as metric", rankhouse.bigint("<k>") ~ " as k"] -%}
    {%- for number in ["lowest", "highest", "p"] -%}
        {%- do row.append(rankhouse.double("<" ~ number ~ ">") ~ " as " ~ number) -%}
    {%- endfor -%}
    {%- do row.append(rankhouse.text("<ties>") ~ " as ties") -%}
    {%- do row.append(rankhouse.text("<denominator>") ~ " as denominator") -%}
    {%- set sql -%}
        select
            asked.*,
            coalesce(k, 0) as cutoff,
            case
                when metric in ({{ rankhouse.literals(tied) }}) or ties = 'b' then 'a' else coalesce(ties, 'item')
            end as tie_rule
        from (
            {{ rankhouse.per_measure(plan, "select " ~ row | join(",\n"), "\nunion all\n") }}
        ) as asked
    {%- endset -%}
    {{ return(rankhouse.step("requests", "a measure that is asked for, with its options", sql)) }}
{% endmacro %}

{# That the run has what system_items reads. #}
{% macro require_lists_of_systems(plan) %}
    {%- set order = "rank" if rankhouse.reads_ranks(plan.columns, "run") else "score" -%}
    {%- set reads = {"run": ["query_id", "item_id", "system", order]} -%}
    {{ return(rankhouse.require_columns(plan, reads, [order], [], ["system"])) }}
{% endmacro %}

{# Rows without a system belong to none; the rest are read as item_steps reads a run. `side`: the argument that has the rows. #}
{% macro system_items(plan, side="run") %}
    {%- set system = rankhouse.renamed(side, "system", plan.columns) -%}
    {%- set carried = rankhouse.carried_columns(plan, plan.by) -%}
    {%- set rows -%}
        (
            select
            {{ rankhouse.listed(rankhouse.read_columns(plan, side) + [system ~ " as system_name"]) }}
            from {{ rankhouse.as_source(plan[side], side) }}
        ) as run
        where
        query_id is not null
        and item_id is not null
        and system_name is not null
        and score is not null
        and {{ rankhouse.is_number("score") }}
        {% if plan.systems %}
            and {{ rankhouse.text("system_name") }} in ({{ rankhouse.literals(plan.systems) }})
        {% endif %}
    {%- endset -%}
    {%- set key, row = (
        plan.by + ["system_name", "query_id", "item_id"] + carried,
        "an item that a system returned for a query",
    ) -%}
    {{ return(rankhouse.single_item_steps(side, "run", row, key, "score", rows, rankhouse.told_apart(plan, "run"))) }}
{% endmacro %}

{# Without a baseline each pair stands once, the later system against the earlier one. #}
{% macro system_pairs(plan) -%}
    select own.system_number as system_number, other.system_number as other_number
    from rankhouse_systems as own
    cross join rankhouse_systems as other
    {% if plan.baseline is none %} where own.system_number > other.system_number
    {% else %}
        where
            own.system_number <> other.system_number
            and {{ rankhouse.text("other.system_name") }} = {{ rankhouse.baseline_text(plan, "rankhouse_systems") }}
    {% endif %}
{%- endmacro %}

{% macro system_lists(plan) -%}
    {%- set list = plan.by + ["system_number", "query_id"] -%}
    {%- set of_list = " over (partition by " ~ rankhouse.inline(list) -%}
    {%- set ranks = {
        "item_rank": rankhouse.item_place(list),
        "list_length": "count(*)" ~ of_list ~ ")",
    } -%}
    {%- if "tied" in plan.needs -%}
        {%- do ranks.update({"first_rank": rankhouse.first_rank(list)}) -%}
        {%- do ranks.update({"last_rank": "count(*)" ~ of_list ~ " order by score desc)"}) -%}
    {%- endif -%}
    {%- set columns = list + ["item_id"] -%}
    {%- for name, rank in ranks.items() -%}
        {%- do columns.append(rankhouse.bigint(rank) ~ " as " ~ name) -%}
    {%- endfor -%}
    {%- set sql -%}
        select *
        from (
            select
            {{ rankhouse.listed(columns + [rankhouse.tenfold()]) }}
            from rankhouse_numbered
        ) as ranked
        {%- if plan.depth is not none %}
            where item_rank <= {{ plan.depth }}
        {%- endif %}
    {%- endset -%}
    {{ sql }}
{%- endmacro %}

{# Two lists of a query with their lengths, NULL where one of the systems has none. #}
{% macro paired_lists(plan) -%}
    {%- set of_pair = ["system_number", "other_number"] -%}
    {%- set columns = rankhouse.select_of("lists", plan.by) + rankhouse.select_of("pairs", of_pair) -%}
    {%- do columns.append("lists.query_id as query_id") -%}
    {%- for length, number in {"own_length": "system_number", "other_length": "other_number"}.items() -%}
        {%- do columns.append(
            "max(case when lists.system_number = pairs."
            ~ number
            ~ " then lists.list_length end) as "
            ~ length
        ) -%}
    {%- endfor -%}
    {%- set listed = rankhouse.columns_of("lists", plan.by) + rankhouse.columns_of("pairs", of_pair) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_lists as lists
    cross join rankhouse_pairs as pairs
    where
        lists.item_rank < 2 and (lists.system_number = pairs.system_number or lists.system_number = pairs.other_number)
    group by {{ rankhouse.inline(listed + ["lists.query_id"]) }}
{%- endmacro %}

{% macro compared_lists(plan) -%}
    {%- set key = plan.by + ["system_number", "other_number", "query_id", "cutoff", "tie_rule"] -%}
    {%- set cut = [] -%}
    {%- for name, length in {"n_items": "own_length", "baseline_items": "other_length"}.items() -%}
        {%- do cut.append(
            "case when cutoff > 0 and cutoff < " ~ length ~ " then cutoff else " ~ length ~ " end as " ~ name
        ) -%}
    {%- endfor -%}
    {%- for family in ["prefixes", "orders"] if family in plan.needs -%}
        {%- do cut.append("has_" ~ family) -%}
    {%- endfor -%}
    {%- set either -%}
        case
            when n_items <= baseline_items
            then {}
            when n_items > baseline_items
            then {}
        end as {}
    {%- endset -%}
    {%- set sql -%}
        select
        cut.*,
        row_number() over (order by {{ rankhouse.inline(key) }}) as number,
        {{ either.format("n_items", "baseline_items", "shorter") }},
        {{ either.format("baseline_items", "n_items", "longer") }},
        {{ either.format("other_number", "system_number", "longer_number") }}
        from (
            select
            {{ rankhouse.listed(key + cut) }}
            from rankhouse_paired as paired
            cross join rankhouse_views as views
        ) as cut
    {%- endset -%}
    {{ sql }}
{%- endmacro %}

{% macro items_in_common(plan) -%}
    {%- set columns = ["number", "tie_rule"] -%}
    {%- for family in ["prefixes", "orders"] if family in plan.needs -%}
        {%- do columns.append("has_" ~ family) -%}
    {%- endfor -%}
    {%- set columns = rankhouse.select_of("compared", columns) -%}
    {%- for side in ["own", "other"] -%}
        {%- do columns.append(side ~ ".item_rank as " ~ side ~ "_rank") -%}
        {%- do columns.extend(rankhouse.ranks_of_score(plan, side)) -%}
    {%- endfor -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_compared as compared
    join
        rankhouse_lists as own
        on {{ rankhouse.match("compared", "own", plan.by + ["query_id", "system_number"]) }}
        and own.item_rank <= compared.n_items
    join
        rankhouse_lists as other
        on {{ rankhouse.match("own", "other", plan.by + ["query_id", "item_id"]) }}
        and compared.other_number = other.system_number
        and other.item_rank <= compared.baseline_items
{%- endmacro %}

{# The first and the last rank of an item's score within the cutoff; where ties do not count, both are the item's own rank. #}
{% macro ranks_of_score(plan, side) %}
    {%- set rank, length = (
        side ~ ".item_rank",
        {"own": "compared.n_items", "other": "compared.baseline_items"}[side],
    ) -%}
    {%- set first, last = rank, rank -%}
    {%- if "tied" in plan.needs -%}
        {%- set of_rule = "case when compared.tie_rule = 'item' then " ~ rank -%}
        {%- set is_cut = " when " ~ length ~ " < " ~ side ~ ".last_rank then " ~ length -%}
        {%- set first = of_rule ~ " else " ~ side ~ ".first_rank end" -%}
        {%- set last = of_rule ~ is_cut ~ " else " ~ side ~ ".last_rank end" -%}
    {%- endif -%}
    {{ return([first ~ " as " ~ side ~ "_first", last ~ " as " ~ side ~ "_last"]) }}
{% endmacro %}

{# The measures of a family, as literals. #}
{% macro metrics_of_family(family) %}
    {%- set names = [] -%}
    {%- for declaration in rankhouse.agreement_catalogue() if declaration.family == family -%}
        {%- do names.append(declaration.name) -%}
    {%- endfor -%}
    {{ return(rankhouse.literals(names)) }}
{% endmacro %}
