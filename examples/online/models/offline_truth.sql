{{
    rankhouse.metrics(
        run=ref("run"), judgments=ref("true_judgments"), measures=["ndcg(gain=linear)@5"], by=["system"]
    )
}}
