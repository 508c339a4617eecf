"""Runs, recommendations, ratings and detections evaluated, and what there is to ask of an evaluation."""
