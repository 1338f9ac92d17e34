#!/usr/bin/env python3
"""Measures the page in headless Chromium: speed against the program, start, first move, memory.

usage: page_bench.py BUILD_WASM PBRAIN_KANAME [--runs N]
       page_bench.py BUILD_WASM --reader [--runs N] [--seed S]

Prints, one a line, the median of N runs (default 5) and what is wanted. The page and the program search the same
positions in turns, each by one thread: of freestyle by the network, and those of `bench` by the tables. Speeds are nodes
a second of processor time, so that other programs do not count, but for the program's own figure by the tables. The figures "with threads" are of the isolated page with
THREADS of them. --reader measures what a reader waits for, alone: the time from a change of the position to the first line of
the analysis drawn (CHANGES random steps, jumps, clicks, branches and links by the seed S), from opening the page to its first
click, and memory: the renderer's process with its share of shared pages (PSS), and the browser's own counts of it. Exit status 0 if all figures are as wanted, 1 if not, 77: no browser."""

import argparse
import json
import math
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

import browsers
from page_steps import READY, open_moves, served, settle

THREADS = 4
POSITIONS = ["h8i9", "h8h9i9g7j10k11", "h8i10j7g8h9h10g10i8i7g9", "h8g9j10i9i8g8"]  # games of freestyle
NODES = 400000  # searched in each
GAME = "h8h9i9g7j10k11i10i11g9j8k7f8"
CHANGES = 30
# Of the position on the board; `draw` is a random number. A click takes a free point near the last stone.
FREE = """((from) => { const { cells } = kaname.game.position(), { width } = kaname.game.tree;
    for (let i = 0; ; i++) { const at = (from * 7 + i * 31) % cells.length, x = at % width, y = Math.floor(at / width);
        if (cells[at] === "" && x > 3 && y > 3 && x < 11 && y < 11) return { x, y }; } })"""
KINDS = {
    "step": "kaname.step(draw % 2 && kaname.game.node.children[0] ? kaname.game.node.children[0] : kaname.game.node.parent ?? kaname.game.node.children[0])",
    "jump": "(() => { const nodes = []; for (let at = kaname.game.tree.root; at; at = at.children[0]) if (at !== kaname.game.node) nodes.push(at); "
            "kaname.step(nodes[draw % nodes.length]); })()",
    "click": f"kaname.pointChosen({FREE}(draw))",
    "branch": f"kaname.pointChosen({FREE}(draw))",
    "link": f"(location.hash = '#rule=' + ['freestyle', 'renju', 'standard'][draw % 3] + '&moves=' + "
            f"'{GAME}'.match(/[a-z][0-9]+/g).slice(0, 6 + Math.floor(draw / 3) % 7).join(''))",
}
# Waits as long as a reader may, changes the position, and waits for the frame after a line stands in the list. The game is
# loaded anew where it has ended; before a branch the reader steps back.
FIRST_LINE = """(async () => { const draw = %d * 1000 + %d;
    const rest = (ms) => new Promise((done) => setTimeout(done, ms));
    await rest(Math.floor(draw / 1000));
    if (kaname.game.isOver || kaname.game.number > 20) { location.hash = "#moves=h8i9"; await rest(500); }
    if (%d && kaname.game.node.parent) { kaname.step(kaname.game.node.parent); await rest(300); }
    const { node } = kaname.game, list = document.getElementById("lines"), start = performance.now();
    const isThere = () => kaname.game.node !== node && kaname.analysis.node === kaname.game.node && kaname.analysis.answer &&
        list.childElementCount > 0;
    const drawn = new Promise((done) => new MutationObserver((_, self) => {
        if (isThere()) { self.disconnect(); requestAnimationFrame(() => done(performance.now() - start)); } }).observe(list, { childList: true, subtree: true }));
    %s;
    return Promise.race([drawn, rest(10000).then(() => 10000)]); })()"""


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


def first_lines(browser, url, seed):
    """Milliseconds from each of the random changes of the position until a line of the analysis is drawn, by kinds of change."""
    open_timed(browser, url)
    browser.run("(Object.assign(kaname.settings, { lines: 3, panel: 'analyze' }), kaname.build(), location.hash = '#moves=" + GAME + "', null)")
    browser.wait(f"kaname.game.number === {len(re.findall('[a-z][0-9]+', GAME))}", "the game")
    browser.run("(kaname.analysis.start(), null)")
    draw = random.Random(seed)
    times = {}
    for _ in range(CHANGES):
        kind = draw.choice(sorted(KINDS))
        ms = browser.run(FIRST_LINE % (draw.randrange(100, 600), draw.randrange(1000), kind == "branch", KINDS[kind]))
        times.setdefault(kind, []).append(ms)
    browser.run("(kaname.analysis.stop(), null)")
    return times


def counted_memory(browser, url, _):
    """Megabytes by the browser's own counts: of the page with its workers, and of the page's own JavaScript."""
    open_timed(browser, url)
    open_moves(browser, GAME, rule="renju")
    browser.run("(kaname.analysis.start(), null)")
    browser.wait("kaname.analysis.answer && kaname.analysis.answer.depth >= 8", "the analysis")
    browser.run("(kaname.analysis.stop(), null)")
    browser.run("(performance.measureUserAgentSpecificMemory().then(({ bytes }) => { window.counted = bytes; }), null)")
    browser.wait("window.counted", "the browser's count", 120)
    def command(name, params):
        return browser.request("POST", "/goog/cdp/execute", {"cmd": name, "params": params})
    command("Performance.enable", {})
    heap = {metric["name"]: metric["value"] for metric in command("Performance.getMetrics", {})["metrics"]}["JSHeapUsedSize"]
    return browser.run("window.counted") / 1e6, heap / 1e6


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
    parser.add_argument("program", nargs="?")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--reader", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.program is None and not options.reader:
        parser.error("PBRAIN_KANAME is missing")
    if not browsers.available("chromium"):
        return 77
    return report(reader_figures(options) if options.reader else program_figures(options))


def reader_figures(options):
    url = (options.build / "kaname.html").as_uri()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = browsers.Chromium(folder)
        try:
            loading = [open_timed(browser, url) for _ in range(options.runs)]
            times = first_lines(browser, url, options.seed)
        finally:
            browser.close()
    for kind, values in sorted(times.items()):
        print(f"first line after a {kind}: median {statistics.median(values):.0f} ms, longest {max(values):.0f} ms, of {len(values)}")
    values = sorted(sum(times.values(), []))
    figures = [("first line, median, ms", [statistics.median(values)], 150, False),
               ("first line, 95% of the changes, ms", [values[math.ceil(0.95 * len(values)) - 1]], 150, False),
               ("page interactive, s", loading, 1.0, False),
               ("memory of the renderer (PSS), MB", measured(used_memory, url), 200, False)]
    with served(options.build, isolated=True) as base:
        site = base + "/site/index.html"
        figures.append((f"memory of the renderer (PSS) with {THREADS} threads, MB", measured(used_memory, site), 200, False))
        [(page, heap)] = measured(counted_memory, site)
        figures.append(("memory by measureUserAgentSpecificMemory, MB", [page], 200, False))
        figures.append(("JavaScript of the page (JSHeapUsedSize), MB", [heap], 200, False))
    return figures


def program_figures(options):
    """Of the page beside the program."""
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
    return figures


def report(figures):
    """Prints the figures. Returns the exit status."""
    print(f"load average: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    is_good = True
    for name, values, wanted, is_least in figures:
        median = statistics.median(values)
        is_good &= median >= wanted if is_least else median <= wanted
        print(f"{name}: {median:.2f} ({min(values):.2f} to {max(values):.2f}); wanted: {'at least' if is_least else 'at most'} {wanted}")
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
