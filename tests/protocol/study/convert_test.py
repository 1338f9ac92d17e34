#!/usr/bin/env python3
"""`pbrain-kaname convert`: what it prints, writes and refuses.

    convert_test.py PROGRAM FOLDER...     folders of game files
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]
FILES = sorted(path for folder in sys.argv[2:] for path in pathlib.Path(folder).iterdir())
del sys.argv[1:]


def convert(*words, text=""):
    return subprocess.run([PROGRAM, "convert", *map(str, words)], input=text, capture_output=True,
                          encoding="utf-8", check=False)


def games_of(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def tree(game):
    """What every format that holds the tree must keep."""
    return [game[name] for name in ("rule", "width", "height", "result", "black", "white", "nodes")]


def comparable(games):
    """Without RE, which is written only where it says what the result does not, and with the setup
    in an order of its own."""
    for game in games:
        for node in game["nodes"]:
            node.pop("properties", None)
            node.get("setup", []).sort(key=str)
    return [tree(game) for game in games]


class Convert(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_sgf_keeps_the_tree_of_every_file(self):
        self.assertGreater(len(FILES), 10)
        for path in FILES:
            with self.subTest(path.name):
                before = convert("--json", path)
                self.assertEqual(before.returncode, 0, before.stderr)
                printed = convert(path)
                again = convert("--json", "-", text=printed.stdout)
                self.assertEqual(comparable(games_of(again)),
                                 comparable(games_of(before)))
                target = self.folder / f"{path.stem}.sgf"
                is_whole = all(game["fault"] is None for game in games_of(before))
                self.assertEqual(convert(path, target).returncode, 0 if is_whole else 1)
                self.assertEqual(target.exists(), is_whole)
                if is_whole:
                    self.assertEqual(target.read_text(encoding="utf-8"), printed.stdout)

    def test_json_has_the_tree(self):
        text = "(;GM[4]SZ[5:6]RU[renju]PB[x]RE[0]AB[aa]TR[bb](;W[ba]C[y])(;W[]LB[aa:1]))"
        game, = games_of(convert("--json", "-", text=text))
        self.assertEqual(tree(game), ["renju", 5, 6, "draw", "x", "", [
            {"parent": None, "to_move": "white", "setup": [{"color": "black", "point": "a6"}],
             "properties": "RE[0]TR[bb]"},
            {"parent": 0, "to_move": "black", "color": "white", "move": "b6", "comment": "y"},
            {"parent": 0, "to_move": "black", "color": "white", "move": "pass",
             "labels": [{"point": "a6", "text": "1"}]}]])
        self.assertEqual((game["number"], game["format"], game["fault"], game["note"]),
                         (1, "SGF", None, None))

    def test_a_damaged_game_keeps_its_readable_part(self):
        done = convert("--json", "-", text="(;GM[4]SZ[15];B[hh];W[hh])(;GM[4]SZ[15];B[aa])")
        first, second = games_of(done)
        self.assertEqual(done.returncode, 0)
        self.assertIn("occupied", first["fault"])
        self.assertIn("occupied", done.stderr)
        self.assertEqual([len(game["nodes"]) for game in (first, second)], [2, 2])

    def test_a_game_that_cannot_be_read_is_not_missing(self):
        done = convert("--json", "-", text="(;GM[4]SZ[99];B[aa])(;GM[4]SZ[15];B[hh])")
        first, second = games_of(done)
        self.assertEqual((done.returncode, first["number"], second["number"]), (0, 1, 2))
        self.assertIn("SZ", first["fault"])
        self.assertEqual((second["fault"], second["nodes"][1]["move"]), (None, "h8"))

    def test_the_main_line_goes_into_the_other_formats(self):
        for ending in ("psq", "pos", "txt"):
            target = self.folder / f"a.{ending}"
            self.assertEqual(convert("-", target, text="h8i9j10").returncode, 0)
            game, = games_of(convert("--json", target))
            self.assertEqual([node["move"] for node in game["nodes"] if "move" in node],
                             ["h8", "i9", "j10"])
        done = convert("--rule", "renju", "-", self.folder / "a.pos", text="h8")
        self.assertEqual((done.returncode, "renju" in done.stderr), (0, True))

    def test_what_a_format_cannot_hold_is_refused_and_changes_nothing(self):
        target = self.folder / "a.psq"
        convert("-", target, text="h8i9")
        before = target.read_bytes()
        for text in ("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[aa])", "(;GM[4]SZ[15]AB[aa])", "none", ""):
            done = convert("-", target, text=text)
            self.assertEqual((done.returncode, done.stdout), (1, ""), text)
            self.assertTrue(done.stderr)
        self.assertEqual(target.read_bytes(), before)

    def test_neither_its_source_nor_another_file_is_replaced(self):
        source = self.folder / "a.sgf"
        source.write_text("(;GM[4]SZ[15];B[hh];W[hh])")
        (self.folder / "b.sgf").write_text("Dear reader")
        (self.folder / "c.sgf").symlink_to(source)
        for target in (source, self.folder / "b.sgf", self.folder / "c.sgf"):
            before = target.read_bytes()
            self.assertEqual(convert(source, target).returncode, 1)
            self.assertEqual(target.read_bytes(), before)

    def test_only_a_position_is_replaced_by_pos(self):
        target = self.folder / "a.pos"
        for kept in (b"!I wrote 33 bytes of my own notes.", b"\x02\x70\xe1", b"\x02\x70\x70", b"\x03\x70\x71"):
            target.write_bytes(kept)
            done = convert("-", target, text="h8i9j10")
            self.assertEqual((done.returncode, target.read_bytes()), (1, kept), done.stderr)
        for replaced in (b"\x02\x70\x71", b"\x03\x70\x61\x71\0\0", b"\0", b""):
            target.write_bytes(replaced)
            self.assertEqual(convert("-", target, text="h8i9j10").returncode, 0, replaced)

    def test_standard_input_holds_all_games_of_a_file(self):
        for path in FILES:
            with self.subTest(path.name), path.open("rb") as file:
                done = subprocess.run([PROGRAM, "convert", "--json", "-"], stdin=file, capture_output=True, encoding="utf-8",
                                      check=False)
                self.assertEqual(games_of(done), games_of(convert("--json", path)))

    def test_a_database_without_games_is_told(self):
        empty = self.folder / "empty.rif"
        empty.write_text('<?xml version="1.0"?>\n<database version="1"><games></games></database>\n')
        for name in (empty, "-"):
            done = convert(name, text=empty.read_text())
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("RIF, line 1: no games", done.stderr)

    def test_wrong_words_are_refused(self):
        for words in ((), ("a", "b", "c"), ("--json", "-", "a.sgf")):
            done = convert(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
        self.assertEqual(convert(self.folder / "missing").returncode, 1)
        self.assertEqual(convert("-", self.folder / "a.doc", text="h8").returncode, 1)


if __name__ == "__main__":
    unittest.main()
