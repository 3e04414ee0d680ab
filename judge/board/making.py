"""Frozen values made quickly, for the few kinds of which a phase makes dozens; and notes kept on a value."""

from collections.abc import Callable
from copy import copy
from dataclasses import MISSING, fields, make_dataclass
from typing import Any, ParamSpec, TypeVar

Fields = ParamSpec("Fields")
Value = TypeVar("Value")


class Noted:
    """A value on which the rules may keep what they have worked out about it, so as to find it at once.

    The note is no part of the value: equality, hash, text, copies and storage leave it out, and nothing but
    the time it takes depends on it.
    """

    __slots__ = ("note",)
    note: Any


def keep_note(value: Noted, note: object) -> None:
    """Keep a note in place of the one before; values do not allow it otherwise."""
    object.__setattr__(value, "note", note)


def maker(kind: Callable[Fields, Value]) -> Callable[Fields, Value]:
    """A function that makes values as the constructor of a frozen, slotted dataclass does, only sooner.

    The constructor of a frozen class has to go behind its own back for every field, which is most of its
    time. Here the fields are filled in on a draft, a class of the same fields that is not frozen; then the
    draft becomes a value of its kind. As the constructor does, the function takes its text from the fields.
    """
    plan: Any = kind
    if hasattr(plan, "__mypyc_attrs__"):  # In machine code the constructor is as quick.
        return kind
    same = [(one.name, one.type, copy(one)) for one in fields(plan)]
    draft: Any = make_dataclass(f"{plan.__name__}Draft", same, slots=True, eq=False, repr=False)
    known: dict[str, Any] = {"_begin": object.__new__, "_draft": draft, "_plan": plan, "_missing": MISSING}
    asked, lines = list[str](), list[str]()
    for one in fields(plan):
        name = one.name
        if one.default_factory is not MISSING:
            known[f"_make_{name}"] = one.default_factory
            asked.append(f"{name}=_missing")
            lines.append(f"made.{name} = _make_{name}() if {name} is _missing else {name}")
        else:
            known[f"_default_{name}"] = one.default
            asked.append(name if one.default is MISSING else f"{name}=_default_{name}")
            lines.append(f"made.{name} = {name}")
    body = ["made = _begin(_draft)", *lines, "made.__class__ = _plan", "return made"]
    exec(f"def make({', '.join(asked)}):\n    " + "\n    ".join(body), known)
    return known["make"]  # type: ignore[no-any-return]
