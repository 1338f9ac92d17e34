#!/usr/bin/env python3
"""Runs that share workers, come back, or are attacked, each with a nats-server of its own.

    grid_shared_test.py TOURNAMENT PUPPET [TEST...]

Every encounter is played once: the tasks of the workers are counted. Exit status: 0, 1 if a test
fails, 77 if nats-server is not installed or the program has no grid.
"""
import json
import os
import pathlib
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time

from nats import GridCase, run_cases

TOURNAMENT, PUPPET = "", ""


class SharedTest(GridCase):
    def engines(self, late=0):
        return ["-engine", "name=One", f"cmd={PUPPET} late={late}", "-engine", "name=Other",
                f"cmd={PUPPET} move=last"]

    def worker(self, *more, log="worker.log", tables=2, late=0):
        return self.start([TOURNAMENT, "work", "-grid", self.url, "-concurrency", tables,
                           *self.engines(late), *more], log)

    def manager(self, *more, log="manager.log", late=0, lease=2):
        return self.start([TOURNAMENT, "-grid", self.url, "-lease", lease, "-seed", "3",
                           *self.engines(late), *more], log)

    def tasks_done(self, *workers):
        """Ends the workers; returns how many tasks they have done."""
        for process, _ in workers:
            process.terminate()
        for process, _ in workers:
            process.wait(timeout=self.limit_s)
        return sum(int(re.findall(r"(\d+) tasks done", self.text(log))[-1]) for _, log in workers)

    def games(self, name="kaname-tournament.db"):
        with sqlite3.connect(self.folder / name) as base:
            return base.execute("SELECT count(*), count(DISTINCT number) FROM game").fetchall()

    def test_two_runs_that_share_a_worker_play_each_encounter_once(self):
        worker = self.worker(late=1000)
        runs = [self.manager("-games", "6", "-repeat", "-db", f"{i}.db", log=f"{i}.log", late=1000)
                for i in range(2)]
        for i, run in enumerate(runs):
            self.assertEqual(run.wait(timeout=self.limit_s), 0)
            self.assertEqual(self.games(f"{i}.db"), [(6, 6)])
            self.assertNotIn("were lost", self.text(f"{i}.log"))
        self.assertEqual(self.tasks_done((worker, "worker.log")), 6)

    def test_the_results_that_wait_for_a_manager_are_all_taken(self):
        """More of them than a manager takes at a time. No lease ends, however slow the 90 engines are."""
        worker = self.worker(tables=45)
        more = ["-games", "340", "-repeat", "-openings", "none"]
        manager = self.manager(*more, lease=self.limit_s)
        self.wait_for("Finished game", "manager.log")
        manager.kill()
        manager.wait()
        self.wait_for_results(70)
        self.assertEqual(self.manager(*more, "-resume", lease=self.limit_s).wait(timeout=self.limit_s), 0)
        self.assertEqual(self.games(), [(340, 340)])
        self.assertEqual(self.tasks_done((worker, "worker.log")), 170)

    def wait_for_results(self, least):
        """Waits until the server keeps so many messages, and then nothing changes for a second."""
        key = self.text("manager.log").split("Grid: run ")[1].split(" ")[0]
        end, kept, since = time.monotonic() + self.limit_s, -1, 0
        while time.monotonic() < end and (kept < least or time.monotonic() - since < 1):
            now = self.ask(f"$JS.API.STREAM.INFO.kaname-{key}")["state"]["messages"]
            if now != kept:
                kept, since = now, time.monotonic()
            time.sleep(0.1)
        self.assertGreaterEqual(kept, least)

    def publish(self, subject, body, name=None):
        """Sends a message, under a name by which the server drops duplicates."""
        head = f"NATS/1.0\r\nNats-Msg-Id: {name}\r\n\r\n".encode() if name else b""
        first = (f"HPUB {subject} {len(head)} {len(head) + len(body)}\r\n" if name
                 else f"PUB {subject} {len(body)}\r\n")
        with socket.create_connection(("127.0.0.1", self.port)) as link:
            link.recv(65536)
            link.sendall(b'CONNECT {"headers":true}\r\n' + first.encode() + head + body + b"\r\nPING\r\n")
            while b"PONG" not in link.recv(65536):
                pass

    def test_runs_whose_managers_died_take_nothing_from_the_others(self):
        worker = self.worker()
        for i in range(20):
            manager = self.manager("-games", "400", "-repeat", "-db", f"{i}.db", log=f"{i}.log")
            self.wait_for("Finished game", f"{i}.log")
            manager.kill()
            manager.wait()
        self.assertEqual(self.manager("-games", "20", "-repeat").wait(timeout=self.limit_s), 0)
        self.assertEqual(self.games(), [(20, 20)])
        worker.kill()

    def test_a_run_that_was_over_goes_on(self):
        """Its database comes from a copy that was made before the end."""
        worker = self.worker(late=30)
        more = ["-games", "20", "-repeat"]
        manager = self.manager(*more, late=30)
        self.wait_for("Finished game", "manager.log")
        manager.terminate()
        manager.wait()
        shutil.copy(self.folder / "kaname-tournament.db", self.folder / "copy.db")
        left = 20 - self.games()[0][0]
        for times in (1, 2):
            shutil.copy(self.folder / "copy.db", self.folder / "kaname-tournament.db")
            manager = self.manager(*more, "-resume", late=30)
            self.assertEqual(manager.wait(timeout=self.limit_s), 0, self.text("manager.log"))
            self.assertEqual(self.games(), [(20, 20)])
            self.wait_for("it is over", "worker.log", times)
        self.assertGreater(left, 0)
        worker.kill()

    def test_a_lease_is_renewed_through_a_long_game(self):
        workers = [(self.worker(log=f"{i}.log", tables=1, late=700), f"{i}.log") for i in range(2)]
        manager = self.manager("-games", "6", "-repeat", "-lease", "1", late=700)
        self.assertEqual(manager.wait(timeout=self.limit_s), 0)
        self.assertNotIn("were lost", self.text("manager.log"))
        self.assertEqual(self.tasks_done(*workers), 3)

    def test_a_manager_whose_workers_are_all_set_aside_says_so(self):
        self.start([TOURNAMENT, "work", "-grid", self.url, "-engine", "name=One",
                    f"cmd={PUPPET} die=1", "-engine", "name=Other", f"cmd={PUPPET}"], "bad.log")
        self.manager("-games", "40", "-repeat")
        self.wait_for("all 1 workers are set aside; waiting for another one", "manager.log")

    def test_a_manager_without_a_worker_says_so(self):
        self.manager("-games", "4", "-repeat")
        self.wait_for("no worker plays; waiting for one", "manager.log")

    def test_false_results_end_no_run_and_set_nobody_aside(self):
        worker = self.worker("-name", "good", late=100)
        manager = self.manager("-games", "60", "-repeat", late=100)
        self.wait_for("Finished game", "manager.log")
        key = self.text("manager.log").split("Grid: run ")[1].split(" ")[0]
        for version in (1, 2):
            for i in range(60):
                self.publish(f"kaname.result.{key}", false_result(version, 25, i + 1),
                             f"task-{25 + i // 10}-{1 + i % 10}" if i % 2 else f"good-{28 - i % 4}-1")
            self.publish(f"kaname.result.{key}", false_result(version, 3, 1))
        self.assertEqual(manager.wait(timeout=self.limit_s), 0, self.text("manager.log"))
        self.assertEqual(self.games(), [(60, 60)])
        self.assertNotIn("aside", self.text("manager.log"))
        self.assertEqual(self.tasks_done((worker, "worker.log")), 30)

    def test_a_result_of_an_older_program_is_no_fault_of_a_worker(self):
        program = self.folder / "program"
        shutil.copy(PUPPET, program)
        (self.folder / "params").write_text("aggression 40 0 79 8 0.02\n")
        engine = ["-engine", "name=One", f"cmd={program} tuned=aggression"]
        words = [TOURNAMENT, "tune", "-grid", self.url, *engine, "-params", "params", "-iterations",
                 "30", "-seed", "1", "-openings", "none", "-lease", "2"]
        work = [TOURNAMENT, "work", "-grid", self.url, "-name", "same", "-concurrency", "2", *engine]
        worker = self.start(work, "worker.log")
        tune = self.start(words, "tune.log")
        self.wait_for("Iteration 2 of", "tune.log")
        tune.kill()
        tune.wait()
        self.wait_for_tune_results("tune.log")
        self.tasks_done((worker, "worker.log"))
        with open(program, "ab") as file:
            file.write(b"x")
        self.start(work, "worker.log")
        self.assertEqual(self.start(words, "again.log").wait(timeout=self.limit_s), 0,
                         self.text("again.log"))
        self.assertNotIn("aside", self.text("again.log"))

    def test_a_program_replaced_under_a_worker_plays_no_game(self):
        """The worker has hashed the program before; the same bytes in another file are the same."""
        for is_during in (False, True):
            program = self.folder / f"program{is_during}"
            shutil.copy(PUPPET, program)
            logs = f"worker{is_during}.log", f"manager{is_during}.log"
            work = [TOURNAMENT, "work", "-grid", self.url, "-concurrency", "2", "-engine",
                    "name=One", f"cmd={program} late=30", "-engine", "name=Other",
                    f"cmd={PUPPET} move=last"]
            worker = self.start(work, logs[0])
            self.wait_for("Worker ", logs[0])
            self.replace(program, pathlib.Path(PUPPET).read_bytes())
            if not is_during:
                self.replace_by_another(program)
            manager = self.manager("-games", "40", "-repeat", "-db", f"{is_during}.db", log=logs[1],
                                   late=30)
            if is_during:
                self.wait_for("Finished game", logs[1], 4)
                self.replace_by_another(program)
            self.assertEqual(worker.wait(timeout=self.limit_s), 1, self.text(logs[0]))
            self.assertIn("One: its program was replaced while the worker ran", self.text(logs[0]))
            good = self.worker(log=f"good{is_during}.log")
            self.assertEqual(manager.wait(timeout=self.limit_s), 0, self.text(logs[1]))
            self.assertEqual(self.games(f"{is_during}.db"), [(40, 40)])
            with sqlite3.connect(self.folder / f"{is_during}.db") as base:
                reasons = base.execute("SELECT DISTINCT reason FROM game").fetchall()
            self.assertNotIn(("crash",), reasons)
            good.kill()
            good.wait()

    def test_a_program_replaced_under_a_worker_plays_no_block(self):
        programs = [self.folder / name for name in ("train", "of_manager")]
        for program in programs:
            self.replace(program, b"#!/bin/sh\nexit 1\n")
        engines = [["-engine", "name=train", f"cmd={program}"] for program in programs]
        worker = self.start([TOURNAMENT, "work", "-grid", self.url, *engines[0]], "worker.log")
        self.wait_for("Worker ", "worker.log")
        self.replace(programs[0], f"#!/bin/sh\ntouch {self.folder}/has_run\nexit 1\n".encode())
        self.start([TOURNAMENT, "generate", "-grid", self.url, *engines[1], "-out", "games",
                    "-games", "20", "-block", "10", "-nodes", "10", "-seed", "1"], "manager.log")
        self.assertEqual(worker.wait(timeout=self.limit_s), 1, self.text("worker.log"))
        self.assertIn("train: its program was replaced", self.text("worker.log"))
        self.assertFalse((self.folder / "has_run").exists())

    def test_the_second_game_of_a_pair_is_not_played_again(self):
        more = [*self.engines(), "-seed", "3", "-games", "2", "-repeat"]
        self.assertEqual(self.start([TOURNAMENT, *more], "first.log").wait(timeout=self.limit_s), 0)
        with sqlite3.connect(self.folder / "kaname-tournament.db") as base:
            base.execute("DELETE FROM game WHERE number = 1")
            for table in ("move", "clock", "time_control"):
                base.execute(f"DELETE FROM {table} WHERE game = 1")
        again = self.start([TOURNAMENT, "-grid", self.url, "-local", "1", *more, "-resume"], "again.log")
        self.assertEqual(again.wait(timeout=self.limit_s), 0, self.text("again.log"))
        self.assertEqual(self.games(), [(2, 2)])
        self.assertEqual(self.text("again.log").count("Finished game"), 1)

    def test_a_game_that_waits_for_leaving_players_goes_with_its_run(self):
        """The run goes on with a program that the worker lacks. Its players take long to leave."""
        own, other = self.folder / "own", self.folder / "other"
        for program in (own, other):
            self.replace(program, f"#!/bin/sh\n{PUPPET} tuned=k\ntouch {self.folder}/left\n"
                                  "sleep 3\n".encode())
        (self.folder / "params").write_text("k 40 0 79 8 0.02\n")
        words = [TOURNAMENT, "tune", "-grid", self.url, "-engine", "name=One", f"cmd={other}",
                 "restart=1", "-params", "params", "-iterations", "50", "-concurrency", "2",
                 "-openings", "none"]
        worker = self.start([TOURNAMENT, "work", "-grid", self.url, "-concurrency", "2", "-engine",
                             "name=One", f"cmd={own}"], "worker.log")
        tune = self.start(words, "tune.log")
        end = time.monotonic() + self.limit_s
        while not (self.folder / "left").exists() and time.monotonic() < end:
            time.sleep(0.05)
        tune.terminate()
        tune.wait(timeout=self.limit_s)
        with open(other, "ab") as file:
            file.write(b"# another\n")
        self.start(words, "again.log")
        self.wait_for("it goes on with other engines or settings", "worker.log")
        time.sleep(4)  # until the players have left
        self.assertIsNone(worker.poll())
        worker.terminate()
        self.assertEqual(worker.wait(timeout=self.limit_s), 0, self.text("worker.log"))

    def test_the_command_to_continue_shows_no_password(self):
        """Neither without a scheme nor in a list too long to be shown."""
        address = f"me:secret@127.0.0.1:{self.port}"
        for name, url, shown in (("one", address, f"-grid 'me:***@127.0.0.1:{self.port}'"),
                                 ("many", ",".join([f"nats://{address}"] * 20), "-grid '***'")):
            manager = self.start([TOURNAMENT, "-grid", url, *self.engines(), "-games", "4", "-db",
                                  f"{name}.db"], f"{name}.log")
            self.wait_for("Grid: run ", f"{name}.log")
            manager.terminate()
            self.assertEqual(manager.wait(timeout=self.limit_s), 3)
            self.assertIn(shown, self.text(f"{name}.log"))
            self.assertNotIn("secret", self.text(f"{name}.log"))

    def test_generate_names_a_wrong_option(self):
        done = subprocess.run([TOURNAMENT, "generate", "-grid", self.url, "-engine", "name=One",
                               f"cmd={PUPPET}", "-out", "games", "-rule", "a b"], cwd=self.folder,
                              capture_output=True, text=True, timeout=self.limit_s, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("generate: -rule: 'a b'", done.stderr)

    def replace(self, program, text):
        new = self.folder / "new"
        new.write_bytes(text)
        new.chmod(0o755)
        new.replace(program)

    def replace_by_another(self, program):
        self.replace(program, f"#!/bin/sh\nexec {PUPPET} die=1\n".encode())

    def wait_for_tune_results(self, log):
        """Waits until the server keeps a result: no task is left, and something is."""
        key = self.text(log).split("Grid: run ")[1].split(" ")[0]
        end = time.monotonic() + self.limit_s
        while time.monotonic() < end:
            info = self.ask(f"$JS.API.CONSUMER.INFO.kaname-{key}.tasks")
            kept = self.ask(f"$JS.API.STREAM.INFO.kaname-{key}")["state"]["messages"]
            if info["num_pending"] == info["num_ack_pending"] == 0 and kept > 0:
                return
            time.sleep(0.1)
        self.fail("no result waits")


def false_result(version, number, check):
    """A result that a worker's account can make up: well-formed, of an encounter it does not hold."""
    game = {"number": 2 * number - 1, "round": 1, "game": 1, "pair": number, "black": 0, "white": 1,
            "white_first": 0}
    return json.dumps({"v": version, "kind": "played", "id": number, "attempt": 1, "check": check,
                       "secret": f"{check:032x}", "token": "0" * 32, "worker": "good",
                       "hash0": "", "hash1": "", "scale": 1, "games": [game | GAME]}).encode()


GAME = {}


def read_game(folder):
    """The fields that a game of a message must have, from the seed of the fuzzer."""
    seed = json.loads((folder / "seeds/played.json").read_text())
    return {name: value for name, value in seed["games"][0].items()
            if name not in ("number", "round", "game", "pair")}


def main():
    global TOURNAMENT, PUPPET
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    TOURNAMENT, PUPPET = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    GAME.update(read_game(pathlib.Path(__file__).parent))
    return run_cases(TOURNAMENT)


if __name__ == "__main__":
    sys.exit(main())
