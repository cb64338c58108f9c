"""Imports point one way, and the engine loads nothing but the standard library and msgspec."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

LOADED_BY_PACKAGE = """
import importlib, pkgutil, sys
before = set(sys.modules)
package = importlib.import_module(sys.argv[1])
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""

# The standard library's ways out of the process; the rest of it is harmless to a pure package.
OUTSIDE = {"socket", "ssl", "subprocess", "asyncio", "sqlite3", "http", "multiprocessing"}

# msgspec imports typing_extensions where it happens to be installed (and that one `_socket`, hence not in OUTSIDE).
MSGSPEC = {"msgspec", "typing_extensions"}

# The codec's C extension brings a runtime along, a part of it named by version.
MSGPACK = {"msgpack", "cython_runtime"}


def loaded_by(package: str) -> set[str]:
    """Top-level names of everything that importing all modules of a package loads, in a fresh interpreter."""
    command = [sys.executable, "-c", LOADED_BY_PACKAGE, package]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return set(result.stdout.split())


def test_import_contracts_hold() -> None:
    lint = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as main; main()", "--no-cache"]
    result = subprocess.run(lint, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout
    assert "3 kept, 0 broken" in result.stdout


@pytest.mark.parametrize(
    ("package", "allowed"),
    [("engine", {"engine"} | MSGSPEC), ("protocol", {"protocol", "engine"} | MSGPACK | MSGSPEC)],
)
def test_pure_packages_load_only_what_they_are_allowed(package: str, allowed: set[str]) -> None:
    loaded = loaded_by(package)
    assert package in loaded
    assert {name for name in loaded if name not in sys.stdlib_module_names and not name.startswith("_cython_")} <= allowed
    assert loaded & OUTSIDE == set()
