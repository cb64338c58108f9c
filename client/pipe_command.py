"""`magnate pipe`: JSON lines for programs in any language. Must not look at what they say.

Exit codes: 0 at the end of the input, 3 no server is there, 4 the server took the seat or the table away.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from functools import partial

import click
import trio

from client.address import Address
from client.errors import OK
from client.lines import LineCutter, open_input
from client.pipe import Pipe
from client.running import run
from client.server_argument import server_argument
from client.session import dial_tcp

_LONGEST = 1024 * 1024  # characters of a line, more than any request may have


@click.command()
@server_argument
def pipe(server: Address) -> None:
    """Speak the protocol as JSON lines on standard input and output.

    Each line in is a request, each line out a message of the server, as protocol/README.md describes them. The connection is
    opened, kept and taken up again by the pipe.
    """
    sys.exit(run(partial(_pipe, server)))


async def _pipe(server: Address) -> int:
    async with open_input(sys.stdin.fileno()) as data:
        await Pipe(dial_tcp(server), _print).run(_lines(data))
    return OK


async def _lines(pieces: trio.MemoryReceiveChannel[bytes]) -> AsyncIterator[str]:
    cutter = LineCutter(_LONGEST)
    async for piece in pieces:
        for line in cutter.feed(piece):
            yield line
    for line in cutter.rest():
        yield line


def _print(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()
