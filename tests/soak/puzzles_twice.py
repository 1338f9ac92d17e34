#!/usr/bin/env python3
"""Solves puzzles a second time, by other means than those that found them.

    puzzles_twice.py PBRAIN_KANAME [PUZZLES] [--count N] [--nodes N] [--seed N] [--spoil]

PUZZLES.json is a file of `pbrain-kaname puzzles --json`, or a set that the page loads (.txt), of which
as many are drawn at random (--seed N); without one, the puzzles of a game of two
weak players, which stands below. Of more than N puzzles those at equal distances are taken. For
each:

- `solve --verify` with the puzzle's kind wins by the key move, and every legal reply loses to it.
- A win by fours, in freestyle and standard: the solver below, which knows rows of five alone and
  tries every four and the one reply to each, wins by the key move and by no other first four.
- `analyze` with N nodes (400,000) and several lines proves the key move, and no other one: a search
  of its own, not the one that leaves the key move out.

Where a puzzle has several winning first moves, or has not counted them, each of these is right. A
puzzle of defence, against wins by fours: after each first move no win by fours is left, and in
freestyle and standard every other move that makes no four leaves one, by the solver below.

Prints each disagreement and the counts. Exit status: 0, or 1 if anything disagrees. --spoil gives
each puzzle a wrong key move, which has to be noticed.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

GAME = "h8i10j7g8h9h10g10i8i7g9h7f6k10g7k8h6k7l7j6k5l9g6g5m10i5l8j5j8h5i6f5"
LINES, SOLVER_NODES = 8, 200000
EMPTY, ATTACKER, DEFENDER = 0, 1, 2


class Fours:
    """Wins by fours on a board, by definition: a four is a row of five cells, four of them the
    attacker's and the fifth empty. In standard a row of six is no five."""

    def __init__(self, width, height, is_exact, attacker, defender):
        self.is_exact, self.nodes, self.failed = is_exact, 0, set()
        self.cells = {(x, y): EMPTY for x in range(width) for y in range(height)}
        self.rows, self.rows_at = [], collections.defaultdict(list)
        for x, y in self.cells:
            for step_x, step_y in ((1, 0), (0, 1), (1, 1), (1, -1)):
                row = [(x + i * step_x, y + i * step_y) for i in range(5)]
                if row[-1] in self.cells:
                    ends = ((x - step_x, y - step_y), (x + 5 * step_x, y + 5 * step_y))
                    for cell in row:
                        self.rows_at[cell].append(len(self.rows))
                    self.rows.append((row, ends))
        self.counts = [[0, 0, 0] for _ in self.rows]
        for side, stones in ((ATTACKER, attacker), (DEFENDER, defender)):
            for stone in stones:
                self.put(stone, side)

    def put(self, cell, side):
        self.cells[cell] = side
        for row in self.rows_at[cell]:
            self.counts[row][side] += 1

    def take(self, cell):
        for row in self.rows_at[cell]:
            self.counts[row][self.cells[cell]] -= 1
        self.cells[cell] = EMPTY

    def is_row_of(self, row, side, stones):
        """Does the row hold so many stones of the side, and could it become a five?"""
        if self.counts[row][side] != stones or self.counts[row][ATTACKER + DEFENDER - side] > 0:
            return False
        return not self.is_exact or all(self.cells.get(end) != side for end in self.rows[row][1])

    def fives(self, side, cell=None):
        """Empty cells where the side makes five; with a cell, in rows through it."""
        rows = range(len(self.rows)) if cell is None else self.rows_at[cell]
        return {at for row in rows if self.is_row_of(row, side, 4)
                for at in self.rows[row][0] if self.cells[at] == EMPTY}

    def fours(self):
        """Empty cells where the attacker makes a four or more, those of most rows first."""
        found = collections.Counter()
        for row in range(len(self.rows)):
            if self.counts[row][ATTACKER] == 3 and self.counts[row][DEFENDER] == 0:
                found.update(at for at in self.rows[row][0] if self.cells[at] == EMPTY)
        return [cell for cell, _ in found.most_common()]

    def wins_by(self, move, forced):
        """Does the attacker win by fours, this first? forced: where the defender would make five."""
        if forced - {move}:
            return False
        self.put(move, ATTACKER)
        fives = self.fives(ATTACKER, move)
        is_won = len(fives) > 1
        if len(fives) == 1:
            reply = fives.pop()
            self.put(reply, DEFENDER)
            is_won = self.wins(self.fives(DEFENDER, reply))
            self.take(reply)
        self.take(move)
        return is_won

    def wins(self, forced):
        """The same by any move; None: too many nodes."""
        key = frozenset(cell for cell in self.cells.items() if cell[1])
        self.nodes += 1
        if key in self.failed:
            return False
        if self.nodes > SOLVER_NODES:
            return None
        results = [False]
        for move in forced or self.fours():
            results.append(self.wins_by(move, forced))
            if results[-1]:
                return True
        if None in results:
            return None
        self.failed.add(key)
        return False


RULES = {"f": "freestyle", "s": "standard", "r": "renju"}


def names(points):
    return [] if points == "-" else [f"{points[i]}{ord(points[i + 1]) - 96}" for i in range(0, len(points), 2)]


def puzzles_of_set(path, seed):
    """The puzzles of a set of the page, in random order, as `puzzles --json` would write them."""
    head, *lines = path.read_text(encoding="ascii").splitlines()
    size, found = int(head.split()[2]), []
    for number, line in enumerate(lines, 2):
        kind, level, black, white, firsts, win = line.split()
        stones = [{"color": color, "point": point} for color, points in (("black", black), ("white", white))
                  for point in names(points)]
        found.append({"number": number, "file": path.name, "move": 0, "rule": RULES[kind[0]], "width": size, "height": size,
                      "side": {"b": "black", "w": "white"}[kind[1]], "task": {"a": "win", "d": "defence"}[kind[2]],
                      "kind": {"f": "VCF", "t": "VCT"}[kind[3]], "level": int(level), "stones": stones,
                      "firsts": names(firsts), "line": names(win)})
    random.Random(seed).shuffle(found)
    return found


class Puzzle:
    def __init__(self, data):
        self.data = data
        self.is_defence = data.get("task") == "defence"
        self.firsts = data.get("firsts", [data["line"][0]])
        self.name = f"puzzle {data['number']} ({data['file']}, move {data['move']})"
        self.key = data["line"][0]
        self.winner = data["side"]
        self.stones = {side: [self.point(stone["point"]) for stone in data["stones"]
                              if stone["color"] == side] for side in ("black", "white")}
        self.size = f"{data['width']}x{data['height']}"

    def point(self, name):
        return ord(name[0]) - ord("a"), self.data["height"] - int(name[1:])

    def solver(self):
        loser = "white" if self.winner == "black" else "black"
        return Fours(self.data["width"], self.data["height"], self.data["rule"] == "standard",
                     self.stones[self.winner], self.stones[loser])

    def line(self):
        black, white = (";".join(f"{x},{y}" for x, y in self.stones[side]) or "-"
                        for side in ("black", "white"))
        return f"B={black} W={white} side={self.winner[0].upper()}\n"

    def record(self):
        """As SGF: setup, and who moves."""
        names = {side: "".join(f"[{chr(97 + x)}{chr(97 + y)}]" for x, y in stones)
                 for side, stones in self.stones.items()}
        setup = "".join(f"A{side[0].upper()}{text}" for side, text in names.items() if text)
        size = self.size.replace("x", ":")
        return f"(;FF[4]GM[4]SZ[{size}]{setup}PL[{self.winner[0].upper()}])"


def check_solve(program, puzzle):
    words = [program, "solve", "--rule", puzzle.data["rule"], "--size", puzzle.size, "--mode",
             puzzle.data["kind"].lower(), "--verify"]
    answer = subprocess.run(words, input=puzzle.line(), capture_output=True, text=True, check=True)
    fields = answer.stdout.rstrip("\n").split("\t")
    if fields[0] != "win" or fields[-1] != "verified":
        yield f"solve says {fields[0]}, {fields[-1]}"
    elif re.match(r"[a-v]\d+", fields[1]).group() != puzzle.key:
        yield f"solve wins by {fields[1]}"


def four_puzzle(puzzle):
    """Whether the solver below knows the rule and the kind."""
    return puzzle.data["kind"] == "VCF" and puzzle.data["rule"] in ("freestyle", "standard")


def check_defence(puzzle, counts):
    """Every move of the defender: the solver attacks as its opponent."""
    if not four_puzzle(puzzle):
        return
    counts["defences by fours"] += 1
    attacker = "white" if puzzle.winner == "black" else "black"
    solver = Fours(puzzle.data["width"], puzzle.data["height"], puzzle.data["rule"] == "standard",
                   puzzle.stones[attacker], puzzle.stones[puzzle.winner])
    firsts = {puzzle.point(name) for name in puzzle.firsts}
    for move in [cell for cell, stone in solver.cells.items() if stone == EMPTY]:
        solver.put(move, DEFENDER)
        solver.nodes, solver.failed = 0, set()
        is_four = bool(solver.fives(DEFENDER, move))
        is_lost = None if is_four else solver.wins(set())
        solver.take(move)
        counts["fours undecided"] += is_lost is None and not is_four
        if is_lost is not None and is_lost == (move in firsts):
            yield f"{chr(97 + move[0])}{puzzle.data['height'] - move[1]} {'loses' if is_lost else 'holds, too'}"


def check_fours(puzzle, counts):
    if not four_puzzle(puzzle):
        return
    solver = puzzle.solver()
    key = puzzle.point(puzzle.key)
    forced = solver.fives(DEFENDER)
    counts["by fours"] += 1
    for move in [key, *(move for move in solver.fours() if move != key)]:
        is_won = solver.wins_by(move, forced)
        name = chr(97 + move[0]) + str(puzzle.data["height"] - move[1])
        if is_won is None:
            counts["fours undecided"] += 1
        elif is_won and (name in puzzle.firsts or not puzzle.firsts):
            continue
        elif is_won != (move == key):
            yield (f"the key move {puzzle.key} does not win by fours" if move == key
                   else f"the four at {chr(97 + move[0])}{puzzle.data['height'] - move[1]} wins, too")


def check_lines(program, puzzle, nodes, counts):
    with tempfile.NamedTemporaryFile("w", suffix=".sgf") as file:
        file.write(puzzle.record())
        file.flush()
        answer = subprocess.run([program, "analyze", "--json", "--lines", str(LINES), "--nodes",
                                 str(nodes), "--rule", puzzle.data["rule"], file.name],
                                capture_output=True, text=True, check=True)
    lines = json.loads(answer.stdout)["lines"]
    winning = [line["move"] for line in lines if (line["plies_to_win"] or 0) > 0]
    counts["proven by the search of all moves"] += puzzle.key in winning
    for move in winning:
        if move not in puzzle.firsts:
            yield f"{move} wins, too, by a search of {nodes} nodes"


def puzzles_of_game(program):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "puzzles.json"
        subprocess.run([program, "puzzles", "--moves", "3", "--nodes", "20000", "--json", path, "-"],
                       input=GAME, text=True, check=True)
        return json.loads(path.read_text(encoding="utf-8"))["puzzles"]


def faults_of(options, puzzle, counts):
    if puzzle.is_defence:
        yield from check_defence(puzzle, counts)
        return
    yield from check_solve(options.program, puzzle)
    yield from check_fours(puzzle, counts)
    if puzzle.firsts:
        yield from check_lines(options.program, puzzle, options.nodes, counts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("puzzles", nargs="?", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=400000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--spoil", action="store_true")
    options = parser.parse_args()
    if options.puzzles and options.puzzles.suffix == ".txt":
        everything = puzzles_of_set(options.puzzles, options.seed)
    else:
        everything = (json.loads(options.puzzles.read_text(encoding="utf-8"))["puzzles"] if options.puzzles
                      else puzzles_of_game(options.program))
    step = max(1, len(everything) / options.count)
    chosen = [Puzzle(everything[int(i * step)]) for i in range(min(options.count, len(everything)))]
    counts, wrong = collections.Counter(), 0
    for puzzle in chosen:
        if options.spoil:
            puzzle.key = puzzle.data["line"][1]
            puzzle.firsts = [puzzle.key]
        counts[puzzle.data["kind"]] += 1
        for fault in faults_of(options, puzzle, counts):
            print(f"{puzzle.name}, {puzzle.data['kind']} {puzzle.key}: {fault}", flush=True)
            wrong += 1
    print(f"{len(chosen)} of {len(everything)} puzzles, {wrong} disagreements; "
          + ", ".join(f"{name}: {count}" for name, count in sorted(counts.items())))
    return 1 if wrong or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
