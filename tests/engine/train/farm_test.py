#!/usr/bin/env python3
"""`kaname-train farm` as a program: its shares, how it ends, its priority, its room on the disk.

    farm_test.py KANAME_TRAIN WEIGHTS
"""
import csv
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PLAN = """# two kinds
cheap 50 --size 6 --nodes 10
dear 50 --size 6 --nodes 300 --rule standard,caro
"""


def index_of(farm):
    path = farm / "index.tsv"
    return list(csv.DictReader(path.open(), delimiter="\t")) if path.exists() else []


def wait_for(condition):
    end = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < end, "never happened"
        time.sleep(0.01)


def main():
    train, weights = (os.path.abspath(word) for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as name:
        top = pathlib.Path(name)
        (top / "plan").write_text(PLAN)

        def words(farm, *more):
            return [train, "farm", "--plan", top / "plan", "--block-games", "20", "--threads", "2",
                    "--keep-priority", *more, top / farm]

        def run(farm, *more, status=0):
            done = subprocess.run(words(farm, *more), capture_output=True, text=True, check=False)
            assert done.returncode == status, (farm, more, done)
            return done.stderr if status else done.stdout

        # Both kinds get their share of the time, so the cheap one plays more; seeds are numbers.
        told = run("a", "--blocks", "12", "--machine", "3")
        rows = index_of(top / "a")
        assert len(rows) == 12 and told.count("of processor time\n") == 12, told
        assert [row["name"] for row in rows[:2]] == ["cheap", "dear"]
        assert sum(row["name"] == "cheap" for row in rows) >= 6, rows
        assert {row["rules"] for row in rows} == {"freestyle", "standard,caro"}
        assert {row["nodes"] for row in rows} == {"10/0", "300/0"}
        for row in rows:
            path = top / "a" / row["generation"] / f"{int(row['block']):07d}-{row['name']}"
            told = subprocess.run([train, "stats", path], capture_output=True, text=True, check=True).stdout
            assert f"seed {3 * 2**20 + int(row['block'])}," in told, told
            assert f" {row['games']} games " in told and f" {row['positions']} positions " in told, (row, told)
            assert row["weights"] in told, told

        # Another generation: other weights. What was begun is cut, what was done stays.
        farm = top / "a"
        with subprocess.Popen(words("a", "--block-games", "100000", "--quiet")) as process:
            wait_for(lambda: list(farm.glob("*/0000012-*/games-00000.kgm")))
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 3
        run("a", "--blocks", "1", "--weights", weights)
        rows = index_of(farm)
        assert [row["state"] for row in rows] == 12 * ["kept"] + ["cut", "kept"], rows
        assert len({row["generation"] for row in rows}) == 2 and int(rows[12]["games"]) > 0, rows

        # The duplicates of a block that is cut count too.
        (top / "plan").write_text("small 1 --size 6 --stones 2-6 --nodes 2\n")
        with subprocess.Popen(words("d", "--block-games", "100000", "--quiet")) as process:
            wait_for(lambda: sum(path.stat().st_size for path in (top / "d").glob("*/*/games-00000.kgm")) > 30000)
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=60) == 3
        run("d", "--blocks", "1", "--weights", weights)
        cut = index_of(top / "d")[0]
        told = subprocess.run([train, "view", *(top / "d").glob("*/0000000-*")], capture_output=True, text=True,
                              check=True).stdout
        numbers = [int(line.split()[0]) for line in told.splitlines()]
        assert cut["state"] == "cut" and len(numbers) == int(cut["games"]) <= numbers[-1], (cut, numbers[-1])
        assert numbers[-1] + 1 == len(numbers) + int(cut["duplicates"]), (cut, numbers[-1])

        # Room: the oldest blocks go first, held-out ones never.
        (top / "plan").write_text("heldout-games 1 --size 9 --nodes 2 --probes 2\n")
        run("b", "--blocks", "1", "--block-games", "400")
        (top / "plan").write_text("games 1 --size 9 --nodes 2 --probes 2\n")
        run("b", "--blocks", "3", "--block-games", "1000", "--cap-mib", "1")
        run("b", "--blocks", "1", "--cap-mib", "1")
        rows = index_of(top / "b")
        kept = [row for row in rows if row["state"] == "kept"]
        assert rows[0]["state"] == "kept" and rows[1]["state"] == "deleted", rows
        assert sum(int(row["bytes"]) for row in kept[:-1]) <= 1 << 20 < sum(int(row["bytes"]) for row in rows)
        for row in rows:
            there = list((top / "b").glob(f"*/{int(row['block']):07d}-*"))
            assert bool(there) == (row["state"] == "kept"), (row, there)
        (top / "plan").write_text("heldout-games 1 --size 9 --nodes 2 --probes 2\n")
        bytes_a_game = int(rows[0]["bytes"]) / int(rows[0]["games"])
        run("b", "--blocks", "1", "--block-games", str(int(1.2 * (1 << 20) / bytes_a_game)))
        assert "held-out games fill the room" in run("b", "--blocks", "1", "--cap-mib", "1", status=1)
        assert [row["state"] for row in index_of(top / "b") if row["name"] != "games"] == ["kept", "kept"]

        # The openings of a deleted block may come again, in a run that goes on as in one that was ended in between.
        (top / "plan").write_text("small 1 --size 6 --stones 2-6 --nodes 2\n")
        run("e", "--blocks", "1", "--block-games", "600")
        (top / "plan").write_text("large 1 --size 9 --nodes 2 --probes 8\n")
        run("e", "--blocks", "1", "--block-games", "2200")
        (top / "plan").write_text("small 1 --size 6 --stones 2-6 --nodes 2\n")
        shutil.copytree(top / "e", top / "f")
        run("e", "--blocks", "3", "--block-games", "600", "--cap-mib", "1")
        for _ in range(3):
            run("f", "--blocks", "1", "--block-games", "600", "--cap-mib", "1")
        whole, ended = ([(row["state"], row["games"], row["sha256"]) for row in index_of(top / name)] for name in "ef")
        assert whole[0][0] == "deleted", whole
        assert ended == whole, (ended, whole)

        # A file ends the farm at once, and keeps it from starting.
        (top / "plan").write_text(PLAN)
        with subprocess.Popen(words("c", "--block-games", "100000", "--quiet")) as process:
            wait_for(lambda: list((top / "c").glob("*/*/games-00000.kgm")))
            (top / "c" / "stop").touch()
            assert process.wait(timeout=60) == 3
        run("c", status=3)
        (top / "c" / "stop").unlink()

        # The lowest priority, in a session of its own.
        before = (top / "c" / "current").stat().st_mtime_ns
        background = [word for word in words("c", "--quiet") if word != "--keep-priority"]
        with subprocess.Popen(background, start_new_session=True) as process:
            wait_for(lambda: os.getpriority(os.PRIO_PROCESS, process.pid) == 19)
            wait_for(lambda: (top / "c" / "current").stat().st_mtime_ns != before)
            group = pathlib.Path(f"/proc/{process.pid}/autogroup")
            if group.exists() and os.access(group, os.W_OK):
                wait_for(lambda: group.read_text().endswith("nice 19\n"))
            told = run("c", status=1)
            assert "another farm works there" in told, told
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=120) == 3

        # Mistakes.
        (top / "plan").write_text("games 1 --nodes many\n")
        assert "plan: line 1: " in run("d", status=1)
        (top / "plan").unlink()
        assert "plan: " in run("d", status=1)
        assert subprocess.run([train, "farm"], check=False, capture_output=True).returncode == 2
        (top / "a" / "index.tsv").write_text("a letter to a friend\n")
        assert "no line of an index" in run("a", status=1)
        assert (top / "a" / "index.tsv").read_text() == "a letter to a friend\n"


if __name__ == "__main__":
    main()
