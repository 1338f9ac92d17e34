"""Checks of what the browser keeps: two tabs of the page at once, a review and a change across a reload."""

import json

from page_explorer import OWN
from page_steps import READY, expect, open_moves, open_page, review_moves, served, settle

MOVES = "kaname.game.tree.root.children.length > 0 && kaname.game.number"


def reload(browser):
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)


def fail_a_puzzle(browser):
    browser.click("#tab-puzzles")
    browser.wait("kaname.puzzles.puzzles.length > 0", "puzzles")
    browser.click("#puzzle-next")
    settle(browser)
    browser.click("#puzzle-show")


def check_record(browser, first, second):
    """Both tabs count each puzzle, also after a reload."""
    for tab, tries in ((second, 1), (first, 2), (second, 3)):
        browser.go_to_tab(tab)
        fail_a_puzzle(browser)
        expect(browser.run("[kaname.puzzles.record.tries, kaname.puzzles.record.seen.length]"), [tries, tries], "puzzles tried in both tabs")
    browser.go_to_tab(first)
    browser.wait("document.getElementById('puzzle-stats').textContent.includes('0 / 3')", "the panel shows what the other tab has added")
    reload(browser)
    expect(browser.run("kaname.puzzles.record.tries"), 3, "puzzles tried, after a reload")


def check_kept_settings(browser, first, second):
    """Each tab changes a setting: neither undoes the other's."""
    settings = "[kaname.settings.numbers, kaname.settings.threats]"
    for values in ([False, False], [True, True]):
        for tab, switch in ((first, "n"), (second, "t")):
            browser.go_to_tab(tab)
            browser.run("(document.activeElement.blur(), null)")
            browser.press(switch)
        for tab in (first, second):
            browser.go_to_tab(tab)
            reload(browser)
            expect(browser.run(settings), values, "settings that both tabs have changed")


def check_games(browser, first, second, url):
    """Each tab has its own game after a reload, and its own game before; a game of a closed tab can be brought back."""
    games = ((first, "h8i9g9"), (second, "a1b2"))
    for count in (0, 1):
        for tab, moves in games:
            browser.go_to_tab(tab)
            open_moves(browser, moves[:2] if count else moves)
    for tab, moves in games:
        browser.go_to_tab(tab)
        reload(browser)
        expect(browser.run("kaname.game.number"), 1, "moves of the tab's own game after a reload")
        browser.run("(kaname.showPanel('files'), null)")
        browser.click("#bring-back")
        settle(browser)
        expect(browser.run("kaname.game.number"), len(moves) // 2, "moves of the game before, of this tab")
    for tab in (first, second):
        browser.go_to_tab(tab)
        browser.run("(kaname.keepNow(), null)")
    browser.close_tab()
    browser.new_tab()
    browser.open(url)
    browser.wait(READY, "a new tab")
    settle(browser)
    expect(browser.run(MOVES), 2, "moves of the game of the tab that wrote last, which is closed")
    browser.run("(kaname.showPanel('files'), null)")
    browser.click("#bring-back")
    settle(browser)
    expect(browser.run(MOVES), 3, "moves of the other tab's game, brought back in a new one")
    browser.close_tab()
    browser.go_to_tab(first)
    reload(browser)
    expect(browser.run(MOVES), 3, "moves of the game in the first tab")


def check_duplicate(browser, first):
    """A tab and its copy keep apart what each had before, and each its name after a reload."""
    browser.go_to_tab(first)
    open_moves(browser, "h8i9g9")
    open_moves(browser, "a1")
    second = browser.duplicate_tab()
    browser.wait(READY, "the copy of the tab")
    settle(browser)
    expect(browser.run("kaname.game.number"), 1, "moves of the game in the copy")
    open_moves(browser, "b1b2")
    for tab in (first, second) * 5:  # each time another tab has written since
        browser.go_to_tab(tab)
        browser.run("(kaname.keepNow(), null)")
    names = []
    for tab, moves in ((first, 1), (second, 2)):
        browser.go_to_tab(tab)
        names.append(browser.run("sessionStorage.getItem('kaname-tab')"))
        reload(browser)
        expect(browser.run("[kaname.game.number, sessionStorage.getItem('kaname-tab')]"), [moves, names[-1]], "the tab's own game and name after a reload")
    browser.close_tab()
    browser.go_to_tab(first)
    browser.run("(kaname.bringBack(), null)")
    settle(browser)
    expect(browser.run(MOVES), 3, "moves of the game before in the first tab")
    expect(names[0] != names[1], True, f"names of the two: {names}")


def check_sets(browser, first, second):
    """Each tab has its own puzzles and openings after a reload."""
    short = "kaname-openings 1\nboard renju 15 0\n- hh1.0.0\n"
    counts = "[kaname.puzzles.puzzles.length, kaname.explorer.own && kaname.explorer.count]"
    show = "kaname.puzzles.load().then(() => kaname.explorer.load())"
    for tab, lines, openings in ((first, 5, OWN), (second, 9, short)):
        browser.go_to_tab(tab)
        browser.run(f"""fetch("puzzles.txt").then((answer) => answer.text()).then((text) =>
            kaname.puzzles.openSet(new File([text.split("\\n").slice(0, {lines}).join("\\n")], "set.txt")))""")
        browser.run(f"kaname.explorer.openText({json.dumps(openings)})")
    for tab, wanted in ((first, [4, 3]), (second, [8, 1])):
        browser.go_to_tab(tab)
        reload(browser)
        browser.run(show)
        expect(browser.run(counts), wanted, "puzzles and openings of the tab's own after a reload")
    browser.run("kaname.explorer.close()")
    for tab, wanted in ((first, [4, 3]), (second, [8, False])):
        browser.go_to_tab(tab)
        reload(browser)
        browser.run(show)
        expect(browser.run(counts), wanted, "the same after the second tab has left its openings")


def check_two_tabs(browser, build, _):
    """Two tabs at once lose neither results of puzzles nor settings nor games nor what the reader has opened."""
    with served(build) as base:
        url = base + "/site/"
        first = browser.tab()
        open_page(browser, url, numbers=True, threats=True)
        second = browser.new_tab()
        open_page(browser, url, numbers=True, threats=True)
        check_record(browser, first, second)
        check_sets(browser, first, second)
        check_kept_settings(browser, first, second)
        check_games(browser, first, second, url)
        check_duplicate(browser, first)


def check_kept_review(browser, build, _):
    """A review, its marks and the rates of all positions are there after a reload, and with the game when it is brought back."""
    open_page(browser, (build / "kaname.html").as_uri(), panel="review")
    review_moves(browser, "h8h3i8i3j8j3o15o2g8c3k8")
    seen = """['#accuracy', '#mistakes', '#move-list', '#graph'].map((part) => document.querySelector(part).textContent).concat(
        [...document.querySelectorAll('#graph .mistake, .tree .mistake')].map((mark) => mark.getAttribute('class')),
        document.querySelector('#graph .curve')?.getAttribute('d'))"""
    before = browser.run(seen)
    reload(browser)
    expect(browser.run(seen), before, "the review after a reload")
    browser.click("#mistakes li [data-move='7']")
    settle(browser)
    expect([browser.run("kaname.game.number"), browser.count("#board .stone.preview") >= 1], [6, True], "a mistake of the kept review")
    browser.click("#to-end")
    open_moves(browser, "a1")
    expect(browser.count("#mistakes li"), 0, "marks of another game")
    browser.run("(kaname.bringBack(), null)")
    settle(browser)
    expect(browser.run(seen), before, "the review of the game that is brought back")
    browser.click("#tab-play")
    browser.click("#new-game")
    settle(browser)
    reload(browser)
    expect(browser.count("#mistakes li"), 0, "marks of a new game")


def check_kept_at_once(browser, build, _):
    """A change right before a reload is kept before the next page can begin: that may be before this one is told that it is hidden."""
    open_page(browser, (build / "kaname.html").as_uri())
    open_moves(browser, "h8i9")
    browser.run("""((keepNow) => {
        kaname.keep = () => {}; /* no time passes before the reload */
        kaname.keepNow = (...how) => window.event?.type !== "pagehide" && keepNow(...how);
        kaname.game.play({ x: 0, y: 14 });
        return null; })(kaname.keepNow.bind(kaname))""")
    reload(browser)
    expect(browser.run(MOVES), 3, "moves after a reload at once")


def check_damaged(browser, build, _):
    """Kept data that are damaged do not stop the page; what they say is as on the first visit."""
    url = (build / "kaname.html").as_uri()
    size = "kaname.settings.size"
    for key, text, seen, wanted in (("before", "[null, 1]", "kaname.past.isThere", False),
                                    ("settings", '{"level":"","minutes":3}', "[kaname.settings.level, kaname.settings.minutes]", ["full", 3]),
                                    ("settings", '{"size":15.5}', size, 15), ("settings", '{"size":19,"seconds":0.3}', size, 19),
                                    ("puzzles", '{"daily":{},"tries":2}', "kaname.puzzles.record.daily.count", 0)):
        open_page(browser, url)
        browser.run(f"""(kaname.keepNow = () => {{}}, localStorage.clear(), sessionStorage.clear(),
            localStorage.setItem("kaname-{key}", {json.dumps(text)}), null)""")
        reload(browser)
        expect(browser.run(seen), wanted, f"{key}: {text}")
    browser.run("(kaname.keepNow = () => {}, localStorage.clear(), sessionStorage.clear(), null)")
