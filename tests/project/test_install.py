"""tools/install.py: what it asks uv and pip for. Both are scripts here that note their arguments."""

from __future__ import annotations

import os
import time
from pathlib import Path
from shutil import which

import pytest

import install

WHAT = ["--editable", ".[test]"]


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What was asked for, a line each; a file `broken` holds what fails."""
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(install, "INSTALLED", tmp_path / "installed")
    log, broken = tmp_path / "asked", tmp_path / "broken"
    script = f'#!/bin/sh\necho "$(basename $0) $*" >> {log}\n! tail -1 {log} | grep -qf {broken}\n'
    for name in ("uv", "pip"):
        (tmp_path / name).write_text(script)
        (tmp_path / name).chmod(0o755)
    broken.write_text("")
    monkeypatch.setattr(install, "found_uv", lambda: str(tmp_path / "uv"))
    monkeypatch.setattr(install, "PIP", [str(tmp_path / "pip")])
    monkeypatch.setattr("sys.argv", ["install.py", str(tmp_path / "environment"), *WHAT])
    return log


def installs(asked: Path) -> list[str]:
    """Of one run: programs and how they are asked."""
    install.main()
    lines = [line for line in asked.read_text().splitlines() if "config" not in line]
    asked.unlink()
    assert all(line.removesuffix(" --offline").endswith(" ".join(WHAT)) for line in lines)
    return [f"{line.split()[0]}{' offline' * line.endswith('offline')}" for line in lines]


def test_what_was_installed_lately_is_taken_from_what_uv_kept(asked: Path) -> None:
    assert installs(asked) == ["uv"]
    assert (asked.parent / "environment/bin/python").exists()
    assert installs(asked) == ["uv offline"]


def test_after_seven_days_the_index_is_asked_again(asked: Path) -> None:
    installs(asked)
    (stamp,) = install.INSTALLED.iterdir()
    old = time.time() - 7 * 24 * 3600 - 1
    os.utime(stamp, (old, old))
    assert installs(asked) == ["uv"]
    assert installs(asked) == ["uv offline"]


def test_the_index_is_asked_for_other_requirements(
    asked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installs(asked)
    monkeypatch.setattr(install, "ROOT", tmp_path)
    (tmp_path / "pyproject.toml").write_text("")
    assert installs(asked) == ["uv"]


def test_what_uv_has_lost_is_downloaded(asked: Path) -> None:
    installs(asked)
    (asked.parent / "broken").write_text("offline")
    assert installs(asked) == ["uv offline", "uv"]


def test_pip_installs_what_uv_cannot(asked: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (asked.parent / "broken").write_text("^uv ")
    assert installs(asked) == ["uv", "pip"]
    assert capfd.readouterr().err == "uv cannot install it; pip tries\n"
    # Nothing is believed to be kept.
    assert installs(asked) == ["uv", "pip"]


def test_pip_installs_without_uv(asked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "found_uv", lambda: None)
    assert installs(asked) == ["pip"]


def test_uv_goes_into_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, says in {
        "uv": "uv",
        "pip": 'mkdir -p "$3/bin" && cp "$(dirname $0)/uv" "$3/bin/" && echo "$@" >> asked',
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{says}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(install, "INSTALLED", tmp_path / "kept" / "installed")
    monkeypatch.setattr(install, "PIP", [str(tmp_path / "pip")])
    monkeypatch.setattr(install.shutil, "which", lambda name: which(name) if Path(name).is_absolute() else None)
    assert install.found_uv() == install.found_uv() == str(tmp_path / "kept" / "uv" / "bin" / "uv")
    assert Path("asked").read_text() == f"install --target {tmp_path / 'kept' / 'uv'} uv\n"


def test_what_neither_can_install_fails(asked: Path) -> None:
    (asked.parent / "broken").write_text("install")
    with pytest.raises(install.subprocess.CalledProcessError):
        install.main()


def test_uv_asks_the_index_of_pip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("UV_DEFAULT_INDEX", raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.example/simple")
    assert install.index_of_pip() == {"UV_DEFAULT_INDEX": "https://index.example/simple"}
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://other.example/simple")
    assert install.index_of_pip() == {}
