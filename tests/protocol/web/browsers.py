"""Headless browsers under one interface: Chromium by chromedriver's HTTP interface, Firefox by WebDriver BiDi."""

import asyncio
import base64
import json
import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request

KEYS = {"Left": "\ue012", "Up": "\ue013", "Right": "\ue014", "Down": "\ue015", "Enter": "\ue007", "Home": "\ue011",
        "End": "\ue010", "Tab": "\ue004", "Escape": "\ue00c", "Space": " "}
LOOK_S = 0.05  # between two looks of a wait
LEAST_LOOKS = 300
ANSWER_S = 30  # for an answer of Firefox that may be lost


def pointer_actions(x, y, touch=False, buttons=("Down", "Up")):
    """Moves the pointer there, and its button as `buttons` says."""
    steps = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}]
    steps += [{"type": "pointer" + way, "button": 0} for way in buttons]
    return [{"type": "pointer", "id": "finger" if touch else "mouse",
             "parameters": {"pointerType": "touch" if touch else "mouse"}, "actions": steps}]


def key_actions(names):
    steps = []
    for name in names:
        value = KEYS.get(name, name)
        steps += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
    return [{"type": "key", "id": "keyboard", "actions": steps}]


class Browser:
    """What both have in common. Subclasses give open(), run(), act(), screenshot(), errors(), close()."""

    touch = False

    def click_at(self, x, y):
        self.act(pointer_actions(x, y, self.touch))

    def point_at(self, x, y):
        self.act(pointer_actions(x, y, buttons=()))

    def press(self, *names):
        self.act(key_actions(names))

    def place(self, selector):
        """The middle of the element, after scrolling to it."""
        return self.run(f"""(() => {{ const e = document.querySelector({json.dumps(selector)});
            e.scrollIntoView({{ block: "center" }}); const b = e.getBoundingClientRect();
            return [b.left + b.width / 2, b.top + b.height / 2]; }})()""")

    def click(self, selector):
        self.click_at(*self.place(selector))

    def take_focus(self):
        """Has the page take keys as that of the window in front; the next step opens a page."""

    def text(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)}).textContent")

    def count(self, selector):
        return self.run(f"document.querySelectorAll({json.dumps(selector)}).length")

    def state(self):
        """What the page of the board says of itself, "" for other pages."""
        return self.run("""typeof kaname === "undefined" || !kaname.machine ? "" : JSON.stringify({ ...kaname.machine.state,
            number: kaname.game?.number, isBusy: kaname.engine?.isBusy, depth: kaname.analysis?.answer?.depth,
            isOfThisNode: kaname.analysis?.node === kaname.game?.node, lines: document.querySelectorAll("#lines .line").length,
            messages: [...document.querySelectorAll("#messages .message")].map((message) => message.textContent) })""")

    def wait(self, condition, what, seconds=60):
        """Until the expression is true. A machine that stood still for a while has time to catch up: the seconds end the
        wait only after enough looks."""
        end = time.monotonic() + seconds
        looks = 0
        while not self.run(f"Boolean({condition})"):
            looks += 1
            if time.monotonic() > end and looks > LEAST_LOOKS:
                raise AssertionError(f"waited {seconds} s in vain: {what}; {self.state()}")
            time.sleep(LOOK_S)


class Chromium(Browser):
    """One session; every command is one HTTP request."""

    def __init__(self, folder, width=1400, height=900, mobile=False):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       text=True)
        found = None
        for line in self.driver.stdout:
            found = re.search(r"successfully on port (\d+)", line)
            if found:
                break
        if not found:
            raise RuntimeError("chromedriver does not start")
        self.touch = mobile
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", f"--window-size={width},{height + 87}",
                            "--user-data-dir=" + os.path.join(folder, f"chromium-{time.monotonic_ns()}")]}
        if mobile:
            options["mobileEmulation"] = {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 2.0, "touch": True}}
        self.base = f"http://127.0.0.1:{found.group(1)}"
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        answer = self.request("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base += "/session/" + answer["sessionId"]

    def request(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from error

    def open(self, url):
        self.request("POST", "/url", {"url": url})

    def reload(self):
        self.request("POST", "/refresh", {})

    def run(self, script):
        return self.request("POST", "/execute/sync", {"script": "return " + script, "args": []})

    def act(self, actions):
        self.request("POST", "/actions", {"actions": actions})

    def finger(self, *steps):
        """What a finger does: ("down", x, y), ("move", x, y), ("up",). It stays down from one call to the next."""
        for step, *place in steps:
            kind = {"down": "touchStart", "move": "touchMove", "up": "touchEnd", "cancel": "touchCancel"}[step]
            points = [{"x": place[0], "y": place[1]}] if place else []
            self.request("POST", "/goog/cdp/execute", {"cmd": "Input.dispatchTouchEvent", "params": {"type": kind, "touchPoints": points}})

    def drop_text(self, selector, text):
        """Drags text from elsewhere to the element and lets it go there."""
        x, y = self.place(selector)
        data = {"items": [{"mimeType": "text/plain", "data": text}], "dragOperationsMask": 1}
        for kind in ("dragEnter", "dragOver", "drop"):
            self.request("POST", "/goog/cdp/execute", {"cmd": "Input.dispatchDragEvent", "params": {"type": kind, "x": x, "y": y, "data": data}})

    def tab(self):
        """The tab that steps are taken in."""
        return self.request("GET", "/window")

    def new_tab(self):
        """Goes on in a new tab, beside the ones that are open."""
        tab = self.request("POST", "/window/new", {"type": "tab"})["handle"]
        self.go_to_tab(tab)
        return tab

    def duplicate_tab(self):
        """Goes on in a copy of the tab, with what the tab alone keeps."""
        before = self.request("GET", "/window/handles")
        self.run("(window.open(location.href), null)")
        [tab] = set(self.request("GET", "/window/handles")) - set(before)
        self.go_to_tab(tab)
        return tab

    def go_to_tab(self, tab):
        self.request("POST", "/window", {"handle": tab})

    def close_tab(self):
        """Closes the tab and goes on in another one."""
        self.go_to_tab(self.request("DELETE", "/window")[0])

    def prefer_media(self, **features):
        """What the system prefers: prefer_media(forced_colors="active"). Others are as usual."""
        self.request("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": [
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()]}})

    def resize(self, width=None, height=None):
        """Gives the page a window of this size; without one, its own again."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        command = {"cmd": "Emulation.setDeviceMetricsOverride", "params": size} if width else {"cmd": "Emulation.clearDeviceMetricsOverride", "params": {}}
        self.request("POST", "/goog/cdp/execute", command)

    def picture(self):
        """The window as a PNG in base 64."""
        return self.request("GET", "/screenshot")

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.picture()))

    def errors(self):
        return [entry["message"] for entry in self.request("POST", "/se/log", {"type": "browser"})
                if entry["level"] == "SEVERE" and "favicon" not in entry["message"]]

    def close(self):
        try:
            self.request("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()


class Firefox(Browser):
    """One session over a web socket."""

    def __init__(self, folder, width=1400, height=900, mobile=False):
        del mobile
        profile = os.path.join(folder, f"firefox-{time.monotonic_ns()}")
        os.mkdir(profile)
        with open(os.path.join(profile, "user.js"), "w", encoding="ascii") as file:
            file.write('user_pref("remote.active-protocols", 1);\nuser_pref("app.update.enabled", false);\n'
                       'user_pref("browser.shell.checkDefaultBrowser", false);\nuser_pref("datareporting.policy.firstRunURL", "");\n')
        environment = dict(os.environ, HOME=folder, MOZ_HEADLESS="1", MOZ_HEADLESS_WIDTH=str(width),
                           MOZ_HEADLESS_HEIGHT=str(height))
        self.process = subprocess.Popen(["firefox-esr", "--headless", "--no-remote", "--profile", profile,
                                         "--remote-debugging-port=0"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                        text=True, env=environment)
        address = None
        for line in self.process.stderr:
            found = re.search(r"WebDriver BiDi listening on (ws://\S+)", line)
            if found:
                address = found.group(1) + "/session"
                break
        if address is None:
            raise RuntimeError("Firefox does not start")
        self.loop = asyncio.new_event_loop()
        self.next = 0
        self.seen = []
        self.socket = self.loop.run_until_complete(self.connect(address))
        self.send("session.new", {"capabilities": {}})
        self.send("session.subscribe", {"events": ["log.entryAdded"]})
        self.viewport = {"width": width, "height": height}
        self.context = None
        self.take_focus()

    @staticmethod
    async def connect(address):
        import websockets  # Debian: python3-websockets; only Firefox needs it
        return await websockets.connect(address, max_size=None)

    async def exchange(self, method, params, seconds):
        self.next += 1
        await self.socket.send(json.dumps({"id": self.next, "method": method, "params": params}))
        while True:
            answer = json.loads(await asyncio.wait_for(self.socket.recv(), seconds))
            if answer.get("type") == "event":
                self.seen.append(answer)
            elif answer.get("id") == self.next:
                if answer["type"] == "error":
                    raise RuntimeError(f"{method}: {answer['error']}: {answer.get('message')}")
                return answer["result"]

    def send(self, method, params, seconds=120):
        return self.loop.run_until_complete(self.exchange(method, params, seconds))

    def open(self, url):
        """Opens the address. Firefox sometimes loses its answer, or stands still for good, while a page moves to another
        process. Then the page says whether it is loaded, and a page that says nothing is opened again in a new tab."""
        address = {"url": url, "wait": "complete"}
        try:
            self.send("browsingContext.navigate", {"context": self.context, **address}, ANSWER_S)
        except asyncio.TimeoutError:
            try:
                loaded = f"location.href === new URL({json.dumps(url)}).href && document.readyState === 'complete'"
                self.wait(loaded, f"loading of {url}", ANSWER_S)
            except (asyncio.TimeoutError, AssertionError, RuntimeError):
                print(f"Firefox stands still; in a new tab again: {url}", flush=True)
                self.take_focus()
                self.send("browsingContext.navigate", {"context": self.context, **address})

    def take_focus(self):
        """Goes on in a new tab. The first tab of a window without a screen never has the focus, and another loses it when its
        page moves to another process; then keys press no buttons, and no focus counts as one by keys."""
        last = self.context
        self.context = self.send("browsingContext.create", {"type": "tab"})["context"]
        self.send("browsingContext.setViewport", {"context": self.context, "viewport": self.viewport})
        if last is not None:
            try:
                self.send("browsingContext.close", {"context": last}, ANSWER_S)
            except (asyncio.TimeoutError, RuntimeError):
                pass  # a tab that stands still stays behind

    def reload(self):
        self.send("browsingContext.reload", {"context": self.context, "wait": "complete"})

    def run(self, script):
        result = self.send("script.evaluate", {
            "expression": f"(async () => {{ const value = await ({script}); return JSON.stringify(value === undefined ? null : value); }})()",
            "target": {"context": self.context}, "awaitPromise": True})
        if result["type"] == "exception":
            raise RuntimeError(result["exceptionDetails"]["text"])
        return json.loads(result["result"]["value"])

    def act(self, actions):
        self.send("input.performActions", {"context": self.context, "actions": actions})

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("browsingContext.captureScreenshot", {"context": self.context})["data"]))

    def errors(self):
        self.run("null")  # takes in what has come
        seen, self.seen = self.seen, []
        entries = [event["params"] for event in seen if event["method"] == "log.entryAdded"]
        return [entry["text"] for entry in entries if entry["level"] == "error" and "favicon" not in str(entry["text"])]

    def close(self):
        try:
            self.loop.run_until_complete(self.socket.close())
        finally:
            self.process.terminate()
            self.process.wait()


def available(name):
    needs = {"chromium": ["chromedriver", "chromium"], "firefox": ["firefox-esr"]}[name]
    return all(shutil.which(program) for program in needs)
