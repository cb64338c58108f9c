"""The floor: what trio + msgpack alone cost for the traffic of a table server.

A bare trio server reads msgpack maps from a TCP stream (msgpack.Unpacker), and for each request sends a ~60-byte
reply to the sender and one ~250-byte update, packed once, to every connection of the same group of P. No game, no
journal, no validation. The load is one process with P*G connections, one outstanding request per connection of the
seat whose turn it is (ping-pong inside a group, as at a table). Prints JSON: requests/s, p50/p99 ms, server CPU.

  python floor.py serve PORT            python floor.py load PORT -g 10 -p 4 -s 5
"""

import argparse, json, os, sys, time
import msgpack, trio

UPDATE = {
    "type": "update",
    "table": "t1",
    "seq": 12345,
    "phase": "before_roll",
    "turn": 2,
    "waiting": [2],
    "deadline": 30000,
    "events": [
        {"type": "dice_rolled", "seat": 1, "dice": [3, 4]},
        {"type": "token_moved", "seat": 1, "to": 17},
        {"type": "money_paid", "payer": 1, "payee": 2, "amount": 14, "reason": "rent"},
    ],
}


async def serve(port):
    groups = {}

    async def handler(stream):
        up = msgpack.Unpacker(max_buffer_size=65536)
        group = None
        mine = (stream, trio.Lock())
        try:
            async for chunk in stream:
                up.feed(chunk)
                for msg in up:
                    if group is None:
                        group = groups.setdefault(msg["group"], [])
                        group.append(mine)
                        async with mine[1]:
                            await stream.send_all(msgpack.packb({"in_reply_to": msg["id"], "ok": True}))
                        continue
                    reply = msgpack.packb({"type": "result", "in_reply_to": msg["id"], "ok": True, "seq": 12345})
                    update = msgpack.packb(UPDATE)
                    for s, lock in group:
                        async with lock:
                            await s.send_all(update + reply if s is stream else update)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        finally:
            if group is not None and mine in group:
                group.remove(mine)

    await trio.serve_tcp(handler, port, host="127.0.0.1")


async def load(port, g, p, s):
    lat = []
    done = 0
    stop = False

    async def group_task(k):
        nonlocal done
        conns = []
        for i in range(p):
            st = await trio.open_tcp_stream("127.0.0.1", port)
            conns.append((st, msgpack.Unpacker()))
            await st.send_all(msgpack.packb({"id": 0, "group": f"g{k}"}))
            await recv_reply(conns[-1], 0)
        n = 1
        async with trio.open_nursery() as nursery:
            for c in conns[1:]:
                pass
            while time.perf_counter() < deadline:
                i = n % p
                t = time.perf_counter()
                await conns[i][0].send_all(msgpack.packb({"type": "roll_dice", "id": n, "table": "t1", "prompt": 77}))
                await recv_reply(conns[i], n)
                lat.append(time.perf_counter() - t)
                done += 1
                for j, c in enumerate(conns):
                    if j != i:
                        await recv_update(c)
                n += 1
        for st, _ in conns:
            await st.aclose()

    async def recv_reply(c, n):
        st, up = c
        while True:
            for m in up:
                if m.get("in_reply_to") == n:
                    return
            up.feed(await st.receive_some(65536))

    async def recv_update(c):
        st, up = c
        while True:
            for m in up:
                return
            up.feed(await st.receive_some(65536))

    deadline = time.perf_counter() + s + 0.5
    t0 = time.perf_counter()
    async with trio.open_nursery() as nursery:
        for k in range(g):
            nursery.start_soon(group_task, k)
    el = time.perf_counter() - t0
    lat.sort()
    print(
        json.dumps(
            {
                "g": g,
                "p": p,
                "requests_per_s": round(done / el),
                "p50_ms": round(lat[len(lat) // 2] * 1e3, 3),
                "p99_ms": round(lat[int(len(lat) * 0.99)] * 1e3, 3),
            }
        )
    )


if __name__ == "__main__":
    a = argparse.ArgumentParser()
    a.add_argument("mode")
    a.add_argument("port", type=int)
    a.add_argument("-g", type=int, default=10)
    a.add_argument("-p", type=int, default=4)
    a.add_argument("-s", type=float, default=5)
    o = a.parse_args()
    trio.run(serve, o.port) if o.mode == "serve" else trio.run(load, o.port, o.g, o.p, o.s)
