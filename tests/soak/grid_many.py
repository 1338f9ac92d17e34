#!/usr/bin/env python3
"""Many workers of one manager, simulated over one connection: how do its memory, its processor time
and the live page grow?

    grid_many.py TOURNAMENT [--workers N] [--tables N] [--games N]

Prints one line: workers, games, seconds, milliseconds of the manager's processor time an encounter,
its memory, and bytes and milliseconds of the live page's data. Exit status: 0, 1 if a game is
missing, 77 if nats-server is not installed.
"""
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tournament/grid"))
from nats import free_port, options_of, start_server  # noqa: E402

BEAT_S = 2


def played(task, worker):
    """The answer to an encounter: Black makes a five with its ninth stone's move."""
    games = []
    for game in task["games"]:
        black = game["second"] if game["reversed"] else game["first"]
        moves = [[i // 2, 0 if i % 2 == 0 else 14, 0, 1000, None, 0, 0] for i in range(9)]
        games.append({"number": game["number"], "round": game["round"], "game": game["game"],
                      "pair": game["pair"], "black": black,
                      "white": game["first"] + game["second"] - black,
                      "white_first": game["reversed"], "opening_rule": 0, "continuous": 0, "rule": 0,
                      "width": 15, "height": 15, "opening": -1, "transform": 0, "result": 1,
                      "started_ms": 0, "duration_ms": 9, "black_memory": 0, "white_memory": 0,
                      "opening_moves": 0, "moves": moves, "reason": "five", "detail": ""})
    return {"v": 2, "kind": "played", "id": task["id"], "attempt": task["attempt"],
            "secret": task["secret"], "token": token_of(worker), "check": check_of(task), "worker": worker, "hash0": "", "hash1": "", "scale": 1,
            "games": games}


def token_of(worker):
    return worker.encode().hex().rjust(32, "0")


def check_of(task):
    """encounter_check() of an encounter without opening and options: FNV-1a of its number."""
    total = 2166136261
    for byte in task["id"].to_bytes(8, "little"):
        total = ((total ^ byte) * 16777619) & 0xffffffff
    return total


class Workers:
    """All workers, on one connection that speaks the client protocol of NATS."""

    def __init__(self, port, key, count, tables):
        self.link = socket.create_connection(("127.0.0.1", port))
        self.input = self.link.makefile("rb")
        self.key, self.count, self.tables, self.turn = key, count, tables, 0
        self.out = [b"CONNECT {\"headers\":true}\r\n", b"SUB _INBOX.many 1\r\n"]
        self.beaten = 0.0

    def publish(self, subject, body, reply=""):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.out.append(f"PUB {subject} {reply}{' ' if reply else ''}{len(data)}\r\n".encode() +
                        data + b"\r\n")

    def flush(self):
        self.link.sendall(b"".join(self.out))
        self.out = []

    def beat(self):
        if time.monotonic() - self.beaten < BEAT_S:
            return
        self.beaten = time.monotonic()
        for i in range(self.count):
            games = [{"number": self.tables * i + k + 1, "black": 0, "white": 1, "moves": "h8i9g7"}
                     for k in range(self.tables)]
            self.publish(f"kaname.worker.{self.key}",
                         {"v": 2, "kind": "beat", "worker": f"stub-{i}", "cpu": "a stub",
                          "token": token_of(f"stub-{i}"), "empty_ms": -1,
                          "tasks": [game["number"] for game in games],
                          "speed": 100 + i % 7, "tables": self.tables, "busy": self.tables,
                          "leaving": False, "hashes": ["", ""], "games": games})

    def ask(self, batch):
        self.publish(f"$JS.API.CONSUMER.MSG.NEXT.kaname-{self.key}.tasks",
                     {"batch": batch, "expires": 500000000}, "_INBOX.many")

    def work(self, until):
        """Answers tasks until the function says that it is enough."""
        self.beat()
        self.ask(256)
        self.flush()
        self.link.settimeout(0.5)
        got = 0
        while not until():
            try:
                line = self.input.readline()
            except TimeoutError:
                line = b"again"
                self.input = self.link.makefile("rb")
            words = line.split()
            body = self.input.read(int(words[-1]) + 2) if line[:4] in (b"MSG ", b"HMSG") else b""
            if line.startswith(b"HMSG") and len(words) == 6:  # a task; its id is in the header
                self.turn += 1
                self.publish(f"kaname.result.{self.key}",
                             played(json.loads(body[int(words[4]):-2]),
                                    f"stub-{self.turn % self.count}"))
                self.publish(words[3].decode(), b"+ACK")
                got += 1
            if line in (b"", b"again") or (line.startswith(b"HMSG") and len(words) == 5) or got == 256:
                self.ask(256)
                got = 0
            elif line.startswith(b"PING"):
                self.out.append(b"PONG\r\n")
            self.beat()
            self.flush()


def status_of(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    pages = int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
    return seconds, pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def count_games(path):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5) as base:
        return base.execute("SELECT count(*) FROM game").fetchone()[0]


def look_at_page(tournament, folder):
    watch = subprocess.Popen([tournament, "watch", "run.db", "-listen", "127.0.0.1:0"], cwd=folder,
                             stdout=subprocess.PIPE, text=True)
    address = watch.stdout.readline().strip()
    start = time.monotonic()
    text = urllib.request.urlopen(address + "data", timeout=60).read()
    spent_ms = (time.monotonic() - start) * 1000
    watch.terminate()
    watch.wait()
    return len(text), spent_ms, len(json.loads(text)["live"]["workers"])


def measure(options, folder):
    port = free_port()
    server = start_server(folder, port)
    log = open(folder / "manager.log", "w+")
    manager = subprocess.Popen(
        [options.tournament, "-grid", f"nats://127.0.0.1:{port}", "-anybinary", "-db", "run.db",
         "-openings", "none", "-engine", "name=A", "cmd=a", "-engine", "name=B", "cmd=b", "-games",
         str(options.games), "-repeat", "-seed", "1"], cwd=folder, stdout=log, stderr=log)
    try:
        end = time.monotonic() + 30
        while "Grid: run " not in (folder / "manager.log").read_text() and time.monotonic() < end:
            time.sleep(0.1)
        key = (folder / "manager.log").read_text().split("Grid: run ")[1].split(" ")[0]
        workers = Workers(port, key, options.workers, options.tables)
        start = time.monotonic()
        last = [0.0, (0.0, 0.0), None]

        def enough():
            if manager.poll() is not None:
                return True
            if time.monotonic() - last[0] > 1:
                last[0] = time.monotonic()
                last[1] = status_of(manager.pid)
                if last[2] is None and count_games(folder / "run.db") > options.games * 0.4:
                    last[2] = look_at_page(options.tournament, folder)
            return False

        workers.work(enough)
        seconds = time.monotonic() - start
    finally:
        for process in (manager, server):
            if process.poll() is None:
                process.kill()
            process.wait()
    games = count_games(folder / "run.db")
    page = last[2] or (0, 0, 0)
    print(f"{options.workers} workers of {options.tables} tables: {games} games in {seconds:.1f} s, "
          f"{1000 * last[1][0] / max(1, games / 2):.2f} ms of processor an encounter, "
          f"{last[1][1]:.0f} MB; page: {page[0]} bytes, {page[1]:.0f} ms, {page[2]} workers")
    return games == options.games and manager.returncode == 0


def main():
    options = options_of(__doc__, "tournament", workers=1000, tables=2, games=4000)
    if options is None:
        return 77
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kaname-grid-"))
    try:
        is_good = measure(options, folder)
    finally:
        shutil.rmtree(folder)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
