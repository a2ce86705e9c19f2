"""The cards of Code Breaker as data: copies, fee, names, texts, and what playing one asks for.

A new card is one entry here and one function in `cluebot.games.codebreaker.effects`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from cluebot.errors import Text

Kind = Literal["fragment", "tool", "counter", "agent", "spy"]
Effect = Literal["A", "B"]
Parameter = Literal[
    "target", "second", "position", "positions", "digit", "extreme", "offer", "take"
]
"""What a play may have to name. ``second`` is another player: the other side of a comparison, or
the owner of the code on which ``target`` has recorded marks."""


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card.

    Attributes:
        id: The name in moves and views.
        kind: Its class.
        copies: How many of it are in the deck.
        name: Its name.
        text: What it does.
        fee: The fragments to pay.
        asks: What a play names, in order, by effect; a card without a choice of effects has the
            one key None. Empty for fragments and counters, which are not played as actions.
    """

    id: str
    kind: Kind
    copies: int
    name: Text
    text: Text
    fee: tuple[str, ...] = ()
    asks: Mapping[Effect | None, tuple[Parameter, ...]] = field(default_factory=dict)


KIND_NAMES: Mapping[Kind, Text] = {
    "fragment": Text("intel fragment", "情报碎片"),
    "tool": Text("tool", "分析工具"),
    "counter": Text("counter", "反制"),
    "agent": Text("agent skill", "特工技能"),
    "spy": Text("double spy", "双重间谍"),
}

A, B, C = "frag_a", "frag_b", "frag_c"

_ALL = (
    Card(
        A, "fragment", 12, Text("A-fragment", "A级情报"),
        Text("Pays for elementary guesses and tools.", "用于初级猜测，也可支付工具费用。"),
    ),
    Card(
        B, "fragment", 12, Text("B-fragment", "B级情报"),
        Text("Pays for precise guesses and tools.", "用于精准猜测，也可支付工具费用。"),
    ),
    Card(
        C, "fragment", 12, Text("C-fragment", "C级情报"),
        Text("Pays for ultimate guesses and neural analysis.", "用于终极猜测和神经网络分析。"),
    ),
    Card(
        "freq", "tool", 3, Text("frequency-analyser", "频率分析仪"),
        Text(
            "Ask an opponent whether a digit is in the code.",
            "问一名对手：密码里有没有某个数字。",
        ),
        (A, A), {None: ("target", "digit")},
    ),
    Card(
        "scan", "tool", 3, Text("quantum-scanner", "量子扫描仪"),
        Text(
            "Learn one digit of an opponent and mark it with a star; the opponent loses 1 intel.",
            "得知对手某一位的数字并记一颗星，对手情报值减 1。",
        ),
        (B,), {None: ("target", "position")},
    ),
    Card(
        "neural", "tool", 2, Text("neural-analysis", "神经网络分析"),
        Text(
            "Learn the largest or the smallest digit of an opponent.",
            "得知对手密码中最大或最小的数字。",
        ),
        (C,), {None: ("target", "extreme")},
    ),
    Card(
        "cross", "tool", 3, Text("cross-comparator", "交叉比对仪"),
        Text(
            "Learn whether two players have the same digit in one position.",
            "得知两名玩家某一位的数字是否相同。",
        ),
        (A, B), {None: ("target", "second", "position")},
    ),
    Card(
        "tracker", "tool", 4, Text("signal-tracker", "信号追踪器"),
        Text("Draw 2 cards, then discard 1.", "摸 2 张牌，再弃 1 张。"),
        (A,), {None: ()},
    ),
    Card(
        "accel", "tool", 3, Text("data-accelerator", "数据加速器"),
        Text("One more guess in this turn.", "本回合多猜一次。"),
        (), {None: ()},
    ),
    Card(
        "fog", "counter", 3, Text("information-fog", "信息迷雾"),
        Text("Cancel the tool an opponent has just played.", "取消对手刚打出的分析工具。"),
    ),
    Card(
        "trace", "counter", 2, Text("back-trace", "反向追踪"),
        Text("An opponent shows everybody the cards just drawn.", "对手须向所有人亮出刚摸的牌。"),
    ),
    Card(
        "reset", "counter", 2, Text("code-reset", "密码重置"),
        Text(
            "When a guess at your code is right: that digit goes up by one (9 to 0), and the guess "
            "counts as wrong.",
            "对手猜中时：那一位加 1（9 变 0），这次猜测算猜错。",
        ),
    ),
    Card(
        "wall", "counter", 3, Text("iron-wall", "铁壁防御"),
        Text("Refuse a quantum scan of your code.", "拒绝一次量子扫描。"),
    ),
    Card(
        "encrypt", "counter", 2, Text("double-encryption", "双重加密"),
        Text(
            "One position of your code can no longer be guessed or changed; once a game.",
            "自己密码的某一位从此不能被猜，也不能再改；每局限一次。",
        ),
    ),
    Card(
        "intercept", "counter", 2, Text("interception", "情报截获"),
        Text("Take a card that an opponent discards.", "把对手弃掉的牌收入自己手中。"),
    ),
    Card(
        "throat", "agent", 2, Text("deep-throat", "深喉线人"),
        Text(
            "A player says whether two neighbouring digits differ by exactly one.",
            "一名玩家须说出密码里有没有相邻且连续的两个数字。",
        ),
        (), {None: ("target",)},
    ),
    Card(
        "infiltrate", "agent", 2, Text("infiltration", "卧底渗透"),
        Text("See 3 cards of an opponent's hand in private.", "私下看对手的 3 张手牌。"),
        (), {None: ("target",)},
    ),
    Card(
        "search", "agent", 1, Text("full-search", "全面搜查"),
        Text("Every player states the first digit.", "所有玩家说出密码的第 1 位。"),
        (), {None: ()},
    ),
    Card(
        "destroy", "agent", 2, Text("file-destruction", "档案销毁"),
        Text(
            "An opponent discards 2 cards and loses 1 intel.", "一名对手弃 2 张手牌，情报值减 1。"
        ),
        (), {None: ("target",)},
    ),
    Card(
        "swap", "agent", 2, Text("intel-swap", "情报交换"),
        Text(
            "Swap one card with a player who agrees; both cards stay hidden.",
            "与一名同意的玩家各交换 1 张手牌，牌面不公开。",
        ),
        (), {None: ("target", "offer")},
    ),
    Card(
        "market", "agent", 3, Text("black-market", "黑市情报"),
        Text("Take one of the top 3 discards.", "从弃牌堆顶的 3 张牌中拿 1 张。"),
        (), {None: ("take",)},
    ),
    Card(
        "mirror", "spy", 1, Text("two-way-mirror", "双面镜"),
        Text(
            "A: learn the first or the last digit of a player. B: an opponent erases a mark.",
            "甲：得知一名玩家的第一位或最后一位。乙：让对手擦掉一个标记。",
        ),
        (), {"A": ("target", "position"), "B": ("target", "second", "position")},
    ),
    Card(
        "ghost", "spy", 1, Text("ghost-protocol", "幽灵协议"),
        Text(
            "A: crack one position of an opponent outright. B: steal 2 fragments.",
            "甲：直接破译对手的一位密码。乙：偷走对手 2 张情报碎片。",
        ),
        (), {"A": ("target", "position"), "B": ("target",)},
    ),
    Card(
        "chaos", "spy", 1, Text("chaos-key", "混沌密钥"),
        Text(
            "A: change one digit of your own code. B: everybody discards 1 card and draws 1.",
            "甲：改掉自己密码中的一位。乙：所有玩家各弃 1 张，再各摸 1 张。",
        ),
        (), {"A": ("position", "digit"), "B": ()},
    ),
    Card(
        "entangle", "spy", 1, Text("quantum-entanglement", "量子纠缠"),
        Text(
            "A: raise your stars to the number an opponent has. B: an opponent loses a star.",
            "甲：把自己的星数补到与对手相同。乙：让对手少一颗星。",
        ),
        (), {"A": ("target", "second", "positions"), "B": ("target", "second", "position")},
    ),
    Card(
        "loop", "spy", 1, Text("endless-loop", "无限循环"),
        Text(
            "A: shuffle the discards into the deck and draw 3. B: one more turn after this one.",
            "甲：弃牌堆洗回牌堆，再摸 3 张。乙：本回合后再来一个回合。",
        ),
        (), {"A": (), "B": ()},
    ),
    Card(
        "pact", "spy", 1, Text("shadow-pact", "阴影协定"),
        Text(
            "A: a secret alliance; if either wins, both do. B: an opponent's intel falls.",
            "甲：秘密结盟，一方获胜则两人同胜。乙：打掉一名对手的情报值。",
        ),
        (), {"A": ("target",), "B": ("target",)},
    ),
)  # fmt: skip

CARDS: Mapping[str, Card] = {card.id: card for card in _ALL}
"""All 26 kinds of cards by id, in the order in which hands are sorted."""


def card_name(card: str, language: str) -> str:
    """Return what people call a card; what is no card stays as it is.

    >>> card_name("scan", "en"), card_name("scan", "zh"), card_name("frag_a", "en")
    ('quantum scanner', '量子扫描仪', 'A fragment')
    """
    return CARDS[card].name.to(language).replace("-", " ") if card in CARDS else card


ORDER: Mapping[str, int] = {name: i for i, name in enumerate(CARDS)}

FRAGMENTS = (A, B, C)

ANSWERS: Mapping[str, tuple[str, ...]] = {
    "guess": ("encrypt",),
    "right": ("reset",),
    "tool": ("fog", "wall"),
    "drawn": ("trace",),
    "discarded": ("intercept",),
}
"""The counters that answer what has happened, by window; ``encrypt`` may be added in any."""


def full_deck(extra: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return every card, sorted; ``extra`` adds copies.

    >>> len(full_deck())
    86
    """
    counts = Counter({card.id: card.copies for card in _ALL}) + Counter(extra)
    return tuple(name for name in CARDS for _ in range(counts[name]))


def in_order(cards: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """Return cards as a hand is sorted."""
    return tuple(sorted(cards, key=ORDER.__getitem__))
