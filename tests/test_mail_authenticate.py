"""Letters that reach our own listener from the Internet: what the DNS says of their sender."""

import smtplib
from pathlib import Path

import pytest
from servers.mailservers import listening, until

from judge.letters import Envelope, read
from judge.mail.authenticate import Authenticator, without_results
from judge.mail.signing import Signer

NAME = "mx.club.example"
LETTER = (
    b"From: Jan <jan@spelers.example>\r\nTo: judge@club.example\r\nSubject: orders\r\n"
    b"Date: Sun, 01 Nov 2026 19:00:00 +0000\r\nMessage-ID: <a@spelers.example>\r\n\r\nA Par - Bur\r\n"
)
ENVELOPE = Envelope("jan@spelers.example", ("judge@club.example",))


@pytest.fixture
def signed(key_file: Path) -> bytes:
    return Signer.from_file("spelers.example", "s1", key_file).sign(LETTER)


@pytest.fixture
def names(record: bytes) -> dict[str, str]:
    return {"s1._domainkey.spelers.example": record.decode(), "_dmarc.spelers.example": "v=DMARC1; p=none"}


def verdict(raw: bytes, names: dict[str, str], envelope: Envelope = ENVELOPE):
    letter = Authenticator(NAME, names.get)(raw, envelope, "127.0.0.1", "mail.spelers.example")
    return read(letter, envelope, trusted=[NAME])


def test_a_signature_of_the_senders_domain_is_proof(signed: bytes, names: dict[str, str]) -> None:
    found = verdict(signed, names)
    assert found.authentication.proven
    assert (found.authentication.dkim, found.authentication.dmarc) == ("pass", "pass")
    assert found.text == "A Par - Bur"


def test_a_changed_letter_is_refused_where_the_domain_has_a_policy(
    signed: bytes, names: dict[str, str]
) -> None:
    found = verdict(signed.replace(b"A Par - Bur", b"A Par - Pic"), names)
    assert (found.action.value, found.why) == ("reject", "dmarc")


def test_a_domain_without_policy_and_signature_proves_nothing_and_refuses_nothing() -> None:
    found = verdict(LETTER, {})
    assert not found.authentication.proven
    assert found.action.value == "parse"


def test_a_signature_of_another_domain_proves_nothing(
    key_file: Path, names: dict[str, str], record: bytes
) -> None:
    foreign = Signer.from_file("evil.example", "s1", key_file).sign(LETTER)
    found = verdict(foreign, {"s1._domainkey.evil.example": record.decode()})
    assert not found.authentication.proven


@pytest.mark.parametrize(
    "header",
    [
        b"Authentication-Results: mx.club.example; dmarc=pass",
        b"AUTHENTICATION-RESULTS:\r\n\tMX.club.example 1;\r\n\tdmarc=pass header.from=spelers.example",
        b"Authentication-Results: (hi) mx.club.example; dkim=pass header.d=spelers.example",
    ],
)
def test_a_verdict_in_our_name_that_is_not_ours_is_taken_out(header: bytes) -> None:
    assert without_results(header + b"\r\n" + LETTER, NAME) == LETTER
    assert not verdict(header + b"\r\n" + LETTER, {}).authentication.proven


def test_the_verdicts_of_others_stay() -> None:
    raw = b"Authentication-Results: mx.other.example; dmarc=pass\r\n" + LETTER
    assert without_results(raw, NAME) == raw


@pytest.mark.parametrize(
    "raw",
    [b"", b"\xff" * 500, b"From: a@b\r\nFrom: c@d\r\n\r\nx", b"DKIM-Signature: v=1; a=;;\r\n" * 50 + LETTER],
)
def test_a_letter_that_is_odd_stays_as_it_is_and_unproven(raw: bytes) -> None:
    assert not verdict(raw, {}).authentication.proven


def test_a_resolver_that_fails_costs_the_proof_and_nothing_else(signed: bytes, names: dict[str, str]) -> None:
    def broken(name: str) -> str | None:
        if "dmarc" in name:
            return names[name]
        raise OSError("no network")

    letter = Authenticator(NAME, broken)(signed, ENVELOPE, "127.0.0.1", "x")
    found = read(letter, ENVELOPE, trusted=[NAME])
    assert (found.action.value, found.authentication.proven) == ("parse", False)


def test_the_listener_asks_before_it_stores(signed: bytes, names: dict[str, str]) -> None:
    with listening(prepare=Authenticator(NAME, names.get)) as opened:
        with smtplib.SMTP("127.0.0.1", opened.port) as client:
            client.sendmail("jan@spelers.example", ["judge@club.example"], signed)
        raw, envelope, _ = until(lambda: opened.post.taken)[0]
    assert read(raw, envelope, trusted=[NAME]).authentication.proven
