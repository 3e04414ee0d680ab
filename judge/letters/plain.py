"""Plain text as mail programs wrap it: format=flowed, inline PGP armour."""

import re

_ARMOUR = re.compile(r"-----(BEGIN|END) PGP (SIGNED MESSAGE|SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----")


def unflow(text: str, delete_space: bool) -> str:
    """RFC 3676: a line that ends in a blank goes on in the next one of the same quote depth."""
    out: list[str] = []
    open_depth = -1
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        if content == "-- ":
            out.append(line)
            open_depth = -1
            continue
        if depth == open_depth:
            out[-1] += content
        else:
            out.append(">" * depth + (" " if depth else "") + content)
        open_depth = depth if content.endswith(" ") else -1
        if open_depth >= 0 and delete_space:
            out[-1] = out[-1][:-1]
    return "\n".join(out)


def unwrap_armour(text: str) -> str:
    """Inline PGP: the signed text without armour and without dash escapes (RFC 9580 section 7.1)."""
    if "-----BEGIN PGP" not in text:
        return text
    out: list[str] = []
    place = "text"
    for line in text.split("\n"):
        mark = _ARMOUR.fullmatch(line.strip())
        if mark:
            place = "text" if mark[1] == "END" else "header" if mark[2] == "SIGNED MESSAGE" else "armour"
        elif place == "header" and not line.strip():
            place = "signed"
        elif place == "signed":
            out.append(line.removeprefix("- "))
        elif place == "text":
            out.append(line)
    return "\n".join(out)


def is_encrypted(text: str) -> bool:
    """An inline encrypted letter, which only its addressee could read."""
    return "-----BEGIN PGP MESSAGE-----" in text


def is_blank(text: str) -> bool:
    """No letter and no digit in it."""
    return not re.search(r"\w", text)
