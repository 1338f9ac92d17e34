#!/usr/bin/env python3
"""Opens the live page of a run under way in headless Chromium, on a desktop and on a phone.

    live_page_test.py TOURNAMENT PUPPET [SCREENSHOT_FOLDER]

Exit status: 0, 1 if a check fails, 77 without Chromium or in a build without `watch`.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "protocol/web"))
import browsers  # noqa: E402

WORKERS = 1000
STALE_S = 15  # LIVE_AGE_S of feed.c


def expect(actual, wanted, what):
    if actual != wanted:
        raise AssertionError(f"{what}: {actual!r}, not {wanted!r}")


class Run:
    """A local run with a sequential test that is never decided, and the page of it."""

    def __init__(self, tournament, puppet, folder):
        self.folder = pathlib.Path(folder)
        engines = ["-engine", "name=Row & <b>Column</b>", f"cmd={puppet} late=12 score=31",
                   "-engine", "name=Last", f"cmd={puppet} move=last die=40"]
        self.manager = subprocess.Popen(
            [tournament, *engines, "-concurrency", "2", "-games", "100000", "-repeat", "-seed", "1", "-sprt",
             "elo0=0", "elo1=1", "alpha=0.000001", "beta=0.000001", "-db", "run.db"], cwd=folder,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not (self.folder / "run.db-live").exists():
            expect(self.manager.poll(), None, "exit status of the run")
            time.sleep(0.05)
        self.watch = subprocess.Popen([tournament, "watch", "run.db", "-listen", "127.0.0.1:0"], cwd=folder,
                                      stdout=subprocess.PIPE, text=True)
        self.address = self.watch.stdout.readline().strip()

    def kill(self):
        self.manager.kill()
        self.manager.wait()

    def write_live(self, age_s):
        """What a manager of many workers writes, as if it were AGE_S old."""
        moves = "h8i9g7h9i8j8h10"
        workers = [{"name": f"host-{i}", "cpu": "A processor, 64", "speed": 20 + i % 5, "tables": 64, "busy": 63,
                    "games": 10 * i, "faults": i % 100 == 0, "seenMs": 900, "aside": i == 7}
                   for i in range(WORKERS)]
        games = [{"place": f"host-{i}", "number": 5000 + i, "black": i % 2, "white": 1 - i % 2, "moves": moves}
                 for i in range(2000)]
        text = json.dumps({"games": games, "workers": workers, "run": 1, "time": int(time.time() - age_s)})
        new = self.folder / "run.db-live.new"
        new.write_text(text)
        new.rename(self.folder / "run.db-live")

    def end(self):
        self.kill()
        self.watch.terminate()
        expect(self.watch.wait(timeout=20), 0, "exit status of watch")


def check_shape(browser, mobile):
    width = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    expect(width, 0, "the page is no wider than the screen")
    small = browser.run("[...document.querySelectorAll('.small-board svg')].map(b => b.getBoundingClientRect().width)"
                        ".filter(w => w > 0 && w < 110).length")
    expect(small, 0, "boards too small to read")
    if mobile:
        low = browser.run("[...document.querySelectorAll('button')].map(b => b.getBoundingClientRect().height)"
                          ".filter(h => h > 0 && h < 36).length")
        expect(low, 0, "buttons too small for a finger")
    expect(browser.errors(), [], "errors in the console")


def check_live(browser, run, mobile):
    """The numbers move without a reload; what the reader looks at stays."""
    browser.open(run.address)
    browser.run("(window.isTheSamePage = true)")
    browser.wait("document.querySelectorAll('.small-board').length > 0", "boards of the games under way")
    browser.wait("document.querySelectorAll('.small-board .black').length > 2", "stones on them")
    browser.wait("document.querySelectorAll('#game-table tbody tr').length > 8", "finished games")
    expect("Row & <b>Column</b>" in browser.text("#boards"), True, "names stand as they are")
    expect(browser.count("#boards b b"), 0, "elements made from engines' names")
    browser.wait("document.querySelector('#llr-plot svg .bound')", "the bounds of the test")
    expect(browser.count("#llr-plot svg .bound"), 2, "bounds of the test")
    expect(browser.count("#elo-plot svg .curve"), 1, "curve of the Elo")
    expect("under way" in browser.text("#now-text"), True, "the run is under way")
    expect(browser.run("document.getElementById('worker-part').hidden"), True, "a local run has no workers")
    browser.run("document.querySelector('#game-table tbody tr:nth-child(3)').click()")
    browser.run("document.getElementById('to-start').click()")
    browser.run("document.getElementById('forward').click()")
    title = browser.text("#game-title")
    browser.run("document.getElementById('course').scrollIntoView()")
    place = "Math.round(document.getElementById('course').getBoundingClientRect().top)"
    top = browser.run(place)
    count = browser.text("#match")
    browser.wait(f"document.querySelector('#match').textContent !== {json.dumps(count)}", "the table moves")
    expect(browser.text("#game-title"), title, "the open game stays")
    expect(browser.count("#board .black") + browser.count("#board .white"), 1, "its move stays")
    expect(abs(browser.run(place) - top) < 100, True, "the page does not jump")
    expect(browser.run("window.isTheSamePage"), True, "the page was not loaded again")
    check_shape(browser, mobile)


def wait_a_while(browser, condition):
    """Is it true within ten seconds?"""
    end = time.monotonic() + 10
    while not browser.run(condition) and time.monotonic() < end:
        time.sleep(0.2)
    return browser.run(condition)


def check_many(browser, run, mobile):
    """A thousand workers and two thousand games: a page of each at a time."""
    for _ in range(20):  # a slow build may take a file for old before it has read the games
        run.write_live(0)
        if wait_a_while(browser, "document.querySelectorAll('#worker-table tbody tr').length === 100"):
            break
    expect(browser.count("#worker-table tbody tr"), 100, "workers of a page")
    expect(browser.count(".small-board"), 24, "boards at a time")
    expect("of 2000" in browser.text("#board-pager"), True, "number of games under way")
    expect(browser.count("#boards .black"), 24 * 4, "black stones")
    browser.click("#worker-pager button:nth-of-type(2)")
    expect("host-100" in browser.text("#worker-table tbody tr"), True, "second page of workers")
    run.write_live(1)
    browser.click("#board-pager button:nth-of-type(2)")
    browser.wait("document.querySelector('.small-board b').textContent === 'Game 5024'", "second page of boards", 200)
    expect("host-100" in browser.text("#worker-table tbody tr"), True, "the page of workers stays")
    took = browser.run("(() => { const t = performance.now(); document.querySelector('#board-pager button').click();"
                       " return performance.now() - t; })()")
    print(f"{'phone' if mobile else 'desktop'}: {took:.0f} ms to draw a page of boards and workers")
    check_shape(browser, mobile)


def check_silence(browser, run):
    """A manager that was killed leaves its file behind: the page notices that it is old."""
    run.write_live(STALE_S - 2)
    browser.wait("document.querySelector('#now-text').textContent.includes('under way')", "a young file", 200)
    browser.wait("document.querySelector('#now-text').textContent.includes('not being played')", "an old file", 200)
    expect(browser.count(".small-board"), 0, "boards of a run that is not played")


def check(run, folder, shots, mobile):
    browser = browsers.Chromium(folder, width=400 if mobile else 1400, height=900, mobile=mobile)
    name = "phone" if mobile else "desktop"

    def shoot(part):
        if shots is not None:
            browser.screenshot(os.path.join(shots, f"{name}-{part}.png"))

    try:
        if run.manager.poll() is None:
            check_live(browser, run, mobile)
            for part in ("title", "now", "games", "course"):
                browser.run(f"document.getElementById('{part}').scrollIntoView()")
                shoot(part)
        browser.run("(window.scrollTo(0, 0), null)")
        if not mobile:
            return
        run.kill()
        check_many(browser, run, mobile)
        browser.run("document.getElementById('now').scrollIntoView()")
        shoot("many")
        browser.run("document.getElementById('worker-part').scrollIntoView()")
        shoot("workers")
        check_silence(browser, run)
        shoot("stopped")
    finally:
        browser.close()


def main():
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    tournament, puppet = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    words = subprocess.run([tournament, "--help"], capture_output=True, text=True, check=True).stdout
    if not browsers.available("chromium") or "watch" not in words.split("Subcommands")[1]:
        print("skipped: no chromium and chromedriver, or no `watch`")
        return 77
    with tempfile.TemporaryDirectory(prefix="kaname-watch-", ignore_cleanup_errors=True) as folder:
        run = Run(tournament, puppet, folder)
        try:
            for mobile in (False, True):
                check(run, folder, sys.argv[3] if len(sys.argv) > 3 else None, mobile)
        finally:
            run.end()
    print("the live page works on a desktop and on a phone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
