{{
    rankhouse.query_metrics(
        run=ref("curve_recommendations"),
        judgments=ref("curve_held_out"),
        measures=["ndcg@10"],
        by=["system", "n_given"],
        judgments_by=["n_given"],
    )
}}
