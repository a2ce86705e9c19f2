"""Whether a seat may make a move, judged by its view alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cluebot.errors import IllegalMove, Text, shorten
from cluebot.games.decrypto.moves import PROMPTS, TASK_OF, Clues, Move
from cluebot.rules.legality import check_clue

if TYPE_CHECKING:
    from cluebot.games.decrypto.views import DecryptoView


def judge(view: DecryptoView, move: Move) -> None:
    """See `DecryptoView.check`."""
    if TASK_OF[move.kind] != view.task:
        raise IllegalMove(_why_not_now(view, move))
    if isinstance(move, Clues):
        _judge_clues(view, move)


def _judge_clues(view: DecryptoView, move: Clues) -> None:
    en, zh = [], []
    used = view.used_clues
    for i, clue in enumerate(move.clues):
        verdict = check_clue(
            clue,
            view.keywords or (),
            view.language,
            "decrypto",
            used=(*used, *move.clues[:i]),
            options=view.options.legality,
        )
        if not verdict.legal:
            shown, why = shorten(clue), [reason.detail for reason in verdict.reasons]
            en.append(f"The clue “{shown}” is illegal: " + " ".join(d.en for d in why))
            zh.append(f"线索「{shown}」不合法：" + "".join(d.zh for d in why))
    if en:
        raise IllegalMove(Text(" ".join(en), "".join(zh)))


def _why_not_now(view: DecryptoView, move: Move) -> Text:
    """Say why the seat cannot make a move of this kind now."""
    if view.phase == "over":
        return Text("The game is over.", "游戏已结束。")
    if view.task != "wait":
        prompt = PROMPTS[view.task]
        return Text(
            f"The move “{move.kind}” is not possible now. {prompt.en}.",
            f"现在不能做「{move.kind}」。{prompt.zh}。",
        )
    if view.side in view.handed_in:
        return Text(
            "Your side has handed this in; it is sealed and cannot be changed.",
            "你方已经提交并封存，不能再改。",
        )
    guessing = view.phase == "guess" and view.side is not None
    if guessing and view.side == view.transmitting:
        return Text(
            "The encoder may not guess his own code; a team mate has to.",
            "加密者不能参与解码，请由队友来猜。",
        )
    if guessing and not view.interception:
        first = view.options.first_interception
        return Text(
            f"Round {view.round} has no interception; it starts in round {first}.",
            f"第 {view.round} 轮不进行拦截，从第 {first} 轮开始。",
        )
    waiting = ", ".join(view.to_act)
    return Text(
        f"It is not the turn of {view.seat or 'a spectator'}; to act: {waiting}.",
        f"现在轮不到 {view.seat or '旁观者'}；应由 {waiting} 行动。",
    )
