"""Draws the pictures of the guides of charts: `python tools/charts.py` runs their code and keeps what it saves."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path

from executed import executed

DOCS = Path(__file__).parents[1] / "docs"
PAGES = [DOCS / "how-to" / name for name in ("charts.md", "charts-of-labels.md")]
PICTURES = DOCS / "images" / "charts"


def drawn(folder: Path) -> list[Path]:
    """The pictures of the pages, made anew in a folder."""
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        # The page is run in a folder that goes away with it.
        executed(re.sub(r'"(\w+\.svg)"\)$', lambda name: f"{str(folder / name[1])!r})", page, flags=re.MULTILINE))
    return sorted(folder.glob("*.svg"))


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for picture in drawn(Path(folder)):
            shutil.copy(picture, PICTURES / picture.name)
            print(f"{picture.name}: {picture.stat().st_size / 1024:.0f} kB")


if __name__ == "__main__":
    main()
