"""Our DKIM signature under outgoing letters (RFC 6376), so that other servers know them for ours."""

from dataclasses import dataclass
from pathlib import Path

import dkim

from judge.mail.sender import Delivery, Outcome

_SIGNED = (
    *(b"from", b"to", b"reply-to", b"subject", b"date", b"message-id", b"in-reply-to", b"references"),
    *(b"mime-version", b"content-type", b"content-transfer-encoding", b"auto-submitted"),
    *(b"list-id", b"list-unsubscribe", b"list-unsubscribe-post"),
)
_OVERSIGNED = (b"from", b"to", b"subject", b"date", b"reply-to")
"""Signed once more than they occur, so that nobody can add a second one."""


class NoKey(ValueError):
    """The key cannot be used; the message says why in plain words."""


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs for one domain with one key."""

    domain: str
    selector: str
    key: bytes
    """PEM, RSA or Ed25519 as dkimpy takes it."""

    @classmethod
    def from_file(cls, domain: str, selector: str, path: Path) -> "Signer":
        """Reads the key and tries it once. NoKey when it cannot be read or used."""
        try:
            signer = cls(domain, selector, path.read_bytes())
            signer.sign(b"From: a@" + domain.encode() + b"\r\n\r\nx\r\n")
        except OSError as error:
            raise NoKey(f"{path}: {error.strerror}") from error
        except (dkim.DKIMException, ValueError, TypeError) as error:
            raise NoKey(f"{path} is not a private key in PEM form: {error}") from error
        return signer

    def sign(self, raw: bytes) -> bytes:
        """The letter with our signature on top."""
        head = raw.partition(b"\r\n\r\n")[0].lower()
        present = [name for name in _SIGNED if head.startswith(name + b":") or b"\r\n" + name + b":" in head]
        signature: bytes = dkim.sign(
            raw,
            self.selector.encode(),
            self.domain.encode(),
            self.key,
            canonicalize=(b"relaxed", b"relaxed"),
            include_headers=[*present, *_OVERSIGNED],
        )
        return signature + raw


class SigningDelivery:
    """Signs each letter on its way to another delivery."""

    def __init__(self, delivery: Delivery, signer: Signer) -> None:
        self._delivery, self._signer = delivery, signer

    def send(self, envelope_from: str, recipient: str, raw: bytes) -> Outcome:
        """Signed at sending, not at storing: a key may be changed while letters wait."""
        return self._delivery.send(envelope_from, recipient, self._signer.sign(raw))

    def close(self) -> None:
        """Close the delivery behind."""
        self._delivery.close()
