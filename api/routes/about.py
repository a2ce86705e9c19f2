"""What there is: games, players, languages, word lists, vectors."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_args

from fastapi import APIRouter, Depends

from api.live.setup import takes_words
from api.live.shapes import Bilingual, CatalogGame, CatalogPiece, CatalogPreset
from api.permissions import lent_endpoints, playable
from api.resources import blend
from api.schemas import Shape
from api.service import ServiceDep, admit
from cluebot.errors import Language, Text
from cluebot.games.base import GAMES
from cluebot.games.codec import parse
from cluebot.players.base import PLAYERS
from cluebot.rules.legality import LANGUAGES
from wordlists.loader import available, load_wordlist

router = APIRouter(prefix="/v1", dependencies=[Depends(admit)], tags=["about"])

_LANGUAGE_NAMES = {
    "en": Bilingual(en="English", zh="英文"),
    "zh": Bilingual(en="Chinese", zh="中文"),
}


class PlayerInfo(Shape):
    """A registered player: the role it can play, in which game."""

    game: str
    role: str
    name: str


class LanguageInfo(Shape):
    """A language of words and clues."""

    code: str
    name: Bilingual


class WordListInfo(Shape):
    """A word list that ships with the project."""

    name: str
    language: Language
    game: str
    title: Bilingual
    words: int
    licence: str
    compiled_by: str
    sha256: str


class VectorsInfo(Shape):
    """The vectors of a language, as far as they are loaded."""

    language: Language
    status: str
    version: str | None
    blocks: list[str]
    words: int | None


@router.get("/catalog", operation_id="catalog")
async def catalog(service: ServiceDep) -> list[CatalogGame]:
    """List the games that can be played, with their presets, seats and players."""
    endpoints = await service.storing.run(lent_endpoints, service.settings)
    games = await service.storing.run(_catalog)
    return [
        game.model_copy(
            update={"players": {role: playable(of, endpoints) for role, of in game.players.items()}}
        )
        for game in games
    ]


@router.get("/players", operation_id="players")
async def players(service: ServiceDep) -> list[PlayerInfo]:
    """List the players that can be named as `player` or take a seat."""
    endpoints = await service.storing.run(lent_endpoints, service.settings)
    return [
        PlayerInfo(game=game, role=role, name=name)
        for (game, role), table in PLAYERS.items()
        for name in playable(table, endpoints)
    ]


@router.get("/languages", operation_id="languages")
async def languages() -> list[LanguageInfo]:
    """List the languages of words and clues."""
    return [
        LanguageInfo(code=code, name=_LANGUAGE_NAMES.get(code, Bilingual(en=code, zh=code)))
        for code in LANGUAGES
    ]


@router.get("/wordlists", operation_id="wordlists")
async def wordlists() -> list[WordListInfo]:
    """List the word lists that ship with the project."""
    return [
        WordListInfo(
            name=meta.name,
            language=meta.language,
            game=meta.game,
            title=Bilingual(en=meta.title.en, zh=meta.title.zh),
            words=meta.count,
            licence=meta.licence,
            compiled_by=meta.compiled_by,
            sha256=meta.sha256,
        )
        for meta in available()
    ]


@router.get("/vectors", operation_id="vectors")
async def vectors(service: ServiceDep) -> list[VectorsInfo]:
    """List the vectors with version, blocks and size; `status` is ready, loading or failed."""
    return [_vectors(language, status) for language, status in service.warm.items()]


def _vectors(language: Language, status: str) -> VectorsInfo:
    if status != "ready":
        return VectorsInfo(language=language, status=status, version=None, blocks=[], words=None)
    loaded = blend(language)
    return VectorsInfo(
        language=language,
        status=status,
        version=loaded.version,
        blocks=list(loaded.blocks),
        words=len(loaded.vocabulary),
    )


def _bilingual(text: Text) -> Bilingual:
    return Bilingual(en=text.en, zh=text.zh)


@lru_cache(maxsize=1)
def _catalog() -> list[CatalogGame]:
    """Return all games, with families of players such as ``llm:NAME`` as they are registered.

    The seats of a preset are the same in every language.
    """
    language = get_args(Language)[0]
    found = []
    for name in GAMES:
        game = GAMES.load(name)
        given: dict[str, Any] = {"language": language}
        if takes_words(game):
            given["words"] = load_wordlist(language, name).words
        presets = []
        for preset, fields in game.presets.items():
            setup = parse(game.setup_type, {**fields, **given})
            seats = {str(seat): game.role(seat) for seat in game.seats(setup)}
            presets.append(CatalogPreset(name=preset, setup=dict(fields), seats=seats))
        found.append(
            CatalogGame(
                name=name,
                presets=presets,
                players={role: list(table) for (of, role), table in PLAYERS.items() if of == name},
                setup_schema=game.setup_type.model_json_schema(),
                pieces=[
                    CatalogPiece(
                        id=piece.id,
                        kind=_bilingual(piece.kind),
                        name=_bilingual(piece.name),
                        text=_bilingual(piece.text),
                        fee=list(piece.fee),
                    )
                    for piece in game.pieces
                ],
            )
        )
    return found
