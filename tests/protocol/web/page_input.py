"""Checks of clicks and keys at moments when the page is busy or something appears."""

from page_steps import expect, open_page, play, settle


def first_message(words):
    return f"document.querySelector('#messages .message')?.textContent.startsWith('{words}')"


def open_empty(browser, build, **settings):
    """The page with an empty board, on which no game has begun."""
    open_page(browser, (build / "kaname.html").as_uri(), size=15, color="b", **settings)
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
