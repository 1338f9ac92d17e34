#!/usr/bin/env python3
"""Runs over a grid, each with a nats-server of its own on a free loopback port.

    grid_test.py TOURNAMENT PUPPET

Exit status: 0, 1 if a test fails, 77 if nats-server is not installed or the program has no grid.
"""
import base64
import glob
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
import unittest
import urllib.request

from nats import GridCase, start_server

TOURNAMENT, PUPPET = "", ""
LIMIT_S = 100  # on a loaded machine


class GridTest(GridCase):
    limit_s = LIMIT_S

    def server(self, *more, store="store"):
        """Starts a server in place of the last one; see start_server()."""
        if self.processes:
            self.processes[0].kill()
            self.processes[0].wait()
        self.processes.insert(0, start_server(self.folder, self.port, *more, store=store))

    def worker(self, *more, one="", other="move=last", log="worker.log", **environment):
        return self.start([TOURNAMENT, "work", "-grid", self.url, "-concurrency", "2",
                           "-engine", "name=One", f"cmd={PUPPET} {one}",
                           "-engine", "name=Other", f"cmd={PUPPET} {other}", *more], log,
                          **environment)

    def manager_words(self, *more, one=""):
        return [TOURNAMENT, "-grid", self.url, "-lease", "2", "-seed", "3",
                "-engine", "name=One", f"cmd={PUPPET} {one}",
                "-engine", "name=Other", f"cmd={PUPPET} move=last", *more]

    def manage(self, *more, one="", limit=3 * LIMIT_S):
        done = subprocess.run(self.manager_words(*more, one=one), cwd=self.folder, capture_output=True,
                              text=True, timeout=limit, check=False)
        return done.returncode, done.stdout, done.stderr

    def query(self, sql, name="kaname-tournament.db"):
        with sqlite3.connect(self.folder / name) as base:
            return base.execute(sql).fetchall()

    def test_a_gauntlet_is_played_and_each_game_names_its_worker(self):
        self.worker("-name", "first", "-once")
        status, out, err = self.manage("-games", "20", "-repeat", "-gauntlet")
        self.assertEqual(status, 0, err)
        self.assertEqual(self.query("SELECT count(*), count(DISTINCT number) FROM game"), [(20, 20)])
        self.assertEqual(self.query("SELECT worker, count(*), min(scale) FROM away GROUP BY worker"),
                         [("first", 20, 1.0)])
        self.assertIn("worker first: 2 tables", out)
        self.processes[-1].wait(timeout=LIMIT_S)  # -once: it leaves with the run
        self.assertIn("it is over", self.text("worker.log"))

    def test_a_pair_is_played_by_one_worker(self):
        for name in ("a", "b", "c"):
            self.worker("-name", name)
        status, _, err = self.manage("-games", "60", "-repeat")
        self.assertEqual(status, 0, err)
        split = self.query("SELECT pair FROM game JOIN away ON number = away.game GROUP BY pair"
                           " HAVING count(DISTINCT worker) > 1")
        self.assertEqual(split, [])

    def test_local_tables_play_along(self):
        self.worker("-name", "far")
        status, _, err = self.manage("-games", "40", "-repeat", "-local", "1", one="late=100")
        self.assertEqual(status, 0, err)
        self.assertEqual(self.query("SELECT count(DISTINCT number) FROM game"), [(40,)])
        away = self.query("SELECT count(*) FROM away")[0][0]
        self.assertTrue(0 < away < 40, away)

    def test_a_sequential_test_stops_the_workers(self):
        self.worker(one="die=3", other="move=row")
        status, out, err = self.manage("-games", "400", "-repeat", "-sprt", "elo0=0", "elo1=50",
                                       "-aside", "101")
        self.assertEqual(status, 0, err)
        self.assertIn("SPRT: H0 was accepted", out)
        self.wait_for("left: it is over", "worker.log")

    def test_another_program_gets_no_encounter_unless_that_is_allowed(self):
        other = self.folder / "other"
        shutil.copy(PUPPET, other)
        with open(other, "ab") as file:
            file.write(b"x")
        words = [TOURNAMENT, "work", "-grid", self.url, "-engine", "name=One", f"cmd={other}",
                 "-engine", "name=Other", f"cmd={PUPPET} move=last"]
        self.start(words, "worker.log")
        manager = self.start(self.manager_words("-games", "4", "-repeat"), "manager.log")
        end = time.monotonic() + LIMIT_S
        while "not joined" not in self.text("worker.log") and time.monotonic() < end:
            time.sleep(0.1)
        self.assertIn("the program of One differs from the run", self.text("worker.log"))
        self.assertIsNone(manager.poll())
        manager.terminate()
        self.assertEqual(manager.wait(timeout=LIMIT_S), 3)
        self.start(words, "worker2.log")
        status, _, err = self.manage("-games", "4", "-repeat", "-db", "any.db", "-anybinary")
        self.assertEqual(status, 0, err)

    def test_a_worker_whose_engines_fail_is_set_aside_and_named(self):
        bad = self.worker("-name", "bad", "-once", one="die=1", log="bad.log")
        manager = self.start(self.manager_words("-games", "40", "-repeat"), "manager.log")
        end = time.monotonic() + LIMIT_S
        while "set aside" not in self.text("manager.log") and time.monotonic() < end:
            time.sleep(0.1)
        self.assertIn("worker bad is set aside: ", self.text("manager.log"))
        self.assertEqual(bad.wait(timeout=LIMIT_S), 1)  # -once: no other run for it
        self.assertIn("set this worker aside", self.text("bad.log"))
        self.worker("-name", "good")
        self.assertEqual(manager.wait(timeout=LIMIT_S), 0)
        self.assertEqual(self.query("SELECT count(DISTINCT number) FROM game"), [(40,)])
        self.assertIn(("good",), self.query("SELECT DISTINCT worker FROM away"))

    def test_time_controls_follow_the_speed(self):
        self.worker("-name", "slow", one="log=" + str(self.folder / "one.log"))
        status, _, err = self.manage("-games", "2", "-repeat", "-scale", "100000",
                                     "-each", "tc=10/1", "-pgn", str(self.folder / "scaled.pgn"))
        self.assertEqual(status, 0, err)
        scale = self.query("SELECT DISTINCT scale FROM away")[0][0]
        self.assertEqual(scale, 100)  # the most that is allowed
        self.assertIn("INFO timeout_turn 100000\n", self.text("one.log"))
        self.assertIn('[TimeControl "1000"]\n[TurnLimit "100"]\n', self.text("scaled.pgn"))

    def test_rounds_that_wait_for_each_other_are_local(self):
        status, _, err = self.manage("-format", "swiss")
        self.assertEqual(status, 2)
        self.assertIn("are local only", err)

    def test_hostile_messages_cost_a_line_and_start_nothing(self):
        manager = self.start(self.manager_words("-games", "200", "-repeat"), "manager.log")
        self.wait_for("Grid: run ", "manager.log")
        key = self.text("manager.log").split("Grid: run ")[1].split(" ")[0]
        mark = self.folder / "mark"
        hostile = [b"", b"{", b"\xff" * 1000, b"[" * 5000, b'{"v":2,"kind":"run"}',
                   json.dumps({"v": 2, "kind": "encounter", "cmd": f"touch {mark}"}).encode(),
                   json.dumps({"v": 2, "kind": "played", "id": 1, "games": [{}]}).encode(),
                   b'{"v":2,"kind":"beat","worker":"../x"}']
        self.publish(hostile, key)  # tasks and results wait for the worker and for the manager
        self.worker("-name", "good")
        self.wait_for("Finished game", "manager.log")
        self.publish(hostile, key)  # to both while they play
        self.assertEqual(manager.wait(timeout=LIMIT_S), 0)
        self.assertEqual(self.query("SELECT count(*), count(DISTINCT number) FROM game"),
                         [(200, 200)])
        self.assertIn("cannot be read and is dropped", self.text("manager.log"))
        self.assertIn("is refused", self.text("worker.log"))
        self.assertFalse(mark.exists())

    def publish(self, bodies, key):
        """Sends each of bodies under each word of the run named key."""
        with socket.create_connection(("127.0.0.1", self.port)) as link:
            link.recv(65536)
            link.sendall(b"CONNECT {}\r\n")
            for word in ("task", "result", "worker", "run"):
                for body in bodies:
                    link.sendall(f"PUB kaname.{word}.{key} {len(body)}\r\n".encode() + body + b"\r\n")
            link.sendall(b"PING\r\n")
            link.recv(65536)

    def test_an_account_of_a_worker_is_enough_to_work_and_not_to_publish_tasks(self):
        example = pathlib.Path(__file__).parents[3] / "tournament/grid/examples/nats.conf"
        text = [line for line in example.read_text().splitlines() if not line.startswith("tls")]
        conf = "\n".join(text).replace("0.0.0.0:4222", f"127.0.0.1:{self.port}")
        conf = conf.replace("/var/lib/nats", str(self.folder / "conf"))
        (self.folder / "nats.conf").write_text(conf)
        (self.folder / "manager.password").write_text("change-me\n")
        (self.folder / "worker.password").write_text("change-me-too\n")
        self.server("-c", "nats.conf", store=None)
        self.worker("-login", "user=worker", "password=worker.password")
        status, _, err = self.manage("-games", "10", "-repeat", "-login", "user=manager",
                                     "password=manager.password")
        self.assertEqual(status, 0, err)
        status, _, err = self.manage("-games", "10", "-repeat", "-db", "no.db", "-login",
                                     "user=worker", "password=worker.password")
        self.assertEqual(status, 1)
        self.assertIn("cannot create the run on the server", err)
        status, _, err = self.manage("-games", "10", "-repeat", "-db", "no2.db")
        self.assertEqual(status, 1)

        self.assertEqual(self.refusals("worker", "change-me-too", [
            "SUB _INBOX.manager.> 1", "SUB kaname.result.> 2", "SUB kaname.task.> 3",
            "SUB kaname.worker.> 4", *(f"PUB {subject} 0\r\n" for subject in (
                "kaname.task.x", "kaname.run.x", "$JS.API.STREAM.INFO.x", "$JS.API.STREAM.DELETE.x",
                "$JS.API.STREAM.MSG.GET.x", "$JS.API.CONSUMER.MSG.NEXT.x.results",
                "$JS.API.CONSUMER.DELETE.x.tasks", "$JS.ACK.x.results.1.1.1.1.0"))]), 12)

    def refusals(self, user, password, lines):
        """Sends the lines of the client protocol; returns how many the server refuses."""
        with socket.create_connection(("127.0.0.1", self.port)) as link:
            file = link.makefile("rwb")
            file.readline()
            login = json.dumps({"user": user, "pass": password, "verbose": False})
            file.write(f"CONNECT {login}\r\n".encode())
            file.write("".join(line + "\r\n" for line in [*lines, "PING"]).encode())
            file.flush()
            count = 0
            while True:
                line = file.readline()
                if line.startswith(b"PONG"):
                    return count
                count += line.startswith(b"-ERR 'Permissions Violation")

    def test_workers_with_wrong_clocks_play_each_game_once(self):
        library = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
        if not library or "san.so" in subprocess.run(["ldd", TOURNAMENT], capture_output=True,
                                                     text=True, check=False).stdout:
            self.skipTest("needs libfaketime and a build without sanitizers")
        for name, shift in (("late", "-3d"), ("early", "+4000d"), ("fast", "+0 x7")):
            self.worker("-name", name, one="late=3", LD_PRELOAD=library[0], FAKETIME=shift,
                        FAKETIME_DONT_FAKE_MONOTONIC="1")
        status, _, err = self.manage("-games", "300", "-repeat", "-openings", "none", one="late=3")
        self.assertEqual(status, 0, err)
        self.assertEqual(self.query("SELECT count(*), count(DISTINCT number) FROM game"),
                         [(300, 300)])
        self.assertEqual(self.query("SELECT count(DISTINCT worker) FROM away"), [(3,)])
        days = self.query("SELECT worker, round((max(started_ms) / 1000 - strftime('%s', 'now'))"
                          " / 86400.0) FROM game JOIN away ON number = away.game GROUP BY worker")
        self.assertEqual(dict(days)["late"], -3)  # its clock was wrong indeed
        self.assertEqual(dict(days)["early"], 4000)
        local = [TOURNAMENT, "-db", "local.db", *self.manager_words("-games", "300", "-repeat",
                                                                    "-openings", "none")[5:]]
        subprocess.run(local, cwd=self.folder, check=True, capture_output=True, timeout=LIMIT_S)
        reports = [subprocess.run([TOURNAMENT, "report", name], cwd=self.folder, check=True,
                                  capture_output=True, text=True).stdout
                   for name in ("kaname-tournament.db", "local.db")]
        self.assertEqual(*reports)

    def certificate(self, name, host):
        """Makes NAME.pem, a certificate that signs itself, and NAME.key."""
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                        f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}", "-keyout",
                        f"{name}.key", "-out", f"{name}.pem"], cwd=self.folder, check=True,
                       capture_output=True)

    @unittest.skipIf(shutil.which("openssl") is None, "needs openssl")
    def test_tls_trusts_the_named_certificate_and_no_other(self):
        for name, host in (("own", "localhost"), ("other", "localhost"), ("far", "far.example")):
            self.certificate(name, host)
        tls = ["--tls", "--tlscert", "own.pem", "--tlskey", "own.key"]
        self.server(*tls)
        self.url = f"tls://localhost:{self.port}"
        self.worker("-tls", "ca=other.pem", log="wrong.log")
        self.worker("-tls", "ca=own.pem")
        game = ["-games", "4", "-repeat"]
        status, _, err = self.manage(*game, "-tls", "ca=own.pem")
        self.assertEqual(status, 0, err)
        for words in (["-tls", "ca=other.pem"], []):
            status, _, err = self.manage(*game, "-db", "no.db", *words)
            self.assertEqual(status, 1)
            self.assertRegex(err, "TLS handshake failed.*-tls ca=FILE.*self-signed certificate")
        self.wait_for("self-signed certificate", "wrong.log")
        self.assertNotIn("joined", self.text("wrong.log"))
        self.server("--tls", "--tlscert", "far.pem", "--tlskey", "far.key")
        status, _, err = self.manage(*game, "-db", "no.db", "-tls", "ca=far.pem")
        self.assertEqual(status, 1)
        self.assertRegex(err, "TLS handshake failed.*[Hh]ost ?name mismatch")
        self.server(*tls, "--tlsverify", "--tlscacert", "other.pem")
        self.worker("-tls", "ca=own.pem", "certificate=other.pem", "key=other.key", log="mine.log")
        status, _, err = self.manage(*game, "-db", "mine.db", "-tls", "ca=own.pem",
                                     "certificate=other.pem", "key=other.key")
        self.assertEqual(status, 0, err)
        status, _, err = self.manage(*game, "-db", "no.db", "-tls", "ca=own.pem")
        self.assertEqual(status, 1)

    def nkey(self, name):
        """Makes NAME.seed and returns the public key, both as NATS writes Ed25519 keys."""
        private = subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-outform", "DER"],
                                 check=True, capture_output=True).stdout
        public = subprocess.run(["openssl", "pkey", "-inform", "DER", "-pubout", "-outform", "DER"],
                                input=private, check=True, capture_output=True).stdout
        user = 20 << 3  # prefix of a user's key; that of a seed is 18 << 3
        seed = bytes([18 << 3 | user >> 5, (user & 31) << 3]) + private[-32:]
        (self.folder / f"{name}.seed").write_text(encode_key(seed) + "\n")
        return encode_key(bytes([user]) + public[-32:])

    @unittest.skipIf(shutil.which("openssl") is None, "needs openssl")
    def test_an_nkey_opens_the_door_and_another_does_not(self):
        key, other = self.nkey("one"), self.nkey("two")
        (self.folder / "nkey.conf").write_text("authorization: { users: [ { nkey: %s } ] }\n" % key)
        self.server("-c", "nkey.conf")
        login = ["-login", f"nkey={key}", "seed=one.seed"]
        self.worker(*login)
        self.worker("-login", f"nkey={other}", "seed=two.seed", log="wrong.log")
        game = ["-games", "4", "-repeat"]
        status, _, err = self.manage(*game, *login)
        self.assertEqual(status, 0, err)
        for words in (["-login", f"nkey={other}", "seed=two.seed"],
                      ["-login", f"nkey={key}", "seed=two.seed"], []):
            status, _, err = self.manage(*game, "-db", "no.db", *words)
            self.assertEqual(status, 1)
            self.assertIn("Authorization Violation", err)
        status, _, err = self.manage(*game, "-db", "no.db", "-login", f"nkey={key}", "seed=none")
        self.assertEqual(status, 1)
        self.assertIn("none: No such file", err)
        self.wait_for("Authorization Violation", "wrong.log")

    def test_a_wrong_password_is_refused_and_named(self):
        right = "right" * 60  # as long as a token
        (self.folder / "wrong").write_text(right[:255] + "wrong\n")
        (self.folder / "right").write_text(right + "\n")
        self.server("--user", "one", "--pass", right)
        game = ["-games", "4", "-repeat"]
        self.worker("-login", "user=one", "password=wrong", log="wrong.log")
        self.worker("-login", "user=one", "password=right")
        status, _, err = self.manage(*game, "-login", "user=one", "password=right")
        self.assertEqual(status, 0, err)
        status, _, err = self.manage(*game, "-db", "no.db", "-login", "user=one", "password=wrong")
        self.assertEqual(status, 1)
        self.assertIn("Authorization Violation", err)
        status, _, err = self.manage(*game, "-db", "no.db", "-login", "user=one", "password=none")
        self.assertEqual(status, 1)
        self.assertIn("none: No such file", err)
        games = subprocess.run([TOURNAMENT, "generate", "-grid", self.url, "-engine", "name=One",
                                f"cmd={PUPPET}", "-out", "games", "-games", "4", "-login",
                                "user=one", "password=wrong"], cwd=self.folder, capture_output=True, text=True,
                               timeout=LIMIT_S, check=False)
        self.assertEqual(games.returncode, 1)
        self.assertIn("Authorization Violation", games.stderr)
        self.assertEqual(list((self.folder / "games").glob("block*")), [])
        self.wait_for("Authorization Violation", "wrong.log")

    def test_a_login_that_is_refused_later_ends_worker_and_manager(self):
        (self.folder / "right").write_text("right\n")
        login = ["-login", "user=one", "password=right"]
        self.server("--user", "one", "--pass", "right")
        worker = self.worker(*login, one="late=30")
        idle = self.worker("-name", "idle", *login, log="idle.log")
        manager = self.start(self.manager_words("-games", "4000", "-repeat", *login, one="late=30"),
                             "manager.log")
        self.wait_for("Finished game", "manager.log")
        self.server("--user", "one", "--pass", "another")
        for process, log in ((worker, "worker.log"), (idle, "idle.log"), (manager, "manager.log")):
            self.assertEqual(process.wait(timeout=LIMIT_S), 1, log)
            self.assertIn("refuses the login", self.text(log))
        self.assertIn("-resume", self.text("manager.log"))

    def test_a_worker_that_waits_for_the_server_ends_if_it_refuses_the_login(self):
        (self.folder / "wrong").write_text("wrong\n")
        self.processes[0].kill()
        self.processes[0].wait()
        worker = self.worker("-login", "user=one", "password=wrong")
        self.wait_for("cannot be reached", "worker.log")
        self.server("--user", "one", "--pass", "right")
        self.assertEqual(worker.wait(timeout=LIMIT_S), 1)
        self.assertIn("refuses the login", self.text("worker.log"))

    def test_positions_get_the_same_answers_here_and_from_workers(self):
        (self.folder / "positions").write_text("h8\nh8i9\nh8h9i8i9\n\na1b2c3d4e5f6\n")
        words = [TOURNAMENT, "analyze", "positions", "-engine", "name=One",
                 f"cmd={PUPPET} score=31"]
        self.worker()
        here = subprocess.run([*words, "-answers", "here.db", "-json", "here.json"],
                              cwd=self.folder, capture_output=True, timeout=LIMIT_S, check=False)
        self.assertEqual(here.returncode, 0, here.stderr)
        self.worker(one="score=31", log="two.log")
        away = subprocess.run([*words, "-answers", "away.db", "-json", "away.json", "-grid",
                               self.url], cwd=self.folder, capture_output=True, timeout=LIMIT_S,
                              check=False)
        self.assertEqual(away.returncode, 0, away.stderr)
        columns = "SELECT number, stones, move FROM answer ORDER BY number"
        answers = self.query(columns, "here.db")
        self.assertEqual(len(answers), 5)
        self.assertEqual(answers[0], (1, "h8", "a1"))
        self.assertEqual(self.query("SELECT DISTINCT score FROM answer", "here.db"), [(31,)])
        self.assertEqual(answers, self.query(columns, "away.db"))
        self.assertEqual(len(json.loads(self.text("away.json"))), 5)

    def test_an_engine_that_does_not_start_on_a_worker_gives_no_answer(self):
        (self.folder / "positions").write_text("h8\nh8i9\n")
        self.worker("-name", "bad", one="refuse=1", log="bad.log")
        analysis = self.start([TOURNAMENT, "analyze", "positions", "-engine", "name=One",
                               f"cmd={PUPPET}", "-answers", "a.db", "-grid", self.url],
                              "analyze.log")
        self.wait_for("set aside", "analyze.log")
        self.assertIn("worker bad is set aside: an engine did not start there",
                      self.text("analyze.log"))
        self.worker("-name", "good", log="good.log")
        self.assertEqual(analysis.wait(timeout=LIMIT_S), 0)
        self.assertEqual(self.query("SELECT number, move FROM answer ORDER BY number", "a.db"),
                         [(1, "a1"), (2, "a1")])

    def test_a_crash_of_the_engine_that_is_not_asked_does_not_matter(self):
        (self.folder / "positions").write_text("h8\nh8i9\nh8h9i8\nh8h9\n")
        self.worker(one="score=1 idle=1")
        done = subprocess.run([TOURNAMENT, "analyze", "positions", "-engine", "name=One",
                               f"cmd={PUPPET}", "-answers", "a.db", "-grid", self.url],
                              cwd=self.folder, capture_output=True, text=True, timeout=LIMIT_S,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.query("SELECT count(move) FROM answer", "a.db"), [(4,)])

    def test_a_match_is_lost_by_an_engine_that_does_not_start_on_a_worker(self):
        self.worker("-name", "bad", one="refuse=1")
        status, out, err = self.manage("-games", "2", "-repeat", "-aside", "101")
        self.assertEqual(status, 0, err)
        self.assertIn("Ends: engine did not start 2", out)

    def test_a_match_is_lost_by_an_engine_that_ends_before_its_opening(self):
        self.worker("-name", "bad", one="crash=1")
        status, out, err = self.manage("-games", "2", "-repeat", "-aside", "101")
        self.assertEqual(status, 0, err)
        self.assertIn("Ends: crash 2", out)

    def test_settings_that_no_worker_could_read_are_refused(self):
        for words in (["-lease", "0.05"], ["-lease", "100000"], ["-each", "nodes=9223372036854775807"],
                      ["-each", "option.x=a\tb"]):
            status, _, err = self.manage("-games", "2", "-repeat", *words)
            self.assertEqual(status, 1, (words, err))
            self.assertIn("no message to workers can hold these settings", err)

    def test_a_live_page_shows_the_run(self):
        if "watch" not in subprocess.run([TOURNAMENT, "--help"], capture_output=True, text=True,
                                         check=True).stdout.split("Subcommands")[1]:
            self.skipTest("built without watch")
        self.worker("-name", "seen", one="late=40")
        self.start(self.manager_words("-games", "400", "-repeat"), "manager.log")
        end = time.monotonic() + LIMIT_S
        while not (self.folder / "kaname-tournament.db-live").exists() and time.monotonic() < end:
            time.sleep(0.1)
        self.start([TOURNAMENT, "watch", "kaname-tournament.db", "-listen", "127.0.0.1:0"],
                   "watch.log")
        while not self.text("watch.log").endswith("/\n") and time.monotonic() < end:
            time.sleep(0.1)
        address = self.text("watch.log").strip()
        while time.monotonic() < end:
            data = json.load(urllib.request.urlopen(address + "data", timeout=10))
            if data["live"]["workers"] and data["live"]["games"]:
                break
            time.sleep(0.3)
        self.assertEqual(data["live"]["workers"][0]["name"], "seen")
        for game in data["live"]["games"]:
            self.assertRegex(game["moves"], "^([a-o][0-9]+)*$")
            self.assertEqual({game["black"], game["white"]}, {0, 1})
        with urllib.request.urlopen(address + "events", timeout=20) as events:
            self.assertRegex(events.readline(), b"^data: [0-9]+\n$")
        page = urllib.request.urlopen(address, timeout=10).read().decode()
        self.assertIn("connect-src 'self'", page)


def encode_key(data):
    """Base32 of the bytes and their CRC-16 (polynomial 0x1021), without padding."""
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xffff
    return base64.b32encode(data + crc.to_bytes(2, "little")).decode().rstrip("=")


def main():
    global TOURNAMENT, PUPPET
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    TOURNAMENT, PUPPET = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    words = subprocess.run([TOURNAMENT, "--help"], capture_output=True, text=True, check=True).stdout
    if shutil.which("nats-server") is None or "-grid" not in words.split("Subcommands")[0]:
        return 77
    result = unittest.main(argv=[sys.argv[0], *sys.argv[3:]], exit=False).result
    for test, reason in result.skipped:
        print(f"skipped: {test.id()}: {reason}")
    # With CI set every tool is there, and only a build with sanitizers may leave out a test.
    sanitized = b"__asan_init" in pathlib.Path(TOURNAMENT).read_bytes()
    missing = result.skipped and os.environ.get("CI") and not sanitized
    return 0 if result.wasSuccessful() and not missing else 1


if __name__ == "__main__":
    sys.exit(main())
