"""A package as Gomocup's tester takes it: unpacked, each position of its list under each rule, then games
against itself, with the referee's commands, clocks, memory limit and rules.

    gomocup_test.py [--bits 32|64] [--scale S] [--games N] ZIP [RUNNER ...]

RUNNER starts a Windows program here, such as wine; its own start, up to the OK, is not counted. S shortens the games' time limits (default 0.05; the
tester's own are 1). Prints a line for each check and what was slowest and largest.
"""
import argparse
import os
import re
import select
import subprocess
import sys
import tempfile
import time
import zipfile

MEMORY_LIMIT = 350 << 20  # bytes, of the process and its children
FOLDER_LIMIT = 70 << 20
TOLERANCE_S = 1.0
START_LIMIT_S = 60.0  # of a runner to start a program, and to end with it
ALL_RULES = (0, 1, 4, 8, 9)
FORMATS = (  # rule, size, seconds a turn, seconds a match
    (0, 20, 30, 180),
    (0, 20, 5, 100),
    (0, 15, 30, 180),
    (1, 15, 30, 180),
    (4, 15, 30, 180),
    (8, 15, 30, 180),
)
POSITIONS = (  # rules, moves, right answers, wrong answers
    (ALL_RULES, "h8h9i8i9j8j9k8k9", "g8 l8", ""),
    ((1,), "h8h9i8h10g8h11j13h12g14h14i15", "f8 j8", "h13"),
    ((4,), "h8h9i7i9h10i6i11i12", "", "g9"),
    ((8, 9), "h8f8g8f9i8f7j8l8", "f5 f6 f10 f11", "k8"),
)
GAME_OPENING = "b2e2e3"


def points(text):
    return [(ord(m[1]) - ord("a"), int(m[2]) - 1) for m in re.finditer(r"([a-z])(\d+)", text)]


def name(point):
    return chr(ord("a") + point[0]) + str(point[1] + 1)


def private_bytes(pid):
    """What the process and its children have for themselves."""
    total = 0
    try:
        with open(f"/proc/{pid}/smaps_rollup") as file:
            total += 1024 * sum(int(line.split()[1]) for line in file if line.startswith("Private_"))
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            total += sum(private_bytes(int(child)) for child in file.read().split())
    except (OSError, ValueError):
        pass
    return total


class Failure(Exception):
    pass


class Record:
    """The worst that was seen."""

    def __init__(self):
        self.late_s = -1e9  # over the limit; negative: before it
        self.memory = 0
        self.start_s = 0.0
        self.exit_s = 0.0


class Engine:
    def __init__(self, command, folder, rule, size, turn_s, match_s, record):
        """A command of one word is the program itself: nothing is waited for, the OK comes when it comes."""
        self.record = record
        self.turn_s, self.left_s = turn_s, match_s
        self.started = time.monotonic()
        self.is_first = True
        self.buffer = b""
        self.messages = []
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors
        )
        self.say(f"START {size}")
        if len(command) > 1:
            if self.line(self.started + START_LIMIT_S) != "OK":
                raise Failure("no OK")
            record.start_s = max(record.start_s, time.monotonic() - self.started)
            self.started = time.monotonic()
        for key, value in (
            ("timeout_turn", int(turn_s * 1000)),
            ("timeout_match", int(match_s * 1000)),
            ("max_memory", MEMORY_LIMIT),
            ("game_type", 3),
            ("rule", rule),
            ("folder", os.path.join(folder, "data of engines")),
        ):
            self.say(f"INFO {key} {value}")

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\r\n")
        self.process.stdin.flush()

    def why_ended(self):
        try:
            status = f"with status {self.process.wait(START_LIMIT_S)}"
        except subprocess.TimeoutExpired:
            status = "its output, but not itself"
        self.errors.seek(0)
        errors = self.errors.read()[-2000:].decode(errors="replace").strip()
        return f"the program ended {status} after {self.messages[-3:]}; its errors: {errors or 'none'}"

    def line(self, deadline):
        while b"\n" not in self.buffer:
            wait = deadline - time.monotonic()
            if wait <= 0 or not select.select([self.process.stdout], [], [], wait)[0]:
                raise Failure(f"no move in time; it said {self.messages[-3:]}")
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                raise Failure(self.why_ended())
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.decode("ascii").strip()

    def think(self, lines):
        """Says the lines and returns the move."""
        start = self.started if self.is_first else time.monotonic()
        self.is_first = False
        limit = min(self.turn_s, self.left_s)
        self.say(f"INFO time_left {int(self.left_s * 1000)}")
        for line in lines:
            self.say(line)
        while True:
            text = self.line(start + limit + TOLERANCE_S)
            self.messages.append(f"{time.monotonic() - start:.2f} s: {text}")
            move = re.fullmatch(r"(\d+),(\d+)", text)
            if move:
                break
            if not text.startswith(("MESSAGE ", "DEBUG ")) and text != "OK":
                raise Failure(f"unexpected line {text!r}")
        used = time.monotonic() - start
        self.left_s -= used
        self.record.late_s = max(self.record.late_s, used - limit)
        self.record.memory = max(self.record.memory, private_bytes(self.process.pid))
        if self.record.memory > MEMORY_LIMIT:
            raise Failure(f"{self.record.memory >> 20} MiB of memory")
        return int(move[1]), int(move[2])

    def board(self, moves):
        own = len(moves) % 2
        lines = [f"{x},{y},{1 if i % 2 == own else 2}" for i, (x, y) in enumerate(moves)]
        return self.think(["BOARD", *lines, "DONE"])

    def turn(self, move):
        return self.think([f"TURN {move[0]},{move[1]}"])

    def end(self):
        start = time.monotonic()
        try:
            self.say("END")
            self.process.stdin.close()
        except OSError:
            pass
        try:
            self.process.wait(START_LIMIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Failure("does not leave after END") from None
        self.record.exit_s = max(self.record.exit_s, time.monotonic() - start)
        if self.process.returncode != 0:
            raise Failure(f"ended with status {self.process.returncode}")


def has_won(rule, size, moves):
    """Did the last stone win? Forbidden points are not looked for."""
    own, others = set(moves[(len(moves) - 1) % 2 :: 2]), set(moves[len(moves) % 2 :: 2])
    x, y = moves[-1]
    exact = rule in (1, 9) or (rule == 4 and len(moves) % 2 == 1)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        ends, length = [], 1
        for sign in (1, -1):
            k = 1
            while (x + sign * k * dx, y + sign * k * dy) in own:
                k += 1
            length += k - 1
            ends.append((x + sign * k * dx, y + sign * k * dy) in others)
        is_shut = rule in (8, 9) and length == 5 and all(ends)
        if (length == 5 or (length > 5 and not exact)) and not is_shut:
            return True
    return False


def check_positions(command, folder, record):
    for rules, moves, right, wrong in POSITIONS:
        for rule in rules:
            for size in (15, 20):
                engine = Engine(command, folder, rule, size, 5, 100, record)
                answer = name(engine.board(points(moves)))
                engine.end()
                is_good = answer not in wrong.split() and (not right or answer in right.split())
                print(f"rule {rule} size {size} {moves}: {answer}", flush=True)
                if not is_good:
                    raise Failure(f"{answer} is a wrong answer")


def play_game(command, folder, record, rule, size, turn_s, match_s):
    moves = [(size - 1 - x, size - 1 - y) for x, y in points(GAME_OPENING)]
    engines = [Engine(command, folder, rule, size, turn_s, match_s, record) for _ in range(2)]
    seen = [False, False]
    result = "draw"
    while len(moves) < size * size:
        side = len(moves) % 2
        move = engines[side].turn(moves[-1]) if seen[side] else engines[side].board(moves)
        seen[side] = True
        if move in moves or not (0 <= move[0] < size and 0 <= move[1] < size):
            raise Failure(f"illegal move {move}")
        moves.append(move)
        if has_won(rule, size, moves):
            result = "black" if side == 0 else "white"
            break
    for engine in engines:
        engine.end()
    print(f"rule {rule} size {size} {turn_s:g}/{match_s:g} s: {result}, {len(moves)} stones", flush=True)


def folder_bytes(folder):
    return sum(
        os.path.getsize(os.path.join(base, file)) for base, _, files in os.walk(folder) for file in files
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("zip")
    parser.add_argument("--bits", type=int, choices=(32, 64), default=64)
    parser.add_argument("--scale", type=float, default=0.05)
    parser.add_argument("--games", type=int, default=len(FORMATS))
    parser.add_argument("runner", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    record = Record()
    with tempfile.TemporaryDirectory(prefix="gomocup test ") as folder:
        if os.path.getsize(options.zip) >= 8 << 20:
            raise Failure("the zip is too large")
        with zipfile.ZipFile(options.zip) as package:
            if package.testzip() is not None:
                raise Failure("the zip is damaged")
            package.extractall(folder)
        before = sorted(os.listdir(folder))
        program = "pbrain-kaname64.exe" if options.bits == 64 else "pbrain-kaname.exe"
        command = [*options.runner, os.path.join(folder, program)]
        check_positions(command, folder, record)
        for rule, size, turn_s, match_s in FORMATS[: options.games]:
            scale = options.scale
            play_game(command, folder, record, rule, size, turn_s * scale, match_s * scale)
        if sorted(os.listdir(folder)) != before or folder_bytes(folder) > FOLDER_LIMIT:
            raise Failure("it left files behind")
    print(
        f"passed; latest move {record.late_s * 1000:+.0f} ms to its limit, "
        f"memory {record.memory >> 20} MiB, slowest start {record.start_s * 1000:.0f} ms, exit {record.exit_s * 1000:.0f} ms"
    )


try:
    main()
except Failure as failure:
    sys.exit(f"failed: {failure}")
