"""The faults that a person can mend: each carries a sentence that says how, and no traceback is shown."""

from judge.board.atlas import BoardFault
from judge.mail.signing import NoKey
from judge.rules import RuleFault
from judge.service.documents import DocumentFault
from judge.service.master import MasterFault
from judge.service.schedule import ScheduleFault
from judge.settings import SettingsFault
from judge.store import StoreFault


class Fault(Exception):
    """Anything else a command cannot do; the message says why."""


MENDABLE = (
    Fault,
    BoardFault,
    RuleFault,
    DocumentFault,
    MasterFault,
    ScheduleFault,
    SettingsFault,
    StoreFault,
    NoKey,
    OSError,
)
