"""Bytes to text, for mail whose labels lie. Only charsets on a list are decoded: utf-7, for one, would hide
orders."""

import base64
import binascii
import codecs
import re

_ALLOWED = frozenset(
    """
    utf-8 utf-8-sig utf-16 utf-16-le utf-16-be utf-32 iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5
    iso8859-6 iso8859-7 iso8859-8 iso8859-9 iso8859-10 iso8859-13 iso8859-14 iso8859-15 iso8859-16 cp1250
    cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp437 cp850 cp852 cp858 cp866 koi8-r koi8-u
    mac-roman gb2312 gbk gb18030 big5 big5hkscs shift_jis cp932 euc_jp iso2022_jp euc_kr cp949 johab tis-620
    """.split()  # noqa: SIM905  a table reads better than fifty quoted words
)
_ALIASES = {"ks_c_5601-1987": "cp949", "ks_c_5601": "cp949", "x-sjis": "cp932", "x-mac-roman": "mac-roman"}
_LATIN = frozenset({"iso8859-1", "ascii", "cp1252"})
# The five bytes that windows-1252 leaves undefined.
_CP1252_HOLES = dict.fromkeys((0x81, 0x8D, 0x8F, 0x90, 0x9D), "\ufffd")


def _codec(label: str) -> str:
    """The canonical name of a charset we decode; 'utf-7' for that one; '' for anything else."""
    label = label.strip().strip("\"'").lower()[:40]
    try:
        name = codecs.lookup(_ALIASES.get(label, label)).name
    except (LookupError, ValueError):
        return ""
    return name if name in _ALLOWED or name in ("ascii", "utf-7") else ""


def decode(data: bytes, label: str = "") -> tuple[str, str]:
    """The text, and a warning code or ''. Never raises; what cannot be decoded becomes U+FFFD.

    Valid UTF-8 beats a label of us-ascii, Latin-1, windows-1252 or nothing known; windows-1252 is the last
    resort.
    """
    name = _codec(label)
    if name == "utf-7":
        return "", "unsupported-charset"
    warning = "unknown-charset" if label.strip() and not name else ""
    for candidate in ([name] if name and name not in _LATIN else []) + ["utf-8-sig"]:
        try:
            return data.decode(candidate), warning
        except (UnicodeError, ValueError):
            warning = warning or ("wrong-charset" if name and name not in _LATIN else "")
    return data.decode("cp1252", "replace") if _fits_cp1252(data) else _cp1252(data), warning


def _fits_cp1252(data: bytes) -> bool:
    return not any(hole in data for hole in _CP1252_HOLES)


def _cp1252(data: bytes) -> str:
    return data.decode("latin-1").translate(_CP1252_HOLES).encode("utf-8", "replace").decode("utf-8")


_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]+")


def from_base64(data: bytes) -> bytes:
    """As much as can be decoded: stray characters are skipped, padding in the middle ends a piece."""
    pieces = [piece for piece in _NOT_BASE64.sub(b"", data).split(b"=") if len(piece) > 1]
    decoded = []
    for piece in pieces:
        piece = piece[: len(piece) - 1] if len(piece) % 4 == 1 else piece
        decoded.append(base64.b64decode(piece + b"=" * (-len(piece) % 4)))
    return b"".join(decoded)


def from_transfer(data: bytes, encoding: str) -> bytes:
    """Undo a Content-Transfer-Encoding; an unknown one counts as 8bit, uuencode yields nothing."""
    match encoding.strip().lower():
        case "base64":
            return from_base64(data)
        case "quoted-printable":
            return binascii.a2b_qp(data)
        case "x-uuencode" | "uuencode" | "x-uue" | "x-yencode":
            return b""
        case _:
            return data
