{{ rankhouse.reference_model(ties="average") }}
