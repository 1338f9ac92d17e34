"""Checks of what the panels show on the board and of what the board does to them: the rows of a review, lines of the analysis
and threats, positions that are set up, and the way back from a puzzle."""

from page_steps import begin, expect, my_turn, open_moves, open_page, play, review_moves, settle, stones

CURRENT = "[...document.querySelectorAll('#mistakes [aria-current]')].map((row) => row.dataset.move)"
PREVIEWED = """[...document.querySelectorAll('#board .preview .stone')].map(({ classList, nextElementSibling: next }) =>
    (classList.contains("b") ? "b" : "w") + (next?.matches(".number") ? next.textContent : ""))"""


def check_review_rows(browser, build, _):
    """The row of the review that is marked is the one that was clicked, then that of the move on the board."""
    open_page(browser, (build / "kaname.html").as_uri())
    review_moves(browser, "h8h3i8i3j8j3o15o2g8c3k8")
    browser.run("(document.getElementById('graph').scrollIntoView({ block: 'center' }), null)")
    browser.click_at(*browser.run("(() => { const b = document.querySelector('#graph .mistake[data-move=\"7\"]').getBoundingClientRect(); "
                                  "return [b.left + 5, b.top + 5]; })()"))
    settle(browser)
    expect(browser.run(CURRENT), ["7"], "the row of the mark that was clicked")
    browser.click("#panel-review [data-value=all]")
    expect(browser.run(CURRENT), ["7"], "its row among all moves")
    for act, number, current in ((lambda: browser.click("#mistakes [data-move='3']"), 3, ["3"]), (lambda: browser.press("Left"), 2, ["2"]),
                                 (lambda: browser.press("Home"), 0, []), (lambda: browser.press("End"), 11, ["11"]),
                                 (lambda: browser.click("#panel-review [data-value=marked]"), 11, None),
                                 (lambda: browser.click("#mistakes [data-move='7']"), 6, ["7"]), (lambda: browser.press("Home"), 0, []),
                                 (lambda: browser.press(*["Right"] * 7), 7, ["7"])):
        act()
        settle(browser)
        expect(browser.run("kaname.game.number"), number, "the move on the board")
        if current is not None:
            expect(browser.run(CURRENT), current, f"the row that is marked at move {number}")


def open_lines(browser, build, moves, lines=3, **settings):
    """An analysis of the position, with lines of some length, that is off again."""
    open_page(browser, (build / "kaname.html").as_uri(), lines=lines, panel="analyze", **settings)
    open_moves(browser, moves)
    browser.press("a")
    browser.wait(f"kaname.analysis.answer?.lines.length === {lines} && kaname.analysis.answer.depth >= 6", "lines")
    browser.press("a")
    browser.wait("!kaname.analysis.isOn && !kaname.engine.isBusy", "the analysis is off")


def check_line_numbers(browser, build, _):
    """The stones of a line have the numbers of the moves that they would be, where the board has numbers, else count from 1."""
    open_lines(browser, build, "h8i9g9i7j8i8", numbers=True)
    for numbers, first in ((True, 7), (False, 1)):
        if browser.run("kaname.settings.numbers") != numbers:
            browser.press("n")
        browser.point_at(2, 2)
        browser.point_at(*browser.place("#lines .line:first-child .move:nth-child(3)"))
        browser.wait(f"{PREVIEWED}.length === 3", "three stones of the line")
        expect(browser.run(PREVIEWED), [color + str(first + i) for i, color in enumerate("bwb")], f"the stones of the line, with numbers {numbers}")
    browser.run("(Object.assign(kaname.settings, { numbers: true }), kaname.save(), null)")


def check_threat_line(browser, build, _):
    """A win by fours that the other side threatens is shown stone by stone, its stones first, also without an analysis."""
    open_page(browser, (build / "kaname.html").as_uri(), threats=True, numbers=False, panel="analyze")
    browser.run("(location.hash = '#black=a8n1n3n14o5&white=b8c8d8e6e7&side=black', null)")
    win = "[...document.querySelectorAll('#threats [data-kind=vcf]')].find((item) => item.textContent.includes('threatens from'))"
    browser.wait(win, "White threatens to win")
    browser.run(f"({win}.id = 'threatened', null)")
    browser.point_at(*browser.place("#threatened"))
    browser.wait(f"{PREVIEWED}.length >= 3", "the stones of the threat")
    expect(browser.run(PREVIEWED)[:3], ["w1", "b2", "w3"], "its stones in order")
    browser.point_at(2, 2)
    browser.wait(f"{PREVIEWED}.length === 0", "the board without them")
    browser.press("n")
    browser.wait(win, "the threat, with numbers on the board")
    browser.run(f"({win}.id = 'threatened', null)")
    browser.point_at(*browser.place("#threatened"))
    browser.wait(f"{PREVIEWED}.length >= 2", "the stones of the threat")
    expect(browser.run(PREVIEWED)[:2], ["w2", "b3"], "its stones after Black's pass")


def check_depths(browser, build, _):
    """A line names its selective depth only where that is beyond its depth."""
    open_page(browser, (build / "kaname.html").as_uri(), lines=3, panel="analyze")
    open_moves(browser, "h8a1i8o1j8a15k8o15")
    browser.press("a")
    browser.wait("kaname.analysis.answer?.lines.some(({ depth, seldepth }) => seldepth <= depth)", "a line that ends before its depth")
    browser.press("a")
    browser.wait("!kaname.engine.isBusy", "the analysis is off")
    shown = browser.run("[...document.querySelectorAll('#lines .line-head > .soft')].map((part) => part.textContent)")
    wanted = browser.run("kaname.analysis.answer.lines.map(({ depth, seldepth }) => seldepth > depth ? `${depth}/${seldepth}` : String(depth))")
    expect(shown, wanted, "the depths of the lines")


BOARD_SEEN = "(({ top, bottom }) => top > -1 && bottom < innerHeight + 1)(document.querySelector('#board svg').getBoundingClientRect())"


def check_play_out(browser, build, _):
    """On a phone a line that is played out by a touch brings the board into view."""
    open_lines(browser, build, "h8i9g9i7j8i8", lines=5)
    browser.run("(scrollTo(0, document.querySelector('#lines .line:last-child').getBoundingClientRect().top + scrollY - 200), null)")
    expect(browser.run(BOARD_SEEN), False, "the board is out of sight")
    browser.click("#lines .line:last-child .play-out")
    browser.wait(f"{PREVIEWED}.length >= 2", "the line is played out")
    expect(browser.run(BOARD_SEEN), True, "the board is in sight")


def check_leave_puzzle(browser, build, _):
    """From any puzzle a button leads back to the game on the board before; the puzzle then has no result."""
    begin(browser, build)
    before, tries = browser.run("[kaname.game.request, kaname.puzzles.record.tries]")
    browser.click("#tab-puzzles")
    browser.wait("kaname.puzzles.puzzles.length > 0", "puzzles")
    browser.click("#puzzle-next")
    settle(browser)
    browser.click("#puzzle-next")  # another one, without a result of the first
    settle(browser)
    browser.run("(document.getElementById('messages').replaceChildren(), null)")  # as they go by themselves
    browser.click("#puzzle-game-back")
    settle(browser)
    expect(browser.run("[kaname.game.request, kaname.machine.state.phase, kaname.puzzles.puzzle, kaname.puzzles.record.tries]"),
           [before, "game", None, tries], "the game and the puzzle")
    play(browser, "a1")
    my_turn(browser)
    expect(stones(browser), 4, "stones after a move of the game")


SEEN_TOGETHER = """[...document.querySelectorAll("#board, #editor")].filter((part) => {
    const box = part.getBoundingClientRect(); return box.top < 0 || box.bottom > innerHeight; }).map((part) => part.id)"""


def check_editor_room(browser, build, _):
    """The board and the editor are seen together, without marks of the analysis and of the openings on the points."""
    for code in ("zh", "ja", "en"):
        open_page(browser, (build / "kaname.html").as_uri(), marks=True, bookMarks=True, panel="analyze", language=code)
        open_moves(browser, "h8i9", rule="renju")
        browser.press("e")
        settle(browser)
        browser.run("(scrollTo(0, 0), null)")
        expect(browser.run(SEEN_TOGETHER), [], f"what is out of sight, in {code}")
    browser.press("a")
    browser.wait("kaname.analysis.answer?.lines.length > 0", "lines of the position")
    browser.press("a")
    browser.wait("!kaname.engine.isBusy", "the analysis is off")
    expect(browser.count("#board .disc, #board .searched"), 0, "marks of the analysis")
    browser.click("#tab-explorer")
    browser.wait("document.querySelectorAll('#explored button').length > 0", "the openings")
    expect(browser.count("#board .disc"), 0, "marks of the openings")
    browser.click("#edit-done")
    browser.wait("document.querySelectorAll('#board .disc').length > 0", "the marks after the editing")


def check_cancel(browser, build, _):
    """Cancel, or Escape, gives back what was on the board before the editing, and what was set up can be brought back."""
    begin(browser, build)
    before = browser.run("kaname.game.request")
    for cancel in ("#edit-cancel", "Escape"):
        browser.press("e")
        settle(browser)
        browser.click("#edit-clear")
        play(browser, "c3")
        settle(browser)
        expect(stones(browser), 1, "stones that are set up")
        browser.press(cancel) if cancel == "Escape" else browser.click(cancel)
        browser.wait("document.getElementById('editor').hidden", f"the editor is closed by {cancel}")
        settle(browser)
        expect(browser.run("[kaname.game.request, kaname.machine.state.phase]"), [before, "game"], "the game")
    browser.click("#messages .message button")
    browser.wait("kaname.machine.state.phase === 'editing'", "the position that was set up is back")
    settle(browser)
    expect(stones(browser), 1, "its stones")
    browser.press("Escape")
    browser.wait("kaname.machine.state.phase === 'game'", "the game once more")
    expect(browser.run("kaname.game.request"), before, "its moves")
    my_turn(browser)
    browser.run("(document.getElementById('messages').replaceChildren(), null)")
    browser.press("e", "Escape")
    browser.wait("kaname.machine.state.phase === 'game'", "the game after an editing without a change")
    expect(browser.text("#messages"), "", "no message about nothing")
    open_page(browser, (build / "kaname.html").as_uri())
    browser.run("(kaname.study(false), kaname.game.load(kaname.play.newTree()), null)")
    browser.press("e")
    play(browser, "c3")
    settle(browser)
    browser.press("Escape")
    browser.wait("document.getElementById('editor').hidden", "the editor is closed")
    settle(browser)
    expect(stones(browser), 0, "stones of the empty board before")
