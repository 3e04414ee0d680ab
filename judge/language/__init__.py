"""Text in, order sheet out. The shape is in grammar/ (Lark); the meaning is settled on the board."""

from judge.language.commands import guess_language, read_commands
from judge.language.reader import read_orders
from judge.language.sheet import Entry, OrderSheet

__all__ = ["Entry", "OrderSheet", "guess_language", "read_commands", "read_orders"]
