#!/usr/bin/env python3
"""Measures the page in headless Chromium: speed against the program, start, first move, memory.

usage: page_bench.py BUILD_WASM PBRAIN_KANAME [--runs N]

Prints, one a line, the median of N runs (default 5) and what is wanted. The page and the program search the same
positions in turns, each by one thread: of freestyle by the network, and those of `bench` by the tables. Speeds are nodes
a second of processor time, so that other programs do not count, but for the program's own figure by the tables. The figures "with threads" are of the isolated page with
THREADS of them. Exit status 0 if all figures are as wanted, 1 if not, 77: no browser."""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

import browsers
from page_test import READY, open_moves, served, settle

THREADS = 4
POSITIONS = ["h8i9", "h8h9i9g7j10k11", "h8i10j7g8h9h10g10i8i7g9", "h8g9j10i9i8g8"]  # games of freestyle
NODES = 400000  # searched in each


def program_run(*words):
    """Runs the program. Returns what it printed, and the seconds of processor time."""
    before = os.times()
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    after = os.times()
    return text, after.children_user - before.children_user


def renderers(folder):
    """Folders in /proc of the processes that show pages of this browser."""
    for process in pathlib.Path("/proc").iterdir():
        try:
            command = (process / "cmdline").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if "--type=renderer" in command and folder in command:
            yield process


def page_run(browser, folder, request):
    """The answer to the request, and the seconds of processor time that the page took."""
    def used():
        fields = [(process / "stat").read_text(encoding="ascii").rsplit(")", 1)[1].split() for process in renderers(folder)]
        return sum(int(values[11]) for values in fields) / os.sysconf("SC_CLK_TCK")
    before = used()
    answer = browser.run(f"kaname.engine.thinker.ask({json.dumps(request)})")
    return answer, used() - before


def table_speeds(browser, folder, program):
    """Nodes a second of the page and of the program."""
    answer, seconds = page_run(browser, folder, "bench tables=1")
    text, _ = program_run(program, "bench", "--eval", "table")  # it measures more than the search
    return answer["nodes"] / seconds, int(re.search(r"^Nodes/s: (\d+)$", text, re.M).group(1))


def network_speeds(browser, folder, program):
    """The same by the network of freestyle, the one that both have."""
    sums = [0, 0, 0, 0]
    for moves in POSITIONS:
        answer, seconds = page_run(browser, folder, f"think moves={moves} nodes={NODES} lines=1 first=1 forget=1")
        text, native = program_run(program, "analyze", "--json", "--eval", "network", "--nodes", str(NODES), "--lines", "1", moves)
        sums = [a + b for a, b in zip(sums, (answer["nodes"], seconds, json.loads(text)["nodes"], native))]
    return sums[0] / sums[1], sums[2] / sums[3]


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
    took = browser.run("""(async () => { Object.assign(kaname.settings, { seconds: 1, level: "full", opening: "free", color: "b", rule: "freestyle", size: 15 });
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
    texts = [(process / "smaps_rollup").read_text(encoding="ascii") for process in renderers(folder)]
    return max(int(re.search(r"^Pss: +(\d+) kB", text, re.M).group(1)) * 1024 / 1e6 for text in texts)


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
            for name, measure in (("network", network_speeds), ("tables", table_speeds)):
                speeds = [measure(browser, folder, options.program) for _ in runs]
                print(f"nodes/s of page and program, {name}:", ", ".join(f"{a:.0f} {b:.0f}" for a, b in speeds))
                figures.append((f"speed by {name}, of the program's", [a / b for a, b in speeds], 0.45, True))
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
