"""The floor of an engine: what plain Python costs for throwing, moving, buying and paying rent.

No decisions, no events, no auctions, no building, no trades, no jail choices: mutable lists and a loop. It says how
fast the machine is just now; a full engine is measured as a fraction of it in the same run.

    python floor_engine.py [TURNS]     prints turns per second, best of three
"""

import json
import random
import sys
import time

PRICES = {
    1: 60,
    3: 60,
    5: 200,
    6: 100,
    8: 100,
    9: 120,
    11: 140,
    12: 150,
    13: 140,
    14: 160,
    15: 200,
    16: 180,
    18: 180,
    19: 200,
    21: 220,
    23: 220,
    24: 240,
    25: 200,
    26: 260,
    27: 260,
    28: 150,
    29: 280,
    31: 300,
    32: 300,
    34: 320,
    35: 200,
    37: 350,
    39: 400,
}
RENT = {space: max(2, price // 10) for space, price in PRICES.items()}


def play(turns: int, seed: int) -> int:
    rng = random.Random(seed)
    die = rng.randrange
    cash, at, jail = [1500] * 4, [0] * 4, [0] * 4
    owner: dict[int, int] = {}
    done = 0
    while done < turns:
        who = done % 4
        done += 1
        for throw in range(3):
            a, b = die(6) + 1, die(6) + 1
            if jail[who]:
                if a != b and jail[who] < 3:
                    jail[who] += 1
                    break
                jail[who] = 0
            elif throw == 2 and a == b:
                at[who], jail[who] = 10, 1
                break
            to = at[who] + a + b
            if to >= 40:
                to -= 40
                cash[who] += 200
            if to == 30:
                at[who], jail[who] = 10, 1
                break
            at[who] = to
            price = PRICES.get(to)
            if price is not None:
                holder = owner.get(to)
                if holder is None:
                    if cash[who] >= price:
                        cash[who] -= price
                        owner[to] = who
                elif holder != who:
                    cash[who] -= RENT[to]
                    cash[holder] += RENT[to]
            elif to in (4, 38):
                cash[who] -= 100
            if a != b:
                break
        if cash[who] < 0:
            cash[who] = 1500
    return done


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    best = 0.0
    for attempt in range(3):
        start = time.perf_counter()
        play(wanted, attempt)
        best = max(best, wanted / (time.perf_counter() - start))
    print(json.dumps({"floor_turns_per_s": round(best)}))
