"""Checks of the openings: the table follows the board, its rows show and play moves, the reader's own files, names."""

import json

from page_steps import expect, my_turn, open_moves, open_page, play, served, settle, stones

# Two moves of the empty board; after h8 and i9 three, of which one makes the opening Hogetsu; h8, h9 and i9 make Kagetsu.
OWN = """kaname-openings 1
board renju 15 0
- hh60.10.30 gg0.0.2
hhgh gg4.0.1
board renju 15 2000000
hhgg fi6.0.3=710 ff=640 gh2.1.0=-8
"""
# Values of searches alone, without games.
SEARCHED = """kaname-openings 1
board renju 15 1000
- gg=500 gh=480
"""
ROWS = "[...document.querySelectorAll('#explored button')].map((row) => row.dataset.move)"


def open_own(browser, text=OWN):
    """Opens the reader's file, as the picker and a drop do."""
    name = json.dumps("own.txt")
    browser.run(f"(kaname.files.takeFile(new File([{json.dumps(text)}], {name})), null)")


def clear(browser):
    """An empty board by the rule of the settings."""
    browser.run("(location.hash = '', kaname.game.load(kaname.play.newTree()), null)")
    settle(browser)


def check_table(browser):
    """What is listed, shown and played, by mouse and by keys."""
    browser.wait("document.querySelectorAll('#explored button').length === 2", "the reader's moves")
    expect(browser.run(ROWS)[0], "h8", "the most frequent move first")
    expect(browser.run("[...document.querySelectorAll('#explored button:first-child .results i')].slice(0, 3).map((i) => i.className + i.style.width)"),
           ["b60%", "d10%", "w30%"], "the results")
    expect(browser.count("#board .disc"), 5, "marks: h8, and the four images of g7")
    browser.point_at(*browser.place("#explored li:nth-child(2) button"))
    browser.wait("document.querySelectorAll('#board .stone.preview').length === 1", "the row's point is seen")
    browser.click("#explored li:first-child button")
    browser.wait("kaname.game.number === 1", "the move is played")
    settle(browser)
    expect(browser.run("document.querySelector('.explored.head').lastChild.textContent"), "For White", "whose win rate the rows show")
    play(browser, "i9")
    settle(browser)
    browser.wait("document.querySelectorAll('#explored button').length > 3", "the moves after i9")
    check_all_named(browser)
    rows = browser.run("[...document.querySelectorAll('#explored button')].map((row) => row.textContent)")
    verdict = browser.text("#openings-text")
    expect("Black is ahead and expects 71% of the points." in verdict, True, f"the position in words: {verdict}")
    for change, said in (("rate = 0.46", "About even: White expects 54%"), ("rate = 0.1", "White is far ahead and expects 90%"), ("rate = null", "Searched with")):
        browser.run(f"(kaname.explorer.found.moves.forEach((move) => {{ move.was = move.rate; move.{change}; }}), kaname.explorer.draw(), null)")
        verdict = browser.text("#openings-text")
        expect([said in verdict, "expects" in verdict], [True, "null" not in change], f"{change}: {verdict}")
        browser.run("(kaname.explorer.found.moves.forEach((move) => { move.rate = move.was; }), kaname.explorer.draw(), null)")
    expect([("71%" in rows[0]), ("64%" in rows[1]), ("loses in 8" in rows[2])], [True] * 3, f"the engine's values: {rows}")
    expect(browser.count("#board .disc.lost"), 1 if browser.run("kaname.explorer.found.moves[2].points.length === 1") else 2, "the lost move")
    browser.run("(document.querySelector('#explored button').focus(), null)")
    browser.press("Tab")  # by keys, the focus stays on its row when the table is drawn anew
    browser.wait("document.activeElement.matches('#explored li:nth-child(2) button:focus-visible')", "Tab reaches the second row")
    browser.run("(kaname.explorer.draw(), null)")
    browser.wait("document.activeElement.matches('#explored li:nth-child(2) button:focus-visible')", "the row keeps the focus")
    browser.press("Enter")
    browser.wait("kaname.game.number === 3", "Enter plays the move")
    settle(browser)
    browser.press("Left")
    browser.wait("kaname.game.number === 2", "the table follows the cursor")
    browser.press("2")
    browser.wait("kaname.game.number === 3", "a digit plays the row")
    settle(browser)
    browser.click("#book-marks")
    browser.click("#to-start")
    browser.wait("document.querySelectorAll('#explored button').length === 2", "the moves of the empty board again")
    expect(browser.count("#board .disc"), 0, "no marks")


def check_all_named(browser):
    """Renju's third moves are listed by name, each opening once, those of the file first."""
    names = browser.run("[...document.querySelectorAll('#explored small')].map((name) => name.textContent)")
    expect([len(names), len(set(names))], [13, 13], f"the openings by name: {names}")


def check_named_values(browser):
    """A row without a value leads to no searched position."""
    open_moves(browser, "h8h9", rule="renju")
    rows = browser.run("[...document.querySelectorAll('#explored button')].map((row) => [row.dataset.move, row.querySelector('.explored-rate').textContent])")
    expect(len(rows), 13, f"the third moves: {rows}")
    for name, rate in rows:
        if rate == "\u2013":
            open_moves(browser, "h8h9" + name, rule="renju")
            expect(browser.run("(kaname.explorer.found?.moves ?? []).filter((move) => move.rate !== null).length"), 0, f"searched moves after {name}")
    return f"{len(rows) - sum(rate == chr(0x2013) for _, rate in rows)} values of third moves"


def check_without_games(browser):
    """Without games in the file their columns are left out; a row says for how many points it stands."""
    seen = "[...document.querySelectorAll('.explored.head span')].filter((part) => part.getClientRects().length > 0).map((part) => part.textContent)"
    expect(browser.run(seen), ["Move", "Games", "Results", "For Black"], "the columns of a file with games")
    browser.run("(Object.assign(kaname.settings, { bookMarks: true }), null)")
    open_own(browser, SEARCHED)
    browser.wait("kaname.explorer.own && kaname.explorer.count === 1", "the file without games")
    expect(browser.run(seen), ["Move", "For Black"], "the columns of a file without games")
    rows = browser.run("[...document.querySelectorAll('.explored-move')].map((part) => part.textContent)")
    expect([[row.split(" ", 1)[1] for row in rows], browser.count("#board .disc")], [["(4 alike)", "(4 alike)"], 8], f"the rows {rows} and their marks")


def check_names(browser):
    """The 26 openings and what other orders make."""
    for moves, name, others in (("h8i9i7", "7I Hogetsu", ""), ("h8h9g9", "4D Kagetsu", ""), ("h8g7g8h9", "6I Ungetsu", "Other orders of the stones: 6D Ugetsu"),
                                ("i9h9h8", "Openings", "As in 4D Kagetsu"), ("h8i9a1", "Openings", ""),
                                ("h8g7g8h9a1a2a3a4", "6I Ungetsu", "Other orders of the stones: 6D Ugetsu"),
                                ("h8g7g8h9a1a2a3a4b1", "6I Ungetsu", "")):  # of nine stones too many orders make an opening
        open_moves(browser, moves, rule="renju")
        shown = browser.run("[document.getElementById('opening-name').textContent, document.getElementById('opening-others').textContent]")
        expect(shown, [name, others], moves)
    open_moves(browser, "h8h9", rule="renju")
    expect(browser.run("document.querySelector('#explored button').textContent"), "g9 (2 alike)4D Kagetsu5\u2013".replace("u5", "u580%20%"), "a row of the third move")
    check_all_named(browser)
    names = browser.run("""(() => { const seen = new Set(); for (let y = 5; y < 10; y++) for (let x = 5; x < 10; x++) for (const [wx, wy] of [[7, 6], [8, 6]]) {
        const cells = new Array(225).fill(""); cells[112] = "b"; if ((x === 7 && y === 7) || (x === wx && y === wy)) continue;
        cells[wy * 15 + wx] = "w"; cells[y * 15 + x] = "b";
        kaname.game.load(kaname.play.newTree()); const { names } = kaname.explorer;
        kaname.game.position = () => ({ cells, numbers: cells.map(() => 0) });
        for (const each of names.call(kaname.explorer).others) seen.add(each); delete kaname.game.position; } return seen.size; })()""")
    expect(names, 26, "every third stone makes one of the openings")


def check_finder(browser):
    """Each of the 26 openings is found by its number and its name in any language, and is put on the board."""
    shown = "[...document.querySelectorAll('#openings-found button')].map((chip) => chip.textContent)"
    browser.run("(document.getElementById('opening-finder').open = true, null)")
    names = browser.run(shown)
    expect([len(names), len(set(names)), names[0]], [26, 26, "1D Kansei"], "the openings by name")
    for text, found in (("kyugetsu", ["9D Kyūgetsu"]), ("RANG", ["8I Rangetsu"]), ("13", ["13D Yūsei", "13I Suisei"]), ("花月", ["4D Kagetsu"]), ("zz", [])):
        browser.run(f"(() => {{ const field = document.getElementById('opening-search'); field.value = '{text}'; field.dispatchEvent(new Event('input')); }})()")
        expect(browser.run(shown), found, f"the openings for {text}")
    expect("No opening" in browser.text("#openings-found"), True, "a name that none has")
    browser.run("(document.getElementById('opening-search').value = '', document.getElementById('opening-search').dispatchEvent(new Event('input')), null)")
    open_moves(browser, "h8i9a1", rule="freestyle")
    for number in (3, 19):
        name = browser.text(f"#openings-found button:nth-child({number})")
        browser.click(f"#openings-found button:nth-child({number})")
        settle(browser)
        expect(browser.run("[document.getElementById('opening-name').textContent, kaname.game.number, kaname.game.tree.rule, kaname.machine.state.phase]"),
               [name, 3, "renju", "study"], "the opening on the board")
    browser.run("(kaname.bringBack(), null)")
    settle(browser)
    expect(browser.run("kaname.game.tree.rule"), "freestyle", "the game before, not an opening that was looked at")


def check_read_at_once(browser, site):
    """Of files that are opened while others are read the latest good one stays, and is kept; a bad one leaves the others."""
    short = "kaname-openings 1\nboard renju 15 0\n- hh1.0.0\n"
    long = OWN + "\n" * 2000 + "board freestyle 15 0\n- aa1.0.0"
    counts = {short: 1, long: 4}
    for texts, kept in (((long, "kaname-openings 1\nnone"), long), ((long, OWN + "hh hh1.0.0\n"), long), ((long, short), short), ((short, long), long)):
        for text in texts:
            open_own(browser, text)
        browser.wait(f"kaname.explorer.own && kaname.explorer.count === {counts[kept]}", f"the openings that stay, of {[text[-30:] for text in texts]}")
        browser.run("new Promise((go) => setTimeout(go, 300))")
        expect([browser.run("kaname.explorer.count"), browser.run("JSON.parse(localStorage.getItem('kaname-openings')).length")],
               [counts[kept], len(kept)], f"positions of the openings that stay, and the text that is kept, of {[text[-30:] for text in texts]}")
        browser.click("#openings-own")
        browser.wait(f"!kaname.explorer.own && kaname.explorer.count === {site}", "the site's openings again")


def check_on_their_way(browser):
    """While the site's file is on its way the panel says so, not that there are no openings; nor after a failure."""
    browser.run("""(() => { const held = window.fetch, free = new Promise((go) => { window.goOn = go; });
        window.fetch = async (name) => { if (name === "openings.txt") await free; return held(name); }; return null; })()""")
    said = "['#openings-text', '#openings-source'].map((id) => document.querySelector(id).textContent)"
    browser.run("(kaname.explorer.close(), null)")
    browser.wait(f"{said}[0] === 'The openings are being loaded.'", "the panel says that the openings are on their way")
    expect(browser.run(said), ["The openings are being loaded.", ""], "no number of openings")
    browser.run("(window.goOn(), null)")
    browser.wait(f"{said}[1].includes(' positions')", "the site's openings")
    browser.run("(window.fetch = () => Promise.reject(new Error('no network')), kaname.explorer.close(), null)")
    browser.wait(f"{said}[1].includes(' 0 positions')", "the openings that did not come")
    expect(browser.run(said)[0], "The openings have no moves here.", "the panel without them")


def check_explorer(browser, build, _):
    """The openings of the site, the reader's own ones, damaged files, and a puzzle that they must not solve."""
    browser.take_focus()
    with served(build) as base:
        open_page(browser, base + "/site/", color="both", size=15, rule="renju", opening="free", bookMarks=True)
        clear(browser)
        browser.click("#tab-explorer")
        browser.wait("kaname.explorer.count > 0 && document.querySelectorAll('#explored button').length > 0", "the site's openings")
        site = browser.run("kaname.explorer.count")
        check_on_their_way(browser)
        open_page(browser, base + "/site/", color="both", size=15, rule="renju", opening="free", bookMarks=True, panel="explorer")
        clear(browser)
        browser.wait(f"kaname.explorer.count === {site}", "the site's openings again")
        open_own(browser, OWN + "hh hh1.0.0\n")
        browser.wait("document.querySelector('#messages .error')?.textContent.includes('line 7')", "a bad file names its line")
        expect(browser.run("kaname.explorer.count"), site, "the openings of before stay")
        note = check_named_values(browser)
        clear(browser)
        check_read_at_once(browser, site)
        open_own(browser)
        browser.wait("kaname.explorer.own && kaname.explorer.count === 3", "the file is opened")
        clear(browser)
        check_table(browser)
        check_names(browser)
        check_finder(browser)
        clear(browser)
        check_without_games(browser)
        browser.click("#openings-own")
        browser.wait(f"!kaname.explorer.own && kaname.explorer.count === {site}", "the site's openings again")
        browser.click("#tab-play")
        browser.run("(Object.assign(kaname.settings, { color: 'b', opening: 'free', level: 'full' }), kaname.play.build(), null)")
        browser.click("#new-game")
        settle(browser)
        browser.press("o")
        browser.wait("document.querySelectorAll('#explored button').length > 0", "the openings in a game")
        browser.click("#explored button")
        my_turn(browser)
        expect(stones(browser), 2, "a row is a move of the game, and Kaname answers")
    open_page(browser, (build / "kaname.html").as_uri(), color="both", size=15, rule="renju", panel="explorer")
    clear(browser)
    browser.wait("kaname.explorer.count > 0 && document.querySelectorAll('#explored button').length > 0", "the few of the one file")
    return f"{site} positions, {note}"
