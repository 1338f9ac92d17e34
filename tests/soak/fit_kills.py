#!/usr/bin/env python3
"""Fits a network twice, the second time with kills at random moments, and compares the files.

    fit_kills.py TRAIN [--kills N] [--seed N] OPTION... GAMES...

TRAIN is the program kaname-train; all further words go to fit-regions, but no --out, --state or
--csv. The kills fall at random into about the first half of the second fit; the same command then
continues from its state. Exit status: 0, 1 if network or loss curve differ, or if the fit
was over before all kills.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile
import time


def command(options, folder):
    return [options.train, "fit-regions", *options.words, "--quiet", "--save-seconds", "1",
            "--out", folder / "network", "--state", folder / "state", "--csv", folder / "csv"]


def fit(options, folder):
    """Fits without a break. Returns the seconds that it took."""
    begin = time.monotonic()
    subprocess.run(command(options, folder), check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - begin


def fit_with_kills(options, folder, seconds):
    """Returns how many kills met a running fit."""
    chance = random.Random(options.seed)
    for kills in range(options.kills):
        process = subprocess.Popen(command(options, folder), stdout=subprocess.DEVNULL)
        try:
            process.wait(timeout=chance.random() * seconds / options.kills)
            return kills
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    subprocess.run(command(options, folder), check=True, stdout=subprocess.DEVNULL)
    return options.kills


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("train", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options, options.words = parser.parse_known_args()
    with tempfile.TemporaryDirectory(prefix="kaname-fit-") as name:
        whole, broken = pathlib.Path(name, "whole"), pathlib.Path(name, "broken")
        whole.mkdir()
        broken.mkdir()
        seconds = fit(options, whole)
        kills = fit_with_kills(options, broken, seconds)
        same = all((whole / part).read_bytes() == (broken / part).read_bytes()
                   for part in ("network", "csv"))
    print(f"{kills} kills, a fit of {seconds:.0f} s: {'the same bytes' if same else 'DIFFERENT'}")
    return 0 if same and kills == options.kills else 1


if __name__ == "__main__":
    sys.exit(main())
