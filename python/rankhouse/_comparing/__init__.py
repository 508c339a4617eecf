"""Systems against each other."""
