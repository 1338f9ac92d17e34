"""Games of `kaname-train generate`, as `kaname-train view` prints them."""

import collections
import re
import subprocess

# result: black, white or draw. moves: (x, y, score) with y from the lowest row and the score of the side to move, None where there
# is none; searched: of each move, whether it has a score or was drawn by chance instead of a search.
Game = collections.namedtuple("Game", "rule width height result moves searched")
MOVE = re.compile(r"([a-v])(\d+)(?:\((-?\d+|\?)\))?")


def game_of(line):
    """The game of a line: number, rule, board, result, how it ended, moves."""
    _, rule, board, result, _, *words = line.split()
    width, height = map(int, board.split("x"))
    found = MOVE.findall(" ".join(words))
    moves = [(ord(x) - 97, int(y) - 1, int(score) if score not in ("", "?") else None) for x, y, score in found]
    return Game(rule, width, height, result, moves, [score != "" for _, _, score in found])


def games(program, paths):
    """The games of files and folders."""
    with subprocess.Popen([program, "view", *paths], stdout=subprocess.PIPE, text=True) as view:
        for line in view.stdout:
            yield game_of(line)
    if view.returncode != 0:
        raise SystemExit(f"{program} view: exit status {view.returncode}")


def sgf_point(game, move):
    """A point as SGF has it, [hh]."""
    return f"[{chr(97 + move[0])}{chr(97 + game.height - 1 - move[1])}]"
