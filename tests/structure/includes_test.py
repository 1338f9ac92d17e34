#!/usr/bin/env python3
"""Seeds faults in small trees and sees .ci/check-includes find them.

    includes_test.py CHECK_INCLUDES [COMPILER]
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECK, COMPILER = sys.argv[1], (sys.argv[2:] + ["cc"])[0]


class Includes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.build = self.root / "build"
        self.write("protocol/io/words.h", "int words(void);\n")
        self.write("protocol/io/words.c", '#include "io/words.h"\nint words(void) { return 1; }\n')
        self.write("protocol/session/talk.h", '#include "io/words.h"\nint talk(void);\n')
        self.write("protocol/session/talk.c",
                   '#include "session/talk.h"\nint talk(void) { return words(); }\n')

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def compile(self):
        """Object files where CMake would put them."""
        for source in (self.root / "protocol").rglob("*.c"):
            below = source.relative_to(self.root / "protocol")
            target = self.build / "protocol/CMakeFiles/p.dir" / f"{below}.o"
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([COMPILER, "-I", self.root / "protocol", "-c", source, "-o", target],
                           check=True)

    def check(self, *options):
        return subprocess.run([CHECK, "--root", self.root, *options], capture_output=True,
                              text=True, check=False)

    def test_a_clean_tree_passes(self):
        self.compile()
        result = self.check("--objects", self.build)
        self.assertEqual((result.returncode, result.stdout), (0, "4 files, 3 uses, 0 wrong\n"))

    def test_a_circle_of_includes_is_found(self):
        self.write("protocol/io/lines.h", '#include "io/words.h"\n')
        self.write("protocol/io/words.h", '#include "io/lines.h"\nint words(void);\n')
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("a circle: protocol/io/lines, protocol/io/words\n", result.stdout)

    def test_a_circle_through_declarations_is_found_in_the_objects(self):
        self.write("protocol/io/lines.c",
                   '#include "io/words.h"\nint lines(void);\nint lines(void) { return words(); }\n')
        self.write("protocol/io/words.c",
                   '#include "io/words.h"\nint lines(void);\nint words(void) { return lines(); }\n')
        self.compile()
        self.assertEqual(self.check().returncode, 0)
        result = self.check("--objects", self.build)
        self.assertEqual(result.returncode, 1)
        self.assertIn("a circle: protocol/io/lines, protocol/io/words\n", result.stdout)

    def test_an_arrow_to_a_later_folder_is_found(self):
        self.write("protocol/io/lines.h", '#include "session/talk.h"\n')
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("protocol/io/lines may not use protocol/session/talk\n", result.stdout)

    def test_the_engine_behind_its_header_is_out_of_reach(self):
        self.write("engine/board/board.h", "int board(void);\n")
        self.write("protocol/io/lines.h", '#include "board/board.h"\n')
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("protocol/io/lines may not use engine/board/board\n", result.stdout)

    def test_a_folder_without_a_place_in_the_order_is_found(self):
        self.write("protocol/loft/words.h", '#include "io/words.h"\n')
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("protocol/loft/words lies in no folder of the order\n", result.stdout)

    def test_nothing_to_check_is_an_error(self):
        self.assertEqual(self.check("--objects", self.root / "nowhere").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
