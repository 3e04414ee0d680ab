"""Ninety-four letters that break mail programs, servers and judges: `BAD[name]()` makes the bytes.

The names say what is wrong with them; the tests of each layer ask what they must come to there.
"""

import base64
import io
import zipfile
from collections.abc import Callable

ORDER = "A Par - Bur"
BAD: dict[str, Callable[[], bytes]] = {}


def letter(
    body: str | bytes = ORDER,
    *,
    sender: str = "een@example.org",
    subject: str = "orders",
    kind: str = "text/plain; charset=utf-8",
    encoding: str = "8bit",
    extra: str = "",
    ident: str = "Message-ID: <m1@example.org>\r\n",
    date: str = "Date: Mon, 02 Nov 2026 20:00:00 +0100\r\n",
) -> bytes:
    head = f"From: {sender}\r\nTo: judge@club.example\r\nSubject: {subject}\r\n{date}{ident}{extra}"
    head += f"MIME-Version: 1.0\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    content = body.encode("utf-8", "surrogateescape") if isinstance(body, str) else body
    return head.encode("utf-8", "surrogateescape") + content + b"\r\n"


def mixed(*parts: str, subtype: str = "mixed", boundary: str = "b1", end: bool = True) -> bytes:
    body = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts) + (f"--{boundary}--" if end else "")
    return letter(body, kind=f'multipart/{subtype}; boundary="{boundary}"')


def plain(text: str = ORDER) -> str:
    return f"Content-Type: text/plain; charset=utf-8\r\n\r\n{text}"


def bad(name: str) -> Callable[[Callable[[], bytes]], Callable[[], bytes]]:
    def keep(make: Callable[[], bytes]) -> Callable[[], bytes]:
        BAD[name] = make
        return make

    return keep


def simple(name: str, body: str | bytes = ORDER, **options: str) -> None:
    BAD[name] = lambda: letter(body, **options)  # type: ignore[arg-type]


def nested(depth: int) -> bytes:
    head = "".join(f"Content-Type: multipart/mixed; boundary=n{n}\r\n\r\n--n{n}\r\n" for n in range(depth))
    return b"From: een@example.org\r\nTo: judge@club.example\r\n" + (head + plain()).encode()


@bad("nested-mime-1000")
def _() -> bytes:
    return nested(1000)


@bad("nested-mime-90")
def _() -> bytes:
    return nested(90)


@bad("nested-rfc822-500")
def _() -> bytes:
    return b"From: een@example.org\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 500 + ORDER.encode()


@bad("parts-20000")
def _() -> bytes:
    return letter("--b\r\n\r\n\r\n" * 20_000 + "--b--", kind="multipart/mixed; boundary=b")


simple("boundary-missing", f"--b\r\n{plain()}\r\n--b--", kind="multipart/mixed")
BAD["boundary-never-closed"] = lambda: mixed(plain(), end=False)
simple(
    "boundary-same-as-inner",
    f"--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n{plain()}\r\n--b--\r\n--b--",
    kind="multipart/mixed; boundary=b",
)
simple("charset-unknown", kind="text/plain; charset=klingon-8")
simple("charset-utf7", b"+AEE- Par - Bur", kind="text/plain; charset=utf-7")
simple("charset-lies", "L Parijs - Bourgondi\udceb", kind="text/plain; charset=utf-8")
simple("charset-utf16-nul", "A Par - Bur".encode("utf-16-le"), kind="text/plain; charset=utf-16le")
simple("nul-bytes", b"A \x00Par\x00 - Bur\x00")
simple("nul-in-header", subject="or\x00ders", extra="X-Odd: a\x00b\r\n")
simple("b64-broken", base64.b64encode(b"A Par - Bur\r\nF Bre - Eng\r\n")[:-3] + b"!*", encoding="base64")
simple("qp-broken", "A Par - Bur\r\nF Bre =GG= =", encoding="quoted-printable")
simple("cte-unknown", encoding="x-turbo-encoding")
simple("cte-uuencode", 'begin 644 orders\r\n+02!087(@+2!"=7(\r\n`\r\nend', encoding="x-uuencode")
simple("html-only", f"<p>Hi</p><script>x</script><style>p{{}}</style><p>{ORDER}</p>", kind="text/html")
simple("html-hidden-text", f'<p style="display:none">A Mun - Ruh</p><p>{ORDER}</p>', kind="text/html")
simple("html-bomb", "<div>" * 200_000, kind="text/html")
BAD["alternative-differs"] = lambda: mixed(
    plain(), "Content-Type: text/html\r\n\r\n<p>A Par - Gas</p>", subtype="alternative"
)
BAD["attachment-orders"] = lambda: mixed(
    plain("See the attachment."),
    'Content-Type: text/plain; name="../../x.txt"\r\n'
    f'Content-Disposition: attachment; filename="../../x.txt"\r\n\r\n{ORDER}',
)
BAD["winmail-dat"] = lambda: mixed(
    'Content-Type: application/ms-tnef; name="winmail.dat"\r\n'
    "Content-Transfer-Encoding: base64\r\n\r\neJ8+IgAA"
)
BAD["smime-signed"] = lambda: mixed(
    plain(), 'Content-Type: application/pkcs7-signature; name="smime.p7s"\r\n\r\nMIAG', subtype="signed"
)


@bad("zip-bomb")
def _() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.txt", b"A" * 5_000_000)
    content = base64.encodebytes(packed.getvalue()).decode()
    head = 'Content-Type: application/zip; name="o.zip"\r\nContent-Transfer-Encoding: base64\r\n\r\n'
    return mixed(plain(), head + content)


simple("header-100k", extra="X-Long: " + "x" * 100_000 + "\r\n")
simple("headers-50k-lines", extra="X-A: b\r\n" * 50_000)
simple("header-encoded-bomb", subject="=?utf-8?q?a?= " * 20_000)
simple("header-parens-bomb", sender="(" * 20_000)
BAD["header-no-colon"] = lambda: b"From een@example.org\r\nhello there\r\n\r\nA Par - Bur\r\n"
BAD["no-headers"] = lambda: b"\r\nA Par - Bur\r\nF Bre - Eng\r\n"
BAD["empty"] = lambda: b""
simple("no-message-id", ident="")
simple("two-message-ids", ident="Message-ID: <a@x.org>\r\nMessage-ID: <b@x.org>\r\n")
simple("message-id-2k", ident="Message-ID: <" + "m" * 2000 + "@x.org>\r\n")
simple("date-year-99999", date="Date: Mon, 02 Nov 99999 20:00:00 +0100\r\n")
simple("date-tz-99999999", date="Date: Mon, 02 Nov 2026 20:00:00 +99999999\r\n")
simple("date-missing", date="")
simple("from-two-addresses", sender="een@example.org, evil@example.com")
simple("from-two-headers", sender="een@example.org\r\nFrom: evil@example.com")
simple("from-display-spoof", sender='"een@example.org" <evil@example.com>')
simple("from-parseaddr-cve", sender="een@example.org]<evil@example.com>")
simple("from-folded-injection", sender="een@example.org\r\n Bcc: spy@example.com")
simple("subject-crlf-encoded", subject="=?utf-8?q?orders=0D=0ABcc:_spy=40example.com?=")
simple("in-reply-to-injection", extra="In-Reply-To: <a@b>\r\n\tX: y <c@d> <bad id@x> plain\r\n")


@bad("big-50mb")
def _() -> bytes:
    line = b"QUJD" * 19 + b"\r\n"
    head = b'From: een@example.org\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n'
    return head + plain().encode() + b"\r\n--b\r\nContent-Type: image/png\r\n\r\n" + line * 640_000


simple("line-1mb", "x" * 1_000_000)
BAD["bare-lf-smuggle"] = lambda: letter(b"A Par - Bur\n.\nMAIL FROM:<evil@example.com>\nA Par - Pic")
simple("auto-submitted", extra="Auto-Submitted: auto-replied\r\n")
simple("precedence-bulk", extra="Precedence: bulk\r\n")
BAD["dsn-bounce"] = lambda: (
    b"Return-Path: <>\r\n"
    + mixed(
        plain("It failed."),
        "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n"
        "Final-Recipient: rfc822; een@example.org\r\nAction: failed\r\nStatus: 5.1.1",
        subtype="report",
    )
)
simple("vacation-no-header", "Ik ben met vakantie tot 9 november.", subject="Afwezig")
simple("two-judges-loop", extra="Received: from a by b; Mon, 2 Nov 2026 20:00:00 +0100\r\n" * 60)
simple("own-result-returned", "> France: A Par - Bur (*bounced*)\r\n> A Mun - Ruh")
simple("replay-same-mail")
simple("replay-old-changed-id", ident="Message-ID: <m2@example.org>\r\n")
simple("forged-from", extra="Authentication-Results: mx.club.example; dmarc=fail header.from=example.org\r\n")
simple("join-as-another", "join testgame")
simple("guess-game-id", "join secretgame")
simple("gm-impersonation", "master: extend game1 7d", sender='"The Master" <evil@example.com>')
simple("unsubscribe-other", "unsubscribe twee@example.org")
simple("password-in-quote", "> password: geheim\r\n" + ORDER)
simple("rtl-override", "A Par - \u202eruB\u202c")
simple("zero-width", "A\u200b Par\u200c - \u2060Bur\ufeff")
simple("homoglyph", "A \u0420ar - Bur")
simple("nfd-umlaut", "A Mu\u0308nchen - Ruhr")
simple("fullwidth", "\uff21 \uff30\uff21\uff32 - \uff22\uff35\uff32")
simple("turkish-i", "A V\u0130E - TR\u0130")
simple("smart-dash", "A Par \u2013 Bur\r\nF Bre \u2014 Eng\r\nA Mar \u2192 Gas")
simple("nbsp", "A\u00a0Par\u00a0-\u00a0Bur")
simple("lines-100k", "A Par - Bur plus it\r\n" * 100_000)
simple("line-200k-orderish", "A Par - " + "Bur - " * 33_000)
simple("lark-worst", "A Par S " * 2500)
simple("redos-spaces", "A" + " " * 150 + "Par" + " " * 50 + "!")
simple("sql-wildcards", "join %'; DROP TABLE games;--_")
simple("template-injection", "PRESS\r\n{{ 7*7 }}{% for x in [].__class__ %}${x}\r\nENDPRESS\r\n" + ORDER)
simple("html-in-press", "PRESS\r\n<script>alert(1)</script><img src=x onerror=y>\r\nENDPRESS")
simple("path-traversal-game", "join ../../../etc/passwd\r\ncreate game ..\\..\\x variant /etc/shadow")
simple("game-name-crlf", "create game a\u2028b\u2029c\u0085d")
simple("year-overflow", "S" + "9" * 60 + "M\r\n" + ORDER)
simple(
    "timezone-strings",
    "timezone ../../etc/passwd\r\ntimezone Europe\r\ntimezone \x00\r\ntimezone " + "x" * 50,
)
simple("dst-gap", "deadline 2027-03-28 02:30 Europe/Amsterdam")
simple("dst-fold", "deadline 2026-10-25 02:30 Europe/Amsterdam")
simple("press-oversize", "PRESS\r\n" + "blah blah blah blah\r\n" * 95_000 + "ENDPRESS\r\n" + ORDER)
simple("ics-injection", "game name x\\nEND:VCALENDAR\\nBEGIN:VCALENDAR;,\\n")
simple("csv-formula", '=HYPERLINK("http://evil")\r\n+1\r\n@x')
simple("ansi-escape", "\x1b[31mA Par - Bur\x1b[0m\x07\x08")
simple("emoji-4byte", "PRESS\r\n\U0001f600\U0001f3f4\r\nENDPRESS\r\n" + ORDER)
simple("surrogate-escape", b"A Par - Bur \xed\xa0\x80 \xff\xfe", kind="text/plain; charset=us-ascii")
simple("other-language-orders", "A Paris -> Bourgogne\r\nArmee Paris nach Burgund\r\n" + ORDER)
simple("ambiguous-province", "A Nor - Swe")
simple("orders-in-signature", ORDER + "\r\n-- \r\nA Par - Pic")
simple(
    "top-posted-quote",
    f"{ORDER}\r\n\r\nOn Sun, 1 Nov 2026 at 10:00, Judge <j@club.example> wrote:\r\n> A Mun - Ruh",
)
simple("format-flowed", "A Mar S A \r\nPar - Bur", kind="text/plain; charset=utf-8; format=flowed")
