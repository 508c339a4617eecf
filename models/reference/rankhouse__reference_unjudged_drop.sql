{{ rankhouse.reference_model(unjudged="drop") }}
