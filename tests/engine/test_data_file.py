"""Reading TOML: each way in which a file or value can be wrong is told as field and problem."""

from pathlib import Path
from typing import Any, Literal

import msgspec
import pytest

from engine.data_file import UnreadableData, convert, read_toml


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    size: int
    color: Literal["red", "blue"] = "red"


class Circle(msgspec.Struct, frozen=True, tag="circle"):
    radius: int


class Square(msgspec.Struct, frozen=True, tag="square"):
    side: int


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    inner: Inner
    color: Literal["red", "blue"] = "red"
    numbers: tuple[int, ...] = ()
    more: dict[str, Inner] = {}
    shape: Circle | Square = Circle(1)


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text('name = "£"\n[table]\nx = 1\n', encoding="utf-8")
    assert read_toml(file) == {"name": "£", "table": {"x": 1}}


@pytest.mark.parametrize(
    ("content", "field", "problem"),
    [
        (None, "path", "expected a readable file, found No such file or directory"),
        (b"x = ", "text", "expected TOML, found invalid value (at end of document)"),
        (b"x = '\xff'", "text", "expected UTF-8, found byte 0xff"),
        (b"x = " + b"[" * 10_000, "text", "expected TOML, found tables or arrays nested too deeply"),
    ],
)
def test_an_unreadable_file_says_why(tmp_path: Path, content: bytes | None, field: str, problem: str) -> None:
    file = tmp_path / "a.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(UnreadableData) as caught:
        read_toml(file)
    assert (caught.value.field, caught.value.problem) == (field, problem)
    assert str(caught.value) == f"{field}: {problem}"


def test_a_number_of_thousands_of_digits_is_told_as_a_fault(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text(f"x = {'9' * 5000}\n")
    with pytest.raises(UnreadableData, match=r"^text: expected TOML, found .*5000 digits"):
        read_toml(file)


def test_the_mark_that_some_editors_put_before_a_text_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text("x = 1\n", encoding="utf-8-sig")
    assert read_toml(file) == {"x": 1}


def test_a_value_is_converted() -> None:
    assert convert({"inner": {"size": 3}, "numbers": [1, 2]}, Outer) == Outer(Inner(3), numbers=(1, 2))


@pytest.mark.parametrize(
    ("raw", "field", "problem"),
    [
        ({}, "inner", "expected a value, found none"),
        ({"inner": {}}, "inner.size", "expected a value, found none"),
        ({"inner": {"size": "3"}}, "inner.size", "expected `int`, found `str`"),
        ({"inner": {"size": True}}, "inner.size", "expected `int`, found `bool`"),
        (
            {"inner": {"size": 3}, "size": 3},
            "size",
            "expected one of inner, color, numbers, more, shape, found an unknown key",
        ),
        ({"inner": {"size": 3}, "color": "green"}, "color", "expected one of red, blue, found 'green'"),
        ({"inner": {"size": 3}, "numbers": [1, "x"]}, "numbers[1]", "expected `int`, found `str`"),
        ([], "value", "expected `object`, found `array`"),
    ],
)
def test_a_value_of_wrong_shape_says_where(raw: Any, field: str, problem: str) -> None:
    with pytest.raises(UnreadableData) as caught:
        convert(raw, Outer)
    assert (caught.value.field, caught.value.problem) == (field, problem)


@pytest.mark.parametrize(
    ("raw", "field", "problem"),
    [
        ({"inner": {"size": 3, "x": 1}}, "inner.x", "expected one of size, color, found an unknown key"),
        ({"inner": {"size": 3, "color": "green"}}, "inner.color", "expected one of red, blue, found 'green'"),
        (
            {"inner": {"size": 3}, "more": {"a": {"size": 3, "x": 1}}},
            "more[...].x",
            "expected one of size, color, found an unknown key",
        ),
        (
            {"inner": {"size": 3}, "shape": {"type": "line"}},
            "shape.type",
            "expected one of circle, square, found 'line'",
        ),
    ],
)
def test_choices_of_a_nested_value_are_listed(raw: Any, field: str, problem: str) -> None:
    with pytest.raises(UnreadableData) as caught:
        convert(raw, Outer)
    assert (caught.value.field, caught.value.problem) == (field, problem)
