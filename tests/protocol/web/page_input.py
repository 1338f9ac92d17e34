"""Checks of clicks and keys at moments when the page is busy or something appears, of fingers in a browser whose
clicks do not say what made them, and of what a hint says."""

from page_steps import THREAT, begin, cell, expect, game_at, open_page, play, settle, stones


def first_message(words):
    return f"document.querySelector('#messages .message')?.textContent.startsWith('{words}')"


def open_empty(browser, build, **settings):
    """The page with an empty board, on which no game has begun."""
    open_page(browser, (build / "kaname.html").as_uri(), **{"size": 15, "color": "b", **settings})
    browser.run("(kaname.study(false), kaname.game.load(kaname.play.newTree()), null)")
    settle(browser)


def check_first_click(browser, build, _):
    """The click that begins a game with an opening is the opening's first stone; where Kaname opens, the page says so."""
    for rule, opening in (("freestyle", "swap2"), ("renju", "swap1"), ("renju", "rif")):
        open_empty(browser, build, rule=rule, opening=opening, opener="you")
        expect(browser.run("kaname.begins"), True, "a click begins a game")
        play(browser, "h8")
        browser.wait("kaname.game.number > 0 || document.querySelector('#messages .message')", "the click is answered")
        expect(browser.run("kaname.game.position().cells[7 * 15 + 7]"), "b", f"the first stone of {opening}")
    open_empty(browser, build, rule="freestyle", opening="swap2", opener="engine")
    play(browser, "a1")
    browser.wait(first_message("Kaname is thinking"), "the refusal of a click where Kaname opens")
    browser.wait("document.getElementById('take-black')", "Kaname's opening")
    expect(browser.run("kaname.game.position().cells[14 * 15]"), "", "the point of the click")
    browser.run("(Object.assign(kaname.settings, { opening: 'free', opener: 'you' }), kaname.save(), null)")


def hold(browser, part, name):
    """Calls of the part's function wait until window.goOn() is called."""
    browser.run(f"""(() => {{ const held = {part}.{name}.bind({part}), free = new Promise((go) => {{ window.goOn = go; }});
        {part}.{name} = async (...asked) => {{ await free; return held(...asked); }}; return null; }})()""")


def expect_typing(browser, field, shown, what):
    """What appears leaves the focus in the field, and what is typed goes there."""
    browser.run(f"(document.querySelector('{field}').focus(), null)")
    browser.press("y")
    browser.run("(window.goOn(), null)")
    browser.wait(f"document.querySelector('{shown}')", what)
    browser.press("z")
    expect(browser.run(f"[document.activeElement.matches('{field}'), document.querySelector('{field}').value.slice(-2)]"), [True, "yz"],
           f"the field in focus and its text, after {what}")
    browser.run("(document.activeElement.blur(), null)")


def check_typing(browser, build, _):
    """A lesson, moments to learn from and the choices of an opening take the focus from no field in which the reader types."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", size=15, rule="freestyle", opening="free", level="club", minutes=0, coach=True)
    comment = "#moves textarea"
    game_at(browser, THREAT)
    hold(browser, "kaname.play.coach", "judge")
    play(browser, "o15")
    expect_typing(browser, comment, "#lesson", "a lesson")
    browser.click("#try-again")
    settle(browser)
    hold(browser, "kaname.play.coach", "judge")
    play(browser, "o15")
    browser.wait("!document.getElementById('move-now').disabled", "the button that is off once the move is judged")
    browser.run("(document.getElementById('move-now').focus(), window.goOn(), null)")
    browser.wait("document.activeElement.id === 'try-again'", "the lesson has the focus of a button that is off", 5)
    browser.click("#go-on")
    browser.wait("!kaname.play.isThinking", "Kaname's move")
    browser.click("#resign")
    hold(browser, "kaname.play.coach", "judge")
    browser.click("#find-moments")
    expect_typing(browser, comment, "#moments button", "moments")
    browser.run("(Object.assign(kaname.settings, { opening: 'swap2', opener: 'engine' }), kaname.play.build(), null)")
    hold(browser, "kaname.engine", "once")
    browser.click("#new-game")
    expect_typing(browser, "#panel-play input", "#take-black", "the choices of an opening")
    browser.run("(Object.assign(kaname.settings, { name: '', opening: 'free', opener: 'you', level: 'full' }), kaname.save(), null)")


def check_hint_words(browser, build, _):
    """A hint denies a win only where the search for it was complete, for both sides."""
    begin(browser, build)
    for own, threat, words in (("no-win", "no-win", "Neither side has a win by threats"), ("unknown", "unknown", "No win by threats was found in the time"),
                               ("no-win", "unknown", "No win by threats was found in the time"), ("unknown", "no-win", "No win by threats was found in the time"),
                               ("unknown", "win", "White threatens to win by force")):
        browser.run(f"""(() => {{ const verdicts = ["{own}", "{threat}"];
            kaname.engine.solve = async () => ({{ verdict: verdicts.shift(), line: "" }}); kaname.play.hints.node = null;
            document.getElementById("messages").replaceChildren(); return null; }})()""")
        browser.click("#hint")
        browser.wait(first_message(words), f"the hint after the verdicts {own} and {threat}", 10)


def check_plain_clicks(browser, build, _):
    """Where a click does not name its pointer, as in Safari before 18.2, a point that a finger has chosen still waits to be
    confirmed, and one that a mouse has chosen does not."""
    open_empty(browser, build, color="both", rule="freestyle", opening="free", confirms=True)
    browser.run("""(() => { addEventListener("click", (event) => { if (!event.isTrusted) return; event.stopImmediatePropagation();
        event.preventDefault(); const { clientX, clientY, detail } = event;
        event.target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX, clientY, detail })); }, true);
        document.querySelector("#board").scrollIntoView({ block: "center" }); return null; })()""")
    for count, at in ((0, "h8"), (1, "h8"), (1, "j10")):
        browser.click_at(*cell(browser, at))
        settle(browser)
        expect([stones(browser), browser.run("kaname.board.aim !== null")], [count, count == 0 or at == "j10"], f"stones, and whether {at} waits")
    browser.run("""(() => { const svg = document.querySelector("#board svg"), at = new DOMPoint(3, 3).matrixTransform(svg.getScreenCTM());
        for (const [Kind, type, pointerType] of [[PointerEvent, "pointerdown", "mouse"], [PointerEvent, "pointerup", "mouse"], [MouseEvent, "click"]])
            svg.dispatchEvent(new Kind(type, { bubbles: true, clientX: at.x, clientY: at.y, pointerType }));
        return kaname.clicks; })()""")
    settle(browser)
    expect(stones(browser), 2, "stones after a click by mouse")


def check_pointed(browser, build, _):
    """After a click on the board the arrows step through the game, also once a dialog or another tab of the browser has had the
    focus; where the focus comes back by keys, they move the cursor."""
    open_empty(browser, build, color="both", rule="freestyle", opening="free")
    for name in ("h8", "i9", "j10"):
        play(browser, name)
        settle(browser)
    place = "[kaname.game.number, document.querySelectorAll('#board .cursor .over').length]"
    browser.press("?")
    browser.wait("document.getElementById('keys')?.open", "the list of keys")
    browser.press("Escape", "Left")
    settle(browser)
    expect(browser.run(place), [2, 0], "the position and the cursor after the list of keys")
    tab = browser.tab()
    browser.new_tab()
    browser.close_tab()
    browser.go_to_tab(tab)
    browser.press("Left")
    settle(browser)
    expect(browser.run(place), [1, 0], "the position and the cursor after another tab")
    browser.run("(document.getElementById('share').focus(), document.getElementById('board').focus(), null)")
    browser.press("Left")
    settle(browser)
    expect(browser.run(place), [1, 1], "the position and the cursor once the focus comes back")
