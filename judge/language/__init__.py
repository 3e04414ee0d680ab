"""Text in, order sheet out. The shape is in grammar/ (Lark); the meaning is settled on the board."""
