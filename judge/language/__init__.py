"""Text in, order sheet out. The shape is in grammar/ (Lark); the meaning is settled on the board."""

from judge.language.reader import read_orders

__all__ = ["read_orders"]
