"""How an evaluation is set up: splits, sampled negatives, learning curves."""
