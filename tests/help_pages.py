"""What the tests of both command lines ask of their `--help` pages."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import click


def commands(group: click.Group, path: str = "") -> Iterator[str]:
    """The words that call each command that does something."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{path}{name} ")
        else:
            yield f"{path}{name}"


def calls(line: str, program: str) -> Iterator[list[str]]:
    """The arguments of each call of the program in a line for a shell."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    call: list[str] | None = None
    for word in [*lexer, ";"]:
        if word == program:
            call = []
        elif word and set(word) <= set("();<>|&"):
            if call is not None:
                yield call
            call = None
        elif call is not None:
            call.append(word)


def parse(main: click.Group, arguments: list[str]) -> str:
    """Have the arguments read as at a start of the program, which raises what click raises; returns the command's path."""
    command: click.Command = main
    context, path = click.Context(main), ""
    while isinstance(command, click.Group):
        name, found, arguments = command.resolve_command(context, arguments)
        assert found is not None
        command, path = found, f"{path} {name}".strip()
        context = click.Context(command, info_name=name, parent=context)
    if arguments != ["--help"]:  # which would be printed
        command.parse_args(context, list(arguments))
    return path
