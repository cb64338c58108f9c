"""Secure connections: to a server whose certificate an authority has signed, or is the same as at the first meeting.

A server that a friend runs has a certificate of its own making, which no authority knows. So it is trusted at the first
meeting, as SSH does it, and from then on only the same one is. Must not know messages.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from typing import Final

import trio

from client.address import Address, Tls
from client.errors import ClientError, NoConnection
from client.pins import Pins, UnreadablePins
from protocol.certificates import fingerprint

_NO_TLS: Final = frozenset({"WRONG_VERSION_NUMBER", "PACKET_LENGTH_TOO_LONG", "RECORD_LAYER_FAILURE"})
"""What OpenSSL says of a server that answers in plain bytes."""


class Untrusted(ClientError):
    """The server is not the one that it should be; nothing was sent to it."""

    exit_code = 3


def _say_nothing(words: str) -> None:
    pass


async def open_tls_stream(
    address: Address, tls: Tls, pins: Pins | None = None, tell: Callable[[str], None] = _say_nothing
) -> trio.abc.Stream:
    """A secured stream; `tell` is told when a server is met for the first time.

    Raises `OSError` if nobody answers, `NoConnection` if the server does not speak TLS, and `Untrusted`.
    """
    context = _context(tls)
    plain = await trio.open_tcp_stream(address.host, address.port)
    stream = trio.SSLStream(plain, context, server_hostname=address.host, https_compatible=True)
    try:
        await stream.do_handshake()
        if tls.authority is None:
            _compare(stream.getpeercert(binary_form=True), str(address), pins or Pins(), tell)
    except BaseException as error:
        await trio.aclose_forcefully(stream)
        if isinstance(error, trio.BrokenResourceError):
            raise _explained(error.__cause__, address) from None
        raise
    return stream


async def open_socket(
    address: Address, pins: Pins | None = None, tell: Callable[[str], None] = _say_nothing
) -> socket.socket:
    """A connection as a bare socket that never blocks, secured where the address says so; raises as `open_tls_stream`."""
    context = None if address.tls is None else _context(address.tls)
    stream = await trio.open_tcp_stream(address.host, address.port)
    plug = socket.socket(fileno=stream.socket.detach())
    plug.setblocking(False)
    if context is None:
        return plug
    secured = context.wrap_socket(plug, server_hostname=address.host, do_handshake_on_connect=False)
    try:
        await _shake_hands(secured)
        if context.verify_mode is ssl.CERT_NONE:
            _compare(secured.getpeercert(binary_form=True), str(address), pins or Pins(), tell)
    except BaseException as error:
        secured.close()
        if isinstance(error, OSError):
            raise _explained(error, address) from None
        raise
    return secured


async def _shake_hands(plug: ssl.SSLSocket) -> None:
    while True:
        try:
            plug.do_handshake()
        except ssl.SSLWantReadError:
            await trio.lowlevel.wait_readable(plug)
        except ssl.SSLWantWriteError:
            await trio.lowlevel.wait_writable(plug)
        else:
            return


def _context(tls: Tls) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if tls.authority is None:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE  # `_compare` judges the certificate instead
        return context
    try:
        context.load_verify_locations(tls.authority)
    except (ssl.SSLError, OSError) as error:
        raise Untrusted(f"{tls.authority} holds no certificates that can be read: {error.strerror or error}") from None
    return context


def _compare(certificate: bytes | None, server: str, pins: Pins, tell: Callable[[str], None]) -> None:
    """Judge the certificate by the one that is remembered, or remember it."""
    assert certificate is not None  # a server of TLS always shows one
    found = fingerprint(certificate)
    try:
        known = pins.find(server)
        if known is None:
            pins.keep(server, found)
            tell(f"first meeting with {server}: its certificate is remembered; compare its SHA-256 with the host's:\n  {found}")
    except (UnreadablePins, OSError) as error:
        raise Untrusted(f"the certificate of {server} can not be remembered: {error}") from None
    if known not in (None, found):
        raise Untrusted(
            f"{server} shows another certificate than before: expected {known}, found {found}. Somebody may be in between."
            f" If the host says that it was renewed, remove {server} from {pins.file} and try again"
        )


def _explained(cause: BaseException | None, address: Address) -> ClientError | OSError:
    if isinstance(cause, ssl.SSLCertVerificationError):
        return Untrusted(f"the certificate of {address} is not to be trusted: {cause.verify_message}")
    if isinstance(cause, ssl.SSLError) and cause.reason in _NO_TLS:
        return NoConnection(f"the server at {address} does not speak TLS: connect without --tls")
    return ConnectionResetError(f"no secure connection: {cause or 'the server hung up'}")
