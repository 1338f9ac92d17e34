"""Checks of games at the page: files, links and sharing, the moves and their tree, labels, rules."""

import json
import re

import browsers
from page_steps import HERE, READY, expect, my_turn, open_moves, open_page, play, settle, stones

SEEDS = HERE.parent / "games" / "seeds"


def check_files(browser, build, _):
    """Every format that can be written comes back the same; every seed of the readers opens or is refused with a reason."""
    open_page(browser, (build / "kaname.html").as_uri())
    game = "(;GM[4]SZ[15]RU[renju]PB[Ann]PW[Bo];B[hh]C[good]LB[aa:x \\] y][hh:1];W[ii](;B[jj];W[kk])(;B[gg]C[a \\] b]))"
    browser.click("#tab-files")
    browser.run(f"(document.getElementById('paste').value = {json.dumps(game)}, null)")
    browser.click("#load")
    browser.wait("kaname.game.tree.black === 'Ann'", "the game is loaded")
    tree = browser.run("JSON.stringify(kaname.game.tree.root && (() => { const n = (x) => [x.color, x.point, x.comment, x.labels, x.children.map(n)];"
                       " return n(kaname.game.tree.root); })())")
    expect("a ] b" in tree, True, "the comment")
    expect("x ] y" in tree, True, "the label")
    for name in ("sgf", "psq", "pos", "txt"):
        browser.click("#save-" + name)
        browser.wait(f"kaname.files.delivered?.name === 'game.{name}'", f"the file game.{name}")
        expect(browser.run("document.querySelector('#messages .message span').textContent.startsWith('Saved: game.')"), True, f"the message after {name}")
        moves = browser.run("""(async () => { const before = kaname.game.tree;
            await kaname.files.takeFile(kaname.files.delivered.blob); const after = kaname.game.tree;
            const line = (t) => { const l = []; for (let at = t.root.children[0]; at; at = at.children[0]) l.push(at.color + at.point.x + "," + at.point.y); return l.join(" "); };
            const whole = JSON.stringify((() => { const n = (x) => [x.color, x.point, x.comment, x.labels, x.children.map(n)]; return n(after.root); })());
            const answer = [line(before), line(after), whole, before !== after]; kaname.open(before, before.root); return answer; })()""")
        expect(moves[1], moves[0], f"moves through {name}")
        expect(moves[3], True, f"{name} was read")
        if name == "sgf":
            expect(moves[2], tree, "the tree through SGF")
    browser.run("""(kaname.treeText = () => { const { root, width, height, rule } = kaname.game.tree;
        const set = (x) => x.setup.map((stone) => JSON.stringify(stone)).sort(); // SGF has stones by colour
        const n = (x) => [x.color, x.point, x.comment, x.labels, set(x), x.children.map(n)];
        return JSON.stringify([width, height, rule, n(root)]); }, null)""")
    opened, formats = 0, set()
    for seed in sorted(SEEDS.glob("*")):
        hexed = seed.read_bytes().hex()
        done = browser.run(f"""kaname.files.takeBytes(Uint8Array.from({json.dumps(hexed)}.match(/../g) || [], (b) => parseInt(b, 16)))""")
        opened += bool(done)
        if not done:
            expect("Not a game" in browser.text("#messages .message"), True, f"why {seed.name} is refused")
            continue
        formats.add(seed.suffix)
        before = browser.run("kaname.treeText()")
        browser.run("kaname.files.written('sgf').then(({ bytes }) => kaname.files.takeBytes(bytes))")
        expect(browser.run("kaname.treeText()"), before, f"{seed.name} through SGF")
    expect(sorted(formats), [".lib", ".pgn", ".pos", ".psq", ".sav", ".sgf", ".txt"], "formats that open")
    expect(browser.count("#messages script, #moves script"), 0, "nothing of a file runs")
    for kind, what, moves in (("drop", "file", "h8i9"), ("drop", "text", "h8i9j10"), ("paste", "file", "h8"), ("paste", "text", "h8i9j10k11")):
        browser.run(f"""(() => {{ const data = new DataTransfer(); const text = {json.dumps(moves)};
            if ("{what}" === "file") data.items.add(new File([text], "game.txt")); else data.setData("text/plain", text);
            const event = new Event("{kind}", {{ bubbles: true, cancelable: true }});
            Object.defineProperty(event, "{kind}" === "drop" ? "dataTransfer" : "clipboardData", {{ value: data }});
            document.body.dispatchEvent(event); return null; }})()""")
        browser.wait(f"kaname.game.request.endsWith('moves={moves}')", f"the {what} of a {kind}")
    if isinstance(browser, browsers.Chromium):
        drop_text_on_fields(browser)
    browser.run(f"kaname.files.takeText({json.dumps(game)})")
    kept = browser.run("kaname.files.address()")
    for bad in ("", "hello", "???", "(;GM[4]SZ[40])", "Piskvorky 99x99"):
        browser.run(f"kaname.files.takeText({json.dumps(bad)})")
        expect("Not a game" in browser.text("#messages .message.error"), True, f"message after {bad!r}")
        expect(browser.run("kaname.files.address()"), kept, f"the game after {bad!r}")
    for what, part in (("a folder", "size: 9, arrayBuffer: () => Promise.reject(new Error('a folder'))"), ("a film", "size: 1e9")):
        browser.run(f"(kaname.files.takeFile({{ name: '{what}', {part} }}), null)")
        browser.wait(f"document.querySelector('#messages .error')?.textContent.startsWith('The file {what} cannot be read')", f"what {what} is")
    for field, text, message in (("puzzle-file", "(;GM[4]SZ[15];B[hh];W[ii])", "This file holds a game"), ("openings-file", "h8i9", "This file holds a game"),
                                 ("puzzle-file", "hello", "Not a set of puzzles"), ("openings-file", "kaname-openings 1\nh8i9", "Not a file of openings"),
                                 ("openings-file", "kaname-puzzles 1\n", "Not a file of openings")):
        browser.run(f"""(() => {{ const data = new DataTransfer(), field = document.getElementById("{field}"); document.getElementById("messages").replaceChildren();
            data.items.add(new File([{json.dumps(text)}], "game.txt")); field.files = data.files; field.dispatchEvent(new Event("change")); return null; }})()""")
        browser.wait(f"document.querySelector('#messages .error')?.textContent.startsWith('{message}')", f"the answer to {text!r} as {field}", 10)
    for moves in ("h8", "h8"):  # the same file again
        browser.run(f"""(() => {{ const data = new DataTransfer(), field = document.getElementById("file");
            data.items.add(new File(["{moves}"], "game.txt")); field.files = data.files; field.dispatchEvent(new Event("change"));
            kaname.isChosen = field.files.length > 0; return null; }})()""")
        browser.wait(f"kaname.game.request.endsWith('moves={moves}')", "the chosen file")
        expect(browser.run("kaname.isChosen"), False, "the field is empty for the same file")
        browser.run(f"kaname.files.takeText({json.dumps(game)})")
    size = browser.run("""(async () => { await kaname.files.savePng(); const png = kaname.files.delivered.blob;
        window.saved = [document.querySelector("#messages .message span").textContent];
        kaname.files.saveSvg(); window.saved.push(document.querySelector("#messages .message span").textContent); const svg = await kaname.files.delivered.blob.text();
        const image = await createImageBitmap(png); const canvas = document.createElement("canvas"); canvas.width = image.width;
        canvas.height = image.height; const c = canvas.getContext("2d"); c.drawImage(image, 0, 0);
        return [png.type, image.width, svg.includes("<svg"), [...c.getImageData(30, 30, 1, 1).data].slice(0, 3).every((v) => v < 30)]; })()""")
    expect(size, ["image/png", 1200, True, False], "the pictures")
    expect(browser.run("window.saved"), ["Saved: board.png.", "Saved: board.svg."], "the messages about the pictures")
    return f"{opened} files"


def drop_text_on_fields(browser):
    """Text that is dragged to a field is written there; the game stays."""
    before = browser.run("kaname.game.request")
    for panel, field in (("analyze", "#moves textarea"), ("play", "#reader-name"), ("analyze", "#label-text")):
        browser.run(f"(kaname.showPanel('{panel}'), document.querySelector('{field}').value = '', null)")
        browser.drop_text(field, "a1 b2")
        browser.wait(f"document.querySelector('{field}').value === 'a1 b2'", f"the text in {field}")
        settle(browser)
        expect(browser.run("kaname.game.request"), before, f"the game after a text was dropped on {field}")
    browser.run("(kaname.settings.name = '', kaname.build(), null)")


def check_links(browser, build, _):
    """A link is a position; bad ones say why; a reload shows the same game, with its variations."""
    url = (build / "kaname.html").as_uri()
    open_page(browser, url)
    open_moves(browser, "h8i9j10k11l12", rule="renju")
    browser.click("#back")
    settle(browser)
    link = browser.run("kaname.files.address()")
    expect(re.search("#z[0-9A-Za-z]{4,16}$", link) is not None, True, link)
    browser.open("about:blank")
    browser.open(link)
    browser.wait(READY, "the page is ready")
    settle(browser)
    expect(browser.run("[kaname.game.tree.rule, kaname.game.number, kaname.files.address()]"), ["renju", 4, link], "the link is the position")
    for bad in ("moves=h8h8", "moves=h8&rule=chess", "size=3&moves=h8", "black=z99", "moves=h8&at=7", link[link.index("#") + 1:-2]):
        browser.run(f"(document.getElementById('messages').replaceChildren(), location.hash = '#{bad}', null)")
        browser.wait("document.querySelector('#messages .message.error')?.textContent.includes('stays')", f"message for {bad}")
        expect(browser.run("[kaname.game.tree.rule, kaname.game.number]"), ["renju", 4], f"the game after {bad}")
    browser.open(url)
    browser.wait(READY, "the page is ready")
    settle(browser)
    play(browser, "a1")
    settle(browser)
    browser.run("(kaname.game.comment('kept'), null)")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    expect(browser.run("[kaname.game.tree.rule, kaname.game.number, kaname.game.node.comment, kaname.game.node.parent.children.length]"),
           ["renju", 5, "kept", 2], "the game after a reload")
    open_moves(browser, "h8i9j10k11l12", rule="renju")
    browser.run("(kaname.keepNow(), window.addressBefore = location.hash, null)")
    play(browser, "a2")
    settle(browser)
    browser.run("(kaname.game.comment('late'), kaname.keepNow(), kaname.keepNow(), kaname.keepNow = () => {}, "
                "history.replaceState(null, '', window.addressBefore), null)")
    browser.reload()
    browser.wait(READY, "the page is ready once more")
    settle(browser)
    expect(browser.run("[kaname.game.number, kaname.game.node.comment]"), [6, "late"], "the game after a reload that began before the address changed")
    browser.run("(location.hash = '#moves=h8i9j10', kaname.keepNow(), null)")
    browser.wait("kaname.game.number === 3", "the link is open although the game before it was kept after the click on it")


def check_sharing(browser, build, _):
    """The button below the board copies a short link and says what it holds; it opens the same game with its variations. Where
    the browser refuses, the link is marked in the panel of files."""
    url = (build / "kaname.html").as_uri()
    open_page(browser, url)
    open_moves(browser, "h8i9g9i7j8i8i10h9j9k10g7k8j7k7k9l8j10j11h10f7", rule="renju", size=19)
    copied = """(kaname.copied = null, Object.defineProperty(navigator, "clipboard", { configurable: true, value: {
        writeText: async (text) => { if (kaname.refuses) throw new Error("refused"); kaname.copied = text; } } }), null)"""
    browser.run(copied)
    browser.press("Left", "Left")
    settle(browser)
    play(browser, "a1")
    settle(browser)
    browser.press("Left")
    settle(browser)
    browser.click("#share")
    browser.wait("kaname.copied !== null && document.querySelector('#messages .message')", "the link is copied")
    link, message = browser.run("[kaname.copied, document.querySelector('#messages .message').textContent]")
    expect(len(link) - link.index("#") < 40, True, f"a short link: {link}")
    expect(message, f"The link is copied: the game, 20 moves, shown at move 18. Moves in variations: 1. {len(link)} characters.", "what is copied")
    expect(browser.run("location.href"), link, "the address")
    seen = "[kaname.game.tree.rule, kaname.game.tree.width, kaname.game.number, kaname.game.node.children.length, kaname.game.request]"
    browser.run("(kaname.game.comment('left out'), null)")
    browser.click("#share")
    browser.wait("document.getElementById('messages').textContent.includes('Notes and labels are left out')", "what the link leaves out")
    browser.run("(kaname.game.comment(''), null)")
    before = browser.run(seen)
    browser.run("(localStorage.clear(), window.addEventListener('pagehide', () => (localStorage.clear(), sessionStorage.clear())), null)")
    open_page(browser, link)
    expect([browser.run(seen), before[:4]], [before, ["renju", 19, 18, 2]], "the game of the link")
    browser.run(copied)
    browser.run("(kaname.refuses = true, document.execCommand = () => false, null)")
    browser.click("#share")
    browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('The browser does not let')", "it is not copied")
    expect(browser.run("[document.activeElement.id, document.activeElement.value, getSelection().toString() || document.activeElement.value]"),
           ["link", link, link], "the link is marked")
    return f"{len(link) - link.index('#')} characters for 21 moves"


CURRENT_IN_VIEW = """(() => { const list = document.getElementById('move-list'), row = list.querySelector('[aria-current]').parentElement;
    const of = list.getBoundingClientRect(), at = row.getBoundingClientRect();
    return list.scrollHeight > list.clientHeight + row.offsetHeight && at.top > of.top - 2 && at.bottom < of.bottom + 2; })()"""


def check_move_list(browser, build, _):
    """The list of moves scrolls to the move on the board, also back to the first."""
    open_page(browser, (build / "kaname.html").as_uri(), panel="analyze")
    open_moves(browser, "h8i10j7g8h9h10g10i8i7g9h7g7k8h6k7l7j6k5l9g6g5m10i5l8j5j8h5i6f5")
    browser.run("(document.activeElement.blur(), null)")
    browser.wait(CURRENT_IN_VIEW, "the last move is in view")
    for key in ["Left"] * 28 + ["End"]:
        browser.press(key)
        settle(browser)
        browser.wait(CURRENT_IN_VIEW, f"the move is in view after {key}")


def check_tree(browser, build, _):
    """Variations: letters on the board, the tree by mouse, deleting, the main line; keys; the scrubber."""
    open_page(browser, (build / "kaname.html").as_uri())
    open_moves(browser, "h8i9j10")
    browser.run("(document.activeElement.blur(), null)")
    browser.press("Left", "Left")
    settle(browser)
    expect(stones(browser), 1, "stones after two arrow keys")
    play(browser, "g7")
    settle(browser)
    browser.click("#back")
    settle(browser)
    expect(browser.run("[...document.querySelectorAll('#board .letter')].map((l) => l.textContent).join('')"), "AB", "letters of the branches")
    browser.click(".tree .node:nth-of-type(3)")
    browser.press("End")
    expect(browser.count(".tree .node"), 5, "nodes in the tree")
    browser.run("(kaname.game.goTo(kaname.game.tree.root.children[0].children[1]), null)")
    browser.click("#make-main")
    expect(browser.run("kaname.game.tree.root.children[0].children[0].point.x"), 6, "the main line")
    browser.click("#delete-move")
    settle(browser)
    expect(browser.count(".tree .node"), 4, "nodes after deleting")
    x, y = browser.place("#graph")
    browser.click_at(x, y)
    settle(browser)
    expect(browser.run("kaname.game.number") in (1, 2), True, "the scrubber goes to the middle")
    browser.run("(document.getElementById('graph').focus(), null)")
    browser.press("End")
    expect(browser.run("kaname.game.number"), 3, "End on the scrubber")


def check_main_line(browser, build, _):
    """Where the reader plays both sides, another move than before begins a variation; the moves of a game against Kaname are
    the main line."""
    open_page(browser, (build / "kaname.html").as_uri(), color="both", rule="freestyle", size=15, opening="free", level="full", minutes=0)
    browser.click("#new-game")
    settle(browser)
    for name in ("h8", "i9", "j10", None, None, "g7", "g6"):
        play(browser, name) if name else browser.click("#back")
        settle(browser)
    lines = browser.run("""kaname.game.tree.root.children[0].children.map((at) => { const line = [];
        for (; at; at = at.children[0]) line.push(String.fromCharCode(97 + at.point.x) + (15 - at.point.y)); return line.join(" "); })""")
    expect(lines, ["i9 j10", "g7 g6"], "the main line and the variation")
    expect(browser.run("[kaname.machine.state.phase, kaname.machine.state.isAway, kaname.game.number]"), ["game", False, 3], "the game goes on there")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    play(browser, "f5")
    settle(browser)
    expect(browser.run("[kaname.machine.state.phase, kaname.game.number, kaname.game.node.parent.point.x]"), ["game", 4, 6], "and after a reload")
    browser.run("(kaname.play.finish('w', 'onTime'), null)")
    expect([browser.text("#status"), browser.run("kaname.game.tree.end")], ["White wins, on time", "none"], "a variation's end is not the main line's")
    browser.run("(kaname.settings.color = 'b', null)")
    browser.click("#new-game")
    settle(browser)
    play(browser, "h8")
    my_turn(browser)
    browser.click("#to-start")
    settle(browser)
    play(browser, "g7")
    my_turn(browser)
    expect(browser.run("kaname.game.tree.root.children.map((at) => at.point.x)"), [6, 7], "the other move's line is the game's")


def check_labels(browser, build, _):
    """Labels are typed on points by mouse and keyboard, seen, heard, taken away, and kept on reload."""
    open_page(browser, (build / "kaname.html").as_uri())
    open_moves(browser, "h8i9")
    browser.click("#label-points")
    for name in ("h8", "j9"):
        play(browser, name)
    expect(browser.run("[...document.querySelectorAll('#board .label')].map((l) => l.textContent).join('')"), "AB", "labels on the board")
    expect(browser.run("kaname.game.number"), 2, "no stone was played")
    browser.run("(document.getElementById('label-text').focus(), document.getElementById('label-text').value = '7', null)")
    browser.run("(document.getElementById('board').focus(), null)")
    browser.press("Enter")
    expect(browser.run("kaname.game.node.labels.length"), 2, "the cursor's point has another label")
    browser.press("Left", "Right")
    browser.wait("""document.getElementById('live').textContent.includes('"7"')""", "a screen reader hears the label")
    browser.run("(document.getElementById('label-text').value = '7', null)")
    browser.press("Enter")
    expect(browser.run("kaname.game.node.labels.map((label) => label.text).join('')"), "B", "the same label again takes it away")
    browser.click("#label-points")
    play(browser, "a1")
    settle(browser)
    expect([browser.run("kaname.game.number"), browser.count("#board .label")], [3, 0], "a stone, without labels of its own")
    browser.click("#back")
    browser.reload()
    browser.wait(READY, "the page is ready again")
    settle(browser)
    expect([browser.run("kaname.game.number"), browser.text("#board .label")], [2, "B"], "the game after a reload, labels and all")
    puzzle = "isOwn: true, id: '', rule: 'freestyle', size: 15, side: 'b', task: 'win', kind: 'vct', level: 1, black: [], white: [], firsts: [], line: []"
    for what, leave in (("a new game", "play.start()"), ("a puzzle", f"puzzles.begin({{ {puzzle} }})"), ("the editor", "editor.start()"),
                        ("another panel", "showPanel('settings')")):
        browser.run("kaname.files.takeText('h8 i9')")
        browser.run("(kaname.showPanel('play'), kaname.settings.color = 'both', null)")
        settle(browser)
        browser.click("#label-points")
        browser.run("(kaname.build(), null)")
        expect(browser.run("[kaname.moves.isLabelling, document.getElementById('label-points').checked]"), [True, True], "other words leave it on")
        browser.run(f"(kaname.{leave}, null)")
        settle(browser)
        play(browser, "a1")
        settle(browser)
        expect(browser.run("[kaname.moves.isLabelling, document.getElementById('label-points').checked, kaname.game.node.labels.length]"), [False, False, 0],
               f"labels after {what}")


def check_rule_note(browser):
    """A line under the rule's choice says that stones on the board keep another rule, until they agree or a game begins."""
    choose = """(() => {{ const select = document.getElementById("rule-note").previousElementSibling.querySelector("select");
        select.value = "{}"; select.dispatchEvent(new Event("change")); return null; }})()""".format
    note = "document.getElementById('rule-note').checkVisibility() ? document.getElementById('rule-note').textContent : ''"
    for rule, text in (("renju", ""), ("freestyle", "The board keeps its rule until a new game: Renju."), ("renju", "")):
        browser.run(choose(rule))
        expect(browser.run(note), text, f"the line under {rule}")
    browser.run(choose("standard"))
    browser.click("#new-game")
    expect(browser.run(f"[{note}, kaname.game.tree.rule]"), ["", "standard"], "the line after a new game")


def check_rules(browser, build, _):
    """Forbidden points are shown and refused; boards of every size draw; threats are marked."""
    open_page(browser, (build / "kaname.html").as_uri(), color="both", threats=True)
    browser.run("(location.hash = '#rule=renju&black=i8j8h9h10&white=a1a3a5a7&side=black', null)")
    browser.wait("document.querySelectorAll('#board .forbidden').length === 1", "the forbidden point")
    before = stones(browser)
    play(browser, "h8")
    browser.wait("document.querySelector('#messages .message.error')?.textContent.includes('forbidden')", "the refusal")
    expect(stones(browser), before, "stones after a forbidden move")
    check_rule_note(browser)
    browser.run("(location.hash = '#black=h8i8j8k8&white=a1a3a5a7', null)")
    browser.wait("document.querySelectorAll('#board .five').length === 2", "points of the five")
    for width, height in ((5, 5), (22, 22), (9, 20), (22, 5)):
        browser.run(f"(location.hash = '#size={width}x{height}&moves=a1b2', null)")
        browser.wait(f"kaname.board.width === {width} && kaname.board.height === {height}", "the size")
        settle(browser)
        expect(browser.run("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), True, "no wider than the window")
        box = browser.run("(() => { const b = document.querySelector('#board svg').getBoundingClientRect(); return [b.width, b.height]; })()")
        expect(min(box) > 100, True, f"the board of {width}x{height} is seen: {box}")


def check_no_room(browser, build, _):
    """Where the browser keeps nothing, the game before comes back all the same, and the present one is kept for it."""
    open_page(browser, (build / "kaname.html").as_uri(), panel="analyze")
    open_moves(browser, "h8i9")
    browser.run("(Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }, null)")
    open_moves(browser, "h8i9j10")
    open_moves(browser, "a1")
    for count in (3, 1, 3):
        browser.run("(kaname.bringBack(), null)")
        browser.wait(f"kaname.game.tree.root.children.length === 1 && kaname.game.number === {count}", f"the game of {count} moves")
