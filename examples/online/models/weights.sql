{{ rankhouse.off_policy_weights(ref("actions")) }}
