#!/usr/bin/env python3
"""Looks with longer searches at the moves that a review names.

    review_twice.py PBRAIN_KANAME [REVIEW.json] [--games N] [--nodes N] [--spoil]

REVIEW.json is a file of `pbrain-kaname review --json`; without one, a review of the game of
puzzles_twice.py. Of the games with three or more named moves (inaccuracies, mistakes, blunders), N
at equal distances are taken. Of each such move `analyze` with N nodes searches the position before
it, the one behind it, and the one behind its own best move. The move is confirmed if it loses at
least 5% of win rate, as an inaccuracy does, by these searches.

Prints each move that is not confirmed and the counts by grade. Exit status: 0, or 1 if fewer than
half are confirmed. --spoil names the best moves in place of the others, which has to be noticed.
"""
import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

from puzzles_twice import GAME

NAMED = ("inaccuracy", "mistake", "blunder")
LEAST_MOVES, LEAST_LOSS = 3, 0.05


class Search:
    def __init__(self, program, nodes):
        self.program, self.nodes = program, nodes

    def look(self, game, moves):
        """The win rate of the side to move, and its best move."""
        answer = subprocess.run(
            [self.program, "analyze", "--json", "--lines", "1", "--nodes", str(self.nodes), "--rule",
             game["rule"], "--size", f"{game['width']}x{game['height']}", "".join(moves)],
            capture_output=True, text=True, check=True)
        line = json.loads(answer.stdout)["lines"][0]
        return line["win_rate"], line["move"]

    def loss(self, game, number):
        """What the move of this number loses; the best move is the longer search's own."""
        moves = [move["move"] for move in game["moves"]]
        before = moves[:number - 1]
        rate, best = self.look(game, before)
        if best == moves[number - 1]:
            return 0.0
        rate = max(rate, 1 - self.look(game, [*before, best])[0])
        return rate - (1 - self.look(game, moves[:number])[0])


def choose(games, count, is_spoilt):
    """Games and numbers of moves with their grades."""
    grades = ("best",) if is_spoilt else NAMED
    named = [(game, [(move["number"], move["grade"]) for move in game["moves"]
                     if move.get("grade") in grades and move["number"] < len(game["moves"])])
             for game in games if not game["setup"]]
    named = [(game, moves) for game, moves in named if len(moves) >= LEAST_MOVES]
    step = max(1, len(named) / count)
    return [named[int(i * step)] for i in range(min(count, len(named)))]


def review_of_game(program):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "review.json"
        subprocess.run([program, "review", "--nodes", "2000", "--json", path, "-"], input=GAME,
                       text=True, check=True)
        return json.loads(path.read_text(encoding="utf-8"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("review", nargs="?", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--nodes", type=int, default=200000)
    parser.add_argument("--spoil", action="store_true")
    options = parser.parse_args()
    review = (json.loads(options.review.read_text(encoding="utf-8")) if options.review
              else review_of_game(options.program))
    search = Search(options.program, options.nodes)
    counts = collections.Counter()
    for game, moves in choose(review["games"], options.games, options.spoil):
        for number, grade in moves:
            loss = search.loss(game, number)
            counts[grade] += 1
            if loss >= LEAST_LOSS:
                counts[grade, "confirmed"] += 1
                continue
            move = game["moves"][number - 1]
            print(f"{game['file']}, move {number}, {move['move']}: {grade}, lost {move['loss']:.1%}, "
                  f"by {options.nodes} nodes {loss:.1%}", flush=True)
    grades = [grade for grade in counts if isinstance(grade, str)]
    print("; ".join(f"{grade}: {counts[grade, 'confirmed']} of {counts[grade]} confirmed"
                    for grade in sorted(grades)))
    confirmed = sum(counts[grade, "confirmed"] for grade in grades)
    return 0 if grades and 2 * confirmed >= sum(counts[grade] for grade in grades) else 1


if __name__ == "__main__":
    sys.exit(main())
