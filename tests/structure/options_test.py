#!/usr/bin/env python3
"""Runs .ci/check-options on the tree, then seeds faults in copies of its texts.

    options_test.py CHECK_OPTIONS BUILD
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CHECK, BUILD = map(pathlib.Path, sys.argv[1:3])
ROOT = CHECK.resolve().parent.parent
SOURCES = (*(str(path.relative_to(ROOT)) for path in (ROOT / "protocol/session").glob("*.c")), "protocol/docs/serve.schema.json")


class Options(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.root = pathlib.Path(cls.folder.name)
        texts = [path for top in ("engine", "protocol", "tournament", "tests", ".github", ".")
                 for pattern in ("*.md", "CMakeLists.txt")
                 for path in (ROOT.glob(pattern) if top == "." else (ROOT / top).rglob(pattern))]
        for path in [*texts, *(ROOT / name for name in SOURCES)]:
            copy = cls.root / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)

    def check(self):
        """The exit status, and the faults."""
        result = subprocess.run([CHECK, BUILD, "--root", self.root], capture_output=True, text=True,
                                check=False)
        return result.returncode, result.stdout.splitlines()[:-1], result.stderr

    def seed(self, name, old, new):
        """The faults of the tree with one change in one text."""
        path = self.root / name
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        try:
            return self.check()[:2]
        finally:
            path.write_text(text, encoding="utf-8")

    def test_the_texts_agree_with_the_programs(self):
        self.assertEqual(self.check(), (0, [], ""))

    def test_wrong_options_are_found(self):
        for what, name, old, new, fault in (
                ("gone from a command line", "README.md", "analyze --rule renju --time 5",
                 "analyze --rule renju --seconds 5",
                 "README.md: pbrain-kaname analyze: no option --seconds"),
                ("of another command", "engine/train/README.md", "fit --rule freestyle",
                 "fit --wander 3",
                 "engine/train/README.md: kaname-train fit: no option --wander"),
                ("a word that is gone", "README.md", "-sprt elo0=0", "-sprt lower=0",
                 "README.md: kaname-tournament : no word lower="),
                ("gone from backquotes", "tournament/docs/openings.md", "`-transform`", "`-rotate`",
                 "tournament/docs/openings.md: `-rotate`: no program has the option"),
                ("left out by a section", "protocol/docs/tools.md", "`--resume FILE`", "a file",
                 "section review of tools.md leaves out --resume"),
                ("a wrong default", "protocol/docs/tools.md", "1 to 64, default 3",
                 "1 to 64, default 4",
                 "section analyze of tools.md: the default of --lines is 3, not 4")):
            with self.subTest(what):
                self.assertEqual(self.seed(name, old, new), (1, [fault]))

    def test_rows_of_tables_that_are_missing_or_wrong_are_found(self):
        for name, old, new, fault in (
                ("protocol/docs/tools.md", "| `pbrain-kaname serve [", "| `serve [",
                 "the table of commands in tools.md leaves out serve"),
                ("protocol/docs/protocol.md", "| `max_node` |", "| `max_nodes` |",
                 "the table of INFO keys lists max_nodes, which does not exist"),
                ("protocol/docs/protocol.md", "| `YXNBEST` LINES", "| `YXBEST` LINES",
                 "the table of commands in protocol.md leaves out YXNBEST"),
                ("protocol/docs/levels.md", "`hobby`", "`amateur`",
                 "the levels of levels.md are not those of play --level"),
                ("protocol/docs/serve.md", "| `priority` |", "| `rank` |",
                 "the table of requests in serve.md leaves out priority"),
                ("tournament/docs/tuning.md", "| `-iterations N` |", "| `-pairs N` |",
                 "the table of tuning.md leaves out -iterations"),
                (".github/CONTRIBUTING.md", "| `KANAME_GRID` |", "| `KANAME_NATS` |",
                 "the table of CMake options leaves out KANAME_GRID")):
            with self.subTest(name):
                status, faults = self.seed(name, old, new)
                self.assertEqual(status, 1)
                self.assertIn(fault, faults)

    def test_a_missing_program_is_no_success(self):
        result = subprocess.run([CHECK, self.root], capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
