#!/usr/bin/env python3
"""Engines that attack the manager, and a manager without memory.

    hostile_test.py TOURNAMENT PUPPET [--processes N] [--only CASE]

Each case is a match of the puppet with an engine of this file (--engine KIND), in a folder of its
own, as an ordinary user if root starts it. No process of an engine may be left, nothing is written
outside the folder, and what engines call themselves reaches neither the terminal nor a report as
anything but text.
"""
import argparse
import os
import pathlib
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
NOBODY = 65534
TIMEOUT_S = 120
MEMORY_MB = 300
EVIL_NAME = (b'<script>alert(1)</script></script><img src=x onerror=alert(2)>'
             b'\x1b]0;title\x07\x1b[2J\x9b31m\xff\xfe\xc0\xaf\xe2\x80\xae../../../escaped/\\..\\%n%s')


# ---- Engines --------------------------------------------------------------------------------

def children(count):
    """A tree of processes that ignore signals, half of them leaders of sessions."""
    for number in range(count):
        try:
            if os.fork() == 0:
                if number % 2 == 0:
                    os.setsid()
                if number % 3 == 0 and os.fork() != 0:
                    os._exit(0)
                for signal in (1, 2, 13, 15):
                    __import__("signal").signal(signal, 1)
                time.sleep(600)
                os._exit(0)
        except OSError:
            return


def engine(kind, count):
    say = sys.stdout.buffer
    taken, size = set(), 15
    for line in sys.stdin.buffer:
        word = line.split(b" ")[0].strip().upper()
        if word == b"ABOUT":
            name = EVIL_NAME if kind == "names" else b"attacker"
            say.write(b'name="' + name + b'", version="' + name + b'", author="x", country="y"\n')
        elif word == b"START":
            size = int(line.split()[1])
            if kind == "forks":
                children(count)
            say.write(b"OK\n")
        elif word in (b"BEGIN", b"TURN"):
            if word == b"TURN":
                taken.add(tuple(map(int, line.split()[1].split(b","))))
            if kind == "names":
                say.write(b"MESSAGE " + EVIL_NAME + b"\nDEBUG " + EVIL_NAME + b"\n")
            if kind == "flood":
                for _ in range(count):
                    say.write(b"MESSAGE " + b"x" * 10000 + b"\n")
                say.write(b"MESSAGE " + b"y" * 1000 * count + b"\n")
                sys.stderr.buffer.write(b"z" * 10000 * count)
                sys.stderr.flush()
            move = next((x, y) for y in range(size) for x in range(size) if (x, y) not in taken)
            taken.add(move)
            say.write(b"%d,%d\n" % move)
        elif word == b"END":
            break
        say.flush()


# ---- Cases ----------------------------------------------------------------------------------

class Place:
    def __init__(self, arguments):
        self.arguments = arguments
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="kaname-hostile-"))
        self.folder = self.root / "a" / "b" / "c"   # names with .. stay below the root
        self.folder.mkdir(parents=True)
        for name, source in (("tournament", arguments.tournament), ("puppet", arguments.puppet),
                             ("attack.py", __file__)):
            shutil.copy(source, self.root / name)
            (self.root / name).chmod(0o755)
        if os.geteuid() == 0:
            for path in (self.root, *self.root.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        self.before = self.everything()

    def everything(self):
        return {path for path in self.root.rglob("*") if self.folder not in path.parents}

    def match(self, kind, *words, address=None, processes=1000, user=NOBODY):
        def prepare():
            resource.setrlimit(resource.RLIMIT_NPROC, (processes, processes))
            if address:
                resource.setrlimit(resource.RLIMIT_AS, (address, address))
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(user)
        other = f"{self.root / 'puppet'} name=Other"
        if kind:
            other = (f"{PYTHON} {self.root / 'attack.py'} --engine {kind} "
                     f"--processes {self.arguments.processes}")
        command = [self.root / "tournament", "-engine",
                   f"cmd={self.root / 'puppet'} move=last name=Puppet", "-engine", f"cmd={other}",
                   "-each", "tc=0/4", "-boardsize", "7",
                   "-openings", "none", "-games", "2", "-seed", "1", "-db", "r.db", *words]
        with subprocess.Popen([str(word) for word in command], cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              preexec_fn=prepare) as manager:
            said = manager.communicate(timeout=TIMEOUT_S)[0]
            return manager.returncode, said

    def left(self):
        """Processes of the engine that still run."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                if str(self.root).encode() in path.read_bytes():
                    found.append(path.parent.name)
            except OSError:
                pass
        return found

    def expect_none_left(self):
        end = time.monotonic() + 5
        while self.left() and time.monotonic() < end:
            time.sleep(0.05)
        processes = self.left()
        for process in processes:
            os.kill(int(process), 9)
        assert not processes, f"{len(processes)} processes are left"


def check_text(text, what):
    """Text in UTF-8 without controls and marks that turn it around."""
    text = text.decode()
    bad = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)
    assert not bad, f"{what} has {bad.group()!r} in {text[max(0, bad.start() - 30):bad.end()]!r}"


def case_forks(place):
    status, said = place.match("forks")
    assert status == 0, (status, said)
    place.expect_none_left()


def case_names(place):
    status, said = place.match("names", "-pgn", "p.pgn", "-sgf", "s.sgf", "-msg", "m.txt", "-html",
                               "h.html", "-log", "-debug")
    assert status == 0, (status, said)
    check_text(said, "the terminal")
    assert b"alert(1)" in said, "the name is gone"
    for name in ("p.pgn", "s.sgf", "m.txt", "h.html", "kaname-tournament.1.log"):
        check_text((place.folder / name).read_bytes(), name)
    page = (place.folder / "h.html").read_text()
    assert "<script>alert" not in page and "<img src=x" not in page, "the page has the name's tags"
    assert place.everything() == place.before, place.everything() - place.before
    report = subprocess.run([place.root / "tournament", "report", "r.db", "-json", "r.json"],
                            cwd=place.folder, capture_output=True, check=True)
    check_text(report.stdout, "the report")
    check_text((place.folder / "r.json").read_bytes(), "r.json")


def case_flood(place):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    status, said = place.match("flood", "-msg", "m.txt")
    assert status == 0, (status, said[-500:])
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert max(before, used) < MEMORY_MB * 1024, f"a process took {used} KiB"
    check_text(said, "the terminal")


def case_memory(place):
    """The manager's own address space; its engines inherit the limit, puppets are small."""
    ends = set()
    for address_mb in (20, 30, 40, 50, 60, 80, 120, 200):
        status, said = place.match(None, "-pgn", "p.pgn", address=address_mb << 20)
        assert 0 <= status <= 2, (address_mb, status, said)
        assert said, f"no word at {address_mb} MB"
        ends.add(status)
        if (place.folder / "r.db").exists():
            with sqlite3.connect(place.folder / "r.db") as database:
                assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        for path in place.folder.iterdir():
            path.unlink()
    assert 0 in ends, "no limit was enough"
    assert len(ends) > 1, "no limit was too little"
    place.expect_none_left()


def case_processes(place):
    """A user who may have few processes. Only root can start one who has none yet."""
    if os.geteuid() != 0:
        return
    for path in (place.root, *list(place.folder.parents)[:2], place.folder):
        path.chmod(0o777)
    user = 100000 + os.getpid()
    ends = set()
    for processes in range(4, 16, 2):
        status, said = place.match(None, "-concurrency", "4", "-games", "6", processes=processes,
                                   user=user)
        assert status in (0, 1), (processes, status, said)
        if status == 1:
            assert b"the user (ulimit -u)" in said or b"no threads" in said, (processes, said)
        if (place.folder / "r.db").exists():
            with sqlite3.connect(place.folder / "r.db") as database:
                faults = database.execute("SELECT count(*) FROM game WHERE reason IN"
                                          " ('start', 'crash', 'time')").fetchone()
                assert faults == (0,), (processes, faults, said)
        for path in place.folder.iterdir():
            path.unlink()
        ends.add(status)
    assert ends == {0, 1}, ends
    place.expect_none_left()


CASES = {"forks": case_forks, "names": case_names, "flood": case_flood, "memory": case_memory,
         "processes": case_processes}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tournament", nargs="?", type=pathlib.Path)
    parser.add_argument("puppet", nargs="?", type=pathlib.Path)
    parser.add_argument("--processes", type=int, default=60)
    parser.add_argument("--only", choices=CASES)
    parser.add_argument("--engine")
    arguments = parser.parse_args()
    if arguments.engine:
        engine(arguments.engine, arguments.processes)
        return 0
    for name, case in CASES.items():
        if arguments.only in (None, name):
            place = Place(arguments)
            case(place)
            shutil.rmtree(place.root)
            print(f"{name}: as it must be", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
