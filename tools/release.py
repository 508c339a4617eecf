"""`make release`: all that comes before a release is published, in the order of RELEASING.md.

`make dist` is its middle: wheel, sdist and dbt package, built, installed into empty environments and run.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
INSTALL = [sys.executable, str(ROOT / "tools" / "install.py")]
# What the Hub takes of a tag is the whole repository; a dbt project reads these.
DBT_PACKAGE = [
    ".dbtignore",
    "dbt_project.yml",
    "packages.yml",
    "macros",
    "models",
    "seeds",
    "skills",
    "README.md",
    "CHANGELOG.md",
    "LICENSE",
]
TRIAL = {
    "packages.yml": "packages:\n  - local: {package}\n",
    "dbt_project.yml": "name: trial\nprofile: trial\nversion: '1.0'\n",
    "profiles.yml": "trial: {{target: dev, outputs: {{dev: {{type: duckdb, path: trial.duckdb}}}}}}\n",
    "models/run.sql": "select 'q' as query_id, 'a' as item_id, 2.0 as score union all select 'q', 'b', 1.0",
    "models/judgments.sql": "select 'q' as query_id, 'b' as item_id, 1 as relevance",
    "models/quality.sql": "{{{{ rankhouse.metrics(ref('run'), ref('judgments'), ['mrr']) }}}}",
}


def main() -> None:
    number = version()
    if sys.argv[1:] == ["--dist"]:
        build(number)
        return
    refuse(ready(number))
    run("env", "CI_FULL=1", str(ROOT / ".ci" / "run"))
    build(number)
    print(
        f"\n{number} is ready; nothing has been published. What is left, by hand:\n\n"
        f"  git tag -a v{number} -m 'rankhouse {number}' && git push origin main v{number}\n"
        f"  twine upload {' '.join(str(path.relative_to(ROOT)) for path in packages())}\n"
    )


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


def ready(number: str) -> list[str]:
    """What speaks against a release of this commit."""
    log = (ROOT / "CHANGELOG.md").read_text()
    [*_, unreleased] = re.findall(r"^## \[Unreleased\]\n(.*?)(?=^## )", log, re.MULTILINE | re.DOTALL) or [""]
    today = datetime.now(UTC).date().isoformat()
    found = {
        "git status is not clean: commit first": output("git", "status", "--short"),
        f"the tag v{number} is there already: raise the version": output("git", "tag", "--list", f"v{number}"),
        f"CHANGELOG.md has no '## [{number}] - {today}'": f"\n## [{number}] - {today}\n" not in log,
        "CHANGELOG.md still lists changes as unreleased": unreleased.strip(),
    }
    return [message for message, is_so in found.items() if is_so]


def build(number: str) -> None:
    """The packages in dist/, each tried as somebody installs it."""
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        builder = folder / "builder"
        run(*INSTALL, str(builder), "hatchling>=1.26")
        run(str(builder / "bin" / "python"), "-m", "hatchling", "build", "--directory", str(DIST))
        archive = DIST / f"rankhouse-dbt-{number}.tar.gz"
        prefix = f"rankhouse-{number}/"
        run("git", "archive", f"--prefix={prefix}", f"--output={archive}", "HEAD", *DBT_PACKAGE)
        for package in packages():
            try_python(package, folder / package.suffix.lstrip("."), number)
        shutil.unpack_archive(archive, folder)
        try_dbt(folder / prefix, folder)


def packages() -> list[Path]:
    return [
        *DIST.glob("rankhouse-*.whl"),
        *(path for path in DIST.glob("rankhouse-*.tar.gz") if "-dbt-" not in path.name),
    ]


def try_python(package: Path, environment: Path, number: str) -> None:
    """In an empty environment the package computes every reference value."""
    run(*INSTALL, str(environment), f"rankhouse[cli] @ file://{package}")
    rankhouse = str(environment / "bin" / "rankhouse")
    refuse([] if number in output(rankhouse, "--version") else [f"{package.name} does not say that it is {number}"])
    run(rankhouse, "check")


def try_dbt(package: Path, folder: Path) -> None:
    """A project that installs the package as the Hub packs it builds a model."""
    environment, project = folder / "dbt", folder / "trial"
    run(*INSTALL, str(environment), "dbt-core>=1.8,<1.12", "dbt-duckdb>=1.9")
    for name, text in TRIAL.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text.format(package=package))
    for command in (["deps"], ["--warn-error", "build"]):
        run(str(environment / "bin" / "dbt"), "--quiet", *command, cwd=project)


def run(*command: str, cwd: Path = ROOT) -> None:
    print("$", *command, flush=True)
    if status := subprocess.run(command, cwd=cwd, check=False).returncode:
        sys.exit(status)


def output(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def refuse(reasons: list[str]) -> None:
    if reasons:
        sys.exit("no release: " + "; ".join(reasons))


if __name__ == "__main__":
    main()
