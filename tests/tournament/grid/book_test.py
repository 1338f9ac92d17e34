#!/usr/bin/env python3
"""Books of openings made over a grid, each with a nats-server of its own: equal to that of one machine.

    book_test.py TOURNAMENT PBRAIN_KANAME [TEST...]

Exit status: 0, 1 if a test fails, 77 if nats-server is not installed or the program has no grid.
"""
import collections
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

from nats import GridCase, run_cases, start_server

TOURNAMENT, ENGINE = "", ""


class BookTest(GridCase):
    def worker(self, *more, engine=None, log="worker.log", **environment):
        return self.start([TOURNAMENT, "work", "-grid", self.url, "-concurrency", "2", "-engine", "name=kaname",
                           f"cmd={engine or ENGINE}", *more], log, **environment)

    def words(self, *more, engine=None, depth=3):
        return [TOURNAMENT, "book", "-grid", self.url, "-engine", "name=kaname", f"cmd={engine or ENGINE}", "-out", "book",
                "-lease", "2", "-rule", "renju", "-nodes", "2000", "-depth", str(depth), "-block", "4", *more]

    def make(self, *more, status=0, engine=None, depth=3):
        done = subprocess.run(self.words(*more, engine=engine, depth=depth), cwd=self.folder, capture_output=True, text=True,
                              timeout=self.limit_s, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def alone(self, *more, depth=3, name="alone.txt"):
        subprocess.run([ENGINE, "openings", "--rule", "renju", "--nodes", "2000", "--depth", str(depth), *more, name],
                       cwd=self.folder, capture_output=True, timeout=self.limit_s, check=True)
        return self.text(name)

    def script(self, name, text):
        """A program that does something around the engine's searches. Its last word is the file."""
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def counting(self):
        """An engine that notes the positions that it has searched."""
        return self.script("counting", f"{ENGINE} \"$@\" || exit 1\nfor file; do :; done\n"
                                       f"grep -v '^board\\|^kaname' \"$file\" >> {self.folder}/searched")

    def expect_each_once(self):
        """Every position of the book was searched, and none twice."""
        searched = collections.Counter(line.split()[0] for line in self.text("searched").splitlines())
        book = [line.split()[0] for line in self.text("book/openings.txt").splitlines()[2:]]
        self.assertEqual(searched, collections.Counter(book))

    def expect_book_alone(self):
        """Nothing but the book is left in the folder."""
        self.assertEqual([path.name for path in (self.folder / "book").iterdir()], ["openings.txt"])

    def test_the_book_is_that_of_one_machine(self):
        counting = self.counting()
        for name in ("a", "b"):
            self.worker("-name", name, engine=counting, log=f"{name}.log")
        said = self.make("-anybinary")
        self.assertEqual(self.text("book/openings.txt"), self.alone())
        self.expect_each_once()
        self.expect_book_alone()
        count = len(self.text("alone.txt").splitlines()) - 2
        self.assertIn(f"/book/openings.txt: {count} positions\n", said)
        self.assertRegex(said, r"Round: \d\d positions, (\d+) blocks\nGrid: .*(?s:.*)Block 1 by [ab]: \d+ of \1\n")
        rounds = [int(number) for number in re.findall(r"Round: (\d+) position", said)]
        self.assertEqual(sum(rounds), count)
        self.assertGreater(len(rounds), 1)
        self.assertNotIn("Round", self.make())  # nothing is left; no server is asked

    def test_a_book_of_several_rules_goes_on(self):
        self.worker()
        self.make(depth=2)
        self.make("-rule", "freestyle", "-size", "10", "-slack", "20", depth=2)
        self.make("-lines", "2", depth=3)
        self.alone(depth=2)
        self.alone("--rule", "freestyle", "--size", "10", "--slack", "20", depth=2)
        self.assertEqual(self.text("book/openings.txt"), self.alone("--lines", "2", depth=3))

    def test_one_manager_works_in_a_folder(self):
        first = self.start(self.words("-anybinary"), "manager.log")
        self.wait_for("Round:", "manager.log")
        self.assertIn("book: another manager works in this folder", self.make("-rule", "freestyle", status=1))
        self.worker()
        self.assertEqual(first.wait(timeout=self.limit_s), 0, self.text("manager.log"))
        self.assertEqual(self.text("book/openings.txt"), self.alone())

    def test_blocks_that_others_remove_are_searched_in_the_end(self):
        """They count as done in this round, and are missed in the next one."""
        worker = self.worker()
        manager = self.start(self.words(), "manager.log")
        self.wait_for("Block 3", "manager.log")
        for process in (manager, worker):
            process.kill()
            process.wait()
        manager = self.start(self.words(), "again.log")
        self.wait_for("Round:", "again.log")
        time.sleep(0.5)
        paths = list((self.folder / "book").glob("block-*.txt"))
        self.assertNotEqual(paths, [])
        for path in paths:
            path.unlink()
        self.worker(log="other.log")
        self.assertEqual(manager.wait(timeout=self.limit_s), 0, self.text("again.log"))
        self.assertEqual(self.text("book/openings.txt"), self.alone())

    def test_a_server_that_has_lost_its_store_gets_the_run_again(self):
        self.worker(engine=self.script("slow", f"sleep 0.3\nexec {ENGINE} \"$@\""))
        manager = self.start(self.words("-anybinary"), "manager.log")
        self.wait_for("Block 2", "manager.log")
        self.processes[0].kill()
        self.processes[0].wait()
        shutil.rmtree(self.folder / "store")
        self.processes[0] = start_server(self.folder, self.port)
        self.assertEqual(manager.wait(timeout=self.limit_s), 0, self.text("manager.log"))
        self.assertIn("the server lost the run; recreated it", self.text("manager.log"))
        self.assertEqual(self.text("book/openings.txt"), self.alone())
        self.assertEqual(self.ask("$JS.API.STREAM.NAMES")["streams"], None)

    def test_a_manager_killed_at_the_end_leaves_nothing_on_the_server(self):
        self.worker()
        engine = self.script("waits", f"if [ -e block ]; then while [ -e hold ]; do sleep 0.1; done; fi\nexec {ENGINE} \"$@\"")
        (self.folder / "hold").touch()
        manager = self.start(self.words("-anybinary", engine=engine, depth=0), "manager.log")
        self.wait_for("Round:", "manager.log")
        (self.folder / "block").touch()
        self.wait_for("Block 1 by", "manager.log")
        manager.kill()
        manager.wait()
        self.assertEqual(len(self.ask("$JS.API.STREAM.NAMES")["streams"]), 1)
        (self.folder / "hold").unlink()
        self.make("-anybinary", depth=0)
        self.assertEqual(self.ask("$JS.API.STREAM.NAMES")["streams"], None)
        self.assertEqual(self.text("book/openings.txt"), self.alone(depth=0))
        self.expect_book_alone()

    def test_a_worker_that_can_start_nothing_gets_no_more(self):
        self.worker("-name", "bad", log="bad.log", TMPDIR=str(self.folder / "none"))
        manager = self.start(self.words(), "manager.log")
        self.wait_for("too many failures", "bad.log")
        self.assertIn("no folder for a block, ", self.text("bad.log"))
        self.worker("-name", "good")
        self.assertEqual(manager.wait(timeout=self.limit_s), 0, self.text("manager.log"))
        self.assertEqual(self.text("book/openings.txt"), self.alone())

    def test_a_killed_worker_loses_nothing(self):
        slow = self.script("slow", f"sleep 0.3\nexec {ENGINE} \"$@\"")
        worker = self.worker(engine=slow)
        manager = self.start(self.words("-anybinary"), "manager.log")
        self.wait_for("Block 3", "manager.log")
        worker.kill()
        worker.wait()
        self.worker(log="other.log")
        self.assertEqual(manager.wait(timeout=self.limit_s), 0, self.text("manager.log"))
        self.assertEqual(self.text("book/openings.txt"), self.alone())

    def test_a_killed_manager_goes_on_and_nothing_is_searched_twice(self):
        """Neither what is on the disk nor what waits on the server."""
        self.worker(engine=self.counting())
        for kill in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            lines = len(self.text("manager.log").splitlines()) if (self.folder / "manager.log").exists() else 0
            manager = self.start(self.words("-anybinary", depth=4), "manager.log")
            while self.text("manager.log").count("\nBlock ") < lines + 2 and manager.poll() is None:
                time.sleep(0.01)
            manager.send_signal(kill)
            self.assertEqual(manager.wait(timeout=self.limit_s), 3 if kill == signal.SIGTERM else -kill, self.text("manager.log"))
            time.sleep(0.5)  # results come meanwhile
        said = self.make("-anybinary", depth=4)
        self.assertNotIn("aside", said + self.text("manager.log"))
        self.assertEqual(self.text("book/openings.txt"), self.alone(depth=4))
        self.expect_each_once()
        self.expect_book_alone()

    def test_what_a_stopped_run_has_found_counts_with_other_options(self):
        worker = self.worker(engine=self.counting())
        manager = self.start(self.words("-anybinary"), "manager.log")
        self.wait_for("Block 2", "manager.log")
        manager.kill()
        manager.wait()
        worker.kill()
        worker.wait()
        found = {line for path in (self.folder / "book").glob("block-*.txt") for line in path.read_text().splitlines()}
        self.assertTrue(any(len(line.split()[0]) == 6 for line in found), found)  # of three stones
        self.worker(log="other.log")
        self.make("-block", "7", depth=2)
        self.assertEqual(set(self.text("book/openings.txt").splitlines()), found | set(self.alone(depth=2).splitlines()))
        self.expect_book_alone()

    def test_a_file_that_is_damaged_is_refused_and_its_block_dealt_again(self):
        for name, change in (("nodes", "s/ 2000$/ 2001/"), ("values", "s/=6/=16/"), ("lacks", "$d"), ("more", "$p"),
                             ("turned", "s/^hh [a-o]*=/hh oo=/"), ("empty", "d")):
            bad = self.script(name, f"{ENGINE} \"$@\" || exit 1\nfor file; do :; done\nsed -i '{change}' \"$file\"")
            shutil.rmtree(self.folder / "book", ignore_errors=True)
            worker = self.worker("-name", "bad", engine=bad, log=f"{name}.log")
            manager = self.start(self.words("-anybinary", depth=1), f"manager-{name}.log")
            if name == "empty":
                self.wait_for("its file is missing, empty or too large", f"{name}.log")
            else:
                self.wait_for("worker bad is set aside: ", f"manager-{name}.log")
            worker.kill()
            worker.wait()
            worker = self.worker("-name", "good", log=f"good-{name}.log")
            self.assertEqual(manager.wait(timeout=self.limit_s), 0, self.text(f"manager-{name}.log"))
            self.assertEqual(self.text("book/openings.txt"), self.alone(depth=1), name)
            worker.kill()
            worker.wait()

    def test_a_failure_of_the_engine_is_told_and_nothing_is_lost(self):
        (self.folder / "book").mkdir()
        for text, why in (("kaname-openings 1\nboard renju 15 0\n- hh\n", "openings.txt: line 3: a move is malformed"),
                          ("Dear reader\n", "openings.txt: the file holds something else and is kept")):
            (self.folder / "book/openings.txt").write_text(text)
            said = self.make(status=1)
            self.assertIn("it ended with status 1, signal 0", said)
            self.assertIn(why, said)
            self.assertEqual(self.text("book/openings.txt"), text)
        (self.folder / "book/openings.txt").unlink()
        for engine, why in ((self.script("dies", "echo first >&2\necho last words >&2\nkill -9 $$"), "signal 9: last words"),
                            (self.script("lies", "exit 0"), "wanted.txt: "),
                            (self.script("fool", "echo Dear > book/wanted.txt"), "wanted.txt: it is no list of positions")):
            self.assertIn(why, self.make(status=1, engine=engine))
        (self.folder / "book/wanted.txt").unlink()
        (self.folder / "book/round.txt").write_text("Dear reader\n")
        self.assertIn("round.txt: the file holds something else and is kept", self.make(status=1))
        self.assertEqual(self.text("book/round.txt"), "Dear reader\n")

    def test_a_signal_ends_it_while_the_engine_runs(self):
        engine = self.script("hangs", "echo $$ > pid\nsleep 1000")
        manager = self.start(self.words(engine=engine), "manager.log")
        end = time.monotonic() + self.limit_s
        while not (self.folder / "pid").exists() and time.monotonic() < end:
            time.sleep(0.02)
        manager.terminate()
        self.assertEqual(manager.wait(timeout=self.limit_s), 3)

    def test_wrong_options_are_named(self):
        for more, why in ((["-rule", "chess"], "-rule: 'chess'"), (["-size", "4"], "-size: '4'"), (["-block", "1001"], "-block: '1001'"),
                          (["-depth", "21"], "-depth: '21'"), (["-engine", "name=b", "cmd=b"], "-engine: expected one"),
                          (["-engine", "name=b", "cmd=b", "tc=1"], "-engine: 'tc=1': expected cmd= or name="),
                          (["-games", "5"], "-games")):
            self.assertIn(why, self.make(*more, status=2))
        done = subprocess.run([TOURNAMENT, "book", "-out", "book"], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("-grid: expected the server's URL; on one machine pbrain-kaname openings does it alone", done.stderr)
        self.assertIn("missing/book: No such file", self.make("-out", "missing/book", status=1))
        self.assertIn("none: the program cannot be read", self.make(status=1, engine="./none"))
        self.processes[0].kill()
        self.processes[0].wait()
        self.assertIn("grid: ", self.make(status=1))


def main():
    global TOURNAMENT, ENGINE
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    TOURNAMENT, ENGINE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    return run_cases(TOURNAMENT)


if __name__ == "__main__":
    sys.exit(main())
