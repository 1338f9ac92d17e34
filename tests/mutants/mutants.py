#!/usr/bin/env python3
"""Puts plausible slips into the sources, one at a time, and demands that the test each one names fails.

usage: mutants.py BUILD SCRATCH [--only TEXT]... [--quick] [--again]

BUILD is a build of this tree with its tests, by Ninja or Makefiles. Nothing in the tree or in BUILD is changed: the changed
source is compiled into SCRATCH and linked in front of the library that holds the original. SCRATCH keeps the verdicts: a run
goes on where the last one stopped, and tries again only slips whose text, source or test has changed (--again: all). --only
selects slips, rooms or tests whose name contains TEXT; --quick selects those marked `quick`.

Each *.txt file beside this script holds the slips of a room, separated by blank lines:

    # room/name            # room/name quick: a part of the short run
    file engine/base/rng.c
    in next_random         optional: the change is after this text
    test base the_case     CTest's name, and the test function (or the words printed) that must fail;
                           `signature Bench`: the signature of the search, which each commit states
    - old text             lines of the source; any blanks equal any others; once in the file, or first after `in`
    + new text

Exit status: 0 all are caught, 1 if one survives, does not apply or does not build, or its test fails without it."""

import argparse
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[1]


class Unusable(Exception):
    """A slip that cannot be tried."""


@dataclasses.dataclass
class Slip:
    name: str
    quick: bool = False
    file: str = ""
    after: str = ""
    test: str = ""
    case: str = ""
    old: list = dataclasses.field(default_factory=list)
    new: list = dataclasses.field(default_factory=list)


def read_slips(path):
    slips = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        word, _, rest = line.partition(" ")
        if not line.strip():
            continue
        if word == "#":
            name, _, mark = rest.partition(" ")
            slips.append(Slip(name, mark == "quick"))
        elif word == "file":
            slips[-1].file = rest
        elif word == "in":
            slips[-1].after = rest
        elif word == "test":
            slips[-1].test, _, slips[-1].case = rest.partition(" ")
        elif word == "-":
            slips[-1].old.append(rest)
        elif word == "+":
            slips[-1].new.append(rest)
        else:
            raise SystemExit(f"{path}:{number}: unknown word {word}")
    return slips


def loosely(text):
    """A pattern of the text with any blanks for blanks."""
    return r"\s+".join(re.escape(word) for word in text.split())


def changed(slip):
    """The source with the slip in it."""
    path = TREE / slip.file
    if not path.is_file():
        raise Unusable("no such file")
    text = path.read_text(encoding="utf-8")
    start = 0
    if slip.after:
        found = re.search(loosely(slip.after), text)
        if not found:
            raise Unusable(f"no text `{slip.after}`")
        start = found.end()
    places = list(re.finditer(loosely("\n".join(slip.old)), text[start:]))
    if not places:
        raise Unusable("the old text is not there")
    if len(places) > 1 and not slip.after:
        raise Unusable(f"the old text is there {len(places)} times")
    return text[: start + places[0].start()] + "\n".join(slip.new) + text[start + places[0].end():]


def misfit(slip):
    """Why the slip does not fit the sources; empty if it does."""
    try:
        changed(slip)
    except Unusable as reason:
        return str(reason)
    return ""


class Build:
    """The commands of a build: how each object is compiled, each program linked, each test run."""

    def __init__(self, folder):
        self.folder = folder
        self.compiles = []  # (source, object, arguments, folder)
        for entry in json.loads((folder / "compile_commands.json").read_text(encoding="utf-8")):
            words = shlex.split(entry["command"])
            output = os.path.normpath(os.path.join(entry["directory"], words[words.index("-o") + 1]))
            self.compiles.append((os.path.normpath(entry["file"]), output, words, entry["directory"]))
        self.links = {}  # program -> (arguments, folder)
        for words, place in self.link_commands():
            if "-o" in words:
                self.links[os.path.normpath(place / words[words.index("-o") + 1])] = (words, place)
        listed = subprocess.run(["ctest", "--show-only=json-v1"], cwd=folder, check=True, capture_output=True, text=True).stdout
        self.tests = {test["name"]: test for test in json.loads(listed)["tests"]}
        self.tests["signature"] = {"name": "signature", "command": [str(folder / "pbrain-kaname"), "bench"]}
        self.signature = None  # without a slip

    def link_commands(self):
        """Yields the arguments and the folder of each command that may link a program."""
        if (self.folder / "build.ninja").exists():
            listed = subprocess.run(["ninja", "-t", "commands"], cwd=self.folder, check=True, capture_output=True, text=True).stdout
            for command in re.findall(r"^: && (.*) && :$", listed, re.M):
                yield shlex.split(command), self.folder
        for script in self.folder.rglob("link.txt"):
            yield shlex.split(script.read_text(encoding="utf-8").splitlines()[0]), script.parents[2]

    def archive(self, output):
        """The library that an object is in, by the rule of CMake's folders: DIR/CMakeFiles/NAME.dir/..."""
        folder, _, rest = output.partition("/CMakeFiles/")
        return f"{folder}/lib{rest.partition('.dir/')[0]}.a"

    def uses(self, program, output):
        """Whether the program links the object, by itself or in its library."""
        words, place = self.links[program]
        inside = {os.path.normpath(place / word) for word in words if word.endswith((".o", ".a"))}
        return output in inside or self.archive(output) in inside


class Trial:
    """One slip in the programs of its test, built in a folder of its own."""

    def __init__(self, build, slip, scratch):
        self.build, self.slip, self.scratch = build, slip, scratch
        self.programs = {}  # original path -> path in the scratch folder

    def text_of_slip(self):
        path = self.scratch / "changed" / self.slip.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(changed(self.slip), encoding="utf-8")
        return path

    def run(self, words, place):
        done = subprocess.run(words, cwd=place, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0:
            raise Unusable("build: " + (done.stderr.strip().splitlines() or ["no message"])[0])

    def compile(self, entry, source=None, is_suite=False):
        """Compiles an object again, from another text or with the scratch folder's programs in it."""
        original, output, words, place = entry
        target = self.scratch / "objects" / os.path.relpath(output, self.build.folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        words = [self.translated(word) for word in words]
        words[words.index("-o") + 1] = str(target)
        if source:
            words[words.index("-c") + 1] = str(source)
            at = words.index("-c")
            words[at:at] = ["-idirafter", os.path.dirname(original), "-w"]  # after the system's: a folder may have a limits.h
        if is_suite:
            at = words.index("-c")
            words[at:at] = ["-D_GNU_SOURCE", "-w", "-include", str(HERE / "only.h")]
        if os.environ.get("CMAKE_C_COMPILER_LAUNCHER") and not os.path.basename(words[0]).startswith("ccache"):
            words.insert(0, os.environ["CMAKE_C_COMPILER_LAUNCHER"])
        self.run(words, place)
        return str(target)

    def translated(self, word):
        for original, copy in self.programs.items():
            word = word.replace(f'"{original}"', f'"{copy}"')
            word = copy if word == original else word
        return word

    def link(self, program, objects):
        """Links a program again, the objects in the place of the originals."""
        words, place = self.build.links[program]
        target = self.programs[program]
        os.makedirs(os.path.dirname(target), exist_ok=True)
        replaced = []
        first = True
        for word in words:
            path = os.path.normpath(place / word)
            if word.endswith(".a") and first:
                replaced += [new for old, new in objects.items() if not self.direct(program, old)]
                first = False
            replaced.append(objects.get(path, word) if word.endswith(".o") else word)
        replaced[replaced.index("-o") + 1] = target
        self.run(replaced, place)

    def direct(self, program, output):
        words, place = self.build.links[program]
        return output in {os.path.normpath(place / word) for word in words}

    def sources(self, command):
        """The entries of the changed source, of each program whose part it is, and of the suite itself."""
        named = {os.path.normpath(word) for word in command if os.path.normpath(word) in self.build.links}
        for entry in self.build.compiles:  # programs whose path a test has been compiled with
            if any(self.build.uses(program, entry[1]) for program in named):
                named = named | {path for word in entry[2] for path in re.findall(r'"(/[^"]+)"', word) if path in self.build.links}
        changed_ones = [entry for entry in self.build.compiles if entry[0] == str(TREE / self.slip.file)]
        holders = {program: [entry for entry in changed_ones if self.build.uses(program, entry[1])] for program in named}
        suites = {str(path) for path in source_of(self.slip.test)}
        suite = [entry for entry in self.build.compiles if entry[0] in suites]
        return holders, suite

    def prepare(self, has_slip):
        """Builds what the test needs, with the slip in it or without; returns the command of the test."""
        test = self.build.tests.get(self.slip.test)
        if test is None or "command" not in test:
            raise Unusable(f"no test {self.slip.test}, or it is not built")
        command, text = test["command"], self.text_of_slip()
        holders, suite = self.sources(command)
        if not any(entry[0] == str(TREE / self.slip.file) for entry in self.build.compiles):
            return self.script(test, text) if has_slip else command
        if not any(holders.values()):
            raise Unusable(f"{self.slip.test} does not use the file")
        first = os.path.normpath(command[0])
        self.programs = {program: str(self.scratch / "programs" / os.path.relpath(program, self.build.folder))
                         for program in holders if (has_slip and holders[program]) or (suite and program == first)}
        entries = {entry[1]: entry for held in holders.values() for entry in held} if has_slip else {}
        objects = {output: self.compile(entry, text) for output, entry in entries.items()}
        for entry in self.build.compiles:
            has_path = any(f'"{program}"' in word for word in entry[2] for program in self.programs)
            is_used = any(self.build.uses(program, entry[1]) for program in self.programs)
            if entry[1] not in objects and (entry in suite or has_path) and is_used:
                objects[entry[1]] = self.compile(entry, is_suite=entry in suite)
        for program in self.programs:
            self.link(program, {old: new for old, new in objects.items() if self.build.uses(program, old)})
        return [self.translated(word) for word in command]

    def script(self, test, text):
        """A file that no compiler reads: the test is given a copy of the tree's folder with the slip in it."""
        folder = next((word for word in test["command"] if os.path.isdir(word) and source_in(self.slip.file, word)), None)
        if folder is None:
            raise Unusable(f"{self.slip.test} is not given the file")
        copy = self.scratch / "folder"
        subprocess.run(["rm", "-rf", copy], check=True)
        subprocess.run(["cp", "-r", folder, copy], check=True)
        (copy / os.path.relpath(TREE / self.slip.file, folder)).write_bytes(text.read_bytes())
        return [str(copy) if word == folder else word for word in test["command"]]


def source_in(file, folder):
    return os.path.commonpath([str(TREE / file), os.path.realpath(folder)]) == os.path.realpath(folder)


def source_of(test):
    """The source of a test of the check library."""
    name = re.sub("^(tournament_|games_)", "", test)
    return [path for path in (TREE / "tests").rglob(f"check_{name}.c") if ("tournament" in path.parts) == test.startswith("tournament_")]


def environment_of(build, test, case):
    """The environment of a test, of which only the case runs."""
    environment = dict(os.environ, KANAME_TEST=case)
    for found in build.tests[test].get("properties", []):
        if found["name"] == "ENVIRONMENT":
            environment.update(pair.split("=", 1) for pair in found["value"])
    return environment


def compare_signature(build, output):
    """Keeps the first number, that of the unchanged program, and compares the later ones with it."""
    found = re.search(r"^Bench: (\d+)", output, re.MULTILINE)
    if not found:
        return "other"
    build.signature = build.signature or found[1]
    return "pass" if found[1] == build.signature else "fail"


def end_session(leader):
    """Kills a suite and the tests that it has forked, each of which has a process group of its own."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.getsid(int(name)) == leader:
                os.kill(int(name), signal.SIGKILL)
        except ProcessLookupError:
            pass  # it has ended


def run_test(build, slip, command, limit):
    """Returns pass, fail (the named case, by an assertion), crash, hang or other, and the output."""
    with subprocess.Popen(command, cwd=build.folder, env=environment_of(build, slip.test, slip.case), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True) as done:
        try:
            output = done.communicate(timeout=limit)[0].decode("utf-8", "replace")
        except subprocess.TimeoutExpired:
            end_session(done.pid)
            return "hang", ""
    if done.returncode == 0 and slip.test == "signature":
        return compare_signature(build, output), output
    if done.returncode == 0:
        return ("other" if re.search(r"\b0 ?Checks|Checks: 0\b", output) else "pass"), output
    if re.search(rf":F:[^:]*:{re.escape(slip.case)}:", output):
        return "fail", output
    if re.search(rf":E:[^:]*:{re.escape(slip.case)}:", output):
        return "crash", output
    if not source_of(slip.test) and re.search(loosely(slip.case), output):
        return "fail", output
    return "other", output


def key_of(build, slip):
    parts = [repr(slip)] + [path.read_text(encoding="utf-8") for path in [TREE / slip.file, *source_of(slip.test)] if path.is_file()]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def try_slip(build, slip, scratch, passing):
    """Returns the verdict on a slip: `caught`, or why not."""
    limit = 120
    try:
        changed(slip)
        before = passing.get((slip.test, slip.case))
        if before is None:
            command = Trial(build, slip, scratch).prepare(False)
            before = passing[slip.test, slip.case] = run_test(build, slip, command, limit)[0]
        if before != "pass":
            return f"its test fails without it ({before})"
        verdict, output = run_test(build, slip, Trial(build, slip, scratch).prepare(True), limit)
    except Unusable as reason:
        return str(reason)
    (scratch / "outputs").mkdir(exist_ok=True)
    (scratch / "outputs" / slip.name.replace("/", ".")).write_text(output, encoding="utf-8")
    return {"fail": "caught", "pass": "SURVIVED", "crash": "crash of the named test", "hang": "no end within 120 s",
            "other": "other tests fail"}[verdict]


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell began this in the background
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("scratch", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--again", action="store_true")
    options = parser.parse_args()
    slips = [slip for path in sorted(HERE.glob("*.txt")) for slip in read_slips(path)]
    if len({slip.name for slip in slips}) != len(slips):
        raise SystemExit("two slips have one name")
    stale = [f"{slip.name}: {reason}" for slip in slips if (reason := misfit(slip))]
    if stale:
        raise SystemExit("\n".join(["these slips no longer fit the sources:", *stale]))
    chosen = [slip for slip in slips if (slip.quick or not options.quick) and
              (not options.only or any(text in f"{slip.name} {slip.test}" for text in options.only))]
    if not chosen:
        raise SystemExit("no slip is selected")
    options.scratch.mkdir(parents=True, exist_ok=True)
    store = options.scratch / "verdicts.json"
    verdicts = json.loads(store.read_text(encoding="utf-8")) if store.is_file() else {}
    build, passing, caught = Build(options.build), {}, 0
    for slip in chosen:
        key = key_of(build, slip)
        kept = verdicts.get(slip.name, {})
        began = time.monotonic()
        if options.again or kept.get("key") != key or kept["verdict"] != "caught":
            verdicts[slip.name] = {"key": key, "verdict": try_slip(build, slip, options.scratch, passing)}
            store.write_text(json.dumps(verdicts, indent=1), encoding="utf-8")
        verdict = verdicts[slip.name]["verdict"]
        caught += verdict == "caught"
        print(f"{slip.name:44} {slip.test + ': ' + slip.case:84} {time.monotonic() - began:5.1f} s  {verdict}", flush=True)
    print(f"{caught} of {len(chosen)} caught")
    return 0 if caught == len(chosen) else 1


sys.exit(main())
