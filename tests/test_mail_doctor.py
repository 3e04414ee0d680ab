"""The doctor on healthy and on sick domains; the tests are the DNS."""

from pathlib import Path

import pytest

from judge.mail.doctor import Grade, Patient, examine
from judge.mail.signing import Signer

GOOD = {
    ("club.example", "TXT"): ("google-site-verification=x", "v=spf1 mx -all"),
    ("_dmarc.club.example", "TXT"): ("v=DMARC1; p=none; rua=mailto:d@club.example",),
    ("club.example", "MX"): ("10 mx.club.example.",),
    ("mx.club.example", "A"): ("192.0.2.1",),
    ("192.0.2.1", "PTR"): ("mx.club.example.",),
}
PATIENT = Patient("club.example", greeting="mx.club.example")


def grades(changes: dict, patient: Patient = PATIENT) -> dict[str, Grade]:
    answers = GOOD | changes
    found = examine(patient, lambda name, kind: answers.get((name, kind), ()))
    assert all(finding.words for finding in found)
    return {finding.topic: finding.grade for finding in found}


def test_a_healthy_domain_lacks_only_what_the_relay_may_do() -> None:
    assert grades({}) == {
        "SPF": Grade.GOOD,
        "DKIM": Grade.DOUBTFUL,
        "DMARC": Grade.GOOD,
        "MX": Grade.GOOD,
        "PTR": Grade.GOOD,
    }


@pytest.mark.parametrize(
    ("key", "records", "topic", "grade"),
    [
        (("club.example", "TXT"), (), "SPF", Grade.BAD),
        (("club.example", "TXT"), ("v=spf1 mx -all", "v=spf1 a -all"), "SPF", Grade.BAD),
        (("club.example", "TXT"), ("v=spf1 +all",), "SPF", Grade.BAD),
        (("club.example", "TXT"), ("v=spf1 mx",), "SPF", Grade.DOUBTFUL),
        (("club.example", "TXT"), ("v=spf1 redirect=_spf.host.example",), "SPF", Grade.GOOD),
        (("_dmarc.club.example", "TXT"), (), "DMARC", Grade.BAD),
        (("_dmarc.club.example", "TXT"), ("v=DMARC1; rua=x",), "DMARC", Grade.BAD),
        (("_dmarc.club.example", "TXT"), ("v=DMARC1; p=none", "v=DMARC1; p=none"), "DMARC", Grade.BAD),
        (("club.example", "MX"), (), "MX", Grade.BAD),
        (("mx.club.example", "A"), (), "MX", Grade.BAD),
        (("mx.club.example", "A"), (), "PTR", Grade.BAD),
        (("192.0.2.1", "PTR"), (), "PTR", Grade.BAD),
        (("192.0.2.1", "PTR"), ("host-1.provider.example.",), "PTR", Grade.DOUBTFUL),
    ],
)
def test_what_is_wrong_is_found(
    key: tuple[str, str], records: tuple[str, ...], topic: str, grade: Grade
) -> None:
    assert grades({key: records})[topic] is grade


def test_a_subdomain_may_live_under_its_parents_policy() -> None:
    patient = Patient("judge.club.example", takes_mail=False)
    assert grades({}, patient)["DMARC"] is Grade.GOOD


def test_the_public_key_must_fit_the_private_one(key_file: Path, record: bytes) -> None:
    signer = Signer.from_file("club.example", "s1", key_file)
    patient = Patient("club.example", "s1", signer)
    name = ("s1._domainkey.club.example", "TXT")
    assert grades({name: (record.decode(),)}, patient)["DKIM"] is Grade.GOOD
    other = record.decode()[:60] + ("A" if record[60:61] != b"A" else "B") + record.decode()[61:]
    assert grades({name: (other,)}, patient)["DKIM"] is Grade.BAD
    assert grades({name: ("v=DKIM1; p=",)}, patient)["DKIM"] is Grade.BAD
    assert grades({name: ()}, patient)["DKIM"] is Grade.BAD


def test_a_dns_that_is_away_is_told_and_not_a_disaster() -> None:
    def broken(name: str, kind: str) -> tuple[str, ...]:
        raise OSError("timeout")

    assert {finding.grade for finding in examine(PATIENT, broken)} == {Grade.DOUBTFUL}
