#!/usr/bin/env python3
"""Seeds faults in texts and checks that .ci/check-links finds them.

    links_test.py CHECK_LINKS
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = sys.argv[1]


class Links(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "other.md").write_text("# A heading\n", encoding="utf-8")

    def check(self, *lines):
        """The exit status, and the faults with their line numbers."""
        text = self.folder / "text.md"
        text.write_text("\n".join(lines) + "\n", encoding="utf-8")
        result = subprocess.run([CHECK, text], capture_output=True, text=True, check=False)
        found = [line.removeprefix(f"{text}:") for line in result.stdout.splitlines()[:-1]]
        return result.returncode, found

    def test_right_links_pass(self):
        self.assertEqual(self.check("# Here", "[a](other.md) [b](other.md#a-heading) [c](#here)",
                                    "[d](https://example.org/none) `.ci/check-links`"), (0, []))

    def test_a_missing_file_is_found(self):
        self.assertEqual(self.check("", "[a](none.md)"), (1, ["2: none.md does not exist"]))

    def test_a_missing_heading_is_found(self):
        self.assertEqual(self.check("[a](other.md#no-heading)"),
                         (1, ["1: other.md#no-heading: no such heading"]))

    def test_a_missing_file_in_backquotes_is_found(self):
        self.assertEqual(self.check("`engine/none/none.c`"),
                         (1, ["1: `engine/none/none.c` does not exist"]))

    def test_a_long_line_is_found_outside_code_and_tables(self):
        long = "x" * 101
        self.assertEqual(self.check("```", long, "```", "|" + long, long),
                         (1, ["5: 101 columns, more than 100"]))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
