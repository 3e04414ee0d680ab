"""How people write orders in a game, and how its letters speak, as far as its rules decide: a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.board.geography import Power, Province


@dataclass(frozen=True, slots=True)
class Speech:
    """What a rule system tells the reader of orders and the writer of letters; the defaults are the usual."""

    words: str = ""
    """A layer of words and texts of its own, over the usual ones: `grammar/<language>/<words>.lark`, and
    the folder `templates/<language>/<words>`. Empty: none."""
    follows: bool = False
    """A support that names no action follows whatever order its unit was given (D6)."""
    convoys: bool = True
    """Whether fleets can carry armies."""
    fleets: bool = True
    """Whether there are fleets. Where there are not, a unit is an army without anybody saying so."""
    quick_hubs: bool = False
    """Whether units can be built at once where a line before places a supply hub."""
    research: tuple[str, ...] = ()
    """What research is called, by name; whether it can be bought, the rules say."""
    homes: Mapping[Power, tuple[Province, ...]] | None = None
    """Where each power may build; None: as the board says."""
    choices: Mapping[str, object] = field(default_factory=dict)
    """The options of the game that its letters speak of, by name."""


PLAIN = Speech()
