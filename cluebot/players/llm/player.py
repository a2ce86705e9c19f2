"""What all players of a chat model share: options, budget, record of calls, stepping in."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Generic, TypeVar

from cluebot.errors import Forfeit, bad_input
from cluebot.games.base import Frozen
from cluebot.games.codec import parse
from cluebot.llm.background import Cancellation
from cluebot.llm.budget import Limits, Meter
from cluebot.llm.model import ChatModel
from cluebot.players.base import Budget, Context, Decision, Player
from cluebot.players.llm.options import ChatOptions
from cluebot.players.llm.prompts import Prompts
from cluebot.players.llm.talk import Talk

MoveT = TypeVar("MoveT", bound=Frozen)
ViewT = TypeVar("ViewT")

NO_LIMIT = Budget()

SETTINGS = "settings"
"""The key under which notes keep what the player was made with; replays need it."""


class ChatPlayer(Generic[ViewT, MoveT]):
    """A player that asks a chat model.

    Args:
        model: The model.
        context: Language, vectors, legality.
        options: The options.
        weight: How far the model is trusted beside vectors; None: there are no vectors beside it.
    """

    def __init__(
        self, model: ChatModel, context: Context, options: ChatOptions, weight: float | None = None
    ) -> None:
        self.name = f"{'llm' if weight is None else 'hybrid'}:{model.endpoint}"
        self.model = model
        self.options = options
        self.prompts = Prompts("zh" if context.language == "zh" else "en")
        self._context = context
        self._weight = weight
        self._spent = Meter(options.limits)

    def act(self, view: ViewT, rng: random.Random, budget: Budget) -> Decision[MoveT]:
        """Choose a move.

        Raises:
            Forfeit: If the model gives no usable answer and nobody is asked to step in. Its cause
                is a `ModelError` if the endpoint failed; its notes hold the calls.
            Cancelled: If another thread called it off.
        """
        talk = self.talk(budget)
        try:
            decision = self.decide(view, rng, talk)
        except Forfeit as forfeit:
            notes = self._record(talk)
            if self.options.fallback == "none":
                raise Forfeit(forfeit.text, notes) from forfeit.__cause__
            told = {"en": forfeit.text.en, "zh": forfeit.text.zh}
            decision = self.vectors().act(view, rng, budget)
            return Decision(decision.move, {**decision.notes, "fallback": told, **notes})
        return Decision(decision.move, {**decision.notes, **self._record(talk)})

    def talk(self, budget: Budget = NO_LIMIT) -> Talk:
        """Return a conversation about one move."""
        limits = Limits(budget.seconds, budget.tokens, budget.money)
        options = self.options
        return Talk(
            self.model,
            self.prompts.language,
            options.tries,
            options.max_tokens,
            Meter(limits, self._spent),
        )

    def decide(self, view: ViewT, rng: random.Random, talk: Talk) -> Decision[MoveT]:
        """Choose a move, asking through ``talk``.

        Raises:
            Forfeit: If the model gives no usable answer.
        """
        raise NotImplementedError

    def vectors(self) -> Player[ViewT, MoveT]:
        """Return the player on vectors for this seat."""
        raise NotImplementedError

    def vector_context(self, *names: str) -> Context:
        """Return the context of the player on vectors, with those of the options it knows."""
        told: Mapping[str, Any] = self.options.model_dump(include=set(names), exclude_defaults=True)
        return replace(self._context, options=told)

    def _record(self, talk: Talk) -> dict[str, Any]:
        settings = self.options.told()
        if self._weight is not None:
            settings["weight"] = self._weight
        return {"calls": talk.calls, SETTINGS: settings}


def read_options(context: Context) -> tuple[ChatModel | None, Cancellation | None, ChatOptions]:
    """Check the options of a player.

    Beside those of `ChatOptions` callers in Python may pass a ``model``, to be asked in place of
    the endpoint, and a ``cancellation``, which calls off the calls under way.

    Raises:
        InputError: With every option that is unknown or has an unusable value.
    """
    options = dict(context.options)
    model, cancellation = options.pop("model", None), options.pop("cancellation", None)
    if model is not None and not hasattr(model, "ask"):
        raise bad_input(
            "model", model, en="is not a chat model; leave it out, the name tells the endpoint.",
            zh="不是对话模型；请去掉这一项，端点由名称给出。",
        )  # fmt: skip
    if cancellation is not None and not isinstance(cancellation, Cancellation):
        raise bad_input(
            "cancellation", cancellation, en="is not a Cancellation; leave it out.",
            zh="不是 Cancellation 对象；请去掉这一项。",
        )  # fmt: skip
    return model, cancellation, parse(ChatOptions, options, "options")
