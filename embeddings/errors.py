"""The exceptions of the vector packages, each with its message in both languages."""

from __future__ import annotations


class VectorsError(Exception):
    """Vectors cannot be read, built or used; says why and what to do, in both languages."""

    def __init__(self, *, en: str, zh: str) -> None:
        super().__init__(en)
        self.en = en
        self.zh = zh

    def to(self, language: str) -> str:
        """Return the message in ``language``."""
        return self.zh if language == "zh" else self.en


class SourceError(VectorsError):
    """A source of vectors is missing, damaged or malformed."""


class CacheError(VectorsError):
    """The cache folder cannot be written, or what lies in it is damaged."""


class BuildInterrupted(CacheError):  # noqa: N818 - reads better where it is caught
    """The user stopped a build; the cache is as it was before."""


class UnknownWord(VectorsError):  # noqa: N818 - reads better where it is caught
    """A word has no vector in any block; ``words`` names all of them."""

    def __init__(self, words: tuple[str, ...]) -> None:
        shown = ", ".join(words[:20])
        super().__init__(
            en=f"no vector for: {shown}; use another word or build vectors that know it",
            zh=f"以下词语没有向量：{shown}；请换词，或构建包含该词的向量",
        )
        self.words = words
