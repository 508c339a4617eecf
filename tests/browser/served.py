"""The built site under a sub-path of a server on loopback, and what its pages asked for."""

from __future__ import annotations

import contextlib
import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SITE = ROOT / "site"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    """As simple as a host may be: nothing is packed, no header isolates the page."""

    def translate_path(self, path: str) -> str:
        return super().translate_path(path.removeprefix("/below"))

    def log_message(self, *_: Any) -> None:
        pass


@contextlib.contextmanager
def served(folder: Path = SITE) -> Iterator[str]:
    """The address of the folder, as `/below/`."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/below/"
    finally:
        server.shutdown()
        server.server_close()
