"""Games in which nobody knows whom they play: not a byte of a letter depends on who the others are."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count

import mailroom
import pytest
from mailroom import Mailroom, text_of

from judge.letters import bounce_address
from judge.store import Store

CAROL, MIA = "carol@players.example", "mia@players.example"
SOME = ("anna@players.nl", "bob@work.example", "dirk@thuis.nl", "evelyn@players.example")
OTHERS = (
    "zoe.van.der.berg@a-rather-long-domain.example",
    "y@b.nl",
    "xander@players.nl",
    "wim@else.example",
)
POWERS = ("Austria", "England", "France", "Italy")


def write(room: Mailroom, sender: str, text: str, **more: object) -> None:
    room.write(sender, text, room.reply_to(sender), **more)  # type: ignore[arg-type]
    room.work()


def bounce(room: Mailroom, address: str) -> None:
    """A letter to a player comes back."""
    with room.store.read() as tx:
        player = tx.player_by_address(address)
    assert player is not None
    to = bounce_address("judge@judge.example", player.id, room.office.key)
    report = (
        f"From: MAILER-DAEMON@mx.example\r\nTo: {to}\r\nSubject: Undelivered\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\nSorry\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n"
        f"Final-Recipient: rfc822; {address}\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--\r\n"
    )
    room.deliver(report.encode(), "", to)
    room.work()


def play(room: Mailroom, people: tuple[str, ...]) -> None:
    """A game of Carol, who is Germany, and four others, in which all sorts of letters are written."""
    first, second, third, _ = people
    room.make_game(name="club", board="fiveman", anonymous=True, seed="1")  # type: ignore[arg-type]
    room.sign_on(f"{CAROL} Germany", f"{first} {POWERS[0]}", name="club")
    write(room, CAROL, "who")
    write(room, second, "observe club") if room.letters(second) else None
    room.sign_on(*(f"{who} {power}" for who, power in zip(people[1:], POWERS[1:], strict=True)), name="club")
    write(room, first, "press to all\nHello, everybody\nend press")
    write(room, second, "press to Germany and the master\nShall we ally?")
    write(room, third, "pers aan Oostenrijk\nNiet voor Duitsland")
    for ask in ("who", "status", "my press"):
        write(room, CAROL, ask)
    room.write(second, "A Lvp - Yor", room.reply_to(CAROL))  # with a letter that Carol passed on
    room.work()
    write(room, CAROL, "A Ber - Kie")
    write(room, third, "withdraw")
    write(room, first, "A Vie - Boh", headers={"Authentication-Results": "mx.example; dmarc=fail"})
    bounce(room, first)
    bounce(room, first)
    with room.store.read() as tx:
        deadline = tx.next_deadline()
    assert deadline is not None
    room.at = deadline - timedelta(hours=20)
    room.work()  # reminders
    room.pass_deadline("club")
    win(room)
    room.pass_deadline("club")


def win(room: Mailroom) -> None:
    """As if England held nearly everything, at the end of a year."""
    with room.store.write() as tx:
        game = tx.games()[0]
        row = tx.current_phase(game.id)
        assert row is not None
        owned = "LON LVP EDI SPA POR BEL HOL DEN SWE NWY TUN STP POL SER GRE BUL"
        board = dict(row.board)
        board |= {"phase": "F1901M", "centers": {"ENGLAND": sorted(owned.split()), "GERMANY": ["BER", "MUN"]}}
        tx.close_phase(game.id, row.no, row.revision, row.orders_version)
        tx.open_phase(game.id, row.no + 1, 1, "F1901M", board, row.deadline, room.at)


@pytest.fixture
def rooms(
    database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Mailroom, Mailroom]]:
    """The same game, played by some people and by others. The Message-IDs of their letters are the same."""
    both = Mailroom(Store.open(database())), Mailroom(Store.open(database()))
    for room, people in zip(both, (SOME, OTHERS), strict=True):
        monkeypatch.setattr(mailroom, "_NUMBERS", count(1))
        play(room, people)
    yield both
    for room in both:
        room.store.close()


def test_not_a_byte_of_a_letter_depends_on_who_the_others_are(rooms: tuple[Mailroom, Mailroom]) -> None:
    one, other = (room.rows(CAROL) for room in rooms)
    kinds = {row.kind for row in one}
    assert kinds >= {"press", "results", "game start", "game end", "command", "confirm", "acknowledgement"}
    assert [row.kind for row in one] == [row.kind for row in other]
    for mine, theirs in zip(one, other, strict=True):
        assert mine.raw == theirs.raw
        assert mine.message_id == theirs.message_id
        assert mine.envelope_from == theirs.envelope_from


def test_no_letter_names_another_player_and_the_master_sees_all(rooms: tuple[Mailroom, Mailroom]) -> None:
    room = rooms[0]
    people = (CAROL, *SOME)
    names = {address: address.partition("@")[0].title() for address in people}
    for reader in people:
        for letter in room.letters(reader):
            shown = str(letter) + text_of(letter)
            for other in people:
                if other != reader:
                    assert other not in shown, letter["Subject"]
                    assert names[other] not in shown, letter["Subject"]
    seen = "".join(text_of(letter) for letter in room.letters(MIA))
    assert all(f"{name}" in seen for name in names.values())


def test_a_letter_to_another_seat_shows_neither_its_writer_nor_its_words(
    rooms: tuple[Mailroom, Mailroom],
) -> None:
    asked = [text_of(x) for x in rooms[0].letters(CAROL) if "Please confirm your letter" in str(x["Subject"])]
    assert len(asked) == 1
    assert "an address that we do not know as yours" in asked[0].replace("\n", " ")
    assert "Lvp" not in asked[0]
    assert "always" not in asked[0]
