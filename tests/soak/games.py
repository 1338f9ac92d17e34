#!/usr/bin/env python3
"""Games of pbrain-kaname by chance, as kaname-tournament plays them; no fault of Kaname's may show.

    games.py BUILD [--games N] [--seed S] [--variant NAME] [--concurrency N]

Draws matches by the seed: rule, board (5x5 to 22x22, rectangles), time a move (mostly 10 ms, up to
500 ms) or a match clock, one or two threads, 10 to 350 MB, pondering, swap2, BOARD instead of TURN,
a process for each game or for all; against the players of kaname-rival, each of its faults, the
puppet of the tests, and itself. VARIANT:

    plain       nothing else (default)
    files       1,000 files are open in the manager and the engines
    disk        Kaname runs in a full file system, with a position database that cannot grow
    address     RLIMIT_AS of Kaname 5% above the max_memory that it is sent, 40 MB at least, with
                which it can hardly begin
    busy        stress-ng keeps two processes a processor busy beside
    too-little  RLIMIT_AS 20% below max_memory, likewise: Kaname must still play

What must hold: the manager ends with status 0 and all its games; Kaname loses none by time, crash,
start, memory, an illegal or a forbidden move. Two things that a loaded machine causes are counted
and printed, but are no failures: a loss by time while the engine, the manager and the virtual
machine waited for a processor for half of the time that its answer was late, or more (by
/proc/PID/schedstat and /proc/stat); and a match that the manager ends because it was itself held up
in every attempt at a game, whose missing games further matches replace. Prints the ends of the
games, and how the answers used their time: how many stayed below the limit, how many came late and
by how much, and during how many of those they waited so.

`disk` and the limits need Linux; `disk` needs root for the mount. Exit status: 0, or 1 if a game
broke a rule; its database and its command stay in the folder named.
"""
import argparse
import collections
import os
import pathlib
import random
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

MB = 1000000
BY_KANAME = ("time", "crash", "start", "memory", "illegal", "overline", "double-four",
             "double-three")
RULES = (0, 1, 4, 8, 9)
SAMPLE_S = 0.02   # between two looks at the threads
SLACK_MS = 150    # a move's begin is known from the sum of the times before it
HELD_UP = r"^kaname-tournament: game \d+: this program was held up at stone \d+, \d+ times in a row"
HOST = "host"     # stands for the machine's own waits among those of processes
LATE_MS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 3000)
FAULTS = ("--crash-at {n}", "--hang-at {n}", "--late-ms {ms}", "--illegal-at {n}",
          "--garbage-at {n}", "--half-line-at {n}", "--endless-line-at {n}", "--flood-stderr",
          "--fork-children", "--memory-mb 400", "--silent-about", "--no-ok", "--exit-at-start",
          "--no-exit")
PLAYERS = ("random", "scorer", "endroad-fast", "endroad", "patterns")


class Clock:
    """A time control; seconds."""

    def __init__(self, match, turn, added):
        self.match, self.turn, self.added = match, turn, added

    def word(self):
        return f"tc={self.match}/{self.turn}+{self.added}"

    def name(self):
        return f"{self.match} s a game" if self.match else f"{self.turn * 1000:.0f} ms"


def draw_clock(chance):
    kind = chance.random()
    if kind < 0.72:
        return Clock(0, 0.01, 0)
    if kind < 0.88:
        return Clock(0, chance.choice((0.02, 0.05, 0.1)), 0)
    if kind < 0.9:
        return Clock(0, 0.5, 0)
    return Clock(chance.choice((0.5, 1, 2)), chance.choice((0.05, 0.2)), chance.choice((0, 0.01)))


def stolen_ms():
    """How long the processors of a virtual machine waited for those of its host, on average."""
    stolen = int(pathlib.Path("/proc/stat").read_text().split("\n", 1)[0].split()[8])
    return stolen * 1000 / os.sysconf("SC_CLK_TCK") / os.cpu_count()


class Watcher(threading.Thread):
    """Notes how long the threads of the manager and of its children waited for a processor."""

    def __init__(self, manager):
        super().__init__(daemon=True)
        self.manager, self.samples, self.is_over = manager, [], False
        self.waits = {}  # of each process by thread, ns: those of threads that have ended count on

    def children(self, process):
        found = []
        for path in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
            try:
                found += path.read_text().split()
            except OSError:
                pass
        return found

    def waited_ms(self, process):
        waits = self.waits.setdefault(process, {})
        for path in pathlib.Path(f"/proc/{process}/task").glob("*/schedstat"):
            try:
                waits[path.parent.name] = int(path.read_text().split()[1])
            except (OSError, IndexError):
                pass
        return sum(waits.values()) / 1e6

    def run(self):
        while not self.is_over:
            now = time.time() * 1000
            self.samples += [(now, process, self.waited_ms(process))
                             for process in [str(self.manager), *self.children(self.manager)]]
            self.samples.append((now, HOST, stolen_ms()))
            time.sleep(SAMPLE_S)

    def waited_between(self, begin, end):
        """The longest wait of an engine in this time of the epoch, and those of the manager, which
        hands on the position and measures when the answer comes, and of the whole machine, ms."""
        first, last = {}, {}
        for now, process, waited in self.samples:
            if now < begin - SLACK_MS:
                first[process] = waited
            elif now <= end + SLACK_MS:
                last[process] = waited
        waits = {process: last[process] - first.get(process, 0) for process in last}
        own = waits.pop(str(self.manager), 0) + waits.pop(HOST, 0)
        return own + max(waits.values(), default=0)


class Tally:
    def __init__(self):
        self.games = self.answers = self.starved = self.starved_losses = self.held_up = 0
        self.ends, self.used, self.slowest = (collections.Counter() for _ in range(3))
        self.wrong = []

    def is_starved(self, late_ms, waited_ms):
        return late_ms >= 5 and waited_ms >= late_ms / 2

    def note_answer(self, clock, limit_ms, used_ms, waited):
        self.answers += 1
        late = used_ms - limit_ms
        name = "in time"
        if late > 0:
            name = max(bound for bound in LATE_MS if late >= bound)
            if late >= 5 and self.is_starved(late, waited()):
                self.starved += 1
        self.used[clock.name(), name] += 1
        self.slowest[clock.name()] = max(self.slowest[clock.name()], used_ms)

    def show(self):
        print(f"{self.games} games, {self.answers} answers of Kaname")
        for (name, result, reason), count in sorted(self.ends.items()):
            print(f"  {name} {result} by {reason}: {count}")
        clocks = sorted({clock for clock, _ in self.used})
        print("late by, ms  " + "".join(f"{clock:>14}" for clock in clocks))
        for row in ("in time",) + LATE_MS:
            counts = [self.used[clock, row] for clock in clocks]
            if any(counts):
                name = row if row == "in time" else f"from {row}"
                print(f"{name:13}" + "".join(f"{count:14}" for count in counts))
        print("slowest, ms  " + "".join(f"{self.slowest[clock]:14.1f}" for clock in clocks))
        late = sum(count for (_, name), count in self.used.items()
                   if name != "in time" and name >= 5)
        print(f"{late} answers 5 ms late or more; while {self.starved} of them ran, the engine "
              "waited for a processor for half of that time or more")
        print(f"{self.starved_losses} games lost by time while it waited so; {self.held_up} matches "
              "ended because the manager was held up")


class Match:
    """One call of the manager."""

    def __init__(self, soak, chance, games):
        self.soak, self.games = soak, games
        self.clock = draw_clock(chance)
        self.memory = chance.choice((10, 20, 50, 100, 350))
        self.threads = chance.choice((1, 1, 2))
        self.rule = chance.choice(RULES)
        width = chance.randint(5, 22)
        height = chance.randint(5, 22) if chance.random() < 0.25 else width
        is_quick = self.clock.turn <= 0.02 and not self.clock.match
        kinds = ["player"] * 5 + ["fault"] * 2 + ["puppet", "itself"] + ["itself"] * (2 * is_quick)
        self.kind = chance.choice(kinds)
        self.words = ["-rule", self.rule, "-boardsize", f"{width}x{height}", "-seed",
                      chance.randint(1, 1 << 30), "-games", games, "-memory"]
        if chance.random() < 0.3:
            self.words += ["-openings", "none"]
        if chance.random() < 0.1:
            self.words += ["-sendbyboard"]
        if self.kind in ("player", "itself") and min(width, height) >= 15 and chance.random() < 0.2:
            self.words += ["-openingrule", chance.choice(("swap2", "swap1", "rif", "taraguchi10"))]
        self.pondering = chance.random() < 0.1
        self.restart = chance.choice(("on", "off"))
        self.other = self.opponent(chance)

    def opponent(self, chance):
        rival, number = self.soak.build / "kaname-rival", chance.randint(1, 1 << 20)
        if self.kind == "itself":
            return self.kaname("Other")
        if self.kind == "puppet":
            command = f"{self.soak.build / 'tests/kaname_puppet'} move={chance.choice(('row', 'last'))}"
            return ["-engine", f"cmd={command}", "name=Other"]
        command = f"{rival} --seed {number} --player {chance.choice(PLAYERS)}"
        if self.kind == "fault":
            fault = chance.choice(FAULTS).format(n=chance.randint(1, 4), ms=chance.choice((5, 400)))
            command += " " + fault
        return ["-engine", f"cmd={command}", "name=Other", "tolerance=0.3", "starttimeout=1",
                "endtimeout=0.2"]

    def kaname(self, name):
        words = ["-engine", f"cmd={self.soak.kaname_within(self.memory)}", f"name={name}", f"thread={self.threads}",
                 f"restart={self.restart}"]
        return words + (["option.pondering=1"] if self.pondering else [])

    def command(self, database):
        each = ["-each", self.clock.word(), f"maxmemory={self.memory * MB}"]
        return [str(word) for word in [self.soak.build / "kaname-tournament", *self.kaname("Kaname"),
                                       *self.other, *each, *self.words, "-concurrency",
                                       self.soak.arguments.concurrency, "-db", database]]

    # ---- Its games ----

    def note_loss(self, tally, game, limit_ms, watcher):
        number, _, _, reason, detail, started, duration = game
        end = started + duration
        if reason != "time":
            tally.wrong.append(f"game {number}: {reason}, {detail}")
            return
        used = float(re.search(r"after ([0-9.]+) s", detail)[1]) * 1000
        late, waited = used - limit_ms, watcher.waited_between(end - used, end)
        if tally.is_starved(late, waited):
            tally.starved_losses += 1
        else:
            tally.wrong.append(f"game {number}: time, {detail}, of which it waited {waited:.0f} ms "
                               "for a processor")

    def note_game(self, tally, database, game, watcher):
        number, black, result, reason, _, started, duration = game
        tally.games += 1
        names = ["Kaname", "Kaname" if self.kind == "itself" else "Other"]
        colours = {"black": black, "white": 1 - black}
        if result in colours:
            loser = names[1 - colours[result]]
            tally.ends[self.kind, f"lost by {loser}", reason] += 1
        else:
            tally.ends[self.kind, result, reason] += 1
            if reason == "interrupted":
                tally.wrong.append(f"game {number}: {reason}")
        left, now = [self.clock.match * 1000] * 2, started

        def limit_of(player):
            turn = self.clock.turn * 1000
            return min(turn, left[player]) if self.clock.match else turn

        for ply, is_opening, used_us in database.execute(
                "SELECT ply, is_opening, time_us FROM move WHERE game = ? ORDER BY ply", (number,)):
            player = black if ply % 2 == 0 else 1 - black
            used = used_us / 1000
            if not is_opening and names[player] == "Kaname":
                tally.note_answer(self.clock, limit_of(player), used, lambda begin=now, end=now + used:
                                  watcher.waited_between(begin, end))
            if not is_opening:
                left[player] += self.clock.added * 1000 - used
            now += used
        if result in colours and reason in BY_KANAME:
            loser = 1 - colours[result]
            if names[loser] == "Kaname":
                self.note_loss(tally, game, limit_of(loser), watcher)

    def play(self, folder, tally):
        path = folder / "games.db"
        path.unlink(missing_ok=True)
        command = self.command(path)
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              cwd=folder, preexec_fn=self.soak.limit) as manager:
            watcher = Watcher(manager.pid)
            watcher.start()
            said = manager.communicate()[0]
            watcher.is_over = True
        before = len(tally.wrong)
        is_held_up = manager.returncode == 1 and re.search(HELD_UP, said, re.MULTILINE) is not None
        tally.held_up += is_held_up
        if manager.returncode != 0 and not is_held_up:
            tally.wrong.append(f"the manager ended with status {manager.returncode}")
        if path.exists():
            database = sqlite3.connect(path)
            games = database.execute(
                "SELECT number, black, result, reason, detail, started_ms, duration_ms FROM game"
            ).fetchall()
            for game in games:
                self.note_game(tally, database, game, watcher)
            if len(games) != self.games and not is_held_up:
                tally.wrong.append(f"{len(games)} games of {self.games}")
            database.close()
        if len(tally.wrong) > before:
            self.keep(folder, path, command, said, tally.wrong[before:])

    def keep(self, folder, path, command, said, wrong):
        kept = pathlib.Path(tempfile.mkdtemp(prefix="wrong-", dir=folder))
        (kept / "command").write_text(" ".join(command) + "\n" + said)
        if path.exists():
            shutil.copy(path, kept)
        print(f"FAILED: {'; '.join(wrong)} ({kept})", flush=True)


class Soak:
    def __init__(self, arguments, folder):
        self.build, self.arguments, self.folder = arguments.build.resolve(), arguments, folder
        self.kaname = self.build / "pbrain-kaname"
        self.limit = self.address_share = self.stress = None
        variant = getattr(self, "set_" + arguments.variant.replace("-", "_"), None)
        if variant:
            variant()

    def wrap(self, text):
        """Kaname behind a shell script."""
        script = self.folder / "pbrain-kaname"
        script.write_text(f"#!/bin/sh\n{text}\n")
        script.chmod(0o755)
        self.kaname = script

    def set_files(self):
        def open_files():
            resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
            for _ in range(1000):
                os.set_inheritable(os.open("/dev/null", os.O_RDONLY), True)
        self.limit = open_files

    def set_busy(self):
        self.stress = subprocess.Popen(["stress-ng", "--cpu", str(2 * os.cpu_count()), "--quiet"])

    def set_disk(self):
        full = self.folder / "full"
        full.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", full], check=True)
        with open(full / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(4096))
            except OSError:
                pass
        # Kaname reads a dialogue that also opens a database.
        self.wrap(f"cd {full} && (echo YXSETDATABASE x.db; exec cat) | "
                  f"exec {self.build / 'pbrain-kaname'}")

    def set_address(self):
        self.address_share = 1.05
        self.wrap(f"ulimit -v $1; exec {self.build / 'pbrain-kaname'}")

    def set_too_little(self):
        self.set_address()
        self.address_share = 0.8

    def kaname_within(self, memory_mb):
        if self.address_share is None:
            return self.kaname
        return f"{self.kaname} {max(memory_mb * self.address_share, 40) * MB / 1024:.0f}"

    def close(self):
        if self.stress:
            self.stress.terminate()
            self.stress.wait()
        if self.arguments.variant == "disk":
            subprocess.run(["umount", self.folder / "full"], check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--games", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--variant", default="plain",
                        choices=("plain", "busy", "files", "disk", "address", "too-little"))
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kaname-games-"))
    soak, tally = Soak(arguments, folder), Tally()
    told = 500
    number = 0
    try:
        while tally.games < arguments.games:
            chance = random.Random(arguments.seed * 1000003 + number)
            number += 1
            games = min(chance.randint(2, 12), arguments.games - tally.games)
            before = tally.games
            Match(soak, chance, games).play(folder, tally)
            if tally.games == before:
                break
            if tally.games >= told:
                told += 500
                print(f"after {number} matches:", flush=True)
                tally.show()
                sys.stdout.flush()
    except KeyboardInterrupt:
        print(f"interrupted in match {number}")
    finally:
        soak.close()
    tally.show()
    print(f"{len(tally.wrong)} failures")
    if not tally.wrong:
        shutil.rmtree(folder)
    return 1 if tally.wrong or tally.games < arguments.games else 0


if __name__ == "__main__":
    sys.exit(main())
