"""Checks of play at the page: games by mouse and keys, turns, opening rules, names, settings, teaching."""

import json
import re

from page_steps import GAME, READY, THREAT, begin, empty_cells, expect, game_at, my_turn, open_page, play, settle, stones


def check_mouse_game(browser, build, _):
    """A game to its end by mouse alone: the engine wins against one who does not resist."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", size=15, rule="freestyle", opening="free", level="full")
    browser.click("#new-game")
    settle(browser)
    for turn in range(30):
        if not browser.run("kaname.play.isRunning"):
            break
        before = stones(browser)
        play(browser, "h8" if turn == 0 else empty_cells(browser)[0])
        browser.wait(f"document.querySelectorAll('#board .stone.played, #board .stone.winning').length > {before}", "my stone stands")
        my_turn(browser)
    expect(browser.run("kaname.game.facts.end"), "white", "the engine wins")
    expect(browser.text("#status"), "Kaname wins", "the status says so")
    expect(browser.count("#board .winning") >= 5, True, "the row is marked")
    before = stones(browser)
    play(browser, empty_cells(browser)[0])
    expect(stones(browser), before, "stones after the end")
    browser.click("#study")
    expect(browser.run("document.getElementById('panel-analyze').hidden"), False, "the game can be studied")
    return f"{before} stones"


def check_keyboard_game(browser, build, _):
    """A game to its end by keys alone, on a small board."""
    open_page(browser, (build / "kaname.html").as_uri(), color="w", size=9, rule="standard", opening="free", level="expert")
    browser.run("(document.getElementById('new-game').focus(), null)")
    browser.press("Enter")
    browser.wait("kaname.play.isRunning", "the game begins")
    my_turn(browser)
    expect(stones(browser), 1, "the engine opens")
    browser.run("(document.getElementById('board').focus(), null)")
    for _turn in range(40):
        if not browser.run("kaname.play.isRunning"):
            break
        target = empty_cells(browser)[0]
        x, y = browser.run("[kaname.board.cursor.x, kaname.board.cursor.y]")
        dx, dy = ord(target[0]) - 97 - x, 9 - int(target[1:]) - y
        browser.press(*(["Right"] * dx + ["Left"] * -dx + ["Down"] * dy + ["Up"] * -dy))
        if dx or dy:
            browser.wait(f"document.getElementById('live').textContent === '{target}, empty'", f"a screen reader hears {target}")
        browser.press("Enter")
        my_turn(browser)
    expect(browser.run("kaname.game.facts.end"), "black", "the engine wins")
    expect(browser.count("#board .cursor .over"), 1, "the cursor is seen")
    open_page(browser, (build / "kaname.html").as_uri(), color="both", size=9, rule="standard", opening="free")
    browser.click("#new-game")
    settle(browser)
    play(browser, "e5")
    browser.press("Space")
    settle(browser)
    expect([stones(browser), browser.count("#board .cursor .over")], [1, 1], "the first key after a click shows the cursor")
    browser.press("Right", "Right", "Space")
    settle(browser)
    expect(stones(browser), 2, "the next one plays there")


def check_first_stone(browser, build, _):
    """Kaname's first stone goes to the centre without a search, however long a move may take."""
    open_page(browser, (build / "kaname.html").as_uri(), **{**GAME, "color": "w", "seconds": 30})
    browser.run("""((think) => { kaname.engine.think = async (...how) => window.answered = await think(...how); return null; })(
        kaname.engine.think.bind(kaname.engine))""")
    browser.click("#new-game")
    browser.wait("kaname.game.number === 1", "the first stone")
    expect(browser.run("[window.answered.best, window.answered.nodes]"), ["h8", 0], "its place and the nodes searched")


def check_turns(browser, build, _):
    """Undo, hint, resignation and the clock."""
    begin(browser, build, minutes=3)
    expect(stones(browser), 2, "stones after an answer")
    named = "(({ role, ariaLabel, textContent }) => [role, ariaLabel, textContent.replace(/[0-9:]+/g, '')])(document.getElementById('clock'))"
    expect([browser.count("#clock span"), browser.run(named)], [2, ["timer", "Clocks", "Black White "]], "clocks")
    browser.click("#hint")
    browser.wait("document.querySelector('#messages .message')?.textContent.includes('win')", "the hint says what is threatened")
    expect([browser.count("#board .region"), browser.text("#hint")], [0, "Hint: where"], "the first step")
    browser.click("#hint")
    browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('Look between')", "the hint says where")
    expect([browser.count("#board .region"), browser.count("#board .stone.preview")], [1, 0], "the second step")
    region = browser.run("kaname.play.hints.region")
    browser.click("#hint")
    browser.wait("document.querySelectorAll('#board .stone.preview').length === 1", "the hint is seen")
    at = browser.run("kaname.play.hints.found.point")
    expect(browser.count("#board .region"), 0, "the region after the move is known")
    expect(all(0 <= at[a] - region[a] < region[b] for a, b in (("x", "width"), ("y", "height"))), True, f"{at} lies in {region}")
    browser.click("#undo")
    settle(browser)
    expect(stones(browser), 0, "stones after undo")
    play(browser, "c3")
    my_turn(browser)
    browser.click("#resign")
    expect(browser.text("#status"), "Kaname wins, by resignation", "the status")
    browser.click("#new-game")
    settle(browser)
    browser.run("(kaname.play.clock.limitMs = 1, null)")
    lost = "document.getElementById('status').textContent === 'Kaname wins, on time'"
    browser.wait(lost, "the clock ends the game")
    browser.click("#new-game")
    settle(browser)
    play(browser, "h8")
    my_turn(browser)
    browser.run("(kaname.play.clock.used.b = 180000, null)")
    browser.wait(lost, "the clock ends a game with stones")
    for name in (None, "a1"):
        browser.run("(document.activeElement.blur(), document.getElementById('messages').replaceChildren(), null)")
        play(browser, name) if name else browser.press("u")
        browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('Time is up')", "why no stone is taken back or played")
        expect([stones(browser), browser.run("kaname.machine.state.phase"), browser.text("#status")], [2, "ended", "Kaname wins, on time"], "the game")
    expect(browser.run("['undo', 'take-back'].map((id) => document.getElementById(id).disabled)"), [True, True], "the buttons")
    browser.click("#study")
    browser.click("#take-back")
    settle(browser)
    expect(stones(browser), 1, "stones after a step back in the study of the game")


def choose_opening(browser, rule, opener):
    """Chooses the opening in the panel and begins a game."""
    for name, value in (("opening", rule), ("opener", opener)):
        browser.run(f"(Object.assign(kaname.settings, {{ {name}: '{value}' }}), kaname.play.build(), null)")
    browser.click("#new-game")


def opening_turn(browser):
    """Until the reader is asked, or the opening is over."""
    browser.wait("kaname.game.facts !== null && (!kaname.play.opening || (kaname.play.opening.isAsked && "
                 "kaname.play.opening.state.player === kaname.play.opening.person))", "the reader's turn")


def follow_opening(browser, rule, opener, swaps=()):
    """Plays the reader's part of an opening by mouse: takes the first point that is allowed, and the other side at the
    steps of `swaps`. Returns the steps at which the reader was asked."""
    choose_opening(browser, rule, opener)
    steps = []
    for _answer in range(40):
        opening_turn(browser)
        if not browser.run("Boolean(kaname.play.opening)"):
            return steps
        state = browser.run("({ step: kaname.play.opening.state.step, color: kaname.play.opening.color, act: kaname.play.opening.act, "
                            "acts: kaname.play.opening.state.choices.map((c) => c.act + (c.is_move ? '!' : '')) })")
        if not steps or steps[-1] != state["step"]:
            steps.append(state["step"])
        if state["act"] is None:  # a button; a swap changes sides but at the last step of swap2
            other = {"b": "white", "w": "black"}[state["color"]]
            mine = {"b": "black", "w": "white"}[state["color"]]
            if state["step"] in swaps:
                browser.click(f"#take-{other}")
            elif "place!" in state["acts"]:
                browser.click(f"#take-{mine}")
            else:
                browser.click("#stay" if browser.count("#stay") else "#offer-fifths")
            continue
        before = browser.run("kaname.play.opening.answers.length * 100 + kaname.play.opening.points.length")
        browser.run("kaname.clicks.then(() => kaname.play.opening.pending).then(() => null)")  # then the list is that after the last point
        names = re.findall("[a-z][0-9]+", browser.run("kaname.play.opening.choice.allowed"))
        play(browser, names[len(names) // 3])
        browser.wait(f"!kaname.play.opening || kaname.play.opening.answers.length * 100 + kaname.play.opening.points.length > {before}",
                     f"the point {names[len(names) // 3]} counts")
    raise AssertionError(f"{rule} does not end: {steps}")


def expect_main_game(browser, least):
    """The opening is over; the game goes on by turns."""
    my_turn(browser)
    expect(browser.run("kaname.play.isRunning && kaname.play.opening === null"), True, "the game goes on")
    before = stones(browser)
    expect(before >= least, True, f"stones of the opening: {before}")
    expect(browser.count("#choices button, #board .offered, #board .square"), 0, "nothing of the opening is left")
    colors = browser.run("(() => { const { cells } = kaname.game.position(); return ['b', 'w'].map((c) => cells.filter((o) => o === c).length); })()")
    expect(colors[0] - colors[1] in (0, 1), True, f"stones by turns: {colors}")
    play(browser, empty_cells(browser)[0])
    my_turn(browser)
    if browser.run("kaname.play.isRunning"):
        expect(stones(browser), before + 2, "a stone and its answer")


def check_swap2(browser, build, _):
    """Both sides of swap2, and the wrong clicks."""
    open_page(browser, (build / "kaname.html").as_uri(), rule="freestyle", size=15)
    choose_opening(browser, "swap2", "engine")
    browser.wait("document.getElementById('take-black')", "the engine has opened")
    expect(stones(browser), 3, "stones of the opening")
    play(browser, empty_cells(browser)[0])
    browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('Choose your side')", "a click before the choice")
    expect(stones(browser), 3, "stones after it")
    browser.click("#place-two")
    settle(browser)
    for _stone in range(2):
        play(browser, empty_cells(browser)[0])
        settle(browser)
    expect_main_game(browser, 5)
    choose_opening(browser, "swap2", "you")
    opening_turn(browser)
    for name in ("h8", "i8", "o1"):
        play(browser, name)
        settle(browser)
    browser.wait("!kaname.play.isThinking && (document.getElementById('take-black') || !kaname.play.opening)", "the engine decides")
    if browser.count("#take-white"):
        browser.click("#take-white")
    expect_main_game(browser, 3)


# Rule, who opens, steps at which the reader swaps, stones of the opening; the first three in a short run.
OPENINGS = [("rif", "you", (), 5), ("soosorv8", "engine", ("side3",), 5), ("taraguchi10", "engine", ("side1", "side3"), 5),
            ("swap1", "engine", ("side1",), 1), ("yamaguchi", "you", (), 5), ("rif", "engine", ("side3",), 5),
            ("soosorv8", "you", ("side4",), 5), ("taraguchi10", "you", (), 5), ("yamaguchi", "engine", (), 5), ("swap1", "you", (), 1)]


def check_openings(browser, build, _, games=OPENINGS[:3]):
    """Openings of renju by mouse to the main game, begun by either side, with swaps and without."""
    open_page(browser, (build / "kaname.html").as_uri(), rule="renju", size=15, level="full")
    seen = {}
    for rule, opener, swaps, least in games:
        steps = follow_opening(browser, rule, opener, swaps)
        seen.setdefault(rule, set()).update(steps)
        expect(bool(steps), True, f"{rule}, {opener} opens: the reader is asked")
        expect_main_game(browser, least)
    for rule, steps in (("rif", {"open"}), ("soosorv8", {"side3"}), ("taraguchi10", {"side1"})):
        expect(steps <= seen[rule], True, f"steps of {rule}: {sorted(seen[rule])}")
    choose_opening(browser, "rif", "you")
    opening_turn(browser)
    expect(browser.count("#board .square"), 1, "the square of the first stone is marked")
    play(browser, "a1")
    browser.wait("document.querySelector('#messages .message.error')?.textContent.includes('not allowed')", "a stone beside the centre")
    expect(stones(browser), 0, "stones after it")
    browser.run("(kaname.settings.size = 7, null)")
    choose_opening(browser, "rif", "you")
    browser.wait("document.querySelector('#messages .message.error')?.textContent.includes('9 × 9')", "the board is too small")
    return ", ".join(f"{rule}: {' '.join(sorted(steps))}" for rule, steps in seen.items())


def check_names(browser, build, _):
    """A game against Kaname bears the names of both, in every language, on the page and in files; the reader's is kept."""
    url = (build / "kaname.html").as_uri()
    names = "[...document.querySelectorAll('#game-head .player')].map((p) => p.textContent)"
    text = "kaname.files.written('{}').then(({{ bytes }}) => new TextDecoder().decode(bytes))"
    another_level = """(() => {{ const level = [...document.querySelectorAll('#panel-play select')].find((s) => s.value === '{}');
        level.value = '{}'; level.dispatchEvent(new Event('change')); return null; }})()"""
    open_page(browser, url, color="w", level="club", rule="freestyle", opening="free", size=15, name="")
    browser.click("#reader-name")
    browser.press(*"Ann B")
    browser.click("#new-game")
    my_turn(browser)
    expect(browser.run(names), ["Kaname (Club player)", "Ann B"], "the names beside the board")
    browser.run(another_level.format("club", "expert"))
    expect(browser.run(names), ["Kaname (Expert)", "Ann B"], "after another level")
    sgf = browser.run(text.format("sgf"))
    expect(["PB[Kaname (Expert)]" in sgf, "PW[Ann B]" in sgf], [True] * 2, sgf[:200])
    expect("Ann B" in browser.run(text.format("psq")), True, "the name in PSQ")
    browser.run("(kaname.keepNow(), null)")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    expect(browser.run(f"[kaname.settings.name, document.getElementById('reader-name').value, {names}]"),
           ["Ann B", "Ann B", ["Kaname (Expert)", "Ann B"]], "the names after a reload")
    browser.run(another_level.format("expert", "beginner"))
    expect(browser.run(names), ["Kaname (Beginner)", "Ann B"], "another level after it")
    for code, kaname in (("zh", "Kaname (专家)"), ("ja", "Kaname (熟練)")):
        open_page(browser, url, color="b", level="expert", rule="freestyle", opening="free", language=code)
        browser.click("#new-game")
        settle(browser)
        expect(browser.run(names), ["Ann B", kaname], f"the names in {code}")
    open_page(browser, url, color="both", rule="freestyle", opening="free")
    browser.click("#new-game")
    settle(browser)
    expect(browser.run(names), [], "a game without Kaname")
    open_page(browser, url, color="b", rule="freestyle", level="full")
    choose_opening(browser, "swap2", "engine")
    opening_turn(browser)
    expect(browser.run(names), [], "before the colours are settled")
    browser.click("#take-white")
    my_turn(browser)
    expect(browser.run(names), ["Kaname (Full strength)", "Ann B"], "after the opening")
    browser.run("kaname.files.takeText('(;GM[4]SZ[15]PB[Cho]PW[Dee];B[hh];W[ii])')")
    expect(browser.run(names), ["Cho", "Dee"], "the names of a file")
    browser.run("(kaname.settings.name = '', kaname.save(), null)")


def check_settings(browser, build, _):
    """Kept settings of a wrong type, or beyond what there is, count for nothing."""
    open_page(browser, (build / "kaname.html").as_uri())
    usual = {"size": 15, "rule": "freestyle", "color": "b", "lines": 3, "numbers": True, "seconds": 1}
    wrong = [{"size": "15", "rule": 7, "color": True, "lines": [], "numbers": "yes", "seconds": None},
             {"size": 99, "rule": "chess", "color": "x", "lines": 0, "seconds": -1}, {"size": 4}, "text", None, 7]
    for kept in wrong:
        browser.run(f"(kaname.save = () => {{}}, localStorage.removeItem('kaname-game'), sessionStorage.clear(), kaname.keepNow = () => {{}}, "
                    f"localStorage.setItem('kaname-settings', {json.dumps(json.dumps(kept))}), null)")
        browser.reload()
        browser.wait(READY, "the page is ready again")
        settle(browser)
        expect(browser.run(f"{json.dumps(list(usual))}.map((key) => kaname.settings[key])"), list(usual.values()), f"the settings after {kept}")
    browser.run("(kaname.save = () => {}, localStorage.setItem('kaname-settings', JSON.stringify({ size: 9, rule: 'renju', panel: 'play' })), null)")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    expect(browser.run("[kaname.settings.size, kaname.settings.rule, kaname.game.tree.width, kaname.game.tree.rule]"), [9, "renju", 9, "renju"],
           "settings that are right, and the empty board")


def check_teaching(browser, build, _):
    """Below full strength a mistake is named and may be taken back, over a reload too; the moments that cost most come
    again as puzzles. A game with a clock, or at full strength, is not interrupted."""
    open_page(browser, (build / "kaname.html").as_uri(), color="b", size=15, rule="freestyle", opening="free", level="club", minutes=0, coach=True)
    browser.click("#new-game")
    settle(browser)
    play(browser, "h8")
    my_turn(browser)
    expect([stones(browser), browser.count("#lesson")], [2, 0], "after a move that is no mistake")
    play(browser, "o15")
    browser.wait("document.getElementById('lesson')", "the lesson of a quiet mistake")
    answer = browser.run("kaname.play.coach.judgedOf(kaname.game.node).reply.match(/^[a-z][0-9]+/)[0]")
    said = browser.text("#lesson")
    expect([f"The strongest answer is {answer}." in said, "win (" in said], [True, False], f"what follows: {said}")
    browser.click("#show-why")
    expect(browser.count("#board .stone.preview.w") >= 1, True, "the answer is shown")
    browser.click("#try-again")
    settle(browser)
    expect(stones(browser), 2, "taken back")
    browser.click("#resign")
    expect(browser.text("#moments-text").startswith("No move of yours"), True, "a game without mistakes: " + browser.text("#moments-text"))
    game_at(browser, THREAT)
    play(browser, "o15")
    browser.wait("document.getElementById('lesson')", "the lesson")
    expect(browser.text("#status"), "A mistake: try again, or go on", "the status")
    expect(browser.run("document.activeElement.id"), "try-again", "the focus")
    said = browser.text("#lesson")
    expect(["o15" in said, "threat to win" in said, "of the win rate" in said], [True, True, True], f"what it overlooked: {said}")
    play(browser, "o14")
    browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('Try again, or go on')", "a click on the board")
    expect(stones(browser), 7, "stones after it")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    browser.wait("document.getElementById('lesson')", "the lesson after a reload")
    expect(browser.text("#lesson"), said, "the same lesson")
    browser.click("#back")
    settle(browser)
    expect(browser.count("#lesson"), 0, "a lesson on another position")
    browser.click("#back-to-game")
    browser.wait("document.getElementById('lesson')", "the lesson waits")
    browser.click("#show-why")
    expect(browser.count("#board .stone.preview") >= 1, True, "the win that the move allowed is shown")
    browser.click("#show-better")
    expect([browser.count("#board .row-point"), browser.count("#board .stone.preview")], [1, 0], "the better move is marked")
    better = browser.run("kaname.play.coach.judgedOf(kaname.game.node).best")
    expect(browser.text("#lesson-better"), f"Better: {better}.", "and named")
    browser.click("#try-again")
    settle(browser)
    expect([stones(browser), browser.run("kaname.game.side"), browser.count("#lesson, #board .row-point")], [6, "b", 0], "taken back")
    play(browser, better)
    my_turn(browser)
    expect([stones(browser), browser.count("#lesson")], [8, 0], "the better move is answered")
    browser.click("#undo")
    settle(browser)
    play(browser, "o15")
    browser.wait("document.getElementById('lesson')", "the lesson of a game before")
    browser.click("#go-on")
    my_turn(browser)
    expect(stones(browser), 8, "Kaname goes on")
    browser.click("#resign")
    browser.click("#find-moments")  # the moves of the link were not judged
    browser.wait("document.querySelectorAll('#moments button').length > 0", "moments to learn from")
    moments = browser.run("[...document.querySelectorAll('#moments button')].map((b) => b.textContent)")
    expect([len(moments) <= 3, any("o15" in moment for moment in moments)], [True, True], f"moments: {moments}")
    tasks = set()
    for count in range(len(moments)):
        browser.click("#puzzle-next" if count else "#moments button")
        browser.wait("kaname.machine.state.phase === 'puzzle' && kaname.game.facts !== null", "a moment is a puzzle")
        expect(browser.run("[document.getElementById('panel-puzzles').hidden, kaname.puzzles.puzzle.isOwn, kaname.game.side]"), [False, True, "b"], "the puzzle")
        tasks.add(browser.run("kaname.puzzles.puzzle.task"))
        first = browser.run("kaname.puzzles.puzzle.firsts[0]")
        play(browser, chr(97 + first["x"]) + str(15 - first["y"]))
        browser.wait("kaname.machine.state.phase === 'study' || kaname.puzzles.isFailed", "the answer is judged")
        expect(browser.text("#puzzle-verdict").strip(), "Solved.", f"the better move of a puzzle ({browser.run('kaname.puzzles.puzzle.task')})")
    expect("defence" in tasks, True, f"a threat that was overlooked is to be parried: {tasks}")
    browser.click("#puzzle-game-back")
    settle(browser)
    expect(browser.run("[kaname.machine.state.phase, kaname.game.number, kaname.settings.panel]"), ["ended", 8, "play"], "the game is back")
    browser.wait("document.querySelectorAll('#moments button').length > 0", "the moments, once more")
    for more in ({"minutes": 3}, {"minutes": 0, "level": "full"}, {"level": "club", "coach": False}):
        open_page(browser, (build / "kaname.html").as_uri(), **{"coach": True, **more})
        browser.click("#new-game")
        settle(browser)
        for _turn in range(3):
            play(browser, empty_cells(browser)[0])
            my_turn(browser)
        expect([stones(browser), browser.count("#lesson")], [6, 0], f"a game with {more}")
    return f"moments {moments}"
