#!/usr/bin/env python3
"""Kills a farm at random moments and compares it with one that nothing interrupted.

    farm_kills.py TRAIN [--kills N] [--seed N] [--blocks N] [--stops]

TRAIN is the program kaname-train. Every game that a killed farm had written must be there at the
end, and the blocks must be those of the other farm, byte for byte. With --stops, half of the kills
are SIGTERM or the file `stop`. Exit status: 0, or 1 after the first difference.
"""
import argparse
import csv
import hashlib
import pathlib
import random
import signal
import struct
import subprocess
import sys
import tempfile
import time

# Small boards and openings: some games begin alike and are left out.
PLAN = "games 1 --rule freestyle,renju --size 5,5,15 --stones 0-1 --balance 20000 --nodes 30 --wander 20 --probes 1\n"
HEADER_BYTES = 256


def command(options, folder, blocks):
    return [options.train, "farm", "--plan", folder.parent / "plan", "--block-games", "60", "--threads", "2",
            "--blocks", str(blocks), "--quiet", "--keep-priority", folder]


def run(options, folder, blocks):
    subprocess.run(command(options, folder, blocks), check=True)


def records_of(path):
    """The whole records of a file of games."""
    data = path.read_bytes() if path.exists() else b""
    records, at = [], HEADER_BYTES
    while at + 4 <= len(data):
        length, check = struct.unpack_from("<HH", data, at)
        if length ^ check != 0xFFFF or at + 8 + length > len(data):
            break
        records.append(data[at:at + 8 + length])
        at += 8 + length
    return records


def number_of(record):
    return struct.unpack_from("<I", record, 8)[0]


def blocks_of(folder):
    """The files of games by the name of their block."""
    return {path.parent.name: path for path in sorted(folder.glob("*/*/games-00000.kgm"))}


def index_of(folder):
    path = folder / "index.tsv"
    return list(csv.DictReader(path.open(), delimiter="\t")) if path.exists() else []


def interrupt(options, folder, process, chance):
    """Ends the farm in one of the ways."""
    way = chance.choice(["kill", "kill", "term", "stop"]) if options.stops else "kill"
    if way == "stop":
        (folder / "stop").touch()
    else:
        process.send_signal(signal.SIGTERM if way == "term" else signal.SIGKILL)
    status = process.wait(timeout=60)
    (folder / "stop").unlink(missing_ok=True)
    assert status in ((-signal.SIGKILL,) if way == "kill" else (3, -signal.SIGTERM)), (way, status)


def check_kept(folder, seen):
    """What was written stays, in its place. Returns what is there now."""
    now = {name: records_of(path) for name, path in blocks_of(folder).items()}
    for name, records in seen.items():
        assert now.get(name, [])[:len(records)] == records, f"{name} lost games"
    return now


def run_with_kills(options, folder, seconds):
    chance = random.Random(options.seed)
    seen, early = {}, {}
    for _ in range(options.kills):
        with subprocess.Popen(command(options, folder, 1 << 20)) as process:
            time.sleep(chance.random() * seconds)
            interrupt(options, folder, process, chance)
        seen = check_kept(folder, seen)
        for path in folder.glob("*/*/early.kgm"):
            for record in records_of(path):
                early[path.parent.name, number_of(record)] = record
    while len(index_of(folder)) < options.blocks:
        run(options, folder, 1)
    check_kept(folder, seen)
    return early


def check_index(folder):
    rows = index_of(folder)
    files = blocks_of(folder)
    duplicates = 0
    assert [int(row["block"]) for row in rows] == list(range(len(rows))), rows
    for row in rows:
        path = files[f"{int(row['block']):07d}-{row['name']}"]
        data = path.read_bytes()
        numbers = [number_of(record) for record in records_of(path)]
        assert row["sha256"] in ("-", hashlib.sha256(data).hexdigest()), row
        assert int(row["bytes"]) == len(data) and int(row["games"]) == len(numbers), row
        assert numbers == sorted(set(numbers)), path
        assert len(numbers) + int(row["duplicates"]) == 60, row
        assert not (path.parent / "early.kgm").exists(), path
        duplicates += int(row["duplicates"])
    return duplicates


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("train", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--blocks", type=int, default=4)
    parser.add_argument("--stops", action="store_true")
    options = parser.parse_args()
    options.train = options.train.resolve()
    with tempfile.TemporaryDirectory(prefix="kaname-farm-") as name:
        top = pathlib.Path(name)
        (top / "plan").write_text(PLAN)
        whole, broken = top / "whole", top / "broken"
        begin = time.monotonic()
        run(options, whole, options.blocks)
        seconds = (time.monotonic() - begin) / options.blocks
        broken.mkdir()
        early = run_with_kills(options, broken, seconds)
        blocks = len(index_of(broken))
        if blocks > options.blocks:
            run(options, whole, blocks - options.blocks)
        one, other = blocks_of(whole), blocks_of(broken)
        for block, path in one.items():
            assert other[block].read_bytes() == path.read_bytes(), block
        for (block, number), record in early.items():
            numbers = [number_of(kept) for kept in records_of(other[block])] if block in other else []
            assert number not in numbers or record in records_of(other[block]), (block, number)
        duplicates = check_index(broken)
        assert check_index(whole) == duplicates, (check_index(whole), duplicates)
        assert duplicates > 0, "no game began like another"
    print(f"{options.kills} kills, {blocks} blocks, {duplicates} duplicates, {len(early)} games that waited: "
          "the same bytes")


if __name__ == "__main__":
    sys.exit(main())
