"""A play-by-email judge for Diplomacy and its variants, in Dutch and English."""

__version__ = "0.1.0"
