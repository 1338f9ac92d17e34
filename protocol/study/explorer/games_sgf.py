#!/usr/bin/env python3
"""Writes games of `kaname-train generate` as SGF on standard output, for `pbrain-kaname gather`.

usage: games_sgf.py KANAME_TRAIN GAMES...

A game ends in the file where its result was clear; the result counts, the moves are those played."""

import re
import subprocess
import sys

RESULTS = {"black": "B+", "white": "W+", "draw": "0"}


def sgf(line):
    """The SGF of a line of `kaname-train view`: number, rule, size, result, how it ended, moves."""
    _, rule, board, result, _, *words = line.split()
    width, height = map(int, board.split("x"))
    moves = re.findall(r"([a-v])(\d+)", re.sub(r"\([^)]*\)", " ", " ".join(words)))
    steps = "".join(f";{'BW'[i % 2]}[{x}{chr(97 + height - int(y))}]" for i, (x, y) in enumerate(moves))
    size = str(width) if width == height else f"{width}:{height}"
    return f"(;FF[4]GM[4]SZ[{size}]RU[{rule}]RE[{RESULTS.get(result, '?')}]{steps})"


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    with subprocess.Popen([sys.argv[1], "view", *sys.argv[2:]], stdout=subprocess.PIPE, text=True) as view:
        for line in view.stdout:
            print(sgf(line))
    return view.returncode


if __name__ == "__main__":
    sys.exit(main())
