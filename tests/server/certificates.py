"""Certificates for tests: of an authority that a test makes, and of a server that made its own."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import trustme


class Files(NamedTuple):
    """PEM files: the certificate of a server, its key, and the authority that signed it."""

    certificate: Path
    key: Path
    authority: Path


def issue(folder: Path, *names: str) -> Files:
    """A certificate for a server of these names or addresses, by an authority of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    authority = trustme.CA()
    issued = authority.issue_cert(*names)
    files = Files(folder / "cert.pem", folder / "key.pem", folder / "ca.pem")
    issued.cert_chain_pems[0].write_to_path(files.certificate)
    issued.private_key_pem.write_to_path(files.key)
    authority.cert_pem.write_to_path(files.authority)
    return files
