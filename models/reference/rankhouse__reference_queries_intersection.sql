{{ rankhouse.reference_model(queries="intersection") }}
