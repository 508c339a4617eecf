{{ rankhouse.reference_model(ties="worst") }}
