{#
Rank-biased overlap: the steps that end in rankhouse_prefix_sums, a row per two lists, p and `ties`, with what the formulas
in macros/measures/agreement/rbo.sql take.

An item of both lists is among the first d of a list from its rank there on: from the first rank of its score with ties=w, and
with ties=a and b by a share that grows from the first rank of its score to the last. At a depth at most one score of each
list is open like that, so that counts of the items do:
    n_both            in both lists among the first d, wholly
    n_own, n_other    of the score that is open in the one list, wholly in the other
    n_open            of both scores that are open
#}
{% macro overlap_steps(plan) %}
    {%- set settings -%}
        select distinct cutoff, tie_rule, p, ties
        from rankhouse_requests
        where metric in ({{ rankhouse.metrics_of_family("prefixes") }})
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("settings", "a way to weight the depths", settings),
        rankhouse.step("depths", "a depth of two lists", rankhouse.list_depths(plan)),
        rankhouse.step(
            "arrivals", "a depth from which items of both lists count", rankhouse.depth_arrivals(plan)
        ),
    ] -%}
    {%- if "tied" in plan.needs -%}
        {%- set open_items -%}
            select number, own_first, other_first, count(*) as n_open
            from rankhouse_common
            where own_first < own_last and other_first < other_last
            group by number, own_first, other_first
        {%- endset -%}
        {%- do steps.append(rankhouse.step("open_items", "a score of each list and their items", open_items)) -%}
    {%- endif -%}
    {%- set kept = rankhouse.depth_columns() + ["n_both"] -%}
    {%- if "tied" in plan.needs -%}
        {%- do kept.extend(rankhouse.ranks_of_scores() + ["n_own", "n_other", "n_open", "own_share", "other_share"]) -%}
    {%- endif -%}
    {%- set weighted -%}
        select
        {{ rankhouse.listed(rankhouse.select_of("prefixes", kept)) }},
        settings.p as p,
        settings.ties as ties,
        coalesce(counted.n_common, 0) as n_common,
        {{ rankhouse.power_of_share("settings.p", "prefixes.depth") }} as weight
        from rankhouse_prefixes as prefixes
        join
            rankhouse_settings as settings on {{ rankhouse.match("prefixes", "settings", ["cutoff", "tie_rule"]) }}
        left join rankhouse_counted as counted on prefixes.number = counted.number
    {%- endset -%}
    {%- do steps.extend(
        [
            rankhouse.step(
                "prefixes", "a depth and the items of both lists", rankhouse.items_in_prefixes(plan)
            ),
            rankhouse.step("weighted", "the same with its weight", weighted),
            rankhouse.step("agreements", "the same with what it adds", rankhouse.prefix_agreements(plan)),
            rankhouse.step("prefix_sums", "two lists and a way to weight", rankhouse.prefix_sums(plan)),
        ]
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro depth_columns() %} {{ return(["number", "tie_rule", "cutoff", "shorter", "longer", "depth"]) }} {% endmacro %}

{% macro ranks_of_scores() %} {{ return(["own_first", "own_last", "other_first", "other_last"]) }}{% endmacro %}

{# The depths down to the end of the longer list; the first and last rank of the score that each list has there. #}
{% macro list_depths(plan) -%}
    {%- set columns = rankhouse.select_of("compared", ["number", "tie_rule", "cutoff", "shorter", "longer"]) -%}
    {%- do columns.append("lists.item_rank as depth") -%}
    {%- set same_list = plan.by + ["query_id"] -%}
    {%- if "tied" in plan.needs -%}
        {%- for side in ["own", "other"] -%}
            {%- do columns.extend(rankhouse.ranks_of_score(plan, side)) -%}
        {%- endfor -%}
    {%- endif -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_compared as compared
    join
        rankhouse_lists as lists
        on {{ rankhouse.match("compared", "lists", same_list) }}
        and compared.longer_number = lists.system_number
        and lists.item_rank <= compared.longer
    {% if "tied" in plan.needs %}
        left join
            rankhouse_lists as own
            on {{ rankhouse.match("compared", "own", same_list + ["system_number"]) }}
            and lists.item_rank = own.item_rank
            and own.item_rank <= compared.n_items
        left join
            rankhouse_lists as other
            on {{ rankhouse.match("compared", "other", same_list) }}
            and compared.other_number = other.system_number
            and lists.item_rank = other.item_rank
            and other.item_rank <= compared.baseline_items
    {% endif %}
    where compared.has_prefixes > 0
{%- endmacro %}

{#
Each item of both lists at the depth from which it counts (part 0), and at the one from which it does while its score is open
in the one list (1) or the other (2).
#}
{% macro depth_arrivals(plan) -%}
    {%- if "tied" not in plan.needs -%}
        {%- set sql -%}
            select number, depth, count(*) as n_both
            from (
                select number, {{ rankhouse.later_rank("own_rank", "other_rank") }} as depth
                from rankhouse_common
                where has_prefixes > 0
            ) as arrived
            group by number, depth
        {%- endset -%}
    {%- else -%}
        {%- set own, other = rankhouse.first_whole_rank("own"), rankhouse.first_whole_rank("other") -%}
        {%- set sql -%}
            select
            number,
            depth,
            sum(case when part = 0 then 1 else 0 end) as n_both,
            sum(case when part = 1 then 1 else 0 end) as n_own,
            sum(case when part = 2 then 1 else 0 end) as n_other
            from (
                select
                number,
                {{ own }} as own_whole,
                {{ other }} as other_whole,
                digit as part,
                case digit
                    when 0 then {{ rankhouse.later_rank(own, other) }}
                    when 1 then {{ rankhouse.later_rank("own_first", other) }}
                    else {{ rankhouse.later_rank(own, "other_first") }}
                end as depth
                from rankhouse_common as common
                cross join ({{ rankhouse.digits(0, 2) }}) as parts
                where has_prefixes > 0
            ) as arrived
            where part = 0 or part = 1 and depth < own_whole or part = 2 and depth < other_whole
            group by number, depth
        {%- endset -%}
    {%- endif -%}
    {{ sql }}
{%- endmacro %}

{# The rank from which an item is among the first wholly. #}
{% macro first_whole_rank(side) %}
    {{ return("case when tie_rule = 'w' then " ~ side ~ "_first else " ~ side ~ "_last end") }}
{% endmacro %}

{% macro later_rank(rank, other) %}
    {{ return("case when " ~ rank ~ " > " ~ other ~ " then " ~ rank ~ " else " ~ other ~ " end") }}
{% endmacro %}

{% macro items_in_prefixes(plan) -%}
    {%- set along = " order by depths.depth rows between unbounded preceding and current row)" -%}
    {%- set of_lists = " over (partition by depths.number" -%}
    {%- set columns = rankhouse.select_of("depths", rankhouse.depth_columns()) -%}
    {%- do columns.append("sum(coalesce(arrivals.n_both, 0))" ~ of_lists ~ along ~ " as n_both") -%}
    {%- if "tied" in plan.needs -%}
        {%- do columns.extend(rankhouse.select_of("depths", rankhouse.ranks_of_scores())) -%}
        {%- for side in ["own", "other"] -%}
            {%- set of_score = of_lists ~ ", depths." ~ side ~ "_first" -%}
            {%- do columns.append("sum(coalesce(arrivals.n_" ~ side ~ ", 0))" ~ of_score ~ along ~ " as n_" ~ side) -%}
        {%- endfor -%}
        {%- do columns.append("coalesce(open_items.n_open, 0) as n_open") -%}
        {%- for side in ["own", "other"] -%}
            {%- set first, last = "depths." ~ side ~ "_first", "depths." ~ side ~ "_last" -%}
            {%- set share = rankhouse.ratio("depths.depth - " ~ first ~ " + 1", last ~ " - " ~ first ~ " + 1") -%}
            {%- do columns.append(
                "case when depths.tie_rule = 'a' and depths.depth < "
                ~ last
                ~ " then "
                ~ share
                ~ " else 0 end as "
                ~ side
                ~ "_share"
            ) -%}
        {%- endfor -%}
    {%- endif -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_depths as depths
    left join rankhouse_arrivals as arrivals on {{ rankhouse.match("depths", "arrivals", ["number", "depth"]) }}
    {% if "tied" in plan.needs %}
        left join
            rankhouse_open_items as open_items
            on {{ rankhouse.match("depths", "open_items", ["number", "own_first", "other_first"]) }}
    {% endif %}
{%- endmacro %}

{#
What a depth adds: its weight p^depth, the agreement of the items that are there, and below the end of the shorter list what
its missing items would add to it: `carried`, if they agreed like those above; `added`, if as many as can be were in both.
#}
{% macro prefix_agreements(plan) -%}
    {%- set known = ["number", "p", "ties", "depth", "shorter", "longer", "n_common", "weight"] -%}
    {%- if "tied" not in plan.needs -%}
        {%- set unseen = rankhouse.ratio("depth - shorter", "depth") -%}
        select
            {{ rankhouse.listed(known) }},
            {{ rankhouse.ratio("n_both", "depth") }} as agreement,
            case when depth > shorter then {{ unseen }} else 0 end as carried,
            case when depth > shorter then {{ unseen }} else 0 end as added
        from rankhouse_weighted
    {%- else -%} {{ rankhouse.agreements_with_ties(known) }}
    {%- endif -%}
{%- endmacro %}

{#
Below the end of the shorter list, n_whole items that the longer one alone has are among the first d wholly, and n_part by
the share of the score that is open.
#}
{% macro agreements_with_ties(known) -%}
    {%- set squares = [] -%}
    {%- for first, last in [("own_first", "own_last"), ("other_first", "other_last")] -%}
        {%- set of_open = rankhouse.ratio(
            "power(" ~ rankhouse.double("depth - " ~ first ~ " + 1") ~ ", 2)", last ~ " - " ~ first ~ " + 1"
        ) -%}
        {%- do squares.append("coalesce(" ~ first ~ " - 1 + " ~ of_open ~ ", " ~ rankhouse.double("depth") ~ ")") -%}
    {%- endfor -%}
    {%- set first, last = "coalesce(own_first, other_first)", "coalesce(own_last, other_last)" -%}
    {%- set is_open = "own_share + other_share > 0" -%}
    select
        {{ rankhouse.listed(known) }},
        in_common / size as agreement,
        case
            when missing > 0 then missing * (n_whole + share * n_part) / nullif(n_whole + n_part, 0) / size else 0
        end as carried,
        case
            when missing <= 0
            then 0
            when missing <= n_whole
            then missing / size
            else (n_whole + share * (missing - n_whole)) / size
        end as added
    from
        (
            select
                {{ rankhouse.listed(known) }},
                n_both + own_share * n_own + other_share * n_other + own_share * other_share * n_open as in_common,
                case
                    ties
                    when 'w'
                    then (coalesce(own_last, depth) + coalesce(other_last, depth)) / {{ rankhouse.double("2") }}
                    when 'b'
                    then sqrt({{ squares[0] }}) * sqrt({{ squares[1] }})
                    else {{ rankhouse.double("depth") }}
                end as size,
                own_share + other_share as share,
                depth - shorter as missing,
                case when {{ is_open }} then {{ first }} - 1 else {{ last }} end - n_both as n_whole,
                case when {{ is_open }} then {{ last }} - {{ first }} + 1 - n_own - n_other else 0 end as n_part
            from rankhouse_weighted
        ) as sized
{%- endmacro %}

{# tail: what is left of -ln(1 - p) is noise where the weights are small, so it is kept below what they can add up to. #}
{% macro prefix_sums(plan) -%}
    {%- set tail = "-ln(1 - p) - weights" -%}
    {%- set most = rankhouse.power_of_share("p", "longer + 1") ~ " / (longer + 1) / (1 - p)" -%}
    {%- set further = rankhouse.power_of_share("p", "longer + depth") ~ " / (longer + depth)" -%}
    {%- set seen = rankhouse.sum_of("weight * agreement") ~ " as seen" -%}
    {%- set missed = rankhouse.sum_of("weight * (1 - agreement)") ~ " as missed" -%}
    {%- set carried = rankhouse.sum_of("weight * carried") ~ " as carried" -%}
    {%- set added = rankhouse.sum_of("weight * added") ~ " as added" -%}
    {%- set filled = "sum(case when depth <= shorter - n_common then " ~ further ~ " else 0 end) as filled" -%}
    {%- set sums = [
        rankhouse.needed(plan, "rbo", missed),
        rankhouse.needed(plan, "rbo", carried),
        rankhouse.needed(plan, "rbo", "max(case when depth = shorter then agreement end) as end_agreement"),
        rankhouse.needed(plan, "rbo_min", seen),
        rankhouse.needed(plan, "rbo_residual", added),
        rankhouse.needed(plan, "rbo_residual", filled),
    ] -%}
    select
        {{ rankhouse.listed(["number", "p", "ties"] + rankhouse.prefix_sum_columns(plan)[:-1]) }},
        case when {{ tail }} < 0 then 0 when {{ tail }} > most then most else {{ tail }} end as tail
    from
        (
            select
                {{
                    rankhouse.listed(
                        ["number", "p", "ties"]
                        + sums
                        + [
                            rankhouse.sum_of("weight / depth") ~ " as weights",
                            most ~ " as most",
                        ]
                    )
                }}
            from rankhouse_agreements
            group by number, p, ties, longer
        ) as summed
{%- endmacro %}

{# The columns that the formulas read. #}
{% macro prefix_sum_columns(plan) %}
    {%- set names = {
        "missed": "rbo",
        "carried": "rbo",
        "end_agreement": "rbo",
        "seen": "rbo_min",
        "added": "rbo_residual",
        "filled": "rbo_residual",
    } -%}
    {%- set sums = [] -%}
    {%- for name, metric in names.items() -%}
        {%- do sums.append(rankhouse.needed(plan, metric, name)) -%}
    {%- endfor -%}
    {{ return(sums + ["tail"]) }}
{% endmacro %}
