{{ rankhouse.metrics(run=ref("run"), judgments=ref("judgments"), measures=["ndcg(gain=linear)@5"], by=["system"]) }}
