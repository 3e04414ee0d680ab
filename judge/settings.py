"""judge.toml and the environment in, frozen `Settings` out. deploy/judge.example.toml has a line for each.

An environment variable wins over the file: JUDGE_DATABASE, JUDGE_RELAY__HOST (two underscores for a table).
"""

import re
import tomllib
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict


class SettingsFault(Exception):
    """A configuration that cannot be used; the message has one plain sentence a line."""


class Security(Enum):
    """How a connection is protected."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


class Strictness(Enum):
    """How much proof a letter needs before its orders count."""

    RELAXED = "relaxed"
    """A registered From address is enough."""
    NORMAL = "normal"
    """The reply address, or a From address with proof where its domain gives any."""
    STRICT = "strict"
    """The reply address and a registered From address."""


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


_SPAN = re.compile(r"(\d+(?:\.\d+)?)\s*(s|m|h|d)")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def _span(value: object) -> object:
    """`90s`, `15m`, `24h`, `2d` -> seconds; a bare number is seconds."""
    if isinstance(value, str):
        match = _SPAN.fullmatch(value.strip().lower())
        if match is None:
            raise ValueError("write a time as 90s, 15m, 24h or 2d")
        return float(match[1]) * _SECONDS[match[2]]
    return value


def _address(value: str) -> str:
    if not re.fullmatch(r"[^@\s<>,]+@[^@\s<>,]+", value):
        raise ValueError(f"{value!r} is no mail address")
    return value.lower()


Span = Annotated[float, BeforeValidator(_span), Field(ge=0)]
"""Seconds."""
Port = Annotated[int, Field(ge=0, le=65535)]
Address = Annotated[str, AfterValidator(_address)]


class Listener(_Table):
    """A listener of our own, for SMTP or LMTP."""

    enabled: bool = True
    host: str = "127.0.0.1"
    port: Port = 2525
    max_size: Annotated[int, Field(ge=10_000)] = 1_000_000
    """Bytes a letter may have."""
    max_recipients: Annotated[int, Field(ge=1)] = 10
    max_connections: Annotated[int, Field(ge=1)] = 50
    per_hour: Annotated[int, Field(ge=0)] = 200
    """Letters an hour from one sender; 0 is no limit."""
    timeout: Span = 60.0
    authenticate: bool = False
    """Ask the DNS for SPF, DKIM and DMARC of each letter: for a listener with no mail server in front."""
    certificate: Path | None = None
    key: Path | None = None


class Lmtp(Listener):
    """The LMTP listener, off unless asked for."""

    enabled: bool = False
    port: Port = 2424


class Secret(_Table):
    """A login: a password, or a command that prints one."""

    user: str = ""
    password: SecretStr = SecretStr("")
    password_command: str = ""
    """A command whose first line of output is the password."""


class Imap(Secret):
    """A mailbox that is polled."""

    host: str = ""
    port: Port = 0
    """0: 993 for tls, 143 otherwise."""
    security: Security = Security.TLS
    token_command: str = ""
    """A command that prints an OAuth 2 access token; used instead of a password."""
    folder: str = "INBOX"
    done: str = "Judge/Done"
    held: str = "Judge/Held"
    idle: bool = True
    poll: Span = 60.0
    """Seconds between two looks where IDLE is off or fails."""
    timeout: Span = 30.0
    ca_file: Path | None = None
    max_size: Annotated[int, Field(ge=10_000)] = 1_000_000


class Maildir(_Table):
    """A Maildir that letters are taken from."""

    path: Path | None = None
    poll: Span = 5.0


class Relay(Secret):
    """The server that letters go out through; without a host they go into Maildirs."""

    host: str = ""
    port: Port = 0
    """0: 465 for tls, 587 otherwise."""
    security: Security = Security.STARTTLS
    timeout: Span = 30.0
    maildir: Path = Path("outgoing")
    """Where letters go, one Maildir a recipient, while no host is set."""
    per_minute: Annotated[int, Field(ge=1)] = 600
    """Letters a minute to one domain."""
    ca_file: Path | None = None


class Dkim(_Table):
    """Our own signature under each letter."""

    selector: str = ""
    key_file: Path | None = None


class Timing(_Table):
    """How often the judge looks, and how long it waits."""

    sweep: Span = 30.0
    """Seconds between two looks for due phases, whatever the alarm clock says."""
    outbox: Span = 5.0
    """Seconds between two looks at the outbox."""
    reminder: Span = 24 * 3600.0
    """How long before a deadline those without orders are reminded; 0 is never."""
    drain_grace: Span = 5.0
    """Seconds after a deadline before the mailbox counts as emptied."""
    barrier: Span = 6 * 3600.0
    """How long a deadline waits for a mailbox that cannot be read."""
    give_up: Span = 2 * 86400.0
    """How long a letter that cannot be delivered is tried again."""


class Settings(BaseSettings):
    """All settings of one judge."""

    model_config = SettingsConfigDict(
        frozen=True,
        extra="forbid",
        env_prefix="JUDGE_",
        env_nested_delimiter="__",
        nested_model_default_partial_update=True,
    )

    address: Address = "judge@localhost"
    """The address the judge writes from and players write to."""
    name: str = "Judge"
    """The name in the From line of our letters."""
    master: Address | None = None
    """Whoever runs this judge: told of letters that are held and games that stop."""
    database: str = "sqlite:///judge.db"
    separator: Annotated[str, Field(min_length=1, max_length=1)] = "+"
    """Between the name and the tag of an address; some hosts want `-`."""
    strictness: Strictness = Strictness.NORMAL
    trusted: tuple[str, ...] = ()
    """Names of the servers whose Authentication-Results are believed (authserv-id)."""
    log_level: str = "info"
    log_json: bool = False
    smtp: Listener = Listener()
    lmtp: Lmtp = Lmtp()
    imap: Imap = Imap()
    maildir: Maildir = Maildir()
    relay: Relay = Relay()
    dkim: Dkim = Dkim()
    timing: Timing = Timing()

    @property
    def domain(self) -> str:
        """The domain of our own address."""
        return self.address.partition("@")[2]

    @model_validator(mode="after")
    def _sound(self) -> "Settings":
        if self.separator not in "+-=_.":
            raise ValueError("separator must be one of + - = _ .")
        if bool(self.dkim.selector) != bool(self.dkim.key_file):
            raise ValueError("dkim.selector and dkim.key_file go together")
        if self.imap.host and not self.imap.user:
            raise ValueError("imap.host is set, but imap.user is not")
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over what the file (our init values) says."""
        return env_settings, init_settings


def load(path: Path | None = None) -> Settings:
    """The settings of a file (`judge.toml` here, if there is one) and the environment.

    SettingsFault says what is wrong, a sentence a line.
    """
    file = path or Path("judge.toml")
    if path is None and not file.exists():
        return _checked({}, "the environment")
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise SettingsFault(f"{file}: cannot be read: {getattr(fault, 'strerror', None) or fault}") from fault
    except tomllib.TOMLDecodeError as fault:
        raise SettingsFault(f"{file}: is not TOML: {fault}") from fault
    return _checked(table, str(file))


def _checked(table: dict[str, Any], source: str) -> Settings:
    try:
        return Settings(**table)
    except ValidationError as fault:
        raise SettingsFault("\n".join(_sentences(fault, source))) from fault


def _sentences(fault: ValidationError, source: str) -> Iterator[str]:
    for error in fault.errors():
        name = ".".join(map(str, error["loc"]))
        match error["type"]:
            case "extra_forbidden":
                yield f"{source}: there is no setting {name!r}{_nearest(error['loc'])}"
            case "value_error":
                yield f"{source}: {name + ': ' if name else ''}{error['ctx']['error']}"
            case _:
                yield f"{source}: {name}: {error['msg']} (found {error['input']!r})"


def _nearest(place: tuple[int | str, ...]) -> str:
    from rapidfuzz import process

    fields = type(_table_at(place[:-1])).model_fields
    match = process.extractOne(str(place[-1]), list(fields), score_cutoff=60)
    return f"; did you mean {match[0]!r}?" if match else f"; there are: {', '.join(fields)}"


def _table_at(place: tuple[int | str, ...]) -> BaseModel:
    table: BaseModel = Settings.model_construct()
    for step in place:
        table = getattr(table, str(step))
    return table
