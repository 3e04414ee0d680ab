"""Board and orders in, results and next board out: pure functions, one module per rule system.

`system(name)` finds one. Nothing outside this package asks which rules a game plays.
"""

from judge.rules.speech import Speech
from judge.rules.system import Economic, RuleFault, System, economic, names, speech_of, system, terms_of

__all__ = [
    "Economic",
    "RuleFault",
    "Speech",
    "System",
    "economic",
    "names",
    "speech_of",
    "system",
    "terms_of",
]
