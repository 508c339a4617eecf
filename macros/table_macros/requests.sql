{#
Measure strings read by the query itself: rankhouse_requests has one row per distinct measure, with its canonical
string, metric, k and one column per option. Names, aliases, options and defaults come from the catalogue.
#}
{% macro request_ctes(catalogue=none) -%}
    {%- set ranks = catalogue is none -%}
    {%- set catalogue = rankhouse.catalogue() if ranks else catalogue -%}
    {%- set options = rankhouse.all_options(catalogue) -%}
    rankhouse_spellings(spelling, metric_name, cutoff_rule) as (
        values
            {% for declaration in catalogue %}
                {% set last = loop.last %}
                {% for spelling in [declaration.name] + declaration.aliases %}
                    (
                        {{ rankhouse.literal(spelling) }},
                        {{ rankhouse.literal(declaration.name) }},
                        {{ rankhouse.literal(declaration.cutoff) }}
                    ){{ ", " if not (last and loop.last) }}
                {% endfor %}
            {% endfor %}
    ),
    rankhouse_options(
        metric_name,
        option,
        option_number,
        default_value,
        choices,
        limits,
        above,
        below,
        lowest,
        highest
    ) as (
        values
            {% for declaration in catalogue if declaration.options %}
                {% set last = loop.last %}
                {% for option, spec in declaration.options.items() %}
                    (
                        {{ rankhouse.literal(declaration.name) }},
                        {{ rankhouse.literal(option) }},
                        {{ loop.index }},
                        {{ rankhouse.literal(spec.choices[0] if spec.choices is defined else spec.default | string) }},
                        {{ rankhouse.text_list(spec.choices) if spec.choices is defined else "null::varchar[]" }},
                        {{ rankhouse.literal(rankhouse.range_text(spec)) }}
                        {%- for limit in ["above", "below", "from", "to"] %}
                            , {{ rankhouse.double(spec.get(limit, "null")) }}
                        {% endfor %}
                    ){{ ", " if not (last and loop.last) }}
                {% endfor %}
            {% endfor %}
    ),
    {%- if ranks %} {{ rankhouse.rules_cte() }} {% endif %}
    rankhouse_strings as (
        select
            given_text,
            replace(
                replace(lower(regexp_replace(given_text, '[\s''"]', '', 'g')), 'min(k,relevant)', 'min'),
                'min(relevant,k)',
                'min'
            ) as plain_text
        from
            (
                select distinct
                    unnest(
                        case
                            when len($measures) > 0
                            then $measures::varchar[]
                            else error('no measure was asked for: give measures := [''ndcg@10'', ''map'']')
                        end
                    ) as given_text
            ) as given
    ),
    rankhouse_split as (
        select
            given_text,
            regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 1) as head,
            regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 3) as option_text,
            nullif(regexp_extract(plain_text, '^([^(@]+)(\(([^()]*)\))?(@(.*))?$', 4), '') as cutoff_text
        from rankhouse_strings as strings
    ),
    rankhouse_named as (
        select
            split.given_text,
            split.option_text,
            coalesce(
                spelled.metric_name,
                stemmed.metric_name,
                case
                    when split.head = ''
                    then
                        error(
                            'malformed measure '''
                            || split.given_text
                            || ''': write name[(option=value, ...)][@k], such as ''ndcg(gain=linear)@10'''
                        )
                    {%- for task, names in rankhouse.tasks_of_measures(catalogue).items() %}
                        when split.head in ({{ rankhouse.text_list(names)[1:-1] }})
                        then
                            error(
                                'unknown measure '''
                                || split.given_text
                                || {{ rankhouse.literal("': it is one of " ~ task) }}
                            )
                    {%- endfor %}
                    else
                        error(
                            'unknown measure '''
                            || split.given_text
                            || ''': did you mean '''
                            || (
                                select arg_max(near.spelling, jaro_winkler_similarity(near.spelling, split.head))
                                from rankhouse_spellings as near
                            )
                            || '''? Known: {{ catalogue | map(attribute="name") | join(", ") }}')
        end) as metric_name,
        coalesce(spelled.cutoff_rule, stemmed.cutoff_rule) as cutoff_rule,
        coalesce(substr(split.cutoff_text, 2), case when spelled.metric_name is null then regexp_extract(split.head, '_(\d+)$', 1) end) as cutoff_text
    from rankhouse_split as split
    left join rankhouse_spellings as spelled on split.head = spelled.spelling
    left join rankhouse_spellings as stemmed on regexp_extract(split.head, '^(.*)_\d+$', 1) = stemmed.spelling and split.cutoff_text is null
),
rankhouse_cut as (
    select
        named.given_text, named.metric_name,
        {%- if ranks %} rules.rules, {%- endif %}
        case
            when named.cutoff_text is null then null
            when named.cutoff_rule = 'none' then error(named.metric_name || ' takes no cutoff: write '''
                            || named.metric_name
                            || ''' instead of '''
                            || named.given_text
                            || ''''
                        )
                    when regexp_full_match(named.cutoff_text, '\d{1,18}') and named.cutoff_text::bigint > 0
                    then named.cutoff_text::bigint
                    else
                        error(
                            'the cutoff of a measure is a whole number of at least 1, got '''
                            || named.cutoff_text
                            || ''' in '''
                            || named.given_text
                            || ''''
                        )
                end as cutoff,
                case when named.option_text <> '' then string_split(named.option_text, ',') else [] end as pairs
                from rankhouse_named as named
                {%- if ranks %} cross join rankhouse_rules as rules {%- endif %}
            ),
            rankhouse_pairs as (
                select
                    given_text,
                    metric_name,
                    cutoff,
                    pair,
                    split_part(pair, '=', 1) as option,
                    case
                        when split_part(pair, '=', 2) = 'min' then 'min(k, relevant)' else split_part(pair, '=', 2)
                    end as option_value
                from
                    (
                        select cut.given_text, cut.metric_name, cut.cutoff, unnest(cut.pairs) as pair
                        from rankhouse_cut as cut
                    ) as pairs
            ),
            rankhouse_faults as (
                select
                    string_agg(
                        case
                            when pairs.option_value = ''
                            then
                                'malformed option '''
                                || pairs.pair
                                || ''' in '''
                                || pairs.given_text
                                || ''': write option=value'
        when known.option is null then pairs.metric_name || ' has no option '''
                                || pairs.option
                                || ''' (in '''
                                || pairs.given_text
                                || '''): Known: ' || coalesce((
            select string_agg(listed.option, ', ' order by listed.option_number) from rankhouse_options as listed where listed.metric_name = pairs.metric_name
        ), 'none')
        when known.choices is not null and not list_contains(known.choices, pairs.option_value)
            then pairs.option || ' of ' || pairs.metric_name || ' is one of ' || array_to_string(known.choices, ' | ') || ', got '''
                                || pairs.option_value
                                || ''' in '''
                                || pairs.given_text
                                || ''''
                            when
                                known.choices is null
                                and not coalesce(
                                    try_cast(pairs.option_value as double) > coalesce(known.above, '-inf')
                                    and try_cast(pairs.option_value as double) < coalesce(known.below, 'inf')
                                    and try_cast(pairs.option_value as double) >= coalesce(known.lowest, '-inf')
                                    and try_cast(pairs.option_value as double) <= coalesce(known.highest, 'inf'),
                                    false
                                )
                            then
                                pairs.option
                                || ' of '
                                || pairs.metric_name
                                || ' is '
                                || known.limits
                                || ', got '''
                                || pairs.option_value
                                || ''' in '''
                                || pairs.given_text
                                || ''''
                            when
                                pairs.option = 'interpolation'
                                and pairs.option_value <> 'none'
                                and (pairs.cutoff is not null or contains(pairs.given_text, 'denominator'))
                            then
                                'interpolation takes the whole list and every relevant item: no cutoff and no denominator, got '''
                                || pairs.given_text
                                || ''''
                            when
                                pairs.metric_name = 'average_precision'
                                and pairs.option_value = 'k'
                                and pairs.cutoff is null
                            then
                                'average_precision(denominator=k) needs a cutoff, such as average_precision(denominator=k)@10'
                            when
                                pairs.option = 'ideal'
                                and pairs.option_value <> 'k'
                                and contains(pairs.given_text, 'normalize')
                            then 'negative=normalize takes ideal=k, got ''' || pairs.given_text || ''''
                            when pairs.option_value = 'constant' and pairs.cutoff is null
                            then 'ideal=constant takes a cutoff, such as ndcg(ideal=constant)@10'
                        end,
                        '; '
                    ) as fault
                from rankhouse_pairs as pairs
                left join
                    rankhouse_options as known on pairs.metric_name = known.metric_name and pairs.option = known.option
            ),
            rankhouse_chosen as (
                select
                    cut.given_text,
                    options.option,
                    options.option_number,
                    {% if ranks -%}
                        cut.metric_name,
                        cut.cutoff,
                        cut.rules,
                        pairs.option is not null as is_given,
                        cut.rules[cut.metric_name || ' ' || options.option] as allowed,
                        coalesce(nullif(allowed[1], 'any'), options.default_value) as assumed_value,
                    {%- else -%} options.default_value as assumed_value,
                    {%- endif %}
                    coalesce(
                        case
                            when options.choices is null
                            then regexp_replace(try_cast(pairs.option_value as double)::varchar, '\.0$', '')
                            else pairs.option_value
                        end,
                        assumed_value
                    ) as option_value
                from rankhouse_cut as cut
                join rankhouse_options as options on cut.metric_name = options.metric_name
                left join
                    rankhouse_pairs as pairs on cut.given_text = pairs.given_text and options.option = pairs.option
            ),
            rankhouse_requests as (
                select distinct
                    cut.metric_name || coalesce(
                        '(' || string_agg(
                            chosen.option || '=' || chosen.option_value, ', ' order by chosen.option_number
                        ) filter (where chosen.option_value <> chosen.assumed_value)
                        || ')',
                        ''
                    )
                    || coalesce('@' || cut.cutoff, '') as measure,
                    cut.metric_name as metric,
                    cut.cutoff as k
                    {%- for option, is_number in options.items() %}
                        ,
                        max(
                            case when chosen.option = {{ rankhouse.literal(option) }} then chosen.option_value end
                        ){{ "::double" if is_number }} as {{ option }}
                    {%- endfor %}
                from rankhouse_cut as cut
                cross join rankhouse_faults as faults
                left join rankhouse_chosen as chosen on cut.given_text = chosen.given_text
                where
                    case
                        {%- if ranks %}
                            when
                                $convention::varchar <> ''
                                and not {{ rankhouse.is_convention(rankhouse.conventions()) }}
                            then {{ rankhouse.no_such_convention() }}
                        {%- endif %}
                        when faults.fault is not null
                        then error(faults.fault)
                        {%- if ranks %}
                            when
                                {{ rankhouse.policy_argument("ties") }} <> 'item'
                                and chosen.option = 'denominator'
                                and chosen.option_value = 'hits'
                                and cut.cutoff is not null
                            then
                                error(
                                    cut.given_text
                                    || ' depends on ties in two ways: use ties=item, or another denominator'
                                )
                            when
                                {{ rankhouse.policy_argument("ties") }} = 'average'
                                and (
                                    cut.metric_name in ({{ rankhouse.unaveraged_metrics() }})
                                    or (chosen.option = 'interpolation' and chosen.option_value not in ('none', 'step'))
                                )
                            then
                                error(
                                    cut.given_text
                                    || ' has no closed form under ties=average: use ties=item, best or worst'
                                )
                        {%- endif %}
                        when
                            (
                                select count(distinct scale.option_value)
                                from rankhouse_chosen as scale
                                where scale.option = 'max_grade'
                            )
                            > 1
                        then
                            error(
                                'err takes one max_grade in a call of this macro: ask for the others in a call of their own'
                            )
                        {%- if ranks %}
                            when coalesce($relevant_from, -1) < 0
                            then
                                error(
                                    'relevant_from is the lowest relevance that counts as relevant, a number above 0, got '
                                    || coalesce($relevant_from::varchar, 'NULL')
                                )
                            {%- for name, choices in rankhouse.policies().items() %}
                                when
                                    {{ rankhouse.policy_argument(name) }}
                                    not in ({{ rankhouse.text_list(choices)[1:-1] }})
                                then {{ rankhouse.no_such_choice(name, rankhouse.policy_argument(name), choices) }}
                            {%- endfor %}
                            when
                                {{ rankhouse.is_retrieved_argument() }}
                                and {{ rankhouse.policy_argument("queries") }} = 'run'
                                and $judgments is not null
                                and not list_has_all($by::varchar[], $judgments_by::varchar[])
                            then
                                error(
                                    {{ rankhouse.literal(rankhouse.no_group_of_judgments()) }} || $judgments_by::varchar
                                )
                            else
                                -- No error without a message.
                                error(coalesce({{ rankhouse.refused_measure() }}, {{ rankhouse.refused_option() }}))
                                is null
                        {%- else %} else true
                        {%- endif %}
                    end
                group by cut.given_text, cut.metric_name, cut.cutoff
            ),
{%- endmacro %}

{# What computes the measures that are none of a catalogue, with the names of these. #}
{% macro tasks_of_measures(catalogue) %}
    {%- set names = [] -%}
    {%- for declaration in catalogue -%}
        {%- do names.extend([declaration.name] + declaration.aliases) -%}
    {%- endfor -%}
    {%- set tasks = {} -%}
    {%- for name, task in rankhouse.measures_elsewhere(names).items() -%}
        {%- do tasks.update({task: tasks.get(task, []) + [name]}) -%}
    {%- endfor -%}
    {{ return(tasks) }}
{% endmacro %}

{# Every option of a catalogue, with whether its values are numbers. #}
{% macro all_options(catalogue) %}
    {%- set options = {} -%}
    {%- for declaration in catalogue -%}
        {%- for option, spec in declaration.options.items() -%}
            {%- do options.update({option: spec.choices is not defined}) -%}
        {%- endfor -%}
    {%- endfor -%}
    {{ return(options) }}
{% endmacro %}

{% macro text_list(texts) -%}
    [{% for text in texts %}{{ rankhouse.literal(text) }}{{ ", " if not loop.last }}{% endfor %}]
{%- endmacro %}

{% macro unaveraged_metrics() %}
    {%- set names = [] -%}
    {%- for declaration in rankhouse.catalogue() if not declaration.get("average_ties", true) -%}
        {%- do names.append(rankhouse.literal(declaration.name)) -%}
    {%- endfor -%}
    {{ return(names | join(", ")) }}
{% endmacro %}
