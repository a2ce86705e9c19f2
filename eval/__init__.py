"""Measurements of players: agreement with people, cross play, tables."""
