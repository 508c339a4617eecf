panel.declare(
    "dwell_times",
    "Show how long people stay with what they click, by position.",
    "rankhouse dwell-times visits.csv --shortest 2",
    columns="seconds=dwell",
)
