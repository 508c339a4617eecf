{#
What each method makes of the simulated searches of each kind of reader, whose attraction is known. wrong_pairs: of two items of
a query, how often the less attractive one has the higher relevance, a tie being half of it: a half is a coin's. error: the mean
distance to attraction, relevance being scaled to the same mean, because that of coec is no share.
#}
with
    judged as (
        {% for method in ["ctr", "coec", "pbm", "cascade", "dcm", "sdbn"] %}
            select '{{ method }}' as method, reader, query_id, item_id, relevance
            from
                ({{ rankhouse.click_judgments(ref("searches"), method=method, by=["reader"]) }}) as {{ method }}_judged
                {{ "union all" if not loop.last }}
        {% endfor %}
    ),
    known as (
        select judged.*, truth.attraction
        from judged
        join {{ ref("truth") }} as truth on judged.query_id = truth.query_id and judged.item_id = truth.item_id
    ),
    pairs as (
        select
            better.method,
            better.reader,
            avg(
                case
                    when abs(better.relevance - worse.relevance) < 1e-6
                    then 0.5
                    when better.relevance > worse.relevance
                    then 0.0
                    else 1.0
                end
            ) as wrong_pairs
        from known as better
        join
            known as worse
            on better.method = worse.method
            and better.reader = worse.reader
            and better.query_id = worse.query_id
            and better.attraction > worse.attraction
        group by better.method, better.reader
    ),
    scaled as (
        select
            *,
            relevance
            * avg(attraction) over (partition by method, reader)
            / avg(relevance) over (partition by method, reader) as estimate
        from known
    )
select scaled.method, scaled.reader, avg(pairs.wrong_pairs) as wrong_pairs, avg(abs(estimate - attraction)) as error
from scaled
join pairs on scaled.method = pairs.method and scaled.reader = pairs.reader
group by scaled.method, scaled.reader
