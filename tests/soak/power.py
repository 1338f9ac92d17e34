#!/usr/bin/env python3
"""Cuts the power behind any call of a program, as a log of its calls replays it; kills it by time.

    power.py BUILD [--cuts N] [--kills N] [--seed S] [--only SCENARIO]

BUILD is the folder of the programs and of tests/inject. Each scenario of faults.py that writes files
runs once under `inject log`. Then N times a state of the disk is made as a power cut behind a call
drawn by chance may leave it:

    lost     nothing is there that no fsync has confirmed, neither bytes nor names
    names    all names are there, but of bytes only those that fsync has confirmed
    bytes    all bytes are there, but of names only those that an fsync of their folder has
    chance   of each file a part of what came behind its fsync, the last write torn at a multiple of
             512 bytes; some of the writes inside the old length; of the names the first ones

The first cuts are behind the last call and behind each line that reports a game of the match.
What must hold in each: a file that is replaced is the old one or the new one, whole, and the new one
if the program had said so. What grows holds whole records, the first ones, none twice, and those
that the program had reported. The same command, given again, ends with the files of a run that
nothing disturbed. --kills N also kills each program N times at a moment drawn by chance and checks
the same without the loss of bytes.

Exit status: 0, or 1 if anything of this failed; the folder of a failure is kept and named.
"""
import argparse
import bisect
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import time

import faults

MODES = ("lost", "names", "bytes", "chance")
SECTOR = 512


class File:
    """What happened to an inode. `start` was on the disk before."""

    def __init__(self, start=b""):
        self.start, self.changes, self.syncs = start, [], []


class Log:
    """The log of a run in a folder; calls are numbered from 0."""

    def __init__(self, path, folder, before):
        """`before` has the files, by path below the folder, as (inode, bytes)."""
        self.folder = folder
        self.files, self.names, self.said = [], [], []    # names: (call, path, file or None)
        self.folder_syncs = {}
        self.now, inodes = {}, {}
        self.start = {}
        for name, (inode, data) in before.items():
            self.start[name] = self.now[name] = inodes[inode] = self.add(File(data))
        self.calls = 0
        data, at = path.read_bytes(), 0
        while at < len(data):
            end = data.index(b"\n", at)
            fields = data[at:end].decode(errors="surrogateescape").split("\t")
            at = end + 1
            body = b""
            if fields[0] in ("write", "said"):
                body = data[at:at + int(fields[-1])]
                at += int(fields[-1])
            self.take(fields, body, inodes)
            self.calls += 1

    def add(self, file):
        self.files.append(file)
        return file

    def below(self, path):
        """The path below the folder; None: elsewhere."""
        try:
            return str(pathlib.Path(path).relative_to(self.folder))
        except ValueError:
            return None

    def link(self, name, file):
        self.names.append((self.calls, name, file))
        if file is None:
            self.now.pop(name, None)
        else:
            self.now[name] = file

    def take(self, fields, body, inodes):
        call = fields[0]
        if call == "said":
            self.said.append((self.calls, body.decode(errors="replace")))
            return
        name = self.below(fields[1])
        if name is None:
            return
        if call == "rename":
            file, to = self.now.get(name), self.below(fields[2])
            self.link(name, None)
            self.link(to, file)
        elif call == "unlink":
            self.link(name, None)
        elif call == "sync" and (self.folder / name).is_dir():
            self.folder_syncs.setdefault(name, []).append(self.calls)
        else:
            if call == "open" and name not in self.now:
                inodes[fields[2]] = self.add(File())
                self.link(name, inodes[fields[2]])
            self.change(inodes[fields[2]], fields, body)

    def change(self, file, fields, body):
        if fields[0] == "sync":
            file.syncs.append(self.calls)
        elif fields[0] == "write":
            file.changes.append((self.calls, int(fields[3]), body))
        elif fields[0] == "size":
            file.changes.append((self.calls, int(fields[3]), None))
        elif "t" in fields[3]:
            file.changes.append((self.calls, 0, None))

    # ---- States of the disk ----

    @staticmethod
    def last(calls, cut):
        """The last of these calls up to the cut, or -1."""
        at = bisect.bisect_right(calls, cut)
        return calls[at - 1] if at else -1

    @staticmethod
    def apply(data, change):
        _, offset, body = change
        if body is None:
            del data[offset:]
            data.extend(bytes(max(0, offset - len(data))))
        else:
            data.extend(bytes(max(0, offset - len(data))))
            data[offset:offset + len(body)] = body

    def contents(self, file, cut, mode, chance):
        synced = cut if mode == "bytes" else self.last(file.syncs, cut)
        data = bytearray(file.start)
        rest = []
        for change in file.changes:
            if change[0] <= synced:
                self.apply(data, change)
            elif change[0] <= cut:
                rest.append(change)
        if mode == "chance":
            self.apply_some(data, rest, chance)
        return bytes(data)

    def apply_some(self, data, rest, chance):
        """Some writes inside the length that is on the disk; of the others the first ones."""
        length, count = len(data), chance.randint(0, len(rest))
        for number, (call, offset, body) in enumerate(rest):
            is_inside = body is not None and offset + len(body) <= length
            if is_inside and chance.random() < 0.5:
                continue
            if not is_inside and number >= count:
                if number == count and body is not None and chance.random() < 0.5:
                    body = body[:chance.randrange(0, len(body) + 1, SECTOR)]
                    self.apply(data, (call, offset, body))
                break
            self.apply(data, (call, offset, body))

    def tree(self, cut, mode, chance):
        """Files by name."""
        names, free = dict(self.start), chance.randint(0, len(self.names))
        for number, (call, name, file) in enumerate(self.names):
            folder = str(pathlib.PurePath(name).parent)
            synced = self.last(self.folder_syncs.get(folder, []), cut)
            if call > cut or (call > synced and (mode in ("lost", "bytes") or
                                                 (mode == "chance" and number >= free))):
                continue
            names[name] = file
        return {name: self.contents(file, cut, mode, chance) for name, file in names.items()
                if file is not None and not name.endswith("-shm")}

    def said_before(self, cut):
        return "".join(text for call, text in self.said if call <= cut)


# ---- Scenarios ------------------------------------------------------------------------------

# For each file that is replaced, what is said when it is in its place.
REPORTS = {"YXDBTOTXTALL": ["positions written"], "YXDBTOLIB": ["positions written"],
           "YXDBTOPOS": ["positions written"], "hash": ["hash dump: done"],
           "save": ["Saved 3 moves"] * 4}
# What a match says of each game that it has stored.
GAME_REPORT = "Finished game "


def reported_records(scenario, said, count, is_over):
    """How many of `count` records the program has reported. Edits of the position database are
    reported by YXSAVEDATABASE and by the program's end alone."""
    if scenario.name == "edits":
        return count if is_over else 0
    if scenario.name == "kept":
        return count if "no damage found" in said else 0
    if scenario.name == "match":
        return said.count(GAME_REPORT)
    return count if is_over else 0


def more_scenarios(build):
    """The edits of faults.py, folded into the file before the check."""
    for scenario in faults.scenarios(build):
        if scenario.name == "edits":
            lines = ("START 15", *faults.EDITS, "YXSAVEDATABASE", faults.CHECK, "END")
            yield faults.Scenario("kept", scenario.prepare, scenario.words, faults.dialogue(*lines),
                                  grown=scenario.grown, waits=scenario.waits)
        if scenario.name != "search":
            yield scenario


class Power(faults.Soak):
    def record(self, scenario):
        """Runs the scenario with a log."""
        self.prepared = self.root / "prepared"
        shutil.rmtree(self.prepared, ignore_errors=True)
        self.prepared.mkdir()
        scenario.prepare(self.prepared)
        self.golden = self.fresh("golden")
        before = {str(path.relative_to(self.golden)): (str(path.stat().st_ino), path.read_bytes())
                  for path in self.golden.rglob("*") if path.is_file()}
        begin = time.monotonic()
        outcome = faults.run(scenario, self.golden, self.inject("log", 0))
        self.seconds = time.monotonic() - begin
        # The states are laid out where the run was: a database may hold the paths of its files.
        self.place, self.golden = self.golden, self.root / "whole"
        shutil.rmtree(self.golden, ignore_errors=True)
        shutil.copytree(self.place, self.golden)
        if outcome.status != 0:
            raise faults.Failure(f"without a cut: {outcome.status} {outcome.err}")
        self.golden_records = scenario.grown(self.golden) if scenario.grown else []
        return Log(self.root / "count.log", self.place, before)

    def lay_out(self, tree):
        folder = self.place
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.prepared, folder, ignore=lambda at, names: [
            name for name in names if (pathlib.Path(at) / name).is_file()])
        for name, data in tree.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        return folder

    def check_reported(self, scenario, folder, said, is_over):
        new = faults.contents(self.golden, scenario.replaced)
        now = faults.contents(folder, scenario.replaced)
        old = faults.contents(self.prepared, scenario.replaced)
        count = {}
        for name, word in zip(scenario.replaced, REPORTS.get(scenario.name, [])):
            count[word] = count.get(word, 0) + 1
            if said.count(word) >= count[word] and now[name] != new[name]:
                raise faults.Failure(f"{name} was reported, and is not there")
        for name in scenario.replaced:
            if now[name] not in (old[name], new[name]):
                raise faults.Failure(f"{name} is neither the old file nor the new one")
            if is_over and now[name] != new[name]:
                raise faults.Failure(f"{name} is lost, after the end of the program")
        if scenario.grown:
            records, whole = scenario.grown(folder), self.golden_records
            least = reported_records(scenario, said, len(whole), is_over)
            if records != whole[:len(records)] or len(records) < least:
                raise faults.Failure(f"records {records}, {least} reported of {whole}")

    def check_again(self, scenario, folder):
        again = faults.run(scenario, folder, given=scenario.again and scenario.again(folder))
        if again.status not in (0, 1):
            raise faults.Failure(f"given again, status {again.status}: {again.err}")
        new = faults.contents(self.golden, scenario.replaced)
        if faults.contents(folder, scenario.replaced) != new:
            raise faults.Failure("given again, the files differ from those without a cut")
        if scenario.grown and scenario.grown(folder) != self.golden_records:
            raise faults.Failure(f"given again, records {scenario.grown(folder)}: {again.err}")
        if scenario.complete:
            scenario.complete(folder)

    def attempt(self, scenario, label, folder, said, is_over):
        kept = self.root / f"failure-{self.failures + 1}"
        shutil.copytree(folder, kept)
        try:
            self.check_reported(scenario, folder, said, is_over)
            self.check_again(scenario, folder)
            shutil.rmtree(kept)
        except (faults.Failure, sqlite3.Error, ValueError, OSError) as failure:
            self.failures += 1
            (kept / "SAID").write_text(said)
            print(f"FAILED {scenario.name}, {label}: {failure} ({kept})", flush=True)

    def kill_at(self, scenario, seconds):
        """Kills the program after this time; returns what it had said."""
        folder = self.fresh("golden")
        with subprocess.Popen([str(word) for word in scenario.words], cwd=folder,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT) as process:
            if not scenario.waits:
                process.stdin.write(scenario.text.encode())
                process.stdin.close()
                process.stdin = None
                time.sleep(seconds)
                process.kill()
                said = process.communicate()[0].decode(errors="replace")
            else:
                timer = time.monotonic() + seconds
                heard = ["", 0]
                for line in scenario.text.splitlines()[:-1]:
                    if time.monotonic() > timer:
                        break
                    process.stdin.write(line.encode() + b"\n")
                    process.stdin.flush()
                    if line in scenario.waits and time.monotonic() < timer:
                        faults.read_until(process, scenario.waits[line], heard)
                time.sleep(max(0, timer - time.monotonic()))
                process.kill()
                said = heard[0] + process.communicate()[0].decode(errors="replace")
        return folder, said, process.returncode == 0

    def soak_power(self, scenario):
        log = self.record(scenario)
        chance = random.Random(f"{self.arguments.seed} {scenario.name}")
        reports = [call for call, text in log.said if GAME_REPORT in text]
        fixed = [log.calls - 1] * len(MODES) + [call for call in reports for _ in MODES]
        for number in range(self.arguments.cuts):
            cut = fixed[number] if number < len(fixed) else chance.randrange(-1, log.calls)
            mode = MODES[number % len(MODES)]
            folder = self.lay_out(log.tree(cut, mode, chance))
            self.attempt(scenario, f"cut {number}, {mode} behind call {cut} of {log.calls}", folder,
                         log.said_before(cut), cut == log.calls - 1)
        for number in range(self.arguments.kills):
            folder, said, is_over = self.kill_at(scenario, chance.uniform(0, self.seconds))
            self.attempt(scenario, f"kill {number}", folder, said, is_over)
        print(f"{scenario.name}: {log.calls} calls, {self.arguments.cuts} cuts, "
              f"{self.arguments.kills} kills", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--cuts", type=int, default=200)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append")
    arguments = parser.parse_args()
    power = Power(arguments.build.resolve(), arguments)
    for scenario in more_scenarios(power.build):
        if not arguments.only or scenario.name in arguments.only:
            power.soak_power(scenario)
    if power.failures == 0:
        shutil.rmtree(power.root)
    print(f"{power.failures} failures")
    return 1 if power.failures else 0


if __name__ == "__main__":
    sys.exit(main())
