"""Board and orders in, results and next board out: pure functions, one module per rule system.

`system(name)` finds one. Nothing outside this package asks which rules a game plays.
"""

from judge.rules.faults import OptionFault, RuleFault, Wrong
from judge.rules.speech import Speech
from judge.rules.system import (
    Economic,
    System,
    economic,
    names,
    settled_at_start,
    speech_of,
    system,
    terms_of,
)

__all__ = [
    "Economic",
    "OptionFault",
    "RuleFault",
    "Speech",
    "System",
    "Wrong",
    "economic",
    "names",
    "settled_at_start",
    "speech_of",
    "system",
    "terms_of",
]
