"""Sources of vectors, one loader a file."""
