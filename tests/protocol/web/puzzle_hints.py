"""Checks of what the page tells of a puzzle: hints, and the solution."""

from page_steps import expect, play, served, settle
from puzzle_steps import FIND, begin, judged, open_panel, play_corner, play_wrong, reload

FIRST = "kaname.puzzles.known.firsts.map((p) => String.fromCharCode(97 + p.x) + (15 - p.y))[0]"


def check_where(browser):
    """The first step alone is told once a position, and again at the next one of the line; another puzzle begins anew."""
    browser.run(f"(kaname.puzzles.begin({FIND.format(task='win', rule='freestyle', firsts='>= 0 && p.line.length > 6')}), null)")
    settle(browser)
    expect(browser.text("#puzzle-hint"), "Hint: where", "the hint of another puzzle")
    browser.click("#puzzle-hint")
    play_wrong(browser)
    expect([browser.text("#puzzle-hint"), browser.count("#board .region")], ["Hint: the move", 1], "the hint after a wrong move")
    reload(browser)
    expect([browser.text("#puzzle-hint"), browser.count("#board .region")], ["Hint: the move", 1], "the hint after a reload")
    play(browser, browser.run(FIRST))
    judged(browser)
    expect([browser.text("#puzzle-hint"), browser.count("#board .region")], ["Hint: where", 0], "the hint at the next position")
    browser.click("#puzzle-hint")
    expect(browser.count("#board .region"), 1, "where to look in the line")


def check_help(browser, build):
    """A hint in two steps, also within the line, costs the try; the solution of a win is stepped through to its five."""
    hint = "document.getElementById('puzzle-hint')"
    with served(build) as base:
        open_panel(browser, base + "/site/")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        browser.run(f"(kaname.puzzles.begin({FIND.format(task='win', rule='freestyle', firsts='>= 0 && p.line.length > 6')}), null)")
        settle(browser)
        expect([browser.text("#puzzle-hint"), browser.run(hint + ".title"), browser.count("#board .region")],
               ["Hint: where", "The puzzle then counts as failed.", 0], "the button before")
        expect(browser.text("#puzzle-costs"), "A hint or the solution makes the puzzle count as failed.", "what a hint costs, before")
        browser.click("#puzzle-hint")
        change = browser.run("kaname.puzzles.change")
        expect([change < 0, f"(\u2212{-change})" in browser.text("#puzzle-stats"), browser.text("#puzzle-costs")], [True, True, ""],
               "what it has cost: " + browser.text("#puzzle-stats"))
        inside = browser.run("(({ x, y, width, height }, [p]) => p.x >= x && p.x < x + width && p.y >= y && p.y < y + height)"
                             "(kaname.puzzles.help.region, kaname.puzzles.puzzle.line)")
        expect([browser.text("#puzzle-hint"), browser.count("#board .region"), inside, browser.run("kaname.puzzles.record.tries")],
               ["Hint: the move", 1, True, 1], "where to look")
        browser.press("h")
        first = browser.run(FIRST)
        expect([browser.text("#puzzle-verdict"), browser.count("#board .region"), browser.count("#board .stone.preview")],
               [f"The move is {first}.", 0, 1], "the move")
        expect(browser.run("document.getElementById('puzzle-hint').disabled"), True, "no further hint")
        play_wrong(browser)
        expect(browser.text("#puzzle-hint"), "Hint: the move", "the hint after a wrong move")
        play(browser, first)
        judged(browser)
        expect([browser.run("kaname.game.number"), browser.text("#puzzle-hint")], [2, "Hint: the move"], "after the defence")
        browser.click("#puzzle-hint")
        expect([browser.text("#puzzle-verdict"), browser.count("#board .stone.preview")], [f"The move is {browser.run(FIRST)}.", 1], "the move in the line")
        reload(browser)
        expect(browser.text("#puzzle-hint"), "Hint: the move", "the hint after a reload")
        browser.click("#back")
        settle(browser)
        expect(browser.count("#board .stone.preview"), 0, "the move belongs to its position")
        browser.press("h")
        expect("The puzzle waits." in browser.text("#messages"), True, "a hint elsewhere: " + browser.text("#messages"))
        browser.click("#puzzle-back")
        settle(browser)
        reload(browser)
        line = browser.run("kaname.puzzles.known.line.length")
        browser.click("#puzzle-show")
        expect([browser.run("kaname.puzzles.isOn"), browser.text("#puzzle-verdict").split(". ")[-1], browser.count("#board .stone.preview")],
               [False, "The arrows step through it.", line], "the solution from here")
        for _move in range(line):
            browser.press("Right")
        settle(browser)
        expect(browser.run("[kaname.game.number, kaname.game.loser() === (kaname.puzzles.puzzle.side === 'b' ? 'w' : 'b')]"),
               [2 + line, True], "the solution ends with a five")
        check_where(browser)
        browser.run(f"(kaname.puzzles.begin({FIND.format(task='defence', rule='renju', firsts='> 0')}), null)")
        settle(browser)
        browser.run("(kaname.puzzles.known = null, kaname.puzzles.draw(), null)")
        browser.press("h")
        expect([browser.run(hint), "There is no hint" in browser.text("#messages"), browser.run("kaname.puzzles.isFailed")],
               [None, True, False], "nothing is known of the position")


def check_attack(browser, build):
    """A puzzle of defence names the attack beside the board and shows it, which costs nothing; a puzzle to win has none."""
    seen = """[...document.querySelectorAll('#board .preview .stone')].map((stone) => stone.classList.contains('b') ? 'b' : 'w')"""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        begin(browser, "win")
        expect(browser.count("#attack-shown"), 0, "an attack in a puzzle to win")
        begin(browser, "defence", "renju")
        side, line = browser.run("[kaname.puzzles.puzzle.side, kaname.puzzles.puzzle.line.map((p) => String.fromCharCode(97 + p.x) + (15 - p.y))]")
        attacker = {"b": "White", "w": "Black"}[side]
        for what in ("at the start", "after a reload", "after a wrong move"):
            expect(browser.text("#attack-shown").strip(" \u25b6"), f"{attacker} attacks: {line[0]}, {len(line)} stones", f"the attack {what}")
            browser.click("#attack-shown")
            browser.wait(f"{seen}.length === {len(line)}", f"the stones of the attack {what}")
            expect(browser.run(seen)[:2], ["w", "b"] if side == "b" else ["b", "w"], f"whose stones they are {what}")
            expect(browser.run("kaname.puzzles.record.tries"), 1 if what == "after a wrong move" else 0, "tries that count")
            if what == "at the start":
                reload(browser)
            elif what == "after a reload":
                play_corner(browser)
        browser.run("(location.hash = '#moves=h8i9', null)")
        browser.wait("kaname.game.number === 2", "a game by its address")
        expect(browser.count("#attack-shown"), 0, "an attack beside a game")
