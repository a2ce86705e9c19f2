"""Codenames players on vectors."""

from cluebot.players.codenames.candidates import Candidate
from cluebot.players.codenames.giver import LEVELS, EmbeddingClueGiver
from cluebot.players.codenames.guesser import EmbeddingGuesser, GuessPlan
from cluebot.players.codenames.tasks import ClueTask, Earlier, GuessTask

__all__ = [
    "LEVELS",
    "Candidate",
    "ClueTask",
    "Earlier",
    "EmbeddingClueGiver",
    "EmbeddingGuesser",
    "GuessPlan",
    "GuessTask",
]
