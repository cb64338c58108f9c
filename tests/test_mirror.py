"""Each source module has a test file of its own at the mirrored place."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "protocol", "server", "client")


def source_modules() -> list[Path]:
    files = [file.relative_to(ROOT) for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    return sorted(file for file in files if file.name not in ("__init__.py", "__main__.py"))


def test_each_source_module_has_its_test_file() -> None:
    modules = source_modules()
    missing = [str(file) for file in modules if not (ROOT / "tests" / file.parent / f"test_{file.name}").exists()]
    assert modules
    assert missing == []


def test_each_package_and_test_folder_is_a_package() -> None:
    # Without `tests/engine/__init__.py`, `tests/engine` would shadow `engine`.
    sources = [ROOT / name for name in (*PACKAGES, "tests")]
    folders = {file.parent for source in sources for file in source.rglob("*.py")}
    assert sorted(str(folder) for folder in folders if not (folder / "__init__.py").exists()) == []


def test_each_package_ships_its_types() -> None:
    assert [name for name in PACKAGES if not (ROOT / name / "py.typed").exists()] == []
