#!/usr/bin/env python3
"""Dialogues by chance with a program behind pipes, as a manager sees it; for programs that run
elsewhere, as the Windows one under wine. storm is much faster where it can be built.

    dialogues.py [--dialogues N] [--seed S] [--patience S] PROGRAM [WORD]...

Three dialogues of four are valid: each command that is due a reply gets exactly one, in time. One of
four is hostile: bytes of its lines are changed, doubled and lost; nothing is due then. In both every
line of the program is of a known kind, and it ends with status 0 after END or the end of input.
Exit status: 0, or 1 with the dialogue that failed.
"""
import argparse
import queue
import random
import re
import subprocess
import sys
import threading

REPLY = re.compile(r"(\d+,\d+( \d+,\d+)*( \d+)?|OK|SWAP|UNKNOWN command|ERROR .*|FORBID \d*\.|"
                   r"name=\".*)$")
STEP = re.compile(r"MESSAGE (SWAP2 (MOVE3|SWAP1|SWAP2|MOVE5) |SOOSORV (MOVE3|SWAP1|MOVE4|SWAP2|"
                  r"MOVE5C) |SOOSORV MOVE5 DONE)")
NOTE = re.compile(r"(MESSAGE|INFO) ")


class Wrong(Exception):
    pass


class Dialogue:
    def __init__(self, words, patience):
        self.patience, self.lines, self.heard = patience, [], queue.Queue()
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.heard.put(line.decode(errors="replace").rstrip("\r\n"))
        self.heard.put(None)

    def say(self, line):
        self.lines.append("> " + repr(line))
        try:
            self.process.stdin.write(line + b"\r\n")
            self.process.stdin.flush()
        except OSError as gone:
            raise Wrong(f"it has gone: {gone}") from gone

    def hear(self, timeout):
        """The next line; None: the end. Raises queue.Empty."""
        line = self.heard.get(timeout=timeout)
        if line is not None:
            self.lines.append("< " + line)
            if not (REPLY.match(line) or NOTE.match(line)):
                raise Wrong(f"a line of no known kind: {line!r}")
        return line

    def expect_reply(self):
        while True:
            try:
                line = self.hear(self.patience)
            except queue.Empty:
                raise Wrong("no reply") from None
            if line is None:
                raise Wrong("it ended")
            if REPLY.match(line) or STEP.match(line):
                return

    def end(self, chance):
        if chance.random() < 0.8:
            self.say(b"END")
        self.process.stdin.close()
        try:
            while self.hear(self.patience) is not None:
                pass
            status = self.process.wait(self.patience)
        except (queue.Empty, subprocess.TimeoutExpired):
            raise Wrong("it does not end") from None
        if status != 0:
            raise Wrong(f"status {status}")

    def kill(self):
        self.process.kill()
        self.process.wait()


def point(chance):
    if chance.random() < 0.05:
        return chance.choice((b"99,99", b"x,y", b"-1,3", b"99999999999999999999,1", b"7"))
    return b"%d,%d" % (chance.randint(3, 12), chance.randint(3, 12))


def commands(chance):
    """Lines of a command, and whether a reply is due."""
    stones = [point(chance) for _ in range(chance.randint(0, 8))]
    flagged = [stone + b",%d" % (1 + (len(stones) - i + 1) % 2) for i, stone in enumerate(stones)]
    return chance.choice((
        ([b"TURN " + point(chance)], True), ([b"TURN " + point(chance)], True),
        ([b"BEGIN"], True), ([b"ABOUT"], True), ([b"TAKEBACK " + point(chance)], True),
        ([b"PLAY " + point(chance)], True), ([b"RESTART"], True), ([b"FOO bar"], True),
        ([b"START %d" % chance.choice((5, 15, 20, 22, 99))], True), ([b"RECTSTART 10,12"], True),
        ([b"BOARD", *flagged, b"DONE"], True), ([b"SWAP2BOARD", *stones[:3], b"DONE"], True),
        ([b"OPENINGBOARD rif open", b"DONE"], True), ([b"YXNBEST 2"], True),
        ([b"YXSHOWFORBID"], True), ([b"YXSWAP2STEP1"], True), ([b"YXSOOSORVSTEP1"], True),
        ([b"YXBOARD", *flagged, b"DONE"], False), ([b"YXBLOCK", *stones, b"DONE"], False),
        ([b"YXHASHCLEAR"], False), ([b"YXSHOWHASHUSAGE"], False), ([b"YXSTOP"], False),
        ([b"INFO rule %d" % chance.choice((0, 1, 2, 4, 8))], False),
        ([b"INFO max_memory %d" % chance.choice((0, 10000000, 83886080))], False),
        ([b"INFO thread_num %d" % chance.choice((1, 2))], False),
        ([b"INFO pondering %d" % chance.randint(0, 1)], False),
        ([b"INFO show_detail %d" % chance.randint(0, 3)], False),
    ))


def spoil(line, chance):
    line = bytearray(line)
    for _ in range(chance.randint(1, 3)):
        at = chance.randint(0, len(line))
        kind = chance.randint(0, 3)
        if kind == 0:
            line[at:at] = bytes([chance.randint(0, 255)])
        elif kind == 1:
            del line[at:]
        elif kind == 2:
            line[at:at] = line[at:]
        else:
            line[at:at + 1] = b"\0"
    return bytes(line).replace(b"\n", b"").replace(b"\r", b"")


def run(words, chance, patience):
    dialogue = Dialogue(words, patience)
    is_hostile = chance.random() < 0.25
    try:
        for line in (b"INFO timeout_turn 5", b"INFO timeout_match 100000", b"START 15"):
            dialogue.say(line)
        dialogue.expect_reply()
        for _ in range(chance.randint(3, 25)):
            lines, is_due = commands(chance)
            for line in lines:
                is_spoilt = is_hostile and chance.random() < 0.4 and b"INFO" not in line
                dialogue.say(spoil(line, chance) if is_spoilt else line)
            if is_due and chance.random() < 0.2:
                dialogue.say(b"YXSTOP")
            if is_due and not is_hostile:
                dialogue.expect_reply()
        dialogue.end(chance)
    except Wrong as wrong:
        print("\n".join(dialogue.lines))
        print(f"FAILED: {wrong}")
        return False
    finally:
        dialogue.kill()
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--dialogues", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=30)
    parser.add_argument("words", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()
    for number in range(arguments.dialogues):
        chance = random.Random(arguments.seed * 1000003 + number)
        if not run(arguments.words, chance, arguments.patience):
            print(f"dialogue {number} of seed {arguments.seed}")
            return 1
    print(f"{arguments.dialogues} dialogues, every reply as due")
    return 0


if __name__ == "__main__":
    sys.exit(main())
