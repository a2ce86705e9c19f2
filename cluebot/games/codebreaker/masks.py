"""Sets of codes as bit masks: code ``d1 d2 ... dL`` is bit ``d1 d2 ... dL`` read as a number."""

from __future__ import annotations

from functools import lru_cache

ALL_DIGITS = range(10)


class Masks:
    """The sets that answers speak of, for codes of one length; positions count from 1.

    Args:
        length: Digits of a code.

    Attributes:
        every: All codes.
        digit: By position and digit, the codes with this digit there; row 0 is unused.
        has: By digit, the codes that contain it.
        above: By position and digit, the codes with a larger digit there.
        below: By position and digit, the codes with a smaller digit there.
        largest: By digit, the codes whose largest digit it is.
        smallest: By digit, the codes whose smallest digit it is.
        neighbours: The codes with two neighbouring digits that differ by exactly one.
    """

    def __init__(self, length: int) -> None:
        self.length = length
        self.every = (1 << 10**length) - 1
        self.digit = [[0] * 10] + [[self._at(p, d) for d in ALL_DIGITS] for p in self.positions]
        self.has = [self._any(self.digit[p][d] for p in self.positions) for d in ALL_DIGITS]
        self.above = [
            [self._any(self.digit[p][d + 1 :]) for d in ALL_DIGITS] for p in range(length + 1)
        ]
        self.below = [[self._any(self.digit[p][:d]) for d in ALL_DIGITS] for p in range(length + 1)]
        self.largest = [self.has[d] & ~self._any(self.has[d + 1 :]) for d in ALL_DIGITS]
        self.smallest = [self.has[d] & ~self._any(self.has[:d]) for d in ALL_DIGITS]
        self.neighbours = self._any(
            self.digit[p][a] & self.digit[p + 1][b]
            for p in range(1, length)
            for a in ALL_DIGITS
            for b in (a - 1, a + 1)
            if 0 <= b <= 9
        )

    @property
    def positions(self) -> range:
        """All positions."""
        return range(1, self.length + 1)

    def _stride(self, position: int) -> int:
        return int(10 ** (self.length - position))

    def _at(self, position: int, digit: int) -> int:
        stride = self._stride(position)
        block = ((1 << stride) - 1) << (digit * stride)
        mask = 0
        for repeat in range(10 ** (position - 1)):
            mask |= block << (repeat * 10 * stride)
        return mask

    @staticmethod
    def _any(masks: object) -> int:
        found = 0
        for mask in masks:  # type: ignore[attr-defined]
            found |= mask
        return found

    def exactly(self, code: tuple[int, ...]) -> int:
        """Return the set of one code."""
        return 1 << int("".join(map(str, code)))

    def step_up(self, mask: int, position: int) -> int:
        """Return the codes after the digit at ``position`` went up by one, 9 to 0."""
        stride, nine = self._stride(position), self.digit[position][9]
        return ((mask & ~nine) << stride) | ((mask & nine) >> (9 * stride))

    def replaced(self, mask: int, position: int) -> int:
        """Return the codes after the digit at ``position`` became another one."""
        stride = self._stride(position)
        parts = [(mask & self.digit[position][d]) >> (d * stride) for d in ALL_DIGITS]
        seen = twice = 0
        for part in parts:
            twice |= seen & part
            seen |= part
        # A rest that came with several digits may now have any; with one, any but that one.
        return self._any((twice | (seen & ~parts[d])) << (d * stride) for d in ALL_DIGITS)


@lru_cache(maxsize=4)
def masks(length: int) -> Masks:
    """Return the masks of one length, made once."""
    return Masks(length)
