#!/usr/bin/env python3
"""Seeds faults in a small tree and sees .ci/check-names find them.

    names_test.py CHECK_NAMES
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK = sys.argv[1]


class Names(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("protocol/session/think.h",
                   "/* thinks(int) in a comment */\n#define MORE(x) \\\n    more(x)\n"
                   "typedef struct Session { int (*run)(void); } Session;\n"
                   "void session_think(Session *session);\n"
                   "static inline int half(int x) { return other(x) / 2; }\n"
                   "bool think_is_over(const Session *session) __attribute__((pure));\n")
        self.write("tournament/stats/rating.h", "double *ratings_new(void);\n")

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def check(self):
        result = subprocess.run([CHECK, "--root", self.root], capture_output=True, text=True,
                                check=False)
        return result.returncode, result.stdout.splitlines()

    def test_names_with_a_prefix_pass(self):
        self.assertEqual(self.check(), (0, ["2 headers, 3 functions, 0 wrong"]))

    def test_a_name_without_a_prefix_is_found(self):
        self.write("protocol/session/jobs.h", "void session_run(void);\nvoid think(int depth);\n")
        self.assertEqual(self.check(), (1, [
            "protocol/session/jobs.h: think has no prefix of its header or folder",
            "3 headers, 5 functions, 1 wrong"]))

    def test_a_prefix_is_a_whole_word(self):
        self.write("protocol/session/jobs.h", "const char *jobsworth_name(void);\n")
        self.assertEqual(self.check()[0], 1)

    def test_a_listed_prefix_counts_in_its_place_alone(self):
        self.write("tournament/stats/elo.h", "int ratings_free(void);\n")
        self.assertEqual(self.check()[1][0], "tournament/stats/elo.h: ratings_free has no prefix "
                         "of its header or folder")

    def test_a_name_of_two_headers_is_found(self):
        self.write("engine/session/play.h", "void session_think(int depth);\n")
        self.assertEqual(self.check(), (1, [
            "session_think is declared in engine/session/play.h and protocol/session/think.h",
            "3 headers, 3 functions, 1 wrong"]))

    def test_a_static_function_of_an_exported_name_is_found(self):
        self.write("tournament/run/run.c", "static int ratings_new(int count) {\n    return count;\n}\n"
                   "static int session_thinks(void) {\n    return session_think(0);\n}\n")
        self.assertEqual(self.check(), (1, [
            "tournament/run/run.c: ratings_new is also declared in tournament/stats/rating.h",
            "2 headers, 3 functions, 1 wrong"]))

    def test_a_tree_without_headers_is_an_error(self):
        for path in self.root.rglob("*.h"):
            path.unlink()
        self.assertEqual(self.check(), (2, []))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
