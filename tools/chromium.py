"""Debian's Chromium, headless and offline, for the tests and the picture of a report."""

from __future__ import annotations

import contextlib
import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "a report is tested in Chromium, which is not here: apt-get install chromium fonts-dejavu-core"
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run", "--disable-quic", "--font-render-hinting=none"),
)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; the program ends with a message where there is none."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("a report is tested with playwright, which is not here: pip install 'rankhouse[browser]'")
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        sys.exit(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()
