#!/usr/bin/env python3
"""The only worker dies with tasks in its hands: tables of the manager's machine do them.

    grid_left_test.py TOURNAMENT PUPPET [TEST...]

Exit status: 0, 1 if a test fails, 77 if nats-server is not installed or the program has no grid.
"""
import os
import sqlite3
import sys
import time

from nats import GridCase, run_cases

TOURNAMENT, PUPPET = "", ""


class LeftTest(GridCase):
    def engine(self, name, words):
        return ["-engine", f"name={name}", f"cmd={PUPPET} {words}"]

    def ends_without_workers(self, words, *engines):
        """Runs the command on a grid with one local table and a worker that is killed in the midst of a task."""
        engines = [word for engine in engines for word in engine]
        worker = self.start([TOURNAMENT, "work", "-grid", self.url, "-name", "far", "-concurrency", 2, *engines], "worker.log")
        manager = self.start([TOURNAMENT, *words, "-grid", self.url, "-lease", 2, "-local", 1, *engines], "manager.log")
        self.wait_for("worker far: 2 tables", "manager.log")
        time.sleep(1)
        worker.kill()
        self.assertEqual(manager.wait(timeout=self.limit_s), 0, self.text("manager.log"))
        self.assertRegex(self.text("manager.log"), r"encounter \d+ comes back to this machine's tables")

    def query(self, sql, name):
        with sqlite3.connect(self.folder / name) as base:
            return base.execute(sql).fetchall()

    def test_games(self):
        """Openings, their images and colours are those of a run on one machine."""
        engines = self.engine("One", "late=100"), self.engine("Other", "move=last")
        words = ["-games", 16, "-repeat", "-transform", "-seed", 7]
        self.ends_without_workers(words, *engines)
        alone = self.start([TOURNAMENT, *words, "-db", "alone.db", *(word for engine in engines for word in engine)], "alone.log")
        self.assertEqual(alone.wait(timeout=self.limit_s), 0, self.text("alone.log"))
        games = "SELECT number, pair, round, game, black, white, white_is_first, opening, transform FROM game ORDER BY number"
        played = self.query(games, "kaname-tournament.db")
        self.assertEqual(len(played), 16)
        self.assertEqual(played, self.query(games, "alone.db"))

    def test_positions(self):
        stones = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
        (self.folder / "positions").write_text("".join(f"{stone}\n" for stone in stones))
        self.ends_without_workers(["analyze", "positions", "-answers", "a.db"], self.engine("One", "late=300"))
        self.assertEqual(self.query("SELECT number, stones FROM answer ORDER BY number", "a.db"), list(enumerate(stones, 1)))

    def test_iterations(self):
        (self.folder / "params").write_text("aggression 40 0 79 8 0.02\n")
        self.ends_without_workers(["tune", "-params", "params", "-iterations", 12, "-concurrency", 4, "-openings", "none"],
                                  self.engine("One", "tuned=aggression late=50"))
        self.assertIn("Iteration 12 of 12", self.text("manager.log"))


def main():
    global TOURNAMENT, PUPPET
    if len(sys.argv) < 3:
        print(__doc__)
        return 2
    TOURNAMENT, PUPPET = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    return run_cases(TOURNAMENT)


if __name__ == "__main__":
    sys.exit(main())
