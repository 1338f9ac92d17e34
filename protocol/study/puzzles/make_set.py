#!/usr/bin/env python3
"""Makes the page's set of puzzles from games of the engine against itself.

    make_set.py PBRAIN_KANAME KANAME_TRAIN SET --games GAMES... [--parts FOLDER] [--jobs N] [--size N]
                [--tasks win defence] [--take RULE=WINS,DEFENCES ...]

GAMES are files or folders of `kaname-train generate`. Two kinds of positions are examined: those
where the search of the game proved a win of the side to move (`puzzles` once with any number of winning first
moves, once with 3 at most), and those where
it saw that side behind, or where the game drew the move by chance (`puzzles --defence --firsts 4`).
--parts keeps the puzzles of finished batches, so the same command goes on after an interruption.
--take says how many puzzles of a rule to keep, for example renju=1200,400; those with fewer winning
first moves are preferred, then the set is spread over the levels. By default all are kept.

SET is the file that the page loads; protocol/web/page/puzzle_set.js describes its format.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import train_games

BATCH = 200  # positions of a run of `puzzles`
PROVEN, BEHIND = 29000, -150  # scores
LEAST_STONES = 8
COMMANDS = {"win": ["--firsts", "0", "--moves", "3", "--nodes", "20000"],
            "few": ["--firsts", "3", "--moves", "3", "--nodes", "2000"],
            "defence": ["--defence", "--vcf", "--firsts", "4", "--moves", "3", "--nodes", "1000"]}
RULES = {"freestyle": "f", "standard": "s", "renju": "r"}
SIDES, KINDS = {"black": "b", "white": "w"}, {"VCF": "f", "VCT": "t"}


def tasks_of(scores, at):
    """What to look for before move `at`. scores: of the side to move, None for a move drawn by chance."""
    score = scores[at]
    if score is not None and score > PROVEN:
        return ["win", "few"]
    return ["defence"] if score is None or -PROVEN < score <= BEHIND else []


def positions(program, paths, size, tasks):
    """The positions to examine, as (task, SGF) in the order of the games."""
    for game in train_games.games(program, paths):
        if game.rule not in RULES or (game.width, game.height) != (size, size):
            continue
        scores = [score for _, _, score in game.moves]
        stones = [train_games.sgf_point(game, move) for move in game.moves]
        for at in range(LEAST_STONES, len(stones)):
            for task in set(tasks_of(scores, at) if game.searched[at] else []).intersection(tasks):
                yield task, (f"(;FF[4]GM[4]SZ[{size}]RU[{game.rule}]AB{''.join(stones[0:at:2])}"
                             f"AW{''.join(stones[1:at:2])}PL[{'BW'[at % 2]}])\n")


def find(program, task, batch, folder):
    """The puzzles of a batch of positions, as `puzzles --json` writes them."""
    text = "".join(batch)
    name = f"{task}-{hashlib.sha256(' '.join([*COMMANDS[task], text]).encode()).hexdigest()[:16]}.json"
    path = folder / name
    if not path.exists():
        part = path.with_suffix(".part.json")
        part.unlink(missing_ok=True)
        subprocess.run([program, "puzzles", *COMMANDS[task], "--json", part, "-"], input=text, text=True, check=True)
        part.rename(path)
    return json.loads(path.read_text(encoding="utf-8"))["puzzles"]


def batches(every):
    """Lists of BATCH positions of one task."""
    waiting = collections.defaultdict(list)
    for task, position in every:
        waiting[task].append(position)
        if len(waiting[task]) == BATCH:
            yield task, waiting.pop(task)
    yield from waiting.items()


def image(puzzle):
    """A name of the position that is the same for turned and mirrored ones."""
    size = puzzle["width"]
    stones = [(ord(stone["point"][0]) - 97, int(stone["point"][1:]) - 1, stone["color"]) for stone in puzzle["stones"]]
    images = []
    for turn in range(8):
        turned = []
        for x, y, color in stones:
            if turn & 1:
                x = size - 1 - x
            if turn & 2:
                y = size - 1 - y
            turned.append((y, x, color) if turn & 4 else (x, y, color))
        images.append(sorted(turned))
    return puzzle["rule"], puzzle["task"], puzzle["side"], str(min(images))


def spread(puzzles, count):
    """The puzzles with the fewest first moves, the same number of each level as far as there are any."""
    levels = collections.defaultdict(list)
    for puzzle in puzzles:
        levels[puzzle["level"]].append(puzzle)
    for level in levels.values():
        level.sort(key=lambda puzzle: (len(puzzle["firsts"]) or 9, hashlib.sha256(str(puzzle["stones"]).encode()).hexdigest()))
    chosen = []
    while len(chosen) < count and any(levels.values()):
        for level in sorted(levels):
            if levels[level] and len(chosen) < count:
                chosen.append(levels[level].pop(0))
    return chosen


def points(names):
    """Points as two letters each, column and row, both from `a`; row `a` is the lowest."""
    return "".join(name[0] + chr(96 + int(name[1:])) for name in names)


def line_of(puzzle):
    stones = {side: points(stone["point"] for stone in puzzle["stones"] if stone["color"] == side) for side in SIDES}
    kind = ("d" if puzzle["task"] == "defence" else "a") + KINDS[puzzle["kind"]]
    return " ".join([RULES[puzzle["rule"]] + SIDES[puzzle["side"]] + kind, str(puzzle["level"]),
                     stones["black"], stones["white"], points(puzzle["firsts"]) or "-",
                     points(puzzle["threat"] if puzzle["task"] == "defence" else puzzle["line"])])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    for name in ("program", "train"):
        parser.add_argument(name, type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("set", type=pathlib.Path)
    parser.add_argument("--games", nargs="+", required=True)
    parser.add_argument("--parts", type=pathlib.Path, default=pathlib.Path("puzzle-parts"))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--size", type=int, default=15)
    parser.add_argument("--tasks", nargs="+", choices=COMMANDS, default=list(COMMANDS))
    parser.add_argument("--take", nargs="+", default=[])
    options = parser.parse_args()
    options.parts.mkdir(parents=True, exist_ok=True)
    found = collections.defaultdict(dict)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = [pool.submit(find, options.program, task, batch, options.parts)
                for task, batch in batches(positions(options.train, options.games, options.size, options.tasks))]
        for done in concurrent.futures.as_completed(work):
            for puzzle in done.result():
                same = found[puzzle["rule"], puzzle["task"]]
                if puzzle["firsts"] or image(puzzle) not in same:
                    same[image(puzzle)] = puzzle
    takes = dict(text.split("=") for text in options.take)
    lines = []
    for (rule, task), puzzles in sorted(found.items()):
        count = int(takes[rule].split(",")[task == "defence"]) if rule in takes else len(puzzles)
        chosen = spread([puzzles[key] for key in sorted(puzzles)], count)
        levels = collections.Counter(puzzle["level"] for puzzle in chosen)
        print(f"{rule} {task}: {len(chosen)} of {len(puzzles)}, levels "
              + ", ".join(f"{level}: {levels[level]}" for level in sorted(levels)))
        lines += map(line_of, chosen)
    options.set.write_text("\n".join([f"kaname-puzzles 1 {options.size}", *lines]) + "\n", encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
