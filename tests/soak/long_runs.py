#!/usr/bin/env python3
"""Runs the long runs of tests/README.md one after another and keeps their verdicts.

usage: long_runs.py BUILD FOLDER [--only WORD]... [--list]

The page's commands are the list: those of its shell blocks that start a program of `build` or a script of tests/soak or
tests/mutants, and need nothing but BUILD, a build of this tree with its tests. FOLDER keeps the output of each run, NUMBER-NAME,
and verdicts.tsv: a run goes on where the last one stopped, and runs that passed at this commit are left out. Several may share
FOLDER. --only selects commands that contain WORD; --list prints them. Exit status: 0 if all passed, else 1."""

import argparse
import datetime
import fcntl
import pathlib
import re
import shlex
import subprocess
import sys
import time

TREE = pathlib.Path(__file__).resolve().parents[2]
STARTS = ("build/tests/", "tests/soak/", "tests/mutants/", "tests/protocol/")
PLACEHOLDER = re.compile(r"[A-Z][A-Z_]+|review\.json|puzzles\.json|build-\w+|NUMBER")


def commands_of(page):
    """Yields the commands of the page's shell blocks, without comments, continued lines joined."""
    for block in re.findall(r"^```sh\n(.*?)^```", page, re.M | re.S):
        for line in block.replace("\\\n", " ").splitlines():
            command = shlex.split(line, comments=True)
            words = [word for word in command if not re.match(r"KANAME_\w+=", word)]
            if words and words[0].startswith(STARTS) and not any(map(PLACEHOLDER.fullmatch, words)):
                yield command


def name_of(command):
    word = next(word for word in command if word.startswith(STARTS))
    return pathlib.Path(word).stem


class Verdicts:
    """verdicts.tsv: commit, verdict, seconds, command; each line is written at once."""

    def __init__(self, folder, commit):
        self.path, self.commit = folder / "verdicts.tsv", commit

    def passed(self, command):
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        rows = [line.split("\t") for line in lines]
        return any(row[0] == self.commit and row[1] == "passed" and row[3] == shlex.join(command) for row in rows)

    def add(self, verdict, seconds, command):
        with self.path.open("a", encoding="utf-8") as file:
            file.write(f"{self.commit}\t{verdict}\t{seconds:.0f}\t{shlex.join(command)}\n")


def in_build(word, build):
    return build + word[len("build"):] if re.match(r"build(/|$)", word) else word


def run(number, command, build, folder, verdicts):
    """Runs one command, unless it has passed or another run has it. Returns whether it did not fail."""
    log = folder / f"{number:02}-{name_of(command)}"
    with log.open("a+b") as output:
        try:
            fcntl.flock(output, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print(f"{name_of(command):32} runs elsewhere", flush=True)
            return True
        if verdicts.passed(command):
            return True
        output.truncate(0)
        print(f"{name_of(command):32} {datetime.datetime.now():%H:%M} {shlex.join(command)}", flush=True)
        start = time.monotonic()
        status = subprocess.run(["env"] + [in_build(word, build) for word in command], cwd=TREE, stdin=subprocess.DEVNULL,
                                stdout=output, stderr=subprocess.STDOUT, check=False).returncode
        seconds = time.monotonic() - start
        verdict = "passed" if status == 0 else f"status {status}"
        verdicts.add(verdict, seconds, command)
        print(f"{name_of(command):32} {verdict} after {seconds:.0f} s", flush=True)
        return status == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("build")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    commands = list(commands_of((TREE / "tests/README.md").read_text(encoding="utf-8")))
    chosen = [(number, command) for number, command in enumerate(commands, 1)
              if not args.only or any(word in shlex.join(command) for word in args.only)]
    build = str(pathlib.Path(args.build).resolve())
    missing = [command for _, command in chosen
               if not (TREE / in_build(next(w for w in command if w.startswith(STARTS)), build)).exists()]
    for command in missing:
        print(f"there is no {shlex.join(command)}", file=sys.stderr)
    if missing or not chosen:
        return 1
    if args.list:
        for number, command in chosen:
            print(f"{number:02} {shlex.join(command)}")
        return 0
    args.folder.mkdir(parents=True, exist_ok=True)
    commit = subprocess.run(["git", "-C", TREE, "describe", "--always", "--dirty", "--exclude=*"], capture_output=True, text=True,
                            check=True).stdout.strip()
    verdicts = Verdicts(args.folder.resolve(), commit)
    good = [run(number, command, build, args.folder.resolve(), verdicts) for number, command in chosen]
    return 0 if all(good) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
