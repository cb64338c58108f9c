"""Counting connections."""

from __future__ import annotations

from server.gate import Gate


def test_a_full_house_takes_nobody_from_anywhere() -> None:
    gate = Gate(2, 2)
    assert [gate.enter("a"), gate.enter("b")] == ["", ""]
    assert gate.enter("c") == "expected no more than 2 connections, found as many"
    gate.leave("a")
    assert gate.enter("c") == ""


def test_one_address_can_not_take_all() -> None:
    gate = Gate(10, 1)
    assert gate.enter("a") == ""
    assert gate.enter("a") == "expected no more than 1 connections from one address, found as many"
    assert gate.enter("b") == ""
    gate.leave("a")
    assert gate.enter("a") == ""


def test_who_has_gone_leaves_nothing_behind() -> None:
    gate = Gate(10, 10)
    for _ in range(5):
        gate.enter("a")
    for _ in range(5):
        gate.leave("a")
    assert len(gate) == 0
