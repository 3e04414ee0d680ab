"""Letters as values: bytes to Incoming, Outgoing to bytes. Pure: no network, no files, no clock."""

from judge.letters.compose import Attachment, Outgoing, compose, text_of
from judge.letters.identity import (
    bounce_address,
    confirm_address,
    find_bounced,
    find_confirmed,
    find_token,
    is_token,
    letter_id,
    reply_address,
    token,
)
from judge.letters.incoming import Action, Authentication, Bounced, Envelope, Incoming
from judge.letters.reader import content_hash, message_hash, read
from judge.letters.strip import MARKER

__all__ = [
    "MARKER",
    "Action",
    "Attachment",
    "Authentication",
    "Bounced",
    "Envelope",
    "Incoming",
    "Outgoing",
    "bounce_address",
    "compose",
    "confirm_address",
    "content_hash",
    "find_bounced",
    "find_confirmed",
    "find_token",
    "is_token",
    "letter_id",
    "message_hash",
    "read",
    "reply_address",
    "text_of",
    "token",
]
