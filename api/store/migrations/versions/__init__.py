"""The changes of the tables, in order."""
