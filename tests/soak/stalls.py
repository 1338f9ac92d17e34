#!/usr/bin/env python3
"""Holds the manager up at random and requires the results of an undisturbed run.

    stalls.py TOURNAMENT PUPPET [--courses N] [--minutes N] [--seed N]

A course is a match of two puppets whose games end the same way each time. While it runs, the
manager is stopped by SIGSTOP for random times, nobody reads its standard output or a pipe of -pgn
for some time, and another program locks its database. All games must end as in the undisturbed run:
none by time, crash or a failed start. The same seed gives the same course. After --minutes no new
course begins; the last line says how many were played.
"""
import argparse
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

GAMES = 6
TURN_S = 0.25
TIMEOUT_S = 120


def results(path):
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        return database.execute(
            "SELECT number, result, reason, (SELECT count(*) FROM move WHERE move.game = number)"
            " FROM game ORDER BY number").fetchall()


def command(arguments, *words):
    late = int(TURN_S * 400)
    return [str(arguments.tournament), "-engine", f"cmd={arguments.puppet} late={late} name=A",
            "-engine", f"cmd={arguments.puppet} move=last late={late} name=B", "-each",
            f"tc=0/{TURN_S}", "-openings", "none", "-games", str(GAMES), "-seed", "1", *words]


def lock(path, seconds):
    """Holds the database's lock, if it exists by now."""
    if not path.exists():
        return
    try:
        database = sqlite3.connect(path, timeout=5, isolation_level=None)
        database.execute("BEGIN IMMEDIATE")
        time.sleep(seconds)
        database.execute("COMMIT")
        database.close()
    except sqlite3.OperationalError:
        pass    # the manager creates or closes it


def read_late(fd, seconds):
    time.sleep(seconds)
    text = b""
    while True:
        part = os.read(fd, 65536)
        if not part:
            return text
        text += part


def play(arguments, seed, expected):
    chance = random.Random(seed)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kaname-stalls-"))
    os.mkfifo(folder / "pgn")
    reader, writer = os.pipe()
    # Full but for less than a line.
    os.set_blocking(writer, False)
    try:
        while True:
            os.write(writer, b"\n" * 4096)
    except BlockingIOError:
        pass
    os.set_blocking(writer, True)
    pgn = os.open(folder / "pgn", os.O_RDWR)
    words = ["-concurrency", str(chance.randint(1, 3)), "-pgn", "pgn", "-log"]
    said = []
    with subprocess.Popen(command(arguments, *words), cwd=folder, stdout=writer,
                          stderr=subprocess.PIPE) as manager:
        os.close(writer)
        readers = [threading.Thread(target=lambda: said.append(
            read_late(reader, chance.uniform(0, 3)))),
            threading.Thread(target=read_late, args=(pgn, chance.uniform(0, 3)), daemon=True)]
        for thread in readers:
            thread.start()
        for _ in range(chance.randint(0, 3)):
            time.sleep(chance.uniform(0.05, 1.0))
            if manager.poll() is not None:
                break
            if chance.random() < 0.7:
                manager.send_signal(signal.SIGSTOP)
                time.sleep(chance.choice((0.02, 0.1, 0.4, 1.0)))
                manager.send_signal(signal.SIGCONT)
            else:
                lock(folder / "kaname-tournament.db", chance.uniform(0.1, 3))
        errors = manager.communicate(timeout=TIMEOUT_S)[1]
        readers[0].join()
    os.close(reader)
    got = results(folder / "kaname-tournament.db")
    shutil.rmtree(folder)
    if manager.returncode != 0 or got != expected:
        return f"seed {seed}: status {manager.returncode}, {got}, expected {expected}, {errors}"
    return b"is void" in said[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tournament", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("puppet", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--courses", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    calm = pathlib.Path(tempfile.mkdtemp(prefix="kaname-stalls-"))
    subprocess.run(command(arguments, "-each", "tolerance=3"), cwd=calm, check=True,
                   stdout=subprocess.DEVNULL)
    expected = results(calm / "kaname-tournament.db")
    shutil.rmtree(calm)
    void, played, end = 0, 0, time.monotonic() + 60 * arguments.minutes
    for seed in range(arguments.seed, arguments.seed + arguments.courses):
        if time.monotonic() >= end:
            break
        outcome = play(arguments, seed, expected)
        if isinstance(outcome, str):
            print(outcome)
            return 1
        void += outcome
        played += 1
    print(f"{played} courses, {void} with games played again: all results as undisturbed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
