-- MANDCG.
{{ rankhouse.mean_over_curve(ref("curve_values"), by=["system"]) }}
