{{ rankhouse.reference_model(queries="all") }}
