"""Live games: seats with secret tokens, bots that move by themselves, streams of events."""
