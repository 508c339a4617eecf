-- What a sampled evaluation ranks: what was held out, and 20 other items a user.
{{
    rankhouse.sample_negatives(
        ref("catalogue"),
        ref("held_out"),
        n=20,
        exclude=ref("seen"),
        seed=1,
        columns={"exclude.query_id": "user_id"},
    )
}}
