"""Results in, letters out: a `Page` for every occasion, in the reader's language. Jinja lives here."""

from judge.reports.moments import moment
from judge.reports.notices import (
    Delay,
    Ending,
    JoinRefusal,
    Notice,
    Topic,
    game_delayed,
    game_end,
    game_start,
    help_page,
    join_refused,
    joined,
    master_notice,
    status,
    too_big,
    unknown_sender,
    waiting,
)
from judge.reports.outcomes import adjustment_report, results
from judge.reports.pages import GameView, Page, Reader
from judge.reports.sentences import answer, explain
from judge.reports.sheets import acknowledgement, not_understood, reminder

__all__ = [
    "Delay",
    "Ending",
    "GameView",
    "JoinRefusal",
    "Notice",
    "Page",
    "Reader",
    "Topic",
    "acknowledgement",
    "adjustment_report",
    "answer",
    "explain",
    "game_delayed",
    "game_end",
    "game_start",
    "help_page",
    "join_refused",
    "joined",
    "master_notice",
    "moment",
    "not_understood",
    "reminder",
    "results",
    "status",
    "too_big",
    "unknown_sender",
    "waiting",
]
