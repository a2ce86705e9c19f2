"""Chat models: endpoints, calls, and the loop of proposing, checking and asking again.

Knows no game. The players build the messages, the schema of the answer and its check; see
`cluebot.llm.loop.propose`.
"""
