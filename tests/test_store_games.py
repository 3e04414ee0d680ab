"""Players, games, seats, phases, order sheets and results, on both databases."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from judge.store import (
    AddressState,
    Arrival,
    Clash,
    GameId,
    GameState,
    LetterId,
    OutboxState,
    PhaseStatus,
    Player,
    PlayerId,
    Role,
    Store,
    Transaction,
    fold_address,
)

NOON = datetime(2027, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
HOUR = timedelta(hours=1)


def new_game(tx: Transaction, name: str = "alpha", state: GameState = GameState.RUNNING) -> GameId:
    return tx.add_game(
        name=name,
        rules="standard",
        map="standard",
        options={"edition": "2000"},
        zone="Europe/Amsterdam",
        schedule={"movement": "sun 20:00"},
        language="nl",
        seed="een zaadje",
        created=NOON,
        min_players=7,
        state=state,
    )


def letter(tx: Transaction, name: str, received_at: datetime = NOON) -> LetterId:
    taken = tx.take(Arrival("smtp", b"raw", received_at, "a@example.org", ("judge@x",), name, name))
    assert taken is not None
    return taken


def test_a_player_is_known_by_every_address_however_it_is_spelt(store: Store) -> None:
    with store.write() as tx:
        jan = tx.add_player("Jan", "nl", " Jan.Pieters@Example.org ")
        tx.add_address(jan, "jp@werk.nl")
        tx.set_address_state("JP@WERK.NL", AddressState.BOUNCING)
    with store.read() as tx:
        assert tx.player_by_address("JAN.PIETERS@example.ORG") == Player(jan, "Jan", "nl")
        assert tx.player_by_address("jp@werk.nl") == tx.player(jan)
        assert [(one.written, one.state) for one in tx.addresses(jan)] == [
            ("Jan.Pieters@Example.org", AddressState.OK),
            ("jp@werk.nl", AddressState.BOUNCING),
        ]


def test_an_address_belongs_to_one_player_and_the_transaction_goes_on_after_a_clash(store: Store) -> None:
    with store.write() as tx:
        jan = tx.add_player("Jan", "nl", "jan@example.org")
        with pytest.raises(Clash, match="JAN@example"):
            tx.add_player("Piet", "nl", "JAN@example.org")
        piet = tx.add_player("Piet", "en", "piet@example.org")
        with pytest.raises(Clash):
            tx.add_address(piet, "jan@example.org")
        tx.set_language(jan, "en")
    with store.read() as tx:
        assert [(player.name, player.language) for player in tx.players()] == [("Jan", "en"), ("Piet", "en")]


@pytest.mark.parametrize("address", ["x" * 400 + "@y", "a\0b@x", "\udcff@x", "' OR 1=1 --", ""])
def test_no_address_that_anybody_writes_upsets_the_database(store: Store, address: str) -> None:
    with store.write() as tx:
        tx.add_player("Jan", "nl", "jan@example.org")
        assert tx.player_by_address(address) is None
        tx.note_answer(address, NOON)
        assert tx.recent_answers(address, NOON - HOUR) == 1
    assert fold_address(address) == fold_address(fold_address(address))


def test_an_address_longer_than_mail_allows_is_not_registered(store: Store) -> None:
    with store.write() as tx:
        jan = tx.add_player("Jan", "nl", "jan@example.org")
        with pytest.raises(ValueError, match="320"):
            tx.add_address(jan, "x" * 321 + "@example.org")


def test_a_game_comes_out_as_it_went_in(store: Store) -> None:
    with store.write() as tx:
        game_id = new_game(tx, state=GameState.SIGNUP)
    with store.read() as tx:
        game = tx.game(game_id)
        assert game is not None
        assert game == tx.game_by_name("alpha")
        assert (game.options, game.schedule) == ({"edition": "2000"}, {"movement": "sun 20:00"})
        assert (game.state, game.created, game.master_id) == (GameState.SIGNUP, NOON, None)
        assert tx.game(GameId(99)) is None
        assert tx.game_by_name("ALPHA\0") is None


def test_a_game_changes_only_where_it_is_told_to(store: Store) -> None:
    with store.write() as tx:
        game_id = new_game(tx)
        master = tx.add_player("Mia", "nl", "mia@example.org")
        before = tx.game(game_id)
        tx.update_game(game_id, zone="Europe/Brussels", master_id=master, schedule={"movement": "1d"})
        after = tx.lock_game(game_id)
    assert before is not None
    assert after is not None
    assert (after.zone, after.master_id, after.schedule) == ("Europe/Brussels", master, {"movement": "1d"})
    assert (after.name, after.seed, after.state) == (before.name, before.seed, before.state)


def test_two_games_of_one_name_clash(store: Store) -> None:
    with store.write() as tx:
        new_game(tx)
        with pytest.raises(Clash, match="alpha"):
            new_game(tx)
        new_game(tx, "beta", GameState.PAUSED)
    with store.read() as tx:
        assert [game.name for game in tx.games()] == ["alpha", "beta"]
        assert [game.name for game in tx.games(GameState.PAUSED)] == ["beta"]


def test_seats_hold_players_observers_and_masters(store: Store) -> None:
    with store.write() as tx:
        game_id = new_game(tx)
        people = [tx.add_player(f"P{n}", "nl", f"p{n}@x.nl") for n in range(3)]
        first = tx.add_seat(game_id, people[0], NOON, preferences=("FRANCE", "ITALY"))
        second = tx.add_seat(game_id, people[1], NOON)
        tx.add_seat(game_id, people[2], NOON, role=Role.OBSERVER)
        tx.add_seat(game_id, people[0], NOON, role=Role.MASTER)
        with pytest.raises(Clash):
            tx.add_seat(game_id, people[0], NOON)
        tx.assign(first, "FRANCE")
        tx.set_preferences(second, ("TURKEY",))
        assert [tx.rotate(first), tx.rotate(first)] == [2, 3]
    with store.read() as tx:
        seats = tx.seats(game_id)
        assert [(seat.role, seat.power, seat.preferences, seat.generation) for seat in seats] == [
            (Role.PLAYER, "FRANCE", ("FRANCE", "ITALY"), 3),
            (Role.PLAYER, None, ("TURKEY",), 1),
            (Role.OBSERVER, None, (), 1),
            (Role.MASTER, None, (), 1),
        ]
        assert [seat.role for seat in tx.seats_of(people[0])] == [Role.PLAYER, Role.MASTER]
        assert tx.seat(first) == seats[0]


def test_a_power_is_played_from_one_seat(store: Store) -> None:
    with store.write() as tx:
        game_id = new_game(tx)
        seats = [tx.add_seat(game_id, tx.add_player("P", "nl", f"p{n}@x.nl"), NOON) for n in range(2)]
        tx.assign(seats[0], "FRANCE")
    with pytest.raises(Clash), store.write() as tx:
        tx.assign(seats[1], "FRANCE")
    with store.write() as tx:
        tx.remove_seat(seats[0])
        tx.assign(seats[1], "FRANCE")


def test_a_game_has_one_open_phase_at_most(store: Store) -> None:
    with store.write() as tx:
        game_id = new_game(tx)
        tx.open_phase(game_id, 1, 1, "S1901M", {"units": {}}, NOON, NOON)
    with pytest.raises(Clash), store.write() as tx:
        tx.open_phase(game_id, 2, 1, "F1901M", {}, NOON, NOON)
    with store.read() as tx:
        current = tx.current_phase(game_id)
        assert current is not None
        assert (current.no, current.code, current.board) == (1, "S1901M", {"units": {}})
        assert tx.phases(game_id) == (current,)


def test_a_phase_is_closed_once_and_only_by_who_saw_every_order(store: Store) -> None:
    with store.write() as tx:
        game_id = new_game(tx)
        tx.open_phase(game_id, 1, 1, "S1901M", {}, NOON, NOON)
        tx.add_sheet(game_id, "FRANCE", 1, NOON, {"orders": ["A PAR - BUR"]})
        seen = tx.current_phase(game_id)
        assert seen is not None
        tx.add_sheet(game_id, "FRANCE", 1, NOON, {"orders": ["A PAR H"]})
    with store.write() as tx:
        assert not tx.close_phase(game_id, 1, 1, seen.orders_version)
        assert tx.move_deadline(game_id, 1, 1, NOON + HOUR)
        assert not tx.close_phase(game_id, 1, 1, seen.orders_version + 1)
        assert tx.close_phase(game_id, 1, 1, seen.orders_version + 2)
        assert not tx.close_phase(game_id, 1, 1, seen.orders_version + 2)
        assert not tx.move_deadline(game_id, 1, 1, NOON)
        assert not tx.mark_reminded(game_id, 1, 1)
        tx.open_phase(game_id, 2, 1, "F1901M", {}, NOON, NOON)


def test_due_phases_come_oldest_deadline_first_and_only_of_running_games(store: Store) -> None:
    with store.write() as tx:
        for name, deadline, state in [
            ("later", NOON, GameState.RUNNING),
            ("first", NOON - HOUR, GameState.RUNNING),
            ("paused", NOON - HOUR, GameState.PAUSED),
            ("future", NOON + timedelta(microseconds=1), GameState.RUNNING),
            ("without", None, GameState.RUNNING),
        ]:
            tx.open_phase(
                new_game(tx, name, state), 1, 1, "S1901M", {"name": name}, deadline, NOON - 2 * HOUR
            )
    with store.read() as tx:
        assert [phase.board["name"] for phase in tx.due_phases(NOON)] == ["first", "later"]
        assert tx.next_deadline() == NOON - HOUR
        future = tx.phases_to_remind(NOON, NOON + HOUR)
        assert [phase.board["name"] for phase in future] == ["future"]
    with store.write() as tx:
        assert tx.mark_reminded(future[0].game_id, 1, 1)
        assert tx.phases_to_remind(NOON, NOON + HOUR) == ()
        tx.move_deadline(future[0].game_id, 1, 1, NOON + HOUR)
        assert len(tx.phases_to_remind(NOON, NOON + HOUR)) == 1


def test_no_deadline_is_next_when_no_game_runs(store: Store) -> None:
    with store.read() as tx:
        assert tx.next_deadline() is None
        assert tx.due_phases(NOON) == ()


def test_instants_keep_their_microsecond_and_lose_their_zone_for_utc(store: Store) -> None:
    amsterdam = datetime(2027, 6, 1, 20, 0, 0, 1, tzinfo=timezone(timedelta(hours=2)))
    with store.write() as tx:
        game_id = new_game(tx)
        tx.open_phase(game_id, 1, 1, "S1901M", {}, amsterdam, NOON)
    with store.read() as tx:
        phase = tx.current_phase(game_id)
    assert phase is not None
    assert phase.deadline == amsterdam
    assert phase.deadline is not None
    assert phase.deadline.tzinfo is UTC
    assert phase.deadline.isoformat() == "2027-06-01T18:00:00.000001+00:00"


def test_an_instant_without_a_zone_is_a_bug_of_ours(store: Store) -> None:
    naive = datetime(2027, 6, 1, 20, 0)  # noqa: DTZ001
    with pytest.raises(ValueError, match="no time zone"), store.write() as tx:
        tx.open_phase(new_game(tx), 1, 1, "S1901M", {}, naive, NOON)


def test_sheets_count_by_the_time_they_were_received_not_by_when_they_were_read(store: Store) -> None:
    with store.write() as tx:
        game_id = new_game(tx)
        tx.open_phase(game_id, 1, 1, "S1901M", {}, NOON + HOUR, NOON)
        early, late = letter(tx, "early", NOON), letter(tx, "late", NOON + 2 * HOUR)
        also_early = letter(tx, "also early", NOON)
        for inbox_id, at, word in [
            (late, NOON + 2 * HOUR, "too late"),
            (also_early, NOON, "second"),
            (early, NOON, "first"),
            (None, NOON, "by hand"),
        ]:
            assert tx.add_sheet(game_id, "FRANCE", 1, at, {"word": word}, inbox_id) is not None
    with store.read() as tx:
        everything = [sheet.doc["word"] for sheet in tx.sheets(game_id, 1)]
        in_time = [sheet.doc["word"] for sheet in tx.sheets(game_id, 1, until=NOON + HOUR)]
    assert everything == ["by hand", "first", "second", "too late"]
    assert in_time == everything[:-1]


def test_a_letter_that_is_read_again_gives_no_second_sheet(store: Store) -> None:
    with store.write() as tx:
        game_id = new_game(tx)
        mail = letter(tx, "once")
        assert tx.add_sheet(game_id, "FRANCE", 1, NOON, {}, mail) is not None
        assert tx.add_sheet(game_id, "FRANCE", 1, NOON, {}, mail) is None
        assert tx.add_sheet(game_id, "ITALY", 1, NOON, {}, mail) is not None
        assert tx.add_sheet(game_id, "FRANCE", 2, NOON, {"ahead": True}, mail) is not None
        assert len(tx.sheets(game_id, 1)) == 2


def test_a_rollback_sets_results_aside_and_plays_the_phase_under_a_new_revision(store: Store) -> None:
    with store.write() as tx:
        game_id = new_game(tx)
        for no in (1, 2):
            tx.open_phase(game_id, no, 1, f"phase {no}", {}, NOON, NOON)
            assert tx.close_phase(game_id, no, 1, 0)
            tx.add_result(game_id, no, 1, f"hash {no}", {"outcome": no})
        tx.open_phase(game_id, 3, 1, "phase 3", {}, NOON, NOON)
    with store.write() as tx:
        assert tx.supersede(game_id, 2) == 2
        tx.open_phase(game_id, 2, 2, "phase 2", {"again": True}, NOON, NOON)
    with store.read() as tx:
        assert [result.no for result in tx.results(game_id)] == [1]
        assert tx.result(game_id, 2) is None
        latest = tx.phase(game_id, 2)
        assert latest is not None
        assert (latest.revision, latest.status) == (2, PhaseStatus.OPEN)
        assert [(row.no, row.revision) for row in tx.phases(game_id)] == [(1, 1), (2, 1), (2, 2), (3, 1)]
    with store.write() as tx:
        assert tx.close_phase(game_id, 2, 2, 0)
        tx.add_result(game_id, 2, 2, "hash", {"outcome": "other"})
        result = tx.result(game_id, 2)
        assert result is not None
        assert (result.revision, result.doc) == (2, {"outcome": "other"})


def test_a_phase_has_one_result(store: Store) -> None:
    with store.write() as tx:
        game_id = new_game(tx)
        tx.open_phase(game_id, 1, 1, "S1901M", {}, NOON, NOON)
        tx.add_result(game_id, 1, 1, "hash", {})
    with pytest.raises(Clash), store.write() as tx:
        tx.add_result(game_id, 1, 1, "hash", {})


def test_a_document_keeps_its_order_and_every_character(store: Store) -> None:
    doc = {"z": "nul \0, half \ud800, heel 🚂, ßij", "a": [1, 2.5, None, True], "": {}}
    with store.write() as tx:
        game_id = new_game(tx)
        tx.open_phase(game_id, 1, 1, "S1901M", doc, None, NOON)
        tx.note(NOON, "opened", doc, game_id)
    with store.read() as tx:
        phase = tx.current_phase(game_id)
        assert phase is not None
        assert list(phase.board.items()) == list(doc.items())
        assert phase.deadline is None
        (event,) = tx.events(game_id)
        assert (event.at, event.what, event.doc) == (NOON, "opened", doc)


def test_events_are_found_by_game_and_by_letter(store: Store) -> None:
    with store.write() as tx:
        game_id, mail = new_game(tx), letter(tx, "x")
        tx.note(NOON, "start")
        tx.note(NOON, "orders", {"n": 1}, game_id, mail)
        tx.note(NOON, "deadline", None, game_id)
        assert [event.what for event in tx.events()] == ["start", "orders", "deadline"]
        assert [event.what for event in tx.events(game_id)] == ["orders", "deadline"]
        assert [event.what for event in tx.events(inbox_id=mail)] == ["orders"]
        assert [event.what for event in tx.events(what="orders")] == ["orders"]
        assert [event.what for event in tx.events(limit=2)] == ["orders", "deadline"]


def test_a_secret_is_made_once_and_a_setting_can_change(store: Store) -> None:
    with store.write() as tx:
        assert tx.meta("key") is None
        assert tx.keep_meta("key", "first") == "first"
        assert tx.keep_meta("key", "second") == "first"
        tx.set_meta("high_water", "1")
        tx.set_meta("high_water", "2")
    with store.read() as tx:
        assert (tx.meta("key"), tx.meta("high_water")) == ("first", "2")


def test_what_refers_to_nothing_is_refused(store: Store) -> None:
    with pytest.raises(Exception, match=r"(?i)foreign key"), store.write() as tx:
        tx.add_seat(GameId(7), PlayerId(8), NOON)


def test_nothing_stays_of_a_transaction_that_failed(store: Store) -> None:
    def fail_half_way() -> None:
        with store.write() as tx:
            new_game(tx)
            raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        fail_half_way()
    with store.write() as tx:
        assert tx.games() == ()
        assert tx.waiting() == dict.fromkeys([s for s in OutboxState if s is not OutboxState.SENT], 0)
