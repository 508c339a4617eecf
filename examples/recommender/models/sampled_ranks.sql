{{ rankhouse.sampled_ranks(ref("recommendations"), ref("held_out"), ref("candidates"), by=["system"]) }}
