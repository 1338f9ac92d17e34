#!/usr/bin/env python3
"""`solve` and `bench` as programs.

    tools_test.py PROGRAM
"""
import re
import subprocess
import sys


def run(program, *words, text="", status=0):
    done = subprocess.run([program, *words], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout


def solve(program):
    """Fields of the answers: verdict, first move, what --verify found."""
    text = "\n".join(("h8a1i8a2j8a3", "h8", "zz9", "B=6,7;7,7;8,9;8,10 W=0,0;0,14;14,0;14,14 side=B",
                      "h8a1i8a2j8"))
    out = run(program, "solve", "--mode", "vct", "--verify", text=text + "\n", status=1)
    answers = [line.split("\t") for line in out.splitlines()]
    assert [answer[0] for answer in answers] == ["win", "no-win", "error", "win", "no-win"], out
    assert [answer[-1] for answer in answers if answer[0] != "error"] == [
        "verified", "-", "verified", "-"], out
    assert answers[2][1].startswith("line 3: "), out
    # By fours alone the double-three does not win.
    line = text.splitlines()[3] + "\n"
    assert run(program, "solve", text=line).split("\t")[0] == "no-win"
    assert run(program, "solve", "--rule", "renju", "--verify",
               text="h8a1i8a2j8a3\n").split("\t")[-1].strip() == "verified"
    run(program, "solve", "no/such/file", status=1)
    run(program, "solve", "--mode", "none", status=2)


def bench(program):
    """The number of nodes is the same again, and another with another evaluation."""
    numbers = []
    for words in (("bench", "3"), ("bench", "3"), ("bench", "--eval", "table", "3")):
        found = re.fullmatch(r"Bench: (\d+)", run(program, *words).splitlines()[-1])
        assert found, words
        numbers.append(int(found.group(1)))
    assert numbers[0] == numbers[1] != numbers[2], numbers
    run(program, "bench", "0", status=2)
    run(program, "bench", "--weights", "no/such/file", status=1)


if __name__ == "__main__":
    solve(sys.argv[1])
    bench(sys.argv[1])
