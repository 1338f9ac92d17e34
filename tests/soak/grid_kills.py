#!/usr/bin/env python3
"""Plays a run over a grid while workers, manager and server are killed, and compares its report
with that of a local run of the same seed.

    grid_kills.py TOURNAMENT PUPPET [--games N] [--worker-kills N] [--manager-kills N]
                  [--server-restarts N] [--stops N] [--lease S] [--late MS] [--seed N] [--keep]

Starts nats-server on a free loopback port with a store of its own. Exit status: 0, 1 if a game is
missing, twice there or another than the local run's, 77 if nats-server is not installed.
"""
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tournament/grid"))
from nats import free_port, options_of, start_server  # noqa: E402


class Grid:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.engines = ["-engine", "name=Row", f"cmd={options.puppet} late={options.late}",
                        "-engine", "name=Last", f"cmd={options.puppet} move=last score=12 die=40"]
        self.match = ["-games", str(options.games), "-repeat", "-seed", "7"]
        self.server = self.manager = None
        self.workers = []
        self.stopped = []  # (when to go on, worker)

    def start(self, words, log):
        with open(self.folder / log, "a") as out:
            return subprocess.Popen(words, cwd=self.folder, stdout=out, stderr=out)

    def start_server(self):
        self.server = start_server(self.folder, self.port)

    def start_worker(self):
        self.workers.append(self.start([self.options.tournament, "work", "-grid", self.url,
                                        "-concurrency", "2", *self.engines], "worker.log"))

    def start_manager(self, resume):
        words = [self.options.tournament, "-grid", self.url, "-lease", str(self.options.lease),
                 "-db", "grid.db", "-aside", "101", *self.engines, *self.match]
        self.manager = self.start(words + (["-resume"] if resume else []), "manager.log")

    def end(self):
        for process in [self.manager, *self.workers, self.server]:
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()


def count_games(path):
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5) as base:
            return base.execute("SELECT count(*) FROM game").fetchone()[0]
    except sqlite3.Error:
        return 0


def moves_of(path):
    """All that two runs of the same seed have in common, by game."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
        games = base.execute("SELECT number, round, game, pair, black, white, white_is_first,"
                             " opening, transform, result, reason FROM game ORDER BY number")
        moves = base.execute("SELECT game, ply, x, y, is_opening, score FROM move"
                             " ORDER BY game, ply")
        return games.fetchall(), moves.fetchall()


def plan(options, rng):
    """The blows in order, each at a number of finished games."""
    blows = (["worker"] * options.worker_kills + ["manager"] * options.manager_kills +
             ["server"] * options.server_restarts + ["stop"] * options.stops)
    rng.shuffle(blows)
    step = options.games * 0.9 / (len(blows) + 1)
    return [(int(step * (i + 1)), blow) for i, blow in enumerate(blows)]


def strike(grid, blow, rng):
    if blow == "worker":
        worker = grid.workers.pop(rng.randrange(len(grid.workers)))
        worker.kill()
        worker.wait()
        grid.start_worker()
    elif blow == "manager":
        grid.manager.kill()
        grid.manager.wait()
        time.sleep(rng.random())
        grid.start_manager(resume=count_games(grid.folder / "grid.db") > 0)
    elif blow == "server":
        grid.server.kill()
        grid.server.wait()
        time.sleep(rng.random())
        grid.start_server()
    else:  # past the lease, so that another worker gets its encounters
        worker = rng.choice(grid.workers)
        worker.send_signal(signal.SIGSTOP)
        grid.stopped.append((time.monotonic() + grid.options.lease * 1.5, worker))


def wake(grid):
    now = time.monotonic()
    for due, worker in grid.stopped:
        if due <= now and worker.poll() is None:
            worker.send_signal(signal.SIGCONT)
    grid.stopped = [pair for pair in grid.stopped if pair[0] > now]


def play(grid, rng, limit_s):
    blows = plan(grid.options, rng)
    grid.start_server()
    grid.start_worker()
    grid.start_worker()
    grid.start_manager(resume=False)
    end = time.monotonic() + limit_s
    done = []
    while time.monotonic() < end:
        wake(grid)
        if grid.manager.poll() is not None:
            break
        if blows and count_games(grid.folder / "grid.db") >= blows[0][0]:
            blow = blows.pop(0)[1]
            print(f"{limit_s - end + time.monotonic():6.1f} s, "
                  f"{count_games(grid.folder / 'grid.db')} games: {blow}", flush=True)
            strike(grid, blow, rng)
            done.append(blow)
        time.sleep(0.02)
    print("blows:", {blow: done.count(blow) for blow in sorted(set(done))}, "left:", len(blows))
    status = grid.manager.poll()
    if status != 0 or blows:
        print("the manager ended with", status, "and", count_games(grid.folder / "grid.db"), "games")
        return False
    return True


def report(options, path):
    return subprocess.run([options.tournament, "report", str(path)], check=True,
                          capture_output=True, text=True).stdout


def main():
    options = options_of(__doc__, "tournament", "puppet",
                         games=180, worker_kills=2, manager_kills=1, server_restarts=1, stops=1,
                         lease=2.0, late=2, seed=1, limit=300.0, keep=False)
    if options is None:
        return 77
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kaname-grid-"))
    grid = Grid(options, folder)
    start = time.monotonic()
    try:
        is_good = play(grid, random.Random(options.seed), options.limit)
    finally:
        grid.end()
    print(f"{count_games(folder / 'grid.db')} games in {time.monotonic() - start:.1f} s")
    if is_good:
        local = [options.tournament, "-concurrency", "2", "-db", "local.db", *grid.engines, *grid.match]
        subprocess.run(local, cwd=folder, check=True, capture_output=True)
        same_games = moves_of(folder / "grid.db") == moves_of(folder / "local.db")
        same_report = report(options, folder / "grid.db") == report(options, folder / "local.db")
        print("games equal:", same_games, "report equal:", same_report)
        is_good = same_games and same_report and count_games(folder / "grid.db") == options.games
    if not is_good:
        for name in ("manager.log", "worker.log", "server.log"):
            print(f"---- {name}")
            print("\n".join((folder / name).read_text(errors="replace").splitlines()[-25:]))
    if options.keep or not is_good:
        print(folder)
    else:
        shutil.rmtree(folder)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
