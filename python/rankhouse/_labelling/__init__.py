"""Labels: several raters, and machines that label beside people."""
