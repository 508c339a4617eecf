{{ rankhouse.curve_crossings(ref("curve_values")) }}
