#!/usr/bin/env python3
"""Plays random courses of clicks on the page in headless Chromium, by seed: after each a stone is answered, or the page says why not.

usage: page_courses.py BUILD_WASM [FIRST [COUNT]]

Plays the seeds from FIRST (default 1) on, COUNT (default 2000) of them, and 200,000 courses of the state machine alone in Node.js.
A fault names its seed; the same seed clicks the same, only the engine's pace differs."""

import pathlib
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "protocol" / "web"))
import browsers  # noqa: E402
import page_states  # noqa: E402
from page_steps import expect, served  # noqa: E402

AT_ONCE = 100  # courses of one browser


def main():
    if not 2 <= len(sys.argv) <= 4:
        raise SystemExit(__doc__)
    build = pathlib.Path(sys.argv[1]).resolve()
    first, count = [int(text) for text in sys.argv[2:]] + [1, 2000][len(sys.argv) - 2:]
    start = time.monotonic()
    print(page_states.check_state_units(build, 200000), flush=True)
    for seed in range(first, first + count, AT_ONCE):
        here = min(AT_ONCE, first + count - seed)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, served(build) as base:
            browser = browsers.Chromium(folder)
            try:
                page_states.play_courses(browser, base + "/site/index.html", seed, here)
                expect(browser.errors(), [], "errors in the console")
            finally:
                browser.close()
        print(f"seeds {seed} to {seed + here - 1}: no stuck state, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
