"""The servers that tests use, each as a fixture. What is not installed is skipped, and fails in CI."""

from servers.mailservers import dovecot, judge_lmtp, postfix  # noqa: F401
from servers.postgres import (  # noqa: F401
    _migrated,
    database,
    empty_database,
    postgres,
    store,
)
