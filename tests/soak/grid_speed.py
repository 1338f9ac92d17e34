#!/usr/bin/env python3
"""How much slower than a local run are two workers? Engines take 0.1 s a move and no processor time.

    grid_speed.py TOURNAMENT PUPPET [--games N] [--rounds N] [--late MS]

Plays the same run at two local tables and at two workers of one table each, in turn, and prints the
seconds from the start of the first game to the end of the last one, and the loss. On a machine that
is busy otherwise, the medians say more: of the pause of a worker between the two games of an
encounter, where no message travels, and between encounters. Exit status: 0, 1 if a run fails, 77 if
nats-server is not installed.
"""
import pathlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tournament/grid"))
from nats import free_port, options_of, start_server  # noqa: E402


def seconds_of(path):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
        first, last, count = base.execute(
            "SELECT min(started_ms), max(started_ms + duration_ms), count(*) FROM game").fetchone()
    return (last - first) / 1000, count


def pauses_of(path):
    """Milliseconds between two games of a worker: within an encounter, between encounters."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
        games = base.execute("SELECT worker, started_ms, duration_ms, pair FROM game JOIN away"
                             " ON number = away.game ORDER BY worker, started_ms").fetchall()
    within, between = [], []
    for last, game in zip(games, games[1:]):
        if last[0] == game[0]:
            (within if last[3] == game[3] else between).append(game[1] - last[1] - last[2])
    return within, between


def play(options, folder, name, *more):
    engines = ["-engine", "name=Row", f"cmd={options.puppet} late={options.late}",
               "-engine", "name=Last", f"cmd={options.puppet} move=last late={options.late}"]
    subprocess.run([options.tournament, *engines, "-games", str(options.games), "-repeat", "-seed", "1",
                    "-db", name, *more], cwd=folder, check=True, capture_output=True)
    seconds, count = seconds_of(folder / name)
    if count != options.games:
        sys.exit(1)
    return seconds


def main():
    options = options_of(__doc__, "tournament", "puppet", games=80, rounds=2, late=100)
    if options is None:
        return 77
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kaname-grid-"))
    port = free_port()
    url = f"nats://127.0.0.1:{port}"
    processes = [start_server(folder, port)]
    engines = ["-engine", "name=Row", f"cmd={options.puppet} late={options.late}",
               "-engine", "name=Last", f"cmd={options.puppet} move=last late={options.late}"]
    try:
        for _ in range(2):
            processes.append(subprocess.Popen([options.tournament, "work", "-grid", url, *engines],
                                              cwd=folder, stdout=subprocess.DEVNULL))
        total = [0, 0]
        for i in range(options.rounds):
            total[0] += play(options, folder, f"local{i}.db", "-concurrency", "2")
            total[1] += play(options, folder, f"grid{i}.db", "-grid", url)
            print(f"local {total[0]:.2f} s, two workers {total[1]:.2f} s", flush=True)
            within, between = pauses_of(folder / f"grid{i}.db")
            length = 2000 * total[0] / (i + 1) * 2 / options.games
            print(f"median pause {statistics.median(within)} ms within an encounter, "
                  f"{statistics.median(between)} ms between two of {length:.0f} ms")
    finally:
        for process in processes:
            process.kill()
            process.wait()
        shutil.rmtree(folder)
    print(f"loss of throughput: {100 * (1 - total[0] / total[1]):.1f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main())
