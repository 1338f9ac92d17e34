"""Checks of what goes on at the page: one game and one owner of the engine at a time, whatever the reader clicks."""

import json
import shutil
import subprocess

from page_steps import GAME, HERE, READY, begin, empty_cells, expect, my_turn, open_moves, open_page, play, served, settle, stones

COURSE_CLICKS = 25


# ---- Doors by which two parts once met over one engine --------------------------------------------


def is_answered(browser, point=None):
    """The next stone of the reader is answered."""
    before = stones(browser)
    play(browser, point or empty_cells(browser)[0])
    browser.wait(f"document.querySelectorAll('#board .stone.played, #board .stone.winning').length === {before + 2}", "Kaname's answer", 20)


def reload(browser):
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)


def message(browser, words):
    browser.wait(f"document.querySelector('#messages .message')?.textContent.includes({json.dumps(words)})", f"the message {words!r}", 10)


def while_thinking(browser, script):
    """Plays a stone, and runs the script at the moment when Kaname begins to think about it."""
    browser.run(f"""(kaname.thinking = false, (() => {{ const {{ engine }} = kaname, {{ think }} = engine;
        engine.think = function (...words) {{ engine.think = think; const answer = think.apply(this, words);
            queueMicrotask(() => {{ {script}; kaname.thinking = true; }}); return answer; }}; }})(), null)""")
    play(browser, empty_cells(browser)[0])
    browser.wait("kaname.thinking", "Kaname thinks")


def fresh_page(browser, build):
    """The first stone on a fresh page begins the game that the settings name."""
    open_page(browser, (build / "kaname.html").as_uri(), **GAME)
    browser.run("(localStorage.clear(), sessionStorage.clear(), kaname.keepNow = () => {}, null)")
    reload(browser)
    play(browser, "h8")
    browser.wait("document.querySelectorAll('#board .stone.played').length === 2", "Kaname's answer", 20)
    reload(browser)
    expect(stones(browser), 2, "stones after a reload")
    is_answered(browser)


def reload_in_a_game(browser, build):
    """A game goes on after a reload, with its clock, whoever is to move."""
    begin(browser, build, minutes=3)
    browser.run("(kaname.play.clock.used.b = 60000, null)")
    reload(browser)
    expect(browser.text("#clock .b").startswith("Black 1:5"), True, "the reader's clock: " + browser.text("#clock .b"))
    is_answered(browser)
    browser.run("(kaname.settings.seconds = 30, kaname.settings.minutes = 0, kaname.save(), null)")
    play(browser, "o1")
    browser.wait("kaname.play.isThinking", "Kaname thinks")
    browser.run("(kaname.settings.seconds = 0.3, kaname.save(), null)")
    reload(browser)
    my_turn(browser)
    expect(stones(browser), 6, "stones after a reload on Kaname's turn")


def undo_after_a_loss(browser, build):
    """Undo after a lost game gives the turn to the reader, and no result stays."""
    begin(browser, build, ())
    for _turn in range(30):
        if not browser.run("kaname.play.isRunning"):
            break
        play(browser, empty_cells(browser)[0])
        my_turn(browser)
    expect(browser.run("kaname.game.tree.end"), "white", "the result")
    before = stones(browser)
    browser.run("(document.activeElement.blur(), null)")
    browser.press("u")
    settle(browser)
    expect(browser.run("[kaname.game.side, kaname.game.tree.end]"), ["b", "none"], "the turn and the result")
    expect(stones(browser), before - 2, "stones after undo")
    sgf = browser.run("kaname.files.written('sgf').then(({ bytes }) => new TextDecoder().decode(bytes))")
    expect("RE[" in sgf, False, "a result in the file: " + sgf)
    is_answered(browser)


def analysis_in_a_game(browser, build):
    """An analysis in a game ends with the reader's move, which is answered."""
    begin(browser, build)
    browser.run("(document.activeElement.blur(), null)")
    browser.press("a")
    browser.wait("document.querySelectorAll('#lines .line').length > 0", "lines")
    is_answered(browser)
    expect(browser.run("kaname.analysis.isOn"), False, "the analysis goes on beside the game")
    expect(browser.text("#analyze"), "Analyze", "the button")


def analysis_while_kaname_thinks(browser, build):
    """Neither an analysis nor a hint takes the engine while Kaname thinks."""
    begin(browser, build, (), seconds=10)
    play(browser, "h8")
    browser.wait("kaname.play.isThinking && kaname.engine.isBusy", "Kaname thinks")
    browser.run("(document.activeElement.blur(), null)")
    browser.press("a")
    message(browser, "Kaname is thinking")
    browser.press("h")
    message(browser, "Kaname is thinking")
    browser.click("#move-now")
    my_turn(browser)
    expect(stones(browser), 2, "stones after Move now")


def steps_while_kaname_thinks(browser, build):
    """The tree, the graph and Delete stop Kaname, and the way back lets it move."""
    begin(browser, build, seconds=10)
    for leave in ("kaname.game.goTo(kaname.game.tree.root)", "document.querySelector('.tree .node').dispatchEvent(new MouseEvent('click', {bubbles: true}))"):
        while_thinking(browser, "kaname.before = kaname.game.number; " + leave)
        settle(browser)
        before = browser.run("kaname.before")
        expect(browser.text("#status").startswith("The game waits"), True, "the status: " + browser.text("#status"))
        expect(browser.run("[kaname.engine.isBusy, document.getElementById('move-now').disabled]"), [False, True], "the engine")
        browser.click("#back-to-game")
        browser.wait("kaname.play.isThinking", "Kaname thinks again")
        browser.click("#move-now")
        my_turn(browser)
        expect(browser.run("kaname.game.number"), before + 1, "moves after Kaname's")
    while_thinking(browser, "kaname.moves.delete.click()")
    settle(browser)
    expect(browser.run("[kaname.play.isThinking, kaname.game.side]"), [False, "b"], "after Delete")
    browser.run("(kaname.settings.seconds = 0.3, null)")
    is_answered(browser)


def undo_in_an_opening(browser, build):
    """Key U does not part the board from the opening; steps let it wait, the next stone says so."""
    begin(browser, build, (), opening="rif", opener="you", rule="renju")
    browser.wait("kaname.play.opening?.isAsked", "the opening")
    play(browser, "h8")
    browser.wait("kaname.play.opening.points.length === 1 || kaname.play.opening.answers.length === 1", "the first stone")
    browser.run("(document.activeElement.blur(), null)")
    browser.press("u")
    message(browser, "Not while the opening")
    expect(stones(browser), 1, "stones after U")
    browser.press("Left")
    settle(browser)
    play(browser, "a1")
    message(browser, "The opening waits")
    browser.click("#back-to-game")
    browser.wait("kaname.play.opening.isAsked", "the opening goes on")
    expect(stones(browser), 1, "stones of the opening")
    reload(browser)
    browser.wait("kaname.play.opening?.isAsked", "the opening after a reload")
    play(browser, "i8")
    browser.wait("kaname.game.number === 2", "the second stone")


def steps_in_an_opening(browser, build):
    """Kaname's decision in an opening stays Kaname's when the reader steps away and back meanwhile."""
    begin(browser, build, (), opening="swap2", opener="you")
    browser.wait("kaname.play.opening?.isAsked", "the opening")
    browser.run("""(() => { const { engine } = kaname, { once } = engine;
        engine.once = async (...words) => { await new Promise((go) => setTimeout(go, 600)); return once.apply(engine, words); };
        kaname.asked = 0; return null; })()""")
    for name in ("h8", "i9", "j6"):
        play(browser, name)
        settle(browser)
    browser.wait("kaname.machine.state.owner === 'opening'", "Kaname decides")
    browser.press("Left", "Right")
    browser.run("""(kaname.timer = setInterval(() => { const { opening } = kaname.play;
        if (opening?.answers.length === 1 && opening.state.player !== opening.person) kaname.asked += opening.controls().length; }, 10), null)""")
    browser.wait("kaname.play.opening?.answers.length !== 1", "Kaname's decision")
    expect(browser.run("(clearInterval(kaname.timer), kaname.asked)"), 0, "choices for the reader")


def hint_during_a_review(browser, build):
    """A hint ends a review in sight; an analysis waits while a review has the engine, and goes on after it."""
    open_page(browser, (build / "kaname.html").as_uri(), panel="review")
    open_moves(browser, "h8a1i8o1j8a15o15o2g8c3k3")
    browser.click("#review")
    browser.wait("document.getElementById('review-text').textContent.startsWith('Reviewing')", "the review")
    browser.run("(document.activeElement.blur(), null)")
    browser.press("h")
    message(browser, "win")
    expect([browser.text("#review"), browser.text("#review-text")], ["Review the game", "The review was stopped."], "the review")
    browser.press("a")
    browser.wait("kaname.analysis.isOn", "the analysis")
    browser.click("#review")
    browser.wait("kaname.review.isBusy && !kaname.analysis.isOn", "the review has the engine")
    browser.wait("!kaname.review.isBusy && kaname.review.judged?.moves.length === 11", "the review", 200)
    browser.wait("kaname.analysis.isOn", "the analysis goes on")
    browser.run("(kaname.analysis.stop(), null)")


def comment_while_kaname_answers(browser, build):
    """A comment stays with the move at which it was begun."""
    begin(browser, build, (), seconds=10)
    play(browser, "h8")
    browser.wait("kaname.play.isThinking && kaname.engine.isBusy", "Kaname thinks")
    browser.run("(document.querySelector('#moves textarea').focus(), null)")
    browser.press("a", "b")
    browser.run("(kaname.play.moveNow(), null)")
    my_turn(browser)
    browser.press("c")
    comments = browser.run("[kaname.game.tree.root.children[0].comment, kaname.game.node.comment]")
    expect(comments, ["abc", ""], "comments of the two moves")
    browser.run("(document.activeElement.blur(), null)")
    expect(browser.run("document.querySelector('#moves textarea').value"), "", "the comment that is seen afterwards")


def verdict_on_the_last_position(browser, build):
    """The verdict of a game is seen on its last position alone, and no stone is played behind it."""
    begin(browser, build)
    browser.click("#resign")
    expect(browser.text("#status"), "Kaname wins, by resignation", "the verdict")
    before = stones(browser)
    play(browser, "a1")
    message(browser, "The game has ended")
    expect(stones(browser), before, "stones after the end")
    browser.click("#back")
    settle(browser)
    expect(browser.text("#status"), "White to move", "the status one move before")
    browser.click("#forward")
    settle(browser)
    expect(browser.text("#status"), "Kaname wins, by resignation", "the verdict again")
    reload(browser)
    expect(browser.text("#status"), "Kaname wins, by resignation", "the verdict after a reload")


def discarded_game(browser, build):
    """A game that a new game, a link or a file replaces can be brought back, and goes on."""
    begin(browser, build)
    browser.click("#new-game")
    message(browser, "The previous game is kept")
    settle(browser)
    expect(stones(browser), 0, "stones of the new game")
    browser.click("#messages button")
    settle(browser)
    expect(stones(browser), 2, "stones of the game that was brought back")
    browser.click("#new-game")
    settle(browser)
    browser.run("(document.activeElement.blur(), null)")
    browser.press("u")
    settle(browser)
    expect([stones(browser), browser.run("kaname.machine.state.phase")], [2, "game"], "undo of the new game")
    is_answered(browser)
    browser.run("(location.hash = '#moves=a1b2c3', null)")
    browser.wait("kaname.game.number === 3", "the link is open")
    reload(browser)
    browser.click("#tab-files")
    browser.click("#bring-back")
    browser.wait("kaname.game.number === 4", "the game before the link")


def cleared_board(browser, build):
    """What the editor or Delete takes from the board comes back, and so does the game before it; a larger board keeps all stones."""
    seen = "[...document.querySelectorAll('#board .stone.played')].map((stone) => stone.dataset.point).sort().join()"
    resize = """(() => { const field = document.querySelectorAll('#editor select')[1]; field.value = %d; field.dispatchEvent(new Event('change'));
        return null; })()"""
    open_page(browser, (build / "kaname.html").as_uri(), **{**GAME, "color": "both"})
    open_moves(browser, "h8i9")
    browser.run("(kaname.editor.start(), null)")
    settle(browser)
    for name in ("c3", "b14"):
        play(browser, name)
        settle(browser)
    browser.run("(kaname.game.label({ x: 0, y: 14 }, 'A'), document.getElementById('messages').replaceChildren(), null)")
    for size, left in ((19, "b14,c3,h8,i9"), (15, "b14,c3,h8,i9"), (9, "c3,h8,i9"), (7, "c3")):
        browser.run(resize % size)
        settle(browser)
        expect([browser.run("kaname.game.tree.width"), browser.run(seen)], [size, left], f"the stones on {size} lines")
        expect(browser.run("kaname.game.tree.root.labels"), [{"x": 0, "y": size - 1, "text": "A"}], f"the label on {size} lines")
        expect(browser.count("#messages button:not(.dismiss)"), int(size < 15), f"an offer to bring back what a board of {size} lines has lost")
    browser.click("#messages button")
    settle(browser)
    expect([browser.run(seen), browser.run("kaname.editor.isOn")], ["c3,h8,i9", True], "the position before")
    browser.click("#edit-clear")
    settle(browser)
    expect(stones(browser), 0, "stones of the cleared board")
    message(browser, "The previous game is kept")
    browser.click("#messages button")
    settle(browser)
    expect([browser.run(seen), browser.run("kaname.editor.isOn")], ["c3,h8,i9", True], "the cleared position")
    browser.click("#edit-clear")
    settle(browser)
    browser.run("(document.activeElement.blur(), null)")
    browser.press("u")
    settle(browser)
    expect(browser.run(seen), "c3,h8,i9", "the cleared position by Undo")
    begin(browser, build, ("h8", "a1"), level="newcomer")
    browser.run("(document.querySelector('#move-list .move-at').click(), null)")
    settle(browser)
    browser.click("#delete-move")
    settle(browser)
    expect([stones(browser), browser.run("kaname.game.number")], [0, 0], "stones after the first move was deleted")
    message(browser, "The previous game is kept")
    browser.press("u")
    settle(browser)
    expect(browser.run("[kaname.machine.state.phase, kaname.game.tree.root.children.length, kaname.play.head !== null]"), ["game", 1, True], "the game")
    browser.click("#back-to-game")
    my_turn(browser)
    expect(stones(browser), 4, "its stones")
    is_answered(browser)
    browser.run("(kaname.editor.start(), null)")
    browser.click("#edit-clear")
    browser.run("(kaname.bringBack(), kaname.editor.clear(), kaname.bringBack(), kaname.editor.end(), kaname.bringBack(), null)")
    settle(browser)
    expect([stones(browser), browser.run("kaname.machine.state.phase")], [6, "game"], "the game from before the editor")


def panels_while_editing(browser, build):
    """Lines and openings put no stone on a position that is set up."""
    open_page(browser, (build / "kaname.html").as_uri(), panel="analyze", lines=2)
    open_moves(browser, "h8i9")
    seen = "[kaname.game.number, kaname.game.tree.root.setup.length]"
    browser.run("(kaname.editor.start(), kaname.analysis.start(), null)")
    browser.wait("document.querySelectorAll('#lines .move').length > 2 && kaname.game.facts !== null", "lines of the position")
    browser.run("(document.querySelectorAll('#lines .move')[1].click(), null)")
    browser.press("1")
    browser.run("kaname.clicks")
    settle(browser)
    expect(browser.run(seen), [0, 2], "moves and stones after clicks on lines")
    browser.run("(kaname.analysis.stop(), kaname.showPanel('explorer'), null)")
    browser.wait("document.querySelector('#explored button')", "moves of the openings")
    browser.run("(document.querySelector('#explored button').click(), null)")
    browser.run("kaname.clicks")
    settle(browser)
    expect(browser.run(seen), [0, 2], "moves and stones after a click on an opening")
    browser.run("""(kaname.showPanel('solver'), kaname.solver.begin(kaname.game.node, 'vct', { line: 'a1b1a2' }),
        document.getElementById('attack').click(), null)""")
    settle(browser)
    expect(browser.run(seen), [0, 2], "moves and stones after a click on an attack")
    browser.run("(kaname.editor.end(), kaname.analysis.stop(), null)")


def editor_over_and_over(browser, build):
    """Key E again and again, or held down, keeps the game and the position once each."""
    open_page(browser, (build / "kaname.html").as_uri(), **GAME)
    open_moves(browser, "h8i9j10")
    kept = "JSON.parse(localStorage['kaname-before']).slice(0, 3).map((game) => game.tree.nodes.length)"
    for moves in ("a1b1c1d1", "h8i9j10"):
        open_moves(browser, moves)
    browser.press(*["e"] * 6)
    settle(browser)
    expect(browser.run(kept), [1, 4, 5], "nodes of the games before")
    press = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true, repeat: %s }))"
    browser.run(f"({press % 'false'}, {press % 'true'}, null)")
    expect(browser.run("kaname.editor.isOn"), True, "one press of a key that is held down")
    browser.run("(kaname.editor.end(), kaname.analysis.stop(), null)")


def undo_of_a_variation(browser, build):
    """Undo in a variation leaves the result of the main line, Undo in the main line takes it back."""
    begin(browser, build, (), color="both")
    for name in ("h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"):
        play(browser, name)
        settle(browser)
    seen = "[kaname.machine.state.phase, kaname.game.tree.end]"
    expect(browser.run(seen), ["ended", "black"], "the end")
    browser.run("(document.activeElement.blur(), null)")
    browser.press("Left", "Left", "Left")
    settle(browser)
    play(browser, "c3")
    settle(browser)
    browser.press("u", "u")
    settle(browser)
    expect(browser.run(seen), ["game", "black"], "after Undo in a variation")
    begin(browser, build, (), color="both", rule="caro-exact", size=15)
    for name in ("h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"):
        play(browser, name)
        settle(browser)
    browser.press("u")
    settle(browser)
    expect(browser.run(seen), ["game", "none"], "after Undo in the main line")


def undo_after_an_opening(browser, build):
    """Undo leaves the stones of an opening on the board, after a reload too."""
    begin(browser, build, (), opening="swap2", opener="you")
    for count, name in enumerate(("h8", "i9", "j10")):
        browser.wait(f"kaname.play.opening?.isAsked && kaname.game.number === {count}", "the opening")
        play(browser, name)
    browser.wait("kaname.machine.state.phase === 'game' || document.querySelector('#choices button')", "the game or a choice", 20)
    if browser.run("kaname.machine.state.phase === 'opening'"):
        browser.click("#choices button")
    browser.wait("kaname.machine.state.phase === 'game'", "the game", 20)
    my_turn(browser)
    browser.run("(document.activeElement.blur(), null)")
    for _time in range(2):
        first = browser.run("kaname.game.number")
        browser.press("u", "u")
        settle(browser)
        expect([browser.run("kaname.game.number"), first >= 1], [first, True], "the stones of the opening")
        is_answered(browser)
        browser.press("u", "u")
        settle(browser)
        expect(browser.run("kaname.game.number"), first, "the stones of the opening, after a move and its answer")
        reload(browser)


def game_from_its_root(browser, build):
    """A game whose first move stands in the root is shown, reviewed and kept; a kept game that cannot be shown gives way to a new one."""
    open_page(browser, (build / "kaname.html").as_uri(), panel="review")
    browser.run("kaname.files.takeText('(;GM[4]SZ[15]B[hh];W[ii];B[jj])')")
    settle(browser)
    moves = "[...document.querySelectorAll('#move-list .move-at')].map((move) => move.textContent).join()"
    expect([browser.run(moves), stones(browser)], ["h8,i7,j6", 3], "the moves")
    message(browser, "Loaded: SGF, 3 moves.")
    browser.click("#review")
    browser.wait("!kaname.review.isBusy && kaname.review.judged?.moves.length === 3", "the review", 100)
    browser.run("(kaname.review.view = 'all', kaname.review.draw(), null)")
    browser.click("#mistakes [data-move='1']")
    settle(browser)
    browser.run("(document.activeElement.blur(), null)")
    browser.press("Up", "u", "Left")
    settle(browser)
    expect(browser.run("[kaname.game.number, kaname.game.node === kaname.game.tree.root]"), [1, True], "the first position")
    reviewed = browser.run(moves)
    reload(browser)
    expect([browser.run(moves), browser.run("kaname.game.number")], [reviewed, 1], "after a reload")
    browser.run("""(() => { const kept = JSON.parse(sessionStorage.getItem("kaname-game")); kept.way = ["at"]; kaname.keepNow = () => {};
        sessionStorage.setItem("kaname-game", JSON.stringify(kept)); return null; })()""")
    reload(browser)
    message(browser, "The kept game cannot be shown")
    expect([stones(browser), browser.run("kaname.machine.state.phase")], [0, "study"], "a new game")
    browser.run("kaname.files.takeText('h8 i9')")
    reload(browser)
    expect(stones(browser), 2, "the next game is kept")


DOORS = [fresh_page, reload_in_a_game, undo_after_a_loss, analysis_in_a_game, analysis_while_kaname_thinks, steps_while_kaname_thinks,
         undo_in_an_opening, steps_in_an_opening, hint_during_a_review, comment_while_kaname_answers, verdict_on_the_last_position, discarded_game,
         game_from_its_root, cleared_board, panels_while_editing, editor_over_and_over, undo_of_a_variation, undo_after_an_opening]


def check_doors(browser, build, _):
    """Each way by which a game once stopped for ever, or a stone, a comment or a verdict landed on another position."""
    for door in DOORS:
        browser.take_focus()  # a field that is left tells so only there
        door(browser, build)
        expect(browser.errors(), [], f"errors in the console: {door.__name__}")
    return f"{len(DOORS)} doors"


# ---- Random courses -------------------------------------------------------------------------------


def check_state_units(build, courses):
    """The state machine alone, in Node.js. Returns a note."""
    node = shutil.which("node")
    expect(node is not None, True, "Node.js is here")
    done = subprocess.run([node, str(HERE / "units" / "node.mjs"), str(build / "site"), str(courses)], capture_output=True, text=True,
                          timeout=600, check=False)
    expect([line for line in done.stdout.splitlines() if line.startswith("fault")], [], "faults of the state machine")
    expect(done.returncode, 0, done.stderr)
    return f"{courses} courses of the machine in Node.js"


def prepare_courses(browser):
    """Makes window.course() on the page that is open."""
    script = (HERE / "page_courses.js").read_text(encoding="utf-8")
    browser.run(f"(window.eval({json.dumps(script)}), null)")


def check_courses(browser, build, _, count=40):
    """Random courses of clicks: afterwards a stone is answered, or the page says why not."""
    note = check_state_units(build, 5000)
    with served(build) as base:
        play_courses(browser, base + "/site/index.html", 1, count)
    return f"{count} courses, {note}"


def play_courses(browser, url, first, count, reload_each=10):
    """Plays the courses of `count` seeds. Each `reload_each`-th is played on across a reload of the page."""
    browser.open("about:blank")
    browser.open(url)
    browser.wait(READY, "the page is ready")
    prepare_courses(browser)
    for seed in range(first, first + count):
        done = browser.run(f"window.course({seed}, {COURSE_CLICKS})")
        expect(done["fault"], "", f"{done}")
        if seed % reload_each == 0:
            browser.reload()
            browser.wait(READY, "the page is ready again")
            prepare_courses(browser)
            done = browser.run(f"window.course({seed}, 0)")
            expect(done["fault"], "", f"after a reload: {done}")
