"""Runs the notebooks of examples/notebooks and stores what their cells print and draw.

`python tools/notebooks.py` writes all of them; tests/docs/test_notebooks.py fails when one raises, warns or prints
something else than it shows.
"""

from __future__ import annotations

import copy
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

from rankhouse.plot._display import OWN_VEGA

NOTEBOOKS = Path(__file__).parents[1] / "examples" / "notebooks"
SECONDS = 120
# Warnings of our own are errors; a kernel has some that are its affair. Terminals are as wide as the stored pages.
WIDE = {"COLUMNS": "120", "PYTHONWARNINGS": "error::UserWarning:rankhouse"}


def paths() -> list[Path]:
    return sorted(NOTEBOOKS.glob("*.ipynb"))


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def executed(notebook: Any) -> Any:
    """The notebook with the outputs of now. Raises what a cell raises."""
    made = copy.deepcopy(notebook)
    os.environ |= WIDE
    # Over sockets in a folder of its own a kernel needs no port and no key.
    with tempfile.TemporaryDirectory(prefix="rankhouse-") as folder:
        kernel = AsyncKernelManager(kernel_name="python3", transport="ipc", ip=str(Path(folder) / "kernel"))
        NotebookClient(made, km=kernel, timeout=SECONDS, startup_timeout=SECONDS, record_timing=False).execute()
    for cell in made.cells:
        cell.metadata = {}
        for output in cell.get("outputs", []):
            # Stored are the pictures; whoever runs the notebook has the charts.
            output.get("data", {}).pop(OWN_VEGA, None)
    return made


def printed(notebook: Any) -> list[tuple[str, str]]:
    """What the cells say: the texts of their outputs, those of streams by their names."""
    said = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "stream":
                said.append((output.name, output.text))
            elif output.output_type == "error":
                said.append(("error", output.evalue))
            elif "image/svg+xml" in output.data:
                said.append(("image", output.data["image/svg+xml"]))
            else:
                said.append(("text", output.data["text/plain"]))
    return said


def main(source: str | None = None, target: str | None = None) -> None:
    """All notebooks in place, or one to another file."""
    for path in [Path(source)] if source else paths():
        made = executed(read(path))
        nbformat.write(made, target or path)  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main(*sys.argv[1:])
