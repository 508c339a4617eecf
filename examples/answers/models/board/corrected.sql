-- Judge b over all its questions, corrected by how far it is off where people judged too.
{{ rankhouse.prediction_powered(ref("human_win_rates"), ref("machine_win_rates"), by=["system"]) }}
