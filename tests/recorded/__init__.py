"""What other libraries compute on one set of lists: recorded values, each with the version that gave it."""
