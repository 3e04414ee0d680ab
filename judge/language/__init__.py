"""Text in, order sheet out. The shape is in grammar/ (Lark); the meaning is settled on the board."""

from judge.language.commands import read_commands
from judge.language.describe import describe, describe_unit
from judge.language.guessing import guess_language
from judge.language.reader import read_orders
from judge.language.sheet import Entry, OrderSheet

__all__ = [
    "Entry",
    "OrderSheet",
    "describe",
    "describe_unit",
    "guess_language",
    "read_commands",
    "read_orders",
]
