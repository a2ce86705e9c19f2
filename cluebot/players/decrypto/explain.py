"""Why each clue was chosen, for the own team's log."""

from __future__ import annotations

from collections.abc import Sequence

from cluebot.errors import Text
from cluebot.players.decrypto.encoder import Encoding

_TELLING = 1.0
_MISLEADING = -1.0


def explanations(
    result: Encoding, keywords: Sequence[str], code: Sequence[int]
) -> tuple[Text, ...]:
    """Return one explanation a clue, in the order of the code.

    Args:
        result: What the encoder chose.
        keywords: The four keywords, slot 1 first.
        code: The code, slots from 1.
    """
    return tuple(
        _explain(
            clue,
            keywords,
            slot,
            [float(p) for p in result.reads[i]],
            float(result.suspects[i][slot - 1]),
            result.leakage[i],
        )
        for i, (clue, slot) in enumerate(zip(result.clues, code, strict=True))
    )


def _explain(
    clue: str,
    keywords: Sequence[str],
    slot: int,
    reads: Sequence[float],
    suspected: float,
    leakage: float,
) -> Text:
    keyword = keywords[slot - 1]
    other = max((s for s in range(1, 5) if s != slot), key=lambda s: (reads[s - 1], -s))
    en = f"“{clue}” points to {keyword} ({slot}): the team reads it so with {reads[slot - 1]:.0%}"
    zh = f"「{clue}」指向 {slot} 号「{keyword}」：队友读对的概率为 {reads[slot - 1]:.0%}"
    if reads[other - 1] >= 0.01:
        en += f", as {keywords[other - 1]} ({other}) with {reads[other - 1]:.0%}"
        zh += f"，误读为 {other} 号「{keywords[other - 1]}」的概率为 {reads[other - 1]:.0%}"
    en += f"; the other side suspects the slot with {suspected:.0%}"
    zh += f"；对方猜中此位的概率为 {suspected:.0%}"
    if leakage >= _TELLING:
        en += ", and learns something of the keyword"
        zh += "，并会对关键词有所察觉"
    elif leakage <= _MISLEADING:
        en += ", and is led away from the keyword"
        zh += "，并会被引离关键词"
    return Text(en + ".", zh + "。")
