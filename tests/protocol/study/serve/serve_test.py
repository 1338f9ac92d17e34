#!/usr/bin/env python3
"""`pbrain-kaname serve`: courses of requests, cancels and broken lines.

    serve_test.py PROGRAM SCHEMA [--requests N] [--seed N]

What must hold: every id gets exactly one final answer, or one error if it is refused; answers and
requests keep to the schema; a line is refused if, and only if, it is no JSON or breaks the schema
or the rules of the board; what is said of a position is true of it.
"""

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time

import jsonschema

RULES = ["freestyle", "standard", "renju", "caro", "caro-exact"]


class Server:
    """The program, and a thread that collects its answers."""

    def __init__(self, program, validator, *options):
        self.process = subprocess.Popen([program, "serve", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.validator = validator
        self.answers = []
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self.collect)
        self.reader.start()

    def collect(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            with self.changed:
                self.answers.append(answer)
                self.changed.notify_all()

    def send(self, request):
        line = request if isinstance(request, bytes) else json.dumps(request).encode()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def of(self, name):
        with self.changed:
            return [answer for answer in self.answers if answer["id"] == name]

    def wait_for(self, name, kinds=("final", "error")):
        """Returns the first answer of one of these types, None after a minute."""
        end = time.monotonic() + 60
        with self.changed:
            while time.monotonic() < end:
                for answer in self.answers:
                    if answer["id"] == name and answer["type"] in kinds:
                        return answer
                self.changed.wait(1)
        return None

    def close(self):
        """Ends the input and returns all answers, which keep to the schema."""
        self.process.stdin.close()
        self.reader.join()
        assert self.process.wait(60) == 0, f"exit status {self.process.returncode}"
        for answer in self.answers:
            self.validator.validate(answer)
        return self.answers


def name_of(x, y, height=15):
    return f"{chr(97 + x)}{height - y}"


def scattered(rng, count, size=15):
    """Moves that make no row: no two stones touch in a line of three."""
    points = [(x, y) for x in range(size) for y in range(size) if (x + 2 * y) % 5 == 0]
    return [name_of(x, y, size) for x, y in rng.sample(points, count)]


# ---- Single cases ------------------------------------------------------------------------------


def check_answers(start):
    server = start("--threads", "2")
    server.send({"id": "version", "action": "version"})
    server.send({"id": "one", "moves": "h8i9 h9", "nodes": 2000, "lines": 3})
    server.send({"id": "all", "moves": ["h8", "i9", "h9"], "plies": "all", "nodes": 500})
    server.send({"id": "some", "moves": "h8i9h9", "plies": [3, 0], "depth": 2, "rule": "renju"})
    server.send({"id": "won", "moves": "h8a1h9a2h10a3h11a4h12", "plies": [8, 9]})
    server.send({"id": "foul", "rule": "renju", "moves": "h8a1h9a2i7a5j7a6h7"})
    server.send({"id": "row", "stones": [{"color": "white", "point": f"c{y}"} for y in range(3, 8)]})
    server.send({"id": "walls", "size": 5, "stones": [
        {"color": "wall", "point": name_of(x, y, 5)} for x in range(5) for y in range(5)]})
    server.send({"id": "empty", "nodes": 2000})
    server.send({"id": "side", "stones": [{"color": "black", "point": "h8"}], "to_move": "black",
                 "nodes": 300})
    by_id = {}
    for answer in server.close():
        by_id.setdefault(answer["id"], []).append(answer)
    assert by_id["version"][0]["threads"] == 2
    one = by_id["one"]
    assert len(one) == 1 and one[0]["ply"] == 3 and one[0]["to_move"] == "white", one
    assert 1 <= len(one[0]["lines"]) <= 3 and one[0]["nodes"] <= 2000, one
    assert [a["ply"] for a in sorted(by_id["all"][:-1], key=lambda a: a["ply"])] == [0, 1, 2, 3]
    assert by_id["all"][-1] == {"id": "all", "type": "final", "positions": 4, "cancelled": False}
    assert sorted(a["ply"] for a in by_id["some"][:-1]) == [0, 3]
    ends = {a["ply"]: a["end"] for a in by_id["won"][:-1]}
    assert ends == {8: None, 9: "black"}, ends
    won = next(a for a in by_id["won"] if a.get("ply") == 8)
    assert won["lines"][0]["plies_to_win"] == 1 and len(won["lines"][0]["line"]) == 1, won
    assert by_id["foul"][0]["end"] == "white", by_id["foul"]
    assert by_id["row"][0]["end"] == "white" and by_id["row"][0]["lines"] == [], by_id["row"]
    assert by_id["walls"][0]["end"] == "draw", by_id["walls"]
    assert by_id["side"][0]["to_move"] == "black"
    empty = by_id["empty"][0]
    assert empty["nodes"] == 2000 and empty["lines"][0]["depth"] > 0, empty


def check_root_moves(start):
    """Searches look at the moves alone that a request names, or at all but those."""
    near = [name_of(x, y) for x in range(5, 10) for y in range(5, 10)]
    server = start("--threads", "2")
    limits = {"nodes": 3000, "lines": 60}
    server.send({"id": "list", "moves": "h8i9", "root_moves": "a1 o15 h8", **limits})
    server.send({"id": "exclude", "moves": "h8i9h9", "exclude": near, **limits})
    server.send({"id": "after", "moves": "h8i9h9", **limits})
    server.send({"id": "none", "moves": "h8i9", "plies": [0, 2], "root_moves": ["h8"], **limits})
    server.send({"id": "nothing", "moves": "h8i9h9", "exclude": [], **limits})
    server.close()
    moves = {name: {line["move"] for line in server.of(name)[0]["lines"]} for name in ("list", "exclude", "after", "nothing")}
    assert moves["list"] == {"a1", "o15"}, moves
    assert moves["exclude"] and not moves["exclude"] & set(near), moves
    assert all(moves[name] & set(near) for name in ("after", "nothing")), moves
    first, second = sorted((a for a in server.of("none") if a["type"] == "position"), key=lambda a: a["ply"])
    assert [line["move"] for line in first["lines"]] == ["h8"] and second["error"] == "no move is left", (first, second)
    assert server.of("none")[-1] == {"id": "none", "type": "final", "positions": 1, "cancelled": False}


def check_table(start):
    """The table's memory is there before the first request: its time is for its search alone."""
    statm = "/proc/{}/statm"
    if not os.path.exists(statm.format("self")):
        return
    server = start("--hash", "100")
    server.send({"id": "version", "action": "version"})
    assert server.wait_for("version") is not None
    with open(statm.format(server.process.pid)) as file:
        resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    server.close()
    assert resident >= 100 << 20, f"{resident} bytes"


def check_cancel(start):
    """A search that is cut has its lines; one that waits has none; reports come before the end."""
    server = start("--threads", "1")
    server.send({"id": "long", "moves": "h8", "time_ms": 600000, "report_ms": 10})
    assert server.wait_for("long", ("report",)), "no report"
    server.send({"id": "behind", "moves": "h8", "nodes": 1000})
    server.send({"id": "long", "moves": "h8"})
    server.send({"id": "cut", "action": "cancel", "target": "behind"})
    assert server.wait_for("behind") == {"id": "behind", "type": "final", "positions": 0,
                                         "cancelled": True}
    for line in ({"id": "long", "nodes": 0}, {"id": "long", "action": "version"}):
        server.send(line) # the id is in flight: no answer may be taken for that of the search
    server.send({"id": "none", "action": "cancel", "target": "behind"})
    assert server.wait_for("none")["requests"] == 0
    server.send({"id": "stop", "action": "cancel_all"})
    assert server.wait_for("stop")["requests"] == 1
    final = server.wait_for("long")
    assert final["cancelled"] and final["lines"], final
    server.send({"id": "long", "moves": "h8", "nodes": 100}) # the id is free again
    answers = server.close()
    assert sum(a["id"] == "long" and a["type"] == "final" for a in answers) == 2
    twice = [a for a in answers if a["id"] is None]
    assert len(twice) == 3 and all("id long" in a["error"] for a in twice), twice


def check_cancel_twice(start):
    """A request is in flight until its final answer, cancelled or not."""
    server = start("--threads", "1")
    for i in range(50): # the search may end before the second cancel
        server.send({"id": f"long {i}", "moves": "h8", "time_ms": 600000, "report_ms": 10})
        assert server.wait_for(f"long {i}", ("report",))
        server.send(b'{"id":"one %d","action":"cancel","target":"long %d"}\n'
                    b'{"id":"all %d","action":"cancel_all"}' % (i, i, i))
        assert server.wait_for(f"one {i}")["requests"] == 1
        if server.wait_for(f"all {i}")["requests"] == 1:
            break
    else:
        raise AssertionError("cancel_all counts no request that is cancelled")
    server.close()


def check_priority(start):
    server = start("--threads", "1")
    server.send({"id": "long", "moves": "h8", "time_ms": 600000, "report_ms": 10})
    assert server.wait_for("long", ("report",))
    for name, priority in (("low", -1), ("first", 0), ("second", 0), ("high", 7)):
        server.send({"id": name, "moves": "h8", "nodes": 100, "priority": priority})
    server.send({"id": "go", "action": "cancel", "target": "long"})
    order = [a["id"] for a in server.close()
             if a["type"] == "final" and a["id"] not in ("long", "go")]
    assert order == ["high", "first", "second", "low"], order


REFUSED = [
    ('{"id":"a","moves":"h8h8"}', "move 2: the point is occupied"),
    ('{"id":"a","moves":"z9"}', "moves: move 1: the point lies off the board"),
    ('{"id":"a","moves":7}', "moves: expected a text or an array"),
    ('{"id":"a","moves":"h8","plies":[2]}', "plies: expected whole numbers from 0 to 1"),
    ('{"id":"a","moves":"h8","plies":[1,1]}', "plies: a number is repeated"),
    ('{"id":"a","size":4}', "size: expected a whole number from 5 to 22"),
    ('{"id":"a","size":9,"width":9}', "size: given beside width or height"),
    ('{"id":"a","rule":"go"}', 'rule: expected "freestyle"'),
    ('{"id":"a","node":5}', "unknown name: node"),
    ('{"id":"a","x' + 21 * "é" + '":5}', "unknown name: x" + 19 * "é"),
    ('{"id":"a","threads":3}', "threads: expected a whole number from 1 to 2"),
    ('{"id":"a","action":"cancel"}', "target: missing"),
    ('{"id":"a","action":"stop"}', 'action: expected "analyze"'),
    ('{"id":"a","stones":[{"color":"red","point":"h8"}]}', "stones: each needs a color"),
    ('{"id":"a","stones":[{"color":"black","point":"h8"},{"color":"wall","point":"h8"}]}',
     "stones: h8 is named twice"),
    ('{"id":"a","stones":[{"color":"black","point":"h8","size":2}]}', "stones: each has a color and a point alone"),
    ('{"id":"a","root_moves":"h8","exclude":"h9"}', "root_moves: given beside exclude"),
    ('{"id":"a","root_moves":[]}', "root_moves: expected at least one point"),
    ('{"id":"a","exclude":"h16"}', "exclude: a point lies off the board"),
    ('{"id":"a","exclude":"' + 485 * "h8" + '"}', "exclude: more points than a board has"),
    ('{"id":"a","root_moves":{"h8":1}}', "root_moves: expected a text or an array"),
    ('{"moves":"h8"}', "id: missing"),
    ('{"id":5}', "id: expected a text"),
    ('{"id":""}', "id: expected a text"),
    ('{"id":"' + 200 * "x" + '"}', "id: longer than 199 bytes"),
    ("[]", "expected an object"),
    ('{"id":"a"', "a comma or a closing bracket is missing"),
]


def check_refusals(start):
    server = start("--threads", "2")
    for line, _ in REFUSED:
        server.send(line.encode())
    server.send(b"")
    server.send(b'{"id":"' + (1 << 20) * b"x" + b'"}')
    server.send(b'{"id":"long","moves":"' + 70000 * b" " + b'h8","nodes":10}')
    server.process.stdin.write((b'{"id":"last","nodes":10}').rjust(65536)) # no line end
    answers = server.close()
    errors = [a["error"] for a in answers if a["type"] == "error"]
    assert len(errors) == len(REFUSED) + 1, answers
    for (line, expected), error in zip(REFUSED, errors):
        assert expected in error, f"{line}: {error}"
    assert errors[-1] == "the line is longer than 1 MiB"
    assert {a["id"] for a in answers if a["type"] == "final"} == {"long", "last"} # in any order


def check_memory(start):
    """A request of a few moves that waits takes 6 KiB at most; it takes 2.3."""
    server = start("--threads", "1", "--hash", "1")

    def kib_after(name):
        server.send({"id": name, "action": "version"})
        assert server.wait_for(name)
        with open(f"/proc/{server.process.pid}/status", encoding="ascii") as file:
            return int(re.search(r"VmRSS:\s*(\d+) kB", file.read())[1])

    server.send({"id": "long", "moves": "h8", "time_ms": 600000, "report_ms": 10})
    assert server.wait_for("long", ("report",))
    before, count = kib_after("before"), 5000
    for i in range(count):
        server.send({"id": f"wait {i}", "moves": "h8i9h9i8j7", "nodes": 100})
    each = (kib_after("after") - before) / count
    server.send({"id": "stop", "action": "cancel_all"})
    server.close()
    assert each < 6, f"{each:.1f} KiB for each request that waits"


def check_closed_output(program):
    """A client that goes away ends the program: while the input stays open, and after its end."""
    for is_open in (True, False):
        process = subprocess.Popen([program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for i in range(20):
            process.stdin.write(b'{"id":"%d","moves":"h8","time_ms":600000}\n' % i)
        process.stdin.flush()
        if not is_open:
            process.stdin.close()
        process.stdout.close()
        assert process.wait(60) == 1


def check_signals(start, program):
    """The first signal cancels and answers all that is in flight, also after the end of the input;
    a second one ends the program at once, though the answers are stuck; an ignored one stays so."""
    for number in (signal.SIGINT, signal.SIGTERM):
        for is_open in (True, False):
            server = start("--threads", "2")
            for i in range(20):
                server.send({"id": f"long {i}", "moves": "h8", "time_ms": 600000, "report_ms": 10})
            server.send({"id": "all are read", "action": "version"})
            for name, kind in (("all are read", "final"), ("long 0", "report"), ("long 1", "report")):
                assert server.wait_for(name, (kind,)), f"no {kind} of {name}"
            if not is_open:
                server.process.stdin.close()
            server.process.send_signal(number)
            finals = [a for a in server.close() if a["type"] == "final" and a["id"] != "all are read"]
            assert sorted(a["id"] for a in finals) == sorted(f"long {i}" for i in range(20))
            assert all(a["cancelled"] for a in finals), finals
            assert sum("lines" in a for a in finals) == 2, finals
    with subprocess.Popen([program, "serve", "--hash", "1"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as process:
        for i in range(5000): # more than the pipe takes: nobody reads
            process.stdin.write(b'{"id":"%d","moves":"h8","nodes":5,"lines":60}\n' % i)
        process.stdin.flush()
        time.sleep(1)
        process.send_signal(signal.SIGTERM)
        time.sleep(1)
        assert process.poll() is None, process.returncode
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        assert process.returncode == -signal.SIGTERM, process.returncode
    ignoring = ["sh", "-c", 'trap "" INT; exec "$0" serve', program]
    with subprocess.Popen(ignoring, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdin.write(b'{"id":"a","action":"version"}\n')
        process.stdin.flush()
        assert b"final" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        process.stdin.write(b'{"id":"b","moves":"h8","time_ms":500}\n')
        process.stdin.close()
        assert json.loads(process.stdout.readline())["cancelled"] is False


def check_slow_reader(program):
    """A pipe that does not block holds answers back, and none is lost."""
    count = 200
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with open(reader, encoding="utf-8") as answers:
        process = subprocess.Popen([program, "serve", "--hash", "1"], stdin=subprocess.PIPE,
                                   stdout=writer)
        os.close(writer)
        for i in range(count):
            process.stdin.write(b'{"id":"%d","plies":"all","moves":"h8i9h9i8g7","nodes":5}\n' % i)
        process.stdin.close()
        time.sleep(1) # the pipe is full, or soon
        finals = [json.loads(line)["id"] for line in answers if '"final"' in line]
    assert process.wait(60) == 0
    assert sorted(finals, key=int) == [str(i) for i in range(count)], len(finals)


def check_full_output(program):
    """An answer that cannot be written ends the program, though the input stays open."""
    if not os.path.exists("/dev/full"):
        return
    with open("/dev/full", "wb") as full, subprocess.Popen(
            [program, "serve", "--hash", "1"], stdin=subprocess.PIPE, stdout=full) as process:
        process.stdin.write(b'{"id":"a","nodes":10}\n')
        process.stdin.flush()
        try:
            assert process.wait(60) == 1
        finally:
            process.kill()


# ---- Courses -----------------------------------------------------------------------------------


def unique(pairs):
    if len({name for name, _ in pairs}) != len(pairs):
        raise ValueError("a name is repeated")
    return dict(pairs)


def is_json(line):
    try:
        text = line.decode()
        if re.search(r"\\u0000|\\u[dD][89a-fA-F]", text): # no text of ours
            return False
        json.loads(text, object_pairs_hook=unique, parse_constant=lambda _: 1 / 0)
        return True
    except (ValueError, ZeroDivisionError):
        return False


def random_request(rng, name):
    moves = scattered(rng, rng.randrange(12))
    request = {"id": name, "nodes": rng.choice([1, 20, 200, 1000])}
    request["moves"] = moves if rng.random() < 0.5 else "".join(moves)
    if rng.random() < 0.5:
        request["rule"] = rng.choice(RULES)
    if rng.random() < 0.2:
        request["plies"] = "all" if rng.random() < 0.5 else rng.sample(
            range(len(moves) + 1), rng.randrange(1, len(moves) + 2))
    if rng.random() < 0.3:
        request["lines"] = rng.randrange(1, 5)
    if rng.random() < 0.2:
        request["threads"] = rng.randrange(1, 3)
    if rng.random() < 0.2:
        points = scattered(rng, rng.randrange(1, 12))
        request["exclude"] = points if rng.random() < 0.5 else "".join(points)
    if rng.random() < 0.3:
        request["priority"] = rng.randrange(-3, 4)
    if rng.random() < 0.1:
        del request["nodes"]
        request["time_ms"] = rng.choice([1, 20, 5000])
        request["report_ms"] = 10
    return request


def damage(rng, line):
    """Changes a byte, cuts the line or doubles a part of it."""
    what = rng.randrange(3)
    at = rng.randrange(1, len(line))
    if what == 0:
        return line[:at] + bytes([rng.choice(b'{}[]",:0a\\ \xff')]) + line[at + 1:]
    return line[:at] if what == 1 else line[:at] + line[rng.randrange(at):]


def check_course(start, validator, count, seed):
    rng = random.Random(seed)
    server = start("--threads", "2", "--hash", "8")
    sent, broken, cancels = {}, 0, set()
    for i in range(count):
        name = str(i)
        request = random_request(rng, name)
        chance = rng.random()
        if chance < 0.15:
            line = damage(rng, json.dumps(request).encode())
            if not is_json(line) and b"\n" not in line and line.strip():
                server.send(line)
                broken += 1
            continue
        if chance < 0.35 and sent:
            request = {"id": name, "action": "cancel", "target": str(rng.randrange(max(0, i - 30), i + 1))}
            cancels.add(name)
        elif chance < 0.352:
            request = {"id": name, "action": "cancel_all"}
            cancels.add(name)
        validator.validate(request)
        sent[name] = request
        server.send(request)
    answers = server.close()
    errors = [a for a in answers if a["type"] == "error"]
    assert len(errors) == broken and all(a["id"] is None for a in errors), \
        f"{broken} broken lines, errors {errors[:5]}"
    last = {}
    for answer in answers:
        name = answer["id"]
        if name is None:
            continue
        assert name not in last, f"an answer after the final one: {answer}"
        assert "error" not in answer, answer
        request = sent[name]
        if answer["type"] == "position":
            request.setdefault("seen", []).append(answer["ply"])
        if answer["type"] == "final":
            last[name] = answer
        if "lines" in answer and answer["end"] is None and answer["type"] == "final":
            assert 1 <= len(answer["lines"]) <= request.get("lines", 1), answer
            if request.get("threads", 1) == 1:
                assert answer["nodes"] <= request.get("nodes", 1 << 60), answer
    assert set(last) == set(sent), f"without a final answer: {sorted(set(sent) - set(last))[:5]}"
    for name, request in sent.items():
        if name in cancels or "plies" not in request:
            continue
        seen = request.get("seen", [])
        assert len(seen) == len(set(seen)), f"a position twice: {request}"
        whole = len(request["moves"]) if isinstance(request["moves"], list) else \
            len(re.findall("[a-o]", request["moves"]))
        plies = range(whole + 1) if request["plies"] == "all" else request["plies"]
        assert set(seen) <= set(plies), request
        if not last[name]["cancelled"]:
            assert sorted(seen) == sorted(plies) and last[name]["positions"] == len(seen), request
    return len(answers), broken, len(cancels)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("schema")
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with open(arguments.schema, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)

    def part(name):
        return jsonschema.Draft7Validator(
            {"$ref": f"#/definitions/{name}", "definitions": schema["definitions"]})

    def start(*options):
        return Server(arguments.program, part("answer"), *options)

    check_answers(start)
    check_root_moves(start)
    check_cancel(start)
    check_cancel_twice(start)
    check_priority(start)
    check_refusals(start)
    check_memory(start)
    check_table(start)
    check_signals(start, arguments.program)
    check_slow_reader(arguments.program)
    check_closed_output(arguments.program)
    check_full_output(arguments.program)
    answers, broken, cancels = check_course(start, part("request"), arguments.requests, arguments.seed)
    print(f"{arguments.requests} lines, {broken} of them broken, {cancels} cancels: {answers} answers")


if __name__ == "__main__":
    sys.exit(main())
