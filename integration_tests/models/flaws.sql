-- What the input tests find in a flawed run: one row each, counted by a test.
{{ rankhouse.input_problems(run=ref("flawed_items"), judgments=ref("relevance_judgments")) }}
