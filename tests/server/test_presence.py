"""The note of a running server is believed only while the folder is locked."""

from __future__ import annotations

from pathlib import Path

from server.data_folder import DataFolder
from server.presence import Presence, announce, find

NOTE = Presence(77, 11935, True, 9435, 1_700_000_000.0)


def test_a_note_is_found_while_its_server_runs(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    with folder.lock():
        assert find(folder) is None
        announce(folder, NOTE)
        assert find(folder) == NOTE
        (tmp_path / "server.json").write_text("?")
        assert find(folder) is None
    announce(folder, NOTE)
    assert find(folder) is None
