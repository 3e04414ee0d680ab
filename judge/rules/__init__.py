"""Board and orders in, results and next board out: pure functions, one module per rule system.

`system(name)` finds one. Nothing outside this package asks which rules a game plays.
"""

from judge.rules.speech import Speech
from judge.rules.system import RuleFault, System, names, speech_of, system

__all__ = ["RuleFault", "Speech", "System", "names", "speech_of", "system"]
