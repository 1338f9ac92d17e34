"""Checks of the site as an app: its service worker keeps the files, isolates the page and brings a new version."""

import os
import pathlib
import shutil
import sys
import tempfile
import threading

from page_steps import READY, expect, my_turn, open_page, play, served, settle, stones

WEB = pathlib.Path(__file__).resolve().parents[3] / "protocol" / "web"
sys.path.insert(0, str(WEB))
import assemble  # noqa: E402

KEPT = "navigator.serviceWorker.controller !== null"
ISOLATED = "[crossOriginIsolated, kaname.engine.isShared]"
# The icons of the manifest: the sides that it names and those of the pictures; 0 for a drawing.
ICONS = """(window.icons = null, (async () => {
    const { icons } = await (await fetch(document.querySelector("link[rel=manifest]").href)).json();
    const side = async ({ src, type }) => type === "image/svg+xml" ? 0
        : (await createImageBitmap(await (await fetch(src)).blob())).width;
    window.icons = await Promise.all(icons.map(async (icon) => [parseInt(icon.sizes, 10) || 0, await side(icon), icon.purpose ?? "any"]));
})(), null)"""


def reload(browser):
    browser.reload()
    browser.wait(READY, "the page is ready again")


def load_again(browser, button):
    """Clicks a button that loads the page again."""
    browser.run("(kaname.before = true, null)")
    browser.click(button)
    browser.wait(f"window.kaname && !kaname.before && {READY}", "the page is loaded again")


def install(browser, base):
    """Opens the site and waits until the browser keeps it."""
    open_page(browser, base + "/site/", color="b", size=15, rule="freestyle", opening="free", level="full")
    browser.wait(KEPT, "the service worker", 120)


def offline(browser, build):
    """A plain server: isolated from the second load on, and without the server the site still plays."""
    with served(build) as base:
        install(browser, base)
        expect(browser.run(ISOLATED), [False, False], "isolation at the first visit")
        expect(browser.count("#reload"), 1, "the settings offer to load the page again")
        reload(browser)
        expect(browser.run(ISOLATED), [True, True], "isolation once the worker has taken over")
        expect(browser.count("#reload, #why-one"), 0, "nothing is left to say about threads")
        browser.run(ICONS)
        browser.wait("window.icons", "the icons")
        icons = browser.run("window.icons")
        expect([a == b for a, b, _ in icons], [True] * len(icons), f"sizes of the icons: {icons}")
        expect({192, 512} <= {a for a, _, use in icons if use == "any"} and "maskable" in {use for *_, use in icons}, True, f"icons: {icons}")
    reload(browser)  # the server is stopped
    expect(browser.run(ISOLATED), [True, True], "isolation without a server")
    browser.click("#tab-play")
    browser.click("#new-game")
    settle(browser)
    play(browser, "h8")
    my_turn(browser)
    expect(stones(browser), 2, "stones without a server")
    browser.click("#tab-puzzles")
    browser.wait("kaname.puzzles.puzzles.length > 3000", "the set of puzzles without a server")
    reload(browser)
    expect(stones(browser), 2, "the game after another reload")
    browser.errors()  # the browser tells that it found no newer worker


TITLES = "<title>Kaname", "<title>New Kaname"


def publish(site, changes):
    """Writes the changes, (file, old text, new text), as a new version."""
    for name, old, new in changes:
        text = (site / name).read_text(encoding="utf-8")
        expect(text.count(old), 1, f"{old} in {name}")
        (site / name).write_text(text.replace(old, new), encoding="utf-8")
    shutil.copy(WEB / "page" / assemble.WORKER, site)
    assemble.finish_worker(site)


def caches_of(browser):
    browser.run("(window.names = null, caches.keys().then((names) => { window.names = names; }), null)")
    browser.wait("window.names", "the names of the caches")
    return browser.run("window.names.filter((name) => name.startsWith('kaname'))")


def look_for_version(browser):
    """How the browser's look for a new version ended: "" if well."""
    browser.run("(window.looked = null, navigator.serviceWorker.getRegistration().then((r) => r.update()).then("
                "async (r) => { const w = r.installing; if (w) await new Promise((done) => { w.onstatechange = done; }); window.looked = w?.state ?? 'none'; },"
                "(wrong) => { window.looked = String(wrong); }), null)")
    browser.wait("window.looked", "the end of the look")
    return browser.run("window.looked")


def new_version(browser, build):
    """A new version of the site is kept as a whole, and waits until the reader lets it take over."""
    held = {"/site/engine.js": threading.Event()}
    held["/site/engine.js"].set()
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder) / "site"
        shutil.copytree(build / "site", site)
        with served(pathlib.Path(folder), held=held) as base:
            install(browser, base)
            browser.click("#tab-settings")
            load_again(browser, "#reload")
            expect(browser.run(ISOLATED), [True, True], "isolation after the button")
            browser.open("about:blank")  # a refresh by WebDriver may bring back the page before a reload of the page's own
            install(browser, base)
            first = caches_of(browser)
            old = (site / "index.html").read_bytes()
            publish(site, [("index.html", *TITLES), ("words/en.js", 'title: "', 'title: "New ')])
            new = (site / "index.html").read_bytes()
            (site / "index.html").write_bytes(old)  # as if the host had not yet published it
            written = (site / "index.html").stat()
            expect(look_for_version(browser), "redundant", "a version with a file of the one before")
            expect(caches_of(browser), first, "what is kept then")
            (site / "index.html").write_bytes(new)
            os.utime(site / "index.html", ns=(written.st_atime_ns, written.st_mtime_ns))  # in the same second, for the browser's cache
            held["/site/engine.js"].clear()
            browser.run("(navigator.serviceWorker.getRegistration().then((r) => r.update()).then((r) => { window.found = r.installing; }), null)")
            browser.wait("window.found", "the new version")
            reload(browser)  # while its files are being loaded
            expect(browser.count("#messages .message"), 0, "messages before all files are there")
            held["/site/engine.js"].set()
            browser.wait("document.querySelector('#messages .message')?.textContent.startsWith('A new version')", "the offer of the new version")
            expect(browser.run("document.title.startsWith('New')"), False, "the version that is running")
            load_again(browser, "#messages button")
            expect(browser.run("document.title.startsWith('New')"), True, "the new version has taken over")
            expect(len(caches_of(browser)), 1, "versions that are kept")
        browser.errors()  # the version that was not kept is told in the console too


def check_app(browser, build, _):
    """The site installs, works without its server, isolates itself where the server does not, and brings a new version. The
    one file does none of it."""
    offline(browser, build)
    new_version(browser, build)
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder) / "site"
        site.mkdir()
        for name in ("kaname.html", "site/offline.js"):
            shutil.copy(build / name, site)
        with served(pathlib.Path(folder)) as base:
            for url in ((build / "kaname.html").as_uri(), base + "/site/kaname.html"):
                open_page(browser, url)
                expect([browser.count("link[rel=manifest]"), browser.run("kaname.isKept")], [0, False], f"an app at {url}")
            browser.run("(window.found = null, navigator.serviceWorker.getRegistrations().then((found) => { window.found = found.length; }), null)")
            browser.wait("window.found !== null", "registrations")
            expect(browser.run("window.found"), 0, "service workers of the one file")
