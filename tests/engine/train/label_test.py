#!/usr/bin/env python3
"""`kaname-train label` and `yardstick` as programs: what is drawn, that neither threads nor kills
change a byte, and what is refused.

    label_test.py KANAME_TRAIN WEIGHTS
"""
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile


def rows_of(path):
    lines = [line.split("\t") for line in path.read_text().splitlines() if not line.startswith("#")]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def stones_of(moves):
    return re.findall(r"[a-v]\d+", moves)


def main():
    train, weights = (os.path.abspath(word) for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)

        def run(*words, status=0):
            done = subprocess.run([train, *words], cwd=folder, capture_output=True, text=True, check=False)
            assert done.returncode == status, (words, done)
            return done.stderr if status else done.stdout

        def label(out, *words, status=0):
            return run("label", "--out", out, "--quiet", *words, status=status)

        run("generate", "--out", "games", "--size", "10,15", "--games", "60", "--nodes", "60", "--wander",
            "10", "--slack", "40", "--probes", "1", "--rule", "freestyle,renju", "--quiet")
        draw = ("--positions", "120", "--nodes", "50", "games")
        label("a.tsv", *draw)
        rows = rows_of(folder / "a.tsv")
        stages = [sum((20 <= n) + (36 <= n) + (70 <= n) == stage for n in
                      (len(stones_of(row["moves"])) for row in rows)) for stage in range(4)]
        assert stages[:2] == [30, 30] and max(stages) == 30, stages
        assert len({row["moves"] for row in rows}) == len(rows)
        first = [row for row in rows if len(stones_of(row["moves"])) < 20]
        assert sum(row["source"] == "games" for row in first) == 10, first
        assert {row["source"] for row in rows} == {"games", "probes"}
        assert {row["rule"] for row in rows} == {"freestyle"} and {row["nodes"] for row in rows} == {"50"}
        for row in rows:
            assert row["best"] not in stones_of(row["moves"])
            assert (int(row["five"]) != 0) == (abs(int(row["score"])) >= 29000), row

        # Threads and interruptions change no byte; a part of the file is a fair part of the draw.
        whole = (folder / "a.tsv").read_bytes()
        label("b.tsv", "--threads", "3", *draw)
        assert (folder / "b.tsv").read_bytes() == whole
        chance = random.Random(1)
        for cut in [0, 5, 60, 80, *(chance.randrange(len(whole)) for _ in range(8)), len(whole) - 1]:
            (folder / "c.tsv").write_bytes(whole[:cut])
            label("c.tsv", "--threads", "2", *draw)
            assert (folder / "c.tsv").read_bytes() == whole, cut

        # Another draw, search or kind of file is left alone.
        for words in (("--seed", "2"), ("--nodes", "51"), ("--rule", "renju"), ("--table",)):
            assert "made from other games or with other options" in label("a.tsv", *draw, *words, status=1)
        (folder / "letter").write_text("a letter to a friend\n")
        label("letter", *draw, status=1)
        assert (folder / "letter").read_text() == "a letter to a friend\n"
        for lines in 2, 3: # labels of others, whose last line has no end
            others = "\n".join(line for line in whole.decode().splitlines() if line[0] != "#").split("\n")[:lines]
            (folder / "others.tsv").write_text("\n".join(others))
            assert "made from other games" in label("others.tsv", *draw, status=1)
            assert (folder / "others.tsv").read_text() == "\n".join(others)
        assert "in use as an input" in label("a.tsv", "--positions", "120", "--nodes", "50", "a.tsv", status=1)
        locked = subprocess.run(["flock", "--no-fork", "a.tsv", train, "label", "--out", "a.tsv", *draw], cwd=folder,
                                capture_output=True, text=True, check=False)
        assert locked.returncode == 1 and "another process works there" in locked.stderr, locked
        full = subprocess.run(["bash", "-c", 'ulimit -f 0; trap "" XFSZ; exec "$@"', "bash", train, "label", "--out",
                               "full.tsv", "--quiet", *draw], cwd=folder, capture_output=True, text=True, check=False)
        assert full.returncode == 1 and "full.tsv: File too large" in full.stderr, full
        assert (folder / "a.tsv").read_bytes() == whole
        assert "damaged or no file of games" in label("n.tsv", "--nodes", "5", "none", status=1)

        # Labels anew, by another search: the same positions and sources.
        label("d.tsv", "--table", "--positions", "120", "--nodes", "20", "a.tsv")
        again = rows_of(folder / "d.tsv")
        assert {(row["moves"], row["source"]) for row in again} == {(row["moves"], row["source"]) for row in rows}
        assert {row["nodes"] for row in again} == {"20"}

        # Games of other programs, up to the first five.
        (folder / "list.tsv").write_text(
            "moves\trule\twidth\theight\tsource\n"
            "h8h9i8i9j8j9k8a1l8a2a3a4\tfreestyle\t15\t15\tother\n"
            "h8h9i8\trenju\t15\t15\tother\n")
        label("e.tsv", "--positions", "400", "--nodes", "5", "list.tsv")
        listed = rows_of(folder / "e.tsv")
        assert {row["source"] for row in listed} == {"other", "aside"}, listed
        played = {row["moves"] for row in listed if row["source"] == "other"}
        assert played <= {"h8h9i8i9j8j9"[:2 * n] for n in range(1, 7)} and len(played) >= 3, played
        label("f.tsv", "--positions", "400", "--nodes", "5", "--source", "arena", "list.tsv")
        assert {row["source"] for row in rows_of(folder / "f.tsv")} == {"arena"}
        label("g.tsv", "--source", "two words", "list.tsv", status=2)

        # Equal stones on boards of other heights are other positions.
        heights = 12, 15, 20
        (folder / "heights.tsv").write_text("moves\trule\twidth\theight\n" + "".join(
            f"h8h9i8\tfreestyle\t15\t{height}\n" for height in heights))
        label("h.tsv", "--positions", "400", "--nodes", "5", "heights.tsv")
        drawn = [(row["moves"], int(row["height"])) for row in rows_of(folder / "h.tsv")]
        assert {height for moves, height in drawn if moves == "h8h9"} == set(heights), drawn

        # A faulty line of labels is named: it makes them no list of games.
        (folder / "faulty.tsv").write_bytes(re.sub(rb"(?m)^(freestyle\t.*?\t50\t)-?\d+", rb"\1x", whole, count=1))
        assert "faulty.tsv:3: the score" in label("n.tsv", "--positions", "400", "--nodes", "5", "faulty.tsv", status=1)
        (folder / "zero.tsv").write_bytes(whole[:200] + b"\0" + whole[200:])
        assert "zero.tsv: a NUL byte" in run("yardstick", "zero.tsv", status=1)

        # A game that fills the board: the full board is no position, since nobody can move.
        colors = ["XXOOX", "OOXXO"] * 2 + ["XXOOX"]
        cells = {color: [f"{'abcde'[x]}{y + 1}" for y in range(5) for x in range(5) if colors[y][x] == color]
                 for color in "XO"}
        full = "".join(cells["XO"[i % 2]][i // 2] for i in range(25))
        (folder / "full.tsv").write_text(f"rule\twidth\theight\tmoves\nfreestyle\t5\t5\t{full}\n")
        label("full.out", "--positions", "400", "--nodes", "5", "full.tsv")
        counts = {len(stones_of(row["moves"])) for row in rows_of(folder / "full.out")}
        assert max(counts) == 24, counts

        # The yardstick: each named evaluator, and files together.
        told = run("yardstick", "a.tsv", "e.tsv")
        pattern = r"^freestyle: value 0\.\d{4} order \d\.\d{3}  (\d+) positions, regions [0-9a-f]{16}, "
        assert int(re.search(pattern, told).group(1)) == len(rows) + len(listed), told
        for stage in "below 20", "20-35", "36-69", "games", "probes", "other", "aside":
            assert re.search(rf"^  {stage} +\d+  value ", told, re.M), told
        table = run("yardstick", "--table", "a.tsv")
        assert " table " in table and table != run("yardstick", "a.tsv")
        assert table.split("\n", 1)[1] == run("yardstick", "--weights", weights, "a.tsv").split("\n", 1)[1]
        assert "no position of the rule" in run("yardstick", "--weights",
                                                weights.replace("freestyle", "renju"), "a.tsv", status=1)
        run("yardstick", "--table", "--weights", weights, "a.tsv", status=2)
        run("yardstick", status=2)
        assert "none" in run("yardstick", "none", status=1)
        (folder / "head.tsv").write_text((folder / "a.tsv").read_text().split("\n")[0] + "\n")
        assert "no positions" in run("yardstick", "head.tsv", status=1)
        (folder / "empty.tsv").write_text("")
        assert "empty.tsv: the file is empty" in run("yardstick", "empty.tsv", status=1)
        (folder / "remark.tsv").write_text("# a\n\n")
        assert "remark.tsv: the line of the columns' names is missing" in run("yardstick", "remark.tsv", status=1)
        assert "list.tsv:1: a column is missing" in run("yardstick", "list.tsv", status=1)


if __name__ == "__main__":
    main()
