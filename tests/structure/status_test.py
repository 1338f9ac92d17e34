#!/usr/bin/env python3
"""Seeds faults in a list of statuses and sees .ci/check-status find them.

    status_test.py CHECK_STATUS
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = sys.argv[1]
LIST = '#define STATUS_LIST(X) \\\n    X(OK, "done") \\\n    X(MEMORY, "not enough memory")\n'


class StatusList(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("engine/shared/status/status.h", LIST)
        self.write("engine/shared/status/status.c", "int a = STATUS_OK + STATUS_MEMORY;\n")
        self.write("protocol/main.c", "int b = STATUS_OK + STATUS_MEMORY;\n")

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def check(self):
        result = subprocess.run([CHECK, "--root", self.root], capture_output=True, text=True,
                                check=False)
        return result.returncode, result.stdout.splitlines()

    def expect_fault(self, fault):
        self.assertEqual(self.check(), (1, [fault, "3 statuses, 1 wrong"]))

    def test_a_right_list_passes(self):
        self.assertEqual(self.check(), (0, ["2 statuses, 0 wrong"]))

    def test_a_status_without_use_is_found(self):
        self.write("engine/shared/status/status.h", LIST + '    X(DAMAGED, "damaged")\n')
        self.expect_fault("STATUS_DAMAGED is used nowhere")

    def test_words_that_stand_twice_are_found(self):
        self.write("engine/shared/status/status.h", LIST + '    X(FULL, "not enough memory")\n')
        self.write("tournament/main.c", "int c = STATUS_FULL;\n")
        self.expect_fault("STATUS_FULL and STATUS_MEMORY have the same words")

    def test_a_status_without_words_is_found(self):
        self.write("engine/shared/status/status.h", LIST + '    X(FULL, "")\n')
        self.write("tournament/main.c", "int c = STATUS_FULL;\n")
        self.expect_fault('STATUS_FULL: its words are no clause: ""')

    def test_a_missing_list_is_an_error(self):
        (self.root / "engine/shared/status/status.h").unlink()
        self.assertEqual(self.check(), (2, []))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
