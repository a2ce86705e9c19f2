"""The store on SQLite and on PostgreSQL: log, versions, leases, expiry, migrations, keys."""

from __future__ import annotations

import threading
import time

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from api.store.database import connect, migrate
from api.store.games import GameRow, GameStore, MoveRow
from api.store.keys import KeyStore
from api.store.secrets import digest
from api.store.tables import metadata
from cluebot.errors import InputError, ResourceError


@pytest.fixture
def engine(database):
    found = connect(database)
    migrate(found)
    yield found
    found.dispose()


@pytest.fixture
def store(engine):
    return GameStore(engine)


def row(game_id: str = "g") -> GameRow:
    return GameRow(
        id=game_id, game="codenames", setup={"词": "语\u0000"}, seed=2**63 - 1,
        seats={"a": {"player": "human", "options": {}}}, versions={}, created_at=time.time(),
    )  # fmt: skip


def move(ply: int, key: str | None = None) -> MoveRow:
    return MoveRow(ply, "a", {"type": "move", "ply": ply, "word": "水"}, {"why": "因为"}, key, "f")


def test_the_migrations_make_the_tables_of_the_code(engine):
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_several_processes_may_bring_the_tables_up_to_date_at_once(database):
    failures = []

    def work():
        engine = connect(database)
        try:
            migrate(engine)
        except Exception as error:
            failures.append(error)
        finally:
            engine.dispose()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_games_and_moves_come_back_as_they_were(store):
    store.create(row(), {"a": digest("token")}, "human")
    assert store.append("g", move(0, "k"), "bot")
    assert store.append("g", move(1), "human")
    found = store.get("g")
    assert (found.setup, found.seed, found.version) == (row().setup, 2**63 - 1, 2)
    assert store.moves("g") == [move(0, "k"), move(1)]
    assert store.moves("g", 1) == [move(1)]
    assert store.hashes("g") == {"a": digest("token")}
    assert store.versions(["g", "none"]) == {"g": 2}
    assert store.get("none") is None


def test_a_move_is_refused_at_a_taken_place_or_under_a_used_key(store):
    store.create(row(), {}, "human")
    assert store.append("g", move(0, "k"), "human")
    assert not store.append("g", move(0, "other"), "human")
    assert not store.append("g", move(2, "other"), "human")
    assert not store.append("g", move(1, "k"), "human")
    assert store.get("g").version == 1
    assert not store.append("none", move(0), "human")


def test_of_many_writers_one_wins_each_place(store):
    store.create(row(), {}, "human")
    won = []

    def write(i: int):
        won.extend(ply for ply in range(5) if store.append("g", move(ply, f"{i}-{ply}"), "human"))

    threads = [threading.Thread(target=write, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert won == list(range(len(won)))
    assert [m.ply for m in store.moves("g")] == won


def test_a_lease_has_one_holder_until_it_runs_out(store):
    store.create(row("g"), {}, "bot")
    store.create(row("h"), {}, "human")
    assert store.due(10) == ["g"]
    assert not store.claim("one", "h", 60)
    assert store.claim("one", "g", 60)
    assert not store.claim("two", "g", 60)
    assert store.due(10) == []
    assert store.renew("one", "g", 0.05)
    time.sleep(0.1)
    assert store.due(10) == ["g"]
    assert store.claim("two", "g", 60)
    assert not store.renew("one", "g", 60)
    store.release("one", "g")
    assert not store.claim("one", "g", 60)
    store.release("two", "g")
    assert store.claim("one", "g", 60)


def test_of_many_claims_one_wins(store):
    store.create(row(), {}, "bot")
    won = []

    def claim(i: int):
        if store.claim(str(i), "g", 60):
            won.append(i)

    threads = [threading.Thread(target=claim, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1


def test_old_games_go_with_their_moves(store, engine):
    store.create(row("old"), {"a": "x"}, "human")
    store.append("old", move(0), "human")
    assert store.expire(1.0) == 0
    time.sleep(0.01)
    assert store.expire(0.0) == 1
    with engine.connect() as connection:
        for table in metadata.tables.values():
            assert connection.execute(sa.select(sa.func.count()).select_from(table)).scalar() == 0


def test_keys_are_made_checked_and_revoked(engine):
    keys = KeyStore(engine)
    assert not keys.any_valid()
    key = keys.create("laptop")
    key_id = key.split("_")[1]
    assert keys.check(key) == key_id
    assert keys.any_valid()
    for wrong in ("", "cb_", key[:-1], key + "x", key.replace(key_id, "00000000"), "cb_é_x", "钥"):
        assert keys.check(wrong) is None
    with pytest.raises(InputError):
        keys.create("laptop")
    keys.revoke("laptop")
    with pytest.raises(InputError):
        keys.revoke("laptop")
    assert KeyStore(engine).check(key) is None
    assert [(k.name, k.revoked_at is None) for k in keys.all()] == [("laptop", False)]
    with engine.connect() as connection:
        stored = connection.execute(sa.text("SELECT hash FROM api_keys")).scalar()
    assert stored == digest(key.split("_", 2)[2])


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "", "sqlite+nope:///x"])
def test_other_databases_are_refused_by_name(url):
    with pytest.raises(InputError, match="database"):
        connect(url)


def test_a_database_that_does_not_answer_is_named_without_its_password():
    engine = connect("postgresql+psycopg://user:hush@127.0.0.1:1/none")
    with pytest.raises(ResourceError) as caught:
        migrate(engine)
    assert "hush" not in caught.value.to("en")
    assert "setting database" in caught.value.to("en")
