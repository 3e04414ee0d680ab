"""Tokens in addresses, bounce addresses, and what may be believed of an Authentication-Results header."""

import pytest

from judge.letters import (
    bounce_address,
    find_bounced,
    find_token,
    is_token,
    letter_id,
    read,
    reply_address,
    token,
)
from judge.letters.headers import mailbox
from judge.letters.incoming import Authentication

KEY, BASE = b"k" * 32, "judge@club.example"
TOKEN = token(KEY, 42, 3, 1)


def test_a_token_is_ten_letters_that_survive_upper_case() -> None:
    assert len(TOKEN) == 10
    assert TOKEN.isalnum()
    assert TOKEN.islower()
    assert is_token(TOKEN.upper(), KEY, 42, 3, 1)


def test_a_token_is_for_one_game_seat_generation_and_key() -> None:
    others = [token(KEY, 43, 3, 1), token(KEY, 42, 4, 1), token(KEY, 42, 3, 2), token(b"x" * 32, 42, 3, 1)]
    assert len({TOKEN, *others}) == 5
    assert not any(is_token(other, KEY, 42, 3, 1) for other in others)
    assert not is_token("", KEY, 42, 3, 1)
    assert not is_token("é" * 10, KEY, 42, 3, 1)


@pytest.mark.parametrize("separator", ["+", "-", "="])
def test_the_token_is_found_in_any_address_of_ours(separator: str) -> None:
    address = reply_address(BASE, 42, TOKEN, separator)
    assert find_token(["x@y.z", address.upper()], BASE, separator) == (42, TOKEN)
    assert find_token([address.replace("club", "evil")], BASE, separator) is None
    assert find_token(["judge@club.example"], BASE, separator) is None


def test_an_address_beats_a_message_id_and_a_message_id_beats_nothing() -> None:
    other = token(KEY, 7, 1, 1)
    ours = letter_id("club.example", 7, other, "row9")
    assert find_token([ours], BASE) == (7, other)
    assert find_token([ours, reply_address(BASE, 42, TOKEN)], BASE) == (42, TOKEN)
    assert find_token(["<g7.short.x@club.example>", ours.replace("club", "evil")], BASE) is None


def test_a_bounce_address_names_its_player_and_cannot_be_made_up() -> None:
    address = bounce_address(BASE, 17, KEY)
    assert find_bounced([address.upper()], BASE, KEY) == 17
    assert find_bounced([address.replace(".17.", ".18.")], BASE, KEY) is None
    assert find_bounced([bounce_address(BASE, 17, b"other")], BASE, KEY) is None
    assert find_bounced(["judge+b.x.y@club.example", ""], BASE, KEY) is None


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("jan@club.example", "jan@club.example"),
        ("Jan <jan@Club.EXAMPLE>", "jan@club.example"),
        ("JAN@club.example", "JAN@club.example"),
        ('"Vries, F. de" <frans@example.org>', "frans@example.org"),
        ("Vries, F. de <frans@example.org>", "frans@example.org"),
        ("frans@example.org (Frans)", "frans@example.org"),
        ('"jan@club.example" <thief@evil.example>', "thief@evil.example"),
        ("jan@club.example <jan@club.example>", "jan@club.example"),
        ("=?utf-8?q?jan=40club=2Eexample?= <thief@evil.example>", "thief@evil.example"),
        ("josé@spélers.example", "josé@spélers.example"),
    ],
)
def test_a_plain_sender_is_found(value: str, address: str) -> None:
    assert mailbox(value) == (address, "")


@pytest.mark.parametrize(
    "value",
    [
        *("", "jan", "<>", "jan@", "@club.example", "jan@club.example, piet@club.example", "a@b.c; d@e.f"),
        *("jan@club.example <thief@evil.example>", "jan@club.example]<thief@evil.example>", "<a@b.c><d@e.f>"),
        *("Jan <jan@club.example> thief@evil.example", "jan @club.example", "(jan@club.example", '"jan@x.y'),
        *(
            "friends: a@b.c, d@e.f;",
            "jan@club.example\\",
            "jan@club..example",
            ".jan@club.example",
            "a@b@c.d",
        ),
        *("jan@[127.0.0.1]", "<@route.example:jan@club.example>", "jan@club.example\x00@evil.example"),
    ],
)
def test_a_doubtful_sender_is_none(value: str) -> None:
    assert mailbox(value)[0] is None


def letter(*results: str, sender: str = "jan@spelers.example") -> bytes:
    head = "".join(f"Authentication-Results: {result}\r\n" for result in results)
    return f"{head}From: {sender}\r\nTo: judge@club.example\r\n\r\nA Par H\r\n".encode()


PASS = "mx.club.example; dkim=pass header.d=spelers.example; dmarc=pass header.from=spelers.example"
FAIL = "mx.club.example; dkim=none; dmarc=fail (p=none) header.from=spelers.example"


def test_a_pass_of_our_own_server_is_proof() -> None:
    found = read(letter(PASS), trusted=["MX.club.example"]).authentication
    assert found == Authentication(dmarc="pass", dkim="pass", aligned=True)
    assert found.proven


@pytest.mark.parametrize("trusted", [[], ["mx.evil.example"]])
def test_a_pass_of_anyone_else_is_nothing(trusted: list[str]) -> None:
    assert read(letter(PASS), trusted=trusted).authentication == Authentication()


def test_only_the_topmost_header_counts() -> None:
    assert not read(letter(FAIL, PASS), trusted=["mx.club.example"]).authentication.proven
    assert read(letter(FAIL, PASS), trusted=["mx.club.example"]).why == "dmarc"
    forged_below = letter("mx.evil.example; spf=none", PASS)
    assert not read(forged_below, trusted=["mx.club.example"]).authentication.proven


def test_bad_news_is_believed_from_anyone() -> None:
    assert read(letter(FAIL)).why == "dmarc"


@pytest.mark.parametrize(
    ("result", "proven"),
    [
        ("mx.club.example; dkim=pass header.d=spelers.example", True),
        ("mx.club.example; dkim=pass header.i=@mail.spelers.example", True),
        ("mx.club.example; dkim=pass header.d=evil.example", False),
        ("mx.club.example; dkim=pass header.d=example", False),
        ("mx.club.example; dkim=pass header.d=lers.example", False),
        ("mx.club.example; dkim=fail header.d=spelers.example", False),
        ("mx.club.example; spf=pass smtp.mailfrom=jan@spelers.example", True),
        (
            "mx.club.example; spf=pass (dkim=pass header.d=spelers.example) smtp.mailfrom=x@evil.example",
            False,
        ),
        ("mx.club.example 1; dkim=pass (2048-bit key; unprotected) header.d=spelers.example", True),
        ("mx.club.example; none", False),
        ("spf=pass (sender IP is 1.2.3.4) smtp.mailfrom=spelers.example; dmarc=pass", False),
        ("", False),
        (";;;===", False),
    ],
)
def test_a_pass_counts_for_its_own_domain_only(result: str, proven: bool) -> None:
    assert read(letter(result), trusted=["mx.club.example"]).authentication.proven is proven
