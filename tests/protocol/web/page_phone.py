"""Checks of the page on phones, upright and sideways."""

import json

from page_access import check_panels
from page_play import choose_opening
from page_steps import cell, expect, my_turn, open_moves, open_page, play, settle, stones


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
    for name, shown in (("h8", ["h8 is forbidden: why?", False]), ("k11", ["Place k11", False])):
        browser.click_at(*cell(browser, name))
        expect(browser.run("(({ textContent, disabled }) => [textContent, disabled])(document.getElementById('aim-place'))"), shown, f"the button for {name}")
    browser.click_at(*cell(browser, "h8"))
    browser.click("#aim-place")
    browser.wait("[...document.querySelectorAll('.message')].some((m) => m.textContent.includes('h8 is forbidden to Black: '))", "why the point is forbidden")
    expect(stones(browser), 8, "no stone stands there")
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
