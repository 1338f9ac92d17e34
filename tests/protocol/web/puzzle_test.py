#!/usr/bin/env python3
"""Solves puzzles on the page as people do, in headless Chromium.

usage: puzzle_test.py BUILD_WASM [--shots FOLDER]

BUILD_WASM holds kaname.html and site/. --shots takes pictures. Exit status 77: no browser here."""

import argparse
import pathlib
import sys
import tempfile

import browsers
from page_steps import READY, expect, open_page, play, served, settle, stones
from puzzle_hints import check_attack, check_help
from puzzle_steps import FIND, POINTS, begin, judged, open_panel, play_corner, play_wrong, reload, solve_on


def check_set(browser, build):
    """The site loads the whole set; the one file has a few of each kind."""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        counts = browser.run("Object.fromEntries(['renju', 'freestyle'].map((rule) => [rule, ['win', 'defence'].map((task) => "
                             "kaname.puzzles.puzzles.filter((p) => p.rule === rule && p.task === task).length)]))")
        expect(all(count >= 100 for pair in counts.values() for count in pair), True, f"puzzles of each kind: {counts}")
        browser.open(base + "/site/")
        browser.run("(localStorage.clear(), sessionStorage.clear(), null)")
        open_page(browser, base + "/site/", panel="play")
        browser.run("""(async () => { const text = (await (await fetch("puzzles.txt")).text()).split("\\n");
            window.few = new File([text.slice(0, 9).join("\\n")], "few.txt");
            window.fetch = () => new Promise((go) => { window.arrives = () => go({ ok: true, text: async () => text.join("\\n") }); }); })()""")
        browser.click("#tab-puzzles")
        browser.wait("window.arrives", "the set is asked for")
        browser.run("kaname.puzzles.openSet(window.few)")
        few = browser.run("kaname.puzzles.puzzles.length")
        browser.run("new Promise((go) => { window.arrives(); setTimeout(go, 100); })")
        expect([0 < few < 10, browser.run("kaname.puzzles.puzzles.length")], [True, few], "the reader's set stays when the site's arrives")
        browser.run("(localStorage.clear(), sessionStorage.clear(), null)")
    open_panel(browser, (build / "kaname.html").as_uri())
    browser.wait("kaname.puzzles.puzzles.length > 10", "the few are there")
    return str(counts)


def check_win(browser, build):
    """A win is played to its five; then the other defences."""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        begin(browser, "win")
        play_wrong(browser)
        expect(browser.run("kaname.puzzles.record.tries"), 1, "a wrong move counts")
        expect(browser.run("kaname.game.node === kaname.game.tree.root"), True, "the board is back")
        solve_on(browser)
        expect(browser.run("kaname.game.facts.end !== 'none'"), True, "the line ends with a five")
        expect(browser.run("document.getElementById('graph').getClientRects().length"), 0, "the buttons have the room of the win rates")
        expect(browser.run("Object.keys(kaname.puzzles.record.repeats).length"), 1, "the puzzle comes again")
        expect("1 (0)" in browser.text("#panel-puzzles"), True, f"one to repeat, none now: {browser.text('#panel-puzzles')}")
        others = browser.run("kaname.puzzles.others.length")
        if others > 0:
            browser.click("#puzzle-others")
            settle(browser)
            solve_on(browser)
            expect(browser.run("kaname.puzzles.others.length"), others - 1, "a defence less")
        begin(browser, "win", "renju")
        moves = solve_on(browser)
        expect(browser.run("kaname.puzzles.record.streak >= 1"), True, "a streak begins")
        return f"{others} other defences, {moves} moves"


def check_refuted(browser, build):
    """A move that gives the win away is refuted by a point of the win, though most other points lose."""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        line = POINTS("i5e5i7i8j5g5")
        browser.run(f"""(kaname.puzzles.begin({{ id: "", isOwn: true, rule: "freestyle", side: "w", size: 15, task: "win", kind: "vct", level: 4, rating: 0,
            black: {POINTS("e8h7h6f4g4d3j3")}, white: {POINTS("g9g6f5h5i4g3")}, firsts: [], line: {line} }}), null)""")
        settle(browser)
        play(browser, "a1")
        judged(browser)
        expect(browser.text("#puzzle-verdict"), "a1 does not win: i5 holds. Try again.", "the verdict")


def check_defence(browser, build):
    """A move that holds solves a puzzle of defence; any other is answered by the win."""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        begin(browser, "defence", "renju")
        title = "document.getElementById('puzzle-show').title"
        expect(browser.run(title), "The puzzle then counts as failed.", "what the solution costs")
        for _wrong in range(2):  # the board has no letters of the branches that were tried
            free = play_corner(browser)
            expect([browser.run("kaname.puzzles.isFailed"), browser.text("#puzzle-verdict").split(". ")[-1]], [True, "Try again."], f"{free} is refused")
        expect([browser.run("kaname.game.node.children.length"), browser.count("#board .letter")], [2, 0], "the moves tried and the letters")
        expect([browser.run("kaname.puzzles.record.tries"), browser.run(title)], [1, ""], "a wrong move counts")
        firsts = begin(browser, "defence", firsts="=== 2")
        browser.click("#puzzle-show")
        expect([browser.text("#puzzle-verdict"), browser.count(f"#board .stone.preview.{browser.run('kaname.puzzles.puzzle.side')}")],
               [f"Solutions: {firsts[0]} or {firsts[1]}", 2], "both solutions, and the stones that show them")
        play(browser, begin(browser, "defence")[0])
        judged(browser)
        expect(browser.run("[kaname.puzzles.isOn, kaname.puzzles.record.solved]"), [False, 1], "solved at once")
        for name in ("k8", "g8"):  # an open four does not parry a four
            browser.run(f"""(kaname.puzzles.begin({{ id: "", isOwn: true, rule: "freestyle", side: "b", size: 15, task: "defence", kind: "vcf",
                level: 1, rating: 0, black: {POINTS("h8i8j8c3")}, white: {POINTS("d3e3f3g3")}, firsts: {POINTS("h3")},
                line: {POINTS("h3")} }}), null)""")
            settle(browser)
            play(browser, name)
            judged(browser)
            expect([browser.run("kaname.puzzles.isFailed"), "h3" in browser.text("#puzzle-verdict")], [True, True],
                   f"{name} leaves a five: " + browser.text("#puzzle-verdict"))


def check_longer(browser, build):
    """A move that could not be judged is checked for longer where the reader asks for it."""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        begin(browser, "defence", "freestyle", firsts="> 0")
        browser.run("(window.times = [], kaname.engine.solve = async (_request, { totalMs }) => (window.times.push(totalMs), "
                    "{ verdict: window.times.length > 1 ? 'no-win' : 'unknown', line: '' }), null)")
        point = play_corner(browser)
        expect(browser.text("#puzzle-longer"), f"Check {point} for longer", "the offer")
        browser.click("#puzzle-longer")
        judged(browser)
        times = browser.run("window.times")
        expect([len(times), times[1] > 4 * times[0], browser.run("[kaname.puzzles.isOn, kaname.puzzles.record.solved]"),
                browser.count("#puzzle-longer")], [2, True, [False, 1], 0], f"the times {times} and the end")
        begin(browser, "defence", "freestyle", firsts="> 0")
        expect(browser.count("#puzzle-longer"), 0, "the next puzzle has no offer")
        browser.run("(delete kaname.engine.solve, null)")


def check_unknown(browser, build):
    """A move that the engine could not judge within the time neither solves a puzzle nor fails it."""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        for task, rule, judge, solved in (("win", "renju", "refute", 0), ("defence", "freestyle", "solve", 1)):
            firsts = begin(browser, task, rule, firsts="> 0")
            browser.run(f"(kaname.engine.{judge} = async () => ({{ verdict: 'unknown', defences: [], line: '' }}), null)")
            point = play_corner(browser)
            said = browser.text("#puzzle-verdict")
            expect(said, f"{point} could not be checked within the time, so it does not count. Try again.", f"the verdict in a puzzle to {task}")
            expect(browser.run("[kaname.puzzles.isOn, kaname.puzzles.isFailed, kaname.puzzles.record.tries, kaname.game.number]"), [True, False, 0, 0],
                   f"the puzzle to {task} is as before")
            browser.run(f"(delete kaname.engine.{judge}, null)")
            play(browser, firsts[0])
            judged(browser)
            expect(browser.run("[kaname.puzzles.isFailed, kaname.puzzles.record.solved]"), [False, solved], "a move that is right")


def check_states(browser, build):
    """Stepping away, giving up, another game, a reload: the board answers, and the record stays."""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        play(browser, "h8")
        settle(browser)
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        begin(browser, "win")
        before = stones(browser)
        browser.click("#tab-analyze")
        browser.press("a")
        expect(browser.run("kaname.machine.state.owner"), "", "the analysis may not tell")
        browser.click("#tab-puzzles")
        browser.run("(document.getElementById('puzzle-show').focus(), null)")
        browser.press("Enter")
        expect(browser.run("[kaname.puzzles.isOn, kaname.puzzles.record.tries, document.activeElement.id]"), [False, 1, "puzzle-next"], "given up by keys")
        browser.press("Enter")
        settle(browser)
        expect(browser.run("[kaname.puzzles.isOn, document.activeElement.id]"), [True, "puzzle-next"], "the next one by keys")
        browser.click("#puzzle-show")
        browser.click("#puzzle-next")
        settle(browser)
        expect(browser.run("kaname.puzzles.isOn"), True, "the next one by mouse")
        browser.click("#puzzle-daily")
        settle(browser)
        expect(browser.run("kaname.puzzles.isOn"), True, "the day's")
        browser.run("(kaname.bringBack(), null)")
        settle(browser)
        expect(browser.run("[kaname.puzzles.isOn, kaname.game.number]"), [False, 1], "the game of before is back")
        browser.reload()
        browser.wait("document.documentElement.dataset.ready === 'true'", "the page is ready")
        expect(browser.run("kaname.puzzles.record.tries"), 2, "the record stays")
        return f"{before} stones"


KEPT = """(({ puzzle, own, isOn, isFailed, isDecided, others, seenOthers, text, head }) => [puzzle?.id, own.length, isOn, isFailed, isDecided, others.length, seenOthers,
    text, kaname.game.number, kaname.game.node === head, document.getElementById("status").textContent, kaname.settings.panel,
    document.getElementById("puzzle-verdict").textContent, document.getElementById("puzzle-title").textContent])(kaname.puzzles)"""


def check_reload(browser, build):
    """A puzzle comes back after a reload: at its start, failed, within its line, looked away from, solved; a move that was not
    judged yet is taken back."""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        browser.run("(location.hash = '#moves=h8i9', null)")
        browser.wait("kaname.game.number === 2", "a game by its address")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        browser.run(f"(kaname.puzzles.begin({FIND.format(task='win', rule='freestyle', firsts='>= 0 && p.line.length > 6')}), null)")
        settle(browser)

        browser.run("(kaname.puzzles.own.push(kaname.puzzles.puzzle), null)")

        def expect_kept(what):
            before = browser.run(KEPT)
            reload(browser)
            expect(browser.run(KEPT), before, what)

        expect_kept("at its start")
        expect(browser.run("[kaname.puzzles.isOn, kaname.machine.state.phase]"), [True, "puzzle"], "the phase")
        play_wrong(browser)
        expect_kept("after a wrong move")
        play_wrong(browser)
        expect(browser.run("kaname.puzzles.record.tries"), 1, "the try counts once")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded again")
        first = browser.run("kaname.puzzles.puzzle.line.map((p) => String.fromCharCode(97 + p.x) + (15 - p.y))[0]")
        browser.run("(kaname.engine.refute = () => new Promise(() => {}), null)")
        play(browser, first)
        browser.wait("kaname.machine.state.owner === 'puzzle' && kaname.game.number === 1", "a move that is judged")
        reload(browser)
        expect(browser.run("[kaname.puzzles.isOn, kaname.game.number, kaname.puzzles.isAway, kaname.puzzles.text]"), [True, 0, False, ""], "a move that was not judged")
        play(browser, first)
        judged(browser)
        expect(browser.run("[kaname.puzzles.isOn, kaname.game.number]"), [True, 2], "the move and its defence")
        expect_kept("within the line")
        browser.click("#back")
        settle(browser)
        expect_kept("looked away from")
        browser.click("#puzzle-back")
        settle(browser)
        solve_on(browser)
        expect_kept("solved")
        expect(browser.text("#puzzle-verdict").startswith("Solved, but not at once"), True, "the verdict: " + browser.text("#puzzle-verdict"))
        browser.run("(sessionStorage.setItem('kaname-game', sessionStorage.getItem('kaname-game').replace('\"task\":\"win\"', '\"task\":7')), "
                    "kaname.keepNow = () => {}, null)")
        reload(browser)
        expect(browser.run("[kaname.puzzles.puzzle, kaname.machine.state.phase]"), [None, "study"], "damaged data cost the puzzle, not its stones")
        browser.click("#puzzle-daily")
        settle(browser)
        day = browser.run("kaname.puzzles.puzzle.id")
        reload(browser)
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded again")
        browser.run("(kaname.puzzles.solved(), null)")
        expect(browser.run("[kaname.puzzles.puzzle.id, kaname.puzzles.record.daily.count]"), [day, 1], "the day's puzzle counts after a reload")


def check_analysis(browser, build):
    """An analysis that is on waits while a puzzle is unsolved, and the panel says so; it goes on once the puzzle is solved or left."""
    waits = {"en": "No analysis until the puzzle is solved.", "zh": "习题解出之前不能分析。", "ja": "問題を解くまで検討はできません。"}
    hint = "document.getElementById('analysis-hint').hidden ? '' : document.getElementById('analysis-hint').textContent"
    lines = "kaname.analysis.isOn && document.querySelectorAll('#lines .line').length > 0 && kaname.analysis.node === kaname.game.node"
    with served(build) as base:
        open_panel(browser, base + "/site/")
        play(browser, "h8")
        settle(browser)
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        browser.run("(kaname.showPanel('analyze'), null)")
        begin(browser, "win")
        expect(browser.run(hint), waits["en"], "the panel in a puzzle")
        browser.run("(kaname.bringBack(), null)")
        settle(browser)
        expect(browser.run(hint).startswith("Press Analyze"), True, "the panel after the puzzle")
        browser.run("(kaname.analysis.start(), null)")
        browser.wait(lines, "lines before the puzzle")
        first = begin(browser, "defence")[0]
        for code in ("en", "zh", "ja", "en"):
            if code != browser.run("kaname.settings.language"):
                browser.run(f"(kaname.settings.language = '{code}', kaname.build(), null)")
            expect([browser.run(hint), browser.run("kaname.analysis.isOn")], [waits[code], False], f"the panel of an analysis that waits, in {code}")
        expect(browser.text("#analyze"), "Analyze", "the switch")
        browser.click("#analyze")
        expect([browser.text("#messages .message"), browser.run("kaname.machine.state.follows")], ["Not while you solve a puzzle.", True], "the switch in a puzzle")
        play(browser, first)
        judged(browser)
        browser.wait(lines, "lines once the puzzle is solved")
        expect([browser.run("kaname.puzzles.isOn"), browser.text("#analyze")], [False, "Stop"], "the switch then")
        begin(browser, "win")
        expect(browser.run("[kaname.analysis.isOn, document.querySelectorAll('#lines .line').length]"), [False, 0], "the next puzzle")
        browser.run("(kaname.bringBack(), null)")
        browser.wait(lines, "lines once the puzzle is left")
        browser.run("(kaname.analysis.stop(), null)")


def slow(browser, request):
    """Requests of this kind wait half a second before they reach the engine."""
    browser.run(f"""(() => {{ const {{ engine }} = kaname, ask = engine.{request}.bind(engine);
        engine.{request} = async (...asked) => {{ await new Promise((done) => setTimeout(done, 500)); return ask(...asked); }};
        return null; }})()""")


def check_haste(browser, build):
    """A click while a move is judged is refused; it is no answer, above all not to the next puzzle."""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        begin(browser, "win")
        slow(browser, "refute")
        points = browser.run("kaname.game.position().cells.flatMap((cell, i) => cell === '' ? [i] : [])")
        at = "({{ x: {0} % kaname.game.tree.width, y: Math.floor({0} / kaname.game.tree.width) }})".format
        browser.run(f"(kaname.pointChosen({at(points[0])}), null)")
        browser.wait("kaname.machine.state.owner === 'puzzle'", "the move is judged")
        browser.run(f"(kaname.pointChosen({at(points[-1])}), null)")
        browser.wait("document.querySelector('#messages .message')?.textContent === 'Your move is being checked.'", "the refusal")
        browser.click("#puzzle-next")
        settle(browser)
        tries = browser.run("kaname.puzzles.record.tries")
        browser.run("(delete kaname.engine.refute, kaname.clicks)")
        settle(browser)
        expect(browser.run("[kaname.game.number, kaname.puzzles.isFailed, kaname.puzzles.record.tries]"), [0, False, tries], "the next puzzle")


def check_own_game(browser, build):
    """A game on the board gives puzzles, which are not rated."""
    with served(build) as base:
        open_panel(browser, base + "/site/")
        browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
        browser.run(f"""(() => {{ const p = {FIND.format(task='win', rule='freestyle', firsts='>= 0')}; kaname.puzzles.begin(p);
            kaname.puzzles.help.showSolution(); return null; }})()""")
        settle(browser)
        tries = browser.run("kaname.puzzles.record.tries")
        browser.click("#puzzle-game")
        browser.wait("kaname.puzzles.puzzle?.isOwn", "a puzzle of the game", 90)
        settle(browser)
        solve_on(browser)
        expect(browser.run("kaname.puzzles.record.tries"), tries, "own puzzles are not rated")
        browser.run("(kaname.openLink('#moves=h8h9i8i9'), null)")
        settle(browser)
        slow(browser, "solve")
        browser.click("#puzzle-game")
        browser.wait("document.getElementById('puzzle-verdict').textContent.startsWith('Searching')", "the search of the game")
        browser.run("(kaname.analysis.start(), delete kaname.engine.solve, null)")
        browser.wait("!document.getElementById('puzzle-verdict').textContent.startsWith('Searching')", "no word of a search that was ended")
        browser.run("(kaname.analysis.stop(), null)")


CHECKS = [check_set, check_defence, check_refuted, check_win, check_help, check_attack, check_longer, check_unknown, check_states, check_reload, check_analysis, check_haste, check_own_game]
SIZES = [(390, 844), (844, 390), (1400, 900), (1920, 1080)]


def take_shots(folder, build, shots):
    for width, height in SIZES:
        browser = browsers.Chromium(folder, width=width, height=height, mobile=width < 1000)
        try:
            with served(build) as base:
                open_panel(browser, base + "/site/")
                browser.wait("kaname.puzzles.puzzles.length >= 3000", "the set is loaded")
                begin(browser, "win", "renju")
                for theme in ("light", "dark"):
                    browser.run(f"(document.documentElement.dataset.theme = '{theme}', null)")
                    browser.screenshot(f"{shots}/puzzle-{width}x{height}-{theme}.png")
        finally:
            browser.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--only", action="append")
    parser.add_argument("--shots")
    options = parser.parse_args()
    if not browsers.available("chromium"):
        print("skipped: no browser")
        return 77
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = browsers.Chromium(folder)
        try:
            for check in CHECKS:
                if options.only and not any(name in check.__name__ for name in options.only):
                    continue
                note = check(browser, options.build)
                expect(browser.errors(), [], "errors in the console")
                print(f"{check.__name__}{': ' + note if note else ''}", flush=True)
        except Exception:
            browser.screenshot(str(options.build / "failed.png"))
            raise
        finally:
            browser.close()
        if options.shots:
            take_shots(folder, options.build, options.shots)
    print("the puzzles work")
    return 0


if __name__ == "__main__":
    sys.exit(main())
