{{ rankhouse.reference_model(ties="item") }}
