#!/usr/bin/env python3
"""Renews the node limits of the fixed positions of a suite, after a change of the search or of the weights.

usage: suite_limits.py BENCH_SUITE SUITE

BENCH_SUITE is the program of bench_suite.c, SUITE a file such as data/search_suite.txt, which also states the rule: twice
the nodes that a position takes, rounded up to a hundred, or the next thousand where that limit is too small. Replaces the file,
and prints each limit that changed. Exit status 1 if a position takes more than NODES_MAX or is missed with its limit, whose
line then stays as it was."""

import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

NODES_MAX = 1000000
LIMIT = re.compile(r"\| nodes=(\d+) \| fixed\b")


def found(program, lines, *options):
    """The nodes that each of these positions takes, by the name of the position, of those that are found."""
    if not lines:
        return {}
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.writelines(lines)
        file.flush()
        output = subprocess.run([program, *options, file.name], stdout=subprocess.PIPE, text=True, check=False).stdout
    rows = [line.split("\t") for line in output.splitlines() if "\t" in line]
    if len(rows) != len(lines):
        sys.exit(f"{program}: {len(rows)} of {len(lines)} positions")
    return {name: int(nodes) for verdict, name, _, nodes, _ in rows if verdict == "found"}


def name_of(line):
    return line.split(" | ")[0]


def with_limit(line, limit):
    return LIMIT.sub(f"| nodes={limit} | fixed", line)


def of_names(lines, names):
    return [line for line in lines if name_of(line) in names]


def renewed(program, lines):
    """The lines with their new limits, by name; those without one are left out. A search of more nodes may doubt a right
    answer, so that a position that is found within its limit is not searched any further."""
    taken = found(program, lines)
    missed = [line for line in lines if name_of(line) not in taken]
    taken |= found(program, missed, "--nodes", str(NODES_MAX))
    limited = [with_limit(line, math.ceil(2 * taken[name_of(line)] / 100) * 100) for line in of_names(lines, taken)]
    enough = of_names(limited, found(program, limited))
    short = [with_limit(line, math.ceil(int(LIMIT.search(line)[1]) / 1000) * 1000) for line in limited if line not in enough]
    return {name_of(line): line for line in enough + of_names(short, found(program, short))}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n\n")[1])
    program, path = sys.argv[1], pathlib.Path(sys.argv[2])
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    fixed = [line for line in lines if LIMIT.search(line) and not line.startswith("#")]
    by_name = renewed(program, fixed)
    for line in fixed:
        before, after = (LIMIT.search(text)[1] for text in (line, by_name.get(name_of(line), line)))
        if before != after:
            print(f"{name_of(line)}: {before} -> {after} nodes")
    part = path.with_name(path.name + ".part")
    part.write_text("".join(by_name.get(name_of(line), line) for line in lines), encoding="utf-8")
    os.replace(part, path)
    without = [name_of(line) for line in fixed if name_of(line) not in by_name]
    for name in without:
        print(f"{name}: no limit up to {NODES_MAX} nodes", file=sys.stderr)
    return 1 if without else 0


if __name__ == "__main__":
    sys.exit(main())
