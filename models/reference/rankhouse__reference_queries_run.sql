{{ rankhouse.reference_model(queries="run") }}
