"""A console with a line being typed that the Tab key completes. Must not know where the line is shown, nor ask a server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TextIO

from client.completion import complete, extend
from client.console import Console
from client.editor import LineEditor
from client.view import View
from engine.options import Option


class TypedConsole(Console):
    """`look` gives the table as it is, `options` what is known to be legal now, `want_options` asks for it."""

    interactive = True

    def __init__(self, out: TextIO) -> None:
        super().__init__(out)
        self.editor = LineEditor()
        self.look: Callable[[], View | None] = lambda: None
        self.options: Callable[[], Sequence[Option] | None] = lambda: None
        self.want_options: Callable[[], None] = lambda: None

    def complete(self) -> None:
        """Complete the line, at once or when it is known what is legal."""
        known = self.options()
        if known is None:
            self.want_options()
        else:
            self.complete_with(known)

    def complete_with(self, options: Sequence[Option]) -> None:
        """Complete the line out of what is legal, as far as all that fits agrees."""
        view = self.look()
        if view is None:
            return
        editor = self.editor
        before, after = editor.text[: editor.cursor], editor.text[editor.cursor :]
        completion = complete(before, options, view)
        longer = extend(before, completion)
        editor.replace(longer + after)
        editor.cursor = len(longer)
        self.offer(completion.choices)

    def offer(self, choices: tuple[str, ...]) -> None:
        """Show the line as it has become, and what it may become where several things fit, or none."""

    def complain(self, *texts: str) -> None:
        """Tell what is wrong."""
