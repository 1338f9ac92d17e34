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
        for source in [*self.root.glob("protocol/**/*.c"), *self.root.glob("engine/**/*.c")]:
            program = source.relative_to(self.root).parts[0]
            below = source.relative_to(self.root / program)
            target = self.build / program / "CMakeFiles/p.dir" / f"{below}.o"
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([COMPILER, "-I", self.root / program, "-I", self.root / "engine/include",
                            "-c", source, "-o", target], check=True)

    def write_reader(self, call):
        """A reader of games, which knows the engine's types, and the engine."""
        self.write("engine/include/kaname.h", "int kaname_rule(void);\n")
        self.write("engine/api/rule.c",
                   '#include "kaname.h"\nint kaname_rule(void) { return 1; }\n')
        self.write("engine/shared/games/game.h", '#include "kaname.h"\nint game(void);\n')
        self.write("engine/shared/games/game.c", '#include "shared/games/game.h"\n'
                   f"int game(void) {{ return {call}; }}\n")

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

    def test_shared_rooms_take_types_of_the_engine_and_call_nothing(self):
        self.write_reader("2")
        self.compile()
        self.assertEqual(self.check("--objects", self.build).returncode, 0)
        self.write_reader("kaname_rule()")
        self.compile()
        self.assertEqual(self.check().returncode, 0)
        result = self.check("--objects", self.build)
        self.assertEqual(result.returncode, 1)
        self.assertIn("engine/shared/games/game may not use engine/api/rule\n", result.stdout)

    def test_shared_rooms_see_no_more_of_the_engine(self):
        self.write_reader("2")
        self.write("engine/shared/text/text.h", '#include "kaname.h"\n')
        self.write("engine/board/board.h", "int board(void);\n")
        self.write("engine/shared/games/game.h", '#include "board/board.h"\nint game(void);\n')
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("engine/shared/games/game may not use engine/board/board\n", result.stdout)
        self.assertIn("engine/shared/text/text may not use engine/include/kaname\n", result.stdout)

    def test_the_match_manager_sees_no_header_of_the_engine(self):
        self.write_reader("2")
        self.write("tournament/game/book.h", '#include "shared/games/game.h"\n')
        self.assertEqual(self.check().returncode, 0)
        self.write("tournament/game/book.h", '#include "kaname.h"\n')
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("tournament/game/book may not use engine/include/kaname\n", result.stdout)

    def test_a_folder_without_a_place_in_the_order_is_found(self):
        self.write("protocol/loft/words.h", '#include "io/words.h"\n')
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("protocol/loft/words lies in no folder of the order\n", result.stdout)

    def test_nothing_to_check_is_an_error(self):
        self.assertEqual(self.check("--objects", self.root / "nowhere").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
