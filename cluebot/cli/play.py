"""``cluebot play``: a person at the terminal, with and against bots."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from cluebot.cli.common import VectorsOption, console, interface_language, user_errors
from cluebot.cli.person import Draw, Person
from cluebot.cli.progress import building_cache
from cluebot.cli.seats import seat_asked
from cluebot.errors import Language, bad_input, told_as
from cluebot.games.seat_names import seat_name

play_app = typer.Typer(help="Play in the terminal with and against bots.", no_args_is_help=True)

PlayLanguage = Annotated[
    str | None,
    typer.Option(
        "--language", "-l", help="en or zh; else that of --words, or of your locale without it."
    ),
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", min=0, help="Repeats a game; random without it.")
]
WithOption = Annotated[str, typer.Option("--with", help="Which bot takes the other seats.")]
WordsOption = Annotated[
    Path | None, typer.Option("--words", help="Your own word list: one word a line.")
]
RecordOption = Annotated[
    Path | None, typer.Option("--record", help="Write the game to this file as JSON lines.")
]
ServerOption = Annotated[
    str | None, typer.Option("--server", metavar="URL", help="Play on a service; see serve.")
]
PresetOption = Annotated[str | None, typer.Option("--preset", help="Which set of rules.")]


@play_app.command("codenames")
def play_codenames(
    language: PlayLanguage = None,
    seat: Annotated[str, typer.Option(help="spymaster or operative.")] = "operative",
    seed: SeedOption = None,
    level: Annotated[str, typer.Option(help="cautious, balanced or bold.")] = "balanced",
    others: WithOption = "embedding",
    preset: PresetOption = None,
    words: WordsOption = None,
    record: RecordOption = None,
    server: ServerOption = None,
    vectors: VectorsOption = None,
) -> None:
    """Play Codenames as spymaster or operative of the red team.

    Example: [bold]cluebot play codenames --language zh --seat spymaster[/]
    """
    from cluebot.cli.codenames_screen import screen

    seats = {"spymaster": "red.spymaster", "operative": "red.operative.1"}
    table = Table("codenames", _language(language, words), seats, screen, {"level": level})
    _choose_vectors(vectors, server, table.language)
    _run(table, seat, others, preset, words, seed, record, server)


@play_app.command("decrypto")
def play_decrypto(
    language: PlayLanguage = None,
    seat: Annotated[str, typer.Option(help="encoder, guesser or interceptor.")] = "guesser",
    preset: PresetOption = None,
    seed: SeedOption = None,
    others: WithOption = "embedding",
    sandglass: Annotated[
        bool, typer.Option("--sandglass", help="30 seconds for the clues once the others have.")
    ] = False,
    words: WordsOption = None,
    record: RecordOption = None,
    server: ServerOption = None,
    vectors: VectorsOption = None,
) -> None:
    """Play Decrypto: encode first, guess first, or intercept alone.

    Example: [bold]cluebot play decrypto --language zh --seat encoder[/]
    """
    from cluebot.cli.decrypto_screen import screen

    seat = seat_asked("decrypto", seat)
    if seat == "interceptor":
        preset = preset or "three_player"
    setup = {"clue_seconds": 30.0} if sandglass else {}
    fixed = preset == "research"
    seats = {
        "encoder": "white.encoder" if fixed else "white.1",
        "guesser": "white.decoder" if fixed else "white.2",
        "interceptor": "interceptor",
    }
    # People do not hear all that vectors hear, so bots at a person's table speak plainly.
    options = {"safety": 0} if others.startswith(("embedding", "hybrid:")) else {}
    table = Table("decrypto", _language(language, words), seats, screen, options, setup)
    _choose_vectors(vectors, server, table.language)
    _run(table, seat, others, preset, words, seed, record, server)


@play_app.command("codebreaker")
def play_codebreaker(
    language: PlayLanguage = None,
    seat: Annotated[int, typer.Option(min=1, max=4, help="The number of your seat.")] = 1,
    players: Annotated[
        int | None, typer.Option("--players", min=2, max=4, help="How many play, you included.")
    ] = None,
    preset: PresetOption = None,
    variant: Annotated[
        str | None,
        typer.Option(
            help="base, three_way, coop, lightning or expert, under the rules of --preset."
        ),
    ] = None,
    seed: SeedOption = None,
    others: WithOption = "belief",
    record: RecordOption = None,
    server: ServerOption = None,
) -> None:
    """Play Code Breaker (密码破译师) against one to three bots.

    Example: [bold]cluebot play codebreaker --language zh --players 4[/]
    """
    from cluebot.cli.codebreaker_screen import screen
    from cluebot.games.codebreaker import PLAYER_COUNTS

    asked = {"players": players, "variant": variant}
    setup: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    if players is None and variant is not None and variant in PLAYER_COUNTS:
        setup["players"] = PLAYER_COUNTS[variant][0]
    seats = {str(i): f"player.{i}" for i in range(1, 5)}
    table = Table("codebreaker", _language(language), seats, screen, {}, setup)
    _run(table, str(seat), others, preset, None, seed, record, server)


@dataclass(frozen=True, slots=True)
class Table:
    """What one game brings to the common way of playing.

    Attributes:
        game: The name of the game.
        language: The language of the words and of the messages.
        seats: The seats a person can take, by the name on the command line.
        draw: Draws a view.
        options: Options of the bots.
        setup: Fields of the setup beside those of the preset.
    """

    game: str
    language: Language
    seats: Mapping[str, str]
    draw: Draw
    options: Mapping[str, Any]
    setup: Mapping[str, Any] = field(default_factory=dict)


def _language(asked: str | None, words: Path | None = None) -> Language:
    """Return the language to play in: the one asked for, that of the words, or the locale's."""
    spoken = interface_language()
    with user_errors(spoken):
        if asked in (None, "auto"):
            if words is None:
                return spoken
            from cluebot.rules.text import has_han
            from wordlists.loader import read_words

            with told_as("words", "--words"):
                return "zh" if any(map(has_han, read_words(words))) else "en"
        if asked not in ("en", "zh"):
            raise bad_input(
                "--language", asked, en="unknown language; use en or zh",
                zh="没有这种语言；请用 en 或 zh",
            )  # fmt: skip
    return "zh" if asked == "zh" else "en"


def _choose_vectors(name: str | None, server: str | None, language: Language) -> None:
    from api.resources import use_vectors

    with user_errors(language):
        if name is not None and server is not None:
            raise bad_input(
                "--vectors", name, en="the bots of a service use its own vectors; leave it out",
                zh="服务端的机器人用它自己的向量；请去掉这个选项",
            )  # fmt: skip
    use_vectors(name)


def _run(
    table: Table,
    seat: str,
    others: str,
    preset: str | None,
    words: Path | None,
    seed: int | None,
    record: Path | None,
    server: str | None,
) -> None:
    """Seat the person and the bots, play to the end, tell the outcome."""
    name, language, seats = table.game, table.language, table.seats
    seat = seat_asked(name, seat)
    if server is not None:
        _run_on_server(server, table, seat, others, preset, words, seed, record)
        return
    with user_errors(language), building_cache():
        from api.live.setup import takes_words
        from api.resources import player
        from cluebot.cli.play_local import play_out
        from cluebot.games.base import GAMES, Seat
        from cluebot.games.codec import parse
        from cluebot.match import Match
        from cluebot.registry import unknown_name
        from wordlists.loader import load_wordlist, read_words

        game = GAMES.load(name)
        fields: dict[str, Any] = {"language": language}
        if takes_words(game):
            with told_as("words", "--words"):
                fields["words"] = (
                    read_words(words, language) if words else load_wordlist(language, name).words
                )
        chosen = preset or next(iter(game.presets))
        if chosen not in game.presets:
            raise unknown_name("--preset", chosen, game.presets)
        setup = parse(game.setup_type, {**fields, **game.presets[chosen], **table.setup})
        if seat not in seats:
            raise unknown_name("--seat", seat, seats)
        mine = Seat(seats[seat])
        if mine not in game.seats(setup):
            raise bad_input(
                "--seat", seat,
                en=f"the preset {chosen} has no such seat; choose another seat or preset",
                zh=f"规则 {chosen} 里没有这个座位；请换座位或规则",
            )  # fmt: skip
        number = secrets.randbelow(10**6) if seed is None else seed
        terminal = Person(name, language, table.draw)
        person = {"ask": terminal.ask, "show": terminal.show}
        with told_as("player", "--with"):
            players = {
                place: player(
                    name,
                    game.role(place),
                    "human" if place == mine else others,
                    language,
                    person if place == mine else table.options,
                )
                for place in game.seats(setup)
            }
        timed = getattr(setup, "clue_seconds", None) is not None
        clock = time.monotonic if timed else None
        with told_as("clue_seconds", "--sandglass", ""):
            match = Match(game, setup, players, number, clock=clock, people=(mine,))
        if record is not None:
            _write(record, ())  # a path that cannot be written is told before the game
        zh = language == "zh"
        console.print(
            f"座位：{seat_name(mine, language)}；种子：{number}（? 看帮助，Ctrl-C 结束）" if zh
            else f"You are {seat_name(mine, language)}; seed {number} "
            "(? for help, Ctrl-C ends the game).",
            style="dim",
        )  # fmt: skip
        try:
            play_out(match, mine, language)
        except (EOFError, KeyboardInterrupt):
            console.print("\n已结束。" if zh else "\nEnded.")
        if record is not None:
            _write(record, match.record.lines())
        outcome = match.record.outcome
        if outcome is None:
            raise typer.Exit(130)
        terminal.show(match.record.state.view(mine))
        console.print(outcome.text.to(language), style="bold")


def _run_on_server(
    server: str,
    table: Table,
    seat: str,
    others: str,
    preset: str | None,
    words: Path | None,
    seed: int | None,
    record: Path | None,
) -> None:
    """Play the same at the table of a service."""
    with user_errors(table.language):
        from api.live.shapes import NewGame
        from cluebot.cli.play_server import play_on_server, show_view
        from cluebot.registry import unknown_name
        from wordlists.loader import read_words

        if seat not in table.seats:
            raise unknown_name("--seat", seat, table.seats)
        with told_as("words", "--words"):
            own = list(read_words(words, table.language)) if words else None
        new = NewGame(
            game=table.game,
            language=table.language,
            preset=preset,
            words=own,
            setup=dict(table.setup),
            others=others,
            seed=seed,
        )
        place = table.seats[seat]
        terminal = Person(table.game, table.language, table.draw)
        # The fields of `new` that can be wrong for the service, by the options they come from.
        with (
            told_as("clue_seconds", "--sandglass", ""),
            told_as("others", "--with"),
            told_as("words", "--words"),
        ):
            game, kept = play_on_server(
                server, new, place, table.options, terminal.draw, terminal.ask
            )
        zh = table.language == "zh"
        if kept is None:
            console.print("\n已结束。" if zh else "\nEnded.")
            raise typer.Exit(130)
        if record is not None:
            _write(record, kept.splitlines())
        show_view(game, table.draw)
        if game.outcome is not None:
            console.print(game.outcome.text.zh if zh else game.outcome.text.en, style="bold")


def _write(path: Path, lines: Sequence[str]) -> None:
    try:
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    except OSError as error:
        raise bad_input(
            "--record", str(path), en=f"cannot be written ({error.strerror})", zh="无法写入"
        ) from None
