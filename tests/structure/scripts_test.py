#!/usr/bin/env python3
"""Runs the scripts that judge a tree where they have to fail: too few tests or too many, skipped
ones, no header, a checkout without its history, no time for a fuzzer.

    scripts_test.py TREE
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TREE = pathlib.Path(sys.argv[1])


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / ".ci").mkdir()
        shutil.copy(TREE / ".ci/common", self.folder / ".ci/common")

    def copy(self, name):
        (self.folder / name).parent.mkdir(exist_ok=True)
        shutil.copy(TREE / name, self.folder / name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def run_command(self, *command, **environment):
        """The exit status, and what is printed."""
        result = subprocess.run(command, cwd=self.folder, env={**os.environ, **environment},
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                check=False)
        return result.returncode, result.stdout


class Tests(Scripts):
    """.ci/test"""

    def judge(self, passed, failed=0, skipped=0, ci="1"):
        self.copy(".ci/test")
        with open(self.folder / ".ci/common", "a", encoding="utf-8") as common:
            common.write(f"""
install_packages() {{ :; }}
build() {{ :; }}
run_tests() {{ passed={passed} failed={failed} skipped={skipped}; return $((failed > 0)); }}
""")
        return self.run_command(".ci/test", CI=ci)

    def bounds(self):
        found = re.search(r"^least=(\d+) most=(\d+)$", (TREE / ".ci/test").read_text(), re.M)
        return int(found[1]), int(found[2])

    def test_a_number_within_the_bounds_passes(self):
        least, most = self.bounds()
        self.assertLessEqual(most - least, 10)
        for count in (least, most):
            self.assertEqual(self.judge(count), (0, f"{count} passed, 0 failed\n"))

    def test_vanished_tests_fail(self):
        least, _ = self.bounds()
        status, text = self.judge(least - 1)
        self.assertEqual(status, 1)
        self.assertIn(f"at least {least} are expected", text)

    def test_an_old_floor_fails(self):
        _, most = self.bounds()
        status, text = self.judge(most + 1)
        self.assertEqual(status, 1)
        self.assertIn("raise the least number", text)

    def test_failed_and_skipped_tests_fail(self):
        least, _ = self.bounds()
        self.assertEqual(self.judge(least, failed=1)[0], 1)
        self.assertEqual(self.judge(least, skipped=1)[0], 1)

    def test_outside_a_skip_is_said(self):
        self.assertEqual(self.judge(5, skipped=2, ci=""),
                         (0, "2 skipped (see above)\n5 passed, 0 failed\n"))


class Headers(Scripts):
    """.ci/check-headers"""

    def check(self):
        self.copy(".ci/check-headers")
        for name in ("engine", "protocol", "tournament", "tests"):
            (self.folder / name).mkdir(exist_ok=True)
        return self.run_command(".ci/check-headers")

    def test_no_header_fails(self):
        self.assertEqual(self.check(), (1, "no header\n"))

    def test_a_header_that_needs_another_one_fails(self):
        self.write("engine/good.h", "#include <stddef.h>\nsize_t good(void);\n")
        self.assertEqual(self.check(), (0, ""))
        self.write("protocol/bad.h", "size_t bad(void);\n")
        self.assertEqual(self.check()[0], 1)

    def test_a_source_with_its_header_first_stands_for_it(self):
        self.write("protocol/bad.h", "size_t bad(void);\n")
        self.write("protocol/bad.c", '/* One. */\n#include "bad.h"\n\n#include <stddef.h>\n')
        self.assertEqual(self.check(), (0, ""))
        self.write("protocol/bad.c", '#include <stddef.h>\n#include "bad.h"\n')
        self.assertEqual(self.check()[0], 1)
        self.write("protocol/bad.c", '#include "worse_bad.h"\n')
        self.assertEqual(self.check()[0], 1)


class Signature(Scripts):
    """tests/signature.sh"""

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=A", "-c", "user.email=a@b.c", *words],
                       cwd=self.folder, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)

    def compare(self, folder, number):
        self.write("program", f"#!/bin/sh\necho 'Bench: {number}'\n")
        return self.run_command(f"{folder}/tests/signature.sh", "./program")

    def make_tree(self):
        self.copy("tests/signature.sh")
        self.git("init", "-q", ".")
        self.git("add", "tests")
        self.git("commit", "-q", "-m", "engine: one\n\nBench: 12")
        self.git("commit", "-q", "--allow-empty", "-m", "engine: two\n\nNo functional change")

    def test_the_recorded_number_passes_and_another_fails(self):
        self.make_tree()
        self.assertEqual(self.compare(".", 12)[0], 0)
        status, text = self.compare(".", 13)
        self.assertEqual(status, 1)
        self.assertIn("13, but the newest record in the log is 12", text)

    def test_a_checkout_without_its_history_fails(self):
        self.make_tree()
        self.git("clone", "-q", "--depth", "1", f"file://{self.folder}", "shallow")
        status, text = self.compare("shallow", 12)
        self.assertEqual(status, 1)
        self.assertIn("a checkout without its history", text)


class Tools(Scripts):
    """Tests that find a tool missing."""

    def grid(self, ci):
        """The tests of the grid that need openssl, where there is none."""
        self.write("tournament", "#!/bin/sh\necho -grid\n")
        self.write("bin/nats-server", "#!/bin/sh\n")
        os.symlink("/bin/sh", self.folder / "bin/sh")
        return self.run_command(sys.executable, TREE / "tests/tournament/grid/grid_test.py", "./tournament", "./puppet",
                                "-k", "test_tls_trusts", PATH=str(self.folder / "bin"), CI=ci)

    def test_a_test_of_the_grid_that_is_left_out_fails_in_ci(self):
        status, text = self.grid("true")
        self.assertEqual(status, 1, text)
        self.assertRegex(text, "(?m)^skipped: .*: needs openssl$")

    def test_a_test_of_the_grid_that_is_left_out_is_said(self):
        status, text = self.grid("")
        self.assertEqual(status, 0, text)
        self.assertRegex(text, "(?m)^skipped: .*: needs openssl$")

    def test_a_page_without_the_browser_that_is_named_fails(self):
        (self.folder / "bin").mkdir()
        (self.folder / "site").mkdir()
        self.write("kaname.html", "")
        status, text = self.run_command("/usr/bin/python3", TREE / "tests/protocol/web/page_test.py", ".", "./program",
                                        "--browser", "firefox", PATH=str(self.folder / "bin"))
        self.assertEqual(status, 1, text)
        self.assertIn("firefox-esr", text.splitlines()[-1])


class Fuzz(Scripts):
    """The step `fuzz` of .ci/run."""

    def limit(self, name, seconds):
        self.write(f"build-clang/tests/{name}", "#!/bin/sh\necho \"$@\"\n")
        function = re.search(r"^fuzz_one\(\) \{$.*?^\}$", (TREE / ".ci/run").read_text(), re.M | re.S)
        self.write("one", f"#!/bin/bash\nset -euo pipefail\n. .ci/common\n{function[0]}\n"
                   f"fuzz_one tests/{name}.c\n")
        status, text = self.run_command("./one", FUZZ_SECONDS=seconds)
        found = re.search(r"-max_total_time=(\S+)", text)
        return status, found and found[1]

    def test_every_target_has_a_limit_of_time(self):
        for name in ("fuzz_wire", "fuzz_config", "fuzz_moves"):
            for seconds in ("1", "3", "20"):
                status, limit = self.limit(name, seconds)
                self.assertEqual(status, 0)
                self.assertTrue(1 <= int(limit) <= int(seconds), (name, seconds, limit))

    def test_no_number_of_seconds_fails(self):
        for seconds in ("0", "-1", "x", "1.5"):
            self.assertEqual(self.limit("fuzz_moves", seconds), (1, None))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
