#!/usr/bin/env python3
"""Files of openings by the commands: `gather --openings` writes them, `openings` searches them, `play --book` uses them.

usage: openings_test.py PBRAIN_KANAME"""

import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

GAMES_SGF = pathlib.Path(__file__).resolve().parents[4] / "protocol/study/explorer/games_sgf.py"
RIF = """<?xml version="1.0" encoding="UTF-8"?>
<database><rules><rule id="1" name="RIF"><info></info></rule></rules>
<players><player id="1" name="A" surname="B"></player></players>
<games>
<game id="1" black="1" white="1" bresult="1" rule="1"><move>h8 h9 i9 g8</move></game>
<game id="2" black="1" white="1" bresult="0" rule="1"><move>h8 g8 g9 h9</move></game>
<game id="3" black="1" white="1" bresult="0.5" rule="1"><move>h8 i9 i10</move></game>
</games></database>
"""


def expect(actual, wanted, what):
    if actual != wanted:
        raise AssertionError(f"{what}: {actual!r}, not {wanted!r}")


class Tools:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *words, status=0, text=""):
        done = subprocess.run([self.program, *words], cwd=self.folder, input=text, capture_output=True, text=True, check=False)
        expect(done.returncode, status, f"{words}: {done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def read(self, name):
        return (self.folder / name).read_text(encoding="ascii")


def check_gather(tools):
    """RenjuNet's database becomes openings; turned games are counted together."""
    (tools.folder / "games.rif").write_text(RIF, encoding="utf-8")
    tools.run("gather", "--least", "1", "--openings", "o.txt", "g.db", "games.rif")
    lines = tools.read("o.txt").splitlines()
    expect(lines[:4], ["kaname-openings 1", "board renju 15 0", "- hh1.1.1", "hh gh1.0.1 gg0.1.0"], "the counts")
    expect([line for line in lines if line.startswith("ghhhhi")], [], "the form is the least")
    tools.run("gather", "--openings", "two.txt", "g.db")
    expect(tools.read("two.txt").splitlines(), lines[:3] + ["hh gh1.0.1", *[line for line in lines if ".0.1" in line and len(line.split()[0]) == 4]],
           "moves of two games at least")
    tools.run("gather", "--depth", "0", "--openings", "none.txt", "g.db")
    expect(len(tools.read("none.txt").splitlines()), 3, "the empty board alone")
    (tools.folder / "letter.txt").write_text("Dear reader", encoding="ascii")
    tools.run("gather", "--openings", "letter.txt", "g.db", status=1)
    expect(tools.read("letter.txt"), "Dear reader", "another file stays")
    tools.run("gather", "--openings", "o.txt", "missing.db", status=1)
    expect([tools.read("o.txt").splitlines(), (tools.folder / "missing.db").exists()], [lines, False], "a missing database changes nothing")
    tools.run("gather", "g.db", status=2)
    tools.run("gather", "--openings", "o.txt", "--depth", "21", "g.db", status=2)


def check_self_play(tools):
    """Games of kaname-train become SGF; here a program prints what `kaname-train view` does."""
    view = tools.folder / "view"
    view.write_text("#!/bin/sh\necho '7 freestyle 15x15 white five h8(12) h9(?) i10 a1(-30)'\n", encoding="ascii")
    view.chmod(0o755)
    made = subprocess.run([GAMES_SGF, view, "GAMES"], capture_output=True, text=True, check=True).stdout
    expect(made, "(;FF[4]GM[4]SZ[15]RU[freestyle]RE[W+];B[hh];W[hg];B[if];W[ao])\n", "a game of self-play")
    tools.run("gather", "--least", "1", "--openings", "self.txt", "self.db", "-", text=made)
    expect("- hh0.0.1" in tools.read("self.txt").splitlines(), True, "its first move")
    view.write_text("#!/bin/sh\nexit 3\n", encoding="ascii")
    expect(subprocess.run([GAMES_SGF, view, "GAMES"], capture_output=True, check=False).returncode, 1, "a program that fails")


def check_search(tools):
    """The searches of parts make the whole; what is known is not searched again; games come and go beside it."""
    words = ["--rule", "renju", "--nodes", "600", "--lines", "8", "--depth", "4"]
    said = tools.run("openings", *words, "whole.txt")
    whole = tools.read("whole.txt")
    first = [line for line in whole.splitlines() if not line.startswith(("board", "kaname"))]
    expect(len([line for line in first if len(line.split()[0]) == 6]) >= 26, True, "the 26 openings")
    expect(f"{len(first)} positions searched" in said, True, said)
    for _round in range(8):
        for part in ("1", "2"):
            tools.run("openings", *words, "--part", f"{part}/2", f"part{part}.txt", *(["part1.txt"] if part == "2" else []))
        tools.run("openings", *words, "--part", "1/2", "part1.txt", "part2.txt")
        if tools.read("part1.txt") == whole:
            break
    expect(tools.read("part1.txt"), whole, "the parts together")
    expect("0 positions searched" in tools.run("openings", *words, "whole.txt"), True, "nothing is left")
    tools.run("gather", "--least", "1", "--openings", "whole.txt", "g.db")
    both = tools.read("whole.txt")
    expect(both.startswith("kaname-openings 1\nboard renju 15 0\n"), True, "positions of games")
    expect([re.search(r"^- .*hh1\.1\.1", both, re.M) is not None, re.search(r"\d\.\d\.\d=", both) is not None], [True, True],
           "results, and of a move that was searched, too: " + both)
    tools.run("openings", *words, "whole.txt")
    more = tools.read("whole.txt")
    expect("board renju 15 0\n" in more, False, "all are searched")
    tools.run("gather", "--least", "9", "--openings", "whole.txt", "g.db")
    expect(set(whole.splitlines()) <= set(tools.read("whole.txt").splitlines()), True, "the searches stay as they were")
    tools.run("openings", *words[:2], "--nodes", "800", "--positions", "3", "whole.txt")
    expect("board renju 15 800" in tools.read("whole.txt"), True, "searched again with more nodes")
    for wrong in (["--part", "0/2"], ["--part", "3/2"], ["--part", "1"], ["--size", "15x14"], ["--nodes", "0"]):
        tools.run("openings", *wrong, "whole.txt", status=2)
    (tools.folder / "bad.txt").write_text("kaname-openings 1\nboard renju 15 0\n- hh\n", encoding="ascii")
    for bad in (["bad.txt"], ["whole.txt", "bad.txt"]):
        expect("bad.txt: line 3: a move is malformed" in tools.run("openings", *words, *bad, status=1), True, "the fault")
    expect("Dear reader" == tools.read("letter.txt"), True, tools.run("openings", *words, "letter.txt", status=1))


def check_lists(tools):
    """The rounds of --wanted and --only make what one machine makes, in whatever blocks the lists are searched."""
    words = ["openings", "--rule", "renju", "--nodes", "300"]
    tools.run(*words, "--depth", "4", "lists.txt")
    blocks, sizes = [], []
    while True:
        said = tools.run(*words, "--depth", "4", "--wanted", "wanted", "book.txt", *blocks)
        wanted = tools.read("wanted").splitlines()
        expect(f"wanted: {len(wanted)} position" in said, True, said)
        if not wanted:
            break
        expect(wanted, sorted(wanted, key=lambda form: (len(form), form) if form != "-" else (0, "")), "the order")
        sizes.append(len(wanted))
        blocks = []
        for at in range(0, len(wanted), 10):
            (tools.folder / "list").write_text("\n".join(wanted[at:at + 10]) + "\r\n\n", encoding="ascii")
            blocks.append(f"block{len(blocks)}.txt")
            (tools.folder / blocks[-1]).unlink(missing_ok=True)
            said = tools.run(*words, "--threads", "2", "--only", "list", blocks[-1])
            expect(f"{len(wanted[at:at + 10])} position" in said, True, said)
            found = [line.split()[0] for line in tools.read(blocks[-1]).splitlines()[2:]]
            expect(found, wanted[at:at + 10], "the positions of the list alone")
    expect(tools.read("book.txt"), tools.read("lists.txt"), "the rounds together")
    expect(sum(sizes), len(tools.read("lists.txt").splitlines()) - 2, "no position twice")
    expect("0 positions searched" in tools.run(*words, "--only", "list", "book.txt"), True, "what is known stays")
    (tools.folder / "list").write_text("-\nhh\n", encoding="ascii")
    tools.run(*words, "--only", "list", "--positions", "1", "new.txt")
    expect(len(tools.read("new.txt").splitlines()), 3, "one of the list")
    check_wrong_lists(tools, words)


def check_wrong_lists(tools, words):
    """A list with any fault is refused with its line, and changes nothing."""
    for line, why in (("zz", "the stones are malformed"), ("hhh", "the stones are malformed"), ("hhhh", "the stones are malformed"),
                      ("hhgg\0", "the stones are malformed"), ("hhii", "the position is not in its least form"), ("ab" * 21, "too many stones")):
        (tools.folder / "list").write_text(f"-\n\n{line}\n", encoding="ascii")
        expect(f"list: line 3: {why}" in tools.run(*words, "--only", "list", "refused.txt", status=1), True, line)
    expect((tools.folder / "refused.txt").exists(), False, "nothing was written")
    tools.run(*words, "--only", "missing", "refused.txt", status=1)
    expect("Dear reader" == tools.read("letter.txt"), True, tools.run(*words, "--wanted", "letter.txt", "book.txt", status=1))
    for wrong in (["--wanted", "a", "--only", "b"], ["--wanted", "a", "--part", "1/2"], ["--only", "a", "--part", "2/2"],
                  ["--wanted", "a", "--positions", "3"]):
        tools.run(*words, *wrong, "book.txt", status=2)


def check_kill(tools):
    """A killed or stopped search leaves a whole file, and the same command continues to the same end."""
    words = [tools.program, "openings", "--nodes", "3000", "--depth", "4", "--threads", "2", "k.txt"]
    for stop in (signal.SIGINT, signal.SIGKILL):
        (tools.folder / "k.txt").unlink(missing_ok=True)
        with subprocess.Popen(words, cwd=tools.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            while not (tools.folder / "k.txt").exists() and process.poll() is None:
                time.sleep(0.01)  # until the first batch is kept
            process.send_signal(stop)
            process.communicate()
    tools.run(*words[1:])
    tools.run("openings", "--nodes", "3000", "--depth", "4", "one.txt")
    expect(tools.read("k.txt"), tools.read("one.txt"), "the file after a kill, with two threads")


def check_stopped_list(tools):
    """A list that was searched in part is kept so far, and the exit status says that there is more."""
    (tools.folder / "list").write_text("-\nhh\n", encoding="ascii")
    words = [tools.program, "openings", "--nodes", "1000000000", "--only", "list", "part.txt"]
    for wait in (1, 5, 25):
        with subprocess.Popen(words, cwd=tools.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(wait)
            process.send_signal(signal.SIGINT)
            _, said = process.communicate()
        if process.returncode != -signal.SIGINT:
            break  # else the program had not begun yet
    expect([process.returncode, "stopped before the whole list was searched" in said], [1, True], said)


def check_ends(tools):
    """What lies behind a five is no position to search."""
    (tools.folder / "five.txt").write_text("kaname-openings 1\nboard freestyle 15 9\nehfhghhhibkkmmoo dh=+1 of=+9\n", encoding="ascii")
    tools.run("openings", "--nodes", "9", "--margin", "50", "--slack", "100", "--depth", "20", "--wanted", "wanted", "five.txt")
    wanted = tools.read("wanted").splitlines()
    expect([len(form) for form in wanted], [1, 18], f"the empty board, and one of the two moves: {wanted}")


def check_play(tools):
    """At full strength the engine plays the best move that was searched; below it searches."""
    (tools.folder / "b.txt").write_text("kaname-openings 1\nboard freestyle 15 9\n- aa=900 hh3.1.0=600\nhh gh=480 gg7.0.1=470\n",
                                        encoding="ascii")
    said = tools.run("play", "--book", "b.txt", text="book\ngo\nquit\nquit\n")
    expect("Book: a1 (engine 90%), h8 4 (88%; engine 52%)." in said, True, said)
    expect("The engine played a1 (book: 90%)." in said, True, said)
    said = tools.run("play", "--book", "b.txt", text="h8\nquit\nquit\n")
    expect("(book: 48%)." in said, True, said)
    said = tools.run("play", "--book", "b.txt", "--level", "newcomer", "--time", "0.01", text="h8\nquit\nquit\n")
    expect("The engine played" in said and "(book:" not in said, True, said)
    said = tools.run("play", "--rule", "renju", "--book", "b.txt", text="book\nquit\n")
    expect("No book moves: no game of the book reaches this position." in said, True, said)
    expect("bad.txt: line 3" in tools.run("play", "--book", "bad.txt", status=1), True, "a damaged book")


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder))
        for check in (check_gather, check_self_play, check_search, check_lists, check_kill, check_stopped_list, check_ends, check_play):
            check(tools)
            print(check.__name__, "passes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
