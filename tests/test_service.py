"""What the judge does with letters and deadlines, from the raw letter to the letters that go out."""

import email
import email.policy
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from mailroom import Mailroom, text_of

from judge.settings import Settings
from judge.store import GameState, LetterState, PhaseRow, Store

ANNA, FRED = "anna@players.nl", "fred@players.example"


@pytest.fixture
def room(store: Store) -> Mailroom:
    return Mailroom(store)


@pytest.fixture
def duel(room: Mailroom) -> Mailroom:
    """A running game: Anna (in Dutch) is Austria, Fred (in English) is France."""
    room.make_game()
    room.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France")
    return room


def states(room: Mailroom) -> Counter[LetterState]:
    counts: Counter[LetterState] = Counter()
    with room.store.read() as tx:
        for state in LetterState:
            counts[state] = len(tx.letters(state, 1000))
    return counts


def test_a_game_begins_by_itself_when_the_last_seat_is_taken(duel: Mailroom) -> None:
    with duel.store.read() as tx:
        game = tx.game_by_name("duel")
        assert game is not None
        assert game.state is GameState.RUNNING
        powers = {seat.power for seat in tx.seats(game.id)}
    assert powers == {None, "AUSTRIA", "FRANCE"}
    assert "jij speelt Oostenrijk" in str(duel.letters(ANNA)[-1]["Subject"])
    assert "you play France" in str(duel.letters(FRED)[-1]["Subject"])
    assert "mia@players.example" in {row.recipient for row in duel.rows()}


def test_nobody_has_a_seat_before_they_confirm(room: Mailroom) -> None:
    room.make_game()
    room.write(FRED, "join duel as France")
    room.work()
    with room.store.read() as tx:
        game = tx.game_by_name("duel")
        assert game is not None
        assert [seat for seat in tx.seats(game.id) if seat.role.value == "player"] == []
    assert states(room)[LetterState.HELD] == 1
    room.write(FRED, "", room.reply_to(FRED))
    room.work()
    assert "You have joined" in str(room.letters(FRED)[-1]["Subject"])
    assert states(room)[LetterState.HELD] == 0


def test_confirming_twice_gives_no_second_seat(room: Mailroom) -> None:
    room.make_game()
    room.sign_on(FRED)
    letters = room.letters(FRED)
    room.write(FRED, "yes", str(letters[0]["Reply-To"]))
    room.work()
    assert "no longer waits" in room.last(FRED).replace("\n", " ")


def test_orders_are_acknowledged_unit_by_unit_in_the_players_language(duel: Mailroom) -> None:
    duel.write(
        ANNA, "Hoi,\nleger Wenen naar Triëst\nBoedapest naar Galicië\nGroet, Anna", duel.reply_to(ANNA)
    )
    duel.work()
    text = duel.last(ANNA)
    assert "Oostenrijk: Leger Wenen naar Triëst (*nieuw*)" in text
    assert "Oostenrijk: Leger Boedapest naar Galicië (*nieuw*)" in text
    assert "Oostenrijk: Vloot Triëst houdt (*geen order*)" in text


def test_a_bad_line_does_not_cost_the_good_ones(duel: Mailroom) -> None:
    duel.write(FRED, "A Par - Bur\nF Bre - Munchkin\nA Mar - Spa", duel.reply_to(FRED))
    duel.work()
    text = duel.last(FRED)
    assert "France: Army Paris to Burgundy (*new*)" in text
    assert "France: Army Marseilles to Spain (*new*)" in text
    assert "> F Bre - Munchkin" in text


def test_a_later_letter_changes_only_the_units_it_names(duel: Mailroom) -> None:
    to = duel.reply_to(FRED)
    duel.write(FRED, "A Par - Bur\nA Mar - Spa", to)
    duel.write(FRED, "A Par - Pic", to)
    duel.work()
    text = duel.last(FRED)
    assert "France: Army Paris to Picardy (*new*)" in text
    assert "France: Army Marseilles to Spain (*as before*)" in text


def test_results_go_to_everybody_at_once_with_the_next_deadline(duel: Mailroom) -> None:
    duel.write(FRED, "A Par - Bur", duel.reply_to(FRED))
    duel.work()
    duel.pass_deadline()
    results = [row for row in duel.rows() if row.kind == "results"]
    assert {row.recipient for row in results} == {ANNA, FRED, "mia@players.example"}
    assert "France: Army Paris to Burgundy (*succeeds*)" in duel.last(FRED)
    assert "Frankrijk: Leger Parijs naar Bourgondië (*geslaagd*)" in duel.last(ANNA)
    assert "zondag 17 januari 2027 om 20.00 uur" in duel.last(ANNA).replace("\n", " ")


def test_a_letter_that_came_in_time_counts_though_it_is_read_late(duel: Mailroom) -> None:
    to = duel.reply_to(FRED)
    duel.write(FRED, "A Par - Bur", to)  # arrives, and nobody looks before the deadline has long passed
    duel.pass_deadline(late=3600)
    assert "France: Army Paris to Burgundy (*succeeds*)" in duel.last(FRED)


def test_a_letter_after_the_deadline_is_for_the_next_phase(duel: Mailroom) -> None:
    to = duel.reply_to(FRED)
    with duel.store.read() as tx:
        row = tx.next_deadline()
    assert row is not None
    duel.at = row
    duel.write(FRED, "A Par - Bur", to, after=1)
    duel.work()
    results = [text for text in map(str, duel.letters(FRED)) if "Results Spring 1901" in text]
    assert len(results) == 1
    assert "Fall 1901" in str(duel.letters(FRED)[-1]["Subject"])
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)
    with duel.store.read() as tx:
        result = tx.result(tx.games()[0].id, 1)
    assert result is not None
    assert "A PAR" in result.doc["units_after"]["FRANCE"]


def test_a_deadline_waits_until_the_doors_have_handed_over_everything(duel: Mailroom) -> None:
    duel.is_drained = False
    duel.pass_deadline()
    with duel.store.read() as tx:
        assert tx.result(tx.games()[0].id, 1) is None
    duel.is_drained = True
    duel.work()
    with duel.store.read() as tx:
        assert tx.result(tx.games()[0].id, 1) is not None


def test_a_door_that_stays_shut_does_not_hold_a_game_for_ever(duel: Mailroom) -> None:
    duel.is_drained = False
    duel.pass_deadline(late=duel.settings.timing.barrier + 1)
    with duel.store.read() as tx:
        assert tx.result(tx.games()[0].id, 1) is not None
    assert any(row.kind == "phase_set_aside" for row in duel.rows("ops@judge.example"))


def test_only_one_of_two_workers_adjudicates(duel: Mailroom) -> None:
    from judge.service.deadlines import close_phase

    with duel.store.read() as tx:
        row = tx.current_phase(tx.games()[0].id)
    assert row is not None
    assert row.deadline is not None
    duel.at = row.deadline + timedelta(seconds=1)
    assert close_phase(duel.office, row, duel.at) is not None
    assert close_phase(duel.office, row, duel.at) is None
    assert sum(r.kind == "results" and r.recipient == FRED for r in duel.rows()) == 1


def test_those_without_orders_are_reminded_once(duel: Mailroom) -> None:
    duel.write(ANNA, "leger Wenen houdt", duel.reply_to(ANNA))
    with duel.store.read() as tx:
        deadline = tx.next_deadline()
    assert deadline is not None
    duel.at = deadline - timedelta(hours=23)
    duel.work()
    duel.work()
    reminders = [row for row in duel.rows() if row.kind == "reminder"]
    assert [row.recipient for row in reminders] == [FRED]
    assert reminders[0].expires_at == deadline


def test_a_fall_brings_the_build_report_and_builds_are_carried_out(duel: Mailroom) -> None:
    duel.write(FRED, "A Mar - Spa\nF Bre - Mao\nA Par - Bur", duel.reply_to(FRED))
    duel.pass_deadline()
    duel.write(FRED, "F Mao - Por", duel.reply_to(FRED))
    duel.pass_deadline()
    text = duel.last(FRED)
    assert "Winter 1901" in text
    assert "Spain" in text
    duel.write(FRED, "Build fleet Brest\nbuild A Paris", duel.reply_to(FRED))
    duel.pass_deadline()
    text = duel.last(FRED)
    assert "France: Build fleet Brest (*built*)" in text
    assert "France: Build army Paris (*built*)" in text


def test_what_was_sent_ahead_is_used_in_its_own_phase(duel: Mailroom) -> None:
    duel.write(FRED, "A Mar - Spa", duel.reply_to(FRED))
    duel.pass_deadline()
    duel.write(FRED, "A Par - Bur\nbuild fleet Marseilles", duel.reply_to(FRED))
    duel.work()
    assert "Build fleet Marseilles" in duel.last(FRED)
    duel.pass_deadline()
    duel.pass_deadline()
    assert "France: Build fleet Marseilles (*built*)" in duel.last(FRED)


@pytest.mark.parametrize(
    ("text", "says"),
    [("help", "Army"), ("status", "Spring 1901"), ("my orders", "Spring 1901"), ("nederlands", "Nederlands")],
)
def test_commands_are_answered(duel: Mailroom, text: str, says: str) -> None:
    before = len(duel.letters(FRED))
    duel.write(FRED, text if text != "nederlands" else "language Dutch", duel.reply_to(FRED))
    duel.work()
    assert len(duel.letters(FRED)) == before + 1
    assert says in duel.last(FRED)


def test_a_known_address_counts_without_the_reply_address(duel: Mailroom) -> None:
    duel.write(FRED, "A Par - Bur", subject="orders")
    duel.work()
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


def test_the_reply_address_from_elsewhere_must_be_confirmed_by_its_owner(duel: Mailroom) -> None:
    to = duel.reply_to(FRED)
    duel.write("fred@work.example", "A Par - Bur", to)
    duel.work()
    assert duel.rows("fred@work.example") == []
    assert "fred@work.example" in duel.last(FRED)
    assert states(duel)[LetterState.HELD] == 1
    duel.write(FRED, "yes that was me", duel.reply_to(FRED))
    duel.work()
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


def test_a_stranger_is_told_once_a_day(room: Mailroom) -> None:
    room.make_game()
    for _ in range(3):
        room.write("stranger@else.example", "A Par - Bur")
        room.work()
    assert len(room.letters("stranger@else.example")) == 1
    room.at += timedelta(days=1, hours=1)
    room.write("stranger@else.example", "A Par - Bur")
    room.work()
    assert len(room.letters("stranger@else.example")) == 2


def test_another_players_unit_cannot_be_ordered(duel: Mailroom) -> None:
    duel.write(FRED, "A Vie - Boh\nA Par - Bur", duel.reply_to(FRED))
    duel.work()
    text = duel.last(FRED)
    assert "> A Vie - Boh" in text
    assert "Austria" in text
    assert "Army Paris to Burgundy (*new*)" in text


@pytest.mark.parametrize("text", ["", "   \n\n", "Thanks, see you at the club!", "lol"])
def test_a_letter_without_orders_is_answered_with_how_things_stand(duel: Mailroom, text: str) -> None:
    before = len(duel.letters(FRED))
    duel.write(FRED, text, duel.reply_to(FRED))
    duel.work()
    assert len(duel.letters(FRED)) == before + 1


def test_the_same_letter_twice_counts_once(duel: Mailroom) -> None:
    to = duel.reply_to(FRED)
    raw = duel.write(FRED, "A Par - Bur", to)
    duel.deliver(raw, FRED, to)
    duel.work()
    assert sum(row.kind == "acknowledgement" for row in duel.rows(FRED)) == 1


def test_a_letter_that_cannot_be_handled_is_set_aside_and_the_next_one_is_read(
    duel: Mailroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judge.service import seats

    real = seats.read_orders

    def fails(text: str, *rest: object, **more: object) -> object:
        if "poison" in text:
            raise ZeroDivisionError
        return real(text, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(seats, "read_orders", fails)
    to = duel.reply_to(FRED)
    duel.write(FRED, "poison", to)
    duel.write(FRED, "A Par - Bur", to)
    duel.work()
    assert states(duel)[LetterState.POISON] == 1
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)
    assert any(row.kind == "letter_set_aside" for row in duel.rows("ops@judge.example"))


def robot(**headers: str) -> Callable[[Mailroom], None]:
    def write(room: Mailroom) -> None:
        room.write(FRED, "I am away. A Par - Bur", room.reply_to(FRED), headers=dict(headers))

    return write


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto-Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"X-Autoreply": "yes"},
        {"X-Judge-Loop": "judge@judge.example"},
    ],
)
def test_a_robot_is_neither_answered_nor_obeyed(duel: Mailroom, headers: dict[str, str]) -> None:
    before = len(duel.rows())
    duel.write(FRED, "I am away. A Par - Bur", duel.reply_to(FRED), headers=headers)
    duel.work()
    assert len(duel.rows()) == before
    with duel.store.read() as tx:
        assert tx.sheets(tx.games()[0].id, 1) == ()


def test_everybody_answers_to_an_address_of_their_own(duel: Mailroom) -> None:
    duel.pass_deadline()
    by_person: dict[str, set[str]] = {}
    for person in (ANNA, FRED, "mia@players.example"):
        by_person[person] = {str(letter["Reply-To"]) for letter in duel.letters(person)}
    for person, addresses in by_person.items():
        others = {a for other, found in by_person.items() if other != person for a in found}
        assert not addresses & others
        raw = b"".join(row.raw for row in duel.rows(person))
        assert not any(address.partition("@")[0].encode() in raw for address in others)


def test_a_game_that_is_won_ends_and_says_so(room: Mailroom) -> None:
    room.make_game()
    room.sign_on(f"{ANNA} Austria", f"{FRED} France")
    with room.store.write() as tx:
        game = tx.games()[0]
        row = tx.current_phase(game.id)
        assert row is not None
        board = dict(row.board)
        owned = ["BRE", "MAR", "PAR", "SPA", "POR", "BEL", "HOL", "KIE", "MUN", "BER", "DEN", "SWE", "NWY"]
        owned += ["LON", "LVP", "EDI", "TUN", "ROM"]
        board |= {"phase": "F1901M", "centers": {"AUSTRIA": ["BUD", "TRI", "VIE"], "FRANCE": sorted(owned)}}
        tx.close_phase(game.id, row.no, row.revision, row.orders_version)
        tx.open_phase(game.id, 2, 1, "F1901M", board, row.deadline, room.at)
    room.pass_deadline()
    with room.store.read() as tx:
        assert tx.games()[0].state is GameState.FINISHED
        assert tx.next_deadline() is None
    assert "France" in room.last(FRED)
    assert any(row.kind == "game end" for row in room.rows(ANNA))


def test_a_second_choice_is_used_where_the_first_is_impossible(duel: Mailroom) -> None:
    duel.write(FRED, "A Mar - Spa", duel.reply_to(FRED))
    duel.pass_deadline()
    duel.write(FRED, "build A Par, else A Mar", duel.reply_to(FRED))
    duel.work()
    duel.pass_deadline()  # the army in Paris has stayed at home
    duel.pass_deadline()
    assert "France: Build army Marseilles (*built*)" in duel.last(FRED)


def test_builds_are_secret_till_the_deadline_and_then_one_report_for_all(duel: Mailroom) -> None:
    """N1: adjustments are written and revealed simultaneously."""
    duel.write(FRED, "A Mar - Spa", duel.reply_to(FRED))
    duel.write(ANNA, "leger Boedapest naar Servië", duel.reply_to(ANNA))
    duel.pass_deadline()
    duel.pass_deadline()
    before = {person: len(duel.letters(person)) for person in (ANNA, FRED)}
    duel.write(FRED, "build A Marseilles", duel.reply_to(FRED))
    duel.work()
    duel.at += timedelta(hours=3)
    duel.write(ANNA, "bouw een leger in Boedapest", duel.reply_to(ANNA))
    duel.work()
    for person, own, other in ((FRED, "Marseilles", "Budapest"), (ANNA, "Boedapest", "Marseille")):
        news = [text_of(letter) for letter in duel.letters(person)[before[person] :]]
        assert len(news) == 1
        assert own in news[0]
        assert other not in news[0]
    duel.pass_deadline()
    with duel.store.read() as tx:
        rows = tx.letters_to(tx.games()[0].id, 3, "results")
    reports = {
        row.recipient: text_of(email.message_from_bytes(row.raw, policy=email.policy.default)) for row in rows
    }
    assert "France: Build army Marseilles (*built*)" in reports[FRED]
    assert "Austria: Build army Budapest (*built*)" in reports[FRED]
    # what stands under ORDERS is the same for everybody who reads the same language
    mia = reports["mia@players.example"]
    assert mia[mia.index("ORDERS") : mia.index("-- \n")] in reports[FRED]


def test_two_judges_that_write_to_each_other_stop_after_one_letter_each(store: Store, tmp_path: Path) -> None:
    ours = Mailroom(store)
    other = Store.open(f"sqlite:///{tmp_path}/other.db")
    theirs = Mailroom(other, Settings(address="judge@other.example", master="ops@other.example"))
    rooms = {"judge@judge.example": ours, "judge@other.example": theirs}
    for room in rooms.values():
        room.make_game()
    ours.write("judge@other.example", "join duel")  # somebody's prank
    seen: set[tuple[str, str]] = set()
    for _ in range(20):
        for here in rooms.values():
            here.work()
            for row in here.rows():
                there = rooms.get(row.recipient)
                if there is not None and (row.recipient, row.message_id) not in seen:
                    seen.add((row.recipient, row.message_id))
                    there.deliver(row.raw, row.envelope_from, row.recipient)
    other.close()
    assert len(seen) <= 2


def test_a_phase_that_cannot_be_adjudicated_is_told_once_and_stops_no_other_game(
    duel: Mailroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judge.service import work

    duel.make_game("other")
    duel.sign_on(f"{ANNA} Austria", f"{FRED} France", name="other")
    real = work.close_phase

    def fails(office: object, row: PhaseRow, now: datetime) -> object:
        if row.game_id == 1:
            raise ZeroDivisionError
        return real(office, row, now)  # type: ignore[arg-type]

    monkeypatch.setattr(work, "close_phase", fails)
    duel.pass_deadline("other")
    duel.work()
    with duel.store.read() as tx:
        first, second = (game.id for game in tx.games())
        assert tx.result(first, 1) is None
        assert tx.result(second, 1) is not None
    assert sum(row.kind == "phase_set_aside" for row in duel.rows("ops@judge.example")) == 1


def test_a_paused_game_takes_orders_and_no_deadline_passes(duel: Mailroom) -> None:
    from judge.service import master

    to = duel.reply_to(FRED)
    master.switch(duel.office, "duel", running=False, now=duel.at)
    duel.write(FRED, "A Par - Bur", to)
    duel.work()
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)
    duel.write(FRED, "status", to)
    duel.work()
    assert "Spring 1901" in duel.last(FRED)
    duel.pass_deadline()
    with duel.store.read() as tx:
        assert tx.result(tx.games()[0].id, 1) is None
    said = master.switch(duel.office, "duel", running=True, now=duel.at)
    assert "goes on" in said
    duel.pass_deadline()
    assert "France: Army Paris to Burgundy (*succeeds*)" in duel.last(FRED)


def test_a_game_that_is_over_says_so(duel: Mailroom) -> None:
    to = duel.reply_to(FRED)
    with duel.store.write() as tx:
        game = tx.games()[0]
        row = tx.current_phase(game.id)
        assert row is not None
        tx.close_phase(game.id, row.no, row.revision, row.orders_version)
        tx.set_game_state(game.id, GameState.FINISHED)
    for text in ("status", "A Par - Bur"):
        duel.at += timedelta(hours=2)
        duel.write(FRED, text, to)
        duel.work()
        assert "over" in str(duel.letters(FRED)[-1]["Subject"])


def test_a_letter_left_in_the_mailbox_for_its_size_is_answered_once(duel: Mailroom) -> None:
    head = b"From: fred@players.example\r\nTo: judge@judge.example\r\n\r\n"
    before = len(duel.letters(FRED))
    for number in (b"1", b"2"):
        duel.deliver(b"X-Judge-Too-Big: 5000000\r\nSubject: " + number + b"\r\n" + head, FRED)
        duel.work()
    news = duel.letters(FRED)[before:]
    assert len(news) == 1
    assert "larger" in text_of(news[0])
    assert states(duel)[LetterState.HELD] == 2
