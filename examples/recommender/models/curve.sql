{{ rankhouse.learning_curve(ref("curve_values"), by=["system"]) }}
