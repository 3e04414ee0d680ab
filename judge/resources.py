"""Where the files that are not code lie: grammar/ and templates/.

In a checkout they stand beside the package; in an installed wheel they are inside it.
"""

from pathlib import Path

PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder `grammar` or `templates`, of the checkout or of the wheel."""
    beside, inside = PACKAGE.parent / name, PACKAGE / name
    return inside if inside.is_dir() else beside


def grammar() -> Path:
    """The folder of the Lark grammars and word files."""
    return folder("grammar")


def templates() -> Path:
    """The folder of the Jinja templates, with one folder a language."""
    return folder("templates")


def maps() -> Path:
    """The folder of the shipped board files."""
    return PACKAGE / "board" / "maps"
