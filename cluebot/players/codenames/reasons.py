"""Why a clue was chosen, in plain words of both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cluebot.errors import Text

if TYPE_CHECKING:
    from cluebot.players.codenames.giver import Candidate

_NOTABLE = 0.02


def explain(candidate: Candidate, nearest_bad: str | None) -> Text:
    """Say what a clue points to, how well it should work, and where the danger lies.

    Args:
        candidate: The clue; its own reason is not read.
        nearest_bad: The word nearest to the clue that must not be touched; None without any.
    """
    risks = (
        ("assassin", "刺客", candidate.p_assassin),
        ("opponent", "对方", candidate.p_opponent),
        ("bystander", "路人", candidate.p_neutral),
    )
    notable = [(en, zh, p) for en, zh, p in risks if p >= _NOTABLE]
    en = (
        f"“{candidate.clue}” points to {', '.join(candidate.targets)}; "
        f"expect {candidate.expected_own:.1f} of {len(candidate.targets)}."
    )
    zh = (
        f"「{candidate.clue}」指向{'、'.join(candidate.targets)}，"
        f"预计猜中 {candidate.expected_own:.1f} 个。"
    )
    if notable:
        en += " Risk: " + ", ".join(f"{name} {p:.0%}" for name, _, p in notable) + "."
        zh += "风险：" + "、".join(f"{name} {p:.0%}" for _, name, p in notable) + "。"
    else:
        en += " Little risk."
        zh += "几乎没有风险。"
    if nearest_bad is not None and notable:
        en += f" The nearest wrong word is {nearest_bad}."
        zh += f"最接近的错误词是「{nearest_bad}」。"
    return Text(en, zh)
