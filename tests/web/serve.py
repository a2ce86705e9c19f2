"""Run the service as ``cluebot serve`` does, with one game more in the table."""

import sys
from pathlib import Path

from api.server import serve
from api.settings import load_settings
from cluebot.games.base import GAMES
from cluebot.players.base import PLAYERS
from cluebot.registry import Table

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    GAMES.add("stones", "table_game:STONES")
    PLAYERS["stones", "taker"] = Table("player", {"random": "table_game:taker"})
    serve(load_settings())
