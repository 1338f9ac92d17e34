#!/usr/bin/env python3
"""Seeds faults in a program's options and checks that manual.sh and surface.sh find them.

    surface_test.py MANUAL SURFACE
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

MANUAL, SURFACE = sys.argv[1:3]
PROGRAM = """#!/bin/bash
[[ " $* " == *" --help "* ]] || { echo "unknown option: $1" >&2; exit 2; }
[[ " $* " != *" --kind three "* ]] || exit 2
cat <<'END'
usage: tool [OPTIONS]
  --depth N         plies
  --kind K          one or two
  --help            prints this text
END
"""
COMPLETION = """_tool() {
    case ${COMP_LINE% *} in
    *--kind) mapfile -t COMPREPLY < <(compgen -W "one two" -- "${COMP_LINE##* }") ;;
    *--depth) COMPREPLY=() ;;
    *) mapfile -t COMPREPLY < <(compgen -W "--depth --kind --help" -- "${COMP_LINE##* }") ;;
    esac
}
"""
PAGE = """.TH TOOL 1
.SH OPTIONS
\\-\\-depth N, \\-\\-kind K, \\-\\-help
.SH EXAMPLES
.EX
tool \\-\\-depth 3
.EE
.SH SEE ALSO
"""


class Surface(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, script, program=PROGRAM, completion=COMPLETION, page=PAGE):
        """The exit status and the errors of the script."""
        (self.folder / "tool").write_text(program, encoding="utf-8")
        (self.folder / "tool").chmod(0o755)
        (self.folder / "completion").write_text(completion, encoding="utf-8")
        (self.folder / "tool.1").write_text(page, encoding="utf-8")
        paths = [self.folder / "tool", self.folder / "completion", self.folder / "tool.1"]
        if script == MANUAL:
            del paths[1]
        result = subprocess.run([script, *paths], capture_output=True, text=True, check=False)
        return result.returncode, result.stderr

    def expect(self, script, error, **changed):
        status, errors = self.check(script, **changed)
        self.assertEqual(status, 1, errors)
        self.assertIn(error, errors)

    def test_equal_options_pass(self):
        self.assertEqual(self.check(MANUAL), (0, ""))
        self.assertEqual(self.check(SURFACE), (0, ""))

    def test_an_option_that_the_page_lacks_is_found(self):
        self.expect(MANUAL, "< --kind", page=PAGE.replace("\\-\\-kind K, ", ""))

    def test_an_option_that_the_help_lacks_is_found(self):
        program = PROGRAM.replace("  --kind K          one or two\n", "")
        self.expect(MANUAL, "> --kind", program=program)
        self.expect(SURFACE, "> --kind", program=program)

    def test_an_unknown_option_that_is_accepted_is_found(self):
        self.expect(MANUAL, "exit status 0", program=PROGRAM.replace("exit 2; }", "exit 0; }"))

    def test_an_option_that_the_completion_lacks_is_found(self):
        self.expect(SURFACE, "< --kind", completion=COMPLETION.replace("--depth --kind", "--depth"))

    def test_a_value_that_is_offered_and_refused_is_found(self):
        self.expect(SURFACE, "--kind three is offered and refused",
                    completion=COMPLETION.replace("one two", "one three"))

    def test_an_example_with_an_unknown_option_is_found(self):
        self.expect(SURFACE, "option --width does not exist",
                    page=PAGE.replace("tool \\-\\-depth", "tool \\-\\-width"))

    def test_a_page_without_examples_is_found(self):
        self.expect(SURFACE, "no example", page=PAGE.replace("tool \\-\\-depth 3", ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
