"""What `report` returns."""

from __future__ import annotations

import html
import sys
from pathlib import Path
from urllib.parse import quote

if sys.platform == "win32":
    from pathlib import WindowsPath as PathHere
else:
    from pathlib import PosixPath as PathHere


class Report(PathHere):
    """The path of a report, which shows what was found: in an interpreter as text, in a notebook with a link."""

    findings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "\n".join([self.with_size(str(self)), *self.findings])

    def _repr_html_(self) -> str:
        link = f'<a href="{html.escape(self._address)}" target="_blank">{html.escape(str(self))}</a>'
        return "<br>".join([self.with_size(link), *map(html.escape, self.findings)])

    def with_size(self, shown: str) -> str:
        return f"{shown} ({self.stat().st_size / 1e6:.1f} MB)" if self.exists() else shown

    @property
    def _address(self) -> str:
        """From the notebook's folder, which a browser can follow; elsewhere the file's own."""
        file = Path(self).resolve()
        here = Path.cwd()
        return quote(file.relative_to(here).as_posix()) if file.is_relative_to(here) else file.as_uri()
