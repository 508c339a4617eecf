{#
Ratings with a column `part`: train, given, test or left_out, and `reason`, why a row is not where its method would have
it. One row for each row of the ratings. What is random comes of a hash of seed, user and item: the same rows on every
engine, every day, in every order.

A pair of user and item is in one part, however many rows it has. By time its place is that of its first row.

    random      of each user's items `share`, or `n`, at random are tested
    leave_last  of each user's items the last `n` (1), or `share`, are tested; of equal times at random
    time        items first rated at `cut` or later are tested
    weak        of each user's items `given` at random are train, all others tested: weak generalisation
    strong      `share` of the users (0.2) are held out; of their items `given` at random are given, the others tested:
                strong generalisation
    folds       each user's items in `folds` (5) parts of equal size, at random: the column `fold`, from 1 to `folds`; with
                `fold` its items are tested, all others train
    learning_curve  `weak` for 1, 2, ... `given` items, in the column n_given, for users with more than `given`

`short`: train or leave_out, where users go with too few items for both parts. `new_users`, `new_items`: keep or
leave_out, for what is tested and nothing is known of in train (and given).
#}
{% macro split(
    ratings,
    method="leave_last",
    n=none,
    share=none,
    given=none,
    cut=none,
    folds=none,
    fold=none,
    seed=0,
    short="train",
    new_users="keep",
    new_items="keep",
    columns={}
) -%}
    {%- do rankhouse.refuse_others("split", kwargs) -%}
    {%- set arguments = {
        "n": n,
        "share": share,
        "given": given,
        "cut": cut,
        "folds": folds,
        "fold": fold,
    } -%}
    {%- set policies = {"short": short, "new_users": new_users, "new_items": new_items} -%}
    {%- set plan = rankhouse.split_plan(ratings, method, arguments, seed, policies, columns) -%}
    {{ rankhouse.laid_out(rankhouse.split_of(plan)) if execute }}
{%- endmacro %}

{% macro split_of(plan) -%}
    {{
        rankhouse.query_of(
            rankhouse.place_steps(plan)
            + [rankhouse.step("parted", "the same, with its part", rankhouse.parted_pairs(plan))]
            + rankhouse.known_user_and_item_steps(plan),
            "a rating",
            rankhouse.split_answer(plan),
        )
    }}
{%- endmacro %}

{# Split by time, a pair needs no place among the user's pairs. #}
{% macro place_steps(plan) %}
    {%- set steps = [rankhouse.step("pairs", "an item of a user", rankhouse.rated_pairs(plan))] -%}
    {%- if plan.method != "time" -%}
        {%- do steps.append(
            rankhouse.step(
                "ordered", "the same, with its place among the user's", rankhouse.ordered_pairs(plan)
            )
        ) -%}
    {%- endif -%}
    {%- if plan.method == "learning_curve" -%}
        {%- do steps.append(rankhouse.step("points", "a number of given items", rankhouse.numbers_to(plan.given))) -%}
    {%- endif -%}
    {{ return(steps) }}
{% endmacro %}

{% macro rated_pairs(plan) -%}
    {%- set columns = [plan.user ~ " as user_id", plan.item ~ " as item_id"] -%}
    {%- if plan.by_time -%} {%- do columns.append("min(" ~ plan.time ~ ") as first_rated") -%} {%- endif -%}
    select {{ rankhouse.listed(columns) }}
    from {{ rankhouse.as_source(plan.ratings, "ratings") }}
    where
        {{ plan.user }} is not null and {{ plan.item }} is not null
        {{ "and " ~ plan.time ~ " is not null" if plan.by_time }}
        {{ "and " ~ rankhouse.order_of_ratings(plan) if plan.by_time }}
    group by {{ plan.user }}, {{ plan.item }}
{%- endmacro %}

{# That the times are in order, and texts of the form of `cut`. #}
{% macro order_of_ratings(plan) %}
    {{
        return(
            rankhouse.in_order(
                rankhouse.as_source(plan.ratings, "ratings"),
                "ratings",
                plan.time,
                rankhouse.name_of_column(plan, "ratings", "rated_at"),
                plan.cut_text,
            )
        )
    }}
{% endmacro %}

{# The first places are those of the items that are tested, or given. #}
{% macro ordered_pairs(plan) -%}
    {%- set order = ["drawn", rankhouse.byte_order(rankhouse.text("item_id"), "asc")] -%}
    {%- set drawn = [rankhouse.random_number(plan.seed, ["pairs.user_id", "pairs.item_id"]) ~ " as drawn"] -%}
    {%- if plan.method in ["strong", "folds"] -%}
        {%- do drawn.append(rankhouse.random_number(plan.seed, ["pairs.user_id"]) ~ " as user_drawn") -%}
    {%- endif -%}
    select
        drawn_pairs.*,
        {{
            rankhouse.listed(
                [
                    "row_number() over (partition by user_id order by "
                    ~ rankhouse.inline((["first_rated desc"] if plan.method == "leave_last" else []) + order)
                    ~ ") as place",
                    "count(*) over (partition by user_id) as n_items",
                ]
            )
        }}
    from (select {{ rankhouse.listed(["pairs.*"] + drawn) }} from rankhouse_pairs as pairs) as drawn_pairs
{%- endmacro %}

{# The points of a learning curve have another name here: their name in the answer must stay ambiguous, see below. #}
{% macro parted_pairs(plan) -%}
    {%- if plan.is_numbered -%}
        select user_id, item_id, {{ rankhouse.text("null") }} as reason, {{ rankhouse.pair_fold(plan) }} as fold
        from rankhouse_ordered
    {%- elif plan.method == "time" -%}
        select
            user_id,
            item_id,
            case when first_rated >= {{ plan.cut }} then 'test' else 'train' end as part,
            {{ rankhouse.text("null") }} as reason
        from rankhouse_pairs
    {%- else -%}
        {%- set short = rankhouse.is_short(plan) -%}
        select
            {{
                rankhouse.listed(
                    (["n_given as point"] if plan.curve else [])
                    + [
                        "user_id",
                        "item_id",
                        "case when "
                        ~ short
                        ~ " then "
                        ~ rankhouse.literal(plan.part_of_short)
                        ~ " else "
                        ~ rankhouse.pair_part(plan)
                        ~ " end as part",
                        "case when " ~ short ~ " then 'too few items' end as reason",
                    ]
                )
            }}
        from rankhouse_ordered
        {%- if plan.curve %} cross join rankhouse_points
        {%- endif -%}
    {%- endif -%}
{%- endmacro %}

{# Whether a user has too few items for both parts. #}
{% macro is_short(plan) %}
    {%- if plan.method == "strong" -%} {{ return("user_drawn < " ~ plan.share ~ " and n_items <= " ~ plan.given) }}
    {%- elif plan.method in ["weak", "learning_curve"] -%} {{ return("n_items <= " ~ plan.given) }}
    {%- elif plan.method in ["random", "leave_last"] and plan.n is not none -%} {{ return("n_items <= " ~ plan.n) }}
    {%- endif -%}
    {{ return("n_items < 2") }}
{% endmacro %}

{# The part of an item of a user who has enough of them. #}
{% macro pair_part(plan) %}
    {%- if plan.method == "folds" -%} {%- set tested = rankhouse.pair_fold(plan) ~ " = " ~ plan.fold -%}
    {%- elif plan.method == "strong" -%}
        {{
            return(
                "case when user_drawn >= "
                ~ plan.share
                ~ " then 'train' when place <= "
                ~ plan.given
                ~ " then 'given' else 'test' end"
            )
        }}
    {%- elif plan.method == "learning_curve" -%} {%- set tested = "place > n_given" -%}
    {%- elif plan.method == "weak" -%} {%- set tested = "place > " ~ plan.given -%}
    {%- elif plan.n is not none -%} {%- set tested = "place <= " ~ plan.n -%}
    {%- else -%}
        {#- At least one item is tested, and at least one is not. -#}
        {%- set wanted = rankhouse.bigint("floor(" ~ plan.share ~ " * n_items + 0.5)") -%}
        {%- set tested = "place <= greatest(1, least(n_items - 1, " ~ wanted ~ "))" -%}
    {%- endif -%}
    {{ return("case when " ~ tested ~ " then 'test' else 'train' end") }}
{% endmacro %}

{# Each user begins with another fold, so that users with few items are in all of them. #}
{% macro pair_fold(plan) %}
    {%- set first = rankhouse.bigint("floor(user_drawn * " ~ plan.folds ~ ")") -%}
    {{ return("(mod(place - 1 + " ~ first ~ ", " ~ plan.folds ~ ") + 1)") }}
{% endmacro %}

{# The users, or items, that are known; what is tested of others is left out. #}
{% macro known_user_and_item_steps(plan) %}
    {%- set steps = [] -%}
    {%- set read = namespace(step="parted") -%}
    {%- for side in plan.known_sides -%}
        {%- set id, step, known = side ~ "_id", "known_" ~ side ~ "s", "with_" ~ side ~ "s" -%}
        {%- set ids -%}
            select distinct {{ rankhouse.inline(["point"] if plan.curve else []) }}{{ ", " if plan.curve }}{{ id }}
            from rankhouse_parted
            where part in ('train', 'given')
        {%- endset -%}
        {%- set is_new = "parted.part = 'test' and known." ~ id ~ " is null" -%}
        {%- set kept -%}
            select
                {{ "parted.point," if plan.curve }}
                parted.user_id,
                parted.item_id,
                case when {{ is_new }} then 'left_out' else parted.part end as part,
                case when {{ is_new }} then 'new {{ side }}' else parted.reason end as reason
            from rankhouse_{{ read.step }} as parted
            left join rankhouse_{{ step }} as known
                on parted.{{ id }} = known.{{ id }} {{ "and parted.point = known.point" if plan.curve }}
        {%- endset -%}
        {%- do steps.append(rankhouse.step(step, "one of the " ~ side ~ "s that something is known of", ids)) -%}
        {%- do steps.append(
            rankhouse.step(known, "an item of a user, with its part if the " ~ side ~ " is known", kept)
        ) -%}
        {%- set read.step = known -%}
    {%- endfor -%}
    {{ return(steps) }}
{% endmacro %}

{#
What the answer adds is read without the name of its relation: ratings that have such a column themselves are refused by
the engine, which calls the name ambiguous.
#}
{% macro split_answer(plan) -%}
    {%- set missing = [[plan.user ~ " is null", "no user"], [plan.item ~ " is null", "no item"]] -%}
    {%- if plan.by_time -%} {%- do missing.append([plan.time ~ " is null", "no time"]) -%} {%- endif -%}
    {%- if plan.method == "time" -%}
        {%- do missing.append(["part = 'train' and " ~ plan.time ~ " >= " ~ plan.cut, "item of train, again"]) -%}
    {%- endif -%}
    {%- set reasons, parts = [], [] -%}
    {%- for condition, reason in missing -%}
        {%- do reasons.append("when " ~ condition ~ " then " ~ rankhouse.literal(reason)) -%}
        {%- do parts.append("when " ~ condition ~ " then 'left_out'") -%}
    {%- endfor -%}
    select
        {{
            rankhouse.listed(
                ["ratings.*"]
                + (["n_given"] if plan.curve else [])
                + (["fold"] if plan.is_numbered else ["case\n" ~ parts | join("\n") ~ "\nelse part\nend as part"])
                + ["case\n" ~ reasons | join("\n") ~ "\nelse reason\nend as reason"]
            )
        }}
    from {{ rankhouse.as_source(plan.ratings, "ratings") }}
    {%- if plan.curve %} cross join rankhouse_points as points {%- endif %}
    left join
        rankhouse_{{ rankhouse.last_split_step(plan) }} as parted
        on parted.user_id = {{ plan.user }}
        and parted.item_id = {{ plan.item }}
        {{ "and parted.point = points.n_given" if plan.curve }}
{%- endmacro %}

{% macro last_split_step(plan) %}
    {{ return("with_" ~ plan.known_sides[-1] ~ "s" if plan.known_sides else "parted") }}
{% endmacro %}
