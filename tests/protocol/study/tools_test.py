#!/usr/bin/env python3
"""The program's own options, `solve` and `bench` as programs, and the progress of `review`.

    tools_test.py PROGRAM
"""
import fcntl
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile
import termios
import time


def run(program, *words, text="", status=0):
    done = subprocess.run([program, *words], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout


def wait_until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def fields_of(process):
    """The fields of /proc/PID/stat from the state on."""
    return pathlib.Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()


def is_asleep(process):
    return fields_of(process)[0] == "S"


def has_computed(process, seconds):
    return int(fields_of(process)[11]) >= seconds * os.sysconf("SC_CLK_TCK")


def bytes_waiting(pipe):
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


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
    # The line of a win goes up to the five: an open three takes two more stones of the winner.
    assert len(re.findall("[a-o][0-9]+", answers[0][1])) == 3, out
    # By fours alone the double-three does not win.
    line = text.splitlines()[3] + "\n"
    assert run(program, "solve", text=line).split("\t")[0] == "no-win"
    assert run(program, "solve", "--rule", "renju", "--verify",
               text="h8a1i8a2j8a3\n").split("\t")[-1].strip() == "verified"
    run(program, "solve", "no/such/file", status=1)
    run(program, "solve", "--mode", "none", status=2)


def solve_files(program):
    with tempfile.TemporaryDirectory() as folder:
        cases = pathlib.Path(folder) / "cases"
        cases.write_text("a1a15b1b15c1c15d1d15\nh8\n")
        verdicts = [line.split("\t")[0] for line in run(program, "solve", str(cases)).splitlines()]
        assert verdicts == ["win", "no-win"], verdicts
        done = subprocess.run([program, "solve", folder], capture_output=True, text=True, check=False)
        assert done.returncode == 1 and "to its end" in done.stderr, done
        with open("/dev/full", "wb") as full:
            done = subprocess.run([program, "solve", str(cases)], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        assert (done.returncode, done.stderr) == (1, "pbrain-kaname solve: standard output cannot be written\n"), done


def verify_by_rule(program):
    """What --verify takes for a win and for a foul, beside what the engine does."""
    six = "B=0,7;1,7;2,7;3,7;5,7 W=0,0;0,14;14,0;14,14;9,9 side=B"
    shut = "B=1,0;2,0;3,0;4,0 W=0,0;6,0;0,14;14,14 side=B"
    # A four and a three meet at j8: two real threes would be a foul, these are none.
    fork = "B=6,7;7,7;9,8;9,9;9,10 W=9,11;0,0;14,0;0,14;14,14 side=B"
    # White has an open three; Black's double three at d5 is no reply in renju.
    foul = "B=1,10;2,10;3,11;3,12 W=6,7;7,7;8,7 side=W"
    # Seventeen plies by fours and threes: thousands of positions to prove.
    long = ("B=8,1;3,2;9,2;2,3;14,3;13,4;12,5;11,6;2,7;12,9;13,9;10,10;0,11;1,11;5,11 "
            "W=0,3;11,3;3,4;2,5;11,5;14,5;10,7;12,7;10,8;0,9;4,9;11,10;2,11;3,13 side=W")
    for rule, mode, text, verdict in (
            ("freestyle", "vcf", six, "win"), ("standard", "vcf", six, "no-win"),
            ("renju", "vcf", six, "no-win"), ("caro", "vcf", six, "win"),
            ("renju", "vcf", swap_colors(six), "win"),
            ("freestyle", "vcf", shut, "win"), ("caro", "vcf", shut, "no-win"),
            ("caro-exact", "vcf", shut, "no-win"),
            ("freestyle", "vct", fork, "win"), ("renju", "vct", fork, "win"),
            ("freestyle", "vct", foul, "win"), ("renju", "vct", foul, "win"), ("freestyle", "vct", long, "win")):
        answer = run(program, "solve", "--rule", rule, "--mode", mode, "--verify", text=text + "\n")
        words = answer.rstrip("\n").split("\t")
        assert (words[0], words[-1]) == (verdict, "verified" if verdict == "win" else "-"), (
            rule, text, answer)


def swap_colors(text):
    return text.translate(str.maketrans("BW", "WB"))


def review_in_a_terminal(program):
    """Standard error is a terminal: the progress is drawn there, and cleared at the end."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "game.txt").write_text("h8 i9 h9 g9 h10 o1 o15 a1 h11 a3 h12")
        master, slave = pty.openpty()
        with subprocess.Popen([program, "--eval", "table", "review", "--nodes", "30000", "--json", "j",
                               "game.txt"], cwd=folder, stdin=slave, stdout=slave, stderr=slave,
                              env={**os.environ, "TERM": "xterm"}) as process:
            os.close(slave)
            shown = b""
            while True:
                try:
                    piece = os.read(master, 1 << 16)
                except OSError:
                    break
                if not piece:
                    break
                shown += piece
        os.close(master)
        assert process.returncode == 0, shown
        shares = [int(share) for share in re.findall(rb"\rgame 1 of 1, (\d+)%", shown)]
        assert len(shares) > 3 and shares == sorted(shares) and shares[-1] <= 100, shown
        assert re.search(rb"\r +\r$", shown), shown[-200:]


def own_options(program):
    """--version, --params, --weights and --eval, and what the program refuses."""
    good = str(pathlib.Path(__file__).resolve().parents[3] / "engine/eval/weights/renju.weights")
    version = run(program, "--version")
    assert re.fullmatch(r"Kaname \d\S*, weights [0-9a-f]{8}\n", version), version
    # The version names the weights that a game would use.
    for words in ((), ("--eval", "table"), ("--weights", good, "--eval", "table")):
        told = run(program, *words, "--version").split()[-1]
        assert f'weights="{told}"' in run(program, *words, text="ABOUT\n"), (words, told)
    assert run(program, "--eval", "table", "--version") != version
    run(program, "--weights", "no/such/file", "--version", status=1)
    params = [line.split("\t") for line in run(program, "--params").splitlines()]
    assert len(params) > 20, params
    for _, value, least, most, meaning in params:
        assert int(least) <= int(value) <= int(most) and meaning, meaning
    for words in (("jump",), ("--version", "jump"), ("--eval", "abacus"), ("--weights",),
                  ("--weights", good) * 17 + ("--version",)):
        run(program, *words, status=2)
    # A dialogue does not begin with other weights than the named ones.
    said = run(program, "--weights", good, "--weights", "no/such/file", text="START 15\nEND\n", status=1).splitlines()
    assert said == ["ERROR weights no/such/file: the file cannot be read"], said
    for words in (("solve",), ("play",), ("bench", "1"), ("review", "g"), ("puzzles", "--json", "j", "g")):
        run(program, "--weights", "no/such/file", *words, status=1)
    assert "Bench: " in run(program, "--weights", good, "bench", "1")


def pipes_that_do_not_wait(program):
    """Neither end of the dialogue waits for the other: every answer comes, whole and in order."""
    count = 3000
    (source, said), (told, sink) = os.pipe(), os.pipe()
    os.set_blocking(source, False)
    os.set_blocking(sink, False)
    with subprocess.Popen([program], stdin=source, stdout=sink) as process:
        os.close(source)
        os.close(sink)
        wait_until(lambda: is_asleep(process))  # nothing to read yet
        os.write(said, b"START 15\n")
        wait_until(lambda: bytes_waiting(told) > 0 and is_asleep(process))
        os.write(said, b"ABOUT\n" * count)     # as many bytes as a pipe takes; its answers are more
        os.close(said)
        size = fcntl.fcntl(told, fcntl.F_GETPIPE_SZ)
        wait_until(lambda: bytes_waiting(told) > size // 2 and is_asleep(process))  # nobody reads them
        with open(told, encoding="ascii") as answers:
            lines = answers.read().splitlines()
    assert lines[0] == "OK" and len(lines) == count + 1, (lines[0], len(lines))
    assert set(lines[1:]) == {lines[1]} and lines[1].startswith('name="Kaname"'), set(lines[1:])


def streams_that_are_closed(program):
    """A closed stream is an end, not the next file that is opened; what cannot be printed is a failure."""
    def status(words, **streams):
        given = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, **streams}
        return subprocess.run(["sh", "-c", 'exec "$0" "$@" ' + words[0], program, *words[1:]], timeout=60,
                              stderr=subprocess.DEVNULL, check=False, **given).returncode

    for words in (("play",), ()):
        assert status(("<&-", *words)) == 0, words
        assert status(("<&- 2>&-", *words)) == 0, words
    for command in ((), ("play",), ("analyze",), ("review",), ("puzzles",), ("gather",), ("solve",), ("bench",)):
        assert status(("", *command, "--help")) == 0, command
        for sink in (">/dev/full", ">&-", "<&- >&-"):
            assert status((sink, *command, "--help")) == 1, (command, sink)
    for words in (("--version",), ("--params",), ("bench", "1")):
        for sink in (">/dev/full", ">&-"):
            assert status((sink, *words)) == 1, (words, sink)
    told = subprocess.run(["sh", "-c", 'exec "$0" --version >/dev/full', program], timeout=60, text=True,
                          capture_output=True, check=False)
    assert told.stderr == "pbrain-kaname: standard output cannot be written\n", told.stderr


def names_with_escapes(program):
    """No control character of a name reaches the terminal, whatever names it."""
    bad = "a\x1b]0;x\x07\x1b[31m\r\x7f\u009b31m\n"
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / (bad + ".sgf")).write_text(
            "(;GM[4]SZ[15]PB[\x1b[31mred]PW[w\x07\u009b];B[hh];W[ii])", encoding="utf-8")
        names = {"file": bad + ".sgf", "none": bad + "/none"}
        for words, text in (
                (("review", "--nodes", "10", names["file"]), ""), (("review", names["none"]), ""),
                (("analyze", names["none"]), ""), (("solve", names["none"]), ""), (("--" + bad,), ""), ((bad,), ""),
                (("play", "--book", names["none"]), ""), (("play", "--rule", bad), ""),
                (("gather", bad + ".db", names["file"]), ""), (("gather", names["none"], names["file"]), ""),
                (("puzzles", "--json", names["none"], names["file"]), ""), (("bench", "--weights", bad), ""),
                (("--weights", bad), f"START 15\nYXSETDATABASE {bad}.db\nYXTXTTODB {bad}\nYXHASHLOAD {bad}\nEND\n"),
                (("play",), f"load {bad}\nsave {bad}.sgf\n{bad}\nquit\n")):
            done = subprocess.run([program, *words], input=text, cwd=folder, capture_output=True, text=True,
                                  encoding="utf-8", timeout=100, check=False)
            shown = done.stdout + done.stderr
            found = [c for c in shown if (c < " " and c != "\n") or "\x7f" <= c <= "\x9f"]
            assert not found and shown, (words, shown)


def puzzles_that_are_stopped(program):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "game.txt").write_text(
                "h8i10j7g8h9h10g10i8i7g9h7f6k10g7k8h6k7l7j6k5l9g6g5m10i5l8j5j8h5i6f5")
        with subprocess.Popen([program, "puzzles", "--nodes", "2000000000", "--json", "j", "game.txt"], cwd=folder,
                              stderr=subprocess.PIPE, text=True) as process:
            wait_until(lambda: has_computed(process, 0.5))
            process.send_signal(signal.SIGINT)
            told = process.stderr.read()
        assert process.returncode == 1 and "stopped after 0 of 1 game" in told, (process.returncode, told)


def interrupt(program, folder, *words):
    """Interrupts a search that would take minutes; returns what the program wrote and its status."""
    with subprocess.Popen([program, *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True) as process:
        try:
            wait_until(lambda: has_computed(process, 0.5))
            process.send_signal(signal.SIGINT)
            told, _ = process.communicate(timeout=60)
        except BaseException:
            process.kill()
            raise
    return told, process.returncode


def cut_searches_are_not_kept(program):
    """What Ctrl-C cuts is not a result: a later run would take it for a whole search."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "game.txt").write_text("h8i9h9g9h10o1o15a1h11a3h12")
        told, status = interrupt(program, folder, "review", "--nodes", "2000000000", "--resume", "r", "game.txt")
        assert status == 1 and "stopped after 0 of 1 game" in told, (status, told)
        assert (path / "r").read_text() == "# Kaname review 1\n", (path / "r").read_text()
        told, status = interrupt(program, folder, "openings", "--nodes", "2000000000", "--depth", "2", "o.txt")
        kept = (path / "o.txt").read_text()
        said = "o.txt: 0 positions searched\npbrain-kaname openings: stopped; the same command continues\n"
        assert (status, told) == (0, said) and "=" not in kept, (status, told, kept)


def pages_of_others(program):
    """--html replaces a page of Kaname and no other."""
    with tempfile.TemporaryDirectory() as folder:
        game, page = pathlib.Path(folder, "game.txt"), pathlib.Path(folder, "page.html")
        game.write_text("h8i9h9g9h10o1")
        other = '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>My page</title>\n'
        for command in ("review", "puzzles"):
            words = (program, command, "--nodes", "10", "--html", page, game)
            page.write_text(other)
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            assert (done.returncode, page.read_text()) == (1, other), done
            assert done.stderr.endswith(": the file holds something else and is kept\n"), done
            page.write_text("")
            for _ in range(2):
                done = subprocess.run(words, capture_output=True, text=True, check=False)
                assert (done.returncode, done.stderr) == (0, ""), done


def games_of_short_names(program):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([program, "play"], input="side both\nh8\ni9\nsave g\nsave .txt\nsave g.txt\nquit\n",
                              cwd=folder, capture_output=True, text=True, check=True)
        assert done.stdout.count("Not saved: the name must end in") == 2, done.stdout
        assert [file.name for file in pathlib.Path(folder).iterdir()] == ["g.txt"]


def files_without_a_game(program):
    with tempfile.TemporaryDirectory() as folder:
        junk = pathlib.Path(folder, "junk")
        junk.write_bytes(b"*-*")
        for words in (("review",), ("puzzles", "--json", str(pathlib.Path(folder, "j")))):
            done = subprocess.run([program, *words, str(junk)], capture_output=True, text=True, check=False)
            assert done.returncode == 1 and "unknown format" in done.stderr, done


def games_by_their_numbers(program):
    """A message names the game of a file from the second on."""
    with tempfile.TemporaryDirectory() as folder:
        games = pathlib.Path(folder, "games.sgf")
        games.write_text("(;GM[4]SZ[99])\n(;GM[4]SZ[99])\n(;GM[1]SZ[15])\n")
        for words in (("review",), ("puzzles", "--json", str(pathlib.Path(folder, "j")))):
            done = subprocess.run([program, *words, str(games)], capture_output=True, text=True, check=False)
            told = done.stderr.splitlines()
            begins = (": SGF, line 1: ", ", game 2: SGF, line 2: ", ", game 3: note: GM[1]")
            assert done.returncode == 1 and len(told) >= len(begins), done
            for line, begin in zip(told, begins):
                assert line.startswith(f"pbrain-kaname {words[0]}: {games}{begin}"), told


def long_input(program):
    """A game of more bytes than the first buffer of standard input."""
    text = "(;GM[4]SZ[15]C[" + 100000 * "comment " + "];B[hh];W[ii])"
    assert "freestyle 15x15, 2 moves" in run(program, "--eval", "table", "review", "--nodes", "10", "-", text=text)


def has_database(program):
    done = subprocess.run([program, "gather", "no/such.db", "no/such/game"], capture_output=True, text=True,
                          check=False)
    return "SQLite" not in done.stderr


def keeps_results(program):
    """A win that a search has found is kept in the position database: there the other side loses."""
    stones = ("7,7", "0,2", "8,7", "4,2", "9,7", "8,12", "3,3", "12,2")
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
            [program], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        def say(*lines):
            process.stdin.write("\n".join(lines) + "\n")
            process.stdin.flush()

        def next_line(*starts):
            return next((line for line in process.stdout if line.startswith(starts)), "")

        try:
            say("START 15", "YXSETDATABASE", "d.db")
            assert next_line("MESSAGE position database opened, 0"), "no database"
            say("INFO timeout_turn 60000", "BOARD", *(f"{stone},{1 + i % 2}" for i, stone in enumerate(stones)),
                "DONE")
            assert next_line(*"0123456789"), "no move"
            told = unknown = "MESSAGE DATABASE ONE 0 0 0\n"
            end = time.monotonic() + 60
            while told == unknown and time.monotonic() < end:   # the search may still be at its end
                say("YXQUERYDATABASEONE", *stones, "DONE")
                told = next_line("MESSAGE DATABASE ONE ")
                time.sleep(0.01)
            _, _, _, tag, value, _ = told.split()
            assert (chr(int(tag)), int(value) > 29000) == ("l", True), told
            say("END")
        except BaseException:
            process.kill()
            raise


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
    own_options(sys.argv[1])
    pipes_that_do_not_wait(sys.argv[1])
    streams_that_are_closed(sys.argv[1])
    names_with_escapes(sys.argv[1])
    puzzles_that_are_stopped(sys.argv[1])
    cut_searches_are_not_kept(sys.argv[1])
    pages_of_others(sys.argv[1])
    games_of_short_names(sys.argv[1])
    files_without_a_game(sys.argv[1])
    games_by_their_numbers(sys.argv[1])
    long_input(sys.argv[1])
    if has_database(sys.argv[1]):
        keeps_results(sys.argv[1])
    solve(sys.argv[1])
    solve_files(sys.argv[1])
    verify_by_rule(sys.argv[1])
    review_in_a_terminal(sys.argv[1])
    bench(sys.argv[1])
