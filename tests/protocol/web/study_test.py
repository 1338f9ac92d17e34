#!/usr/bin/env python3
"""Uses the pages that `pbrain-kaname review --html` and `puzzles --html` write, in headless Chromium and Firefox.

usage: study_test.py PBRAIN_KANAME [--browser chromium|firefox] [--picture FILE] [--shots FOLDER]

--picture makes the picture of a review that README shows, and no test. Exit status 77: no browser here."""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import browsers
from page_access import CONTRAST
from page_steps import expect

# A game of two weak players: wins are missed and allowed.
GAME = "h8 i10 j7 g8 h9 h10 g10 i8 i7 g9 h7 f6 k10 g7 k8 h6 k7 l7 j6 k5 l9 g6 g5 m10 i5 l8 j5 j8 h5 i6 f5"
NODES, PUZZLE_NODES = 3000, 20000


def write_pages(program, folder, nodes=NODES, has_book=True):
    """Returns the addresses of the page of a review and of one of puzzles, and the review's figures."""
    game = folder / "game.sgf"
    moves = (f";{'BW'[i % 2]}[{name}]" for i, name in enumerate(GAME.split()))
    game.write_text(f"(;GM[4]SZ[15]RU[freestyle]PB[Ada]PW[Ben]RE[B+]{''.join(moves)})\n", encoding="ascii")
    book = ["--book", folder / "games.db"] if has_book else []
    if has_book:
        subprocess.run([program, "gather", folder / "games.db", game], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([program, "review", "--nodes", str(nodes), *book, "--html", folder / "review.html", "--json", folder / "review.json", game],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run([program, "puzzles", "--nodes", str(PUZZLE_NODES), "--moves", "3", "--html", folder / "puzzles.html", game],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    figures = json.loads((folder / "review.json").read_text(encoding="utf-8"))["games"][0]
    return (folder / "review.html").as_uri(), (folder / "puzzles.html").as_uri(), figures


def stones(browser):
    return browser.run("document.querySelectorAll('#board .black, #board .white').length - "
                       "document.querySelectorAll('#board .planned .black, #board .planned .white').length")


def check_review(browser, url, figures):
    browser.open(url)
    moves = figures["moves"]
    expect(browser.count("#move-table tbody tr"), len(moves), "rows of moves")
    browser.click("#to-start")
    expect(stones(browser), 0, "stones at the start")
    browser.click("#forward")
    browser.click("#forward")
    expect(stones(browser), 2, "stones after two steps")
    expect("In the book: 1 of 1 game." in browser.text("#note-text"), True, "what games of the database played")
    browser.run("(document.getElementById('board').focus(), null)")
    browser.press("End")
    expect(stones(browser), len(moves), "stones after End")
    browser.press("Home", "Right", "Right", "Right")
    expect(stones(browser), 3, "stones after three arrow keys")
    marked = [i + 1 for i, move in enumerate(moves) if move.get("grade") in ("inaccuracy", "mistake", "blunder")]
    expect(len(marked) >= 2, True, f"mistakes in the game ({marked})")
    browser.click("#to-start")
    for number in marked[:2]:
        browser.click("#mistake-after")
        expect(stones(browser), number, "stones at a mistake")
        expect(f"{number}. " in browser.text("#move-text"), True, "the mistake is told")
        expect(browser.text("#note-text") != "", True, "and why")
    browser.click("#mistake-before")
    expect(stones(browser), marked[0], "stones at the mistake before")
    browser.click("#show-line")
    expect(browser.count("#board .planned") > 0, True, "the better line is shown")
    browser.click("#show-line")
    x, y = browser.place("#graph svg")
    browser.click_at(x, y)
    reached = stones(browser)
    expect(abs(reached - len(moves) / 2) <= 2, True, f"a click in the middle of the graph goes to the middle, not to {reached}")
    corner = browser.run("document.querySelector('#graph .black-part').getAttribute('points').split(' ').slice(-2).map((p) => p.split(',').map(Number))")
    bounds = browser.run("['x', 'width', 'y', 'height'].map((a) => +document.querySelector('#graph .white-part').getAttribute(a))")
    wanted = bounds[2] if figures["winner"] == "black" else bounds[2] + bounds[3]
    expect([round(v) for v in corner[0]], [round(bounds[0] + bounds[1]), round(wanted)], "the last point of the graph is the result")
    browser.run("(() => { const s = document.getElementById('slider'); s.value = 5; s.dispatchEvent(new Event('input')); })()")
    expect(stones(browser), 5, "stones by the slider")
    browser.click("#move-table tbody tr:nth-child(7)")
    expect(stones(browser), 7, "stones after a click on move 7")
    rates = browser.run("[...document.querySelectorAll('#figures tbody td')].map((cell) => cell.textContent).join(' ')")
    expect("%" in rates, True, "the figures of both sides")


def check_puzzles(browser, url):
    browser.open(url)
    data = browser.run("JSON.parse(document.getElementById('data').textContent).puzzles")
    expect(len(data) >= 1, True, "puzzles of the game")
    expect(browser.count("article"), len(data), "cards")
    puzzle = data[0]
    expect(browser.text("article .answer"), "", "the answer is hidden")
    box = browser.run("(() => { const e = document.querySelector('article .board svg'); e.scrollIntoView({ block: 'center' }); "
                      "const b = e.getBoundingClientRect(); return [b.left, b.top, b.width]; })()")
    unit = box[2] / (puzzle["width"] + 0.9)

    def touch(name):
        x, y = ord(name[0]) - 97, puzzle["height"] - int(name[1:])
        browser.click_at(box[0] + (x + 1.2) * unit, box[1] + (y + 0.7) * unit)

    taken = {stone["point"] for stone in puzzle["stones"]} | {puzzle["line"][0]}
    wrong = next(name for name in ("a1", "o15", "a15", "o1") if name not in taken)
    touch(wrong)
    expect(browser.text("article .answer"), f"{wrong} is not the move. Try again.", "a wrong answer")
    touch(puzzle["line"][0])
    expect(browser.text("article .answer").startswith("Right! "), True, "the right answer")
    shown = browser.count("article:first-child .board .black, article:first-child .board .white")
    expect(shown, len(puzzle["stones"]) + 1, "the stone of the answer")
    browser.click("article:first-child .buttons button:last-child")
    expect(browser.count("article:first-child .board .black, article:first-child .board .white"), shown + 1, "the next stone of the line")
    browser.click("article:first-child .buttons button:first-child")
    expect(browser.count("article:first-child .board .black, article:first-child .board .white"), shown, "a stone back")


def check_look(browser, url):
    """Not wider than the window; text with contrast; buttons with names."""
    browser.open(url)
    expect(browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0, "pixels too wide")
    expect(browser.run(CONTRAST), [], "weak contrast")
    expect(browser.run("[...document.querySelectorAll('button, input, select')].filter((e) => !(e.getAttribute('aria-label') || "
                       "e.labels?.[0]?.textContent || e.textContent || '').trim()).map((e) => e.outerHTML)"), [], "controls without a name")


def use_pages(kind, pages, options, **window):
    review, puzzles, figures = pages
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = kind(folder, **window)
        try:
            for dark in (False, True) if kind is browsers.Chromium else (False,):
                if kind is browsers.Chromium:
                    browser.prefer_media(prefers_color_scheme="dark" if dark else "light")
                for url in (review, puzzles):
                    check_look(browser, url)
                    if options.shots:
                        name = re.sub(r".*/|\.html", "", url)
                        browser.screenshot(f"{options.shots}/{name}-{window.get('width', 1400)}-{'dark' if dark else 'light'}.png")
            if not window.get("mobile"):
                check_review(browser, review, figures)
                check_puzzles(browser, puzzles)
            expect(browser.errors(), [], "errors in the console")
        finally:
            browser.close()
    print(f"{kind.__name__} {window}: the pages of review and puzzles work", flush=True)


def make_picture(program, path):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        review = write_pages(program, pathlib.Path(folder), 20000, has_book=False)[0]
        browser = browsers.Chromium(folder, width=1120, height=720)
        try:
            browser.open(review)
            browser.screenshot(path)
        finally:
            browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--browser", choices=["chromium", "firefox"], action="append")
    parser.add_argument("--picture")
    parser.add_argument("--shots")
    options = parser.parse_args()
    names = options.browser or [name for name in ("chromium", "firefox") if browsers.available(name)]
    if not names:
        print("skipped: no browser")
        return 77
    if options.picture:
        make_picture(options.program, options.picture)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        pages = write_pages(options.program, pathlib.Path(folder))
        if "chromium" in names:
            use_pages(browsers.Chromium, pages, options)
            use_pages(browsers.Chromium, pages, options, width=360, height=740, mobile=True)
        if "firefox" in names:
            use_pages(browsers.Firefox, pages, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
