"""What the daemon says while it runs: one line an event on standard error, as text or as JSON."""

import logging
import sys

import structlog

from judge.cli.faults import Fault
from judge.settings import Settings


def configure(settings: Settings) -> None:
    """Set the log up as the settings say. No letter's text, token or address is ever logged."""
    level = logging.getLevelNamesMapping().get(settings.log_level.upper())
    if level is None:
        raise Fault(f"log_level: {settings.log_level!r} is none of debug, info, warning, error")
    on_terminal = sys.stderr.isatty()
    last: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if settings.log_json
        # The usual traceback shows every variable: letters, tokens, and the key that signs them.
        else structlog.dev.ConsoleRenderer(
            colors=on_terminal, exception_formatter=structlog.dev.plain_traceback
        )
    )
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
    ]
    if settings.log_json:
        shared.append(structlog.processors.format_exc_info)
    structlog.configure(
        processors=[*shared, last],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    for chatty in ("alembic", "apscheduler", "imapclient"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    logging.basicConfig(level=level, stream=sys.stderr, format="%(asctime)s [%(levelname)s] %(message)s")
