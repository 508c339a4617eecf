"""Writes docs/images/report.png: the beginning of the report of `make demo`, as a wide screen shows it."""

from __future__ import annotations

import io
import tempfile
import warnings
from pathlib import Path

import duckdb
from PIL import Image

import rankhouse
from chromium import chromium
from rankhouse import demo

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "report.png"
MEASURES = ("ndcg@10", "ndcg@100", "map", "mrr")
WIDTH, HEIGHT = 1440, 1180
MOST_BYTES = 150_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, duckdb.connect() as con, warnings.catch_warnings():
        warnings.simplefilter("ignore", rankhouse.InputWarning)
        demo.make_tables(con)
        title = "Image search over handwritten digits"
        path = rankhouse.report(
            "run", "judgments", MEASURES, Path(folder) / "report.html", by="digit", title=title, con=con
        )
        PICTURE.write_bytes(smaller(pictured(path)))
    print(f"{PICTURE}: {PICTURE.stat().st_size:,} bytes")


def pictured(path: Path) -> bytes:
    with chromium() as browser:
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready=true]", timeout=60_000)
        page.evaluate("document.querySelectorAll('details.doubts').forEach((each) => { each.open = false; })")
        picture: bytes = page.screenshot()
    return picture


def smaller(png: bytes) -> bytes:
    """The same in 160 colours, which is what a page of text and lines needs."""
    found = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(160, dither=Image.Dither.NONE).save(found, "png", optimize=True)
    if found.tell() > MOST_BYTES:
        raise SystemExit(f"the picture has {found.tell():,} bytes, more than {MOST_BYTES:,}")
    return found.getvalue()


if __name__ == "__main__":
    main()
