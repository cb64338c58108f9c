"""Options that several commands have are the same everywhere, and a shell completes them."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from client.parameters import preset_option, rule_option


@click.command()
@preset_option("The rules.")
@rule_option("One switch.")
def command(preset: str, rules: tuple[str, ...]) -> None:
    click.echo(f"{preset} {' '.join(rules)}")


@pytest.mark.parametrize(
    ("arguments", "read"),
    [
        ((), "official \n"),
        (("--preset", "short", "--rule", "a=1", "--rule", "b=2"), "short a=1 b=2\n"),
    ],
)
def test_values_arrive(arguments: tuple[str, ...], read: str) -> None:
    assert CliRunner().invoke(command, arguments).output == read


def test_a_shell_completes_all_of_them() -> None:
    offered = {
        parameter.name: [item.value for item in parameter.shell_complete(click.Context(command), typed)]
        for parameter, typed in zip(command.params, ("parker", "go_exact="), strict=True)
    }
    assert offered == {"preset": ["parker"], "rules": ["go_exact=1", "go_exact=2"]}
