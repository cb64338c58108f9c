"""One server at a time has a data folder, and every other one is told whose it is."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from server.data_folder import Anchor, DataFolder, FolderInUse, FolderUnwritable, UnusableData, default_folder

HOLDER = """
import sys
from pathlib import Path
from server.data_folder import DataFolder
with DataFolder(Path(sys.argv[1])).lock():
    print("locked", flush=True)
    sys.stdin.read()
"""


def test_default_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "magnate"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_folder() == tmp_path / ".local" / "share" / "magnate"


def test_nothing_is_created_before_the_lock(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "a" / "b")
    assert not folder.path.exists()
    with folder.lock():
        assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700


def test_a_second_lock_is_refused_until_the_first_is_released(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    first = folder.lock()
    with pytest.raises(FolderInUse, match=f"the server with process id {os.getpid()}"):
        folder.lock()
    first.release()
    first.release()
    with folder.lock(), pytest.raises(FolderInUse):
        folder.lock()


def test_a_second_server_is_told_the_process_of_the_first(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "locked\n"
        with pytest.raises(FolderInUse) as caught:
            DataFolder(tmp_path).lock()
        assert str(caught.value) == (
            f"data folder {tmp_path} is in use by the server with process id {holder.pid}:"
            " end that one, or choose another folder with --data"
        )
        holder.kill()
        holder.wait()
        DataFolder(tmp_path).lock().release()  # a lock does not outlive its process


def test_an_unreadable_process_id_is_left_out(tmp_path: Path) -> None:
    with DataFolder(tmp_path).lock():
        (tmp_path / "lock").write_text("?")
        with pytest.raises(FolderInUse, match="in use by another server: end that one"):
            DataFolder(tmp_path).lock()


def test_a_path_that_can_be_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(FolderUnwritable, match="cannot be written: (file exists|not a directory); make it writable"):
        DataFolder(tmp_path / "file").lock()
    with pytest.raises(FolderUnwritable, match="not a directory"):
        DataFolder(tmp_path / "file" / "below").lock()


@pytest.mark.parametrize("kind", [FolderInUse, FolderUnwritable])
def test_both_refusals_are_unusable_data(kind: type[Exception]) -> None:
    assert issubclass(kind, UnusableData)


def test_a_folder_is_in_use_while_it_is_locked(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    assert not folder.in_use()
    with folder.lock():
        assert folder.in_use()
    assert not folder.in_use()


def test_a_file_that_is_moved_or_replaced_is_missing(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.touch()
    two.touch()
    files = Anchor(one, two)
    assert files.missing() is None
    one.rename(tmp_path / "away")
    assert files.missing() == one
    one.touch()
    assert files.missing() == one
    (tmp_path / "away").replace(one)
    assert files.missing() is None
