#!/usr/bin/env python3
"""Sums rows of a small file of matches by .ci/results.

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


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
