"""An error is told at the user's own line, in a traceback that ends in the message, wherever it was found."""

from __future__ import annotations

import io
import traceback
from contextlib import redirect_stdout

import pytest
from IPython.core.interactiveshell import InteractiveShell

import rankhouse
from rankhouse import plot

NO_CALLS = {"Comparison", "InputError", "InputWarning", "__version__", "theme"}


@pytest.mark.parametrize("module", [rankhouse, plot])
def test_every_public_function_tells_its_errors_shortly(module: object) -> None:
    public = {*module.__all__} - NO_CALLS  # type: ignore[attr-defined]
    assert [name for name in sorted(public) if not hasattr(getattr(module, name), "__wrapped__")] == []


@pytest.mark.parametrize("measure", ["ndcg@0", "ndcg(gain=cubic)", "novelty"])
def test_a_traceback_has_no_file_of_a_template(measure: str) -> None:
    with pytest.raises(rankhouse.InputError) as raised:
        rankhouse.evaluate("run", "judgments", measure)
    frames = traceback.extract_tb(raised.value.__traceback__)
    assert [frame.filename for frame in frames][:1] == [__file__]
    assert len(frames) == 2 and all(frame.filename.endswith(".py") for frame in frames)


def test_ipython_shows_the_message_last() -> None:
    shell = InteractiveShell()
    printed = io.StringIO()
    with redirect_stdout(printed):
        shell.run_cell("import rankhouse\nrankhouse.evaluate('run', 'judgments', 'ndcg@0')")
    lines = printed.getvalue().splitlines()
    assert "InputError" in lines[-1] and "ndcg@0" in lines[-1]
    assert len(lines) < 20
