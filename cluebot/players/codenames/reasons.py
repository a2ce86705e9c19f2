"""Why a clue was chosen, in plain words of both languages."""

from __future__ import annotations

from cluebot.errors import Text
from cluebot.players.codenames.candidates import Candidate

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
    if not candidate.targets:
        en = (
            f"“{candidate.clue}” warns of the words near it and leaves the guesses unlimited: "
            f"expect {candidate.expected_own:.1f} words of earlier clues."
        )
        zh = (
            f"「{candidate.clue}」提醒避开与它相近的词，猜测次数不限，"
            f"预计可补上旧线索的 {candidate.expected_own:.1f} 个词。"
        )
        return Text(en, zh)
    if candidate.number == "unlimited":
        en = (
            f"“{candidate.clue}” points to {candidate.targets[0]} and lets the team go on with "
            f"the words of earlier clues; expect {candidate.expected_own:.1f} in all."
        )
        zh = (
            f"「{candidate.clue}」指向{candidate.targets[0]}，并可继续猜旧线索剩下的词，"
            f"预计共猜中 {candidate.expected_own:.1f} 个。"
        )
        return Text(en, zh)
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
