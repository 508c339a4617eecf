{# The same comparison with attraction itself, which nobody knows of a log of their own. #}
{{
    rankhouse.metrics(
        run=ref("runs"),
        judgments=ref("attractions"),
        measures=["ndcg(gain=linear)@5"],
        by=["system"],
    )
}}
