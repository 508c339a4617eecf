{#
The p-values of a comparison, two-sided: the steps that end in rankhouse_tested (number, p_value). 1 where all differences
are 0, NULL where a test says nothing: for fewer than two queries in common, for t where all differences are equal, for the
bootstrap below the number of queries that bootstrap.sql names. Of clusters all that is said of queries holds for their means.
    t               Student's paired t
    wilcoxon        Wilcoxon (1945), signed ranks of the differences other than 0; exact for at most 50 of them where none
                    is 0 and no two are equal, otherwise the normal approximation with the correction for ties and none
                    for continuity: scipy's defaults. Sizes within 2^-40 of the largest are equal, so that hits of
                    ten and tenths are ranked alike; scipy compares them to the last bit
    sign            wins against losses, exactly binomial
    randomisation   Fisher's: how often the mean is as far from 0 when the signs of the differences fall at random
    bootstrap       how often a resampled mean is on the other side of 0, twice the smaller share
#}
{% macro p_value_steps(plan) %}
    {%- set steps = [] -%}
    {%- if plan.test == "t" -%} {%- do steps.extend(rankhouse.paired_t_steps(plan)) -%}
    {%- elif plan.test == "wilcoxon" -%} {%- do steps.extend(rankhouse.paired_wilcoxon_steps(plan)) -%}
    {%- elif plan.test == "sign" -%}
        {%- do steps.extend(rankhouse.paired_sign_steps(rankhouse.tested_columns(plan))) -%}
    {%- elif plan.test == "randomisation" -%} {%- do steps.extend(rankhouse.randomisation_steps(plan)) -%}
    {%- endif -%}
    {%- if plan.is_resampled -%} {%- do steps.extend(rankhouse.resampled_means_steps(plan)) -%} {%- endif -%}
    {%- if plan.test == "bootstrap" -%} {%- do steps.append(rankhouse.bootstrap_step(plan)) -%} {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{% macro paired_t_steps(plan={}) %}
    {%- set of = rankhouse.tested_columns(plan) -%}
    {%- set statistics -%}
        select
            number,
            degrees,
            difference * sqrt({{ rankhouse.double(of.n) }}) / nullif({{ of.deviation }}, 0) as statistic
        from rankhouse_moments
    {%- endset -%}
    {%- set tested -%}
        select
            moments.number as number,
            case
                when moments.{{ of.n }} > 0 and moments.{{ of.wins }} + moments.{{ of.losses }} = 0
                then {{ rankhouse.double("1") }}
                else tails.p_value
            end as p_value
        from rankhouse_moments as moments
        left join rankhouse_statistics_tails as tails on moments.number = tails.number
    {%- endset -%}
    {%- set steps = [rankhouse.step("statistics", "a comparison with its t", statistics)] -%}
    {%- do steps.extend(rankhouse.student_tail_steps("statistics")) -%}
    {%- do steps.append(rankhouse.step("tested", "a comparison with its p-value", tested)) -%}
    {{ return(steps) }}
{% endmacro %}

{# Whether a comparison has no unit, or one that differs: no test says anything of that. `names`: the columns of tested_columns. #}
{% macro is_too_small(names, of="") %}
    {%- set n, decided = of ~ names.n, of ~ names.wins ~ " + " ~ of ~ names.losses -%}
    {{ return(n ~ " = 0 or " ~ n ~ " = 1 and " ~ decided ~ " = 1") }}
{% endmacro %}

{# `of`: the columns of rankhouse_moments that say how many units there are, and how many are won and lost. #}
{% macro paired_sign_steps(of) %}
    {%- set decided -%}
        select number, {{ of.wins }} as wins, {{ of.losses }} as losses
        from rankhouse_moments
        where not ({{ rankhouse.is_too_small(of) }})
    {%- endset -%}
    {%- set tested -%} select number, p_value from rankhouse_decided_signs {%- endset -%}
    {%- set steps = [rankhouse.step("decided", "a comparison with its wins and losses", decided)] -%}
    {%- do steps.extend(rankhouse.sign_test_steps("decided")) -%}
    {%- do steps.append(rankhouse.step("tested", "a comparison with its p-value", tested)) -%}
    {{ return(steps) }}
{% endmacro %}

{% macro paired_wilcoxon_steps(plan) %}
    {%- set source = rankhouse.units_of(plan).source -%}
    {%- set sized -%}
        select
            number,
            difference,
            floor(
                abs(difference) / max(abs(difference)) over (partition by number) * {{ rankhouse.double(2**40) }} + 5e-1
            ) as size
        from rankhouse_{{ source }}
        where difference <> 0
    {%- endset -%}
    {%- set ranked -%}
        select
            number,
            difference,
            rank() over (partition by number order by size) as lowest_rank,
            count(*) over (partition by number, size) as n_equal
        from rankhouse_sized_differences
    {%- endset -%}
    {%- set mid_rank = "lowest_rank + (n_equal - 1) / " ~ rankhouse.double("2") -%}
    {%- set rank_sums -%}
        select
            number,
            count(*) as n,
            max(n_equal) as most_equal,
            sum(case when difference > 0 then {{ mid_rank }} else 0 end) as above,
            sum(case when difference < 0 then {{ mid_rank }} else 0 end) as below,
            sum({{ rankhouse.double("n_equal") }} * n_equal - 1) as ties_term
        from rankhouse_ranked_differences
        group by number
    {%- endset -%}
    {%- set signed -%}
        select
            sums.number as number,
            case
                when sums.n <= 50 and sums.most_equal = 1 and moments.{{ rankhouse.tested_columns(plan).ties }} = 0 then sums.n
            end as n,
            case when sums.above < sums.below then sums.above else sums.below end as statistic,
            ((case when sums.above < sums.below then sums.above else sums.below end) - n_double * (n_double + 1) / 4)
            / nullif(sqrt(n_double * (n_double + 1) * (2 * n_double + 1) / 24 - sums.ties_term / 48), 0) as z
        from (select sums.*, {{ rankhouse.double("n") }} as n_double from rankhouse_rank_sums as sums) as sums
        join rankhouse_moments as moments on sums.number = moments.number
    {%- endset -%}
    {%- set tested -%}
        select
            moments.number as number,
            case
                when {{ rankhouse.is_too_small(rankhouse.tested_columns(plan), "moments.") }}
                then null
                when signed.number is null
                then {{ rankhouse.double("1") }}
                when signed.n is null
                then {{ rankhouse.two_sided_normal("signed.z") }}
                else exact.p_value
            end as p_value
        from rankhouse_moments as moments
        left join rankhouse_signed as signed on moments.number = signed.number
        left join rankhouse_signed_exact as exact on moments.number = exact.number
    {%- endset -%}
    {%- set steps = [
        rankhouse.step("sized_differences", "a difference other than 0, with its size to 12 digits", sized),
        rankhouse.step("ranked_differences", "a difference other than 0, with its rank", ranked),
        rankhouse.step("rank_sums", "a comparison with its sums of ranks", rank_sums),
        rankhouse.step("signed", "the same with what is tested; n where the exact test holds", signed),
    ] -%}
    {%- do steps.extend(rankhouse.signed_rank_steps("signed")) -%}
    {%- do steps.append(rankhouse.step("tested", "a comparison with its p-value", tested)) -%}
    {{ return(steps) }}
{% endmacro %}
