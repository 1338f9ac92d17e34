#!/usr/bin/env python3
"""Measures the page in headless Chromium: speed against the program, start, first move, memory.

usage: page_bench.py BUILD_WASM PBRAIN_KANAME [--runs N]

Prints, one a line, the median of N runs (default 5) and what is wanted. The page and the program search the fixed
positions of `bench` in turns, each by one thread. The figures "with threads" are of the isolated page with THREADS of
them. Exit status 0 if all figures are as wanted, 1 if not, 77: no browser."""

import argparse
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import browsers
from page_test import READY, open_moves, served, settle

THREADS = 4


def native_speed(program):
    text = subprocess.run([program, "bench"], check=True, capture_output=True, text=True).stdout
    return float(re.search(r"^Nodes/s: (\d+)$", text, re.M).group(1))


def page_speed(browser):
    answer = browser.run("kaname.engine.thinker.ask('bench')")
    return answer["nodes"] * 1000 / answer["ms"]


def open_timed(browser, url):
    """Opens the page. Returns the seconds until it is ready for the first click."""
    browser.open("about:blank")
    browser.open(url)
    browser.wait(READY, "the page is ready")
    settle(browser)
    seconds = browser.run("kaname.readyMs") / 1000
    browser.run(f"kaname.engine.useThreads({THREADS})")  # one where the page is not isolated
    return seconds


def first_move(browser, url):
    """Seconds from opening the page to the engine's answer to h8, at one second a move, without the time of the player."""
    seconds = open_timed(browser, url)
    took = browser.run("""(async () => { Object.assign(kaname.settings, { seconds: 1, level: 100, color: "b", rule: "freestyle", size: 15 });
        const start = performance.now(); kaname.play.start(); await kaname.game.known(); kaname.pointChosen({ x: 7, y: 7 });
        while (kaname.game.number < 2) await new Promise((done) => setTimeout(done, 5));
        return performance.now() - start; })()""")
    return seconds + took / 1000


def longest_task(browser, url, _=None):
    """Milliseconds of the longest task of the page's own thread while the reader analyses and steps through a game; 0 if
    none took 50."""
    open_timed(browser, url)
    return browser.run("""(async () => { let longest = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((task) => { longest = Math.max(longest, task.duration); }))
            .observe({ entryTypes: ["longtask"] });
        location.hash = "#moves=h8h9i9g7j10k11i10i11g9j8k7f8"; await new Promise((done) => setTimeout(done, 300));
        kaname.analysis.start();
        for (let i = 0; i < 8; i++) { await new Promise((done) => setTimeout(done, 300)); kaname.step(kaname.game.node.parent); }
        kaname.analysis.stop(); await new Promise((done) => setTimeout(done, 300));
        return longest; })()""")


def pss_mb(folder):
    """Memory of the page's process, its share of shared pages included."""
    sizes = []
    for process in pathlib.Path("/proc").iterdir():
        try:
            command = (process / "cmdline").read_text(encoding="utf-8", errors="replace")
            if "--type=renderer" in command and folder in command:
                text = (process / "smaps_rollup").read_text(encoding="ascii")
                sizes.append(int(re.search(r"^Pss: +(\d+) kB", text, re.M).group(1)) * 1024 / 1e6)
        except (OSError, AttributeError):
            continue
    return max(sizes)


def used_memory(browser, url, folder):
    """After analysis, a proof and a review in renju, whose tables are the largest."""
    open_timed(browser, url)
    open_moves(browser, "h8h9i9g7j10k11i10i11g9j8k7f8", rule="renju")
    browser.run("(async () => { setTimeout(() => kaname.engine.stop(), 4000); await kaname.engine.think(kaname.game.request + ' lines=3', {}); })()")
    browser.run("kaname.engine.solve(kaname.game.request + ' mode=vct', { totalMs: 1000 })")
    browser.run("kaname.review.run()")
    return pss_mb(folder)


def measured(measure, *what):
    """In a browser of its own, without the pages of before."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = browsers.Chromium(folder)
        try:
            return [measure(browser, *what, folder)]
        finally:
            browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("program")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    if not browsers.available("chromium"):
        return 77
    url = (options.build / "kaname.html").as_uri()
    figures = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = browsers.Chromium(folder)
        try:
            runs = range(options.runs)
            figures.append(("loading, s", [open_timed(browser, url) for _ in runs], 1.0, False))
            figures.append(("first move, s", [first_move(browser, url) for _ in runs], 1.5, False))
            speeds = [(page_speed(browser), native_speed(options.program)) for _ in runs]
            print("nodes/s of page and program:", ", ".join(f"{page:.0f} {native:.0f}" for page, native in speeds))
            figures.append(("speed, of the program's", [page / native for page, native in speeds], 0.45, True))
            figures.append(("longest task, ms", [longest_task(browser, url)], 50, False))
        finally:
            browser.close()
    figures.append(("memory, MB", measured(used_memory, url), 200, False))
    with served(options.build, isolated=True) as base:
        site = base + "/site/index.html"
        figures.append((f"longest task with {THREADS} threads, ms", measured(longest_task, site), 50, False))
        figures.append((f"memory with {THREADS} threads, MB", measured(used_memory, site), 200, False))
    is_good = True
    for name, values, wanted, is_least in figures:
        median = statistics.median(values)
        is_good &= median >= wanted if is_least else median <= wanted
        print(f"{name}: {median:.2f} ({min(values):.2f} to {max(values):.2f}); wanted: {'at least' if is_least else 'at most'} {wanted}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
