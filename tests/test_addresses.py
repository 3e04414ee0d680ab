"""A player's several addresses, new reply addresses, letters that wait, and letters that cannot be read."""

import pytest
from mailroom import Mailroom, text_of

from judge.letters import bounce_address
from judge.service import people
from judge.service.master import MasterFault
from judge.store import Store

ANNA, FRED = "anna@players.nl", "fred@players.example"
WORK, WERK = "fred@work.example", "anna@werk.nl"


@pytest.fixture
def duel(store: Store) -> Mailroom:
    """A running game: Anna (in Dutch) is Austria, Fred (in English) is France."""
    room = Mailroom(store)
    room.make_game()
    room.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France")
    return room


def addresses(room: Mailroom, address: str) -> list[str]:
    with room.store.read() as tx:
        player = tx.player_by_address(address)
        assert player is not None
        return [each.written for each in tx.addresses(player.id)]


@pytest.mark.parametrize(
    ("owner", "other", "answer", "says"),
    [
        (FRED, WORK, "yes, always", "count as yours"),
        (ANNA, WERK, "Ja, altijd!", "gelden voortaan als de jouwe"),
    ],
)
def test_an_address_is_known_from_then_on_where_the_owner_says_always(
    duel: Mailroom, owner: str, other: str, answer: str, says: str
) -> None:
    token = duel.reply_to(owner)
    duel.write(other, "A Par - Bur\nA Vie - Boh", token)
    duel.work()
    assert "always" in duel.last(owner) or "altijd" in duel.last(owner)
    duel.write(owner, answer, duel.reply_to(owner))
    duel.work()
    assert addresses(duel, owner) == [owner, other]
    told = " ".join(text_of(duel.letters(owner)[-2]).split())
    assert says in told
    assert other in told
    duel.write(other, "A Par - Pic\nA Vie - Gal", token)
    duel.work()
    assert duel.rows(owner)[-1].kind == "acknowledgement"
    assert duel.rows(other) == []


@pytest.mark.parametrize(
    "answer", ["yes", "", "not always", "I always play France and nobody else does, you know"]
)
def test_an_address_stays_unknown_where_the_owner_does_not(duel: Mailroom, answer: str) -> None:
    duel.write(WORK, "A Par - Bur", duel.reply_to(FRED))
    duel.work()
    duel.write(FRED, answer, duel.reply_to(FRED))
    duel.work()
    assert addresses(duel, FRED) == [FRED]
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


def test_always_does_not_take_the_address_of_another_player(duel: Mailroom) -> None:
    duel.write(ANNA, "A Par - Bur", duel.reply_to(FRED))
    duel.work()
    duel.write(FRED, "always", duel.reply_to(FRED))
    duel.work()
    assert addresses(duel, FRED) == [FRED]
    assert addresses(duel, ANNA) == [ANNA]


def test_a_letter_that_is_confirmed_after_its_deadline_comes_too_late(duel: Mailroom) -> None:
    duel.write(WORK, "A Par - Bur", duel.reply_to(FRED))
    duel.work()
    confirm = duel.reply_to(FRED)
    duel.pass_deadline()
    duel.write(FRED, "yes", confirm)
    duel.work()
    assert "the phase that your letter was for has ended" in duel.last(FRED).replace("\n", " ")
    with duel.store.read() as tx:
        assert tx.sheets(tx.games()[0].id, 2) == ()


def test_a_confirmation_between_the_deadline_and_the_results_is_too_late_as_well(duel: Mailroom) -> None:
    duel.write(WORK, "A Par - Bur", duel.reply_to(FRED))
    duel.work()
    confirm = duel.reply_to(FRED)
    with duel.store.read() as tx:
        deadline = tx.next_deadline()
    assert deadline is not None
    duel.at = deadline
    duel.write(FRED, "yes", confirm)
    duel.work()
    assert "the phase that your letter was for has ended" in duel.last(FRED).replace("\n", " ")
    with duel.store.read() as tx:
        assert tx.sheets(tx.games()[0].id, 1) == ()


def test_a_new_reply_address_is_sent_and_the_old_one_proves_nothing(duel: Mailroom) -> None:
    old = duel.reply_to(FRED)
    with duel.store.write() as tx:
        people.rotate(duel.office, tx, tx.games()[0], "frankrijk", duel.at)
    assert "A new reply address" in str(duel.letters(FRED)[-1]["Subject"])
    new = duel.reply_to(FRED)
    assert new != old
    duel.write(WORK, "A Par - Pic", old)
    duel.work()
    assert "no player" in str(duel.letters(WORK)[-1]["Subject"])
    duel.write(FRED, "A Par - Bur", new)
    duel.work()
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


def test_addresses_are_added_and_removed_but_never_the_last(duel: Mailroom) -> None:
    with duel.store.write() as tx:
        people.add_address(tx, FRED, WORK)
        with pytest.raises(MasterFault, match="already"):
            people.add_address(tx, FRED, ANNA)
        with pytest.raises(MasterFault, match="nobody has"):
            people.add_address(tx, "x@y.example", WORK)
        (line,) = [line for line in people.player_lines(tx) if WORK in line]
    assert line.endswith(f"Fred (en)  {FRED}, {WORK}  duel: FRANCE")
    with duel.store.write() as tx:
        people.remove_address(tx, FRED)
        with pytest.raises(MasterFault, match="only address"):
            people.remove_address(tx, WORK)
    duel.pass_deadline()
    assert duel.rows(WORK)[-1].kind == "results"


# Letters that cannot be read


def deliver(room: Mailroom, sender: str, to: str, kind: str, body: str, subject: str = "orders") -> None:
    raw = (
        f"From: {sender}\r\nTo: {to}\r\nSubject: {subject}\r\nMIME-Version: 1.0\r\n"
        f"Message-ID: <{room.at.timestamp()}@players.example>\r\nContent-Type: {kind}\r\n\r\n{body}"
    )
    room.deliver(raw.encode(), sender, to)
    room.work()


ATTACHED = (
    "multipart/mixed; boundary=b",
    "--b\r\nContent-Type: text/plain\r\n\r\n\r\n--b\r\nContent-Type: application/pdf; name=orders.pdf\r\n"
    "Content-Disposition: attachment; filename=orders.pdf\r\n\r\nJVBERi0=\r\n--b--\r\n",
)
ENCRYPTED = (
    'multipart/encrypted; boundary=b; protocol="application/pgp-encrypted"',
    "--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n"
    "--b\r\nContent-Type: application/octet-stream\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nhQEM\r\n"
    "-----END PGP MESSAGE-----\r\n--b--\r\n",
)
FORWARDED = (
    "text/plain",
    "FYI\r\n\r\n---------- Forwarded message ---------\r\nFrom: Jan <jan@x.example>\r\n"
    "Date: Mon, 4 Jan 2027\r\nSubject: plan\r\n\r\nA Par - Bur\r\n",
)


@pytest.mark.parametrize(
    ("letter", "subject", "english", "dutch"),
    [
        (ATTACHED, "orders", "sits in an attachment", "zit in een bijlage"),
        (ENCRYPTED, "orders", "it is encrypted", "hij is versleuteld"),
        (FORWARDED, "Fwd: plan", "a letter that you forwarded", "een brief die je hebt doorgestuurd"),
        (("text/plain", "\r\n"), "orders", "no text in it", "er staat geen tekst in"),
    ],
    ids=["attachment", "encrypted", "forwarded", "empty"],
)
def test_a_letter_that_cannot_be_read_is_answered_with_the_reason_and_the_orders(
    duel: Mailroom, letter: tuple[str, str], subject: str, english: str, dutch: str
) -> None:
    for sender, says, order, stands in (
        (FRED, english, "A Par - Bur", "France: Army Paris to Burgundy (*as before*)"),
        (ANNA, dutch, "leger Wenen naar Triëst", "Oostenrijk: Leger Wenen naar Triëst (*zoals eerst*)"),
    ):
        duel.write(sender, order, duel.reply_to(sender))
        duel.work()
        deliver(duel, sender, duel.reply_to(sender), *letter, subject=subject)
        text = duel.last(sender)
        assert says in text.replace("\n", " ")
        assert stands.partition("(*")[0] in text
        assert "Deadline" in text


def test_talk_to_the_bounce_address_is_told_so_and_orders_to_it_count(duel: Mailroom) -> None:
    with duel.store.read() as tx:
        player = tx.player_by_address(FRED)
    assert player is not None
    to = bounce_address("judge@judge.example", player.id, duel.office.key)
    duel.write(FRED, "Hello there!", to)
    duel.work()
    assert "letters that could not be delivered" in duel.last(FRED).replace("\n", " ")
    duel.write(FRED, "A Par - Bur", to)
    duel.work()
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


def test_a_command_in_the_subject_of_an_empty_letter_is_carried_out(duel: Mailroom) -> None:
    duel.write(FRED, "", duel.reply_to(FRED), subject="status")
    duel.work()
    assert "How things stand" in str(duel.letters(FRED)[-1]["Subject"])


def test_a_letter_that_cannot_be_read_is_answered_before_the_game_begins_too(store: Store) -> None:
    room = Mailroom(store)
    room.make_game()
    room.sign_on(FRED)
    deliver(room, FRED, room.reply_to(FRED), *ATTACHED)
    assert "sits in an attachment" in room.last(FRED).replace("\n", " ")
