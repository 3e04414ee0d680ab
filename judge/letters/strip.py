"""Which lines of a letter its writer wrote now: quotations, history, signatures and footers fall away.

In doubt a line is kept: a stale order shows in the acknowledgement, a lost one shows nowhere. Every step
looks at a bounded number of lines, so that no letter takes longer than its length.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge.letters.glance import any_orders, looks_like_order
from judge.letters.words import any_of, phrases

MAX_LINES, TAIL = 5000, 1000
MARKER = "=== Antwoord boven deze regel / Reply above this line ==="
"""Stands near the top of every letter the judge sends: whatever is below it is ours."""

_MARKER = re.compile(r"Antwoord boven deze regel / Reply above this line")
_QUOTED = re.compile(r"^\s{0,8}>")
_BARS = re.compile(r"^[\s_*=~#+-]{3,}$")
_NOISE = re.compile(r"^[\sᐧ\ufffc]*$")

_WROTE = phrases(
    r"""
    wrote|schreef|schrieb|skrev
    geschreven|geschrieben
    écrit|escribió|scritto|escreveu
    quoting|citeren|citaat van|zitat von
    """
)
_ATTRIBUTION = re.compile(
    "^"
    + any_of(
        r"""
        (?:on|op)\s.{3,400}\b(?:wrote|schreef(?:\s.{1,200})?|heeft\s.{1,200}geschreven)\s*:?
        .{1,200}\b(?:wrote|schreef|schrieb)\s(?:on|op|am|in)\s.{3,200}:
        .{1,200}\b(?:wrote|schreef|schrieb|heeft geschreven|skrev)\s?:
        (?:quoting|citeren|citaat van|zitat von)\s.{1,200}:
        (?:am|den)\s.{3,400}(?:schrieb|skrev).{0,200}:
        (?:le|el|il|em)\s.{3,400}(?:a\s+écrit|escribió|ha\s+scritto|escreveu)\s?:
        """
    )
    + "$",
    re.IGNORECASE,
)
_BETWEEN_RULES = re.compile(r"^\s{0,4}-{3,6}\s?.{3,300}\b(?:wrote|schreef)\s?:?\s?-{3,6}\s*$", re.IGNORECASE)
_OPENING = re.compile(r"^(?:on|op|am|le|el|il|em|den)\s", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\b(?:I wrote|schreef ik|heb ik|ich schrieb|j'ai écrit)\b", re.IGNORECASE)
_CLOCK = re.compile(r"\d{1,2}[:.]\d{2}")
_DAY = re.compile(
    r"\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b\d{1,2}(?:st|nd|rd|th|\.)?\s+[^\W\d]{3,10}\.?,?\s+\d{2,4}\b"
    r"|\b[^\W\d]{3,10}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}\b"
)
_LABEL = re.compile(
    r"^[\s*_]{0,4}(?:(?P<who>from|van|von|de|da|från|fra)"
    r"|(?P<when>sent|date|verzonden|datum|gesendet|envoyé|date d'envoi|skickat)"
    r"|(?P<to>to|aan|an|à|a|till|subject|onderwerp|betreff|objet|ämne)"
    r"|cc|kopie|bcc|reply-to|antwoorden aan|importance|urgentie|bijlagen|attachments)"
    r"\s?[*_]{0,2}\s?:(?=[\s*_]|$)[*_]{0,2}",
    re.IGNORECASE,
)
_HEADER = re.compile(r"^[\s*_]{0,4}[^\W\d_][\w .-]{0,18}?\s?[*_]{0,2}\s?:")
_GREETING, _POINTING = 4, 20
"""Words of `Hi judge,` above what is answered, or of `My answers are below, between the lines`."""
_BELOW = frozenset({"below", "inline", "between", "under", "hieronder", "onder", "tussen", "onderstaand"})
_RULE = "(?:-{2,}|_{2,}|={2,})"
_ORIGINAL = re.compile(
    rf"^[\s*]{{0,4}}{_RULE}\s?"
    + any_of(
        r"""
        original (?:message|e-?mail)
        oorspronkelijk(?:e)? (?:bericht|e-?mail(?:bericht)?)
        origineel bericht
        ursprüngliche nachricht
        message d'origine
        mensaje original
        """
    )
    + rf"\s?{_RULE}",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"^[\s*]{0,4}"
    + any_of(
        r"""
        -{2,}\s?forwarded (?:message|by)
        -{2,}\s?doorgestuurde? (?:bericht|mail)
        -{2,}\s?(?:weitergeleitete nachricht|message transféré)
        begin forwarded message\s?:
        (?:begin|start van) doorgestuurd bericht\s?:
        anfang der weitergeleiteten
        """
    ),
    re.IGNORECASE,
)
_FORWARDED_QUOTED = re.compile(
    r"^[\s>]{1,12}(?:begin forwarded message|begin doorgestuurd bericht)\s?:", re.IGNORECASE
)
_LIST_FOOTER = phrases(
    r"""
    mailing ?list
    mailman/
    unsubscribe
    afmelden
    uitschrijven
    to post to this (?:group|list)
    googlegroups
    """
)
_DISCLAIMER = re.compile(
    "^"
    + any_of(
        r"""
        [\s*_-]{0,4}disclaimer\b\s*:?
        the information (?:contained )?in this
        this (?:e-?mail|message)(?: and any| \(including| is (?:confidential|intended))
        de informatie (?:verzonden|in (?:dit|deze))
        dit (?:e-?mail)?bericht (?:\(|en eventuele|is (?:vertrouwelijk|uitsluitend|alleen))
        deze e-?mail (?:\(|en (?:eventuele|de)|is (?:vertrouwelijk|uitsluitend))
        (?:virus[- ]?free|virusvrij)\.\s?www\.
        dit e-mailbericht is (?:op virussen )?gecontroleerd
        this email has been checked for viruses
        """
    ),
    re.IGNORECASE,
)
_LAWYERS = phrases(
    r"""
    confidential|vertrouwelijk|privileged|geheim
    addressee|geadresseerde|intended recipient|beoogde ontvanger
    virus|viruses
    aansprakelijk|liab
    """
)


@dataclass(frozen=True, slots=True)
class Stripped:
    """The new text, and what the cutting showed."""

    text: str
    forwarded: bool = False
    """The writer passed on a letter of someone else."""
    orders_cut: bool = False
    """A line that looks like an order stood in what was cut."""
    orders_in_signature: bool = False


def new_text(text: str, sent: Sequence[str] = ()) -> Stripped:
    """The lines the writer added; `sent` are texts of ours that may stand in the letter unquoted."""
    lines = _tidy(text)
    kept, rest, reason = _walk(lines)
    if sent:
        above = _without_ours(kept, sent, 1 if reason == "marker" else 3)
        if reason == "marker" and not "".join(above).strip():
            above, rest = _without_ours([line for line in rest if not _QUOTED.match(line)], sent), []
        kept = above
    body = "\n".join(_trim(kept))
    return Stripped(
        body,
        forwarded=reason == "forward" or any(_FORWARDED_QUOTED.match(line) for line in lines[:2000]),
        orders_cut=any_orders("\n".join(line.lstrip("> ") for line in lines[:4000])) and not any_orders(body),
        orders_in_signature=reason == "signature" and any_orders("\n".join(rest[:200])),
    )


def _tidy(text: str) -> list[str]:
    """The lines, with runs of empty ones shortened; of an endless letter both its ends."""
    lines: list[str] = []
    empty = 0
    for line in text.split("\n"):
        empty = empty + 1 if not line.strip() else 0
        if empty <= 1:
            lines.append(line.rstrip("\r"))
    return lines if len(lines) <= MAX_LINES else lines[: MAX_LINES - TAIL] + lines[-TAIL:]


def _walk(lines: list[str]) -> tuple[list[str], list[str], str]:
    """The lines kept, the lines after the cut, and what made the cut ('' when nothing did)."""
    kept: list[str] = []
    at, last_quoted = 0, max((n for n, line in enumerate(lines) if _QUOTED.match(line)), default=-1)
    anything = False
    while at < len(lines):
        line = lines[at]
        if _QUOTED.match(line):
            at += 1
            continue
        if reason := _cut(lines, at):
            if reason == "history" and last_quoted > at and (below := _answered_below(lines, at, kept)):
                kept, at = _without_rule(kept), below
                continue
            return _without_rule(kept) if reason != "signature" else kept, lines[at:], reason
        if size := _attribution(lines, at):
            following = _next_words(lines, at + size)
            if _QUOTED.match(following) or (not anything and last_quoted > at):
                at += size
                continue
            if _is_strong(" ".join(lines[at : at + size])):
                return kept, lines[at:], "attribution"
        kept.append(line)
        anything = anything or bool(line.strip())
        at += 1
    return kept, [], ""


def _answered_below(lines: list[str], at: int, kept: list[str]) -> int:
    """Where a history begins that is marked with `>` below its headers; 0 where it is not.

    What stands between the marks or below them is the writer's answer.
    """
    above = [word.strip(".,:;!").casefold() for line in kept for word in line.split()]
    if len(above) > _GREETING and (len(above) > _POINTING or not _BELOW.intersection(above)):
        return 0
    for below in range(at + 1, min(len(lines), at + 12)):
        if _QUOTED.match(lines[below]):
            return below
        if lines[below].strip() and not _HEADER.match(lines[below][:200]):
            return 0
    return 0


def _cut(lines: list[str], at: int) -> str:
    """Why everything from this line on is not the writer's, or ''."""
    line = lines[at]
    if _MARKER.search(line[:200]):
        return "marker"
    if line.rstrip() == "--" or line in ("-- ", "--\xa0"):
        return "signature"
    if _FORWARDED.match(line):
        return "forward"
    if _ORIGINAL.match(line) or _BETWEEN_RULES.match(line[:400]) or _is_header_block(lines, at):
        return "history"
    if _BARS.match(line) and "_" * 10 in line and _LIST_FOOTER.search(" ".join(lines[at + 1 : at + 4])[:500]):
        return "footer"
    return "disclaimer" if _is_disclaimer(lines, at) else ""


def _is_disclaimer(lines: list[str], at: int) -> bool:
    """Lawyers' words at the end of a letter: they name secrecy or the receiver, and no order follows."""
    if not _DISCLAIMER.match(lines[at][:200]) or len(lines) - at > 40:
        return False
    below = "\n".join(lines[at:])[:5000]
    return bool(_LAWYERS.search(below)) and not any_orders(below)


def _is_header_block(lines: list[str], at: int) -> bool:
    """`Van: ... / Verzonden: ... / Aan: ...`: a writer, a moment and a receiver or subject, in any order.

    `From: Paris To: Burgundy`, or a To, Subject and From that head a piece of press, are the writer's own
    words: they name no moment.
    """
    seen: dict[str, str] = {}
    for line in lines[at : at + 10]:
        label = _LABEL.match(line[:200])
        if label is None:
            if not seen or (line.strip() and not line[:1].isspace() and "@" not in line):
                return False
            continue
        seen |= {kind: line[label.end() :] for kind in ("who", "when", "to") if label[kind] is not None}
        if len(seen) == 3:
            return "@" in seen["who"] or _names_moment(seen["when"])
    return False


def _attribution(lines: list[str], at: int) -> int:
    """How many lines the attribution that begins here takes up; 0 when there is none.

    One that does not open with `Op`, `On` and their like goes on in a second line only after an address, and
    an order above an attribution is no part of it.
    """
    line = lines[at].strip()
    if not line or len(line) > 500 or looks_like_order(line):
        return 0
    reach = 4 if _OPENING.match(line) else 2 if "@" in line or "<" in line else 1
    joined, found = "", 0
    for size, following in enumerate(lines[at : at + reach], start=1):
        words = following.strip().strip("> ")
        if not words or len(joined) > 500 or (size > 1 and _opens_attribution(words)):
            return found
        joined = f"{joined} {words}".strip()
        if _WROTE.search(joined) and _ATTRIBUTION.match(joined):
            if joined.endswith(":"):
                return size
            found = found or (size if "@" in joined else 0)  # perhaps its end stands in the next line
        if joined.endswith(":") and "@" in joined and _QUOTED.match(_next_words(lines, at + size)):
            return size
    return found


def _opens_attribution(line: str) -> bool:
    """A line that begins one of its own: what stands above it is the writer's."""
    return bool(_OPENING.match(line)) and _names_moment(line[:200])


def _is_strong(attribution: str) -> bool:
    """Sure enough to cut a history without quote marks: an address, or a day and an hour, and not 'I'.

    `Op 3 november schreef Jan:` may be how a piece of press begins.
    """
    if _FIRST_PERSON.search(attribution):
        return False
    return "@" in attribution or bool(_CLOCK.search(attribution) and _DAY.search(attribution))


def _names_moment(text: str) -> bool:
    return bool(_CLOCK.search(text) or _DAY.search(text))


def _next_words(lines: list[str], at: int) -> str:
    return next((line for line in lines[at : at + 5] if line.strip()), "")


def _without_rule(kept: list[str]) -> list[str]:
    """Without the rule of dashes or underscores that stands above what was cut."""
    end = len(kept)
    while end and not kept[end - 1].strip():
        end -= 1
    if end and _BARS.match(kept[end - 1]) and len(kept[end - 1].strip()) >= 5:
        return kept[: end - 1]
    return kept


def _trim(lines: list[str]) -> list[str]:
    """Without empty lines (and marks of mail trackers) at both ends."""
    lines = [line for line in lines if not ("ᐧ" in line and _NOISE.match(line))]
    full = [index for index, line in enumerate(lines) if not _NOISE.match(line)]
    return lines[full[0] : full[-1] + 1] if full else []


def _without_ours(lines: list[str], sent: Sequence[str], least: int = 3) -> list[str]:
    """Without runs of `least` lines or more that stand in a letter of ours and do not all look like orders.

    A player who copies an order from our letter into his own still gives it.
    """
    ours = frozenset().union(*(_known(text) for text in sent[:20]))
    out: list[str] = []
    run: list[str] = []
    for line in [*lines, None]:
        if line is not None and (not line.strip() or _flat(line) in ours):
            run.append(line)
            continue
        words = [entry for entry in run if entry.strip()]
        foreign = len(words) >= least and not all(looks_like_order(entry) for entry in words)
        out += [] if foreign else run
        run = []
        out += [line] if line is not None else []
    return out


@lru_cache(maxsize=64)
def _known(text: str) -> frozenset[str]:
    return frozenset(_flat(line) for line in text.split("\n") if line.strip())


def _flat(line: str) -> str:
    return " ".join(line.strip("> *").split())
