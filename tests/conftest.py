"""The servers that tests use, each as a fixture. What is not installed is skipped, and fails in CI."""

import pytest
from servers.mailservers import dovecot, judge_lmtp, key_file, postfix, record  # noqa: F401
from servers.postgres import (  # noqa: F401
    _migrated,
    database,
    empty_database,
    postgres,
    store,
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest --update` rewrites expected answers that are kept in files."""
    parser.addoption("--update", action="store_true", help="rewrite the expected answers in files")
