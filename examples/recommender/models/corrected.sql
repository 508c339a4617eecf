{{ rankhouse.correct_sampled(ref("sampled_ranks"), ref("corrections"), by=["system"]) }}
