"""An evaluation as one self-contained HTML file."""
