"""Errors in groups, taken out."""

import pytest

from client.groups import leaves, unwrapped


def test_leaves_are_found_however_deep() -> None:
    first, second = ValueError("1"), KeyError("2")
    assert list(leaves(ExceptionGroup("", [ExceptionGroup("", [first]), second]))) == [first, second]
    assert list(leaves(first)) == [first]


def test_the_only_error_of_a_group_is_raised_as_it_is() -> None:
    with pytest.raises(ValueError, match="alone"), unwrapped():
        raise ExceptionGroup("", [ExceptionGroup("", [ValueError("alone")])])


def test_several_errors_stay_a_group() -> None:
    with pytest.raises(ExceptionGroup), unwrapped():
        raise ExceptionGroup("", [ValueError("1"), ValueError("2")])


def test_other_errors_and_none_pass() -> None:
    with unwrapped():
        pass
    with pytest.raises(KeyError), unwrapped():
        raise KeyError
