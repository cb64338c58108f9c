"""How a certificate is told from another by people: its fingerprint. Must not judge whether to trust it."""

from __future__ import annotations

import hashlib


def fingerprint(certificate: bytes) -> str:
    """The SHA-256 of a certificate in DER form, in pairs of hexadecimal digits as other tools show it."""
    return hashlib.sha256(certificate).digest().hex(":").upper()
