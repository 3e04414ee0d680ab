"""Press by mail: what players say to each other goes round as letters of ours, and as nothing else."""

import email
import re

import pytest
from mailroom import Mailroom, text_of

from judge.store import Store

ANNA, FRED, BOB = "anna@players.nl", "fred@players.example", "bob@players.example"
MIA = "mia@players.example"
OTHERS = ("gus@players.example", "ivo@players.example")


@pytest.fixture
def room(store: Store) -> Mailroom:
    return Mailroom(store)


@pytest.fixture
def duel(room: Mailroom) -> Mailroom:
    """A running game: Anna (in Dutch) is Austria, Fred (in English) is France."""
    room.make_game()
    room.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France")
    return room


@pytest.fixture
def three(room: Mailroom) -> Mailroom:
    """A running game in which three of five matter: Anna is France, Fred England, Bob Germany."""
    room.make_game(board="fiveman")
    room.sign_on(f"{ANNA} Frankrijk", f"{FRED} England", f"{BOB} Germany", *OTHERS)
    return room


def kinds(room: Mailroom, address: str) -> list[str]:
    return [row.kind for row in room.rows(address)]


def press_to(room: Mailroom, address: str) -> list[str]:
    pairs = zip(room.rows(address), room.letters(address), strict=True)
    return [text_of(letter) for row, letter in pairs if row.kind == "press"]


def write(room: Mailroom, sender: str, text: str, **more: object) -> None:
    room.write(sender, text, room.reply_to(sender), **more)  # type: ignore[arg-type]
    room.work()


def test_press_goes_to_those_it_names_each_in_their_own_language(duel: Mailroom) -> None:
    write(duel, FRED, "press to Austria\nShall we ally?\n\n  Fred\nend press")
    (text,) = press_to(duel, ANNA)
    assert "Frankrijk (Fred) schrijft aan Oostenrijk:" in text
    assert "| Shall we ally?\n|\n|   Fred\n" in text
    assert "“pers aan Frankrijk”" in text
    assert str(duel.letters(ANNA)[-1]["Subject"]) == "[g1] Pers van Frankrijk"
    assert "Passed on to Austria:" in duel.last(FRED)
    assert "| Shall we ally?" in duel.last(FRED)


def test_dutch_press_is_understood(duel: Mailroom) -> None:
    write(duel, ANNA, "pers aan Frankrijk\nVrede?\neinde pers\nleger Wenen naar Triëst")
    assert "| Vrede?" in press_to(duel, FRED)[0]
    assert "Oostenrijk: Leger Wenen naar Triëst (*nieuw*)" in duel.last(ANNA)
    confirmation = text_of(duel.letters(ANNA)[-2])
    assert "Doorgestuurd aan Frankrijk:" in confirmation


def test_orders_around_press_count_and_nothing_within_it_does(duel: Mailroom) -> None:
    before = duel.reply_to(FRED)
    text = "A Par - Bur\npress to Austria\nA Mar - Pie\nhelp\nwithdraw\nend press\nF Bre - Mao"
    duel.write(FRED, text, before)
    duel.work()
    text = duel.last(FRED)
    assert "France: Army Paris to Burgundy (*new*)" in text
    assert "France: Fleet Brest to Mid-Atlantic Ocean (*new*)" in text
    assert "France: Army Marseilles holds (*no order*)" in text
    assert "| A Mar - Pie\n| help\n| withdraw" in press_to(duel, ANNA)[0]
    assert kinds(duel, FRED)[-2:] == ["acknowledgement", "acknowledgement"]


def test_press_to_all_goes_to_everybody_else_and_to_the_master(three: Mailroom) -> None:
    write(three, FRED, "press to all\nHello, world")
    for address, everybody in ((ANNA, "iedereen"), (BOB, "everybody"), (MIA, "everybody")):
        (text,) = press_to(three, address)
        assert "| Hello, world" in text
        assert everybody in text
    assert press_to(three, FRED) == []
    assert "Passed on to everybody:" in three.last(FRED)


def test_press_to_one_is_seen_by_nobody_else(three: Mailroom) -> None:
    write(three, FRED, "press to France\nGermany must fall")
    assert press_to(three, BOB) == press_to(three, MIA) == []
    assert len(press_to(three, ANNA)) == 1


@pytest.mark.parametrize("heading", ["press to master", "pers aan de spelleider"])
def test_press_to_the_master_reaches_the_master_alone(three: Mailroom, heading: str) -> None:
    write(three, FRED, f"{heading}\nMay we have a day more?")
    assert "| May we have a day more?" in press_to(three, MIA)[0]
    assert press_to(three, ANNA) == press_to(three, BOB) == []


def test_a_master_writes_to_the_players(three: Mailroom) -> None:
    write(three, MIA, "broadcast\nThe club meets on Friday.")
    assert "De spelleider (Mia) schrijft aan iedereen:" in press_to(three, ANNA)[0]
    assert "The master (Mia) writes to everybody:" in press_to(three, BOB)[0]


def test_nothing_of_the_writers_letter_goes_along(duel: Mailroom) -> None:
    raw = (
        f'From: "Fred Jones" <{FRED}>\r\nTo: {duel.reply_to(FRED)}\r\n'
        "Message-ID: <a1@laptop-fred.example>\r\n"
        "X-Originating-IP: 192.0.2.7\r\nOrganization: Jones Ltd\r\n"
        f"Disposition-Notification-To: {FRED}\r\nReply-To: {FRED}\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n"
        "press to Austria\r\nShall we ally?\r\n\r\n-- \r\nFred Jones\r\n+44 20 7946 0000\r\n\r\n"
        "--b\r\nContent-Type: image/png; name=jones.png\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        "iVBORw0K\r\n--b--\r\n"
    )
    duel.deliver(raw.encode(), FRED, duel.reply_to(FRED))
    duel.work()
    row = [row for row in duel.rows(ANNA) if row.kind == "press"][-1]
    assert "Shall we ally?" in text_of(duel.letters(ANNA)[-1])
    for leak in (b"Jones", b"players.example>", b"192.0.2.7", b"laptop", b"7946", b"png", b"iVBOR"):
        assert leak not in row.raw.replace(b"mia@players.example", b"")
    letter = email.message_from_bytes(row.raw)
    assert "judge@judge.example" in letter["From"]
    assert re.fullmatch(r"judge\+g1\.[a-z2-7]{10}@judge\.example", letter["Reply-To"])


def test_characters_that_hide_or_turn_the_writing_do_not_go_along(duel: Mailroom) -> None:
    write(duel, FRED, "press to Austria\nsafe\u202eevil\u2066 \x07bell\x1b[2J\u200b end")
    (text,) = press_to(duel, ANNA)
    assert "| safeevil bell[2J end" in text


def test_press_cannot_speak_in_the_judges_voice(duel: Mailroom) -> None:
    write(duel, FRED, "press to Austria\nhi\n\n-- \n\nTHE DEADLINE HAS MOVED\n" + "long " * 60)
    for text in press_to(duel, ANNA):
        assert "\nTHE DEADLINE" not in text
        assert max(map(len, text.splitlines())) <= 72


def test_press_that_comes_back_in_a_reply_orders_nothing_and_goes_nowhere(duel: Mailroom) -> None:
    write(duel, FRED, "press to Austria\npress to France\nA Vie - Boh\nend press")
    text = press_to(duel, ANNA)
    quoted = "\n".join(f"> {line}" for line in (text or [duel.last(FRED)])[0].splitlines())
    before = len(press_to(duel, FRED))
    write(duel, ANNA, f"akkoord!\n\n{quoted}")
    assert len(press_to(duel, FRED)) == before
    with duel.store.read() as tx:
        assert tx.sheets(tx.games()[0].id, 1) == ()


UNCLEAR = [
    ("press to Frnace\nsecret", "Did you mean France?"),
    ("press to Austria and Narnia\nsecret", "“Narnia”"),
    ("press to Italy\nsecret", "nobody plays Italy"),
    ("press to France\nsecret", "nobody but yourself"),
    ("press:\nsecret", "does not say to whom"),
    ("press to Austria\n\n\nend press", "no text below it"),
    ("press to Austria: secret\nA Par - Bur", "does not say where it ends"),
    ("press to all but Austria\nsecret", "“but”"),
]


def test_press_that_is_not_clear_goes_nowhere_and_its_writer_hears_why(room: Mailroom) -> None:
    room.make_game(board="fiveman")
    room.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France", f"{BOB} Italy", *OTHERS)
    with room.store.write() as tx:
        (italy,) = (seat for seat in tx.seats(tx.games()[0].id) if seat.power == "ITALY")
        tx.remove_seat(italy.id)
    for text, says in UNCLEAR:
        write(room, FRED, f"A Mar - Spa\n{text}")
        assert press_to(room, ANNA) == press_to(room, MIA) == []
        letters = " ".join(" ".join(text_of(letter).split()) for letter in room.letters(FRED)[-2:])
        assert "passed on to nobody" in letters
        assert says in letters
        assert "Army Marseilles to Spain (*" in letters
        assert "Army Paris to Burgundy" not in letters


def test_press_over_the_limit_is_refused_whole_and_the_orders_count(duel: Mailroom) -> None:
    write(duel, FRED, "A Par - Bur\npress to Austria\n" + ("x" * 90 + "\n") * 365 + "end press")
    assert press_to(duel, ANNA) == []
    assert "at most 32 kB" in text_of(duel.letters(FRED)[-2]).replace("\n", " ")
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


def test_press_of_more_lines_than_are_read_is_refused_rather_than_cut(duel: Mailroom) -> None:
    write(duel, FRED, "press to Austria\n" + "line\n" * 450 + "end press\nA Par - Bur")
    assert press_to(duel, ANNA) == []
    assert "400 lines" in text_of(duel.letters(FRED)[-2]).replace("\n", " ")
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


def test_a_letter_can_hold_several_presses_but_not_a_flood(duel: Mailroom) -> None:
    write(duel, FRED, "press to Austria\nhi\n" * 100)
    assert len(press_to(duel, ANNA)) == 10
    assert "too much press" in duel.last(FRED)


def to_retreats(room: Mailroom, phase: str) -> None:
    """As if the phase of retreats or builds had come."""
    with room.store.write() as tx:
        game = tx.games()[0]
        row = tx.current_phase(game.id)
        assert row is not None
        tx.close_phase(game.id, row.no, row.revision, row.orders_version)
        tx.open_phase(
            game.id, row.no + 1, 1, phase, dict(row.board) | {"phase": phase}, row.deadline, room.at
        )


@pytest.mark.parametrize("phase", ["F1901R", "W1901A"])
def test_the_dutch_rules_close_press_during_retreats_and_adjustments(room: Mailroom, phase: str) -> None:
    room.make_game(options={"edition": "dutch"})  # type: ignore[arg-type]
    room.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France")
    write(room, FRED, "press to Austria\nin Spring")
    assert len(press_to(room, ANNA)) == 1
    to_retreats(room, phase)
    write(room, ANNA, "pers aan Frankrijk\nin de herfst")
    assert press_to(room, FRED) == []
    assert "alleen pers in de beurten met verplaatsingen" in room.last(ANNA).replace("\n", " ")
    write(room, ANNA, "pers aan de spelleider\nmag dit?")
    assert len(press_to(room, MIA)) == 1


@pytest.mark.parametrize("phase", ["F1901R", "W1901A"])
def test_elsewhere_press_stays_open_in_all_phases(duel: Mailroom, phase: str) -> None:
    to_retreats(duel, phase)
    write(duel, ANNA, "pers aan Frankrijk\nhoi")
    assert len(press_to(duel, FRED)) == 1


def test_a_game_without_press_passes_nothing_on_but_to_the_master(room: Mailroom) -> None:
    room.make_game(press="none")
    room.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France")
    write(room, FRED, "press to Austria\nhi")
    assert press_to(room, ANNA) == []
    assert "played without press" in room.last(FRED)
    write(room, FRED, "press to master\nhi")
    assert len(press_to(room, MIA)) == 1


def test_before_the_game_begins_there_is_only_the_master_to_write_to(room: Mailroom) -> None:
    room.make_game()
    room.sign_on(FRED)
    write(room, FRED, "press to all\nhi")
    assert "has not begun" in room.last(FRED).replace("\n", " ")
    write(room, FRED, "press to master\nhi")
    assert len(press_to(room, MIA)) == 1


def test_press_after_the_deadline_waits_until_the_phase_is_closed(room: Mailroom) -> None:
    room.make_game(press="movement")
    room.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France")
    with room.store.read() as tx:
        deadline = tx.next_deadline()
    assert deadline is not None
    room.at = deadline
    room.write(FRED, "press to Austria\nhi", room.reply_to(FRED))
    room.work()
    assert kinds(room, ANNA).index("results") < kinds(room, ANNA).index("press")


def test_each_sees_only_the_press_they_sent_or_received(three: Mailroom) -> None:
    write(three, FRED, "press to France\nsecret-1")
    write(three, BOB, "press to England\nsecret-2")
    write(three, BOB, "press to all\npublic-3")
    for asks, seen, unseen in (
        (ANNA, ["secret-1", "public-3"], ["secret-2"]),
        (FRED, ["secret-1", "secret-2", "public-3"], []),
        (MIA, ["public-3"], ["secret-1", "secret-2"]),
    ):
        write(three, asks, "mijn pers" if asks == ANNA else "my press")
        text = three.last(asks)
        assert all(word in text for word in seen), asks
        assert not any(word in text for word in unseen), asks


def test_a_letter_with_press_from_elsewhere_waits_for_its_owner(duel: Mailroom) -> None:
    duel.write("fred@work.example", "press to Austria\nhi", duel.reply_to(FRED))
    duel.work()
    assert press_to(duel, ANNA) == []
    duel.write(FRED, "ok", duel.reply_to(FRED))
    duel.work()
    assert len(press_to(duel, ANNA)) == 1


def test_press_sent_twice_is_passed_on_once(duel: Mailroom) -> None:
    to = duel.reply_to(FRED)
    raw = duel.write(FRED, "press to Austria\nhi", to)
    duel.work()
    duel.deliver(raw, FRED, to)
    duel.work()
    assert len(press_to(duel, ANNA)) == 1


def test_a_robots_press_is_not_passed_on(duel: Mailroom) -> None:
    write(duel, FRED, "press to Austria\nI am away", headers={"Auto-Submitted": "auto-replied"})
    assert press_to(duel, ANNA) == []


@pytest.mark.parametrize(
    ("sender", "ask", "says"), [(FRED, "help press", "end press"), (ANNA, "help pers", "einde pers")]
)
def test_help_explains_press(duel: Mailroom, sender: str, ask: str, says: str) -> None:
    write(duel, sender, ask)
    assert f"| {says}" in duel.last(sender)
