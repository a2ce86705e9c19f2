"""Whether a seat may make a move, judged by its view alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cluebot.errors import IllegalMove, Text, shorten
from cluebot.games.codenames.moves import PROMPTS, Accept, Cover, GiveClue, Guess, Move, Stop
from cluebot.registry import nearest
from cluebot.rules.legality import Verdict, check_clue
from cluebot.rules.text import squash

if TYPE_CHECKING:
    from cluebot.games.codenames.views import CodenamesView, SpymasterView


def judge(view: CodenamesView, move: Move) -> Verdict | None:
    """See `CodenamesView.judge`."""
    if view.outcome is not None:
        raise IllegalMove(Text("The game is over.", "游戏已结束。"))
    if view.seat not in view.to_act:
        waiting = ", ".join(view.to_act)
        raise IllegalMove(
            Text(
                f"It is not the turn of {view.seat or 'a spectator'}; to act: {waiting}.",
                f"现在轮不到 {view.seat or '旁观者'}；应由 {waiting} 行动。",
            )
        )
    expected, judge_phase = _JUDGES[view.phase]
    if not isinstance(move, expected):
        prompt = PROMPTS[view.phase]
        raise IllegalMove(
            Text(
                f"The move “{move.kind}” is not possible now. {prompt.en}.",
                f"现在不能做「{move.kind}」。{prompt.zh}。",
            )
        )
    return judge_phase(view, move)


def find_card(words: tuple[str, ...], word: str) -> int | None:
    """Return the position of a card on the board, however ``word`` is spelled."""
    wanted = squash(word)
    return next((i for i, card in enumerate(words) if squash(card) == wanted), None)


def _judge_clue(view: CodenamesView, move: GiveClue) -> Verdict:
    options = view.options
    if move.number == "unlimited":
        if not options.unlimited:
            raise IllegalMove(
                Text(
                    "This table does not play “unlimited”; say a number.",
                    "本桌不用「无限」；请报一个数字。",
                )
            )
    elif not options.min_number <= move.number <= options.max_number:
        allowed = f"{options.min_number}-{options.max_number}"
        raise IllegalMove(
            Text(
                f"number = {move.number}: the number of a clue must be in {allowed}"
                f"{', or unlimited' if options.unlimited else ''}.",
                f"number = {move.number}：线索的数字应为 {allowed}"
                f"{'，或「无限」' if options.unlimited else ''}。",
            )
        )
    verdict = check_clue(
        move.word,
        view.uncovered,
        view.language,
        "codenames",
        used=view.used_clues,
        options=options.legality,
    )
    if options.illegal_clue == "reject" and not verdict.legal:
        shown = shorten(move.word)
        raise IllegalMove(
            Text(
                f"The clue “{shown}” is illegal: " + " ".join(r.detail.en for r in verdict.reasons),
                f"线索「{shown}」不合法：" + "".join(r.detail.zh for r in verdict.reasons),
            )
        )
    return verdict


def _judge_guess(view: CodenamesView, move: Guess | Stop) -> None:
    if isinstance(move, Guess):
        _uncovered_card(view, move.word)
    elif view.current is None or not view.current.guessed:
        raise IllegalMove(
            Text("Touch at least one card before you stop.", "每回合至少要猜一张，之后才能停。")
        )


def _judge_ruling(view: SpymasterView, move: Accept | Cover) -> None:
    if not isinstance(move, Cover) or move.word is None:
        return
    word = view.words[_uncovered_card(view, move.word)]
    if word not in view.own:
        raise IllegalMove(
            Text(
                f"“{word}” is not one of your own words; cover one of these: "
                f"{', '.join(view.own)}.",
                f"「{word}」不是己方的词；可覆盖：{'、'.join(view.own)}。",
            )
        )


def _uncovered_card(view: CodenamesView, word: str) -> int:
    place = view.find(word)
    shown = shorten(word)
    if place is None:
        close = nearest(word, view.uncovered)
        raise IllegalMove(
            Text(
                f"“{shown}” is not on the board" + (f"; did you mean {close!r}?" if close else "."),
                f"词卡里没有「{shown}」" + (f"；是否想选「{close}」？" if close else "。"),
            )
        )
    if view.covered[place]:
        raise IllegalMove(
            Text(
                f"“{view.words[place]}” is already covered; choose another card.",
                f"「{view.words[place]}」已被覆盖；请选别的词。",
            )
        )
    return place


_JUDGES: dict[str, tuple[tuple[type[Move], ...], Callable[..., Verdict | None]]] = {
    "clue": ((GiveClue,), _judge_clue),
    "guess": ((Guess, Stop), _judge_guess),
    "ruling": ((Accept, Cover), _judge_ruling),
}
