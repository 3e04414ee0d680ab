"""Board and orders in, results and next board out: pure functions, one module per rule system.

`system(name)` finds one. Nothing outside this package asks which rules a game plays.
"""

from judge.rules.system import RuleFault, System, names, system

__all__ = ["RuleFault", "System", "names", "system"]
