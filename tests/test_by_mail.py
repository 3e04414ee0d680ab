"""The house over real SMTP: killed at any moment, it loses nothing, and sends nothing under two names."""

import random
import smtplib
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from house import (
    House,
    PostOffice,
    await_letter,
    free_port,
    make_house,
    post_office,
    reply_to,
    sign_on,
    until,
)

from judge.mail.sender import deliver
from judge.store import Store

ANNA, FRED = "anna@players.example", "fred@players.example"
PEOPLE = {ANNA: "Austria", FRED: "France"}


@pytest.fixture
def office(tmp_path: Path) -> Iterator[PostOffice]:
    with post_office(tmp_path / "mail") as opened:
        yield opened


@pytest.fixture
def house(tmp_path: Path, office: PostOffice) -> Iterator[House]:
    made = make_house(tmp_path, office.listener.port)
    made.start()
    yield made
    made.stop()


def make_game(house: House, every: str) -> None:
    rules = ["--movement", every, "--retreats", every, "--adjustments", every]
    house.run("game", "create", "duel", "--master", "mia@players.example", "--map", "france-austria", *rules)


def results(office: PostOffice, address: str) -> list[str]:
    return [s for letter in office.letters(address) if "Results" in (s := str(letter["Subject"]))]


def test_killed_between_acceptance_and_deadline_it_loses_no_order(house: House, office: PostOffice) -> None:
    make_game(house, "every 6 seconds")
    sign_on(house, office, PEOPLE)
    house.send(FRED, reply_to(office, FRED), "A Par - Bur")
    house.kill()
    time.sleep(7)  # the deadline passes while nobody is there
    house.start()
    _, text = await_letter(office, FRED, "Results Spring 1901")
    assert "France: Army Paris to Burgundy (*succeeds*)" in text


def test_killed_again_and_again_around_deadlines_each_result_comes_once(
    house: House, office: PostOffice, tmp_path: Path
) -> None:
    make_game(house, "every 2 seconds")
    sign_on(house, office, PEOPLE)
    chance = random.Random(20270104)
    for _ in range(6):
        time.sleep(chance.uniform(0.3, 2.2))
        house.kill()
        house.start()
    house.run("game", "pause", "duel")
    store = Store.open(f"sqlite:///{tmp_path}/judge.db")
    with store.read() as tx:
        rows = [row for row in tx.letters_to(tx.games()[0].id) if row.kind == "results"]
        phases = tx.phases(tx.games()[0].id)
    closed = [row for row in phases if row.status.value == "done"]
    assert len(closed) >= 3
    assert Counter((row.phase_no, row.recipient) for row in rows) == Counter(
        (row.no, address) for row in closed for address in (ANNA, FRED, "mia@players.example")
    )

    def all_there() -> bool:
        return len(
            {str(m["Message-ID"]) for m in office.letters(FRED) if "Results" in str(m["Subject"])}
        ) >= len(closed)

    until(all_there, "every result in the mailbox")
    store.close()
    # A letter may come twice after a crash, but never under two names.
    names: dict[str, set[str]] = {}
    for letter in office.letters(FRED):
        if "Results" in str(letter["Subject"]):
            names.setdefault(str(letter["Subject"]), set()).add(str(letter["Message-ID"]))
    assert {subject: len(ids) for subject, ids in names.items()} == dict.fromkeys(names, 1)


def test_sigterm_ends_it_with_nothing_half_done(house: House, office: PostOffice) -> None:
    make_game(house, "every 1 hour")
    sign_on(house, office, PEOPLE)
    house.send(FRED, reply_to(office, FRED), "A Par - Bur")
    assert house.stop() == 0
    house.start()
    await_letter(office, FRED, "Army Paris to Burgundy")


def test_a_year_of_play_with_retreats_and_builds(house: House, office: PostOffice) -> None:
    make_game(house, "every 3 seconds")
    sign_on(house, office, PEOPLE)
    to = {address: reply_to(office, address) for address in PEOPLE}
    house.send(FRED, to[FRED], "A Mar - Pie\nA Par - Bur")
    house.send(ANNA, to[ANNA], "A Vie - Tyr\nF Tri - Ven")
    await_letter(office, ANNA, "Results Spring 1901")
    house.send(ANNA, to[ANNA], "A Tyr S F Ven - Pie\nF Ven - Adr")
    await_letter(office, FRED, "Results Fall 1901")
    house.send(FRED, to[FRED], "build F Mar")
    text = until(
        lambda: next((s for s in results(office, FRED) if "Winter 1901" in s or "Spring 1902" in s), None),
        "the winter",
    )
    assert text


class TestBadInput:
    """What people and programs really send; the daemon answers and goes on."""

    @pytest.fixture
    def running(self, house: House, office: PostOffice) -> House:
        make_game(house, "every 1 hour")
        sign_on(house, office, PEOPLE)
        return house

    def test_it_goes_on_after_all_of_them(self, running: House, office: PostOffice) -> None:
        to = reply_to(office, FRED)
        running.send("stranger@else.example", "judge@judge.example", "A Par - Bur")
        running.send(FRED, to, "")
        running.send(FRED, to, "Nice weather today, is it not?")
        running.send(FRED, to, "A Vie - Boh")
        with smtplib.SMTP("127.0.0.1", running.port) as server, pytest.raises(smtplib.SMTPException) as big:
            server.sendmail(FRED, [to], b"Subject: big\r\n\r\n" + b"x" * 70 + b"\r\n" * 1_000_000)
        assert "552" in str(big.value)
        with smtplib.SMTP("127.0.0.1", running.port) as server:
            assert server.sendmail(FRED, [to], b"") == {}
        with smtplib.SMTP("127.0.0.1", running.port) as server:
            server.ehlo()
            server.mail(FRED)
            assert server.rcpt("nobody@else.example")[0] == 550
        running.send(FRED, to, "A Par - Bur")
        await_letter(office, FRED, "Army Paris to Burgundy (*new*)")
        await_letter(office, "stranger@else.example", "judge")
        _, text = await_letter(office, FRED, "> A Vie - Boh")
        assert "Austria" in text


def test_without_any_server_it_works_from_and_into_maildirs(tmp_path: Path) -> None:
    """No relay, no mailbox elsewhere: letters come in by a Maildir and go out into Maildirs."""
    config = tmp_path / "judge.toml"
    port = free_port()
    config.write_text(
        f'address = "judge@judge.example"\ndatabase = "sqlite:///{tmp_path}/judge.db"\n'
        f'[smtp]\nport = {port}\n[maildir]\npath = "{tmp_path}/in"\npoll = "1s"\n'
        f'[relay]\nmaildir = "{tmp_path}/out"\n[timing]\noutbox = "1s"\n'
    )
    house = House(tmp_path, config, port)
    house.start()
    try:
        deliver(tmp_path / "in", b"From: fred@players.example\r\nTo: judge@judge.example\r\n\r\nhelp\r\n")
        out = tmp_path / "out" / FRED / "new"
        letter = until(lambda: next(iter(out.glob("*")), None), "the answer")
        assert b"Army" in letter.read_bytes()
        assert list((tmp_path / "in" / "new").iterdir()) == []
    finally:
        assert house.stop() == 0
