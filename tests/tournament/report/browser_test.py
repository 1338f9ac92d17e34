#!/usr/bin/env python3
"""Opens a report's page in headless Chromium and uses it as a reader would.

usage: browser_test.py MAKE_SAMPLES [SCREENSHOT_FOLDER]

Drives chromedriver over its HTTP interface with the standard library alone. Exit status 77: no
browser here."""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
RIGHT, LEFT, HOME, END, PAGE_DOWN = "\ue014", "\ue012", "\ue011", "\ue010", "\ue00f"
GAMES = 230


class Browser:
    """One session; every command is one HTTP request."""

    def __init__(self, base, profile, mobile):
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,1000",
                            "--user-data-dir=" + profile]}
        if mobile:
            options["mobileEmulation"] = {
                "deviceMetrics": {"width": 390, "height": 844, "pixelRatio": 2.0, "touch": True}}
        self.base = base
        wanted = {"browserName": "chrome", "goog:chromeOptions": options,
                  "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self.post("/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base += "/session/" + answer["sessionId"]

    def request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"},
                                         method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def post(self, path, body):
        return self.request("POST", path, body)

    def find(self, selector):
        return self.post("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.post(f"/element/{self.find(selector)}/click", {})

    def press(self, selector, keys):
        self.post(f"/element/{self.find(selector)}/value", {"text": keys})

    def run(self, script):
        return self.post("/execute/sync", {"script": "return " + script, "args": []})

    def count(self, selector):
        return self.run(f"document.querySelectorAll({json.dumps(selector)}).length")

    def text(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)}).textContent")

    def stones(self):
        return self.count("#board .black") + self.count("#board .white")

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.request("GET", "/screenshot")))

    def close(self):
        self.request("DELETE", "")


def expect(actual, wanted, what):
    if actual != wanted:
        raise AssertionError(f"{what}: {actual!r}, not {wanted!r}")


def check_replay(browser, game):
    """Steps through the game that is on the board, by button, key, slider and list."""
    moves = len(game["moves"])
    expect(browser.stones(), moves, "stones of the last position")
    browser.click("#to-start")
    expect(browser.stones(), 0, "stones after the button to the start")
    browser.click("#forward")
    browser.click("#forward")
    expect(browser.stones(), 2, "stones after two steps")
    expect(browser.count("#board .last"), 1, "marks of the last move")
    browser.click("#back")
    expect(browser.stones(), 1, "stones after a step back")
    browser.press("#board", RIGHT * 3)
    expect(browser.stones(), 4, "stones after three arrow keys")
    browser.press("#board", LEFT)
    expect(browser.stones(), 3, "stones after an arrow key back")
    browser.press("#board", END)
    expect(browser.stones(), moves, "stones after End")
    if game["reason"] == "five":
        expect(browser.count("#board .row") >= 5, True, "winning row is marked")
    browser.press("#board", HOME)
    expect(browser.stones(), 0, "stones after Home")
    browser.click("#move-table tbody tr:nth-child(6)")
    expect(browser.stones(), 6, "stones after a click on move 6")
    time = game["times"][5] / 1000
    expect(f"{time:.2f} s" in browser.text("#move-text"), True, "the move's time is told")
    if game["scores"][5] is not None:
        expect(str(game["scores"][5]) in browser.text("#move-text"), True, "the move's score is told")
    point = game["moves"][5]
    names = "".join(chr(97 + x) + str(game["height"] - y) for x, y in game["moves"])
    wanted = f"kaname.html#rule=freestyle&size={game['width']}x{game['height']}&moves={names}&at=6"
    expect(browser.run("document.getElementById('study').getAttribute('href')"), wanted, "link to the engine's page")
    place = browser.run("[...document.querySelectorAll('#board .last')].map(c => [+c.getAttribute('cx'),"
                        " +c.getAttribute('cy')])[0]")
    expect(place, point, "place of the last stone")
    name = chr(97 + point[0]) + str(game["height"] - point[1])
    expect(f"6. {name} " in browser.text("#move-text"), True, f"the point is named {name}, row 1 at the bottom")
    labels = browser.run("[...document.querySelectorAll('#board svg > text')].filter(t => t.textContent === '1')"
                         ".map(t => +t.getAttribute('y'))")
    expect(labels, [game["height"] - 1], "place of the label of row 1")


def check_headings(browser):
    """Every heading stands over its column, also that of the moves when they are scrolled."""
    crooked = browser.run(
        "[...document.querySelectorAll('table')].flatMap(t => [...t.querySelectorAll('thead th')].filter((h, i) => {"
        "const cell = t.tBodies[0].rows[0]?.cells[i];"
        "return cell && getComputedStyle(h).textAlign !== getComputedStyle(cell).textAlign; })"
        ".map(h => t.id + ': ' + h.textContent))")
    expect(crooked, [], "headings aligned unlike their columns")
    browser.click("#to-end")
    place = browser.run("[document.querySelector('#move-table th').getBoundingClientRect().top,"
                        " document.getElementById('moves').getBoundingClientRect().top].map(Math.round)")
    expect(place[0], place[1], "place of the headings over the last moves")


def check_labels(browser):
    """Text of plots and board is large enough to read."""
    small = browser.run(
        "[...document.querySelectorAll('main svg text')].map(t => t.getBoundingClientRect().height)"
        ".filter(h => h > 0 && h < 9).length")
    expect(small, 0, "labels lower than 9 pixels")


def check_address(browser):
    """The address names the game on the board; arrows work wherever the focus is."""
    browser.run("(location.hash = '#game-7', null)")
    browser.click("#to-end")
    expect("Game 7:" in browser.text("#game-title"), True, "the address opens a game")
    browser.click("#next-game")
    expect(browser.run("location.hash"), "#game-8", "address of the next game")
    browser.click("#to-start")
    browser.press("body", RIGHT * 2)
    expect(browser.stones(), 2, "stones after two arrow keys without focus on the board")
    expect(browser.run("document.querySelector('#opening-list').open"), False, "openings are folded")
    below = browser.run("document.getElementById('openings').getBoundingClientRect().top >"
                        " document.getElementById('game-table').getBoundingClientRect().top")
    expect(below, True, "openings come after the games")


def check_playing(browser):
    browser.click("#to-start")
    browser.click("#run")
    script = ("const done = arguments[0]; const end = Date.now() + 20000; (function look() {"
              "const n = document.querySelectorAll('#board .black, #board .white').length;"
              "if (n >= 2 || Date.now() > end) done(n); else setTimeout(look, 50); })()")
    seen = browser.post("/execute/async", {"script": script, "args": []})
    expect(seen >= 2, True, "the game plays by itself")
    browser.click("#run")


def check_list(browser, games):
    browser.click("#game-table tbody tr:nth-child(3)")
    expect("Game 3:" in browser.text("#game-title"), True, "the third game is open")
    browser.press("#board", PAGE_DOWN)
    expect("Game 4:" in browser.text("#game-title"), True, "page down opens the next game")
    browser.click("#next-game")
    expect("Game 5:" in browser.text("#game-title"), True, "the button opens the next game")
    expect(browser.count("#game-table tbody tr"), 100, "rows on a page")
    browser.click("#game-pager button:nth-of-type(2)")
    expect(browser.text("#game-table tbody tr"). startswith("101"), True, "second page of games")
    wanted = sum(game["reason"] == "time" for game in games)
    browser.run("(() => { const s = document.getElementById('filter-reason'); s.value = [...s.options]"
                ".find(o => o.text === 'time forfeit').value;"
                " s.dispatchEvent(new Event('change', {bubbles: true})); })()")
    expect(browser.count("#game-table tbody tr"), wanted, "games lost on time")
    browser.run("(() => { const s = document.getElementById('filter-reason'); s.value = '';"
                " s.dispatchEvent(new Event('change', {bubbles: true})); })()")


def set_filter(browser, part, value):
    browser.run(f"(() => {{ const s = document.getElementById('filter-{part}'); s.value = {json.dumps(value)};"
                " s.dispatchEvent(new Event('change', {bubbles: true})); })()")


def check_filters(browser, report):
    """Each choice lists the games that it names, and counts them."""
    games, names = report["games"], [engine["name"] for engine in report["engines"]]
    won = {"1": "black", "2": "white", "3": "draw"}

    def count(engine, result):
        passing = 0
        for game in games:
            side = "black" if game["black"] == names[engine] else "white"
            winner = game["result"] if game["result"] in ("black", "white") else None
            passing += winner is not None and (winner == side) == (result == "win") if result in ("win", "loss") else (
                result == "" or game["result"] == won[result])
        return passing

    seen = set()
    for engine in (0, 1):
        set_filter(browser, "engine", str(engine))
        for result in ("", "1", "2", "3", "win", "loss"):
            set_filter(browser, "result", result)
            wanted = count(engine, result)
            seen.add(wanted)
            expect(browser.count("#game-table tbody tr"), min(wanted, 100), f"rows for engine {engine}, {result!r}")
            told = f"{len(games)} games" if wanted == len(games) else f"{wanted} of {len(games)} games"
            expect(browser.text("#filter-count"), told, f"games for engine {engine}, {result!r}")
    expect(len(seen) >= 4, True, f"filters that differ: {seen}")
    for part in ("engine", "result"):
        set_filter(browser, part, "")
    expect(browser.text("#filter-count"), f"{len(games)} games", "games without a filter")


def check_scores(browser, games):
    """A bar for each score, up where it is good for Black, as high as it is; a click goes to its move."""
    number = next(i for i, game in enumerate(games) if sum(score is not None and abs(score) > 10 for score in game["scores"]) >= 4)
    game = games[number]
    browser.run(f"(location.hash = '#game-{number + 1}', null)")
    bars = browser.run("[...document.querySelectorAll('#score-plot rect')].map(r => ['x', 'y', 'height'].map(a => +r.getAttribute(a)))")
    views = [(i, score if i % 2 == 0 else -score) for i, score in enumerate(game["scores"]) if score is not None]
    expect(len(bars), len(views), "bars")
    middle = browser.run("+document.querySelector('#score-plot .zero').getAttribute('y1')")
    for (x, y, height), (i, view) in zip(bars, views):
        expect(round(x, 3), round(i * 400 / len(game["moves"]), 3), f"place of the bar of move {i + 1}")
        expect((y < middle, round(y + height, 3) > middle), (view > 0, view <= 0), f"side of the bar of move {i + 1}, {view}")
    ordered = sorted((abs(view), bar[2]) for bar, (_, view) in zip(bars, views))
    expect([height for _, height in ordered], sorted(bar[2] for bar in bars), "higher bars for larger scores")
    browser.run("(document.querySelectorAll('#score-plot rect')[2].dispatchEvent(new MouseEvent('click')), null)")
    expect(browser.stones(), views[2][0] + 1, "stones after a click on a bar")


def check_announcements(browser, games):
    """An announced win or loss is named as such."""
    number = next(i for i, game in enumerate(games)
                  if game["reason"] == "five" and None not in game["scores"][-2:])
    moves = len(games[number]["moves"])
    browser.run(f"(location.hash = '#game-{number + 1}', null)")
    for move, words in ((moves, "announced a win in 1 stone, "), (moves - 1, "announced its loss in 2 stones, ")):
        browser.click(f"#move-table tbody tr:nth-child({move})")
        expect(words in browser.text("#move-text"), True, f"the words of move {move}")


def check_numbers(browser):
    """A number that rounds to nothing has no sign."""
    texts = browser.run("[signed(-0.3, 0), signed(0.3, 0), signed(-0.04, 1), fixed(-0.2, 0), signed(0.6, 0),"
                        " signed(-1.5, 1), signed(null, 1), fixed(null, 1)]")
    expect(texts, ["0", "0", "0.0", "0", "+1", "-1.5", "-", "-"], "numbers")


def check_last_points(browser, games):
    """The graphs end with the last game: at the right edge, where the dot is."""
    for plot in ("elo", "llr"):
        last, dot, right = browser.run(
            f"(() => {{ const s = document.querySelector('#{plot}-plot svg'), d = s.querySelector('.dot');"
            " return [s.querySelector('.curve').getAttribute('points').split(' ').pop().split(',').map(Number),"
            " ['cx', 'cy'].map(a => +d.getAttribute(a)), +s.querySelector('.zero').getAttribute('x2')]; })()")
        expect(last, dot, f"the end of {plot} and its dot")
        expect(round(last[0], 3), round(right, 3), f"the right edge of {plot}")


def check_page(browser, url, report, mobile):
    browser.post("/url", {"url": url})
    games = report["games"]
    names = [engine["name"] for engine in report["engines"]]
    for name in names:
        expect(name in browser.text("#title"), True, "the title names " + name)
    expect(browser.count("body b b, body script script"), 0, "elements made from engines' names")
    expect(browser.run("[...document.querySelectorAll('[src], link')].length"), 0, "outside resources")
    expect(browser.count("#elo-plot svg .curve"), 1, "curve of the Elo")
    expect(browser.count("#llr-plot svg .bound"), 2, "bounds of the test")
    expect(browser.count("#ratings tbody tr"), len(names), "rows of ratings")
    black = sum(game["result"] == "black" for game in games)
    expect(f"+{black} " in browser.text("#colors tbody tr:last-child"), True, "Black's wins")
    check_replay(browser, games[0])
    check_headings(browser)
    check_labels(browser)
    check_numbers(browser)
    check_playing(browser)
    check_list(browser, games)
    check_filters(browser, report)
    check_scores(browser, games)
    check_announcements(browser, games)
    check_last_points(browser, games)
    check_address(browser)
    width = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    expect(width, 0, "the page is no wider than the screen")
    if mobile:
        small = browser.run("[...document.querySelectorAll('#controls button')].filter("
                            "b => b.getBoundingClientRect().height < 40).length")
        expect(small, 0, "buttons too small for a finger")
        box = browser.run("document.getElementById('board').getBoundingClientRect().width")
        expect(box > 330, True, "the board fills a phone's width")
    errors = [entry["message"] for entry in browser.post("/se/log", {"type": "browser"})
              if entry["level"] == "SEVERE"]
    expect(errors, [], "errors in the console")


def check_groups(browser, page):
    """The page says which ratings compare, where not all do."""
    with open(page, encoding="utf-8") as file:
        text = file.read()
    expect(text.count('"groups":1,'), 1, "the data tell the number of groups")
    two = page.replace(".html", "-two.html")
    with open(two, "w", encoding="utf-8") as file:
        file.write(text.replace('"groups":1,', '"groups":2,'))
    for path, is_told in ((page, False), (two, True)):
        browser.post("/url", {"url": "file://" + path})
        note = browser.run("document.getElementById('rating-note').textContent")
        expect("2 groups without games" in note, is_told, "groups that never met")


def find_driver():
    for name in ("chromedriver", "/usr/lib/chromium/chromedriver"):
        if shutil.which(name) and (shutil.which("chromium") or shutil.which("google-chrome")):
            return name
    return None


def start_driver(name):
    driver = subprocess.Popen([name, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in driver.stdout:
        found = re.search(r"successfully on port (\d+)", line)
        if found:
            return driver, "http://127.0.0.1:" + found.group(1)
    raise RuntimeError("chromedriver does not start")


def main():
    driver_name = find_driver()
    if driver_name is None:
        print("skipped: no chromium, or no chromedriver")
        return 77
    shots = sys.argv[2] if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page, data = os.path.join(folder, "page.html"), os.path.join(folder, "page.json")
        subprocess.run([sys.argv[1], os.path.join(folder, "a.db"), "2", str(GAMES), "-html", page, "-json", data],
                       check=True, stdout=subprocess.DEVNULL)
        with open(data, encoding="utf-8") as file:
            report = json.load(file)
        driver, base = start_driver(driver_name)
        try:
            for mobile in (False, True):
                browser = Browser(base, os.path.join(folder, f"profile{mobile}"), mobile)
                try:
                    check_page(browser, "file://" + page, report, mobile)
                    check_groups(browser, page)
                    if shots is not None:
                        browser.run("document.getElementById('games').scrollIntoView()")
                        browser.screenshot(os.path.join(shots, "phone.png" if mobile else "desktop.png"))
                finally:
                    browser.close()
        finally:
            driver.terminate()
            driver.wait()
    print("the page works on a desktop and on a phone")
    return 0


if __name__ == "__main__":
    sys.exit(main())
