{{ rankhouse.rating_metrics(ref("predicted_ratings"), by=["system"]) }}
