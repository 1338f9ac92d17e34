#!/usr/bin/env python3
"""`kaname-train generate` as a program: its progress, what it refuses, that it goes on, and that
neither threads nor kills change a byte of its games or of what is fitted to them.

    generate_test.py KANAME_TRAIN WEIGHTS
"""
import hashlib
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time


def hashes(folder, train, threads, kills):
    """Plays games, in pieces if there are kills, and fits to them. Returns what was written."""
    words = [train, "generate", "--out", "games", "--rule", "freestyle,renju", "--size", "8,15",
             "--positions", "2000", "--nodes", "20", "--wander", "10", "--probes", "1", "--seed", "3",
             "--threads", str(threads), "--quiet"]
    folder.mkdir()
    chance = random.Random(threads)
    for _ in range(kills):
        with subprocess.Popen(words, cwd=folder) as process:
            try:
                process.wait(timeout=0.3 * chance.random())
            except subprocess.TimeoutExpired:
                process.kill()
    subprocess.run(words, cwd=folder, check=True)
    for command, epochs in ("fit", "2"), ("fit-regions", "1"):
        subprocess.run([train, command, "--out", command, "--epochs", epochs, "--heldout", "200",
                        "--threads", str(threads), "games"], cwd=folder, check=True,
                       capture_output=True)
    files = sorted([*folder.glob("games/*.kgm"), folder / "fit", folder / "fit-regions"])
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files
            if path.name != "early.kgm"}


def expect_equal_bytes(top, train):
    whole = hashes(top / "1", train, 1, 0)
    assert set(whole) == {"games-00000.kgm", "fit", "fit-regions"}, whole
    for threads, kills in (2, 0), (8, 0), (8, 5):
        other = hashes(top / f"{threads}-{kills}", train, threads, kills)
        assert other == whole, (threads, kills, whole, other)


def main():
    train, weights = (os.path.abspath(word) for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        def generate(*words, status=0, before=()):
            done = subprocess.run([*before, train, "generate", "--nodes", "10", "--size", "6", *words],
                                  cwd=folder, capture_output=True, text=True, check=False)
            assert done.returncode == status, (words, done)
            return done.stderr

        def games(name):
            return subprocess.run([train, "view", name], cwd=folder, capture_output=True, text=True,
                                  check=True).stdout

        told = generate("--out", "a", "--games", "3")
        assert re.search(r"^3 games, \d+ positions, \d+ positions/s, 100\.0%, 0:00:00 left", told), told
        told = generate("--out", "a", "--games", "5", "--positions", "100000")
        assert told.startswith("5 games, "), told
        generate("--out", "b", "--games", "5", "--quiet")
        assert games("a") == games("b"), "a run that goes on is another run"

        told = generate("--out", "p", "--positions", "60")
        assert re.search(r"^\d+ games, \d+ positions, \d+ positions/s, 100\.0%", told), told

        # Moves by chance are marked; probes have nodes of their own.
        generate("--out", "v", "--games", "6", "--wander", "60", "--quiet")
        assert "(?)" in games("v") and "(?)" not in games("a")
        generate("--out", "q", "--games", "6", "--probes", "2", "--probe-nodes", "30", "--quiet")
        generate("--out", "r", "--games", "6", "--probes", "2", "--quiet")

        def bytes_of(name):
            return [shard.read_bytes() for shard in sorted(pathlib.Path(folder, name).glob("*.kgm"))]

        generate("--out", "s", "--games", "6", "--probes", "2", "--probe-nodes", "30", "--quiet")
        assert len(bytes_of("q")) == 1 and bytes_of("q") == bytes_of("s") != bytes_of("r")

        # A shard that is none is left alone.
        shard = next(pathlib.Path(folder, "r").glob("*.kgm"))
        shard.write_bytes(b"a letter to a friend")
        told = generate("--out", "r", "--games", "7", "--probes", "2", status=1)
        assert "cannot go on from" in told and shard.read_bytes() == b"a letter to a friend", told

        # A power cut may leave zeros in the file of games that came early: they are played again.
        shutil.copytree(pathlib.Path(folder) / "a", pathlib.Path(folder) / "z")
        (pathlib.Path(folder) / "z" / "early.kgm").write_bytes(bytes(100))
        generate("--out", "z", "--games", "7", "--quiet")
        generate("--out", "b", "--games", "7", "--quiet")
        assert games("z") == games("b"), "zeros change no game"

        # Games that wait for one of a lower number stay for a run that plays it.
        generate("--out", "low", "--first", "5", "--games", "3", "--quiet")
        early = pathlib.Path(folder) / "high" / "early.kgm"
        early.parent.mkdir()
        shutil.copy(early.parent.parent / "low" / "games-00000.kgm", early)
        generate("--out", "high", "--first", "100", "--games", "2", "--quiet")
        assert early.read_bytes() == (early.parent.parent / "low" / "games-00000.kgm").read_bytes()
        assert "the last number is too large" in generate("--out", "n", "--first", "4294967290", "--games", "9", status=2)

        # Signals end a run within a game: the first one lets games end, a later one does not.
        with subprocess.Popen([train, "generate", "--out", "i", "--games", "1", "--nodes", "1000000000000", "--quiet"],
                              cwd=folder) as process:
            while process.poll() is None:
                process.send_signal(signal.SIGINT)
                time.sleep(0.1)
            assert process.returncode == -signal.SIGINT, process.returncode

        # Other weights are other games, which the folder does not take.
        own = generate("--out", "w", "--games", "1", "--weights", weights)
        assert own.startswith("1 games, "), own
        assert "generate: " in generate("--out", "w", "--games", "2", "--nodes", "11", status=1)
        assert "cannot use none" in generate("--out", "n", "--games", "1", "--weights", "none", status=1)

        expect_equal_bytes(pathlib.Path(folder), train)

        (pathlib.Path(folder) / "file").write_text("no folder")
        assert "file" in generate("--out", "file", "--games", "1", status=1)
        assert "generate: no/such/folder: " in generate("--out", "no/such/folder", "--games", "1", status=1)
        told = generate("--out", "a", "--games", "6", status=1,
                        before=["flock", "--no-fork", str(pathlib.Path(folder) / "a" / "lock")])
        assert "a/lock: another run works there" in told, told


if __name__ == "__main__":
    main()
