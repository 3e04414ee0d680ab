"""Our DKIM signature, verified by the library that made it and by OpenDKIM, which did not."""

import re
import shutil
import subprocess
from pathlib import Path

import dkim
import pytest
from servers.mailservers import lacking, listening
from test_letters_compose import MOMENT, outgoing

from judge.letters import compose
from judge.mail.sender import Delivered, Relay, Sender
from judge.mail.signing import NoKey, Signer, SigningDelivery


@pytest.fixture
def signer(key_file: Path) -> Signer:
    return Signer.from_file("club.example", "s1", key_file)


LETTER = compose(outgoing(unsubscribe=("https://club.example/u/1",)), MOMENT)


def verifies(raw: bytes, record: bytes) -> bool:
    return bool(
        dkim.verify(raw, dnsfunc=lambda name, timeout=5: record if b"s1._domainkey" in name else None)
    )


def test_a_signed_letter_verifies_and_a_changed_one_does_not(signer: Signer, record: bytes) -> None:
    signed = signer.sign(LETTER)
    assert signed.endswith(LETTER)
    assert verifies(signed, record)
    assert not verifies(signed.replace(b"geslaagd", b"mislukt!"), record)
    assert not verifies(signed.replace(b"Subject:", b"Subject: x"), record)
    assert not verifies(signed.replace(b"\r\nFrom:", b"\r\nFrom: x@evil.example\r\nFrom:"), record)


def test_everything_that_matters_is_signed(signer: Signer) -> None:
    signature = signer.sign(LETTER).partition(b"\r\nDate:")[0]
    names = re.sub(rb"\s", b"", signature).partition(b";h=")[2].partition(b";")[0].split(b":")
    assert {
        b"from",
        b"to",
        b"subject",
        b"date",
        b"message-id",
        b"list-unsubscribe",
        b"list-unsubscribe-post",
    } <= set(names)
    assert names.count(b"from") >= 2
    assert max(map(len, signature.split(b"\r\n"))) <= 78


@pytest.mark.servers
def test_opendkim_verifies_it_too(signer: Signer, record: bytes, tmp_path: Path) -> None:
    if not (program := shutil.which("opendkim", path="/usr/sbin:/usr/bin")):
        lacking("OpenDKIM", "apt-get install opendkim")
    (tmp_path / "dns.txt").write_bytes(b"s1._domainkey.club.example " + record + b"\n")
    (tmp_path / "conf").write_text(f"Mode v\nTestDNSData {tmp_path}/dns.txt\nSyslog no\n")
    good, changed = tmp_path / "good.eml", tmp_path / "changed.eml"
    good.write_bytes(signer.sign(LETTER))
    changed.write_bytes(signer.sign(LETTER).replace(b"geslaagd", b"mislukt!"))
    said = {}
    for path in (good, changed):
        command = [str(program), "-x", str(tmp_path / "conf"), "-t", str(path)]
        done = subprocess.run(command, capture_output=True, text=True)
        said[path] = done.stdout + done.stderr
    assert "verification (s=s1, d=club.example, 2048-bit key) succeeded" in said[good]
    assert "succeeded" not in said[changed]


def test_a_signed_letter_arrives_as_it_was_signed(signer: Signer, record: bytes) -> None:
    with listening() as opened:
        delivery = SigningDelivery(Sender(Relay("127.0.0.1", opened.port)), signer)
        assert delivery.send("", "anna@players.test", LETTER) == Delivered()
        delivery.close()
        assert verifies(opened.post.taken[0][0], record)


def test_a_key_that_is_none_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "key.pem").write_text("no key")
    with pytest.raises(NoKey, match="not a private key"):
        Signer.from_file("club.example", "s1", tmp_path / "key.pem")
    with pytest.raises(NoKey, match="No such file"):
        Signer.from_file("club.example", "s1", tmp_path / "missing.pem")
