{{ rankhouse.reference_model(ties="best") }}
