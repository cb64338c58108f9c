"""Both ends of a conversation without a socket, and what they say to get anywhere."""

from __future__ import annotations

from collections.abc import Iterable

from protocol import messages as m
from protocol.codec import PREFIX
from protocol.connection import Connection, ConnectionEvent, ConnectionState, InvalidMessage, Role

HELLO = m.Hello(1, low=1, high=1, client="test")
WELCOME = m.Welcome(1, version=1, server="den", limits=m.Limits(frame=65536, rate=20, burst=60))
REFUSAL = m.Error("version", "client speaks 2 to 3, server 1", in_reply_to=1, wanted=1)
CLOSING = m.Closing("shutdown", "the server is going down")
S = ConnectionState


class Pair:
    """A client and a server without a socket between them."""

    def __init__(self) -> None:
        self.client = Connection(Role.CLIENT)
        self.server = Connection(Role.SERVER)

    def say(self, message: m.Message, cut: int = 1 << 20) -> list[ConnectionEvent]:
        """Send a message from its side, in pieces of `cut` bytes; what the other side gets."""
        sender, receiver = (self.client, self.server) if isinstance(message, m.Request) else (self.server, self.client)
        sender.send(message)
        data = sender.data_to_send()
        return feed(receiver, (data[at : at + cut] for at in range(0, len(data), cut)))

    def raw(self, payload: bytes) -> list[ConnectionEvent]:
        """A frame of any bytes from client to server."""
        return feed(self.server, [frame(payload)])

    def in_state(self, state: ConnectionState) -> Pair:
        """Come to a state by the shortest way."""
        steps: dict[ConnectionState, list[m.Message]] = {
            S.GREETING: [], S.WELCOMING: [HELLO], S.OPEN: [HELLO, WELCOME], S.CLOSING: [HELLO, REFUSAL], S.CLOSED: [],
        }  # fmt: skip
        for message in steps[state]:
            assert self.say(message) == [message]
        if state is S.CLOSED:
            self.client.receive_eof()
            self.server.receive_eof()
        assert self.client.state is self.server.state is state
        return self


def frame(payload: bytes) -> bytes:
    return len(payload).to_bytes(PREFIX, "big") + payload


def feed(receiver: Connection, chunks: Iterable[bytes]) -> list[ConnectionEvent]:
    events: list[ConnectionEvent] = []
    for chunk in chunks:
        receiver.receive_data(chunk)
        events += receiver.events_received()
    return events


def words(data: bytes) -> list[m.Message]:
    """What a client that is open understands of a server's bytes."""
    client = Pair().in_state(S.OPEN).client
    client.receive_data(data)
    events = list(client.events_received())
    assert not any(isinstance(event, InvalidMessage) for event in events)
    return [event for event in events if not isinstance(event, InvalidMessage)]
