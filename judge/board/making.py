"""Frozen values made quickly, for the few kinds of which a phase makes dozens."""

from collections.abc import Callable
from copy import copy
from dataclasses import fields, make_dataclass
from typing import Any, ParamSpec, TypeVar

Fields = ParamSpec("Fields")
Value = TypeVar("Value")


def maker(kind: Callable[Fields, Value]) -> Callable[Fields, Value]:
    """A function that makes values as the constructor of a frozen, slotted dataclass does, only sooner.

    The constructor of a frozen class has to go behind its own back for every field, which is most of its
    time. Here the fields are filled in on a draft, a class of the same fields that is not frozen; then the
    draft becomes a value of its kind.
    """
    plan: Any = kind
    same = [(one.name, one.type, copy(one)) for one in fields(plan)]
    draft: Any = make_dataclass(f"{plan.__name__}Draft", same, slots=True, eq=False, repr=False)

    def make(*given: Fields.args, **named: Fields.kwargs) -> Value:
        made = draft(*given, **named)
        made.__class__ = plan
        return made  # type: ignore[no-any-return]

    return make
