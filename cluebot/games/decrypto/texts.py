"""What Decrypto says, in both languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cluebot.errors import Text

SIDES: Mapping[str, Text] = {
    "white": Text("White", "白队"),
    "black": Text("Black", "黑队"),
    "interceptor": Text("The interceptor", "拦截者"),
}

GAME_OVER = Text("the game is over.", "游戏已经结束。")
SPECTATOR = Text("spectators make no moves.", "旁观者不能行动。")
SEALED = Text(
    "your side has already handed this in; it is sealed and cannot be changed.",
    "你方已经提交并封存，不能再改。",
)
NO_INTERCEPTION = Text(
    "codes may not be intercepted in this round; wait for the next one.",
    "本轮不进行拦截，请等下一轮。",
)
ENCODER_MAY_NOT_GUESS = Text(
    "the encoder may not guess the code; a team mate must.",
    "加密者不能参与解码，请由队友来猜。",
)
NOT_THE_ENCODER = Text(
    "only the encoder of this round writes clues.",
    "只有本轮的加密者可以写线索。",
)
NOT_YET = Text(
    "this is not asked for now; wait for your side's turn.",
    "现在还不到这一步，请等轮到你方时再来。",
)
LATE = Text(
    "the sandglass has run out; these clues come too late.",
    "沙漏已经流尽，线索交得太晚了。",
)

WRONG_TASK: Mapping[str, Text] = {
    "encode": Text("you are to write three clues now.", "现在请你写三条线索。"),
    "decode": Text("you are to guess your own team's code now.", "现在请你解读本队的密码。"),
    "intercept": Text("you are to guess the other side's code now.", "现在请你拦截对方的密码。"),
    "guess_keywords": Text(
        "you are to guess the other side's four keywords now.",
        "现在请你猜对方的四个关键词。",
    ),
}

PROMPTS: Mapping[str, Text] = {
    "encode": Text(
        "Write three clues for the code, in its order, separated by semicolons "
        "(hoof; Nile; white).",
        "请按密码的顺序写三条线索，用分号或顿号隔开（马蹄；尼罗；洁白）。",
    ),
    "decode": Text(
        "Which code did your encoder mean? Three numbers (4 2 1).",
        "加密者想传递的密码是什么？请写三个数字（4 2 1）。",
    ),
    "intercept": Text(
        "Which code is the other side sending? Three numbers (4 2 1).",
        "对方传递的密码是什么？请写三个数字（4 2 1）。",
    ),
    "guess_keywords": Text(
        "What are the other side's four keywords? In any order, separated by semicolons "
        "(horse; river; moon; ice).",
        "对方的四个关键词是什么？顺序不限，用分号或顿号隔开（马；河；月亮；冰）。",
    ),
    "wait": Text("Wait for the others.", "请等其他人。"),
}


def not_your_turn(seat: str) -> Text:
    """Say that nothing is asked of ``seat`` now."""
    return Text(f"it is not the turn of {seat}.", f"现在没轮到 {seat}。")


def illegal_clue(clue: str, details: Sequence[Text]) -> Text:
    """Say which clue is illegal and why."""
    return Text(
        f"the clue “{clue}” is not allowed: " + " ".join(d.en for d in details),
        f"线索「{clue}」不合规：" + "".join(d.zh for d in details),
    )


def joined(parts: Sequence[Text]) -> Text:
    """Join several sentences."""
    return Text(" ".join(p.en for p in parts), "".join(p.zh for p in parts))
