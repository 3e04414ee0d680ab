"""Observers and mailing lists: they get the results, order nothing, and can leave."""

import email

import pytest
from mailroom import Mailroom, text_of

from judge.letters import bounce_address
from judge.service import people
from judge.settings import Settings
from judge.store import GameState, LetterState, Role, Store

ANNA, FRED = "anna@players.nl", "fred@players.example"
OLGA, OTTO = "olga@else.example", "otto@elders.nl"
MIA, LIST = "mia@players.example", "league@lists.example"


@pytest.fixture
def room(store: Store) -> Mailroom:
    return Mailroom(store)


@pytest.fixture
def duel(room: Mailroom) -> Mailroom:
    """A running game: Anna (in Dutch) is Austria, Fred (in English) is France."""
    room.make_game()
    room.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France")
    return room


def kinds(room: Mailroom, address: str) -> list[str]:
    return [row.kind for row in room.rows(address)]


def observe(room: Mailroom, address: str, text: str = "observe duel") -> None:
    room.write(address, text)
    room.work()
    room.write(address, "ok", room.reply_to(address))
    room.work()


def observers(room: Mailroom) -> list[str]:
    with room.store.read() as tx:
        seats = [seat for seat in tx.seats(tx.games()[0].id) if seat.role is Role.OBSERVER]
        return [tx.addresses(seat.player_id)[0].written for seat in seats]


def test_nobody_observes_before_they_confirm(duel: Mailroom) -> None:
    duel.write(OLGA, "observe duel")
    duel.work()
    assert observers(duel) == []
    assert "asked for the results" in duel.last(OLGA).replace("\n", " ")
    duel.write(OLGA, "", duel.reply_to(OLGA))
    duel.work()
    assert observers(duel) == [OLGA]
    assert "Spring 1901" in duel.last(OLGA)


@pytest.mark.parametrize("text", ["kijk mee met duel", "Ik wil graag meekijken met duel"])
def test_an_observer_is_written_to_in_dutch(duel: Mailroom, text: str) -> None:
    observe(duel, OTTO, text)
    duel.pass_deadline()
    assert "Dit is de uitslag" in duel.last(OTTO)


def test_an_observer_gets_the_results_with_a_way_out(duel: Mailroom) -> None:
    observe(duel, OLGA)
    duel.pass_deadline()
    letter = duel.letters(OLGA)[-1]
    assert kinds(duel, OLGA)[-1] == "results"
    assert letter["List-Id"] == "<duel.judge.example>"
    assert letter["List-Unsubscribe"] == f"<mailto:{letter['Reply-To']}?subject=unsubscribe>"
    assert "+g1." in letter["Reply-To"]
    for player in (ANNA, FRED, MIA):
        assert all(each["List-Unsubscribe"] is None for each in duel.letters(player))


@pytest.mark.parametrize(
    ("address", "subject", "text"),
    [(OLGA, "unsubscribe", ""), (OLGA, "", "unsubscribe"), (OTTO, "afmelden", ""), (OTTO, "", "afmelden")],
)
def test_an_observer_leaves_at_once(duel: Mailroom, address: str, subject: str, text: str) -> None:
    observe(duel, address, "kijk mee met duel" if address == OTTO else "observe duel")
    duel.write(address, text, duel.reply_to(address), subject=subject)
    duel.work()
    assert observers(duel) == []
    before = len(kinds(duel, address))
    duel.pass_deadline()
    assert len(kinds(duel, address)) == before


def test_the_way_out_works_from_any_address_and_only_for_observers(duel: Mailroom) -> None:
    observe(duel, OLGA)
    duel.write("olga@phone.example", "", duel.reply_to(OLGA), subject="unsubscribe")
    duel.write("fred@phone.example", "", duel.reply_to(FRED), subject="unsubscribe")
    duel.work()
    assert observers(duel) == []
    assert "no more results" in duel.last(OLGA)
    assert duel.rows("olga@phone.example") == []
    assert "Please confirm your letter" in str(duel.letters(FRED)[-1]["Subject"])


def test_an_observer_without_the_reply_address_leaves_by_name(duel: Mailroom) -> None:
    observe(duel, OLGA)
    duel.write(OLGA, "", subject="unsubscribe duel")
    duel.work()
    assert observers(duel) == []


def test_an_observer_orders_nothing_and_writes_to_the_master_alone(duel: Mailroom) -> None:
    observe(duel, OLGA)
    duel.write(OLGA, "A Par - Bur\npress to all\nhi\nend press\npress to master\nhi", duel.reply_to(OLGA))
    duel.work()
    with duel.store.read() as tx:
        assert tx.sheets(tx.games()[0].id, 1) == ()
    assert "press" in kinds(duel, MIA)
    assert "press" not in kinds(duel, ANNA)
    assert "Part of your press" in str(duel.letters(OLGA)[-1]["Subject"])


@pytest.mark.parametrize(
    ("sender", "text", "says"),
    [
        (OLGA, "observe nogame", "no game “nogame”"),
        (FRED, "observe duel", "in game duel already"),
    ],
)
def test_who_cannot_observe_hears_why(duel: Mailroom, sender: str, text: str, says: str) -> None:
    duel.write(sender, text)
    duel.work()
    assert says in duel.last(sender)


def test_a_game_that_is_over_has_no_new_observers(duel: Mailroom) -> None:
    with duel.store.write() as tx:
        tx.set_game_state(tx.games()[0].id, GameState.FINISHED)
    duel.write(OLGA, "observe duel")
    duel.work()
    assert "is over" in duel.last(OLGA)


def test_an_observer_who_joins_becomes_a_player(room: Mailroom) -> None:
    room.make_game()
    observe(room, OLGA)
    room.sign_on(OLGA)
    assert observers(room) == []
    assert "You have joined" in str(room.letters(OLGA)[-1]["Subject"])


def test_a_wish_to_observe_costs_no_order(duel: Mailroom) -> None:
    duel.make_game("other")
    duel.write(FRED, "observe other\nA Par - Bur", duel.reply_to(FRED))
    duel.work()
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)
    assert "You observe other" in " ".join(str(letter["Subject"]) for letter in duel.letters(FRED))


def test_a_wish_to_join_another_game_costs_no_order(duel: Mailroom) -> None:
    duel.make_game("other")
    duel.write(FRED, "join other\nA Par - Bur", duel.reply_to(FRED))
    duel.work()
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


def test_leaving_one_game_does_not_leave_another(duel: Mailroom) -> None:
    duel.make_game("other")
    duel.write(FRED, "join other", duel.reply_to(FRED))
    duel.work()
    to = next(str(x["Reply-To"]) for x in duel.letters(FRED) if "you play France" in str(x["Subject"]))
    duel.write(FRED, "withdraw from other", to)
    duel.work()
    assert "given up your place" in duel.last(FRED)
    with duel.store.read() as tx:
        games = {tx.game(seat.game_id).name for seat in tx.seats_of(tx.player_by_address(FRED).id)}  # type: ignore[union-attr]
    assert games == {"duel"}


# Mailing lists


@pytest.fixture
def listed(room: Mailroom) -> Mailroom:
    """The duel, whose results go to a mailing list."""
    room.make_game()
    with room.store.write() as tx:
        people.add_list(tx, tx.games()[0], LIST, "nl")
    room.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France")
    return room


def test_a_list_gets_the_results_from_us_and_nobodys_token(listed: Mailroom) -> None:
    listed.pass_deadline()
    assert kinds(listed, LIST) == ["game start", "results"]
    letter = listed.letters(LIST)[-1]
    assert "Dit is de uitslag" in text_of(letter)
    assert "judge@judge.example" in letter["From"]
    assert letter["Reply-To"] == "judge@judge.example"
    assert letter["List-Id"] == "<duel.judge.example>"
    assert letter["List-Unsubscribe"] == "<mailto:judge@judge.example?subject=unsubscribe%20duel>"
    for row in listed.rows(LIST):
        assert row.envelope_from == "judge@judge.example"
        assert b"+g" not in row.raw
        assert b"<g1." not in row.raw
        assert not any(name in row.raw for name in (b"Anna", b"Fred", b"players."))


def test_a_list_that_is_taken_off_gets_no_more(listed: Mailroom) -> None:
    with listed.store.write() as tx:
        people.remove_list(tx, tx.games()[0], LIST.upper())
    listed.pass_deadline()
    assert kinds(listed, LIST) == ["game start"]


def test_one_of_a_list_cannot_take_it_off_but_the_master_hears_of_it(listed: Mailroom) -> None:
    for _ in range(3):
        listed.write("member@else.example", "", subject="unsubscribe duel")
        listed.work()
    assert kinds(listed, "member@else.example") == ["list unwanted"]
    assert kinds(listed, MIA).count("list_unwanted") == 1
    listed.pass_deadline()
    assert kinds(listed, LIST)[-1] == "results"


MUNGED = (
    "From: Fred Jones via League <league@lists.example>\r\nTo: Judge <{to}>\r\n"
    "Subject: [League] orders\r\nMessage-ID: <m1@mail.example>\r\nList-Id: League <league.lists.example>\r\n"
    "List-Post: <mailto:league@lists.example>\r\nPrecedence: list\r\nReply-To: Fred Jones <{author}>\r\n"
    "Sender: league-bounces@lists.example\r\n"
    "Authentication-Results: mx.example; dmarc=pass header.from=lists.example\r\n\r\n"
    "A Par - Bur\r\nF Bre - Mao\r\n_______________________________________________\r\n"
    "League mailing list -- league@lists.example\r\n"
    "To unsubscribe send an email to league-leave@lists.example\r\n"
)


@pytest.mark.parametrize("author", [FRED, "fred@hidden.example"])
@pytest.mark.parametrize("by_token", [True, False])
def test_orders_by_way_of_a_list_that_hides_its_writers_count_when_confirmed(
    duel: Mailroom, author: str, by_token: bool
) -> None:
    if not by_token and author != FRED:
        return
    to = duel.reply_to(FRED) if by_token else "judge@judge.example"
    duel.deliver(MUNGED.format(to=to, author=author).encode(), "league-bounces@lists.example", to)
    duel.work()
    assert duel.rows(LIST) == []
    assert "mailing list that hides who wrote it" in duel.last(FRED).replace("\n", " ")
    with duel.store.read() as tx:
        assert tx.sheets(tx.games()[0].id, 1) == ()
    duel.write(FRED, "yes", duel.reply_to(FRED))
    duel.work()
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


def test_a_strangers_orders_by_way_of_a_list_are_not_answered(duel: Mailroom) -> None:
    to = "judge@judge.example"
    raw = MUNGED.format(to=to, author="victim@else.example").encode()
    duel.deliver(raw, "league-bounces@lists.example", to)
    duel.work()
    assert duel.rows("victim@else.example") == []
    with duel.store.read() as tx:
        assert len(tx.letters(LetterState.HELD)) == 1


def test_what_a_list_proves_of_itself_proves_nothing_of_its_members(store: Store) -> None:
    duel = Mailroom(store, Settings(address="judge@judge.example", trusted=("mx.example",)))
    duel.make_game()
    duel.sign_on(f"{ANNA} Oostenrijk", f"{FRED} France")
    to = duel.reply_to(FRED)
    duel.deliver(MUNGED.format(to=to, author=FRED).encode(), "league-bounces@lists.example", to)
    duel.work()
    with duel.store.read() as tx:
        player = tx.player_by_address(FRED)
        assert player is not None
        assert not any(address.proven for address in tx.addresses(player.id))


def test_a_letter_whose_proof_a_list_has_spoilt_can_be_confirmed(duel: Mailroom) -> None:
    headers = {
        "List-Id": "League <league.lists.example>",
        "Authentication-Results": "mx.example; dkim=fail; dmarc=fail header.from=players.example",
    }
    duel.write(FRED, "A Par - Bur", duel.reply_to(FRED), headers=headers)
    duel.work()
    assert "mailing list" in duel.last(FRED)
    duel.write(FRED, "yes", duel.reply_to(FRED))
    duel.work()
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


def test_a_lists_member_orders_as_ever_where_the_list_changes_nothing(duel: Mailroom) -> None:
    headers = {"List-Id": "League <league.lists.example>", "List-Post": f"<mailto:{LIST}>"}
    duel.write(FRED, "A Par - Bur", duel.reply_to(FRED), headers=headers)
    duel.work()
    assert "Army Paris to Burgundy (*new*)" in duel.last(FRED)


# What the master hears


def report(room: Mailroom, address: str, to: str, status: str = "5.1.1") -> None:
    text = (
        f"From: MAILER-DAEMON@mx.example\r\nTo: {to}\r\nSubject: Undelivered\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n"
        f"Message-ID: <{room.at.timestamp()}@mx.example>\r\n\r\n--b\r\n\r\nSorry\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n"
        f"Final-Recipient: rfc822; {address}\r\nAction: failed\r\nStatus: {status}\r\n\r\n--b--\r\n"
    )
    room.deliver(text.encode(), "", to)
    room.work()


def test_the_master_hears_of_letters_that_come_back_once_a_day(duel: Mailroom) -> None:
    with duel.store.read() as tx:
        player = tx.player_by_address(FRED)
    assert player is not None
    to = bounce_address("judge@judge.example", player.id, duel.office.key)
    report(duel, FRED, to, "4.2.2")
    assert "letter_returned" not in kinds(duel, MIA)
    report(duel, FRED, to)
    assert "Fred (FRANCE)" in duel.last(MIA)
    report(duel, FRED, to)
    report(duel, FRED, to)
    assert kinds(duel, MIA)[-2:] == ["letter_returned", "address_refused"]
    assert kinds(duel, ANNA)[-1] == "game start"


def test_the_master_hears_when_a_list_refuses_the_results(listed: Mailroom) -> None:
    report(listed, LIST, "judge@judge.example")
    report(listed, LIST, "judge@judge.example")
    assert kinds(listed, MIA).count("letter_returned") == 1
    assert LIST in listed.last(MIA)


def test_of_a_forged_letter_the_player_and_the_master_hear_and_it_orders_nothing(duel: Mailroom) -> None:
    forged = {"Authentication-Results": "mx.example; spf=fail; dkim=none; dmarc=fail"}
    for _ in range(5):
        duel.write(FRED, "A Par - Pic", subject="orders", headers=forged)
        duel.work()
    with duel.store.read() as tx:
        assert tx.sheets(tx.games()[0].id, 1) == ()
    assert "not accepted" in duel.last(FRED)
    assert kinds(duel, FRED).count("rejected") == 1
    assert kinds(duel, MIA).count("sender_forged") == 1
    assert "Fred (FRANCE)" in duel.last(MIA)


def test_a_letter_of_two_senders_is_told_to_the_seat_it_came_for(duel: Mailroom) -> None:
    to = duel.reply_to(FRED)
    raw = f"From: {FRED}\r\nFrom: evil@else.example\r\nTo: {to}\r\nMessage-ID: <x@y>\r\n\r\nA Par - Pic\r\n"
    duel.deliver(raw.encode(), "evil@else.example", to)
    duel.work()
    assert "more than one sender" in duel.last(FRED).replace("\n", " ")
    assert duel.rows("evil@else.example") == []
    assert "sender_forged" in kinds(duel, MIA)
    assert email.message_from_bytes(duel.rows(MIA)[-1].raw)["Auto-Submitted"] == "auto-generated"
