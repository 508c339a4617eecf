-- Who compared which answers: 400 questions about 80 documents. A document favours some systems, so that
-- its questions hang together. Judge a is fair. Judge b prefers the answer that it sees first, and the
-- longer one. People judge 80 questions.
{% set pair = ["judge", "question", "one", "other"] %}
with
    questions as (
        select number as question, cast(floor(number / 5) as bigint) as document from range(400) as numbers(number)
    ),
    judges as (
        select *
        from
            (values ('judge a', 0.0, 0.0, 4), ('judge b', 0.8, 0.6, 4), ('people', 0.0, 0.0, 6)) as known(
                judge, first_shown, longer, n_pairs
            )
    ),
    answers as (
        select
            questions.question,
            questions.document,
            systems.system,
            systems.strength + 0.6 * {{ normal_number(1, ["questions.document", "systems.system"]) }} as strength,
            systems.n_words
            * (0.7 + 0.6 * {{ rankhouse.random_number(2, ["questions.question", "systems.system"]) }}) as n_words
        from questions
        cross join {{ ref("systems") }} as systems
    ),
    pairs as (
        select
            judges.*,
            one.question,
            one.document,
            one.system as one,
            other.system as other,
            one.strength - other.strength as lead,
            one.n_words - other.n_words as more_words,
            row_number() over (
                partition by judges.judge, one.question
                order by
                    {{ rankhouse.random_number(3, ["judges.judge", "one.question", "one.system", "other.system"]) }}
            ) as place
        from judges
        cross join answers as one
        join answers as other on one.question = other.question and one.system < other.system
        where judges.judge <> 'people' or one.question % 5 = 2
    ),
    shown as (
        select pairs.*, turns.turn
        from pairs
        cross join (values (0), (1)) as turns(turn)
        where
            place <= n_pairs
            -- A fifth of the pairs is shown in both orders.
            and (
                ({{ rankhouse.random_number(4, pair) }} < 0.5) = (turn = 0)
                or {{ rankhouse.random_number(5, pair) }} < 0.2
            )
    ),
    -- Seven times of ten a judge says of both orders what it feels, otherwise it throws the dice anew.
    felt as (
        select
            *,
            1 / (
                1 + exp(
                    - lead
                    - first_shown * case when turn = 0 then 1 else -1 end
                    - longer * case when more_words > 0 then 1 else -1 end
                )
            ) as p_one,
            case
                when {{ rankhouse.random_number(6, pair + ["turn"]) }} < 0.7
                then {{ rankhouse.random_number(7, pair) }}
                else {{ rankhouse.random_number(8, pair + ["turn"]) }}
            end as drawn
        from shown
    )
select
    judge,
    question,
    document,
    case when turn = 0 then one else other end as system_a,
    case when turn = 0 then other else one end as system_b,
    case
        when drawn between 0.9 * p_one and 0.9 * p_one + 0.1
        then 'tie'
        when (drawn < 0.9 * p_one) = (turn = 0)
        then 'a'
        else 'b'
    end as winner
from felt
