"""cluebot-bench-1: fixed boards and codes, submissions, the leaderboard."""
