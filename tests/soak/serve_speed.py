#!/usr/bin/env python3
"""How fast `pbrain-kaname serve` searches, beside as many processes of `bench` as it has threads.

    serve_speed.py PROGRAM BENCH_SOURCE [--threads N] [--rounds N] [--depth N]

BENCH_SOURCE: protocol/study/bench.c, whose positions both search, in turn: a round of `bench`
processes, a round of `serve` that gets each position once a thread. Rates are nodes a second of
processor time, so other programs hardly change them; all that `serve` does counts. Prints the rates
of each round and the ratio of all; exit status 1 below 0.9.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import threading

RULES = {"FREESTYLE": "freestyle", "STANDARD": "standard", "RENJU": "renju", "CARO": "caro",
         "CARO_EXACT": "caro-exact"}
ROW = re.compile(r'{KANAME_RULE_(\w+), (\d+), (\d+),\s*"([a-z0-9]+)"}')


def positions_of(source):
    """The bench's positions as requests; its rows count from the top."""
    with open(source, encoding="utf-8") as file:
        for rule, width, height, moves in ROW.findall(file.read()):
            names = [f"{column}{int(height) + 1 - int(row)}"
                     for column, row in re.findall(r"([a-z])(\d+)", moves)]
            yield {"rule": RULES[rule], "width": int(width), "height": int(height), "moves": names}


def cpu_seconds(process):
    """Seconds of processor time that the process has used."""
    with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def bench_work(options):
    """Nodes, and seconds of processor time up to the last search, of all processes together."""
    running = [subprocess.Popen([options.program, "bench", str(options.depth)],
                                stdout=subprocess.PIPE, text=True) for _ in range(options.threads)]
    used = {}

    def watch(process):
        for line in process.stdout:
            if re.match(r"(\d+)/\1 ", line.strip()):
                used[process] = cpu_seconds(process)
            if line.startswith("Bench: "):
                used[process] = (int(line.split()[1]), used[process])

    watchers = [threading.Thread(target=watch, args=(process,)) for process in running]
    for watcher in watchers:
        watcher.start()
    for watcher, process in zip(watchers, running):
        watcher.join()
        process.wait()
    return [sum(values) for values in zip(*used.values())]


def serve_work(options, positions):
    command = [options.program, "serve", "--threads", str(options.threads),
               "--hash", str(16 * options.threads)]
    requests = [{"id": f"{number}.{thread}", "depth": options.depth, **position}
                for number, position in enumerate(positions) for thread in range(options.threads)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        for request in requests:
            server.stdin.write(json.dumps(request) + "\n")
        server.stdin.flush()
        finals = [json.loads(server.stdout.readline()) for _ in requests]
        used = cpu_seconds(server)
        server.stdin.close()
    return [sum(final["nodes"] for final in finals), used]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("source")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--depth", type=int, default=10)
    options = parser.parse_args()
    positions = list(positions_of(options.source))
    assert len(positions) >= 16, f"{len(positions)} positions"
    work = {"bench": [], "serve": []}
    for number in range(1, options.rounds + 1):
        work["bench"].append(bench_work(options))
        work["serve"].append(serve_work(options, positions))
        rates = [rounds[-1][0] / rounds[-1][1] for rounds in work.values()]
        print(f"{number}: bench {rates[0]:,.0f} nodes/s, serve {rates[1]:,.0f}: "
              f"{rates[1] / rates[0]:.3f}", flush=True)
    bench, serve = (sum(nodes for nodes, _ in rounds) / sum(seconds for _, seconds in rounds)
                    for rounds in work.values())
    ratio = serve / bench
    print(f"serve has {ratio:.3f} of the nodes/s of {options.threads} bench processes")
    return 0 if ratio >= 0.9 else 1


if __name__ == "__main__":
    sys.exit(main())
