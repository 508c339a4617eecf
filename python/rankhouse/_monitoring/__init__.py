"""Metrics over time: tables, changes, alerts, dashboards."""
