"""What users hand in: connections, tables, files and columns; opened, checked and staged."""
