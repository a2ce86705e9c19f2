"""What is remembered, and what is reckoned again."""

from cluebot.players.decrypto.memory import Memory


def test_the_questions_asked_last_are_not_reckoned_again():
    memory, asked = Memory(2), []

    def ask(key):
        return memory.recall(key, lambda: asked.append(key) or key.upper())

    assert [ask(key) for key in "abab"] == ["A", "B", "A", "B"]
    assert asked == ["a", "b"]
    ask("a")
    ask("c")  # b was asked longest ago
    assert [ask("a"), ask("b")] == ["A", "B"]
    assert asked == ["a", "b", "c", "b"]
