#!/usr/bin/env python3
"""`kaname-train evolve` as a program: generations, kills, what it refuses.

    evolve_test.py KANAME_TRAIN WEIGHTS
"""
import csv
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

OPTIONS = ["--size", "9", "--tables", "2", "--positions", "2000", "--nodes", "30", "--match-games", "20", "--epochs", "1",
           "--window", "2", "--quiet"]


def rows_of(folder):
    """The generations without the time that each took."""
    with (folder / "evolve.tsv").open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows:
        del row["seconds"]
    return rows


def files_of(folder):
    """All that must not depend on threads and kills."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.glob("0*/**/*"))
            if path.is_file() and path.name not in ("lock", "early.kgm", "match.tsv", "loss.csv")}


def main():
    train = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as name:
        top = pathlib.Path(name)

        def words(folder, *more):
            return [train, "evolve", *OPTIONS, *more, top / folder]

        def run(folder, *more, status=0):
            done = subprocess.run(words(folder, *more), capture_output=True, text=True, check=False)
            assert done.returncode == status, (folder, more, done)
            return done.stderr if status else done.stdout

        # Each generation plays 2,000 positions and its match, and is kept only if it has the points.
        told = run("a", "--generations", "3", "--threads", "2")
        rows = rows_of(top / "a")
        assert [row["kind"] for row in rows] == ["tables", "tables", "network"], rows
        best = 0.0
        for number, row in enumerate(rows, 1):
            won, lost, drawn = (int(row[column]) for column in ("won", "lost", "drawn"))
            assert won + lost + drawn == 20 and int(row["positions"]) >= 2000, row
            assert (row["kept"] == "yes") == (100 * (won + drawn / 2) / 20 >= 52), row
            assert abs(float(row["total_elo"]) - best - float(row["elo"])) < 0.11, (best, row)
            points = min(max((won + drawn / 2) / 20, 1 / 40), 1 - 1 / 40)
            assert abs(float(row["elo"]) - 400 * math.log10(points / (1 - points))) < 0.06, row
            best = float(row["total_elo"]) if row["kept"] == "yes" else best
            assert float(row["best_elo"]) == best, row
            assert float(row["value_loss"]) > 0 and float(row["order_loss"]) > 0, row
            assert f"generation {number}, {row['kind']}: {row['games']} games" in told, told
        assert rows[0]["kept"] == "yes" and float(rows[0]["elo"]) > 100, "blank tables are no opponent"

        # The page and the curves are there, and the page no longer loads itself again.
        page = (top / "a" / "index.html").read_text()
        assert "All generations are done." in page and "refresh" not in page and page.count("<polyline") == 4, page
        xml.etree.ElementTree.parse(top / "a" / "evolve.svg")

        # Killed at any time and continued with another number of threads: the same bytes.
        kills = 0
        while True:
            with subprocess.Popen(words("b", "--generations", "3", "--threads", "1"), stdout=subprocess.DEVNULL) as process:
                try:
                    assert process.wait(timeout=1.5 + 0.4 * kills) == 0
                    break
                except subprocess.TimeoutExpired:
                    process.kill()
                    kills += 1
            # What a kill leaves in the middle of a replacement.
            done = len(rows_of(top / "b")) if (top / "b" / "evolve.tsv").exists() else 0
            for folder in top / "b", top / "b" / "000", top / "b" / f"{done + 1:03}":
                if folder.is_dir():
                    (folder / ".kaname-0123456789abcdef.part").touch()
        assert rows_of(top / "a") == rows_of(top / "b"), (kills, rows_of(top / "a"), rows_of(top / "b"))
        a, b = files_of(top / "a"), files_of(top / "b")
        assert a == b, [path for path in {**a, **b} if a.get(path) != b.get(path)]

        # Ctrl-C while it plays games ends it in good order; the page says so.
        with subprocess.Popen(words("c", "--generations", "1", "--positions", "100000")) as process:
            while not list((top / "c").glob("001/games/games-00000.kgm")):
                time.sleep(0.01)
            told = run("c", "--positions", "100000", status=1)
            assert "another evolution works there" in told, told
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == 3
        assert "Stopped" in (top / "c" / "index.html").read_text()

        # A line of the match that a kill cut short is played again, the state of a fit that a kill left behind goes; more
        # generations go on.
        match = top / "b" / "003" / "match.tsv"
        whole = match.read_text().splitlines(True)
        match.write_text("".join(whole[:-1]) + whole[-1][:3])
        record = (top / "b" / "evolve.tsv").read_text().splitlines(True)
        (top / "b" / "evolve.tsv").write_text("".join(record[:-1]))
        (top / "b" / "003" / "state").touch()
        run("b", "--generations", "4")
        assert not (top / "b" / "003" / "state").exists()
        assert rows_of(top / "b")[:3] == rows_of(top / "a"), rows_of(top / "b")
        assert len(rows_of(top / "b")) == 4

        # Killed between the files of a fit, or between the record and its curves: the missing ones are made.
        for folder, later in ("002", 2), ("003", 3):
            (top / "b" / "evolve.tsv").write_text("".join(record[:later]))
            (top / "b" / folder / "loss.csv").unlink()
            run("b", "--generations", "3")
            assert rows_of(top / "b") == rows_of(top / "a"), (folder, rows_of(top / "b"))
        assert files_of(top / "a") == {path: content for path, content in files_of(top / "b").items() if path[:3] != "004"}
        (top / "b" / "evolve.svg").unlink()
        run("b", "--generations", "3")
        assert (top / "b" / "evolve.svg").read_text().count("<polyline") == 4

        # What it refuses.
        assert "has games of other options" in run("a", "--seed", "2", status=1)
        assert "not even" in run("d", "--match-games", "7", status=2)
        (top / "a" / "evolve.tsv").write_text("something else\n")
        assert "evolve.tsv:1: no line of an evolution" in run("a", status=1)
        match.write_text(whole[0] + "0\t3\t0\n")
        (top / "b" / "evolve.tsv").write_text("".join(record[:-1]))
        assert "match.tsv:2: no line of a match" in run("b", "--generations", "3", status=1)
        (top / "file").write_text("")
        assert "Not a directory" in run("file", status=1)


if __name__ == "__main__":
    main()
