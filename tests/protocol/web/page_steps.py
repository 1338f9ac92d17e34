"""What the checks of the page share: a server without code, and steps that a reader takes."""

import contextlib
import http.server
import json
import pathlib
import re
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
READY = "document.documentElement?.dataset.ready === 'true'"  # no document is there while one is loaded
GAME = {"color": "b", "size": 15, "rule": "freestyle", "opening": "free", "level": "full", "minutes": 0}  # settings of begin()
THREAT = "h8g9i7h9g7i9"  # White has an open three


def expect(actual, wanted, what):
    if actual != wanted:
        raise AssertionError(f"{what}: {actual!r}, not {wanted!r}")


# ---- A server without code ------------------------------------------------------------------------


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site, and the unit tests below /units; with the headers of an isolated page if asked. `failures` has how often a
    path fails for the page, and `held` an event that the service worker waits for on a path."""

    folders, isolated, failures, held = {}, False, {}, {}
    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".js": "text/javascript"}

    def translate_path(self, path):
        path = path.split("?")[0].split("#")[0]
        for prefix, folder in self.folders.items():
            if path.startswith(prefix):
                return str(folder / (path[len(prefix):] or "index.html"))
        return str(self.folders["/site/"] / "missing")

    def do_GET(self):
        is_kept = "offline.js" in self.headers.get("Referer", "")  # the service worker asks, not the page
        if self.failures.get(self.path, 0) > 0 and not is_kept:
            self.failures[self.path] -= 1
            self.send_error(503)
        else:
            if is_kept and self.path in self.held:
                self.held[self.path].wait()
            super().do_GET()

    def end_headers(self):
        if self.isolated:
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """Says nothing of a browser that left before the answer: it may load files of a page that a check has closed."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextlib.contextmanager
def served(build, isolated=False, failures=None, held=None):
    handler = type("Served", (Handler,), {"folders": {"/site/": build / "site", "/units/": HERE / "units"}, "isolated": isolated,
                                          "failures": failures or {}, "held": held or {}})
    server = Server(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


# ---- Steps ----------------------------------------------------------------------------------------


def settle(browser):
    """Until the facts of the position are there."""
    browser.wait("kaname.game.facts !== null", "facts of the position")


def open_page(browser, url, **settings):
    """Opens the page anew with these settings. Without `coach` no move is judged."""
    browser.open("about:blank")  # so that the page of before is not taken for the new one
    browser.open(url)
    browser.wait(READY, "the page is ready")
    kept = {"language": "en", "seconds": 0.3, "panel": "play", "coach": False, **settings}
    browser.run(f"(kaname.analysis.stop(), Object.assign(kaname.settings, {json.dumps(kept)}), kaname.build(), null)")
    settle(browser)


def open_moves(browser, moves, **words):
    """Puts a game on the board through the address."""
    fragment = "&".join([f"moves={moves}"] + [f"{key}={value}" for key, value in words.items()])
    browser.run(f"(location.hash = '#' + {json.dumps(fragment)}, null)")
    browser.wait(f"kaname.game.tree.root.children.length > 0 && kaname.game.number === {len(re.findall('[a-z][0-9]+', moves))}",
                 "the link is open")
    settle(browser)


def review_moves(browser, moves):
    """Opens the moves and reviews them, in the panel of reviews."""
    open_moves(browser, moves)
    browser.click("#tab-review")
    browser.click("#review")
    browser.wait("!kaname.review.isBusy && document.querySelectorAll('#mistakes li').length > 0", "the review")


def cell(browser, name):
    """Where the point lies in the window."""
    return browser.run(f"""(() => {{ const svg = document.querySelector("#board svg"); const m = svg.getScreenCTM();
        const at = new DOMPoint({ord(name[0]) - 97}, kaname.game.tree.height - {name[1:]}).matrixTransform(m);
        return [at.x, at.y]; }})()""")


def play(browser, name):
    browser.run("(document.querySelector('#board').scrollIntoView({ block: 'center' }), null)")
    browser.click_at(*cell(browser, name))
    if browser.touch and browser.run("kaname.board.aim !== null"):
        browser.click_at(*cell(browser, name))  # once more, to confirm the point


def stones(browser):
    return browser.count("#board .stone.played, #board .stone.winning")


def empty_cells(browser):
    """Empty points far from all stones first: a player who does not resist."""
    return browser.run("""(() => { const { cells } = kaname.game.position(); const { width, height } = kaname.game.tree;
        const far = []; cells.forEach((c, i) => { if (c !== "") return; const x = i % width, y = (i - x) / width; let d = 99;
        cells.forEach((o, j) => { if (o !== "") d = Math.min(d, Math.max(Math.abs(j % width - x), Math.abs(Math.floor(j / width) - y))); });
        far.push([d, String.fromCharCode(97 + x) + (height - y)]); });
        return far.sort((a, b) => b[0] - a[0]).map((f) => f[1]); })()""")


def my_turn(browser):
    browser.wait("kaname.game.facts !== null && (!kaname.play.isRunning || (!kaname.play.isThinking && "
                 "kaname.game.side === kaname.play.color))", "the engine's move")


def begin(browser, build, stones_first=("h8",), **settings):
    """A game in which the reader has played these stones, each answered."""
    open_page(browser, (build / "kaname.html").as_uri(), **{**GAME, **settings})
    browser.click("#new-game")
    settle(browser)
    for name in stones_first:
        play(browser, name)
        my_turn(browser)


def game_at(browser, moves):
    """A game in which the reader has Black and these moves were played."""
    open_moves(browser, moves)
    way = [0] * len(re.findall("[a-z][0-9]+", moves))
    data = {"phase": "game", "color": "b", "isHeld": False, "seed": 1, "way": way, "result": None, "limitMs": 0, "used": {"b": 0, "w": 0}, "opening": None}
    browser.run(f"(kaname.showPanel('play'), kaname.play.restore({json.dumps(data)}), null)")
    expect(browser.run("[kaname.machine.state.phase, kaname.game.side]"), ["game", "b"], "the game")
