#!/usr/bin/env python3
"""Fails allocations and file calls of the programs one by one, or kills them there.

    faults.py BUILD MODE [--step N] [--from N] [--only SCENARIO]

BUILD is the folder of the programs and of tests/inject and tests/failing_malloc.so. MODE:

    alloc    allocation n fails; then also all from n on
    io       write, open, rename, fsync or truncation n fails with EIO, ENOSPC, EINTR or EPIPE, or
             writes half; from n on the disk or the quota is full, or the disk is read-only; before
             n the folder is removed with all files
    kill     the program is killed before call n; then the command is given again

n runs over every call that a scenario makes, --from N, in steps of N. What must hold each time:

- The program ends by itself, not by a signal (except the kill), within a minute.
- If it prints what it prints without a fault, and exits with the same status, then its files are
  as they are without one. Else each file is the old one or the new one, whole, and nothing is left
  beside them. What grows (games, a database) holds whole records, in order, none twice; after a
  kill the first ones.
- Once its folder has gone, it need not notice before it writes again; but if that happens in the
  first half of its calls, it must not say that all is done. Nothing torn may come back.
- After a kill the same command, given again, ends with the files of a run without faults.

Prints a line for each scenario: calls, runs, faults that were reported and that were overcome.
Exit status: 0, or 1 if anything of this failed; the folder of a failure is kept and named.
"""
import argparse
import os
import pathlib
import re
import select
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

TIMEOUT_S = 60
ANSWER_S = 10
KILLED = 137


def dialogue(*lines):
    return "".join(line + "\n" for line in lines)


class Scenario:
    """A command in a folder, and what may be there after it."""

    def __init__(self, name, prepare, words, text="", replaced=(), grown=None, waits=None, many=1,
                 again=None, complete=None):
        self.name = name
        self.prepare = prepare      # called with the empty folder
        self.words = words          # program and arguments
        self.text = text            # standard input
        self.replaced = replaced    # files that are replaced whole
        self.grown = grown          # called with a folder: a list of records, or raises
        self.waits = waits or {}    # lines to wait behind, each with what its answer matches
        self.many = many            # only every `many`-th call is disturbed
        self.again = again          # called with a folder: the words after a kill
        self.complete = complete    # called with a folder that is done: raises if it is not whole


class Failure(Exception):
    pass


def steady(text):
    """The text without times."""
    return re.sub(r"[0-9.]+ (ms|s)\b|\d\d:\d\d:\d\d", "", text)


class Outcome:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def claim(self):
        """What the program says; times and names by chance do not count."""
        return self.status, steady(self.out + self.err)


def read_until(process, pattern, heard):
    """Adds what the program prints, until a line matches, it ends or ANSWER_S pass."""
    end = time.monotonic() + ANSWER_S
    while not re.search(pattern, heard[0][heard[1]:], re.MULTILINE):
        left = end - time.monotonic()
        if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
            break
        piece = os.read(process.stdout.fileno(), 1 << 16)
        if not piece:
            break
        heard[0] += piece.decode(errors="replace")
    heard[1] = len(heard[0])


def talk(process, scenario):
    """Says the lines; waits for the answer to those that have one to wait for."""
    heard = ["", 0]
    for line in scenario.text.splitlines():
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            break
        if line in scenario.waits:
            read_until(process, scenario.waits[line], heard)
    return heard[0]


def run(scenario, folder, before=(), environment=None, given=None):
    words = [str(word) for word in list(before) + (given or scenario.words)]
    with subprocess.Popen(words, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env={**os.environ, **(environment or {})}
                          ) as process:
        try:
            heard = talk(process, scenario)
            out, err = process.communicate(timeout=TIMEOUT_S)
        except subprocess.TimeoutExpired as late:
            process.kill()
            raise Failure("it did not end") from late
    return Outcome(process.returncode, heard + out.decode(errors="replace"),
                   err.decode(errors="replace"))


def contents(folder, names):
    """The files; of a table of a fit without its last column, the seconds."""
    found = {name: (folder / name).read_bytes() if (folder / name).is_file() else None
             for name in names}
    return {name: re.sub(rb",[0-9.]+$", b"", data, flags=re.MULTILINE)
            if data and name.endswith(".csv") else data for name, data in found.items()}


def listing(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


class Soak:
    def __init__(self, build, arguments):
        self.build, self.arguments = build, arguments
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="kaname-faults-"))
        self.failures = 0

    def fresh(self, name):
        """A copy of the prepared folder."""
        folder = self.root / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.prepared, folder)
        return folder

    def inject(self, fault, number):
        return [self.build / "tests/inject", fault, number, self.root / "count"]

    def preload(self, number, is_many):
        return {"LD_PRELOAD": str(self.build / "tests/failing_malloc.so"),
                "KANAME_FAIL_FROM": str(number), "KANAME_FAIL_COUNT": str(self.root / "count"),
                **({"KANAME_FAIL_MANY": "1"} if is_many else {})}

    def count(self):
        return int((self.root / "count").read_text())

    # ---- What must hold ----

    def check_files(self, scenario, folder, old, is_whole_claimed, is_killed):
        new = contents(self.golden, scenario.replaced)
        now = contents(folder, scenario.replaced)
        for name in scenario.replaced:
            if now[name] not in (old[name], new[name]):
                raise Failure(f"{name} is neither the old file nor the new one")
            if is_whole_claimed and now[name] != new[name]:
                raise Failure(f"{name} was reported as written, and is not")
        left = listing(folder) - listing(self.golden) - self.old_listing
        left = {name for name in left if not re.search(r"-(wal|shm|journal)$", name)}
        if is_killed:
            left = {name for name in left if not name.endswith((".part", ".new"))}
        if left:
            raise Failure(f"left behind: {', '.join(sorted(left))}")
        if scenario.grown:
            records, whole = scenario.grown(folder), self.golden_records
            some = [record for record in whole if record in records]
            if records != (whole[:len(records)] if is_killed else some):
                raise Failure(f"records {records}, but without a fault {whole}")
            if is_whole_claimed and records != whole:
                raise Failure(f"records {records} were reported as {whole}")

    def check(self, scenario, folder, outcome, old):
        if outcome.status < 0 or outcome.status in range(129, 160):
            raise Failure(f"ended by signal, status {outcome.status}")
        is_claimed = outcome.claim() == self.golden_claim
        if not is_claimed and outcome.out + outcome.err == "":
            raise Failure("no word about the fault")
        self.check_files(scenario, folder, old, is_claimed, False)
        return is_claimed

    def check_gone(self, scenario, folder, outcome, is_early):
        if outcome.status < 0 or outcome.status in range(129, 160):
            raise Failure(f"ended by signal, status {outcome.status}")
        is_claimed = outcome.claim() == self.golden_claim
        if is_claimed and is_early:
            raise Failure("its folder had gone, and it said that all was done")
        if not is_claimed and outcome.out + outcome.err == "":
            raise Failure("no word about the fault")
        new, now = contents(self.golden, scenario.replaced), contents(folder, scenario.replaced)
        for name in scenario.replaced:
            if now[name] not in (None, new[name]):
                raise Failure(f"{name} came back, but not whole")
        return is_claimed

    def check_gone_at(self, number, calls):
        return lambda scenario, folder, outcome, old: self.check_gone(scenario, folder, outcome,
                                                                      2 * number <= calls)

    def check_kill(self, scenario, folder, outcome, old):
        if outcome.status not in (KILLED, self.golden_claim[0]):
            raise Failure(f"status {outcome.status} after a kill")
        self.check_files(scenario, folder, old, False, outcome.status == KILLED)
        again = run(scenario, folder, given=scenario.again and scenario.again(folder))
        if again.status not in (0, 1):
            raise Failure(f"given again, status {again.status}")
        new = contents(self.golden, scenario.replaced)
        if contents(folder, scenario.replaced) != new:
            raise Failure("given again, the files differ from those without a kill")
        if scenario.grown and scenario.grown(folder) != self.golden_records:
            raise Failure(f"given again, records {scenario.grown(folder)}")
        if scenario.complete:
            scenario.complete(folder)
        return outcome.status != KILLED

    # ---- Runs ----

    def try_one(self, scenario, label, before, environment, check):
        folder = self.fresh("now")
        old = contents(folder, scenario.replaced)
        self.old_listing = listing(folder)
        outcome = None
        try:
            outcome = run(scenario, folder, before, environment)
            return check(scenario, folder, outcome, old)
        except (Failure, sqlite3.Error, ValueError) as failure:
            self.failures += 1
            kept = self.root / f"failure-{self.failures}"
            kept.mkdir()
            if folder.is_dir():
                shutil.copytree(folder, kept, symlinks=True, dirs_exist_ok=True)
            if outcome:
                (kept / "OUTPUT").write_text(f"{outcome.status}\n{outcome.out}\n{outcome.err}")
            print(f"FAILED {scenario.name}, {label}: {failure} ({kept})", flush=True)
            return False

    def faults(self, mode):
        """Names of the faults, each with the words and the environment for call n."""
        if mode == "alloc":
            return [("one", lambda n: ((), self.preload(n, False))),
                    ("many", lambda n: ((), self.preload(n, True)))]
        names = ["kill"] if mode == "kill" else [
            "EIO", "ENOSPC", "EINTR", "EPIPE", "short", "full", "quota", "readonly", "vanish"]
        return [(name, lambda n, name=name: (self.inject(name, n), None)) for name in names]

    def soak(self, scenario, mode):
        self.prepared = self.root / "prepared"
        shutil.rmtree(self.prepared, ignore_errors=True)
        self.prepared.mkdir()
        scenario.prepare(self.prepared)
        self.golden = self.fresh("golden")
        if mode == "alloc":
            outcome = run(scenario, self.golden, (), self.preload(0, False))
        else:
            outcome = run(scenario, self.golden, self.inject("count", 0))
        self.golden_claim = outcome.claim()
        if scenario.complete:
            scenario.complete(self.golden)
        self.golden_records = scenario.grown(self.golden) if scenario.grown else []
        calls = self.count()
        if outcome.status != 0:
            self.failures += 1
            print(f"FAILED {scenario.name} without a fault: {outcome.status} {outcome.err}")
            return
        runs = overcome = 0
        step = self.arguments.step * (scenario.many if mode != "alloc" else 1)
        last = min(calls, self.arguments.until or calls)
        for name, fault in self.faults(mode):
            for number in range(getattr(self.arguments, "from"), last + 1, step):
                before, environment = fault(number)
                check = {"kill": self.check_kill, "vanish": self.check_gone_at(number, calls)
                         }.get(name, self.check)
                runs += 1
                overcome += self.try_one(scenario, f"{name} {number}", before, environment, check)
        print(f"{mode} {scenario.name}: {calls} calls, {runs} runs, {overcome} as without a fault, "
              f"{runs - overcome} reported or killed", flush=True)


# ---- Scenarios ------------------------------------------------------------------------------

EDITS = ("YXSETDATABASE base.db", "YXEDITTVDDATABASE 7 119 29990 5", "7,7", "DONE",
         "YXEDITTVDDATABASE 7 108 100 5", "7,7", "8,8", "DONE",
         'YXEDITTEXTDATABASE "hi"', "7,7", "DONE")
CHECK = "YXDBCHECK"
CHECKED = {CHECK: r"^MESSAGE position database( not opened| closed|: (?!\d+ positions))"}
MOVE = r"^(\d+,\d+|ERROR|MESSAGE SWAP2)"
SIDES = ("START 15", "INFO hash_size 64", "INFO max_node 300", "INFO timeout_turn 60000")


def rows(path, sql):
    """Rows of a database, which must be sound; none without a table."""
    if not path.is_file() or path.stat().st_size == 0:
        return []
    database = sqlite3.connect(path)
    try:
        sound = database.execute("PRAGMA integrity_check").fetchall()
        if sound != [("ok",)]:
            raise Failure(f"{path.name} is damaged: {sound}")
        names = [name for name, in database.execute("SELECT name FROM sqlite_master")]
        return database.execute(sql).fetchall() if names else []
    finally:
        database.close()


def scenarios(build):
    engine, train = build / "pbrain-kaname", build / "kaname-train"
    manager, rival = build / "kaname-tournament", build / "kaname-rival"

    def nothing(folder):
        del folder

    def with_database(folder):
        subprocess.run([engine], input=dialogue("START 15", *EDITS, "END"), text=True, cwd=folder,
                       check=True, capture_output=True)
        for name, text in (("out.txt", "kaname-positions 1\n"), ("out.pos", "")):
            (folder / name).write_text(text)

    def with_saves(folder):
        for name in ("g.psq", "g.sgf", "g.pos", "g.txt"):
            subprocess.run([engine, "play"], input=dialogue("side both", "a1", "save " + name,
                                                            "quit"),
                           text=True, cwd=folder, check=True, capture_output=True)

    # Games as files have them, and as the database keeps them: turned to the least text.
    played = {"h8i9": "h8g7", "h8h9": "h8g8", "a1o15": "a15o1", "a1b2": "a15b14",
              "h8a1h9a3h10a5h11a7h12": "h8a15h7a13h6a11h5a9h4"}

    def with_played(folder):
        with_database(folder)
        for number, moves in enumerate(played):
            (folder / f"{number}.txt").write_text(moves)

    def counts(folder):
        """The games in the order of their files; of each all moves are counted."""
        if not rows(folder / "base.db", "SELECT 1 FROM sqlite_master WHERE name = 'game'"):
            return []
        games = [moves for moves, in rows(folder / "base.db", "SELECT moves FROM game")]
        first = rows(folder / "base.db",
                     "SELECT total(games) FROM played WHERE black = '' AND white = ''")
        every = rows(folder / "base.db", "SELECT total(games) FROM played")
        if first != [(len(games),)] or every != [(len(re.findall("[a-z]", "".join(games))),)]:
            raise Failure(f"{games}, but counted {first} first moves of {every} moves")
        return sorted(games, key=list(played.values()).index)

    def with_games(folder):
        subprocess.run([train, "generate", "--out", "G", "--games", "24", "--nodes", "20",
                        "--size", "9", "--quiet"], cwd=folder, check=True, capture_output=True)

    match = [manager, "-engine", f"cmd={rival} --seed 1", "name=A", "-engine",
             f"cmd={rival} --seed 2", "name=B", "-games", "2", "-openings", "none", "-seed", "7",
             "-boardsize", "6", "-each", "tc=10/5"]

    def with_run(folder):
        subprocess.run(match + ["-db", "r.db"], cwd=folder, check=True, capture_output=True)
        for name in ("r.json", "r.html", "r.pgn", "r.sgf"):
            subprocess.run([manager, "report", "r.db", "-" + name[2:], name], cwd=folder,
                           check=True, capture_output=True)
        subprocess.run(match + ["-seed", "8", "-db", "r.db"], cwd=folder, check=True,
                       capture_output=True)

    def games_of(folder):
        return rows(folder / "r.db", "SELECT number FROM game ORDER BY number")

    def edits(folder):
        found = rows(folder / "base.db", "SELECT tag, text FROM position")
        tags, texts = {tag for tag, _ in found}, {text for _, text in found}
        return [edit for edit, is_there in (("w", 119 in tags), ("l", 108 in tags),
                                            ("text", "hi" in texts)) if is_there]

    def shard(folder):
        """Games of the folder, as kaname-train counts them; one that is cut off is none."""
        if not any((folder / "G").glob("*.kgm")):
            return []
        shown = subprocess.run([train, "view", "G"], cwd=folder, capture_output=True, text=True,
                               check=False).stdout
        return [line for line in shown.splitlines() if line.strip()]

    for word, name in (("YXDBTOTXTALL", "out.txt"), ("YXDBTOLIB", "out.lib"),
                       ("YXDBTOPOS", "out.pos")):
        yield Scenario(f"{word}", with_database, [engine],
                       dialogue("START 15", "YXSETDATABASE base.db", f"{word} {name}", CHECK, "END"),
                       replaced=(name,), waits=CHECKED)
    yield Scenario("edits", nothing, [engine], dialogue("START 15", *EDITS, CHECK, "END"),
                   grown=edits, waits=CHECKED)
    yield Scenario("gather", with_played,
                   [engine, "gather", "base.db", *(f"{i}.txt" for i in range(len(played)))],
                   grown=counts)
    yield Scenario("hash", nothing, [engine],
                   dialogue(*SIDES, "BEGIN", "YXHASHDUMP hash.bin", "YXHASHLOAD hash.bin", "END"),
                   replaced=("hash.bin",), waits={"BEGIN": MOVE})
    yield Scenario("search", nothing, [engine],
                   dialogue(*SIDES, "INFO rule 4", "INFO show_detail 3", "TURN 7,7", "YXNBEST 3",
                            "INFO thread_num 2", "BOARD", "7,7,1", "8,8,2", "6,6,1", "7,8,2",
                            "DONE", "YXSWAP2STEP1", "RECTSTART 9,12", "BEGIN", "YXSHOWFORBID",
                            "ABOUT", "END"),
                   waits=dict.fromkeys(("TURN 7,7", "YXNBEST 3", "DONE", "YXSWAP2STEP1", "BEGIN"), MOVE))
    saved = ("g.psq", "g.sgf", "g.pos", "g.txt")
    yield Scenario("save", with_saves, [engine, "play"],
                   dialogue("side both", "h8", "h9", "i9",  # the second command replaces the file
                            *(f"save {name}" for name in saved for _ in range(2)), "load g.sgf",
                            "quit"),
                   replaced=saved)
    yield Scenario("generate", nothing,
                   [train, "generate", "--out", "G", "--games", "3", "--nodes", "20", "--size",
                    "7", "--quiet"], grown=shard)
    yield Scenario("merge", with_games, [train, "merge", "--out", "m.kgm", "G"],
                   replaced=("m.kgm",))
    yield Scenario("shuffle", with_games, [train, "shuffle", "--out", "m.kgm", "G"],
                   replaced=("m.kgm",))
    yield Scenario("fit", with_games,
                   [train, "fit", "--out", "w.weights", "--csv", "c.csv", "--epochs", "1", "--heldout", "200", "G"],
                   replaced=("w.weights", "c.csv"))
    yield Scenario("report", with_run,
                   [manager, "report", "r.db", "-run", "2", "-json", "r.json", "-html", "r.html",
                    "-pgn", "r.pgn", "-sgf", "r.sgf"],
                   replaced=("r.json", "r.html", "r.pgn", "r.sgf"))
    asked = ["h8i9g9", "h8h9i8", "a1b2c3d4"]

    def with_positions(folder):
        (folder / "p.txt").write_text("".join(line + "\n" for line in asked))
        for name, text in (("a.json", "[]"), ("a.txt", "kaname-positions 1\n")):
            (folder / name).write_text(text)

    def answers(folder):
        is_begun = rows(folder / "a.db", "SELECT 1 FROM sqlite_master WHERE name = 'answer'")
        return rows(folder / "a.db", "SELECT number, stones, move FROM answer ORDER BY number"
                    ) if is_begun else []

    yield Scenario("analyze", with_positions,
                   [manager, "analyze", "p.txt", "-engine", f"cmd={rival} --seed 1", "tc=10/5",
                    "-answers", "a.db", "-json", "a.json", "-positions", "a.txt"],
                   replaced=("a.txt",), grown=answers)
    wanted = match + ["-db", "r.db", "-pgn", "p.pgn", "-sgf", "s.sgf", "-msg", "m.txt", "-sample",
                      "file=s.csv", "format=csv", "freq=1", "-log"]

    def resumed(folder):
        is_begun = rows(folder / "r.db", "SELECT id FROM run")
        return wanted + (["-resume"] if is_begun else [])

    def each_game_once(folder):
        for name, mark in (("p.pgn", "[Event "), ("s.sgf", "(;"), ("m.txt", "Game ID: ")):
            count = (folder / name).read_text().count(mark)
            if count != 2:
                raise Failure(f"{name} has {count} games of 2")

    yield Scenario("match", nothing, wanted, grown=games_of, many=5, again=resumed,
                   complete=each_game_once)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("mode", choices=["alloc", "io", "kill"])
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--from", type=int, default=1)
    parser.add_argument("--until", type=int)
    parser.add_argument("--only", action="append")
    arguments = parser.parse_args()
    soak = Soak(arguments.build.resolve(), arguments)
    for scenario in scenarios(soak.build):
        if not arguments.only or scenario.name in arguments.only:
            soak.soak(scenario, arguments.mode)
    if soak.failures == 0:
        shutil.rmtree(soak.root)
    print(f"{soak.failures} failures")
    return 1 if soak.failures else 0


if __name__ == "__main__":
    sys.exit(main())
