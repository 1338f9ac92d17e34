#!/usr/bin/env python3
"""Uses the page as people do, in headless Chromium and Firefox.

usage: page_test.py BUILD_WASM PBRAIN_KANAME [--browser chromium|firefox] [--only NAME]... [--seed-fault names|contrast|signs] [--long]
                    [--part K/N] [--shots FOLDER]

BUILD_WASM holds kaname.html and site/. --long compares moves on 50 positions, plays all openings and does more in
Firefox. --part 1/3 runs every third check, 2/3 and 3/3 the others; all may run at the same time. --seed-fault breaks a label or
a colour first: the check of accessibility then has to fail. Exit status 77: no browser here."""

import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import browsers
import page_app
import page_explorer
import page_input
import page_kept
import page_looks
import page_panels
import page_states
from page_steps import GAME, HERE, READY, THREAT, begin, cell, empty_cells, expect, game_at, my_turn, open_moves, open_page, play, review_moves, served, settle, stones

SEEDS = HERE.parent / "games" / "seeds"


# ---- Tests ----------------------------------------------------------------------------------------


def check_units(browser, build, _):
    with served(build) as base:
        browser.open(base + "/units/units.html")
        browser.wait("window.results", "unit tests", 30)
        results = browser.run("window.results")
    faults = [f"{test['name']}: {test['fault']}" for test in results if test["fault"]]
    expect(faults, [], "faults of the modules")
    expect(len(results) >= 15, True, "there are tests")
    return f"{len(results)} unit tests"


def check_mouse_game(browser, build, _):
    """A game to its end by mouse alone: the engine wins against one who does not resist."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", size=15, rule="freestyle", opening="free", level="full")
    browser.click("#new-game")
    settle(browser)
    for turn in range(30):
        if not browser.run("kaname.play.isRunning"):
            break
        before = stones(browser)
        play(browser, "h8" if turn == 0 else empty_cells(browser)[0])
        browser.wait(f"document.querySelectorAll('#board .stone.played, #board .stone.winning').length > {before}", "my stone stands")
        my_turn(browser)
    expect(browser.run("kaname.game.facts.end"), "white", "the engine wins")
    expect(browser.text("#status"), "Kaname wins", "the status says so")
    expect(browser.count("#board .winning") >= 5, True, "the row is marked")
    before = stones(browser)
    play(browser, empty_cells(browser)[0])
    expect(stones(browser), before, "stones after the end")
    browser.click("#study")
    expect(browser.run("document.getElementById('panel-analyze').hidden"), False, "the game can be studied")
    return f"{before} stones"


def check_keyboard_game(browser, build, _):
    """A game to its end by keys alone, on a small board."""
    open_page(browser, (build / "kaname.html").as_uri(), color="w", size=9, rule="standard", opening="free", level="expert")
    browser.run("(document.getElementById('new-game').focus(), null)")
    browser.press("Enter")
    browser.wait("kaname.play.isRunning", "the game begins")
    my_turn(browser)
    expect(stones(browser), 1, "the engine opens")
    browser.run("(document.getElementById('board').focus(), null)")
    for _turn in range(40):
        if not browser.run("kaname.play.isRunning"):
            break
        target = empty_cells(browser)[0]
        x, y = browser.run("[kaname.board.cursor.x, kaname.board.cursor.y]")
        dx, dy = ord(target[0]) - 97 - x, 9 - int(target[1:]) - y
        browser.press(*(["Right"] * dx + ["Left"] * -dx + ["Down"] * dy + ["Up"] * -dy))
        if dx or dy:
            browser.wait(f"document.getElementById('live').textContent === '{target}, empty'", f"a screen reader hears {target}")
        browser.press("Enter")
        my_turn(browser)
    expect(browser.run("kaname.game.facts.end"), "black", "the engine wins")
    expect(browser.count("#board .cursor .over"), 1, "the cursor is seen")
    open_page(browser, (build / "kaname.html").as_uri(), color="both", size=9, rule="standard", opening="free")
    browser.click("#new-game")
    settle(browser)
    play(browser, "e5")
    browser.press("Space")
    settle(browser)
    expect([stones(browser), browser.count("#board .cursor .over")], [1, 1], "the first key after a click shows the cursor")
    browser.press("Right", "Right", "Space")
    settle(browser)
    expect(stones(browser), 2, "the next one plays there")


def check_first_stone(browser, build, _):
    """Kaname's first stone goes to the centre without a search, however long a move may take."""
    open_page(browser, (build / "kaname.html").as_uri(), **{**GAME, "color": "w", "seconds": 30})
    browser.run("""((think) => { kaname.engine.think = async (...how) => window.answered = await think(...how); return null; })(
        kaname.engine.think.bind(kaname.engine))""")
    browser.click("#new-game")
    browser.wait("kaname.game.number === 1", "the first stone")
    expect(browser.run("[window.answered.best, window.answered.nodes]"), ["h8", 0], "its place and the nodes searched")


def check_turns(browser, build, _):
    """Undo, hint, resignation and the clock."""
    begin(browser, build, minutes=3)
    expect(stones(browser), 2, "stones after an answer")
    named = "(({ role, ariaLabel, textContent }) => [role, ariaLabel, textContent.replace(/[0-9:]+/g, '')])(document.getElementById('clock'))"
    expect([browser.count("#clock span"), browser.run(named)], [2, ["timer", "Clocks", "Black White "]], "clocks")
    browser.click("#hint")
    browser.wait("document.querySelector('#messages .message')?.textContent.includes('win')", "the hint says what is threatened")
    expect([browser.count("#board .region"), browser.text("#hint")], [0, "Hint: where"], "the first step")
    browser.click("#hint")
    browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('Look between')", "the hint says where")
    expect([browser.count("#board .region"), browser.count("#board .stone.preview")], [1, 0], "the second step")
    region = browser.run("kaname.play.hints.region")
    browser.click("#hint")
    browser.wait("document.querySelectorAll('#board .stone.preview').length === 1", "the hint is seen")
    at = browser.run("kaname.play.hints.found.point")
    expect(browser.count("#board .region"), 0, "the region after the move is known")
    expect(all(0 <= at[a] - region[a] < region[b] for a, b in (("x", "width"), ("y", "height"))), True, f"{at} lies in {region}")
    browser.click("#undo")
    settle(browser)
    expect(stones(browser), 0, "stones after undo")
    play(browser, "c3")
    my_turn(browser)
    browser.click("#resign")
    expect(browser.text("#status"), "Kaname wins, by resignation", "the status")
    browser.click("#new-game")
    settle(browser)
    browser.run("(kaname.play.clock.limitMs = 1, null)")
    lost = "document.getElementById('status').textContent === 'Kaname wins, on time'"
    browser.wait(lost, "the clock ends the game")
    browser.click("#new-game")
    settle(browser)
    play(browser, "h8")
    my_turn(browser)
    browser.run("(kaname.play.clock.used.b = 180000, null)")
    browser.wait(lost, "the clock ends a game with stones")
    for name in (None, "a1"):
        browser.run("(document.activeElement.blur(), document.getElementById('messages').replaceChildren(), null)")
        play(browser, name) if name else browser.press("u")
        browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('Time is up')", "why no stone is taken back or played")
        expect([stones(browser), browser.run("kaname.machine.state.phase"), browser.text("#status")], [2, "ended", "Kaname wins, on time"], "the game")
    expect(browser.run("['undo', 'take-back'].map((id) => document.getElementById(id).disabled)"), [True, True], "the buttons")
    browser.click("#study")
    browser.click("#take-back")
    settle(browser)
    expect(stones(browser), 1, "stones after a step back in the study of the game")


def choose_opening(browser, rule, opener):
    """Chooses the opening in the panel and begins a game."""
    for name, value in (("opening", rule), ("opener", opener)):
        browser.run(f"(Object.assign(kaname.settings, {{ {name}: '{value}' }}), kaname.play.build(), null)")
    browser.click("#new-game")


def opening_turn(browser):
    """Until the reader is asked, or the opening is over."""
    browser.wait("kaname.game.facts !== null && (!kaname.play.opening || (kaname.play.opening.isAsked && "
                 "kaname.play.opening.state.player === kaname.play.opening.person))", "the reader's turn")


def follow_opening(browser, rule, opener, swaps=()):
    """Plays the reader's part of an opening by mouse: takes the first point that is allowed, and the other side at the
    steps of `swaps`. Returns the steps at which the reader was asked."""
    choose_opening(browser, rule, opener)
    steps = []
    for _answer in range(40):
        opening_turn(browser)
        if not browser.run("Boolean(kaname.play.opening)"):
            return steps
        state = browser.run("({ step: kaname.play.opening.state.step, color: kaname.play.opening.color, act: kaname.play.opening.act, "
                            "acts: kaname.play.opening.state.choices.map((c) => c.act + (c.is_move ? '!' : '')) })")
        if not steps or steps[-1] != state["step"]:
            steps.append(state["step"])
        if state["act"] is None:  # a button; a swap changes sides but at the last step of swap2
            other = {"b": "white", "w": "black"}[state["color"]]
            mine = {"b": "black", "w": "white"}[state["color"]]
            if state["step"] in swaps:
                browser.click(f"#take-{other}")
            elif "place!" in state["acts"]:
                browser.click(f"#take-{mine}")
            else:
                browser.click("#stay" if browser.count("#stay") else "#offer-fifths")
            continue
        before = browser.run("kaname.play.opening.answers.length * 100 + kaname.play.opening.points.length")
        browser.run("kaname.clicks.then(() => kaname.play.opening.pending).then(() => null)")  # then the list is that after the last point
        names = re.findall("[a-z][0-9]+", browser.run("kaname.play.opening.choice.allowed"))
        play(browser, names[len(names) // 3])
        browser.wait(f"!kaname.play.opening || kaname.play.opening.answers.length * 100 + kaname.play.opening.points.length > {before}",
                     f"the point {names[len(names) // 3]} counts")
    raise AssertionError(f"{rule} does not end: {steps}")


def expect_main_game(browser, least):
    """The opening is over; the game goes on by turns."""
    my_turn(browser)
    expect(browser.run("kaname.play.isRunning && kaname.play.opening === null"), True, "the game goes on")
    before = stones(browser)
    expect(before >= least, True, f"stones of the opening: {before}")
    expect(browser.count("#choices button, #board .offered, #board .square"), 0, "nothing of the opening is left")
    colors = browser.run("(() => { const { cells } = kaname.game.position(); return ['b', 'w'].map((c) => cells.filter((o) => o === c).length); })()")
    expect(colors[0] - colors[1] in (0, 1), True, f"stones by turns: {colors}")
    play(browser, empty_cells(browser)[0])
    my_turn(browser)
    if browser.run("kaname.play.isRunning"):
        expect(stones(browser), before + 2, "a stone and its answer")


def check_swap2(browser, build, _):
    """Both sides of swap2, and the wrong clicks."""
    open_page(browser, (build / "kaname.html").as_uri(), rule="freestyle", size=15)
    choose_opening(browser, "swap2", "engine")
    browser.wait("document.getElementById('take-black')", "the engine has opened")
    expect(stones(browser), 3, "stones of the opening")
    play(browser, empty_cells(browser)[0])
    browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('Choose your side')", "a click before the choice")
    expect(stones(browser), 3, "stones after it")
    browser.click("#place-two")
    settle(browser)
    for _stone in range(2):
        play(browser, empty_cells(browser)[0])
        settle(browser)
    expect_main_game(browser, 5)
    choose_opening(browser, "swap2", "you")
    opening_turn(browser)
    for name in ("h8", "i8", "o1"):
        play(browser, name)
        settle(browser)
    browser.wait("!kaname.play.isThinking && (document.getElementById('take-black') || !kaname.play.opening)", "the engine decides")
    if browser.count("#take-white"):
        browser.click("#take-white")
    expect_main_game(browser, 3)


# Rule, who opens, steps at which the reader swaps, stones of the opening; the first three in a short run.
OPENINGS = [("rif", "you", (), 5), ("soosorv8", "engine", ("side3",), 5), ("taraguchi10", "engine", ("side1", "side3"), 5),
            ("swap1", "engine", ("side1",), 1), ("yamaguchi", "you", (), 5), ("rif", "engine", ("side3",), 5),
            ("soosorv8", "you", ("side4",), 5), ("taraguchi10", "you", (), 5), ("yamaguchi", "engine", (), 5), ("swap1", "you", (), 1)]


def check_openings(browser, build, _, games=OPENINGS[:3]):
    """Openings of renju by mouse to the main game, begun by either side, with swaps and without."""
    open_page(browser, (build / "kaname.html").as_uri(), rule="renju", size=15, level="full")
    seen = {}
    for rule, opener, swaps, least in games:
        steps = follow_opening(browser, rule, opener, swaps)
        seen.setdefault(rule, set()).update(steps)
        expect(bool(steps), True, f"{rule}, {opener} opens: the reader is asked")
        expect_main_game(browser, least)
    for rule, steps in (("rif", {"open"}), ("soosorv8", {"side3"}), ("taraguchi10", {"side1"})):
        expect(steps <= seen[rule], True, f"steps of {rule}: {sorted(seen[rule])}")
    choose_opening(browser, "rif", "you")
    opening_turn(browser)
    expect(browser.count("#board .square"), 1, "the square of the first stone is marked")
    play(browser, "a1")
    browser.wait("document.querySelector('#messages .message.error')?.textContent.includes('not allowed')", "a stone beside the centre")
    expect(stones(browser), 0, "stones after it")
    browser.run("(kaname.settings.size = 7, null)")
    choose_opening(browser, "rif", "you")
    browser.wait("document.querySelector('#messages .message.error')?.textContent.includes('9 × 9')", "the board is too small")
    return ", ".join(f"{rule}: {' '.join(sorted(steps))}" for rule, steps in seen.items())


def check_analysis(browser, build, _):
    """Five lines, previews, marks; stopping keeps what is known; a move of a line can be played."""
    open_page(browser, (build / "kaname.html").as_uri(), lines=5, marks=True)
    open_moves(browser, "h8i9g9i7j8i8")
    browser.click("#tab-analyze")
    browser.press("a")
    browser.wait("document.querySelectorAll('#lines .line').length === 5 && kaname.analysis.answer.depth >= 6", "five lines")
    rates = browser.run("kaname.analysis.answer.lines.map((line) => line.rate)")
    expect(rates, sorted(rates, reverse=True), "best first")
    expect(browser.count("#board .disc"), 5, "discs on the board")
    expect(browser.count("#graph .curve"), 1, "a rate on the graph")
    browser.press("a")
    expect(browser.run("kaname.analysis.isOn"), False, "stopped")
    depth = browser.run("kaname.analysis.answer.depth")
    browser.wait("document.querySelectorAll('#lines .line').length === 5", "the lines stay")
    browser.run("(kaname.preview(null), null)")
    x, y = browser.place("#lines .line:nth-child(2) .line-head")
    browser.point_at(x, y)
    browser.wait("document.querySelectorAll('#board .stone.preview').length > 1", "the line is previewed")
    browser.point_at(2, 2)
    browser.wait("document.querySelectorAll('#board .stone.preview').length === 0", "the preview is gone")
    start = time.monotonic()
    browser.click("#analyze")
    browser.wait(f"kaname.analysis.answer && kaname.analysis.answer.depth >= {depth}", "the depth of before")
    again = time.monotonic() - start
    browser.click("#analyze")
    browser.click("#lines .line:first-child .move:nth-child(2)")
    settle(browser)
    expect(browser.run("kaname.game.number"), 8, "two moves of the line are played")
    browser.point_at(2, 2)
    browser.press("a")
    browser.wait("kaname.analysis.node === kaname.game.node && document.querySelector('#board .disc')", "discs on the board")
    place = cell(browser, browser.run("kaname.analysis.answer.lines[0].moves.match(/[a-z][0-9]+/)[0]"))
    browser.act(browsers.pointer_actions(*place, buttons=["Down"]))
    browser.run("(kaname.redraw(), null)")
    browser.act(browsers.pointer_actions(*place, buttons=["Up"]))
    browser.press("a")
    settle(browser)
    expect(browser.run("kaname.game.number"), 9, "a disc is drawn anew while the button of the mouse is down on it")
    browser.click("#balance")
    browser.wait("document.querySelector('#messages .message')?.textContent.includes('balance')", "the balance move")
    return f"depth {depth} again after {again:.1f} s"


def check_follow(browser, build, _):
    """The analysis follows the reader through steps, branches, links, files and a reload until it is switched off; the bar
    shows each evaluation, and a line is played out stone by stone, by mouse and by keyboard."""
    open_page(browser, (build / "kaname.html").as_uri(), lines=2, marks=True, bar=True, panel="analyze")
    open_moves(browser, "h8i9g9i7j8i8")
    browser.press("a")
    analyzed = "kaname.analysis.answer && kaname.analysis.node === kaname.game.node && document.querySelectorAll('#lines .line').length === 2"
    browser.wait(analyzed, "lines")
    for what, step in (("a step back", lambda: browser.press("Left")), ("a branch", lambda: play(browser, "k10")),
                       ("a link", lambda: open_moves(browser, "h8i9j10k11")),
                       ("a file", lambda: browser.run("kaname.files.takeText('h8 h9 h10 i10')"))):
        browser.run("(kaname.before = kaname.game.node, null)")
        step()
        browser.wait(f"kaname.game.node !== kaname.before && {analyzed}", f"lines after {what}")
        expect(browser.run("document.getElementById('bar').classList.contains('unknown')"), False, f"the bar after {what}")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    browser.wait(analyzed, "lines after a reload")
    share = browser.run("[parseFloat(document.getElementById('bar').style.getPropertyValue('--share')), kaname.game.node.evaluation.blackRate * 100]")
    expect(abs(share[0] - share[1]) < 0.1, True, f"the bar: {share}")
    browser.wait("kaname.analysis.answer.lines[0].moves.match(/[a-z]/g).length > 5", "a long line")
    x, y = browser.place("#lines .line:first-child .line-head")
    browser.point_at(x, y)
    seen = "document.querySelectorAll('#board .stone.preview').length"
    browser.wait(f"{seen} === 2", "the second stone of the line")
    whole = browser.run("document.querySelectorAll('#lines .line:first-child .move').length")
    browser.wait(f"{seen} === {whole}", f"all {whole} stones")
    browser.point_at(2, 2)
    browser.wait(f"{seen} === 0", "the board as it is")
    browser.run("(document.querySelector('#lines .line:nth-child(2) .play-out').focus(), null)")
    browser.wait(f"{seen} > 2 && document.activeElement.classList.contains('play-out')", "the line is played out for the keyboard, and keeps the focus")
    browser.run("(document.activeElement.blur(), null)")
    browser.press("a")
    browser.wait("!kaname.analysis.isOn && !kaname.engine.isBusy", "the analysis is off")
    browser.press("Left")
    settle(browser)
    expect(browser.run("[kaname.engine.isBusy, kaname.analysis.isOn]"), [False, False], "after a step without the analysis")


def check_keys(browser, build, _):
    """The list of keys opens by ? and by its button, names what the keys do, and each of them does it."""
    open_page(browser, (build / "kaname.html").as_uri(), numbers=True, threats=True, panel="analyze", lines=2)
    open_moves(browser, "h8i9j10")
    browser.run("(document.activeElement.blur(), null)")
    browser.press("?")
    browser.wait("document.getElementById('keys')?.open", "the list of keys")
    keys = browser.run("[...document.querySelectorAll('#keys dt')].map((dt) => dt.textContent)")
    expect(len(keys) == len(set(keys)) and len(keys) >= 12, True, f"keys: {keys}")
    browser.press("a")
    expect(browser.run("kaname.machine.state.follows"), False, "a key below the list")
    browser.click("#keys button")
    expect(browser.run("document.getElementById('keys').open"), False, "the list is closed")
    browser.press("n", "t")
    expect(browser.run("[kaname.settings.numbers, kaname.settings.threats]"), [False, False], "numbers and threats")
    browser.press("n", "t", "Left", "Left")
    settle(browser)
    play(browser, "g7")
    settle(browser)
    browser.press("Up")
    settle(browser)
    expect(browser.run("[kaname.game.node.point.x, kaname.game.node.children.length]"), [8, 1], "the branch before")
    browser.press("Down")
    settle(browser)
    expect(browser.run("kaname.game.node.point.x"), 6, "the branch after")
    browser.press("a")
    browser.wait("kaname.analysis.answer?.lines.length === 2", "lines")
    browser.press("2")
    browser.wait("kaname.game.number === 3", "the first move of the second line")
    browser.press("a")
    for clicked in ("#tab-solver", "#panel-solver [data-value=vcf]"):
        number = browser.run("kaname.game.number")
        browser.click(clicked)
        browser.press("Left")
        settle(browser)
        expect(browser.run("[kaname.game.number, kaname.settings.panel]"), [number - 1, "solver"], f"the left arrow after a click on {clicked}")
    expect(browser.run("kaname.settings.mode"), "vcf", "the choice that was clicked")
    browser.click("#tab-analyze")
    browser.click("#label-points")
    browser.press("Left", "n", "T")
    settle(browser)
    expect(browser.run("[kaname.game.number, kaname.settings.numbers, kaname.settings.threats]"), [number - 2, False, False], "keys after a click on a switch, and a capital")
    browser.press("Right", "N", "t", "Space")
    settle(browser)
    expect(browser.run("[kaname.game.number, kaname.settings.numbers, kaname.settings.threats, document.getElementById('label-points').checked]"),
           [number - 1, True, True, False], "Space is the switch's own")
    browser.click("#label-text")
    browser.press("N")
    expect(browser.run("kaname.settings.numbers"), True, "a letter in a field")
    browser.run("(document.getElementById('tab-solver').focus(), null)")
    browser.press("Enter", "Right")
    expect(browser.run("[kaname.settings.panel, document.activeElement.id, kaname.game.number]"), ["review", "tab-review", number - 1], "by keys, the arrows change tabs")
    browser.click("#help")
    expect(browser.run("document.getElementById('keys').open"), True, "the list by its button")
    browser.click("#keys button")


def check_solver(browser, build, _):
    """A double three is proven, every defence listed, and the proof stepped to the five."""
    open_page(browser, (build / "kaname.html").as_uri(), mode="vct")
    open_moves(browser, "h8a1i8o1j9a15j10o15")
    browser.click("#tab-solver")
    browser.click("#solve")
    browser.wait("document.getElementById('attack')", "a win")
    expect("Black wins by force" in browser.text("#verdict"), True, "the verdict")
    expect(browser.run("document.getElementById('bar').getAttribute('aria-label')"), "Black expects 100% of the points", "the bar beside a proof")
    browser.run("(document.querySelector('#panel-solver select').focus(), null)")
    browser.press("Tab", "Enter")
    browser.wait("document.querySelector('#defences .chip')", "the defences")
    expect(browser.run("document.activeElement === document.querySelector('#defences .chip')"), True, "the focus is on the first defence")
    browser.run("(window.before = document.activeElement, null)")
    browser.press("Enter")
    browser.wait("kaname.game.isOver || document.querySelector('#defences .chip') && !window.before.isConnected", "the defences of the next move")
    expect(browser.run("document.getElementById('proof').contains(document.activeElement)"), True, "the focus stays in the proof")
    for _step in range(12):
        browser.wait("kaname.game.isOver || document.querySelector('#defences .chip')", "the defences")
        if browser.run("kaname.game.isOver"):
            break
        text = browser.text("#verdict")
        lost, count = map(int, re.search(r"(\d+) of (\d+)", text).groups())
        expect(lost, count, "defences that lose")
        browser.run("(document.getElementById('defences').removeAttribute('id'), document.querySelector('.chips .chip').click(), null)")
    expect(browser.run("kaname.game.facts.end"), "black", "the proof ends in a five")
    open_moves(browser, "h8i9")
    browser.click("#solve")
    browser.wait("document.getElementById('verdict').textContent.startsWith('No win')", "no win")


ALL_SIGNS = ("last", "winning", "rate", "lost", "searched", "preview", "letter", "label", "five", "four", "forbidden", "rowStone", "rowPoint",
             "offered", "square", "region", "wall", "cursor")


def check_signs(browser, build, _):
    """In a lost position the listed moves alone are marked as lost, by another sign than forbidden points, and the legend names both."""
    open_page(browser, (build / "kaname.html").as_uri(), lines=3, marks=True, panel="analyze")
    browser.run("(location.hash = '#rule=renju&black=i8j8h9h10&white=a1b1c1d1a3b3c3d3&side=black', null)")
    browser.wait("document.querySelectorAll('#board .forbidden').length === 1", "the forbidden point")
    settle(browser)
    browser.press("a")
    browser.wait("kaname.analysis.answer?.lost.length > 100 && kaname.analysis.answer.lines.every((line) => line.plies < 0)", "a lost position")
    browser.press("a")
    count = browser.run("kaname.analysis.answer.lines.length")
    expect(count >= 1, True, "lines")
    expect(browser.count("#board .disc.lost"), count, "moves that are marked as lost")
    expect(browser.count("#board .marks .searched, #board .disc:not(.lost)"), 0, "other marks")
    expect(browser.run("[...document.querySelectorAll('#signs [data-sign]')].map((sign) => sign.dataset.sign).join()"), "lost,five,forbidden", "the legend")
    drawn = browser.run("['.disc.lost', '.forbidden'].map((kind) => document.querySelector('#board ' + kind).tagName)")
    expect(drawn[0] != drawn[1], True, f"the two signs: {drawn}")
    browser.click("#tab-settings")
    kinds = browser.run("[...document.querySelectorAll('#panel-settings [data-sign]')].map((sign) => sign.dataset.sign)")
    expect([kind for kind in ALL_SIGNS if kind not in kinds], [], "signs that the legend lacks")
    open_page(browser, (build / "kaname.html").as_uri(), marks=True, threats=True, panel="analyze", follows=False)
    open_moves(browser, "h8a1i8o1j8a15")
    expect(browser.run("[...document.querySelectorAll('#signs [data-sign]')].map((sign) => sign.dataset.sign).join()"), "four", "the legend of a position as it comes")


def check_head(browser, build, _):
    """Names and result of a loaded game are seen, and gone with it."""
    open_page(browser, (build / "kaname.html").as_uri())
    browser.run("kaname.files.takeText('(;GM[4]SZ[15]PB[Ann]PW[Bo];B[hh];W[ii])')")
    browser.wait("document.getElementById('game-head').textContent.includes('Ann')", "the names")
    expect("wins" in browser.text("#game-head"), False, "a result that the file does not have")
    browser.run("kaname.files.takeText('(;GM[4]SZ[15]PB[<b>Ann]PW[Bo]RE[W+R]EV[Open 2024];B[hh];W[ii])')")
    browser.wait("document.getElementById('game-head').textContent.includes('White wins')", "the result")
    expect("<b>Ann" in browser.text("#game-head"), True, "the name as it stands")
    expect("Note" in browser.text("#messages"), False, "a note on a file that follows its format")
    browser.run("(kaname.keepNow(), null)")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    expect(browser.text("#game-head").endswith("White wins · Open 2024"), True, browser.text("#game-head"))
    browser.click("#new-game") if browser.run("kaname.settings.panel === 'play'") else browser.run("(kaname.play.start(), null)")
    settle(browser)
    expect(browser.run("[...document.querySelectorAll('#game-head .player')].map((p) => p.textContent)"), ["You", "Kaname (Full strength)"],
           "the names beside a new game")
    browser.run("(kaname.study(false), null)")
    browser.click("#game-data-open")
    browser.run("(document.getElementById('data-white').value = 'Cho', document.getElementById('data-event').value = 'Cup', null)")
    browser.click("#keep-data")
    expect(browser.text("#game-head"), "BlackCho" + "Cup", "names that the reader has written; who has none is named by colour")
    file = "kaname.files.written('sgf').then(({ bytes }) => new TextDecoder().decode(bytes))"
    expect("EV[Cup]" in browser.run(file), True, "the event in a file: " + browser.run(file))
    browser.run("kaname.files.takeText('(;GM[4]SZ[15]EV[Old \\\\] 1]DT[2001];B[hh])')")
    settle(browser)
    browser.click("#game-data-open")
    browser.run("(document.getElementById('data-event').value = 'A [1] \\\\', document.getElementById('data-date').value = '', null)")
    browser.click("#keep-data")
    text = browser.run(file)
    expect(["EV[A [1\\] \\\\]" in text, "Old" in text, "DT[" in text], [True, False, False], "another event, and no date, in a file: " + text)
    browser.run(f"{file}.then((text) => kaname.files.takeText(text))")
    expect(browser.run("kaname.game.tree.event"), "A [1] \\", "the event of the file")
    browser.run("kaname.files.takeText('(;GM[1]SZ[15]DT[2024-05-01]EV[\\u4e94 Cup];B[hh])')")
    browser.wait("document.getElementById('messages').textContent.includes('Note: GM[1] names another game')", "what the file does not follow")
    expect(browser.run("[kaname.game.tree.event, kaname.game.tree.date]"), ["\u4e94 Cup", "2024-05-01"], "event and date")


def check_names(browser, build, _):
    """A game against Kaname bears the names of both, in every language, on the page and in files; the reader's is kept."""
    url = (build / "kaname.html").as_uri()
    names = "[...document.querySelectorAll('#game-head .player')].map((p) => p.textContent)"
    text = "kaname.files.written('{}').then(({{ bytes }}) => new TextDecoder().decode(bytes))"
    another_level = """(() => {{ const level = [...document.querySelectorAll('#panel-play select')].find((s) => s.value === '{}');
        level.value = '{}'; level.dispatchEvent(new Event('change')); return null; }})()"""
    open_page(browser, url, color="w", level="club", rule="freestyle", opening="free", size=15, name="")
    browser.click("#reader-name")
    browser.press(*"Ann B")
    browser.click("#new-game")
    my_turn(browser)
    expect(browser.run(names), ["Kaname (Club player)", "Ann B"], "the names beside the board")
    browser.run(another_level.format("club", "expert"))
    expect(browser.run(names), ["Kaname (Expert)", "Ann B"], "after another level")
    sgf = browser.run(text.format("sgf"))
    expect(["PB[Kaname (Expert)]" in sgf, "PW[Ann B]" in sgf], [True] * 2, sgf[:200])
    expect("Ann B" in browser.run(text.format("psq")), True, "the name in PSQ")
    browser.run("(kaname.keepNow(), null)")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    expect(browser.run(f"[kaname.settings.name, document.getElementById('reader-name').value, {names}]"),
           ["Ann B", "Ann B", ["Kaname (Expert)", "Ann B"]], "the names after a reload")
    browser.run(another_level.format("expert", "beginner"))
    expect(browser.run(names), ["Kaname (Beginner)", "Ann B"], "another level after it")
    for code, kaname in (("zh", "Kaname (专家)"), ("ja", "Kaname (熟練)")):
        open_page(browser, url, color="b", level="expert", rule="freestyle", opening="free", language=code)
        browser.click("#new-game")
        settle(browser)
        expect(browser.run(names), ["Ann B", kaname], f"the names in {code}")
    open_page(browser, url, color="both", rule="freestyle", opening="free")
    browser.click("#new-game")
    settle(browser)
    expect(browser.run(names), [], "a game without Kaname")
    open_page(browser, url, color="b", rule="freestyle", level="full")
    choose_opening(browser, "swap2", "engine")
    opening_turn(browser)
    expect(browser.run(names), [], "before the colours are settled")
    browser.click("#take-white")
    my_turn(browser)
    expect(browser.run(names), ["Kaname (Full strength)", "Ann B"], "after the opening")
    browser.run("kaname.files.takeText('(;GM[4]SZ[15]PB[Cho]PW[Dee];B[hh];W[ii])')")
    expect(browser.run(names), ["Cho", "Dee"], "the names of a file")
    browser.run("(kaname.settings.name = '', kaname.save(), null)")


def check_settings(browser, build, _):
    """Kept settings of a wrong type, or beyond what there is, count for nothing."""
    open_page(browser, (build / "kaname.html").as_uri())
    usual = {"size": 15, "rule": "freestyle", "color": "b", "lines": 3, "numbers": True, "seconds": 1}
    wrong = [{"size": "15", "rule": 7, "color": True, "lines": [], "numbers": "yes", "seconds": None},
             {"size": 99, "rule": "chess", "color": "x", "lines": 0, "seconds": -1}, {"size": 4}, "text", None, 7]
    for kept in wrong:
        browser.run(f"(kaname.save = () => {{}}, localStorage.removeItem('kaname-game'), sessionStorage.clear(), kaname.keepNow = () => {{}}, "
                    f"localStorage.setItem('kaname-settings', {json.dumps(json.dumps(kept))}), null)")
        browser.reload()
        browser.wait(READY, "the page is ready again")
        settle(browser)
        expect(browser.run(f"{json.dumps(list(usual))}.map((key) => kaname.settings[key])"), list(usual.values()), f"the settings after {kept}")
    browser.run("(kaname.save = () => {}, localStorage.setItem('kaname-settings', JSON.stringify({ size: 9, rule: 'renju', panel: 'play' })), null)")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    expect(browser.run("[kaname.settings.size, kaname.settings.rule, kaname.game.tree.width, kaname.game.tree.rule]"), [9, "renju", 9, "renju"],
           "settings that are right, and the empty board")


def check_review(browser, build, _):
    """Every move of a game is judged: the missed win is marked, on the list, the graph and the tree."""
    open_page(browser, (build / "kaname.html").as_uri())
    review_moves(browser, "h8h3i8i3j8j3o15o2g8c3k8")
    found = browser.run("kaname.review.judged.moves.map((move) => [move.move, move.grade, move.notes])")
    expect(len(found), 11, "moves that are judged")
    expect([found[6][1], "missed" in found[6][2].split()], ["blunder", True], f"the stone beside both open threes: {found[6]}")
    expect(browser.count("#mistakes li [data-move='7']"), 1, "it is on the list")
    expect(browser.count("#graph .mistake") >= 1 and browser.count(".tree .mistake") >= 1, True, "it is on the graph and the tree")
    expect(browser.count("#graph .curve") >= 1, True, "the graph is drawn")
    table = browser.run("[...document.querySelectorAll('#accuracy tr')].map((row) => [...row.children].map((cell) => cell.textContent))")
    expect([row[0] for row in table[1:]], ["Black", "White"], "the sides")
    blunders = [sum(1 for at, move in enumerate(found) if move[1] == "blunder" and at % 2 == side) for side in (0, 1)]
    expect([int(row[-1]) for row in table[1:]], blunders, f"blunders of both: {table}")
    expect(all(row[1].endswith("%") for row in table[1:]), True, f"accuracy of both: {table}")
    line = browser.text("#turning-point")
    expect([line.startswith("Turning point: 7 o15, missed a win"), "overlooked" in line], [True, True], f"the turning point: {line}")
    for view, wanted in (("missed", 7), ("all", 11)):
        browser.click(f"#panel-review [data-value={view}]")
        expect(browser.count(f"#mistakes li [data-move='{wanted}']"), 1, f"move {wanted} among {view}")
    expect(browser.count("#mistakes li"), 11, "all moves are in the table")
    browser.click("#panel-review [data-value=marked]")
    browser.run("(document.getElementById('graph').scrollIntoView({ block: 'center' }), null)")
    x, y = browser.run("(() => { const b = document.querySelector('#graph .mistake[data-move=\"7\"]').getBoundingClientRect(); return [b.left + 12, b.top + 4]; })()")
    browser.click_at(x, y)
    settle(browser)
    expect(browser.run("kaname.game.number"), 7, "a click beside a mark of the graph goes to its move")
    current = "[...document.querySelectorAll('#mistakes [aria-current]')].map((row) => row.dataset.move)"
    expect(browser.run(current), ["7"], "the row of the move is marked")
    browser.click("#mistakes li [data-move='7']")
    settle(browser)
    expect(browser.run("kaname.game.number"), 6, "the position before the mistake")
    browser.wait("document.querySelectorAll('#board .stone.preview').length >= 1", "the better line is shown")
    browser.click("#panel-review [data-value=all]")
    browser.run("(kaname.game.remove(kaname.game.tree.root.children[0].children[0].children[0]), null)")
    settle(browser)
    expect(browser.run("[...document.querySelectorAll('#mistakes [data-move]')].map((move) => move.dataset.move).join()"), "1,2", "the moves that are left")
    expect(browser.run("document.getElementById('turning-point').hidden"), True, "no turning point is left")
    browser.click("#mistakes li:last-child button")
    play(browser, "a1")
    settle(browser)
    expect([browser.run("kaname.game.number"), stones(browser), browser.count("#move-list .move-at")], [3, 3, 3], "a stone after the last of them")
    browser.click("#panel-review [data-value=marked]")
    browser.run("(kaname.game.remove(kaname.game.tree.root.children[0]), null)")
    expect([browser.count("#mistakes li, #accuracy table"), browser.text("#review-text").startswith("Looks at every")], [0, True], "no move is left")
    browser.click("#review")
    expect(browser.text("#review-text"), "There are no moves to review.", "a review then")
    # Black overlooks at move 13 that White wins by force: no win rate is left, whatever a short search says.
    review_moves(browser, "j11j10h9i10j7g10h10h11i9f9i12g11g12e11f11e10e9g8h7h8")
    listed = browser.run("[...document.querySelectorAll('#mistakes li b')].map((b) => b.textContent.split(' ').slice(1).join(''))")
    in_line = browser.run("[...document.querySelectorAll('#move-list button')].filter((b) => b.querySelector('.sign')).map((b) => b.textContent)")
    expect([listed, any(move.startswith("g12?") for move in listed)], [in_line, True], "the marks of both lists")
    line = browser.text("#turning-point")
    expect([line.startswith("Turning point: 13 g12, "), "win" in line], [True, True], f"the turning point: {line}")
    browser.click("#panel-review [data-value=missed]")
    browser.click("#turning-point button")
    settle(browser)
    expect(browser.run("[kaname.review.view, document.activeElement.matches('#mistakes [data-move=\"13\"]'), kaname.game.number]"), ["all", True, 13],
           "the row of the turning point, which this view has not")
    expect(browser.run(current), ["13"], "the row that is marked")
    browser.click("#panel-review [data-value=marked]")
    kept = browser.run("kaname.review.judged.moves.filter((move) => /overlooked|allowed/.test(move.notes)).map(({ best_rate, loss }) => best_rate - loss)")
    expect([len(kept) > 0, max(kept, default=1) < 0.001], [True, True], f"what moves that allow a win keep: {kept}")


def check_files(browser, build, _):
    """Every format that can be written comes back the same; every seed of the readers opens or is refused with a reason."""
    open_page(browser, (build / "kaname.html").as_uri())
    game = "(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bo];B[hh]C[good]LB[aa:x \\] y][hh:1];W[ii](;B[jj];W[kk])(;B[gg]C[a \\] b]))"
    browser.click("#tab-files")
    browser.run(f"(document.getElementById('paste').value = {json.dumps(game)}, null)")
    browser.click("#load")
    browser.wait("kaname.game.tree.black === 'Ann'", "the game is loaded")
    tree = browser.run("JSON.stringify(kaname.game.tree.root && (() => { const n = (x) => [x.color, x.point, x.comment, x.labels, x.children.map(n)];"
                       " return n(kaname.game.tree.root); })())")
    expect("a ] b" in tree, True, "the comment")
    expect("x ] y" in tree, True, "the label")
    for name in ("sgf", "psq", "pos", "txt"):
        browser.click("#save-" + name)
        browser.wait(f"kaname.files.delivered?.name === 'game.{name}'", f"the file game.{name}")
        expect(browser.run("document.querySelector('#messages .message span').textContent.startsWith('Saved: game.')"), True, f"the message after {name}")
        moves = browser.run("""(async () => { const before = kaname.game.tree;
            await kaname.files.takeFile(kaname.files.delivered.blob); const after = kaname.game.tree;
            const line = (t) => { const l = []; for (let at = t.root.children[0]; at; at = at.children[0]) l.push(at.color + at.point.x + "," + at.point.y); return l.join(" "); };
            const whole = JSON.stringify((() => { const n = (x) => [x.color, x.point, x.comment, x.labels, x.children.map(n)]; return n(after.root); })());
            const answer = [line(before), line(after), whole, before !== after]; kaname.open(before, before.root); return answer; })()""")
        expect(moves[1], moves[0], f"moves through {name}")
        expect(moves[3], True, f"{name} was read")
        if name == "sgf":
            expect(moves[2], tree, "the tree through SGF")
    browser.run("""(kaname.treeText = () => { const { root, width, height, rule } = kaname.game.tree;
        const set = (x) => x.setup.map((stone) => JSON.stringify(stone)).sort(); // SGF has stones by colour
        const n = (x) => [x.color, x.point, x.comment, x.labels, set(x), x.children.map(n)];
        return JSON.stringify([width, height, rule, n(root)]); }, null)""")
    opened, formats = 0, set()
    for seed in sorted(SEEDS.glob("*")):
        hexed = seed.read_bytes().hex()
        done = browser.run(f"""kaname.files.takeBytes(Uint8Array.from({json.dumps(hexed)}.match(/../g) || [], (b) => parseInt(b, 16)))""")
        opened += bool(done)
        if not done:
            expect("Not a game" in browser.text("#messages .message"), True, f"why {seed.name} is refused")
            continue
        formats.add(seed.suffix)
        before = browser.run("kaname.treeText()")
        browser.run("kaname.files.written('sgf').then(({ bytes }) => kaname.files.takeBytes(bytes))")
        expect(browser.run("kaname.treeText()"), before, f"{seed.name} through SGF")
    expect(sorted(formats), [".lib", ".pgn", ".pos", ".psq", ".sav", ".sgf", ".txt"], "formats that open")
    expect(browser.count("#messages script, #moves script"), 0, "nothing of a file runs")
    for kind, what, moves in (("drop", "file", "h8i9"), ("drop", "text", "h8i9j10"), ("paste", "file", "h8"), ("paste", "text", "h8i9j10k11")):
        browser.run(f"""(() => {{ const data = new DataTransfer(); const text = {json.dumps(moves)};
            if ("{what}" === "file") data.items.add(new File([text], "game.txt")); else data.setData("text/plain", text);
            const event = new Event("{kind}", {{ bubbles: true, cancelable: true }});
            Object.defineProperty(event, "{kind}" === "drop" ? "dataTransfer" : "clipboardData", {{ value: data }});
            document.body.dispatchEvent(event); return null; }})()""")
        browser.wait(f"kaname.game.request.endsWith('moves={moves}')", f"the {what} of a {kind}")
    if isinstance(browser, browsers.Chromium):
        drop_text_on_fields(browser)
    browser.run(f"kaname.files.takeText({json.dumps(game)})")
    kept = browser.run("kaname.files.address()")
    for bad in ("", "hello", "???", "(;GM[4]SZ[40])", "Piskvorky 99x99"):
        browser.run(f"kaname.files.takeText({json.dumps(bad)})")
        expect("Not a game" in browser.text("#messages .message.error"), True, f"message after {bad!r}")
        expect(browser.run("kaname.files.address()"), kept, f"the game after {bad!r}")
    for what, part in (("a folder", "size: 9, arrayBuffer: () => Promise.reject(new Error('a folder'))"), ("a film", "size: 1e9")):
        browser.run(f"(kaname.files.takeFile({{ name: '{what}', {part} }}), null)")
        browser.wait(f"document.querySelector('#messages .error')?.textContent.startsWith('The file {what} cannot be read')", f"what {what} is")
    for field, text, message in (("puzzle-file", "(;GM[4]SZ[15];B[hh];W[ii])", "This file holds a game"), ("openings-file", "h8i9", "This file holds a game"),
                                 ("puzzle-file", "hello", "Not a set of puzzles"), ("openings-file", "kaname-openings 1\nh8i9", "Not a file of openings"),
                                 ("openings-file", "kaname-puzzles 1\n", "Not a file of openings")):
        browser.run(f"""(() => {{ const data = new DataTransfer(), field = document.getElementById("{field}"); document.getElementById("messages").replaceChildren();
            data.items.add(new File([{json.dumps(text)}], "game.txt")); field.files = data.files; field.dispatchEvent(new Event("change")); return null; }})()""")
        browser.wait(f"document.querySelector('#messages .error')?.textContent.startsWith('{message}')", f"the answer to {text!r} as {field}", 10)
    for moves in ("h8", "h8"):  # the same file again
        browser.run(f"""(() => {{ const data = new DataTransfer(), field = document.getElementById("file");
            data.items.add(new File(["{moves}"], "game.txt")); field.files = data.files; field.dispatchEvent(new Event("change"));
            kaname.isChosen = field.files.length > 0; return null; }})()""")
        browser.wait(f"kaname.game.request.endsWith('moves={moves}')", "the chosen file")
        expect(browser.run("kaname.isChosen"), False, "the field is empty for the same file")
        browser.run(f"kaname.files.takeText({json.dumps(game)})")
    size = browser.run("""(async () => { await kaname.files.savePng(); const png = kaname.files.delivered.blob;
        window.saved = [document.querySelector("#messages .message span").textContent];
        kaname.files.saveSvg(); window.saved.push(document.querySelector("#messages .message span").textContent); const svg = await kaname.files.delivered.blob.text();
        const image = await createImageBitmap(png); const canvas = document.createElement("canvas"); canvas.width = image.width;
        canvas.height = image.height; const c = canvas.getContext("2d"); c.drawImage(image, 0, 0);
        return [png.type, image.width, svg.includes("<svg"), [...c.getImageData(30, 30, 1, 1).data].slice(0, 3).every((v) => v < 30)]; })()""")
    expect(size, ["image/png", 1200, True, False], "the pictures")
    expect(browser.run("window.saved"), ["Saved: board.png.", "Saved: board.svg."], "the messages about the pictures")
    return f"{opened} files"


def drop_text_on_fields(browser):
    """Text that is dragged to a field is written there; the game stays."""
    before = browser.run("kaname.game.request")
    for panel, field in (("analyze", "#moves textarea"), ("play", "#reader-name"), ("analyze", "#label-text")):
        browser.run(f"(kaname.showPanel('{panel}'), document.querySelector('{field}').value = '', null)")
        browser.drop_text(field, "a1 b2")
        browser.wait(f"document.querySelector('{field}').value === 'a1 b2'", f"the text in {field}")
        settle(browser)
        expect(browser.run("kaname.game.request"), before, f"the game after a text was dropped on {field}")
    browser.run("(kaname.settings.name = '', kaname.build(), null)")


def check_links(browser, build, _):
    """A link is a position; bad ones say why; a reload shows the same game, with its variations."""
    url = (build / "kaname.html").as_uri()
    open_page(browser, url)
    open_moves(browser, "h8i9j10k11l12", rule="renju")
    browser.click("#back")
    settle(browser)
    link = browser.run("kaname.files.address()")
    expect(re.search("#z[0-9A-Za-z]{4,16}$", link) is not None, True, link)
    browser.open("about:blank")
    browser.open(link)
    browser.wait(READY, "the page is ready")
    settle(browser)
    expect(browser.run("[kaname.game.tree.rule, kaname.game.number, kaname.files.address()]"), ["renju", 4, link], "the link is the position")
    for bad in ("moves=h8h8", "moves=h8&rule=chess", "size=3&moves=h8", "black=z99", "moves=h8&at=7", link[link.index("#") + 1:-2]):
        browser.run(f"(document.getElementById('messages').replaceChildren(), location.hash = '#{bad}', null)")
        browser.wait("document.querySelector('#messages .message.error')?.textContent.includes('stays')", f"message for {bad}")
        expect(browser.run("[kaname.game.tree.rule, kaname.game.number]"), ["renju", 4], f"the game after {bad}")
    browser.open(url)
    browser.wait(READY, "the page is ready")
    settle(browser)
    play(browser, "a1")
    settle(browser)
    browser.run("(kaname.game.comment('kept'), null)")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    expect(browser.run("[kaname.game.tree.rule, kaname.game.number, kaname.game.node.comment, kaname.game.node.parent.children.length]"),
           ["renju", 5, "kept", 2], "the game after a reload")
    open_moves(browser, "h8i9j10k11l12", rule="renju")
    browser.run("(kaname.keepNow(), window.addressBefore = location.hash, null)")
    play(browser, "a2")
    settle(browser)
    browser.run("(kaname.game.comment('late'), kaname.keepNow(), kaname.keepNow(), kaname.keepNow = () => {}, "
                "history.replaceState(null, '', window.addressBefore), null)")
    browser.reload()
    browser.wait(READY, "the page is ready once more")
    settle(browser)
    expect(browser.run("[kaname.game.number, kaname.game.node.comment]"), [6, "late"], "the game after a reload that began before the address changed")
    browser.run("(location.hash = '#moves=h8i9j10', kaname.keepNow(), null)")
    browser.wait("kaname.game.number === 3", "the link is open although the game before it was kept after the click on it")


def check_sharing(browser, build, _):
    """The button below the board copies a short link and says what it holds; it opens the same game with its variations. Where
    the browser refuses, the link is marked in the panel of files."""
    url = (build / "kaname.html").as_uri()
    open_page(browser, url)
    open_moves(browser, "h8i9g9i7j8i8i10h9j9k10g7k8j7k7k9l8j10j11h10f7", rule="renju", size=19)
    copied = """(kaname.copied = null, Object.defineProperty(navigator, "clipboard", { configurable: true, value: {
        writeText: async (text) => { if (kaname.refuses) throw new Error("refused"); kaname.copied = text; } } }), null)"""
    browser.run(copied)
    browser.press("Left", "Left")
    settle(browser)
    play(browser, "a1")
    settle(browser)
    browser.press("Left")
    settle(browser)
    browser.click("#share")
    browser.wait("kaname.copied !== null && document.querySelector('#messages .message')", "the link is copied")
    link, message = browser.run("[kaname.copied, document.querySelector('#messages .message').textContent]")
    expect(len(link) - link.index("#") < 40, True, f"a short link: {link}")
    expect(message, f"The link is copied: the game, 20 moves, shown at move 18. Moves in variations: 1. {len(link)} characters.", "what is copied")
    expect(browser.run("location.href"), link, "the address")
    seen = "[kaname.game.tree.rule, kaname.game.tree.width, kaname.game.number, kaname.game.node.children.length, kaname.game.request]"
    browser.run("(kaname.game.comment('left out'), null)")
    browser.click("#share")
    browser.wait("document.getElementById('messages').textContent.includes('Notes and labels are left out')", "what the link leaves out")
    browser.run("(kaname.game.comment(''), null)")
    before = browser.run(seen)
    browser.run("(localStorage.clear(), window.addEventListener('pagehide', () => (localStorage.clear(), sessionStorage.clear())), null)")
    open_page(browser, link)
    expect([browser.run(seen), before[:4]], [before, ["renju", 19, 18, 2]], "the game of the link")
    browser.run(copied)
    browser.run("(kaname.refuses = true, document.execCommand = () => false, null)")
    browser.click("#share")
    browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('The browser does not let')", "it is not copied")
    expect(browser.run("[document.activeElement.id, document.activeElement.value, getSelection().toString() || document.activeElement.value]"),
           ["link", link, link], "the link is marked")
    return f"{len(link) - link.index('#')} characters for 21 moves"


CURRENT_IN_VIEW = """(() => { const list = document.getElementById('move-list'), row = list.querySelector('[aria-current]').parentElement;
    const of = list.getBoundingClientRect(), at = row.getBoundingClientRect();
    return list.scrollHeight > list.clientHeight + row.offsetHeight && at.top > of.top - 2 && at.bottom < of.bottom + 2; })()"""


def check_move_list(browser, build, _):
    """The list of moves scrolls to the move on the board, also back to the first."""
    open_page(browser, (build / "kaname.html").as_uri(), panel="analyze")
    open_moves(browser, "h8i10j7g8h9h10g10i8i7g9h7g7k8h6k7l7j6k5l9g6g5m10i5l8j5j8h5i6f5")
    browser.run("(document.activeElement.blur(), null)")
    browser.wait(CURRENT_IN_VIEW, "the last move is in view")
    for key in ["Left"] * 28 + ["End"]:
        browser.press(key)
        settle(browser)
        browser.wait(CURRENT_IN_VIEW, f"the move is in view after {key}")


def check_tree(browser, build, _):
    """Variations: letters on the board, the tree by mouse, deleting, the main line; keys; the scrubber."""
    open_page(browser, (build / "kaname.html").as_uri())
    open_moves(browser, "h8i9j10")
    browser.run("(document.activeElement.blur(), null)")
    browser.press("Left", "Left")
    settle(browser)
    expect(stones(browser), 1, "stones after two arrow keys")
    play(browser, "g7")
    settle(browser)
    browser.click("#back")
    settle(browser)
    expect(browser.run("[...document.querySelectorAll('#board .letter')].map((l) => l.textContent).join('')"), "AB", "letters of the branches")
    browser.click(".tree .node:nth-of-type(3)")
    browser.press("End")
    expect(browser.count(".tree .node"), 5, "nodes in the tree")
    browser.run("(kaname.game.goTo(kaname.game.tree.root.children[0].children[1]), null)")
    browser.click("#make-main")
    expect(browser.run("kaname.game.tree.root.children[0].children[0].point.x"), 6, "the main line")
    browser.click("#delete-move")
    settle(browser)
    expect(browser.count(".tree .node"), 4, "nodes after deleting")
    x, y = browser.place("#graph")
    browser.click_at(x, y)
    settle(browser)
    expect(browser.run("kaname.game.number") in (1, 2), True, "the scrubber goes to the middle")
    browser.run("(document.getElementById('graph').focus(), null)")
    browser.press("End")
    expect(browser.run("kaname.game.number"), 3, "End on the scrubber")


def check_main_line(browser, build, _):
    """Where the reader plays both sides, another move than before begins a variation; the moves of a game against Kaname are
    the main line."""
    open_page(browser, (build / "kaname.html").as_uri(), color="both", rule="freestyle", size=15, opening="free", level="full", minutes=0)
    browser.click("#new-game")
    settle(browser)
    for name in ("h8", "i9", "j10", None, None, "g7", "g6"):
        play(browser, name) if name else browser.click("#back")
        settle(browser)
    lines = browser.run("""kaname.game.tree.root.children[0].children.map((at) => { const line = [];
        for (; at; at = at.children[0]) line.push(String.fromCharCode(97 + at.point.x) + (15 - at.point.y)); return line.join(" "); })""")
    expect(lines, ["i9 j10", "g7 g6"], "the main line and the variation")
    expect(browser.run("[kaname.machine.state.phase, kaname.machine.state.isAway, kaname.game.number]"), ["game", False, 3], "the game goes on there")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    play(browser, "f5")
    settle(browser)
    expect(browser.run("[kaname.machine.state.phase, kaname.game.number, kaname.game.node.parent.point.x]"), ["game", 4, 6], "and after a reload")
    browser.run("(kaname.play.finish('w', 'onTime'), null)")
    expect([browser.text("#status"), browser.run("kaname.game.tree.end")], ["White wins, on time", "none"], "a variation's end is not the main line's")
    browser.run("(kaname.settings.color = 'b', null)")
    browser.click("#new-game")
    settle(browser)
    play(browser, "h8")
    my_turn(browser)
    browser.click("#to-start")
    settle(browser)
    play(browser, "g7")
    my_turn(browser)
    expect(browser.run("kaname.game.tree.root.children.map((at) => at.point.x)"), [6, 7], "the other move's line is the game's")


def check_labels(browser, build, _):
    """Labels are typed on points by mouse and keyboard, seen, heard, taken away, and kept on reload."""
    open_page(browser, (build / "kaname.html").as_uri())
    open_moves(browser, "h8i9")
    browser.click("#label-points")
    for name in ("h8", "j9"):
        play(browser, name)
    expect(browser.run("[...document.querySelectorAll('#board .label')].map((l) => l.textContent).join('')"), "AB", "labels on the board")
    expect(browser.run("kaname.game.number"), 2, "no stone was played")
    browser.run("(document.getElementById('label-text').focus(), document.getElementById('label-text').value = '7', null)")
    browser.run("(document.getElementById('board').focus(), null)")
    browser.press("Enter")
    expect(browser.run("kaname.game.node.labels.length"), 2, "the cursor's point has another label")
    browser.press("Left", "Right")
    browser.wait("""document.getElementById('live').textContent.includes('"7"')""", "a screen reader hears the label")
    browser.run("(document.getElementById('label-text').value = '7', null)")
    browser.press("Enter")
    expect(browser.run("kaname.game.node.labels.map((label) => label.text).join('')"), "B", "the same label again takes it away")
    browser.click("#label-points")
    play(browser, "a1")
    settle(browser)
    expect([browser.run("kaname.game.number"), browser.count("#board .label")], [3, 0], "a stone, without labels of its own")
    browser.click("#back")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    expect([browser.run("kaname.game.number"), browser.text("#board .label")], [2, "B"], "the game after a reload, labels and all")
    puzzle = "isOwn: true, id: '', rule: 'freestyle', size: 15, side: 'b', task: 'win', kind: 'vct', level: 1, black: [], white: [], firsts: [], line: []"
    for what, leave in (("a new game", "play.start()"), ("a puzzle", f"puzzles.begin({{ {puzzle} }})"), ("the editor", "editor.start()"),
                        ("another panel", "showPanel('settings')")):
        browser.run("kaname.files.takeText('h8 i9')")
        browser.run("(kaname.showPanel('play'), kaname.settings.color = 'both', null)")
        settle(browser)
        browser.click("#label-points")
        browser.run("(kaname.build(), null)")
        expect(browser.run("[kaname.moves.isLabelling, document.getElementById('label-points').checked]"), [True, True], "other words leave it on")
        browser.run(f"(kaname.{leave}, null)")
        settle(browser)
        play(browser, "a1")
        settle(browser)
        expect(browser.run("[kaname.moves.isLabelling, document.getElementById('label-points').checked, kaname.game.node.labels.length]"), [False, False, 0],
               f"labels after {what}")


def check_rule_note(browser):
    """A line under the rule's choice says that stones on the board keep another rule, until they agree or a game begins."""
    choose = """(() => {{ const select = document.getElementById("rule-note").previousElementSibling.querySelector("select");
        select.value = "{}"; select.dispatchEvent(new Event("change")); return null; }})()""".format
    note = "document.getElementById('rule-note').checkVisibility() ? document.getElementById('rule-note').textContent : ''"
    for rule, text in (("renju", ""), ("freestyle", "The board keeps its rule until a new game: Renju."), ("renju", "")):
        browser.run(choose(rule))
        expect(browser.run(note), text, f"the line under {rule}")
    browser.run(choose("standard"))
    browser.click("#new-game")
    expect(browser.run(f"[{note}, kaname.game.tree.rule]"), ["", "standard"], "the line after a new game")


def check_rules(browser, build, _):
    """Forbidden points are shown and refused; boards of every size draw; threats are marked."""
    open_page(browser, (build / "kaname.html").as_uri(), color="both", threats=True)
    browser.run("(location.hash = '#rule=renju&black=i8j8h9h10&white=a1a3a5a7&side=black', null)")
    browser.wait("document.querySelectorAll('#board .forbidden').length === 1", "the forbidden point")
    before = stones(browser)
    play(browser, "h8")
    browser.wait("document.querySelector('#messages .message.error')?.textContent.includes('forbidden')", "the refusal")
    expect(stones(browser), before, "stones after a forbidden move")
    check_rule_note(browser)
    browser.run("(location.hash = '#black=h8i8j8k8&white=a1a3a5a7', null)")
    browser.wait("document.querySelectorAll('#board .five').length === 2", "points of the five")
    for width, height in ((5, 5), (22, 22), (9, 20), (22, 5)):
        browser.run(f"(location.hash = '#size={width}x{height}&moves=a1b2', null)")
        browser.wait(f"kaname.board.width === {width} && kaname.board.height === {height}", "the size")
        settle(browser)
        expect(browser.run("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), True, "no wider than the window")
        box = browser.run("(() => { const b = document.querySelector('#board svg').getBoundingClientRect(); return [b.width, b.height]; })()")
        expect(min(box) > 100, True, f"the board of {width}x{height} is seen: {box}")


THREATS = "[...document.querySelectorAll('#threats [data-kind]')].map((item) => item.getAttribute('aria-label'))"


def check_threats(browser, build, _):
    """Fours, open threes and wins by fours are listed by name and shown on the board; a forbidden point is explained by its rows."""
    open_page(browser, (build / "kaname.html").as_uri(), color="both", threats=True, panel="analyze")
    browser.run("(location.hash = '#black=h8i8j8&white=a1a3c5d6e7&side=white', null)")
    browser.wait("document.querySelectorAll('#threats [data-kind]').length === 3", "two open threes and a win by fours")
    listed = browser.run(THREATS)
    expect("Black: Open three, h8 i8 j8 with g8 k8" in listed, True, f"Black's three: {listed}")
    expect(any(text.startswith("White: Open three, c5 d6 e7 with") for text in listed), True, f"White's three: {listed}")
    x, y = browser.place("#threats [data-kind='open-three']")
    browser.point_at(x, y)
    browser.wait("document.querySelectorAll('#board .row-stone').length === 3 && document.querySelectorAll('#board .row-point').length === 2", "the row")
    browser.point_at(2, 2)
    browser.wait("document.querySelectorAll('#board .row-stone').length === 0", "the board without the row")
    browser.run("(location.hash = '#black=h8i8j8k8h9i10&white=g8a1a3a5&side=white', null)")
    browser.wait("[...document.querySelectorAll('#threats [data-kind]')].some((item) => item.dataset.kind === 'four')", "a four")
    browser.wait("[...document.querySelectorAll('#threats [data-kind=vcf]')].some((item) => item.textContent.includes('threatens from l8'))", "Black threatens to win")
    browser.run("(document.activeElement.blur(), null)")
    browser.press("t")
    browser.wait("document.querySelectorAll('#threats [data-kind]').length === 0", "without threats")
    browser.press("t")
    browser.run("(location.hash = '#rule=renju&black=i8j8h9h10&white=a1a3a5a7&side=black', null)")
    browser.wait("document.querySelectorAll('#board .forbidden').length === 1", "the forbidden point")
    settle(browser)
    play(browser, "h8")
    browser.wait("document.querySelectorAll('#board .row-stone').length === 6", "the two rows that forbid it")
    why = "h8 is forbidden to Black: a double three (h10 h9 h8; h8 i8 j8)."
    expect([browser.text("#messages .message.error"), browser.text("#foul")], [why, why], "why it is forbidden")
    browser.run("(kaname.analysis.start(), null)")
    browser.wait("kaname.analysis.answer", "the analysis goes on beside it")
    browser.run("(kaname.analysis.stop(), kaname.game.play({ x: 0, y: 0 }), null)")
    settle(browser)
    expect(browser.run("[document.querySelectorAll('#board .row-stone').length, document.getElementById('foul')]"), [0, None], "after another move")


def check_editor(browser, build, _):
    """A position is set up with all tools, analysed meanwhile, played on, and kept; the game before comes back."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", panel="files", lines=2)
    open_moves(browser, "h8i9")
    browser.click("#edit")
    expect(browser.run("[kaname.machine.state.phase, document.getElementById('editor').hidden]"), ["editing", False], "the editor")
    settle(browser)
    expect(stones(browser), 2, "it begins with the stones on the board")
    play(browser, "h8")  # black already: it goes
    play(browser, "c3")
    for tool, name in (("w", "d4"), ("x", "a1"), ("b", "d4")):
        browser.click(f"#editor [data-value={tool}]")
        play(browser, name)
    settle(browser)
    seen = browser.run("kaname.game.tree.root.setup.map((stone) => stone.color + String.fromCharCode(97 + stone.x) + (15 - stone.y)).sort()")
    expect(seen, ["bc3", "bd4", "wi9", "xa1"], "the stones")
    for color in ("x", None):  # the second click takes the wall away
        browser.run("(document.querySelector('#editor [data-value=x]').click(), kaname.pointChosen({ x: 14, y: 0 }), document.querySelector('#editor [data-value=b]').click(), null)")
        settle(browser)
        expect(browser.run("kaname.game.tree.root.setup.find((stone) => stone.x === 14)?.color ?? null"), color, "a click counts with the tool of its moment")
    browser.click("#editor .row [data-value=b]")
    settle(browser)
    expect(browser.run("kaname.game.side"), "b", "whose turn it is")
    focused = "[document.activeElement.tagName, document.activeElement.dataset.value ?? document.activeElement.value, kaname.game.side, kaname.game.tree.rule]"
    browser.run("(document.querySelector('#editor .row [data-value=b]').focus(), null)")
    for keys, wanted in ((["Right"], ["BUTTON", "w", "w", "freestyle"]), (["Left"], ["BUTTON", "b", "b", "freestyle"]),
                         (["Tab", "Down"], ["SELECT", "standard", "b", "standard"]), (["Up"], ["SELECT", "freestyle", "b", "freestyle"])):
        browser.press(*keys)
        settle(browser)
        expect(browser.run(focused), wanted, f"the focus in the editor after {keys}")
    browser.run("(document.activeElement.blur(), null)")
    browser.press("a")
    browser.wait("kaname.analysis.answer?.lines.length === 2", "lines of the position")
    play(browser, "e5")
    browser.wait("kaname.analysis.answer?.lines.length === 2 && kaname.game.tree.root.setup.length === 5", "lines after another stone")
    browser.wait("kaname.game.tree.root.evaluation?.plies > 0", "a win with that stone")
    browser.press("a")
    browser.run("(kaname.showPanel('solver'), kaname.solver.solve(), null)")
    browser.wait("kaname.solver.proof", "its proof")
    browser.run("(kaname.showPanel('analyze'), null)")
    play(browser, "e5")
    settle(browser)
    seen = browser.run("[kaname.game.tree.root.evaluation, kaname.analysis.answer, kaname.solver.proof, document.querySelectorAll('#board .disc').length]")
    expect(seen, [None, None, None, 0], "what was known of a position that is no more")
    expect(browser.run("kaname.game.play({ x: 5, y: 9 }) !== null"), True, "a line of the analysis, played out")
    browser.run("(kaname.game.goTo(kaname.game.tree.root), null)")
    play(browser, "f6")
    settle(browser)
    expect(browser.run("[kaname.game.tree.root.children.length, kaname.game.tree.root.setup.length]"), [0, 5], "no line from a position that is no more")
    play(browser, "f6")
    browser.run("(kaname.pointChosen({ x: 4, y: 10 }), document.getElementById('edit-done').click(), null)")
    browser.wait("kaname.machine.state.phase === 'study' && document.getElementById('editor').hidden", "the editor is closed")
    settle(browser)
    expect(browser.run("[kaname.game.number, kaname.game.tree.root.setup.length]"), [0, 5], "a click right before the end is no move")
    browser.run("(kaname.analysis.stop(), null)")
    play(browser, "f6")
    settle(browser)
    expect(browser.run("[kaname.game.number, kaname.game.node.color]"), [1, "b"], "a move from the position")
    request = browser.run("kaname.game.request")
    expect("black=" in request and "walls=a1" in request, True, request)
    browser.run("(kaname.bringBack(), null)")
    browser.wait("kaname.game.number === 2 && kaname.game.tree.root.setup.length === 0", "the game before")


def check_no_room(browser, build, _):
    """Where the browser keeps nothing, the game before comes back all the same, and the present one is kept for it."""
    open_page(browser, (build / "kaname.html").as_uri(), panel="analyze")
    open_moves(browser, "h8i9")
    browser.run("(Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }, null)")
    open_moves(browser, "h8i9j10")
    open_moves(browser, "a1")
    for count in (3, 1, 3):
        browser.run("(kaname.bringBack(), null)")
        browser.wait(f"kaname.game.tree.root.children.length === 1 && kaname.game.number === {count}", f"the game of {count} moves")


def check_tabs(browser, what):
    """All tabs are in sight."""
    expect(browser.run("(() => { const t = document.getElementById('tabs'); return Math.max(0, t.scrollWidth - t.clientWidth); })()"), 0, "pixels of tabs out of sight: " + what)


def check_languages(browser, build, _):
    """The whole page speaks each language, and no word of another is left where there is one."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", opening="free", level="full")
    for code, word in (("zh", "新对局"), ("ja", "新しい対局"), ("en", "New game")):
        browser.run(f"(() => {{ const s = document.getElementById('language'); s.value = '{code}'; s.dispatchEvent(new Event('change')); }})()")
        expect(browser.text("#new-game"), word, f"a button in {code}")
        expect(browser.run("document.documentElement.lang").startswith(code), True, "the language of the page")
        expect(browser.run("document.getElementById('board').getAttribute('aria-roledescription')"), {"zh": "棋盘", "ja": "盤", "en": "Board"}[code],
               f"what the board is in {code}")
        check_tabs(browser, code)
        if code == "en":
            continue
        left = browser.run("""[...document.querySelectorAll("button, label span, h2, p, dt")].map((e) => e.childElementCount ? "" : e.textContent)
            .filter((t) => /[A-Za-z]{3,} [a-z]{3,}/.test(t) && !/Kaname|Firefox|SGF/.test(t))""")
        expect(left, [], f"English words in {code}")
    hint = "document.getElementById('for-next').hidden ? '' : document.getElementById('for-next').textContent"
    browser.run("(kaname.study(false), null)")
    expect(browser.run(hint), "", "a hint on the next game without a game")
    browser.click("#new-game")
    settle(browser)
    for code, word in (("zh", "下一局"), ("ja", "次の対局"), ("en", "for the next game")):
        browser.run(f"(() => {{ const s = document.getElementById('language'); s.value = '{code}'; s.dispatchEvent(new Event('change')); }})()")
        expect(word in browser.run(hint), True, f"in a game, in {code}, the settings are for the next: {browser.run(hint)}")
    for code, name in (("ja", "Kaname (最強)"), ("en", "Kaname (Full strength)")):
        browser.run(f"(() => {{ const s = document.getElementById('language'); s.value = '{code}'; s.dispatchEvent(new Event('change')); }})()")
        expect(browser.run("[kaname.game.tree.black, kaname.game.tree.white]").count(name), 1, f"the engine's name in {code}")
    browser.click("#resign")
    expect(browser.run(hint), "", "the hint after the game")


def check_servers(browser, build, _):
    """As files of a server, isolated or not; a missing module gives a message, not a blank page."""
    for isolated in (False, True):
        with served(build, isolated) as base:
            open_page(browser, base + "/site/index.html")
            expect(browser.run("crossOriginIsolated"), isolated, "isolation")
            answer = browser.run("kaname.engine.thinker.ask('think moves=h8i9 nodes=3000 first=1 forget=1')")
            expect(answer["lines"][0]["depth"] >= 3, True, "the engine thinks")
    with tempfile.TemporaryDirectory() as folder:
        broken = pathlib.Path(folder) / "site"
        broken.mkdir()
        for path in (build / "site").rglob("*"):
            if path.is_file() and path.suffix != ".wasm":
                target = broken / path.relative_to(build / "site")
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(path.read_bytes())
        with served(pathlib.Path(folder)) as base:
            browser.open(base + "/site/index.html")
            browser.wait("document.getElementById('start').classList.contains('error')", "the message")
            expect("engine-simd.wasm" in browser.text("#start"), True, "what is missing")
        old = pathlib.Path(folder) / "old.html"
        old.write_text((build / "kaname.html").read_text(encoding="utf-8").replace("const modules = {};", "const modules = syntax of tomorrow;"),
                       encoding="utf-8")
        browser.open(old.as_uri())
        browser.wait("document.getElementById('start').textContent.startsWith('This browser cannot run')", "the message of an old browser")
        page = (build / "kaname.html").read_text(encoding="utf-8")
        for slip, what in (("self.DecompressionStream = undefined", "DecompressionStream"), ("WebAssembly.validate = () => false", "WebAssembly SIMD")):
            old.write_text(page.replace("<head>", f"<head><script>{slip};</script>"), encoding="utf-8")
            browser.open(old.as_uri())
            browser.wait(f"document.getElementById('start').textContent.startsWith('This browser cannot run Kaname: {what}')", f"lacks {what}")
    browser.errors()  # the missing file is told in the console too


FOUR_PROCESSORS = "(Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 }), kaname.build(), null)"


def choose_threads(browser, chosen, threads):
    """Chooses in the settings (0: what suits the machine), and waits for so many threads."""
    browser.run(f"(() => {{ const s = document.getElementById('threads'); s.value = '{chosen}'; s.dispatchEvent(new Event('change')); }})()")
    browser.wait(f"kaname.engine.threads === {threads}", f"{threads} threads")


def check_threads(browser, build, _):
    """On an isolated page searches share the work, as many threads as are chosen; the same module with one thread
    gives the results of the others. Where it is missing, or the page is not isolated, there is one thread."""
    open_page(browser, (build / "kaname.html").as_uri())
    alone = browser.run("kaname.engine.thinker.ask('bench depth=7')")["nodes"]
    expect(browser.run("[kaname.engine.threads, document.getElementById('threads').disabled]"), [1, True], "threads in a file")
    with served(build, isolated=True) as base:
        open_page(browser, base + "/site/index.html", lines=3)
        expect(browser.run("kaname.engine.isShared"), True, "the module with threads is used")
        expect(browser.run("kaname.engine.thinker.ask('bench depth=7')")["nodes"], alone, "nodes of one thread")
        browser.run(FOUR_PROCESSORS)
        expect(browser.run("[...document.getElementById('threads').options].map((o) => o.value).join()"), "0,1,2,3,4", "the choices")
        for chosen, threads in ((0, 3), (2, 2), (4, 4)):
            choose_threads(browser, chosen, threads)
        open_moves(browser, "h8i9g9i7j8i8")
        alone = browser.run("kaname.engine.thinker.ask('think moves=h8i9g9i7 depth=9 first=1 forget=1')")["nodes"]
        expect(browser.run("kaname.engine.thinker.ask('think moves=h8i9g9i7 depth=9 first=1 forget=1')")["nodes"], alone, "one thread again")
        shared = {browser.run("kaname.engine.thinker.ask('think moves=h8i9g9i7 depth=9 first=1 forget=1 threads=4')")["nodes"] for _ in range(3)}
        expect(shared != {alone}, True, "four threads search other nodes than one")
        browser.run("""(kaname.lines = [], kaname.engine.thinker.ask = function (line) { kaname.lines.push(line); return this.send({ line }); }, null)""")
        for _again in range(3):  # stopping and going on, as without threads
            browser.run("(kaname.analysis.start(), null)")
            browser.wait("document.querySelectorAll('#lines .line').length === 3 && kaname.analysis.answer.depth >= 6", "lines")
            browser.run("(kaname.analysis.stop(), null)")
            browser.wait("!kaname.engine.isBusy", "stopped")
        expect(browser.run("kaname.lines.length > 0 && kaname.lines.every((line) => line.includes(' threads=4 '))"), True, "analysis uses them")
        for rule in ("renju", "caro"):  # the engine ends its threads and takes new ones
            answer = browser.run(f"kaname.engine.thinker.ask('think rule={rule} size=13 moves=h8i9 nodes=3000 first=1 threads=4')")
            expect(answer.get("wrong"), None, f"a search of {rule}")
        browser.run("(kaname.settings.level = 'club', kaname.settings.threads = 0, kaname.save(), null)")
        browser.click("#tab-play")
        browser.click("#new-game")
        settle(browser)
        play(browser, "h8")
        my_turn(browser)
        expect(stones(browser), 2, "stones after an answer of a level")
    with tempfile.TemporaryDirectory() as folder:  # a thread whose worker starts and then says nothing
        shutil.copytree(build / "site", pathlib.Path(folder) / "site")
        (pathlib.Path(folder) / "site" / "thread.js").write_text("self.postMessage({ ready: true }); self.onmessage = () => {};", encoding="utf-8")
        with served(pathlib.Path(folder), isolated=True) as base:
            open_page(browser, base + "/site/index.html", threads=1)
            browser.run(f"(kaname.engine.loadMs = 300, {FOUR_PROCESSORS})")
            browser.run("(() => { const s = document.getElementById('threads'); s.value = '2'; s.dispatchEvent(new Event('change')); })()")
            browser.wait("document.querySelector('#messages .error')?.textContent.includes('1 of 2 threads')", "the message about the thread")
            answer = browser.run("kaname.engine.think('moves=h8i9', { totalMs: 100 })")
            expect(answer["best"] != "", True, "a search with the threads that are there")
    open_page(browser, (build / "kaname.html").as_uri(), color="b", size=15, rule="freestyle", opening="free", level="full")
    browser.click("#new-game")
    settle(browser)
    browser.run("(kaname.engine.answerMs = 200, kaname.engine.thinker.worker.postMessage = () => { kaname.engine.answerMs = 60000; }, null)")
    play(browser, "h8")  # as if a thread of the search had died
    browser.wait("document.querySelector('#messages .error')?.textContent.includes('was started again')", "the message about the engine")
    my_turn(browser)
    expect(stones(browser), 2, "stones after the engine was started again")
    for failures, threads in ((2, 3), (3, 1)):  # a worker that does not load is tried again, a few times
        with served(build, isolated=True, failures={"/site/thread.js": failures}) as base:
            open_page(browser, base + "/site/index.html", threads=1)
            browser.run(FOUR_PROCESSORS)
            choose_threads(browser, 3, threads)
            if threads == 1:
                choose_threads(browser, 2, 2)  # it loads now
    browser.errors()  # the failures are told in the console too
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(build / "site", pathlib.Path(folder) / "site", ignore=shutil.ignore_patterns("engine-threads.wasm"))
        with served(pathlib.Path(folder), isolated=True) as base:
            open_page(browser, base + "/site/index.html")
            expect(browser.run("[crossOriginIsolated, kaname.engine.isShared, kaname.engine.threads]"), [True, False, 1], "without the module")
            expect("One thread" in browser.text("#why-one"), True, "the page says why")
    browser.errors()  # the missing file is told in the console too


NETWORKS = ("freestyle",)  # as CMakePresets.json has them
POSITIONS = 10  # of each rule, for a long run; a fifth of it otherwise


def check_scalar(browser, build, program):
    """A browser without vector instructions loads the other module, whose results are the same."""
    native = subprocess.run([program, "bench", "7", "--eval", "table"], check=True, capture_output=True, text=True).stdout
    wanted = int(re.search(r"^Bench: (\d+)$", native, re.M).group(1))
    answers = {}
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder) / "site"
        shutil.copytree(build / "site", site)
        page = (site / "index.html").read_text(encoding="utf-8")
        (site / "scalar.html").write_text(page.replace("<head>", "<head><script>WebAssembly.validate = () => false;</script>"), encoding="utf-8")
        with served(pathlib.Path(folder)) as base:
            for name in ("scalar.html", "index.html"):
                open_page(browser, f"{base}/site/{name}")
                isa = browser.run("kaname.engine.thinker.ask('about').then((answer) => answer.isa)")
                expect(browser.run("kaname.engine.thinker.ask('bench tables=1 depth=7')")["nodes"], wanted, f"Bench of {isa}")
                answers[isa] = browser.run("kaname.engine.thinker.ask('bench depth=7')")["nodes"]
    expect(sorted(answers), ["scalar", "simd128"], "both modules")
    expect(answers["scalar"], answers["simd128"], "nodes by the network")


def check_native(browser, build, program, positions=POSITIONS // 5):
    """The same nodes as the program, and the same moves at fixed nodes. Of the networks, the page has
    those of NETWORKS alone, so other rules are compared by their tables."""
    open_page(browser, (build / "kaname.html").as_uri())
    native = subprocess.run([program, "bench", "--eval", "table"], check=True, capture_output=True, text=True).stdout
    wanted = int(re.search(r"^Bench: (\d+)$", native, re.M).group(1))
    answer = browser.run("kaname.engine.thinker.ask('bench tables=1')")
    expect(answer["nodes"], wanted, "Bench")
    chance, compared = random.Random(1), 0
    names = [chr(97 + x) + str(15 - y) for x in range(3, 12) for y in range(3, 12)]
    for rule in ("freestyle", "standard", "renju", "caro", "caro-exact"):
        for _position in range(positions):
            moves = "".join(chance.sample(names, chance.randint(3, 12)))
            line = subprocess.run([program, "analyze", "--json", "--eval", "network" if rule in NETWORKS else "table", "--rule", rule, "--nodes", "4000", "--lines", "1", moves],
                                  capture_output=True, text=True, check=False)
            data = json.loads(line.stdout) if line.returncode == 0 else {}
            if not data.get("lines"):
                continue
            found = browser.run(f"kaname.engine.thinker.ask('think rule={rule} moves={moves} nodes=4000 lines=1 first=1 forget=1')")
            first = re.match("[a-z][0-9]+", found["lines"][0]["moves"])[0]
            expect([first, found["nodes"]], [data["lines"][0]["move"], data["nodes"]], f"the move of {rule} {moves}")
            compared += 1
    expect(compared >= 4 * positions, True, f"positions that go on ({compared})")
    return f"{compared} positions"


COLOURS = """
  const parse = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n.slice(0, 3), 1] : n; };
  const over = (a, b) => a.slice(0, 3).map((v, i) => v * a[3] + b[i] * (1 - a[3]));
  const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const between = (c, d) => { const [a, b] = [light(c), light(d)].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); };
"""

CONTRAST = "(() => {" + COLOURS + """
  const back = (e) => { const list = []; for (let at = e; at; at = at.parentElement) { const c = parse(getComputedStyle(at).backgroundColor);
      if (c[3] > 0) list.push(c); if (c[3] === 1) break; } let under = [255, 255, 255];
    for (const c of list.reverse()) under = over(c, under); return under; };
  const poor = [];
  for (const e of document.querySelectorAll("body *")) {
    if (e.closest("svg, [hidden], .hidden, option") || e.disabled || e.closest(":disabled")) continue;
    if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || e.getClientRects().length === 0) continue;
    const style = getComputedStyle(e), under = back(e), ink = over(parse(style.color), under);
    const ratio = between(ink, under);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.5 && style.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) poor.push(e.tagName + " " + e.textContent.trim().slice(0, 30) + ": " + ratio.toFixed(2));
  }
  return poor;
})()"""

# Signs of the board that show too little against what they lie on: 3 is asked for, 4.5 for text. A cursor, which may lie on
# stones of both colours, needs it of one of its two lines.
SIGNS = "(() => {" + COLOURS + """
  const drawing = document.querySelector("#board .drawing"), group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  drawing.append(group);
  const colour = (kinds, property) => { let at = group;
    for (const kind of kinds.split(" ")) { const [tag, ...names] = kind.split(".");
      const part = document.createElementNS(group.namespaceURI, tag); at.append(part); at = part;
      at.setAttribute("class", names.join(" ")); }
    return parse(getComputedStyle(at)[property]); };
  const wood = colour("rect.wood", "fill"), white = [213, 210, 200], black = [12, 13, 14];
  const signs = [["g.cursor rect.over", "stroke", wood], ["g.aim path", "stroke", wood], ["g.aim circle.halo", "stroke", wood],
    ["circle.row-stone", "stroke", wood], ["circle.row-point", "stroke", wood], ["rect.square", "stroke", wood], ["rect.square.region", "stroke", wood],
    ["path.forbidden", "stroke", wood], ["circle.five", "stroke", wood], ["path.four", "stroke", wood], ["rect.lost", "fill", wood],
    ["circle.last-ring", "stroke", white], ["circle.last-ring", "stroke", black], ["circle.stone.winning", "stroke", white],
    ["circle.stone.winning", "stroke", black], ["circle.last-dot.on-b", "fill", [67, 72, 75]], ["circle.last-dot.on-w", "fill", [255, 255, 255]],
    ["text.label", "fill", wood, 4.5], ["text.label.on-b", "fill", black, 4.5], ["text.label.on-w", "fill", white, 4.5], ["text.letter", "fill", wood, 4.5],
    ["text.coordinate", "fill", wood, 4.5]];
  const poor = signs.map(([kinds, property, under, least = 3]) => [kinds, between(colour(kinds, property), under), least]);
  for (const under of [white, black])
    poor.push(["cursor", Math.max(...["over", "under"].map((kind) => between(colour("g.cursor rect." + kind, "stroke"), under))), 3]);
  const cross = document.createElement("i"), loupe = document.getElementById("loupe");
  loupe.append(cross);
  cross.innerHTML = "<svg><g class='cross'><path/><circle/></g></svg>";
  for (const part of cross.querySelectorAll("path, circle")) poor.push([part.tagName + " of the loupe", between(parse(getComputedStyle(part).stroke), wood), 3]);
  cross.remove(); group.remove();
  return poor.filter(([, ratio, least]) => ratio < least).map(([kinds, ratio]) => kinds + ": " + ratio.toFixed(2));
})()"""

NAMES = """(() => {
  const name = (e) => e.getAttribute("aria-label") || (e.getAttribute("aria-labelledby") || "").split(" ").map((id) =>
    document.getElementById(id)?.textContent || "").join("") || e.labels?.[0]?.textContent || e.textContent || e.title;
  const nameless = [...document.querySelectorAll("button, select, input:not([hidden]), textarea, [role], [tabindex='0'], section")]
    .filter((e) => !e.closest("[hidden]") && !["status", "alert"].includes(e.getAttribute("role")))
    .filter((e) => e.tagName !== "SECTION" || e.hasAttribute("data-say-label"))
    .filter((e) => !name(e).trim()).map((e) => e.outerHTML.slice(0, 80));
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  const lost = [...document.querySelectorAll("[aria-controls], [aria-labelledby]")].filter((e) =>
    !document.getElementById(e.getAttribute("aria-controls") || e.getAttribute("aria-labelledby"))).map((e) => e.id);
  const wrong = [];
  if (!document.documentElement.lang) wrong.push("no language");
  if (document.querySelectorAll("h1").length !== 1) wrong.push("not one h1");
  if (document.querySelectorAll("main").length !== 1) wrong.push("not one main");
  if (document.querySelectorAll("[role=tab][aria-selected=true]").length !== 1) wrong.push("not one tab is selected");
  for (const part of document.querySelectorAll("[role=tablist]:not([aria-label])")) wrong.push("tabs without a name: " + part.id);
  for (const part of document.querySelectorAll("section[title], [role=group][title], [role=tablist][title], [role=timer][title]"))
    wrong.push("a tooltip on all of " + part.id);
  if (document.getElementById("board").tabIndex !== 0) wrong.push("the board has no focus");
  if (!document.getElementById("status").hasAttribute("aria-live")) wrong.push("the status is not announced");
  if (!document.getElementById("graph").getAttribute("aria-valuetext")) wrong.push("the graph has no value");
  return { nameless, twice, lost, wrong };
})()"""


def check_accessibility(browser, build, _, seed_fault=None):
    """Names, roles and contrast of every panel in both sets of colours."""
    open_page(browser, (build / "kaname.html").as_uri(), lines=3)
    open_moves(browser, "h8i9g9i7")
    browser.press("a")
    browser.wait("document.querySelectorAll('#lines .line').length === 3", "lines")
    browser.press("a")
    if seed_fault == "names":
        browser.run("(['aria-label', 'title'].forEach((name) => document.getElementById('back').removeAttribute(name)), null)")
    elif seed_fault == "contrast":
        browser.run("(document.getElementById('rule-name').style.color = '#bbb', null)")
    elif seed_fault == "signs":
        browser.run("(document.documentElement.style.setProperty('--mark', '#0a5f8a'), null)")
    for theme in ("light", "dark"):
        browser.run(f"(document.documentElement.dataset.theme = '{theme}', null)")
        expect(browser.run(SIGNS), [], f"weak signs on the board, {theme}")
        for panel in ("play", "analyze", "solver", "review", "files", "settings"):
            if not browser.count(f"#tab-{panel}"):
                continue
            browser.run(f"(kaname.showPanel('{panel}'), null)")
            expect(browser.run(NAMES), {"nameless": [], "twice": [], "lost": [], "wrong": []}, f"names and roles of {panel}")
            expect(browser.run(CONTRAST), [], f"weak contrast in {panel}, {theme}")


def check_panels(browser):
    """Every panel is no wider than the screen, with targets for fingers."""
    for panel in ("play", "analyze", "explorer", "solver", "review", "puzzles", "files", "settings"):
        browser.run(f"(kaname.showPanel('{panel}'), null)")
        check_tabs(browser, panel)
        wide = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        expect(wide, 0, f"pixels too wide in {panel}")
        small = browser.run("[...document.querySelectorAll('button, select')].filter((b) => b.getClientRects().length && "
                            "b.getBoundingClientRect().height < 36).map((b) => b.textContent.slice(0, 20))")
        expect(small, [], f"targets too small in {panel}")


def check_narrow(browser, build, _):
    """At 320 pixels, in each language."""
    for code in ("en", "zh", "ja"):
        open_page(browser, (build / "kaname.html").as_uri(), language=code)
        check_panels(browser)
        width, height = browser.run("(({ width, height }) => [width, height])(document.querySelector('#help').getBoundingClientRect())")
        expect(round(width - height), 0, "the help button stays round")


# How far the page is scrolled where the part and the buttons that place a stone share room.
OVERLAPS = """((part) => { const box = (e) => document.querySelector(e).getBoundingClientRect(), met = [], start = scrollY;
    const meet = (a, b) => a.top < b.bottom - 1 && b.top < a.bottom - 1 && a.left < b.right && b.left < a.right;
    const places = part.startsWith("#messages") ? [start] : Array.from({ length: 60 }, (_, i) => i * 20);
    for (const y of places) { scrollTo(0, y); if (["#aim-place", "#aim-cancel"].some((b) => meet(box(part), box(b)))) met.push(y); }
    scrollTo(0, start); return met; })(%s)"""


def check_phone(browser, build, _):
    """At 360 pixels: the panels, and a game by touch."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", size=15, rule="freestyle", opening="free", level="full")
    check_panels(browser)
    expect(browser.run("document.querySelector('#board svg').getBoundingClientRect().width > 340"), True, "the board fills the width")
    browser.run("(kaname.showPanel('play'), null)")
    browser.click("#new-game")
    settle(browser)
    browser.run("(document.querySelector('#board').scrollIntoView({ block: 'center' }), null)")
    browser.click_at(*cell(browser, "g7"))
    expect([stones(browser), browser.count("#board .stone.aimed"), browser.text("#aim-place")], [0, 1, "Place g7"], "a touch chooses the point")
    browser.click_at(*cell(browser, "h8"))
    expect([stones(browser), browser.text("#aim-place")], [0, "Place h8"], "another touch moves it")
    browser.click("#aim-cancel")
    expect([stones(browser), browser.count("#board .stone.aimed")], [0, 0], "it is given up")
    browser.click_at(*cell(browser, "h8"))
    browser.click("#aim-place")
    my_turn(browser)
    expect([stones(browser), browser.run("document.getElementById('aim').hidden")], [2, True], "stones after the point is confirmed")
    browser.run("(scrollTo(0, 0), null)")
    seen = browser.run("(() => { const b = document.getElementById('take-back').getBoundingClientRect(); return b.height >= 36 && b.bottom <= innerHeight; })()")
    expect(seen, True, "Undo is seen below the board")
    browser.click("#take-back")
    settle(browser)
    expect(stones(browser), 0, "stones after Undo")
    choose_opening(browser, "swap2", "engine")
    browser.wait("document.getElementById('take-black')", "the engine has opened")
    expect(browser.run("[document.querySelector('#board svg').getBoundingClientRect().top > -1, "
                       "document.getElementById('choices').getBoundingClientRect().bottom <= innerHeight]"), [True, True],
           "the board and the choices are seen together")
    browser.run("(location.hash = '#rule=renju&black=i8j8h9h10&white=a1a3a5a7&side=black', null)")
    browser.wait("document.querySelectorAll('#board .forbidden').length === 1", "the forbidden point")
    browser.run("(document.querySelector('#board').scrollIntoView({ block: 'center' }), null)")
    for name, shown in (("h8", ["h8 is forbidden to Black.", True]), ("k11", ["Place k11", False])):
        browser.click_at(*cell(browser, name))
        expect(browser.run("(({ textContent, disabled }) => [textContent, disabled])(document.getElementById('aim-place'))"), shown, f"the button for {name}")
    open_moves(browser, "h8h9g9")
    browser.run("(kaname.showPanel('files'), null)")
    browser.click("#edit")
    settle(browser)
    browser.wait("(() => { const b = document.querySelector('#board svg').getBoundingClientRect(); return b.top > -1 && b.top < 200; })()",
                 "the board that is set up is in view")
    expect([browser.run("kaname.game.side"), browser.run("kaname.editor.tool")], ["w", "b"], "another side's stones than the mover's")
    browser.click_at(*cell(browser, "h3"))
    expect(browser.count("#board .stone.aimed.b"), 1, "the stone that the finger would place is the tool's")
    browser.wait("document.querySelector('#messages .message')", "the message about the game before")
    for part in ("#messages .message", "#edit-done", "#edit-clear", "#editor .segments", "#board svg"):
        expect(browser.run(OVERLAPS % json.dumps(part)), [], f"places of the page where {part} and the buttons of the point overlap")
    browser.click("#aim-place")
    browser.click("#edit-done")


LOUPE_OPEN = "!document.getElementById('loupe').hidden"
LOUPE_CELL = "document.querySelector('#loupe svg').getBoundingClientRect().width / 5"


def check_loupe(browser, build, _, screen=(360, 740)):
    """On boards of 15 to 22 lines a held finger sees the points magnified, moves on, and chooses where it lets go."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", rule="freestyle", opening="free", level="full", seconds=0.3)
    cells = []
    for size in (15, 19, 22):
        browser.run(f"(kaname.settings.size = {size}, document.getElementById('new-game').click(), scrollTo(0, 0), null)")
        settle(browser)
        browser.run("(document.querySelector('#board').scrollIntoView({ block: 'nearest' }), null)")
        for first, second in (("a1", "c3"), ("h8", "j7"), (f"b{size - 1}", f"a{size}")):
            start, end = cell(browser, first), cell(browser, second)
            scrolled = browser.run("scrollY")
            browser.finger(("down", *start))
            browser.wait(LOUPE_OPEN, f"the loupe at {first} of {size}")
            expect(browser.text("#loupe span"), first, "the point below the finger")
            browser.finger(("move", *end))
            browser.wait(f"document.querySelector('#loupe span').textContent === '{second}'", f"the loupe at {second}")
            box = browser.run("(() => { const b = document.getElementById('loupe').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })()")
            expect(box[0] >= 0 and box[1] >= 0 and box[2] <= screen[0] and box[3] <= screen[1], True, f"the loupe is seen: {box}")
            covers = box[0] <= end[0] <= box[2] and box[1] <= end[1] <= box[3]
            expect(covers, False, f"the finger at {end} covers the loupe {box}")
            same = browser.run("[...document.querySelectorAll('#board .grid, #board .star, #board .wood')].slice(0, 3).every((part, i) => "
                               "getComputedStyle(part).fill + getComputedStyle(part).stroke === (({ fill, stroke }) => fill + stroke)("
                               "getComputedStyle([...document.querySelectorAll('#loupe .grid, #loupe .star, #loupe .wood')][i])))")
            expect(same, True, "the loupe has the board's colours")
            cells.append((size, browser.run("kaname.board.cellSize"), browser.run(LOUPE_CELL)))
            browser.finger(("up",))
            browser.wait("document.getElementById('loupe').hidden", "the loupe is closed")
            expect([stones(browser), browser.text("#aim-place"), browser.run("scrollY")], [0, f"Place {second}", scrolled], "the point is chosen, no more")
        browser.finger(("down", *cell(browser, f"a{size}")))  # on the point that is chosen
        browser.wait(LOUPE_OPEN, "the loupe, once more")
        browser.finger(("up",))
        browser.wait("document.getElementById('loupe').hidden", "the loupe is closed")
        expect(stones(browser), 0, "a held finger confirms nothing")
        browser.click("#aim-place")
        browser.wait("kaname.game.number > 0", "the stone")
        expect(browser.run("kaname.game.position().cells[0]"), "b", "it stands where the finger has let go")
        my_turn(browser)
    browser.run("(kaname.settings.size = 22, document.getElementById('new-game').click(), null)")
    settle(browser)
    x, y = cell(browser, "h8")
    browser.finger(("down", x, y), ("move", x, y - 20), ("move", x, y - 60), ("up",))
    expect(browser.run("[document.getElementById('loupe').hidden, kaname.board.aim]"), [True, None], "a quick move chooses nothing")
    browser.run("(document.querySelector('#board').scrollIntoView({ block: 'nearest' }), null)")  # the finger has scrolled the page
    browser.finger(("down", *cell(browser, "h8")))
    browser.wait(LOUPE_OPEN, "the loupe of a finger")
    browser.finger(("cancel",))
    expect(browser.run("[document.getElementById('loupe').hidden, kaname.board.aim]"), [True, None], "a finger that the system takes away")
    return ", ".join(f"{size} lines: {small:.1f} px a cell, {large:.1f} in the loupe" for size, small, large in cells[::3])


def check_sideways(browser, build, _):
    """At 844 by 390: the whole board is seen without scrolling, and Undo beside it."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", size=15, rule="freestyle", opening="free", level="full")
    for size in (15, 22):
        browser.run(f"(kaname.settings.size = {size}, document.getElementById('new-game').click(), scrollTo(0, 0), null)")
        settle(browser)
        box = browser.run("(() => { const b = document.querySelector('#board svg').getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })()")
        expect(box[0] >= 0 and box[1] >= 0 and box[3] <= 390.5 and box[3] - box[1] > 350, True, f"the board of {size}: {box}")
        undo = browser.run("(() => { const b = document.getElementById('take-back').getBoundingClientRect(); return [b.left, b.bottom, b.right]; })()")
        expect(undo[0] >= box[2] and undo[1] <= 390 and undo[2] <= 844, True, f"Undo: {undo}")
    expect(browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0, "pixels too wide")
    play(browser, "h8")
    my_turn(browser)
    expect(stones(browser), 2, "stones after a touch")
    browser.click("#take-back")
    settle(browser)
    expect(stones(browser), 0, "stones after Undo")


def check_loupe_sideways(browser, build, program):
    return check_loupe(browser, build, program, screen=(844, 390))


def check_teaching(browser, build, _):
    """Below full strength a mistake is named and may be taken back, over a reload too; the moments that cost most come
    again as puzzles. A game with a clock, or at full strength, is not interrupted."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", size=15, rule="freestyle", opening="free", level="club", minutes=0, coach=True)
    browser.click("#new-game")
    settle(browser)
    play(browser, "h8")
    my_turn(browser)
    expect([stones(browser), browser.count("#lesson")], [2, 0], "after a move that is no mistake")
    play(browser, "o15")
    browser.wait("document.getElementById('lesson')", "the lesson of a quiet mistake")
    answer = browser.run("kaname.play.coach.judgedOf(kaname.game.node).reply.match(/^[a-z][0-9]+/)[0]")
    said = browser.text("#lesson")
    expect([f"The strongest answer is {answer}." in said, "win (" in said], [True, False], f"what follows: {said}")
    browser.click("#show-why")
    expect(browser.count("#board .stone.preview.w") >= 1, True, "the answer is shown")
    browser.click("#try-again")
    settle(browser)
    expect(stones(browser), 2, "taken back")
    browser.click("#resign")
    expect(browser.text("#moments-text").startswith("No move of yours"), True, "a game without mistakes: " + browser.text("#moments-text"))
    game_at(browser, THREAT)
    play(browser, "o15")
    browser.wait("document.getElementById('lesson')", "the lesson")
    expect(browser.text("#status"), "A mistake: try again, or go on", "the status")
    expect(browser.run("document.activeElement.id"), "try-again", "the focus")
    said = browser.text("#lesson")
    expect(["o15" in said, "threat to win" in said, "of the win rate" in said], [True, True, True], f"what it overlooked: {said}")
    play(browser, "o14")
    browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('Try again, or go on')", "a click on the board")
    expect(stones(browser), 7, "stones after it")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    browser.wait("document.getElementById('lesson')", "the lesson after a reload")
    expect(browser.text("#lesson"), said, "the same lesson")
    browser.click("#back")
    settle(browser)
    expect(browser.count("#lesson"), 0, "a lesson on another position")
    browser.click("#back-to-game")
    browser.wait("document.getElementById('lesson')", "the lesson waits")
    browser.click("#show-why")
    expect(browser.count("#board .stone.preview") >= 1, True, "the win that the move allowed is shown")
    browser.click("#show-better")
    expect([browser.count("#board .row-point"), browser.count("#board .stone.preview")], [1, 0], "the better move is marked")
    better = browser.run("kaname.play.coach.judgedOf(kaname.game.node).best")
    expect(browser.text("#lesson-better"), f"Better: {better}.", "and named")
    browser.click("#try-again")
    settle(browser)
    expect([stones(browser), browser.run("kaname.game.side"), browser.count("#lesson, #board .row-point")], [6, "b", 0], "taken back")
    play(browser, better)
    my_turn(browser)
    expect([stones(browser), browser.count("#lesson")], [8, 0], "the better move is answered")
    browser.click("#undo")
    settle(browser)
    play(browser, "o15")
    browser.wait("document.getElementById('lesson')", "the lesson of a game before")
    browser.click("#go-on")
    my_turn(browser)
    expect(stones(browser), 8, "Kaname goes on")
    browser.click("#resign")
    browser.click("#find-moments")  # the moves of the link were not judged
    browser.wait("document.querySelectorAll('#moments button').length > 0", "moments to learn from")
    moments = browser.run("[...document.querySelectorAll('#moments button')].map((b) => b.textContent)")
    expect([len(moments) <= 3, any("o15" in moment for moment in moments)], [True, True], f"moments: {moments}")
    tasks = set()
    for count in range(len(moments)):
        browser.click("#puzzle-next" if count else "#moments button")
        browser.wait("kaname.machine.state.phase === 'puzzle' && kaname.game.facts !== null", "a moment is a puzzle")
        expect(browser.run("[document.getElementById('panel-puzzles').hidden, kaname.puzzles.puzzle.isOwn, kaname.game.side]"), [False, True, "b"], "the puzzle")
        tasks.add(browser.run("kaname.puzzles.puzzle.task"))
        first = browser.run("kaname.puzzles.puzzle.firsts[0]")
        play(browser, chr(97 + first["x"]) + str(15 - first["y"]))
        browser.wait("kaname.machine.state.phase === 'study' || kaname.puzzles.isFailed", "the answer is judged")
        expect(browser.text("#puzzle-verdict").strip(), "Solved.", f"the better move of a puzzle ({browser.run('kaname.puzzles.puzzle.task')})")
    expect("defence" in tasks, True, f"a threat that was overlooked is to be parried: {tasks}")
    browser.click("#puzzle-game-back")
    settle(browser)
    expect(browser.run("[kaname.machine.state.phase, kaname.game.number, kaname.settings.panel]"), ["ended", 8, "play"], "the game is back")
    browser.wait("document.querySelectorAll('#moments button').length > 0", "the moments, once more")
    for more in ({"minutes": 3}, {"minutes": 0, "level": "full"}, {"level": "club", "coach": False}):
        open_page(browser, (build / "kaname.html").as_uri(), **{"coach": True, **more})
        browser.click("#new-game")
        settle(browser)
        for _turn in range(3):
            play(browser, empty_cells(browser)[0])
            my_turn(browser)
        expect([stones(browser), browser.count("#lesson")], [6, 0], f"a game with {more}")
    return f"moments {moments}"


DESKTOP = [check_units, check_mouse_game, check_keyboard_game, check_first_stone, check_turns, check_teaching, check_swap2, check_openings, page_input.check_first_click, page_input.check_typing, page_input.check_hint_words, page_panels.check_review_rows, page_panels.check_line_numbers, page_panels.check_threat_line, page_panels.check_depths, page_panels.check_leave_puzzle, page_panels.check_editor_room, page_panels.check_cancel, check_analysis, check_follow, check_keys, check_signs, check_head, check_names, check_settings, check_solver, check_review, page_kept.check_kept_review, page_kept.check_kept_at_once, page_kept.check_damaged, page_looks.check_texts, check_files,
           page_states.check_doors, page_states.check_courses, check_links, check_sharing, check_tree, check_main_line, check_move_list, check_labels, check_rules, check_threats, check_editor, check_no_room, check_languages, check_servers, check_threads, page_app.check_app, page_explorer.check_explorer, check_accessibility, check_scalar, check_native]
# They open tabs beside each other, or change what the system prefers.
CHROMIUM = [page_kept.check_two_tabs, page_looks.check_messages, page_looks.check_forced_colours, page_looks.check_sizes, page_looks.check_room, page_looks.check_still, page_input.check_pointed, page_looks.check_head_room, page_looks.check_message_room,
            page_looks.check_small_sideways, page_looks.check_spoken, page_looks.check_focus, page_looks.check_columns,
            page_looks.check_engine_words]
# check_threads is the last: on the way from its isolated page to another Firefox may answer no more.
FIREFOX = [check_units, check_mouse_game, check_solver, page_kept.check_kept_at_once, check_files, check_links, check_sharing, page_explorer.check_explorer, check_threads]
FIREFOX_LONG = DESKTOP


def take_shots(browser, build, folder, tag):
    """Pictures of play, analysis, solver and review in both sets of colours, and of the other languages."""
    for theme in ("light", "dark"):
        open_page(browser, (build / "kaname.html").as_uri(), lines=4, theme=theme, panel="analyze")
        open_moves(browser, "h8h9i9g7j10k11i10i11g9j8k7f8", rule="renju")
        browser.press("a")
        browser.wait("document.querySelectorAll('#lines .line').length === 4 && kaname.analysis.answer.depth >= 10", "lines")
        browser.press("a")
        browser.screenshot(f"{folder}/analysis-{tag}-{theme}.png")
        browser.run("(kaname.showPanel('play'), null)")
        browser.screenshot(f"{folder}/play-{tag}-{theme}.png")
        open_moves(browser, "h8a1i8o1j9a15j10o15")
        browser.run("(kaname.showPanel('solver'), document.getElementById('solve').click(), null)")
        browser.wait("document.getElementById('attack')", "a win")
        browser.run("(document.getElementById('attack').click(), null)")
        browser.wait("document.querySelector('#defences .chip')", "defences")
        browser.screenshot(f"{folder}/solver-{tag}-{theme}.png")
        open_moves(browser, "h8i10j7g8h9h10g10i8i7g9h7g7k8h6k7l7j6k5l9g6g5m10i5l8j5j8h5i6f5")
        browser.run("(kaname.showPanel('review'), document.getElementById('review').click(), null)")
        browser.wait("!kaname.review.isBusy && document.querySelectorAll('#mistakes li').length > 0", "the review", 300)
        browser.click("#mistakes li:nth-child(2) button")
        browser.run("(scrollTo(0, 0), null)")
        browser.screenshot(f"{folder}/review-{tag}-{theme}.png")
        browser.run("(kaname.showPanel('settings'), null)")
        browser.screenshot(f"{folder}/settings-{tag}-{theme}.png")
        browser.run("(kaname.showPanel('play'), kaname.settings.rule = 'renju', null)")
        choose_opening(browser, "soosorv8", "engine")
        opening_turn(browser)
        browser.run("(document.activeElement.blur(), null)")
        browser.screenshot(f"{folder}/opening-{tag}-{theme}.png")
    for code in ("zh", "ja"):
        browser.run(f"(() => {{ const s = document.getElementById('language'); s.value = '{code}'; s.dispatchEvent(new Event('change')); }})()")
        browser.screenshot(f"{folder}/play-{tag}-{code}.png")
        browser.run("(kaname.showPanel('review'), null)")
        browser.screenshot(f"{folder}/review-{tag}-{code}.png")


def run_checks(kind, checks, options, **window):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = kind(folder, **window)
        try:
            for check in checks:
                if options.only and not any(name in check.__name__ for name in options.only):
                    continue
                start = time.monotonic()
                extra = {}
                if check is check_accessibility and options.seed_fault:
                    extra = {"seed_fault": options.seed_fault}
                elif check is check_native and options.long:
                    extra = {"positions": POSITIONS}
                elif check is check_openings and options.long:
                    extra = {"games": OPENINGS}
                note = check(browser, options.build, options.program, **extra)
                expect(browser.errors(), [], "errors in the console")
                print(f"{kind.__name__} {check.__name__}: {time.monotonic() - start:.1f} s{', ' + note if note else ''}", flush=True)
            if options.shots:
                take_shots(browser, options.build, options.shots, window.get("width", 1400))
        except Exception:
            browser.screenshot(str(options.build / f"failed-{check.__name__}.png"))
            raise
        finally:
            browser.close()


def part_of(text):
    """K/N: every Nth check from the Kth on."""
    part, parts = (int(number) for number in text.split("/"))
    if not 1 <= part <= parts <= len(FIREFOX):
        raise ValueError(text)
    return part, parts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("program")
    parser.add_argument("--browser", choices=["chromium", "firefox"], action="append")
    parser.add_argument("--only", action="append")
    parser.add_argument("--part", type=part_of, default=(1, 1), metavar="K/N")
    parser.add_argument("--seed-fault", choices=["names", "contrast", "signs"])
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--shots")
    options = parser.parse_args()
    names = options.browser or [name for name in ("chromium", "firefox") if browsers.available(name)]
    if not names:
        print("skipped: no browser")
        return 77
    part, parts = options.part
    if "chromium" in names:
        run_checks(browsers.Chromium, (DESKTOP + CHROMIUM)[part - 1::parts], options)
    if "chromium" in names and part == parts:
        run_checks(browsers.Chromium, [check_narrow], options, width=320, height=640, mobile=True)
        run_checks(browsers.Chromium, [check_phone, page_panels.check_play_out, check_move_list, check_loupe, page_input.check_plain_clicks, page_looks.check_messages, page_looks.check_sizes, page_looks.check_room], options, width=360, height=740, mobile=True)
        run_checks(browsers.Chromium, [check_sideways, check_loupe_sideways, page_looks.check_messages, page_looks.check_sizes, page_looks.check_room], options, width=844, height=390, mobile=True)
    if "firefox" in names:
        run_checks(browsers.Firefox, (FIREFOX_LONG if options.long else FIREFOX)[part - 1::parts], options)
    print("the page works")
    return 0


if __name__ == "__main__":
    sys.exit(main())
