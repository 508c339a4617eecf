{#
What a ranker's lists would have earned, from the clicks on another one's: one row per group and measure: the by columns, measure,
naive, ips, snips, std_error, n_searches, effective_size, largest_share, unseen_share, n_left_out. The model is that of
positions: a click is an examination, which depends on the position alone, and an attraction of the item. With f(rank) what a
relevant item is worth at its rank in the run, and e the examination of the position where the log showed it,

    naive    the mean over searches of the sum over clicked items of f(rank)
    ips      the same of f(rank) / e; with `clip` of f(rank) * min(1 / e, clip)
    snips    the sum of f(rank) / e over the sum of 1 / e, of all clicks: a click's worth by rank
    dcg, precision, reciprocal_rank    f is 1 / log2(rank + 1), 1 / k and 1 / rank, 0 beyond the cutoff and where the run
                                       does not list the item
    average_relevance_position         f is the rank, and that of an item that is not listed the length of the list + 1; the
                                       measure is snips

std_error is that of ips over searches. effective_size is sum(w)^2 / sum(w^2) of the clicks' weights w = 1 / e, largest_share what
the heaviest one per cent of clicks weigh, unseen_share of the items in the lists of the run, as deep as the measure looks, those
that the log never showed for their query. Left out and counted are searches whose query the run does not have, and those with a click
at a position without an examination above 0, or with several. What a search shows twice counts once.
#}
{% macro click_estimates(log, run, examination, measures, clip=none, by=[], run_by=[], columns={}) -%}
    {%- do rankhouse.refuse_others("click_estimates", kwargs) -%}
    {%- set arguments = {"log": log, "run": run, "examination": examination, "clip": clip} -%}
    {%- set plan = rankhouse.click_estimates_plan(arguments, measures, by, run_by, columns) -%}
    {{ rankhouse.laid_out(rankhouse.click_estimates_of(plan)) if execute }}
{%- endmacro %}

{# What the query needs to know, with the arguments checked. #}
{% macro click_estimates_plan(arguments, measures, by, run_by, columns) %}
    {%- do rankhouse.check_groups("click_estimates", {"by": by, "run_by": run_by}) -%}
    {%- if run_by | reject("in", by) | list -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_not_grouped_by("run_by", run_by, by)) }}
    {%- endif -%}
    {%- set names = ["search_id", "query_id", "item_id", "position", "clicked", "score", "examination"] -%}
    {%- do rankhouse.known_columns(columns, names, ["log", "run", "examination"]) -%}
    {%- set plan = rankhouse.read_arguments("click_estimates", arguments) -%}
    {%- do plan.update(rankhouse.groups_of(by, run_by)) -%}
    {%- set estimates = [] -%}
    {%- for measure in rankhouse.parse_measures(measures, rankhouse.click_measures()) -%}
        {%- do estimates.append(
            {
                "number": loop.index,
                "measure": measure.measure,
                "naive": rankhouse.worth_of_clicks(measure, "is_click"),
                "ips": rankhouse.worth_of_clicks(measure, "weight"),
                "within": rankhouse.within("item_rank", measure.k),
            }
        ) -%}
    {%- endfor -%}
    {%- do plan.update({"columns": columns, "measures": estimates}) -%}
    {%- set ids = ["query_id", "item_id"] -%}
    {%- set reads = {"log": ids + ["search_id", "position", "clicked"], "run": ids + ["score"]} -%}
    {%- do reads.update({"examination": ["position", "examination"]}) -%}
    {%- set numbers, lists = ["position", "clicked", "score", "examination"], [["by", "log"], ["run_by", "run"]] -%}
    {%- do plan.update(rankhouse.require_columns(plan, reads, numbers, ids + ["position"], [], lists)) -%}
    {{ return(plan) }}
{% endmacro %}

{# The measures that add up over relevant items. #}
{% macro click_measures() %}
    {{
        return(
            [
                rankhouse.declare_dcg(),
                rankhouse.declare_precision(),
                rankhouse.declare_average_relevance_position(),
                rankhouse.declare_reciprocal_rank(),
            ]
        )
    }}
{% endmacro %}

{# Of a search's clicks, each of this weight, by the formula of the measure. #}
{% macro worth_of_clicks(measure, weight) %}
    {%- set k, options = measure.k, measure.options -%}
    {%- if ":" in options.get("gain", "") or options.get("denominator", "k") == "retrieved" or options.get(
        "weights", "queries"
    ) == "relevance" -%}
        {{ exceptions.raise_compiler_error(rankhouse.says_not_of_clicks(measure.measure)) }}
    {%- endif -%}
    {%- set discount = options.get("discount", "burges") -%}
    {%- set worths = {
        "dcg": rankhouse.dcg(weight, "item_rank", k, options.get("log_base", "2"), discount),
        "precision": rankhouse.precision(
            rankhouse.hits(weight, "item_rank", k), "max(searches.n_listed)" if k is none else k
        ),
        "average_relevance_position": rankhouse.cg(weight ~ " * absent_rank", "absent_rank"),
        "reciprocal_rank": rankhouse.reciprocal_rank(weight, "item_rank", k),
    } -%}
    {{ return(worths[measure.metric]) }}
{% endmacro %}

{# The columns that identify a search of a group, and a query of the run. #}
{% macro search_keys(plan) %}
    {{ return(plan.by + rankhouse.carried_columns(plan, plan.by) + ["search_id", "query_id"]) }}
{% endmacro %}

{% macro click_estimates_of(plan) -%}
    {%- set steps = [
        rankhouse.step("shown", "an item that a search showed", rankhouse.searched_items(plan)),
        rankhouse.step("examined", "a position", rankhouse.examined_positions(plan)),
        rankhouse.step("listed", "an item of a list of the run", rankhouse.listed_items(plan)),
        rankhouse.step("lists", "a list of the run", rankhouse.lengths_of_lists(plan)),
        rankhouse.step(
            "searches", "a search, with the length of its list", rankhouse.searches_of_log(plan)
        ),
        rankhouse.step("clicks", "a click, with its weight", rankhouse.weighed_clicks(plan)),
        rankhouse.step("placed", "the same, the heaviest first", rankhouse.clicks_in_order(plan)),
        rankhouse.step("heavy", "a group: what its clicks weigh", rankhouse.heaviest_clicks(plan)),
        rankhouse.step("worths", "a search: what its clicks are worth", rankhouse.worths_of_searches(plan)),
        rankhouse.step(
            "wide", "a group, with columns for each measure", rankhouse.wide_click_estimates(plan)
        ),
        rankhouse.step("unseen", "a group: what the log never showed", rankhouse.unseen_shares(plan)),
        rankhouse.step(
            "measures",
            "a measure",
            rankhouse.per_measure(
                plan, "select <number> as measure_number, <measure> as measure", "\nunion all\n"
            ),
        ),
    ] -%}
    {{ rankhouse.query_of(steps, "a measure in a group", rankhouse.click_estimates_answer(plan)) }}
{%- endmacro %}

{# Each click once. #}
{% macro searched_items(plan) -%}
    {%- set read = ["search_id", "query_id", "item_id", "position"] -%}
    {%- set clicked = rankhouse.label_number(rankhouse.renamed("log", "clicked", plan.columns)) ~ " as clicked" -%}
    {%- set columns = (
        rankhouse.keys_of_side(plan, "run", "log") + rankhouse.columns_read(plan, "log", read) + [clicked]
    ) -%}
    {%- set key = rankhouse.search_keys(plan) + ["item_id"] -%}
    {%- set checks = [rankhouse.clicked_check(plan, read[:3], plan.groups.run_group + plan.groups.shared_group)] -%}
    {%- set conditions = [
        rankhouse.all_are_there(plan, "log", read),
        rankhouse.is_number(rankhouse.renamed("log", "position", plan.columns)),
    ] -%}
    select
        {{ rankhouse.listed(key) }}, min(position) as position, max(case when clicked > 0 then 1 else 0 end) as is_click
    from
        (
            select {{ rankhouse.listed(columns) }}
            from {{ rankhouse.as_source(plan.log, "log") }}
            where {{ (conditions + rankhouse.unless_refused(checks, "log")) | join("\nand ") }}
        ) as source
    group by {{ rankhouse.inline(key) }}
{%- endmacro %}

{# NULL where the examination is not above 0, or the position has several. #}
{% macro examined_positions(plan) -%}
    {%- set position = rankhouse.renamed("examination", "position", plan.columns) -%}
    {%- set examination = rankhouse.double(rankhouse.renamed("examination", "examination", plan.columns)) -%}
    select
        position,
        case
            when count(*) = 1 and {{ rankhouse.is_examination("max(examination)") }} then 1 / max(examination)
        end as weight
    from
        (
            select {{ position }} as position, {{ examination }} as examination
            from {{ rankhouse.as_source(plan.examination, "examination") }}
        ) as source
    group by position
{%- endmacro %}

{# A duplicate item has its higher score. #}
{% macro listed_items(plan) -%}
    {%- set key = plan.label_by + ["query_id"] -%}
    {%- set score = rankhouse.double(rankhouse.renamed("run", "score", plan.columns)) ~ " as score" -%}
    {%- set columns = rankhouse.keys_of_side(plan, "judgments", "run") -%}
    {%- do columns.extend(rankhouse.columns_read(plan, "run", ["query_id", "item_id"]) + [score]) -%}
    select {{ rankhouse.listed(key + ["item_id"]) }}, {{ rankhouse.item_place(key) }} as item_rank
    from
        (
            select {{ rankhouse.listed(key + ["item_id", "max(score) as score"]) }}
            from (select {{ rankhouse.listed(columns) }} from {{ rankhouse.as_source(plan.run, "run") }}) as source
            where {{ rankhouse.is_number("score") }} and query_id is not null and item_id is not null
            group by {{ rankhouse.inline(key + ["item_id"]) }}
        ) as scored
{%- endmacro %}

{% macro lengths_of_lists(plan) -%}
    {%- set key = plan.label_by + ["query_id"] -%}
    select {{ rankhouse.listed(key + ["count(*) as n_listed"]) }}
    from rankhouse_listed
    group by {{ rankhouse.inline(key) }}
{%- endmacro %}

{# NULL where the run does not have the query. #}
{% macro searches_of_log(plan) -%}
    {%- set key = rankhouse.search_keys(plan) -%}
    select {{ rankhouse.listed(rankhouse.select_of("shown", key)) }}, max(lists.n_listed) as n_listed
    from rankhouse_shown as shown
    left join rankhouse_lists as lists on {{ rankhouse.match("shown", "lists", plan.common_by + ["query_id"]) }}
    group by {{ rankhouse.inline(rankhouse.columns_of("shown", key)) }}
{%- endmacro %}

{# is_unweighed: of a search in which some click has no weight. #}
{% macro weighed_clicks(plan) -%}
    {%- set key = rankhouse.search_keys(plan) -%}
    {%- set weight = "examined.weight" -%}
    {%- if plan.clip is not none -%}
        {%- set weight = "least(examined.weight, " ~ rankhouse.double(plan.clip) ~ ")" -%}
        {%- set weight = "case when examined.weight is not null then " ~ weight ~ " end" -%}
    {%- endif -%}
    {%- set of_search = "over (partition by " ~ rankhouse.inline(key) ~ ")" -%}
    select clicks.*, max(case when weight is null then 1 else 0 end) {{ of_search }} as is_unweighed
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("searches", key)) }},
                1 as is_click,
                listed.item_rank as item_rank,
                coalesce(listed.item_rank, searches.n_listed + 1) as absent_rank,
                {{ weight }} as weight
            from rankhouse_searches as searches
            join
                rankhouse_shown as shown
                on {{ rankhouse.match("searches", "shown", plan.by + ["search_id", "query_id"]) }}
            left join
                rankhouse_listed as listed
                on {{ rankhouse.match("shown", "listed", plan.common_by + ["query_id", "item_id"]) }}
            left join rankhouse_examined as examined on shown.position = examined.position
            where
                shown.is_click = 1 and searches.n_listed is not null
                {{ rankhouse.ids_are_same("and", "shown", "listed") }}
        ) as clicks
{%- endmacro %}

{% macro clicks_in_order(plan) -%}
    {%- set of_group = rankhouse.partitioned(plan.by) -%}
    select
        {{ rankhouse.listed(plan.by + ["weight"]) }},
        row_number() over ({{ of_group }} order by weight desc) - 1 as place,
        count(*) over ({{ of_group }}) - 1 as last_place
    from rankhouse_clicks
    where is_unweighed = 0
{%- endmacro %}

{% macro heaviest_clicks(plan) -%}
    {%- set figures = {
        "effective_size": rankhouse.effective_size("weight"),
        "largest_share": rankhouse.largest_share("weight", "place", "last_place"),
        "weight_sum": rankhouse.sum_of("weight"),
    } -%}
    select {{ rankhouse.listed(plan.by + rankhouse.named_expressions(figures)) }}
    from rankhouse_placed {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
{%- endmacro %}

{# NULL of a search that is left out; 0 of one without clicks. #}
{% macro worths_of_searches(plan) -%}
    {%- set key = rankhouse.search_keys(plan) -%}
    {%- set used = "case\nwhen max(searches.n_listed) is not null and coalesce(max(is_unweighed), 0) = 0\nthen " -%}
    {%- set pattern = used ~ "<naive> end as naive_<number>,\n" ~ used ~ "<ips> end as ips_<number>" -%}
    {%- set columns = rankhouse.select_of("searches", key) -%}
    {%- do columns.append(used ~ "1 end as is_used") -%}
    {%- do columns.append(used ~ "coalesce(sum(weight), 0) end as weight_sum") -%}
    {%- do columns.append(rankhouse.per_measure(plan, pattern, ",\n")) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_searches as searches
    left join
        rankhouse_clicks as clicks on {{ rankhouse.match("searches", "clicks", plan.by + ["search_id", "query_id"]) }}
    group by {{ rankhouse.inline(rankhouse.columns_of("searches", key)) }}
{%- endmacro %}

{% macro wide_click_estimates(plan) -%}
    {%- set key = plan.by + rankhouse.carried_columns(plan, plan.by) -%}
    {%- set snips = rankhouse.ratio("sum(ips_<number>)", "sum(weight_sum)") -%}
    {%- set error = "case when count(is_used) > 1 then " ~ rankhouse.standard_error("ips_<number>") ~ " end" -%}
    {%- set pattern = rankhouse.mean_of("naive_<number>") ~ " as naive_<number>,\n" -%}
    {%- set pattern = pattern ~ rankhouse.mean_of("ips_<number>") ~ " as ips_<number>,\n" -%}
    {%- set pattern = pattern ~ snips ~ " as snips_<number>,\n" ~ error ~ " as error_<number>" -%}
    {%- set columns = key + ["count(is_used) as n_searches", "count(*) - count(is_used) as n_left_out"] -%}
    {%- do columns.append(rankhouse.per_measure(plan, pattern, ",\n")) -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_worths {{ "group by " ~ rankhouse.inline(key) if key }}
    having count(*) > 0
{%- endmacro %}

{# Counted over the lists of queries that were searched. #}
{% macro unseen_shares(plan) -%}
    {%- set query = plan.by + ["query_id"] -%}
    {%- set pattern = "avg(case when <within> then is_unseen end) as unseen_<number>" -%}
    select {{ rankhouse.listed(plan.by) ~ ("," if plan.by else "") }} {{ rankhouse.per_measure(plan, pattern, ",\n") }}
    from
        (
            select
                {{ rankhouse.listed(rankhouse.select_of("searched", plan.by)) ~ ("," if plan.by else "") }}
                listed.item_rank as item_rank,
                case when seen.item_id is null then 1e0 else 0e0 end as is_unseen
            from (select distinct {{ rankhouse.inline(query) }} from rankhouse_searches) as searched
            join
                rankhouse_listed as listed on {{ rankhouse.match("searched", "listed", plan.common_by + ["query_id"]) }}
            left join
                (select distinct {{ rankhouse.inline(query + ["item_id"]) }} from rankhouse_shown) as seen
                on {{ rankhouse.match("searched", "seen", query) }}
                and listed.item_id = seen.item_id
        ) as listed
        {{ "group by " ~ rankhouse.inline(plan.by) if plan.by }}
{%- endmacro %}

{% macro click_estimates_answer(plan) -%}
    {%- set columns = rankhouse.named_groups(plan, "wide", none, "wide") + ["measures.measure as measure"] -%}
    {%- for name, figure in {"naive": "naive", "ips": "ips", "snips": "snips", "std_error": "error"}.items() -%}
        {%- set cases = rankhouse.per_measure(plan, "when <number> then wide." ~ figure ~ "_<number>", "\n") -%}
        {%- do columns.append("case measure_number\n" ~ cases ~ "\nend as " ~ name) -%}
    {%- endfor -%}
    {%- do columns.append(rankhouse.bigint("wide.n_searches") ~ " as n_searches") -%}
    {%- do columns.extend(rankhouse.select_of("heavy", ["effective_size", "largest_share"])) -%}
    {%- set cases = rankhouse.per_measure(plan, "when <number> then unseen.unseen_<number>", "\n") -%}
    {%- do columns.append("case measure_number\n" ~ cases ~ "\nend as unseen_share") -%}
    {%- do columns.append(rankhouse.bigint("wide.n_left_out") ~ " as n_left_out") -%}
    select {{ rankhouse.listed(columns) }}
    from rankhouse_wide as wide
    left join rankhouse_heavy as heavy on {{ rankhouse.match("wide", "heavy", plan.by) }}
    left join rankhouse_unseen as unseen on {{ rankhouse.match("wide", "unseen", plan.by) }}
    cross join rankhouse_measures as measures
{%- endmacro %}
