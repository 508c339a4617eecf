{#
Two recommenders in SQL. Each gives the columns `by`, user_id, item_id and score, for the users and from the ratings of
`train`; `by` tells training sets apart that have nothing to do with each other.
#}
{# Every item, by how many users have rated it. #}
{% macro popularity(train, by=[]) -%}
    select {{ columns("users", by) }} users.user_id, items.item_id, items.n_users as score
    from (select distinct {{ columns("rated", by) }} user_id from {{ train }} as rated) as users
    join
        (
            select {{ columns("rated", by) }} item_id, cast(count(*) as double) as n_users
            from {{ train }} as rated
            group by {{ columns("rated", by) }} item_id
        ) as items
        on {{ same("users", "items", by) }}
{%- endmacro %}

{#
Items that the users of a user's items have rated too: the sum of cosines between the items, as sets of users. What they
know nothing of follows by popularity. Rounded, because a sum's last digits depend on the order of its rows, and would
break ties by chance.
#}
{% macro item_to_item(train, by=[]) -%}
    with
        counted as (
            select {{ columns("rated", by) }} item_id, count(*) as n_users
            from {{ train }} as rated
            group by {{ columns("rated", by) }} item_id
        ),
        together as (
            select {{ columns("a", by) }} a.item_id, b.item_id as other_id, count(*) as n_users
            from {{ train }} as a
            join {{ train }} as b on a.user_id = b.user_id and {{ same("a", "b", by) }}
            where a.item_id <> b.item_id
            group by {{ columns("a", by) }} a.item_id, b.item_id
        ),
        cosines as (
            select
                {{ columns("together", by) }}
                together.item_id,
                together.other_id,
                together.n_users / sqrt(cast(item.n_users as double) * other.n_users) as cosine
            from together
            join counted as item on item.item_id = together.item_id and {{ same("item", "together", by) }}
            join counted as other on other.item_id = together.other_id and {{ same("other", "together", by) }}
        ),
        scored as (
            select {{ columns("rated", by) }} rated.user_id, cosines.other_id as item_id, sum(cosines.cosine) as score
            from {{ train }} as rated
            join cosines on cosines.item_id = rated.item_id and {{ same("cosines", "rated", by) }}
            group by {{ columns("rated", by) }} rated.user_id, cosines.other_id
        )
    select
        {{ columns("popular", by) }}
        popular.user_id,
        popular.item_id,
        round(coalesce(scored.score, 0) + popular.score / 1000000, 9) as score
    from ({{ popularity(train, by) }}) as popular
    left join
        scored
        on scored.user_id = popular.user_id
        and scored.item_id = popular.item_id
        and {{ same("scored", "popular", by) }}
{%- endmacro %}

{% macro columns(relation, by) -%} {% for name in by %} {{ relation }}.{{ name }}, {% endfor %} {%- endmacro %}

{% macro same(left, right, by) -%}
    {% for name in by %} {{ left }}.{{ name }} = {{ right }}.{{ name }} and {% endfor %} 1 = 1
{%- endmacro %}
