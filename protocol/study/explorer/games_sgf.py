#!/usr/bin/env python3
"""Writes games of `kaname-train generate` as SGF on standard output, for `pbrain-kaname gather`.

usage: games_sgf.py KANAME_TRAIN GAMES...

A game ends in the file where its result was clear; the result counts, the moves are those played."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import train_games

RESULTS = {"black": "B+", "white": "W+", "draw": "0"}


def sgf(game):
    moves = "".join(f";{'BW'[i % 2]}{train_games.sgf_point(game, move)}" for i, move in enumerate(game.moves))
    size = str(game.width) if game.width == game.height else f"{game.width}:{game.height}"
    return f"(;FF[4]GM[4]SZ[{size}]RU[{game.rule}]RE[{RESULTS.get(game.result, '?')}]{moves})"


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    for game in train_games.games(sys.argv[1], sys.argv[2:]):
        print(sgf(game))


if __name__ == "__main__":
    main()
