"""What reports are made without in tests."""

from __future__ import annotations

import pytest

from rankhouse._reporting import page


@pytest.fixture(autouse=True)
def _without_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bundling Vega takes seconds."""
    monkeypatch.setattr(page, "libraries", lambda: "/* Vega */")
