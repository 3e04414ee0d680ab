"""Whether a line looks like an order at a glance: evidence for the reader of letters, never a reading of the
order."""

import re

_BULLET = re.compile(r"^\s*(?:[-*•·+]|\d{1,3}[.)])\s+")
_POWER = re.compile(r"^[^\W\d]{4,14}\s*:\s*")
_UNIT = re.compile(r"^(?:a|f|l|v|army|fleet|leger|vloot)\.?\s+[^\W\d]\S{1,40}(?:\s.{0,120})?$", re.IGNORECASE)
_MOVE = re.compile(r"\S{2,30}\s*(?:->|=>|→|–>|>)\s*\S{2,30}|\S{3,30}\s+[-–—]{1,2}\s+\S{3,30}")
_MARKS = (">", "→", "-", "–", "—")
_VERB = re.compile(
    r"\b(?:holds?|stands?|supports?|convoys?|moves?|builds?|removes?|disbands?|retreats?|waives?|[hsc]"
    r"|houdt?|staat|blijft|steunt?|ondersteunt?|konvooieert|convooieert|bouwt?|bouwen|verwijder\w*|ontbind\w*"
    r"|trekt?|terugtrek\w*)\b",
    re.IGNORECASE,
)
_TOWARDS = re.compile(r"\s(?:to|naar)\s", re.IGNORECASE)
_ADJUST = re.compile(
    r"^(?:build|bouw|remove|verwijder|disband|ontbind|retreat|waive)\s+(?:an?\s|een\s)?\s*(?:a|f|l|v|army|fleet|leger|vloot)\b",
    re.IGNORECASE,
)


def looks_like_order(line: str) -> bool:
    """True for `A Par - Bur`, `L Marseille steunt L Parijs`, `Paris -> Burgundy`, `bouw leger Parijs` and
    their like."""
    line = _POWER.sub("", _BULLET.sub("", line[:200])).strip()
    if not 4 <= len(line) <= 150:
        return False
    moves = any(mark in line for mark in _MARKS) and bool(_MOVE.search(line))
    if _ADJUST.match(line):
        return True
    if _UNIT.match(line):
        towards = bool(_TOWARDS.search(line)) and len(line.split()) <= 5
        return towards or moves or bool(_VERB.search(line[2:])) or "-" in line[2:]
    return moves and len(line) <= 60 and "@" not in line and "<" not in line


def any_orders(text: str) -> bool:
    """Whether any line of the text looks like an order."""
    return any(looks_like_order(line) for line in text.split("\n"))
