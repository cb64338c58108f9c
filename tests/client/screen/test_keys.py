"""The keys: each shortcut is in the status row and in the help, each editing key edits."""

from client.editor import LineEditor
from client.screen.keys import EDITING, OTHER_NAMES, SHORTCUTS, key_lines


def test_other_names_stand_for_shortcuts_and_for_no_editing_key() -> None:
    assert set(OTHER_NAMES.values()) <= set(SHORTCUTS)
    assert not set(OTHER_NAMES) & set(EDITING)


def test_help_tells_each_key() -> None:
    told = "\n".join(key_lines())
    assert all(key.upper() in told for key in SHORTCUTS)
    assert "Ctrl-O" in told


def test_editing_keys_edit() -> None:
    editor = LineEditor()
    for letter in "roll on":
        editor.insert(letter)
    EDITING["ctrl w"](editor)
    EDITING["home"](editor)
    EDITING["right"](editor)
    EDITING["backspace"](editor)
    assert (editor.text, editor.cursor) == ("oll ", 0)
    EDITING["delete"](editor)
    EDITING["end"](editor)
    assert (editor.text, editor.cursor) == ("ll ", 3)
