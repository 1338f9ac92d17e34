#!/usr/bin/env python3
"""Generates training games over a grid while workers, manager and server are killed, and compares
the file with that of one machine. Then removes the games and generates them again by the same
workers, and at the same time games of another seed.

    grid_blocks.py TOURNAMENT TRAIN [--games N] [--block N] [--nodes N] [--worker-kills N]
                   [--manager-kills N] [--server-restarts N] [--seed N] [--keep]

Prints the blows, the positions, and whether the bytes are equal. Exit status: 0, 1 if they are not,
77 if nats-server is not installed.
"""
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tournament/grid"))
from nats import free_port, options_of, start_server  # noqa: E402


class Grid:
    def __init__(self, options, folder):
        self.options, self.folder, self.port = options, folder, free_port()
        self.engine = ["-engine", "name=train", f"cmd={options.train}"]
        self.server = start_server(folder, self.port)
        self.workers = [self.start_worker(), self.start_worker()]
        self.manager = self.start_manager()

    def start(self, words, log):
        with open(self.folder / log, "a") as out:
            return subprocess.Popen(words, cwd=self.folder, stdout=out, stderr=out)

    def start_worker(self):
        return self.start([self.options.tournament, "work", "-grid", f"nats://127.0.0.1:{self.port}",
                           "-concurrency", "2", *self.engine], "worker.log")

    def start_manager(self, out="grid", seed=None, log="manager.log"):
        seed = self.options.seed if seed is None else seed
        return self.start([self.options.tournament, "generate", "-grid",
                           f"nats://127.0.0.1:{self.port}", *self.engine, "-out", out, "-lease",
                           "4", "-games", str(self.options.games), "-block",
                           str(self.options.block), "-nodes", str(self.options.nodes), "-seed",
                           str(seed)], log)

    def strike(self, blow, rng):
        if blow == "worker":
            i = rng.randrange(len(self.workers))
            kill(self.workers[i])
            self.workers[i] = self.start_worker()
        elif blow == "manager":
            kill(self.manager)
            time.sleep(rng.random())
            self.manager = self.start_manager()
        else:
            kill(self.server)
            time.sleep(rng.random())
            self.server = start_server(self.folder, self.port)

    def end(self):
        for process in [self.manager, *self.workers, self.server]:
            if process.poll() is None:
                kill(process)


def kill(process):
    process.kill()
    process.wait()


def count_blocks(folder):
    return len(list((folder / "grid").glob("block-*.kgm"))) if (folder / "grid").exists() else 0


def play(grid, options):
    """True: the manager has merged the blocks after all blows."""
    rng = random.Random(options.seed)
    blows = (["worker"] * options.worker_kills + ["manager"] * options.manager_kills +
             ["server"] * options.server_restarts)
    rng.shuffle(blows)
    step = options.games / options.block * 0.9 / (len(blows) + 1)
    done, start = 0, time.monotonic()
    while time.monotonic() - start < options.limit and grid.manager.poll() is None:
        blocks = count_blocks(grid.folder)
        if done < len(blows) and blocks >= step * (done + 1):
            print(f"{time.monotonic() - start:6.1f} s, {blocks} blocks: {blows[done]}", flush=True)
            grid.strike(blows[done], rng)
            done += 1
        time.sleep(0.02)
    print(f"{time.monotonic() - start:.1f} s, {done} of {len(blows)} blows, the manager ended with",
          grid.manager.poll())
    return grid.manager.poll() == 0 and done == len(blows)


def play_again(grid, options):
    """True: the same command ends again after its games were removed, beside a run of another seed,
    and neither takes the other's blocks for lost."""
    shutil.move(grid.folder / "grid", grid.folder / "first")
    logs = ["again.log", "other.log"]
    grid.manager = grid.start_manager(log=logs[0])
    other = grid.start_manager("other", options.seed + 1, logs[1])
    end = time.monotonic() + options.limit
    while time.monotonic() < end and None in (grid.manager.poll(), other.poll()):
        time.sleep(0.02)
    if other.poll() is None:
        kill(other)
    files = [grid.folder / name / "games-00000.kgm" for name in ("first", "grid")]
    is_lost = ["were lost" in (grid.folder / log).read_text(errors="replace") for log in logs]
    is_good = (grid.manager.poll() == other.poll() == 0 and not any(is_lost) and
               files[0].read_bytes() == files[1].read_bytes() and
               (grid.folder / "other/games-00000.kgm").read_bytes() ==
               play_alone(grid.folder, options, options.seed + 1, "alone"))
    print("again by the same workers, beside another run:", is_good, is_lost)
    return is_good


def play_alone(folder, options, seed, out):
    """The bytes of the games that one machine makes."""
    subprocess.run([options.train, "generate", "--out", out, "--games", str(options.games),
                    "--nodes", str(options.nodes), "--seed", str(seed), "--quiet", "--shard-mib",
                    "4096"], cwd=folder, check=True)
    return (folder / out / "games-00000.kgm").read_bytes()


def main():
    options = options_of(__doc__, "tournament", "train",
                         games=200, block=10, nodes=60, worker_kills=2, manager_kills=1,
                         server_restarts=1, seed=1, limit=1200.0, keep=False)
    if options is None:
        return 77
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kaname-blocks-"))
    grid = Grid(options, folder)
    try:
        is_good = play(grid, options) and play_again(grid, options)
    finally:
        grid.end()
    if is_good:
        made = (folder / "grid/games-00000.kgm").read_bytes()
        is_good = made == play_alone(folder, options, options.seed, "local")
        print(subprocess.run([options.train, "stats", "grid"], cwd=folder, check=True,
                             capture_output=True, text=True).stdout.rstrip())
        print(f"{len(made)} bytes, equal: {is_good}")
    else:
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
