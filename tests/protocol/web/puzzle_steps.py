"""Steps that a reader of puzzles takes on the page."""

from page_steps import READY, expect, open_page, play, settle

FIND = """kaname.puzzles.puzzles.find((p) => p.task === '{task}' && p.rule === '{rule}' && p.level <= 2 && p.firsts.length {firsts})"""
POINTS = "[...'{}'.matchAll(/([a-z])([0-9]+)/g)].map(([, x, y]) => ({{ x: x.charCodeAt(0) - 97, y: 15 - y }}))".format


def begin(browser, task, rule="freestyle", firsts=">= 0"):
    """Puts a puzzle of the set on the board. Returns the names of its first moves."""
    browser.run(f"(kaname.puzzles.begin({FIND.format(task=task, rule=rule, firsts=firsts)}), null)")
    settle(browser)
    return browser.run("kaname.puzzles.puzzle.firsts.map((p) => String.fromCharCode(97 + p.x) + (15 - p.y))")


def judged(browser, seconds=90):
    """Until the page has dealt with all that was clicked, and the engine has judged it."""
    browser.run("(window.isDone = false, kaname.clicks.then(() => { window.isDone = true; }), null)")
    browser.wait("window.isDone && kaname.machine.state.owner !== 'puzzle'", "the move is judged", seconds)
    settle(browser)


def best_move(browser):
    """What the solver plays in the puzzle's position."""
    return browser.run("""(() => { const found = window.found; delete window.found; return found; })()""")


def solve_on(browser):
    """Plays the moves that the solver finds until the puzzle is over. Returns how many."""
    for count in range(1, 30):
        browser.run("(kaname.engine.search('solve ' + kaname.game.request + ' mode=vct ms=20000')"
                    ".then((answer) => { window.found = answer.line.match(/[a-z][0-9]+/)[0]; }), null)")
        browser.wait("window.found", "the solver's move")
        play(browser, best_move(browser))
        judged(browser)
        if not browser.run("kaname.puzzles.isOn"):
            return count
    raise AssertionError("the puzzle does not end")


def open_panel(browser, url):
    browser.open(url)
    browser.run("(localStorage.clear(), sessionStorage.clear(), null)")
    open_page(browser, url, panel="puzzles")
    browser.click("#tab-puzzles")


def play_corner(browser):
    """Plays in a corner, where a stone wins nothing and none was tried. Returns the point."""
    free = browser.run("""['a1', 'o1', 'a15', 'o15', 'b2', 'n14'].find((name) => {
        const [x, y] = [name.charCodeAt(0) - 97, 15 - Number(name.slice(1))];
        return kaname.game.mayPlay({ x, y }) && !kaname.game.node.children.some(({ point }) => point.x === x && point.y === y); })""")
    play(browser, free)
    judged(browser)
    return free


def play_wrong(browser):
    free = play_corner(browser)
    expect(browser.run("kaname.puzzles.isFailed"), True, f"{free} is refused: " + browser.text("#puzzle-verdict"))


def reload(browser):
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
