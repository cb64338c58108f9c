"""Addresses as people type them."""

import click
import pytest

from client.address import Address, InvalidAddress, Tls, parse_address, read_address


@pytest.mark.parametrize(
    ("text", "address", "shown"),
    [
        ("den", Address("den", 11935), "den:11935"),
        ("den:80", Address("den", 80), "den:80"),
        (" 10.0.0.7:1234 ", Address("10.0.0.7", 1234), "10.0.0.7:1234"),
        ("[::1]", Address("::1", 11935), "[::1]:11935"),
        ("[fe80::1%eth0]:99", Address("fe80::1%eth0", 99), "[fe80::1%eth0]:99"),
        ("fe80::1", Address("fe80::1", 11935), "[fe80::1]:11935"),
    ],
)
def test_an_address_is_read_and_shown(text: str, address: Address, shown: str) -> None:
    assert parse_address(text) == address
    assert str(address) == shown
    assert parse_address(shown) == address


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected HOST[:PORT], found ''"),
        (":80", "expected HOST[:PORT], found ':80'"),
        ("den:", "expected a port from 1 to 65535, found ''"),
        ("den:0", "expected a port from 1 to 65535, found '0'"),
        ("den:65536", "expected a port from 1 to 65535, found '65536'"),
        ("den:8a", "expected a port from 1 to 65535, found '8a'"),
        ("two words:80", "expected HOST[:PORT], found 'two words:80'"),
        ("[::1", "expected [ADDRESS] or [ADDRESS]:PORT, found '[::1'"),
        ("[::1]80", "expected [ADDRESS] or [ADDRESS]:PORT, found '[::1]80'"),
    ],
)
def test_what_is_no_address_is_told(text: str, message: str) -> None:
    with pytest.raises(InvalidAddress) as caught:
        parse_address(text)
    assert str(caught.value) == message


def test_a_wrong_address_on_the_command_line_is_an_error_of_usage() -> None:
    assert read_address("den:80") == Address("den", 80)
    with pytest.raises(click.BadParameter, match="expected HOST"):
        read_address(":80")


def test_a_secured_server_can_be_written_as_one() -> None:
    assert parse_address("tls://den") == Address("den", tls=Tls())
    assert parse_address("tls://[::1]:80") == Address("::1", 80, Tls())
    assert str(parse_address("tls://den:80")) == "den:80"


@pytest.mark.parametrize("text", ["den", "den:80", "fd00::1", "[fd00::1]:80", "tls://den", "tls://[fd00::1]:80", "tls://fd00::1"])
def test_an_address_is_typed_as_it_is_read(text: str) -> None:
    assert parse_address(text).typed == text


def test_the_usual_port_is_not_typed() -> None:
    assert parse_address("den:11935").typed == "den"
    assert parse_address("tls://[::1]:11935").typed == "tls://::1"
