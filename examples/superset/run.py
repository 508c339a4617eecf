"""`make demo-superset`: a dashboard in Superset, its numbers compared with the published tables, a picture of it."""

from __future__ import annotations

import contextlib
import http.cookiejar
import io
import json
import math
import os
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import yaml
from prepare import publish

HERE = Path(__file__).parent
PORT = 8288
ADDRESS = f"http://127.0.0.1:{PORT}"
CHARTS = {
    "NDCG@10, day by day": """
        select day, system, sum(value_sum) / sum(n_queries) from search_metrics where measure = 'ndcg@10' group by all
    """,
    "NDCG@10, mean of the last 7 days": """
        select day, system, moving_average from search_moving_average where measure = 'ndcg@10'
    """,
    "NDCG@10 by country, all days": """
        select country, system, sum(value_sum) / sum(n_queries)
        from search_metrics
        where measure = 'ndcg@10'
        group by all
    """,
    "Change from the week before": """
        select day, system, measure, value, n_queries, difference, ci_low, ci_high from search_changes
    """,
    "Dense or BM25, week by week": """
        select week, decision, difference, ci_low, ci_high, n_units, reason from search_decisions
    """,
    "BM25: NDCG@10 beside what its users met": """
        select day, measure, value from search_day_by_day
        where measure in ('ndcg@10', 'success@10', 'abandoned', 'no_result')
    """,
    "Search health of BM25": """
        select day, measure, value, ci_low, ci_high, n from search_day_by_day where measure <> 'ndcg@10'
    """,
}
"""What each chart has to show, asked of the published tables."""


def bundle(published: Path) -> bytes:
    """The folder `bundle` as Superset imports it: what is a mapping here for the reader is JSON there."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted((HERE / "bundle").rglob("*.yaml")):
            content = yaml.safe_load(path.read_text(encoding="utf-8"))
            if "sqlalchemy_uri" in content:
                content["sqlalchemy_uri"] = content["sqlalchemy_uri"].replace("FILE", str(published))
            if "query_context" in content:
                context = {"datasource": {"id": 0, "type": "table"}, "force": False, **content["query_context"]}
                context |= {"result_format": "json", "result_type": "full", "form_data": content["params"]}
                content["query_context"] = json.dumps(context)
            archive.writestr(f"dashboard/{path.relative_to(HERE / 'bundle')}", yaml.safe_dump(content))
    return file.getvalue()


class Superset:
    """A Superset with everything of its own in a folder."""

    def __init__(self, home: Path) -> None:
        self.program = Path(sys.executable).with_name("superset")
        self.password = secrets.token_urlsafe(16)
        self.home = home
        own = {"SUPERSET_HOME": str(home), "SUPERSET_CONFIG_PATH": str(HERE / "superset_config.py")}
        self.environment = (
            os.environ | own | {"SUPERSET_SECRET_KEY": secrets.token_urlsafe(42), "FLASK_APP": "superset"}
        )
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def run(self, *arguments: str) -> None:
        """What it says is shown only when it fails."""
        done = subprocess.run(
            [self.program, *arguments], env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(f"superset {arguments[0]} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")

    def set_up(self) -> None:
        self.run("db", "upgrade")
        person = ["--firstname", "A", "--lastname", "Reader", "--email", "reader@example.com"]
        self.run("fab", "create-admin", "--username", "reader", *person, "--password", self.password)
        self.run("init")

    def imported(self, archive: bytes) -> None:
        path = self.home / "dashboard.zip"
        path.write_bytes(archive)
        self.run("import-dashboards", "-p", str(path), "-u", "reader")

    @contextlib.contextmanager
    def serving(self) -> Iterator[None]:
        with (self.home / "server.log").open("w") as log:
            command = [self.program, "run", "-h", "127.0.0.1", "-p", str(PORT), "--with-threads"]
            server = subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)
            try:
                self._wait(server)
                self._sign_in()
                yield
            finally:
                server.terminate()
                server.wait(20)

    def _wait(self, server: subprocess.Popen[bytes]) -> None:
        for _ in range(240):
            if server.poll() is not None:
                break
            with contextlib.suppress(urllib.error.URLError), self.opener.open(f"{ADDRESS}/health", timeout=5):
                return
            time.sleep(0.5)
        sys.exit(f"Superset does not answer:\n{(self.home / 'server.log').read_text()[-4000:]}")

    def _sign_in(self) -> None:
        form = urllib.parse.urlencode({"username": "reader", "password": self.password}).encode()
        self.opener.open(f"{ADDRESS}/login/", form, timeout=60).close()

    @property
    def cookies(self) -> dict[str, str]:
        (jar,) = (one.cookiejar for one in self.opener.handlers if isinstance(one, urllib.request.HTTPCookieProcessor))
        return {cookie.name: cookie.value or "" for cookie in jar}

    def get(self, path: str) -> Any:
        try:
            with self.opener.open(f"{ADDRESS}{path}", timeout=120) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            sys.exit(f"{path}: {error} {error.read().decode()[:2000]}")


def compared(superset: Superset, published: Path) -> int:
    """How many numbers of the charts are those of the tables; the first that is not ends the program."""
    n_numbers = 0
    charts = {chart["slice_name"]: chart["id"] for chart in superset.get("/api/v1/chart/")["result"]}
    if charts.keys() != CHARTS.keys():
        sys.exit(f"Superset has the charts {sorted(charts)}")
    with duckdb.connect(str(published), read_only=True) as con:
        for name, sql in CHARTS.items():
            (answer,) = superset.get(f"/api/v1/chart/{charts[name]}/data/")["result"]
            found = sorted((tuple(map(plain, row.values())) for row in answer["data"]), key=repr)
            known = sorted((tuple(map(plain, row)) for row in con.execute(sql).fetchall()), key=repr)
            if len(found) != len(known):
                sys.exit(f"{name}: {len(found)} rows of Superset, {len(known)} of the table")
            for got, expected in zip(found, known, strict=True):
                if not all(map(is_same, got, expected)):
                    sys.exit(f"{name}: Superset says {got}, the table {expected}")
                n_numbers += sum(isinstance(one, float) for one in expected)
    return n_numbers


def plain(value: Any) -> str | float | None:
    """A date as text; Superset has it as milliseconds."""
    if isinstance(value, int | float) and value > 1e11:
        return time.strftime("%Y-%m-%d", time.gmtime(value / 1000))
    if isinstance(value, int | float):
        return float(value)
    return None if value is None else str(value)


def is_same(got: Any, expected: Any) -> bool:
    if isinstance(got, float) and isinstance(expected, float):
        return math.isclose(got, expected, rel_tol=1e-12)
    return bool(got == expected)


def photograph(superset: Superset, path: Path) -> None:
    """The dashboard as a browser shows it, once nothing is loading any more."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    still = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium if Path(chromium).exists() else None,
            args=[*still, "--disable-sync", "--no-first-run", "--disable-quic"],
        )
        page = browser.new_page(viewport={"width": 1440, "height": 1800})
        for name, value in superset.cookies.items():
            page.context.add_cookies([{"name": name, "value": value, "url": ADDRESS}])
        page.goto(f"{ADDRESS}/superset/dashboard/search-quality/?standalone=1", timeout=120_000)
        page.wait_for_selector("[data-test-chart-name]", timeout=120_000)
        page.wait_for_function(
            "document.querySelectorAll('.slice_container canvas, .slice_container table').length >= 7", timeout=120_000
        )
        page.wait_for_timeout(3000)
        if problem := page.query_selector("[role=alert]"):
            sys.exit(f"the dashboard says: {problem.inner_text()}")
        page.screenshot(path=str(path))
        browser.close()


def main() -> None:
    published = publish(HERE / "published").absolute()
    with tempfile.TemporaryDirectory(prefix="superset-") as folder:
        superset = Superset(Path(folder))
        superset.set_up()
        superset.imported(bundle(published))
        with superset.serving():
            n_numbers = compared(superset, published)
            print(f"{n_numbers} numbers of {len(CHARTS)} charts: Superset and the published tables agree")
            photograph(superset, HERE / "published" / "dashboard.png")
    print(f"{HERE.name}/published/dashboard.png")


if __name__ == "__main__":
    main()
