"""Checks of how parts of the page look: messages, colours that the system forces, texts and tables on narrow screens."""

import json

from page_input import open_empty
from page_steps import begin, cell, expect, open_moves, open_page, play, review_moves, settle

# The controls of the editor that the message covers, or that are out of sight.
COVERED = """(() => { const message = document.querySelector("#messages .message").getBoundingClientRect();
    return [...document.querySelectorAll("#editor button, #editor select")].filter((control) => {
        const box = control.getBoundingClientRect(), shares = (a, b, from, to) => a[from] < b[to] - 1 && b[from] < a[to] - 1;
        return box.top < 0 || box.bottom > innerHeight || (shares(box, message, "left", "right") && shares(box, message, "top", "bottom"));
    }).map((control) => control.textContent.slice(0, 20)); })()"""


def check_messages(browser, build, _):
    """A message covers nothing of the editor, and goes by its button, in each language, and by Escape."""
    for code, name in (("zh", "关闭"), ("ja", "閉じる"), ("en", "Close")):
        open_page(browser, (build / "kaname.html").as_uri(), language=code, panel="files")
        open_moves(browser, "h8i9")
        browser.click("#edit")
        settle(browser)
        browser.wait("document.querySelector('#messages .message')", "the message about the game before")
        expect(browser.run(COVERED), [], f"controls of the editor that are not seen, in {code}")
        expect(browser.run("[...document.querySelectorAll('#messages .dismiss')].map((b) => b.getAttribute('aria-label'))"), [name], "the name of the button")
        browser.click("#messages .dismiss")
        expect(browser.count("#messages .message"), 0, "messages after the click")
    browser.click("#edit-clear")
    browser.wait("document.querySelector('#messages .message')", "the message about the cleared board")
    browser.click("#edit-done")
    browser.press("Escape")
    expect(browser.count("#messages .message"), 0, "messages after Escape")


# The colours of the element in a picture of the window, the most frequent first, those of edges left out.
COLOURS = """(window.colours = null, (async () => { const picture = new Image(), box = document.querySelector(%s).getBoundingClientRect();
    picture.src = "data:image/png;base64,%s"; await picture.decode();
    const canvas = document.createElement("canvas"), scale = picture.width / innerWidth, counts = new Map();
    [canvas.width, canvas.height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
    const context = canvas.getContext("2d");
    context.drawImage(picture, -Math.round(box.left * scale), -Math.round(box.top * scale));
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    for (let i = 0; i < data.length; i += 4) { const key = data.slice(i, i + 3).join(); counts.set(key, (counts.get(key) ?? 0) + 1); }
    window.colours = [...counts].filter(([, count]) => count > data.length / 4 / 20).sort((a, b) => b[1] - a[1]).map(([key]) => key);
})(), null)"""


def colours(browser, selector):
    browser.run(f"(document.querySelector({json.dumps(selector)}).scrollIntoView({{ block: 'center' }}), null)")
    browser.run(COLOURS % (json.dumps(selector), browser.picture()))
    browser.wait("window.colours", "the colours of the picture")
    return browser.run("window.colours")


def check_forced_colours(browser, build, _):
    """Where the system forces the colours, switches are seen, and what is chosen differs from what is not."""
    try:
        for theme in ("light", "dark"):
            browser.prefer_media(forced_colors="active", prefers_color_scheme=theme)
            open_page(browser, (build / "kaname.html").as_uri(), panel="settings", bar=True, confirms=False, color="b", opening="free")
            on, off = (colours(browser, f"#switch-{name}") for name in ("bar", "confirms"))
            expect([len(on) >= 2, len(off) >= 2, on[0] != off[0]], [True, True, True], f"switches on {on} and off {off}, {theme}")
            on, off = (colours(browser, f"#tab-{name}") for name in ("settings", "files"))
            expect(set(on) != set(off), True, f"the tab that is chosen {on}, another {off}, {theme}")
            browser.run("(kaname.showPanel('play'), null)")
            on, off = (colours(browser, f"#panel-play .segments [data-value={side}]") for side in ("b", "w"))
            expect(on[0] != off[0], True, f"the side that is chosen {on}, another {off}, {theme}")
    finally:
        browser.prefer_media()


def check_texts(browser, build, _):
    """A game that was given up shows no side to move; a puzzle hides what the openings say of its position; one move is one move."""
    begin(browser, build, level="newcomer")
    browser.click("#resign")
    expect(browser.text("#status"), "Kaname wins, by resignation", "the status")
    expect(browser.run("document.getElementById('turn').className"), "over", "the stone beside it")
    label = browser.run("document.querySelector('#board').getAttribute('aria-label')")
    expect(["Kaname wins" in label, "to move" in label], [True, False], f"the name of the board: {label}")
    browser.click("#back")
    settle(browser)
    expect([browser.run("document.getElementById('turn').className"), browser.text("#status")], ["w", "White to move"], "a position before the end")
    browser.run("kaname.files.takeText('h8')")
    browser.wait("document.querySelector('#messages .message')?.textContent.includes('1 move.')", "the count of one move")
    browser.click("#tab-puzzles")
    browser.wait("kaname.puzzles.puzzles.length > 0", "puzzles")
    browser.click("#puzzle-next")
    settle(browser)
    browser.click("#tab-explorer")
    shown = "['opening-name', 'opening-others', 'openings-text'].map((id) => document.getElementById(id).textContent)"
    expect(browser.run(shown), ["Openings", "", "No openings until the puzzle is solved."], "the panel of openings in a puzzle")
    browser.click("#tab-puzzles")
    browser.click("#puzzle-show")
    browser.click("#tab-explorer")
    expect("puzzle" in browser.text("#openings-text"), False, "the panel after the puzzle")


def check_sizes(browser, build, _):
    """The size of a board is seen whole beside a long name of the rule; the editor shows that of a board which is not square."""
    url = (build / "kaname.html").as_uri()
    for code in ("zh", "ja", "en"):
        open_page(browser, url, language=code)
        open_moves(browser, "h8", rule="caro-exact", size=22)
        cut = browser.run("""(() => { const place = document.getElementById("rule-name"), end = document.createRange();
            end.selectNodeContents(place); end.collapse(false); end.setStart(place.lastChild.firstChild ?? place.lastChild, 1);
            return [place.textContent.slice(-6), Math.max(0, Math.round(end.getBoundingClientRect().right - place.getBoundingClientRect().right))];
            })()""")
        expect(cut, [" 22×22", 0], f"the size beside the name of the rule, and its pixels that are cut off, in {code}")
    open_page(browser, url, panel="files")
    open_moves(browser, "h8i9", size="19x9")
    browser.click("#edit")
    settle(browser)
    field = "(() => { const field = document.querySelectorAll('#editor select')[1]; return field.selectedOptions[0].textContent; })()"
    expect(browser.run(field), "19 × 9", "the size in the editor")
    browser.run("(document.querySelectorAll('#editor select')[1].focus(), null)")
    browser.press("1", "9")  # as a reader chooses from the list by keys
    for _key in range(20):
        if browser.run(field) == "19 × 19":
            break
        browser.press("Down")
        settle(browser)
    expect([browser.run(field), browser.run("[kaname.game.tree.width, kaname.game.tree.height]")], ["19 × 19", [19, 19]], "a square board of the same width")
    names = browser.run("kaname.game.tree.root.setup.map(({ x, y }) => String.fromCharCode(97 + x) + (19 - y)).sort()")
    expect(names, ["h8", "i9"], "the stones on it")
    browser.click("#edit-done")


def check_room(browser, build, _):
    """The list of keys opens at its beginning, and the table of a review has room, in each language."""
    open_page(browser, (build / "kaname.html").as_uri(), panel="review")
    browser.click("#help")
    browser.wait("document.getElementById('keys')?.open", "the list of keys")
    seen = "[document.getElementById('keys').scrollTop, document.getElementById('keys-title').getBoundingClientRect().top > 0]"
    expect(browser.run(seen), [0, True], "how far the list is scrolled, and its title")
    browser.press("Escape")
    expect(browser.run("document.getElementById('keys').open"), False, "the list after Escape")
    review_moves(browser, "h8h3i8i3j8j3o15")
    for code in ("zh", "ja", "en"):
        browser.run(f"(Object.assign(kaname.settings, {{ language: '{code}' }}), kaname.build(), null)")
        wide = browser.run("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById('accuracy'))")
        expect(wide, 0, f"pixels of the table that are cut off, in {code}")


def check_still(browser, build, _):
    """The first stone of a game leaves the board in its place, and so does a page that is short enough to need no scroll bar."""
    place = "(({ left, top }) => [left, top + scrollY])(document.getElementById('board').getBoundingClientRect())"
    open_empty(browser, build, rule="freestyle", opening="free", level="full")
    before = browser.run(place)
    play(browser, "h8")
    browser.wait("document.querySelectorAll('#game-head .player').length === 2", "the names of the players")
    expect(browser.run(place), before, "the place of the board after the first stone")
    browser.run("(document.body.style.cssText = 'height: 10px; overflow: hidden', null)")
    expect(browser.run(place)[0], before[0], "how far the board is from the left of a short page")


def check_head_room(browser, build, _):
    """The board keeps its place whatever the panel and the names are; long names stay on one line, whole in the tooltip."""
    place = "(({ top }) => top + scrollY)(document.getElementById('board').getBoundingClientRect())"
    open_empty(browser, build, rule="freestyle", opening="free", level="full")
    before = browser.run(place)
    for panel in ("analyze", "explorer", "solver", "review", "puzzles", "files", "settings"):
        browser.click(f"#tab-{panel}")
        expect(browser.run(place), before, f"the place of the board in {panel}")
    names = ["Nakamura Shigeru of the renju club of Kyoto", "Sushkov Vladimir of the renju club of Saint Petersburg"]
    event = "The thirteenth team world championship, round seven, table two"
    browser.run(f"kaname.files.takeText('(;GM[4]SZ[15]PB[{names[0]}]PW[{names[1]}]EV[{event}];B[hh];W[ii])')")
    settle(browser)
    expect(browser.run(place), before, "the place of the board below long names")
    widths = "['board-row', 'board-side'].map((id) => Math.round(document.getElementById(id).getBoundingClientRect().width))"
    expect(*browser.run(widths), "the widths of the board and of its column, below long names")
    shown = browser.run("[document.getElementById('game-head').title, document.querySelectorAll('#game-head .player').length, "
                        "Math.max(...[...document.querySelectorAll('#game-head > *')].map((part) => part.getClientRects().length))]")
    expect(shown, [" \u00b7 ".join([*names, event]), 2, 1], "the tooltip and the lines of the names")


def check_seats(browser, build, _):
    """At the first visit the line above the board says who plays whom; an easier level and both sides are one click away. The
    first stone moves neither the board nor what is below it."""
    url, place = (build / "kaname.html").as_uri(), "['board', 'graph'].map((id) => document.getElementById(id).getBoundingClientRect().top + scrollY)"
    head = "document.getElementById('game-head').textContent"
    open_page(browser, url)
    browser.run("(kaname.keepNow = () => {}, localStorage.clear(), sessionStorage.clear(), null)")
    open_page(browser, url, level="full", color="b", rule="freestyle", opening="free")
    expect(browser.run(f"[{head}, document.getElementById('seats').hidden]"), ["YouKaname (Full strength)", False], "who plays whom")
    browser.click("#seat-both")
    expect(browser.run(f"[kaname.settings.panel, {head}, document.getElementById('seats').hidden]"), ["analyze", "Both sides are yours", True], "both sides")
    browser.click("#tab-play")
    for name in ("Hobby player", "Learner", "Beginner", "Newcomer"):
        expect(browser.text("#seat-easier"), f"Easier: {name}", "the easier level")
        browser.click("#seat-easier")
        expect(browser.run(head), f"YouKaname ({name})", "the level above the board")
    expect(browser.count("#seat-easier"), 0, "a level below the lowest")
    browser.click("#panel-play [data-value=both]")
    expect(browser.run(head), "Both sides are yours", "a game of both sides")
    browser.click("#seat-kaname")
    browser.run("(scrollTo(0, 0), null)")
    before = browser.run(place)
    play(browser, "h8")
    browser.wait("document.querySelectorAll('#game-head .player').length === 2", "the game")
    expect(browser.run(f"[{place}, {head}, document.getElementById('seats').hidden]"), [before, "YouKaname (Newcomer)", True], "after the first stone")


MEETS = """["#board", "#graph"].filter((part) => { const box = (e) => document.querySelector(e).getBoundingClientRect();
    const [a, b] = [box(part), box("#messages .message")];
    return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right; })"""


def check_message_room(browser, build, _):
    """A message with a button covers neither the board nor the graph, in each language."""
    try:
        for width, height in ((1400, 900), (1100, 800), (1920, 1080), (390, 844), (844, 390), *SMALL_SIDEWAYS):
            browser.resize(width, height)
            for code in ("zh", "ja", "en"):
                open_page(browser, (build / "kaname.html").as_uri(), language=code)
                open_moves(browser, "h8i9")
                open_moves(browser, "h8i9j10")
                browser.wait("document.querySelector('#messages .message button')", "the message about the game before")
                browser.run("(scrollTo(0, 0), null)")
                expect(browser.run(MEETS), [], f"what the message covers at {width} by {height}, in {code}")
                browser.run("(location.hash = '#rule=renju&black=i8j8h9h10&white=a1a3a5a7&side=black', null)")
                browser.wait("document.querySelectorAll('#board .forbidden').length === 1", "the forbidden point")
                browser.run("kaname.threats.explain({ x: 7, y: 7 })")
                browser.run("(scrollTo(0, 0), null)")
                expect(browser.run(MEETS), [], f"what the reason of a forbidden point covers at {width} by {height}, in {code}")
    finally:
        browser.resize()


# How much the part of the backdrop at the right edge of the window, beside the page, differs from the one on the page, in a picture.
BACKDROP = """(window.apart = null, (async () => { const picture = new Image();
    picture.src = "data:image/png;base64,%s"; await picture.decode();
    const canvas = document.createElement("canvas"), scale = picture.width / innerWidth;
    [canvas.width, canvas.height] = [picture.width, picture.height];
    const context = canvas.getContext("2d");
    context.drawImage(picture, 0, 0);
    const at = (left) => [...context.getImageData(picture.width - Math.round(left * scale), picture.height - 8, 1, 1).data];
    window.apart = Math.max(...at(3).map((value, i) => Math.abs(value - at(24)[i])));
})(), null)"""


def check_backdrop(browser, build, _):
    """A dialog darkens the whole window, with the room that is kept for a scroll bar; the window has none, which no page could
    darken."""
    browser.resize(1200, 1600)
    try:
        for theme in ("light", "dark"):
            open_page(browser, (build / "kaname.html").as_uri(), theme=theme)
            browser.click("#help")
            browser.wait("document.getElementById('keys')?.open", "the dialog")
            expect(browser.run("document.documentElement.scrollHeight <= innerHeight"), True, "the window has room for the page")
            apart = None
            for _picture in range(5):  # the first may be taken before the dialog is painted
                browser.run(BACKDROP % browser.picture())
                browser.wait("window.apart !== null", "the colours of the picture")
                apart = browser.run("window.apart")
                if apart <= 4:
                    break
            expect(apart <= 4, True, f"the strip at the right, {theme}: {apart} apart")
    finally:
        browser.resize()


SMALL_SIDEWAYS = ((568, 320), (667, 375), (740, 360))
REACH = """(() => { const wide = document.documentElement.clientWidth, seen = [...document.querySelectorAll("button, select, input, #rule-name")]
    .filter((control) => control.getClientRects().length > 0 && !control.closest(".hidden, .wide, .tree"));
    return [document.documentElement.scrollWidth - wide, seen.filter((control) => { const box = control.getBoundingClientRect();
        return box.left < -0.5 || box.right > wide + 0.5 || box.width < 24; }).map((control) => control.id || control.textContent)]; })()"""


def check_small_sideways(browser, build, _):
    """On small phones on their side the whole board is seen, and nothing lies beside the screen, in each language."""
    url = (build / "kaname.html").as_uri()
    try:
        for width, height in SMALL_SIDEWAYS:
            browser.resize(width, height)
            for code in ("zh", "ja", "en"):
                open_page(browser, url, language=code, opening="soosorv8", rule="renju")
                open_moves(browser, "h8h9i9", rule="renju")
                top, bottom = browser.run("(({ top, bottom }) => [top, bottom])(document.querySelector('#board .wood').getBoundingClientRect())")
                expect([top >= 0, bottom <= height, bottom - top > height * 0.85], [True] * 3, f"the board at {width} by {height}: {top} to {bottom}")
                browser.run("(Object.assign(kaname.settings, { minutes: 20, opening: 'free', color: 'b' }), kaname.play.start(), null)")
                settle(browser)
                names = browser.run("[...document.querySelectorAll('#game-head .player')].map((name) => Math.round(name.getBoundingClientRect().width))")
                expect([browser.run(REACH), min(names) >= 40], [[0, []], True], f"a game with clocks in {code}, {width} by {height}, and its names: {names}")
                for panel in ("play", "analyze", "explorer", "solver", "review", "puzzles", "files", "settings"):
                    browser.run(f"(kaname.showPanel('{panel}'), null)")
                    expect(browser.run(REACH), [0, []], f"pixels too wide and what lies outside or is too small in {panel}, {code}, {width} by {height}")
    finally:
        browser.resize()


def check_columns(browser, build, _):
    """Where there is room beside a board as high as the window, the moves stand beside the panel, and all tabs are seen."""
    boxes = """['board-side', 'panel-side', 'moves'].map((id) => (({ left, right, top }) => [left, right, top])(document.getElementById(id).getBoundingClientRect()))"""
    url = (build / "kaname.html").as_uri()
    try:
        for width, height, count in ((1280, 640, 3), (1400, 844, 3), (1600, 1200, 3), (1920, 1024, 3), (1300, 1200, 2), (1200, 700, 2)):
            browser.resize(width, height)
            for code in ("zh", "ja", "en"):
                open_page(browser, url, language=code, panel="analyze")
                open_moves(browser, "h8i9g9i7j8k8h10g8f9h7g7g6f6f5")
                board, panel, moves = browser.run(boxes)
                expect([board[1] < panel[0], (panel[1] < moves[0] and moves[2] == panel[2]) if count == 3 else moves[0] == panel[0], moves[1] <= width],
                       [True] * 3, f"{count} columns at {width} by {height}, {code}: {board}, {panel}, {moves}")
                wide, outside = browser.run(REACH)  # less than nothing where room is kept for a scroll bar
                expect([max(wide, 0), outside], [0, []], f"pixels too wide and what lies outside or is too small in {code}, {width} by {height}")
                cut = browser.run("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[role=tablist]'))")
                expect(cut, 0, f"pixels of the tabs that are cut off in {code}, {width} by {height}")
                browser.run("(kaname.showPanel('files'), null)")
                expect(browser.count("#moves") == 1 and browser.run("document.getElementById('moves').getClientRects().length > 0"), count == 3,
                       f"the moves beside files at {width} by {height}")
    finally:
        browser.resize()


# Collects what screen readers are given: each text that is put into a live region, once for every such region around it.
LISTEN = """(() => { const live = "[aria-live]:not([aria-live=off]), [role=status], [role=alert], output:not([aria-live])"; window.spoken = [];
    new MutationObserver((changes) => { for (const { addedNodes } of changes) for (const node of addedNodes) {
        const text = node.textContent.trim(), inside = node.querySelectorAll?.(live).length ?? 0; let count = inside;
        for (let at = (node.nodeType === 1 ? node : node.parentElement)?.closest(live); at; at = at.parentElement?.closest(live)) count++;
        for (let i = 0; text && i < count; i++) window.spoken.push(text); }
    }).observe(document.body, { childList: true, subtree: true }); })()"""


def expect_spoken(browser, text, act):
    """The text is spoken once after the act, which takes a while at most."""
    browser.run("(window.spoken.length = 0, null)")
    act()
    heard = f"window.spoken.filter((text) => text.includes({json.dumps(text)}))"
    browser.wait(f"{heard}.length > 0", f"a screen reader hears: {text}")
    browser.run("new Promise((done) => setTimeout(done, 300))")
    expect(len(browser.run(heard)), 1, f"times that a screen reader hears {text!r}: {browser.run('window.spoken')}")


def check_spoken(browser, build, _):
    """What the page says reaches screen readers, and once."""
    begin(browser, build, level="newcomer")
    browser.run(LISTEN)
    expect_spoken(browser, "h8 is taken", lambda: browser.click_at(*cell(browser, "h8")))
    expect_spoken(browser, "win", lambda: browser.click("#hint"))
    expect_spoken(browser, "The link is", lambda: browser.run("kaname.files.copyLink().then(() => kaname.showPanel('play'))"))
    expect_spoken(browser, "Kaname wins, by resignation", lambda: browser.click("#resign"))
    expect_spoken(browser, "Undo, start a new game, or study it", lambda: browser.click_at(*cell(browser, "a1")))
    browser.click("#study")
    settle(browser)
    expect_spoken(browser, "Start position", lambda: browser.click("#to-start"))
    expect("0" in browser.run("window.spoken"), False, "the number of the move is spoken, too")
    browser.click("#tab-solver")
    expect_spoken(browser, "No win by these threats", lambda: browser.click("#solve"))
    expect(browser.run("window.spoken.filter((text) => text.startsWith('Searching'))"), [], "how far a search has come")
    browser.click("#tab-puzzles")
    browser.wait("kaname.puzzles.puzzles.length > 0", "puzzles")
    for _puzzle in range(3):
        expect_spoken(browser, " to move and ", lambda: browser.click("#puzzle-next"))
        expect_spoken(browser, "Solution", lambda: browser.click("#puzzle-show"))


def expect_focus(browser, control, wanted):
    """The control, used by keys, leaves the focus there."""
    browser.wait(f"document.querySelector({json.dumps(control)})?.getClientRects().length", f"{control} is seen")
    browser.press("Tab")  # from now on by keys
    browser.run(f"(document.querySelector({json.dumps(control)}).focus(), null)")
    browser.press("Enter")
    browser.run("new Promise((done) => setTimeout(done, 300))")
    settle(browser)
    expect(browser.run("document.activeElement.id"), wanted, f"the focus after {control}")


def check_focus(browser, build, _):
    """The focus of a reader by keys goes to the board when the button that was used is gone, from a row to its panel."""
    begin(browser, build, level="newcomer")
    browser.click("#back")
    expect_focus(browser, "#back-to-game", "board")
    browser.click("#to-start")
    expect_focus(browser, "#continue", "board")
    expect_focus(browser, "#new-game", "new-game")
    expect_focus(browser, "#messages .message .dismiss", "board")
    browser.click_at(*cell(browser, "h8"))
    browser.wait("!document.getElementById('resign').disabled", "a game")
    browser.click("#resign")
    expect_focus(browser, "#study", "board")
    browser.wait("document.querySelector('#lines .move')", "a line")
    expect_focus(browser, "#lines .line .move", "panel-analyze")
    browser.press("a")
    browser.press("e")
    expect_focus(browser, "#edit-done", "board")
    browser.click("#tab-puzzles")
    browser.wait("kaname.puzzles.puzzles.length > 0", "puzzles")
    expect_focus(browser, "#puzzle-next", "puzzle-next")
    expect_focus(browser, "#puzzle-show", "puzzle-next")


def check_engine_words(browser, build, _):
    """Why a game cannot be saved in a format, or not whole, is said in the reader's language."""
    url = (build / "kaname.html").as_uri()
    shown = "document.querySelector('#messages .message span')?.textContent ?? ''"
    for code, fault, notice in (("ja", "壁や置き石", "連珠"), ("zh", "预置的棋子", "连珠"), ("en", "walls and setup stones", "Renju")):
        open_page(browser, url, language=code, panel="files")
        for moves, words, text in (("h8i9", {"rule": "renju"}, notice), ("j9", {"black": "h8", "white": "i9"}, fault)):
            open_moves(browser, moves, **words)
            browser.run("(document.getElementById('messages').replaceChildren(), null)")
            browser.click("#save-psq")
            browser.wait(shown, "a message")
            expect(text in browser.run(shown), True, f"{text} in {browser.run(shown)}, {code}")
            expect(code == "en" or " the " not in browser.run(shown), True, f"no English in {browser.run(shown)}")
