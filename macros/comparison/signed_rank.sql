{#
The exact p-value of Wilcoxon's signed-rank test without ties. The steps read rankhouse_<source>: number, which tells its
rows apart, n, of differences that are not 0, and statistic, the smaller of the two rank sums, a whole number. They end in
rankhouse_<source>_exact: number, p_value, two-sided; 1 where n is 0, NULL where it is above 50 or anything is NULL.

Every subset of the ranks is as probable as every other. The sums of subsets of ten ranks at a time are counted, and added to
those of the ranks before. Their probabilities are whole numbers divided by powers of 2, so nothing is rounded.
#}
{% macro signed_rank_steps(source) %}
    {%- set name = source ~ "_exact" -%}
    {%- set lengths, members, total, n_in = [], [], [], [] -%}
    {%- for rank in range(1, 11) -%}
        {%- do lengths.append("select " ~ rank ~ " as n_ranks, " ~ 2**rank ~ " as n_subsets") -%}
        {%- do members.append("(select 0 as digit union all select 1 as digit) as rank" ~ rank) -%}
        {%- do total.append(rank ~ " * rank" ~ rank ~ ".digit") -%}
        {%- do n_in.append("rank" ~ rank ~ ".digit") -%}
    {%- endfor -%}
    {%- set highest -%}
        case
            {% for rank in range(10, 0, -1) %}
                when rank{{ rank }}.digit = 1 then {{ rank }}
            {% endfor %}
            else 0
        end
    {%- endset -%}
    {%- set steps = [
        rankhouse.step(
            name ~ "_subsets",
            "how many of the first ranks, up to ten, with which sum",
            rankhouse.subsets_of_ten_ranks(lengths, total, n_in, highest, members),
            rankhouse.stored(),
        ),
    ] -%}
    {%- set row = "a sum of ranks, with its probability" -%}
    {%- set before -%}
        select 0 as n_before, 0 as total, {{ rankhouse.double("1") }} as probability
    {%- endset -%}
    {%- set known = [before] -%}
    {%- for n_before in [0, 10, 20, 30] -%}
        {%- set asked -%}
            select {{ n_before + 10 }} as n, {{ n_before }} as n_before, 10 as n_ranks
        {%- endset -%}
        {%- set tens = name ~ "_" ~ (n_before + 10) -%}
        {%- do steps.append(
            rankhouse.step(tens, row, rankhouse.signed_rank_sums(asked, known[-1], name), rankhouse.stored())
        ) -%}
        {%- do known.append("select n as n_before, total, probability from rankhouse_" ~ tens) -%}
    {%- endfor -%}
    {#- The ranks in full tens, and what is left. -#}
    {%- set asked -%}
        select n, n_before, n - n_before as n_ranks
        from (
            select distinct n, 10 * floor((n - 1) / {{ rankhouse.double("10") }}) as n_before
            from rankhouse_{{ source }}
            where n between 1 and 50
        ) as tens
    {%- endset -%}
    {%- do steps.append(
        rankhouse.step(
            name ~ "_sums", row, rankhouse.signed_rank_sums(asked, known | join("\nunion all\n"), name)
        )
    ) -%}
    {%- do steps.append(
        rankhouse.step(
            name ~ "_cumulated", row ~ " of at most as much", rankhouse.signed_rank_cumulated(name)
        )
    ) -%}
    {%- do steps.append(
        rankhouse.step(name, "a rank sum with its p-value", rankhouse.signed_rank_p_values(source, name))
    ) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro subsets_of_ten_ranks(lengths, total, n_in, highest, members) -%}
    select
        lengths.n_ranks as n_ranks,
        subsets.n_in as n_in,
        subsets.total as total,
        {{ rankhouse.ratio("count(*)", "max(lengths.n_subsets)") }} as probability
    from ({{ lengths | join(" union all ") }}) as lengths
    join
        (
            select {{ total | join("\n+ ") }} as total, {{ n_in | join("\n+ ") }} as n_in, {{ highest }} as highest
            from {{ members | join("\ncross join ") }}
        ) as subsets
        on subsets.highest <= lengths.n_ranks
    group by lengths.n_ranks, subsets.n_in, subsets.total
{%- endmacro %}

{% macro signed_rank_cumulated(name) -%}
    select
        n,
        total,
        sum(probability) over (
            partition by n order by total rows between unbounded preceding and current row
        ) as probability
    from rankhouse_{{ name }}_sums
{%- endmacro %}

{% macro signed_rank_p_values(source, name) -%}
    select
        tested.number as number,
        case
            when tested.n between 0 and 50 and 4 * tested.statistic >= tested.n * (tested.n + 1)
            then 1e0
            else 2 * cumulated.probability
        end as p_value
    from rankhouse_{{ source }} as tested
    left join
        rankhouse_{{ name }}_cumulated as cumulated
        on {{ rankhouse.double("tested.n") }} = cumulated.n
        and {{ rankhouse.double("tested.statistic") }} = cumulated.total
{%- endmacro %}

{# The sums of n ranks, `n_ranks` of them after `n_before`, up to half of what 50 ranks have. #}
{% macro signed_rank_sums(asked, before, name) -%}
    select n, total, sum(probability) as probability
    from
        (
            select
                {{ rankhouse.double("asked.n") }} as n,
                {{ rankhouse.double("before.total + subsets.total + before.n_before * subsets.n_in") }} as total,
                before.probability * subsets.probability as probability
            from ({{ asked }}) as asked
            join ({{ before }}) as before on asked.n_before = before.n_before
            join rankhouse_{{ name }}_subsets as subsets on asked.n_ranks = subsets.n_ranks
        ) as added
    where total <= 637
    group by n, total
{%- endmacro %}
