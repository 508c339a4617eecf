"""Answers: tries of a task that pass or fail."""
