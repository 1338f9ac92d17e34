#!/usr/bin/env python3
"""How much slower than a local run are two workers? Engines take 0.1 s a move and no processor time.

    grid_speed.py TOURNAMENT PUPPET [--games N] [--rounds N] [--late MS]

Plays the same run at two local tables and at two workers of one table each, in turn, and prints the
seconds from the start of the first game to the end of the last one, and the loss. Exit status: 0,
1 if a run fails, 77 if nats-server is not installed.
"""
import argparse
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tournament/grid"))
from nats import free_port, start_server  # noqa: E402


def seconds_of(path):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as base:
        first, last, count = base.execute(
            "SELECT min(started_ms), max(started_ms + duration_ms), count(*) FROM game").fetchone()
    return (last - first) / 1000, count


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
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tournament")
    parser.add_argument("puppet")
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--late", type=int, default=100)
    options = parser.parse_args()
    options.tournament = os.path.abspath(options.tournament)
    options.puppet = os.path.abspath(options.puppet)
    if shutil.which("nats-server") is None:
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
    finally:
        for process in processes:
            process.kill()
            process.wait()
        shutil.rmtree(folder)
    print(f"loss of throughput: {100 * (1 - total[0] / total[1]):.1f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main())
