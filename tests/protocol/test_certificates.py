"""Fingerprints as other tools show them."""

from protocol.certificates import fingerprint


def test_a_fingerprint_is_the_sha_256_in_pairs() -> None:
    shown = fingerprint(b"")
    assert shown.startswith("E3:B0:C4:42:98:FC:1C:14")
    assert len(shown.split(":")) == 32
