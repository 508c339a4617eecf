"""What functions return: relations and comparisons that print themselves, and numbers as text."""
