#!/usr/bin/env python3
"""kaname-train as a program: what its commands refuse, and a fit, a comparison and lists of games.

    train_test.py KANAME_TRAIN WEIGHTS
"""
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile


def shows_in_terminal(folder, words, pattern):
    """Runs a program on a terminal until it has shown the pattern; false if it ends before."""
    master, slave = pty.openpty()
    with subprocess.Popen(words, cwd=folder, stdin=slave, stdout=slave, stderr=slave) as process:
        os.close(slave)
        shown = ""
        while not re.search(pattern, shown):
            try:
                piece = os.read(master, 1 << 16)
            except OSError:
                piece = b""
            if not piece:
                break
            shown = shown[-1000:] + piece.decode(errors="replace")  # it may end within a character
        process.kill()
    os.close(master)
    return re.search(pattern, shown) is not None


def main():
    train, weights = (os.path.abspath(word) for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def run(*words, status=0):
            done = subprocess.run([train, *words], cwd=folder, capture_output=True, text=True, check=False)
            assert done.returncode == status, (words, done)
            return done.stdout if status == 0 else done.stderr

        def run_and_warn(*words):
            done = subprocess.run([train, *words], cwd=folder, capture_output=True, text=True, check=True)
            return [line for line in done.stderr.splitlines() if "warning" in line]

        run("generate", "--out", "G", "--games", "40", "--nodes", "10", "--size", "6", "--quiet")

        for words, wrong in (((), "a command is missing"), (("jump",), "'jump': no such command"),
                             (("generate", "--games", "1"), "--out is missing"),
                             (("generate", "--out", "x"), "--games or --positions is missing"),
                             (("fit", "G"), "--out is missing"),
                             (("fit", "--out", "x"), "GAMES is missing"),
                             (("fit-regions", "G"), "--out is missing"),
                             (("fit-regions", "--out", "x"), "GAMES is missing"),
                             (("merge", "G"), "--out is missing"), (("stats",), "GAMES is missing")):
            told = run(*words, status=2)
            assert wrong in told, (words, told)
        assert not (folder / "x").exists()

        fitted = run("fit", "--out", "w.weights", "--epochs", "1", "--heldout", "200", "G")
        assert "40 games" in fitted and "written w.weights, hash " in fitted, fitted
        assert "none: " in run("fit", "--out", "v", "--start", "none", "G", status=1)
        run("fit", "--out", "w2.weights", "--start", "w.weights", "--epochs", "1", "--heldout", "200", "G")
        assert (folder / "w2.weights").stat().st_size == (folder / "w.weights").stat().st_size
        assert "weights of another rule" in run("fit", "--out", "v", "--rule", "standard", "--start", "w.weights",
                                                "G", status=1)
        assert "G: " in run("fit", "--out", "v", "--start", "G", "G", status=1)
        assert "G: " in run("fit", "--out", "v", "--csv", "G", "G", status=1)
        assert "fit: no/such: " in run("fit", "--out", "v", "no/such", status=1)
        assert "too few games of this rule" in run("fit", "--out", "v", "--rule", "renju", "G", status=1)
        assert not (folder / "v").exists()

        # Rates come from the weights: others predict otherwise, and what is none is refused.
        built_in = run("calibrate", "G")
        assert "freestyle: 40 games" in built_in, built_in
        other = run("calibrate", "--weights", weights, "G")
        assert "freestyle: 40 games" in other and other != built_in, other
        (folder / "noise").write_text("no weights")
        assert "noise: " in run("calibrate", "--weights", "noise", "G", status=1)
        assert "none: " in run("calibrate", "--weights", "none", "G", status=1)

        # Moves by chance count for nothing; scaled weights are of the rule of the games.
        run("generate", "--out", "V", "--games", "6", "--nodes", "10", "--size", "6", "--wander", "60", "--quiet")
        assert "freestyle: 6 games" in run("calibrate", "V")
        assert "--out needs --weights" in run("calibrate", "--out", "x", "G", status=2)
        renju = str(pathlib.Path(weights).with_name("renju.weights"))
        for out in ("x", weights, "G/games-00000.kgm"): # a file is named once
            told = run("calibrate", "--weights", weights, "--svg", out, "--out", "x", "G", status=1)
            assert f"{out}: the file is in use" in told, told
        assert "no game of the rule of the weights" in run("calibrate", "--weights", renju, "--out", "x", "G", status=1)
        assert not (folder / "x").exists()

        network = run("fit-regions", "--out", "n", "--epochs", "1", "--heldout", "200", "--quiet", "G")
        assert (folder / "n").stat().st_size > 0, network
        assert "fit-regions: no/such: " in run("fit-regions", "--out", "v", "no/such", status=1)
        told = run("fit-regions", "--out", "v", "--state", "s", "--epochs", "10000", "--points", "11", "G", status=1)
        assert "11 points in each of 10000 epochs are 110000, more than the 100000 that --state" in told, told
        assert "too few games of this rule: 0" in run("fit-regions", "--out", "v", "--rule", "renju", "G", status=1)

        # A fit to few games says so, and one to enough of them does not.
        few = ("--epochs", "1", "--heldout", "400", "V")
        for command, *more in (("fit",), ("fit-regions", "--quiet")):
            warnings = run_and_warn(command, "--out", command, *more, *few)
            assert len(warnings) == 1 and warnings[0].startswith(f"{command}: warning: 6 games, "), warnings
            warnings = run_and_warn(command, "--out", command, *more, "--epochs", "1", "--heldout", "200", "G")
            assert not warnings, warnings
            assert "too few games of this rule: 6, 0 of them held out" in run(
                command, "--out", "v", *more, "--heldout", "1", "V", status=1)

        # On a terminal the progress is drawn over itself.
        assert shows_in_terminal(
            folder, [train, "fit-regions", "--out", "n2", "--epochs", "10000", "--heldout", "200", "G"],
            r"\repoch \d+ of 10000, loss \d\.\d+, \d+\.\d%, \d+ positions/s, \d+:\d\d:\d\d left  ")


if __name__ == "__main__":
    main()
