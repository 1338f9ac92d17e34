#!/usr/bin/env python3
"""Plays matches, makes their reports, and opens their games in the page by the reports' links.

usage: report_test.py BUILD_WASM KANAME_TOURNAMENT KANAME_RIVAL [--browser chromium|firefox]

Exit status 77: no browser here."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import browsers
from page_steps import expect, settle

# (name of the rule in the page, options of the manager): every rule, a board that is no square one, a settled opening.
MATCHES = [
    ("freestyle", ["-rule", "0", "-boardsize", "12x9"]),
    ("standard", ["-rule", "1"]),
    ("renju", ["-rule", "4", "-openingrule", "swap2"]),
    ("caro", ["-rule", "8", "-boardsize", "20"]),
    ("caro-exact", ["-rule", "9"]),
]


def play_match(manager, rival, folder, name, options):
    """Two games of weak players. Returns the address of the report and its games."""
    database, page, data = (folder / f"{name}.{suffix}" for suffix in ("db", "html", "json"))
    players = [word for player in ("random", "endroad-fast")
               for word in ("-engine", f"name={player}", f"cmd={rival} --player {player} --seed 3")]
    subprocess.run([manager, *players, "-each", "tc=0/1", "-games", "2", "-rounds", "1", "-repeat", "-db", database, *options],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run([manager, "report", database, "-html", page, "-json", data], check=True, stdout=subprocess.DEVNULL)
    return page.as_uri(), json.loads(data.read_text(encoding="utf-8"))["games"]


def names_of(game, count):
    """Points of the first `count` moves as the page writes them, with their colours."""
    return sorted(("b" if i % 2 == 0 else "w") + chr(97 + x) + str(game["height"] - y)
                  for i, (x, y) in enumerate(game["moves"][:count]))


def check_link(browser, url, rule, game, number, count):
    """Steps to a move of the game, clicks the link and looks at the page's board."""
    expect(len(game["moves"]) >= 9, True, "moves of the game")
    browser.open("about:blank")
    browser.open(f"{url}#game-{number}")
    browser.wait(f"document.getElementById('game-title').textContent.startsWith('Game {number}:')", "the game of the address")
    browser.run(f"(() => {{ const s = document.getElementById('slider'); s.value = {count}; s.dispatchEvent(new Event('input')); }})()")
    browser.click("#study")
    browser.wait(f"location.pathname.endsWith('/kaname.html') && document.documentElement?.dataset.ready === 'true'", "the page is open")
    settle(browser)
    expect(browser.run("[kaname.game.tree.rule, kaname.game.tree.width, kaname.game.tree.height, kaname.game.number]"),
           [rule, game["width"], game["height"], count], "rule, size and place in the game")
    shown = browser.run("[...document.querySelectorAll('#board .stone.played, #board .stone.winning')].map((s) => "
                        "(s.classList.contains('b') ? 'b' : 'w') + s.dataset.point)")
    expect(sorted(shown), names_of(game, count), "stones on the board")
    browser.run("(kaname.step(kaname.game.tree.root), null)")
    browser.press("End")
    settle(browser)
    expect(browser.run("kaname.game.number"), len(game["moves"]), "moves of the whole game")
    end = {"five": game["result"], "full": "draw"}.get(game["reason"])
    if end:
        expect(browser.run("kaname.game.facts.end"), end, "the game's end")


def use_reports(kind, matches):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = kind(profile)
        try:
            for i, (rule, url, games) in enumerate(matches):
                number = i % len(games) + 1
                game = games[number - 1]
                check_link(browser, url, rule, game, number, len(game["moves"]) // (1 if number == 1 else 2))
            expect(browser.errors(), [], "errors in the console")
        finally:
            browser.close()
    print(f"{kind.__name__}: the reports' links open their games", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("manager", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("rival", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--browser", choices=["chromium", "firefox"], action="append")
    options = parser.parse_args()
    names = options.browser or [name for name in ("chromium", "firefox") if browsers.available(name)]
    if not names:
        print("skipped: no browser")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        shutil.copy(options.build / "kaname.html", folder)
        matches = [(rule, *play_match(options.manager, options.rival, folder, rule, words)) for rule, words in MATCHES]
        if "chromium" in names:
            use_reports(browsers.Chromium, matches)
        if "firefox" in names:
            use_reports(browsers.Firefox, matches[:2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
