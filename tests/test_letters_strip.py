"""What is stripped and what is not, over all the ways in which programs quote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.letters import MARKER, read
from judge.letters.glance import looks_like_order
from judge.letters.strip import new_text

JUDGE = "Judge <judge+g42.k7q2m9xw4d@club.example>"
HISTORY = ["Germany: A Mun - Ruh (*ok*)", "F Kie - Den", "A Ber - Kie"]

QUOTED = [
    f"On Mon, Nov 3, 2025 at 2:05 PM {JUDGE} wrote:",
    f"On Mon, 3 Nov 2025 at 14:05, {JUDGE}\nwrote:",
    f"Op ma 3 nov 2025 om 14:05 schreef {JUDGE}:",
    "Op ma 3 nov 2025 om 14:05 schreef Judge <\njudge+g42.k7q2m9xw4d@club.example>:",
    f"Op 3 nov 2025 om 14:05 heeft {JUDGE} het volgende geschreven:",
    "Op 03-11-2025 om 14:05 schreef Judge:",
    "On 2025-11-03 14:05, Judge wrote:",
    f"Am 03.11.2025 um 14:05 schrieb {JUDGE}:",
    f"Le lun. 3 nov. 2025 à 14:05, {JUDGE} a écrit :",
    "Judge wrote:",
    f"Citeren {JUDGE}:",
]
UNQUOTED = [
    *QUOTED[:7],
    f"Van: {JUDGE}\nVerzonden: maandag 3 november 2025 14:05\nAan: Jan <jan@x.example>\nOnderwerp: [g42]",
    f"From: {JUDGE}\nSent: Monday, November 3, 2025 2:05 PM\nTo: Jan <jan@x.example>\nSubject: [g42]",
    f"________________________________\nVan: {JUDGE}\nDatum: 3-11-2025 14:05\nAan: Jan",
    f"-------- Oorspronkelijk bericht --------\nVan: {JUDGE}\nDatum: 03-11-2025 14:05",
    "-----Original Message-----\nFrom: Judge",
    f"Gesendet: Montag, 3. November 2025 um 14:05 Uhr\nVon: {JUDGE}\nAn: jan@x.example",
    f"Onderwerp: [g42]\nDatum: Mon, 3 Nov 2025 14:05:21 +0100\nVan: {JUDGE}\nAan: jan@x.example",
    f"---- Op ma, 03 nov 2025 14:05:21 +0100 {JUDGE} schreef ----",
    MARKER,
]

NAMES = ["A", "F", "L", "V", "Par", "Bur", "Mar", "Bre", "Eng", "Parijs", "Bourgondië"]
WORDS = st.sampled_from([*NAMES, "-", "->", "S", "H", "steunt", "naar", "op", "on", "van", "from", "to"])
ORDERS = st.lists(
    st.builds(
        lambda unit, words: f"{unit} {' '.join(words)}",
        st.sampled_from(["A", "F", "L", "V", "Army", "Leger"]),
        st.lists(WORDS, min_size=2, max_size=7),
    ),
    min_size=1,
    max_size=6,
)


def quoted(lines: list[str]) -> str:
    return "\n".join(f"> {line}" for line in lines)


@given(ORDERS, st.sampled_from(QUOTED), st.booleans())
def test_orders_above_a_quotation_are_kept_to_the_letter(
    orders: list[str], attribution: str, blank: bool
) -> None:
    text = "\n".join(orders) + ("\n\n" if blank else "\n") + attribution + "\n" + quoted(HISTORY)
    assert new_text(text).text.split("\n") == orders


@given(ORDERS, st.sampled_from(QUOTED))
def test_orders_below_a_quotation_are_kept_to_the_letter(orders: list[str], attribution: str) -> None:
    text = attribution + "\n" + quoted([MARKER, *HISTORY, "-- ", "the judge"]) + "\n\n" + "\n".join(orders)
    assert new_text(text).text.split("\n") == orders


@given(ORDERS, st.sampled_from(QUOTED))
def test_orders_between_quotations_are_kept_to_the_letter(orders: list[str], attribution: str) -> None:
    between = "\n".join(f"> {line}\n{order}" for line, order in zip(HISTORY * 2, orders, strict=False))
    assert new_text(f"{attribution}\n{between}\n> end").text.split("\n") == orders


@given(ORDERS, st.sampled_from(UNQUOTED), st.booleans())
def test_orders_above_a_history_without_marks_are_kept_to_the_letter(
    orders: list[str], head: str, blank: bool
) -> None:
    text = "\n".join(orders) + ("\n\n" if blank else "\n") + head + "\n\n" + "\n".join(HISTORY)
    assert new_text(text).text.split("\n") == orders


@pytest.mark.parametrize("history", [one for one in UNQUOTED if "Van:" in one or "From:" in one])
def test_an_answer_below_or_between_marks_under_the_headers_of_a_mail_is_kept(history: str) -> None:
    answer = f"{history}\n\n> Parijs?\n\nL Par - Bou\n\n> En Marseille?\nL Mar - Spa"
    assert new_text(answer).text.split() == ["L", "Par", "-", "Bou", "L", "Mar", "-", "Spa"]
    assert new_text(f"L Par H\nL Mar H\n\n{history}\n\n> Parijs?\nL Par - Bou").text == "L Par H\nL Mar H"


@given(ORDERS)
def test_orders_alone_lose_nothing(orders: list[str]) -> None:
    assert new_text("\n".join(orders)).text.split("\n") == orders


@given(st.binary(max_size=2000))
def test_any_bytes_at_all_are_read(raw: bytes) -> None:
    assert read(raw).why != "reader-failed"


@given(st.text(max_size=500), st.sampled_from(["plain", "html"]))
def test_any_text_at_all_is_read(text: str, kind: str) -> None:
    head = f"From: a@b.example\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n"
    found = read(head.encode() + text.encode("utf-8", "replace"))
    assert found.why != "reader-failed"
    assert found.sender == "a@b.example"


ANY_LINE = st.sampled_from(
    [*UNQUOTED, *QUOTED, "> x", "-- ", "A Par - Bur", "", ">", "_" * 11, "a@b:", "Van: x"]
)


@given(st.lists(ANY_LINE))
def test_only_lines_of_the_letter_are_kept(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert set(new_text(text).text.split("\n")) <= {*text.split("\n"), ""}


OURS = "Je hebt nog geen orders gegeven.\nDe deadline is zondag 20:00.\nF Kie - Den\nEinde"


@pytest.mark.parametrize(
    "words",
    [
        "Op 3 november 1901 schreef Jan dat hij naar Parijs gaat.\nIk geloof hem niet.",
        "Op 12 mei schreef de koning:\nWij willen vrede.",
        "On reflection, as I wrote:\nA Par - Bur",
        "On 3 November 1901 the king wrote\nthat all is well.",
        "This message is intended for France.\nLet us be friends.",
        "De informatie in deze krant is onjuist.\nEngeland liegt.",
        "From: the king\nTo: the tsar\nSubject: peace\nLet us stop.",
        "Date: autumn\nTo: all\nWe shall win.",
        "----------\nA Par - Bur\n----------\nF Bre - Eng",
        "Van Parijs naar Bourgondië: dat is mijn plan.\nEn dan verder.",
        "He wrote:\nyes",
    ],
)
def test_a_players_own_words_are_kept_however_they_look(words: str) -> None:
    assert new_text(words).text == words


SENT = f"Voorjaar 1901\n{MARKER}\n\n{OURS}"


def test_what_we_sent_is_known_again_without_any_mark() -> None:
    assert new_text(f"A Par - Bur\n\n{OURS}", [SENT]).text == "A Par - Bur"


def test_below_an_unquoted_marker_the_new_lines_are_found_if_we_know_what_we_sent() -> None:
    assert new_text(f"{SENT}\nA Par - Bur\nF Bre - Eng", [SENT]).text == "A Par - Bur\nF Bre - Eng"
    assert new_text(f"{SENT}\nA Par - Bur").text == "Voorjaar 1901"


def test_an_order_copied_from_our_letter_still_counts() -> None:
    assert new_text("F Kie - Den", [SENT]).text == "F Kie - Den"
    copied = "F Kie - Den\nA Ber - Kie\nA Mun - Ruh"
    assert new_text(copied, [copied]).text == copied


@pytest.mark.parametrize(
    "line",
    [
        *(
            "A Par - Bur",
            "F Bre-Eng",
            "L Marseille steunt L Parijs naar Bourgondië",
            "Army Paris to Burgundy",
        ),
        *("France: A Par H", "- A Par - Bur", "2) F Kie S A Ber", "Paris -> Burgundy", "build army Paris"),
        *(
            "bouw leger Parijs",
            "V Brest naar Het Kanaal",
            "A Par holds",
            "L Waw houdt",
            "Parijs → Bourgondië",
        ),
    ],
)
def test_an_order_looks_like_one(line: str) -> None:
    assert looks_like_order(line)


@pytest.mark.parametrize(
    "line",
    [
        *("", "Groetjes, Jan", "A nice day to you all", "Ik ben tot 17 november afwezig", "F. de Vries"),
        *("Van: Judge <judge@club.example>", "See attachment.", "On Monday I wrote", "x" * 300),
        *("Your mail reader does not support HTML.", "Sent from my iPhone", "https://club.example/a-b"),
    ],
)
def test_other_words_do_not(line: str) -> None:
    assert not looks_like_order(line)


def test_inline_armour_falls_away_and_what_is_encrypted_is_said_to_be() -> None:
    head = b"From: a@b.example\r\n\r\n"
    signed = (
        b"-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nA Par - Bur\r\n- - F Bre - Eng\r\n"
        b"-----BEGIN PGP SIGNATURE-----\r\n\r\niQEz\r\n-----END PGP SIGNATURE-----\r\nA Mar H\r\n"
    )
    assert read(head + signed).text == "A Par - Bur\n- F Bre - Eng\nA Mar H"
    secret = b"-----BEGIN PGP MESSAGE-----\r\n\r\nhQEM\r\n-----END PGP MESSAGE-----\r\n"
    assert (read(head + secret).action.value, read(head + secret).why) == ("reply-help", "encrypted")
