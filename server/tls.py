"""TLS on request: the certificate of the server, and the handshake of one connection. Must not know messages' meaning."""

from __future__ import annotations

import re
import ssl
from pathlib import Path
from typing import Final

import trio

from protocol.certificates import fingerprint

_CERTIFICATE: Final = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)
_NO_TLS: Final = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL", "UNSUPPORTED_PROTOCOL"})
"""What OpenSSL says of bytes that are no handshake; a client of ours without TLS begins with four bytes of length."""


class UnusableCertificate(Exception):
    """The certificate and its key cannot be used; the message says why."""


class HandshakeFailed(Exception):
    """No secure connection came about; `plain`: the other side did not try to, and can still be told something."""

    def __init__(self, reason: str, *, plain: bool = False) -> None:
        self.plain = plain
        super().__init__(reason)


def server_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """What a server needs to speak TLS 1.2 or newer; raises `UnusableCertificate`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2

    def no_password() -> str:
        raise UnusableCertificate(f"key {key} is encrypted, expected one without a password")

    try:
        context.load_cert_chain(certificate, key, no_password)
    except ssl.SSLError as error:
        reason = (error.reason or str(error)).lower().replace("_", " ")
        raise UnusableCertificate(f"certificate {certificate} can not be used with key {key}: {reason}") from None
    except OSError as error:
        raise UnusableCertificate(f"certificate {certificate} and key {key}: {error.strerror}") from None
    return context


def fingerprint_of(certificate: Path) -> str:
    """The fingerprint of the first certificate in a PEM file that a context has been made of."""
    found = _CERTIFICATE.search(certificate.read_text(encoding="ascii", errors="replace"))
    assert found is not None  # else no context could have been made of it
    return fingerprint(ssl.PEM_cert_to_DER_cert(found[0]))


async def secure(stream: trio.abc.Stream, context: ssl.SSLContext, seconds: float) -> trio.abc.Stream:
    """The stream, secured by a handshake within so many seconds; raises `HandshakeFailed`, and closes nothing."""
    # Like HTTPS: messages say where they end, so nobody has to wait for the other's goodbye.
    secured = trio.SSLStream(stream, context, server_side=True, https_compatible=True)
    with trio.move_on_after(seconds):
        try:
            await secured.do_handshake()
        except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
            raise _failed(error.__cause__) from None
        return secured
    raise HandshakeFailed(f"no handshake within {seconds:g} seconds")


def _failed(cause: BaseException | None) -> HandshakeFailed:
    if not isinstance(cause, ssl.SSLError):
        return HandshakeFailed("lost")
    reason = cause.reason or str(cause)
    return HandshakeFailed(reason.lower().replace("_", " "), plain=reason in _NO_TLS)
