#!/usr/bin/env python3
"""Sums rows of a small file of matches by .ci/results, and checks that it finds seeded faults.

    results_test.py RESULTS
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

RESULTS = sys.argv[1]
COLUMNS = ["date", "commit", "area", "idea", "variant", "kept", "won", "lost", "drawn", "games",
           "elo", "error", "nodes_or_time", "board", "opponent", "note"]


def match(idea, variant, won):
    """A row of 20 games, as many lost as won."""
    return ["2026-11-20", "", "Search", idea, variant, "no", str(won), str(won), str(20 - 2 * won),
            "20", "+0", "146", "10,000", "freestyle 15", "itself", ""]


class Sums(unittest.TestCase):
    def sum(self, *rows):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "results.tsv")
            path.write_text("".join("\t".join(row) + "\n" for row in [COLUMNS, *rows]),
                            encoding="utf-8")
            result = subprocess.run([RESULTS, "sum", path], capture_output=True, text=True,
                                    check=True)
        return [line.split("  ")[0] + " " + line.split("  ")[2] for line in
                result.stdout.splitlines()]

    def test_the_same_is_the_variant_of_the_row_before(self):
        self.assertEqual(self.sum(match("A", "", 1), match("A", "the same", 2),
                                  match("A", "wide", 3), match("A", "the same", 4),
                                  match("A", "the same", 5)),
                         ["3-3-34 A", "12-12-36 A: wide"])

    def test_the_same_stays_within_its_idea(self):
        self.assertEqual(self.sum(match("A", "wide", 1), match("B", "", 2),
                                  match("B", "the same", 3), match("A", "the same", 4)),
                         ["5-5-30 A: wide", "5-5-30 B"])


class Faults(unittest.TestCase):
    def check(self, *rows, columns=COLUMNS):
        """The exit status, and the faults with their line numbers."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "results.tsv")
            path.write_text("".join("\t".join(row) + "\n" for row in [columns, *rows]),
                            encoding="utf-8")
            result = subprocess.run([RESULTS, "check", path], capture_output=True, text=True,
                                    check=False)
        return result.returncode, [line.removeprefix(f"{path}:") for line in
                                   result.stdout.splitlines()[:-1]]

    def changed(self, column, value):
        """The faults of a right row and of one with this value instead."""
        row = match("A", "", 1)
        row[COLUMNS.index(column)] = value
        status, faults = self.check(match("A", "", 1), row)
        self.assertEqual(status, 1)
        return faults

    def test_right_rows_pass(self):
        self.assertEqual(self.check(match("A", "", 1), match("B", "wide", 4)), (0, []))

    def test_a_wrong_sum_of_games_is_found(self):
        self.assertEqual(self.changed("games", "21"), ["3: games is 21, not 20"])

    def test_wrong_elo_is_found(self):
        self.assertEqual(self.changed("elo", "+1"), ["3: elo is +1, not +0"])

    def test_a_wrong_error_is_found(self):
        self.assertEqual(self.changed("error", "140"), ["3: error is 140, not 146"])

    def test_a_wrong_date_is_found(self):
        self.assertEqual(self.changed("date", "2026-13-01"),
                         ["3: date 2026-13-01 is none of the form 2026-11-25"])

    def test_a_commit_that_is_no_hash_is_found(self):
        self.assertEqual(self.changed("commit", "main"), ["3: commit main is no hash"])

    def test_a_row_without_a_verdict_is_found(self):
        self.assertEqual(self.changed("kept", "maybe"),
                         ["3: kept is maybe: none of yes, no, open, replaced"])

    def test_a_missing_column_is_found(self):
        self.assertEqual(self.check(match("A", "", 1)[:-1]), (1, ["2: 15 columns, not 16"]))
        status, faults = self.check(match("A", "", 1), columns=COLUMNS[1:])
        self.assertEqual((status, len(faults)), (1, 1))

    def test_a_file_without_rows_is_an_error(self):
        self.assertEqual(self.check(), (1, []))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
