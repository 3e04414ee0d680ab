"""Every kind of letter that leaves: its headers as the mail world wants them, and nobody else's secrets."""

import email
import email.policy
import re
from email.utils import parsedate_to_datetime

import pytest
from mailroom import Mailroom

from judge.store import OutboxRow, Store

ANNA, FRED, OLGA = "anna@players.nl", "fred@players.example", "olga@players.example"


@pytest.fixture
def rows(store: Store) -> list[OutboxRow]:
    """All that a lively game sends."""
    room = Mailroom(store)
    room.make_game()
    room.write("stranger@else.example", "A Par - Bur")
    room.write(OLGA, "observe duel")
    room.work()
    room.write(OLGA, "yes", room.reply_to(OLGA))
    room.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France")
    to = room.reply_to(FRED)
    room.write(FRED, "A Par - Bur\nA Mar - Xyz\npress to Austria\nHi Anna =?utf-8?q?x?=\nend press", to)
    room.write("fred@work.example", "A Par - Pic", to)
    for text in ("help", "status", "my orders", "", "taal Nederlands", "withdraw", "join nowhere"):
        room.write(FRED, text, to)
        room.work()
    room.pass_deadline()
    room.pass_deadline()
    room.pass_deadline()
    return room.rows()


def test_the_game_was_lively(rows: list[OutboxRow]) -> None:
    kinds = {row.kind for row in rows}
    assert kinds >= {"acknowledgement", "command", "confirm", "game start", "joined", "results", "stranger"}
    assert len(rows) > 25


def test_every_letter_has_the_headers_that_let_it_arrive(rows: list[OutboxRow]) -> None:
    for row in rows:
        head, _, body = row.raw.partition(b"\r\n\r\n")
        letter = email.message_from_bytes(row.raw, policy=email.policy.default)
        names = [name.lower() for name in letter]
        assert len(names) == len(set(names)), names
        assert head.isascii()
        # a word that is too long by itself stands alone on its line
        assert [line for line in head.split(b"\r\n") if len(line) > 78 and line.count(b" ") > 1] == []
        assert [line for line in body.split(b"\r\n") if len(line) > 78] == []
        assert b"\n" not in row.raw.replace(b"\r\n", b"")
        assert str(letter["From"]).endswith("<judge@judge.example>")
        assert str(letter["Message-ID"]).strip() == row.message_id
        assert parsedate_to_datetime(str(letter["Date"])).tzinfo is not None
        assert letter["Auto-Submitted"] in ("auto-generated", "auto-replied")
        assert letter["X-Auto-Response-Suppress"] == "OOF, AutoReply, RN, NRN"
        assert "judge@judge.example" in str(letter["X-Judge-Loop"])
        assert "@judge.example" in str(letter["Reply-To"])
        assert row.envelope_from == "" or re.fullmatch(
            r"judge\+b\.\d+\.\w{10}@judge\.example", row.envelope_from
        )
        assert letter.get_content_charset() == "utf-8"


def test_an_answer_says_what_it_answers(rows: list[OutboxRow]) -> None:
    for row in rows:
        letter = email.message_from_bytes(row.raw, policy=email.policy.default)
        assert (letter["Auto-Submitted"] == "auto-replied") == (letter["In-Reply-To"] is not None)
        if letter["In-Reply-To"]:
            assert str(letter["In-Reply-To"]) in str(letter["References"])


def test_only_those_who_may_leave_at_once_get_a_way_out(rows: list[OutboxRow]) -> None:
    for row in rows:
        letter = email.message_from_bytes(row.raw, policy=email.policy.default)
        assert (letter["List-Unsubscribe"] is not None) <= (row.recipient == OLGA)


def test_no_letter_holds_the_token_or_the_address_of_another(rows: list[OutboxRow]) -> None:
    people = {ANNA, FRED, OLGA, "mia@players.example"}
    tokens: dict[str, set[bytes]] = {person: set() for person in people}
    for row in rows:
        if row.recipient in people:
            tokens[row.recipient] |= set(re.findall(rb"judge\+g\d+\.(\w{10})@", row.raw))
    for row in rows:
        for person in people - {row.recipient}:
            assert not any(token in row.raw for token in tokens[person] - tokens.get(row.recipient, set()))
            if row.recipient in people - {"mia@players.example"}:
                assert person.encode() not in row.raw
