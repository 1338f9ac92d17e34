"""Checks of the engine behind the page: on servers, with threads, without SIMD, and against the program."""

import json
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

from page_steps import expect, my_turn, open_moves, open_page, play, served, settle, stones


def check_servers(browser, build, _):
    """As files of a server, isolated or not; a missing module gives a message, not a blank page."""
    for isolated in (False, True):
        with served(build, isolated) as base:
            open_page(browser, base + "/site/index.html")
            expect(browser.run("crossOriginIsolated"), isolated, "isolation")
            answer = browser.run("kaname.engine.thinker.ask('think moves=h8i9 nodes=3000 first=1 forget=1')")
            expect(answer["lines"][0]["depth"] >= 3, True, "the engine thinks")
    with tempfile.TemporaryDirectory() as folder:
        broken = pathlib.Path(folder) / "site"
        broken.mkdir()
        for path in (build / "site").rglob("*"):
            if path.is_file() and path.suffix != ".wasm":
                target = broken / path.relative_to(build / "site")
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(path.read_bytes())
        with served(pathlib.Path(folder)) as base:
            browser.open(base + "/site/index.html")
            browser.wait("document.getElementById('start').classList.contains('error')", "the message")
            expect("engine-simd.wasm" in browser.text("#start"), True, "what is missing")
        old = pathlib.Path(folder) / "old.html"
        old.write_text((build / "kaname.html").read_text(encoding="utf-8").replace("const modules = {};", "const modules = syntax of tomorrow;"),
                       encoding="utf-8")
        browser.open(old.as_uri())
        browser.wait("document.getElementById('start').textContent.startsWith('This browser cannot run')", "the message of an old browser")
        page = (build / "kaname.html").read_text(encoding="utf-8")
        for slip, what in (("self.DecompressionStream = undefined", "DecompressionStream"), ("WebAssembly.validate = () => false", "WebAssembly SIMD")):
            old.write_text(page.replace("<head>", f"<head><script>{slip};</script>"), encoding="utf-8")
            browser.open(old.as_uri())
            browser.wait(f"document.getElementById('start').textContent.startsWith('This browser cannot run Kaname: {what}')", f"lacks {what}")
    browser.errors()  # the missing file is told in the console too


FOUR_PROCESSORS = "(Object.defineProperty(navigator, 'hardwareConcurrency', { value: 4 }), kaname.build(), null)"


def choose_threads(browser, chosen, threads):
    """Chooses in the settings (0: what suits the machine), and waits for so many threads."""
    browser.run(f"(() => {{ const s = document.getElementById('threads'); s.value = '{chosen}'; s.dispatchEvent(new Event('change')); }})()")
    browser.wait(f"kaname.engine.threads === {threads}", f"{threads} threads")


def check_threads(browser, build, _):
    """On an isolated page searches share the work, as many threads as are chosen; the same module with one thread
    gives the results of the others. Where it is missing, or the page is not isolated, there is one thread."""
    open_page(browser, (build / "kaname.html").as_uri())
    alone = browser.run("kaname.engine.thinker.ask('bench depth=7')")["nodes"]
    expect(browser.run("[kaname.engine.threads, document.getElementById('threads').disabled]"), [1, True], "threads in a file")
    with served(build, isolated=True) as base:
        open_page(browser, base + "/site/index.html", lines=3)
        expect(browser.run("kaname.engine.isShared"), True, "the module with threads is used")
        expect(browser.run("kaname.engine.thinker.ask('bench depth=7')")["nodes"], alone, "nodes of one thread")
        browser.run(FOUR_PROCESSORS)
        expect(browser.run("[...document.getElementById('threads').options].map((o) => o.value).join()"), "0,1,2,3,4", "the choices")
        for chosen, threads in ((0, 3), (2, 2), (4, 4)):
            choose_threads(browser, chosen, threads)
        open_moves(browser, "h8i9g9i7j8i8")
        alone = browser.run("kaname.engine.thinker.ask('think moves=h8i9g9i7 depth=9 first=1 forget=1')")["nodes"]
        expect(browser.run("kaname.engine.thinker.ask('think moves=h8i9g9i7 depth=9 first=1 forget=1')")["nodes"], alone, "one thread again")
        shared = {browser.run("kaname.engine.thinker.ask('think moves=h8i9g9i7 depth=9 first=1 forget=1 threads=4')")["nodes"] for _ in range(3)}
        expect(shared != {alone}, True, "four threads search other nodes than one")
        browser.run("""(kaname.lines = [], kaname.engine.thinker.ask = function (line) { kaname.lines.push(line); return this.send({ line }); }, null)""")
        for _again in range(3):  # stopping and going on, as without threads
            browser.run("(kaname.analysis.start(), null)")
            browser.wait("document.querySelectorAll('#lines .line').length === 3 && kaname.analysis.answer.depth >= 6", "lines")
            browser.run("(kaname.analysis.stop(), null)")
            browser.wait("!kaname.engine.isBusy", "stopped")
        expect(browser.run("kaname.lines.length > 0 && kaname.lines.every((line) => line.includes(' threads=4 '))"), True, "analysis uses them")
        for rule in ("renju", "caro"):  # the engine ends its threads and takes new ones
            answer = browser.run(f"kaname.engine.thinker.ask('think rule={rule} size=13 moves=h8i9 nodes=3000 first=1 threads=4')")
            expect(answer.get("wrong"), None, f"a search of {rule}")
        browser.run("(kaname.settings.level = 'club', kaname.settings.threads = 0, kaname.save(), null)")
        browser.click("#tab-play")
        browser.click("#new-game")
        settle(browser)
        play(browser, "h8")
        my_turn(browser)
        expect(stones(browser), 2, "stones after an answer of a level")
    with tempfile.TemporaryDirectory() as folder:  # a thread whose worker starts and then says nothing
        shutil.copytree(build / "site", pathlib.Path(folder) / "site")
        (pathlib.Path(folder) / "site" / "thread.js").write_text("self.postMessage({ ready: true }); self.onmessage = () => {};", encoding="utf-8")
        with served(pathlib.Path(folder), isolated=True) as base:
            open_page(browser, base + "/site/index.html", threads=1)
            browser.run(f"(kaname.engine.loadMs = 300, {FOUR_PROCESSORS})")
            browser.run("(() => { const s = document.getElementById('threads'); s.value = '2'; s.dispatchEvent(new Event('change')); })()")
            browser.wait("document.querySelector('#messages .error')?.textContent.includes('1 of 2 threads')", "the message about the thread")
            answer = browser.run("kaname.engine.think('moves=h8i9', { totalMs: 100 })")
            expect(answer["best"] != "", True, "a search with the threads that are there")
    open_page(browser, (build / "kaname.html").as_uri(), color="b", size=15, rule="freestyle", opening="free", level="full")
    browser.click("#new-game")
    settle(browser)
    browser.run("(kaname.engine.answerMs = 200, kaname.engine.thinker.worker.postMessage = () => { kaname.engine.answerMs = 60000; }, null)")
    play(browser, "h8")  # as if a thread of the search had died
    browser.wait("document.querySelector('#messages .error')?.textContent.includes('was started again')", "the message about the engine")
    my_turn(browser)
    expect(stones(browser), 2, "stones after the engine was started again")
    for failures, threads in ((2, 3), (3, 1)):  # a worker that does not load is tried again, a few times
        with served(build, isolated=True, failures={"/site/thread.js": failures}) as base:
            open_page(browser, base + "/site/index.html", threads=1)
            browser.run(FOUR_PROCESSORS)
            choose_threads(browser, 3, threads)
            if threads == 1:
                choose_threads(browser, 2, 2)  # it loads now
    browser.errors()  # the failures are told in the console too
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(build / "site", pathlib.Path(folder) / "site", ignore=shutil.ignore_patterns("engine-threads.wasm"))
        with served(pathlib.Path(folder), isolated=True) as base:
            open_page(browser, base + "/site/index.html")
            expect(browser.run("[crossOriginIsolated, kaname.engine.isShared, kaname.engine.threads]"), [True, False, 1], "without the module")
            expect("One thread" in browser.text("#why-one"), True, "the page says why")
    browser.errors()  # the missing file is told in the console too


NETWORKS = ("freestyle",)  # as CMakePresets.json has them
POSITIONS = 10  # of each rule, for a long run; a fifth of it otherwise


def check_scalar(browser, build, program):
    """A browser without vector instructions loads the other module, whose results are the same."""
    native = subprocess.run([program, "bench", "7", "--eval", "table"], check=True, capture_output=True, text=True).stdout
    wanted = int(re.search(r"^Bench: (\d+)$", native, re.M).group(1))
    answers = {}
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder) / "site"
        shutil.copytree(build / "site", site)
        page = (site / "index.html").read_text(encoding="utf-8")
        (site / "scalar.html").write_text(page.replace("<head>", "<head><script>WebAssembly.validate = () => false;</script>"), encoding="utf-8")
        with served(pathlib.Path(folder)) as base:
            for name in ("scalar.html", "index.html"):
                open_page(browser, f"{base}/site/{name}")
                isa = browser.run("kaname.engine.thinker.ask('about').then((answer) => answer.isa)")
                expect(browser.run("kaname.engine.thinker.ask('bench tables=1 depth=7')")["nodes"], wanted, f"Bench of {isa}")
                answers[isa] = browser.run("kaname.engine.thinker.ask('bench depth=7')")["nodes"]
    expect(sorted(answers), ["scalar", "simd128"], "both modules")
    expect(answers["scalar"], answers["simd128"], "nodes by the network")


def check_native(browser, build, program, positions=POSITIONS // 5):
    """The same nodes as the program, and the same moves at fixed nodes. Of the networks, the page has
    those of NETWORKS alone, so other rules are compared by their tables."""
    open_page(browser, (build / "kaname.html").as_uri())
    native = subprocess.run([program, "bench", "--eval", "table"], check=True, capture_output=True, text=True).stdout
    wanted = int(re.search(r"^Bench: (\d+)$", native, re.M).group(1))
    answer = browser.run("kaname.engine.thinker.ask('bench tables=1')")
    expect(answer["nodes"], wanted, "Bench")
    chance, compared = random.Random(1), 0
    names = [chr(97 + x) + str(15 - y) for x in range(3, 12) for y in range(3, 12)]
    for rule in ("freestyle", "standard", "renju", "caro", "caro-exact"):
        for _position in range(positions):
            moves = "".join(chance.sample(names, chance.randint(3, 12)))
            line = subprocess.run([program, "analyze", "--json", "--eval", "network" if rule in NETWORKS else "table", "--rule", rule, "--nodes", "4000", "--lines", "1", moves],
                                  capture_output=True, text=True, check=False)
            data = json.loads(line.stdout) if line.returncode == 0 else {}
            if not data.get("lines"):
                continue
            found = browser.run(f"kaname.engine.thinker.ask('think rule={rule} moves={moves} nodes=4000 lines=1 first=1 forget=1')")
            first = re.match("[a-z][0-9]+", found["lines"][0]["moves"])[0]
            expect([first, found["nodes"]], [data["lines"][0]["move"], data["nodes"]], f"the move of {rule} {moves}")
            compared += 1
    expect(compared >= 4 * positions, True, f"positions that go on ({compared})")
    return f"{compared} positions"
