"""Checks of what the panels show on the board and of what the board does to them: the rows of a review, lines of the analysis
and threats, positions that are set up, and the way back from a puzzle."""

from page_steps import expect, open_moves, open_page, settle

CURRENT = "[...document.querySelectorAll('#mistakes [aria-current]')].map((row) => row.dataset.move)"
PREVIEWED = """[...document.querySelectorAll('#board .preview .stone')].map(({ classList, nextElementSibling: next }) =>
    (classList.contains("b") ? "b" : "w") + (next?.matches(".number") ? next.textContent : ""))"""


def check_review_rows(browser, build, _):
    """The row of the review that is marked is the one that was clicked, then that of the move on the board."""
    open_page(browser, (build / "kaname.html").as_uri())
    open_moves(browser, "h8h3i8i3j8j3o15o2g8c3k8")
    browser.click("#tab-review")
    browser.click("#review")
    browser.wait("!kaname.review.isBusy && document.querySelectorAll('#mistakes li').length > 0", "the review")
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
