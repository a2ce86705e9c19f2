"""Players that ask a chat model: alone (``llm:NAME``) or with vectors (``hybrid:NAME``)."""
