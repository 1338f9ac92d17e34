"""Checks of how parts of the page look: messages, colours that the system forces, texts and tables on narrow screens."""

from page_steps import expect, open_moves, open_page, settle

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
    browser.press("Escape")
    expect(browser.count("#messages .message"), 0, "messages after Escape")
    browser.click("#edit-done")
