#!/usr/bin/env python3
"""The package's games: files of every format, and what is written again.

    game_test.py FOLDER...     folders of game files
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

import kaname
from kaname import Color, Game, Point, Rule, Stone
from kaname.plot import win_rates_svg

FILES = sorted(path for folder in sys.argv[1:] for path in pathlib.Path(folder).iterdir())
del sys.argv[1:]

SGF = r"""(;GM[4]RU[renju]SZ[15]PB[a\]b]PW[c]EV[Cup \\ 1]RE[B+R]TR[aa][bb]C[root]
;B[hh];W[ii]LB[aa:x]C[two \] lines
here](;B[jj];W[])(;B[aa]C[other]))(;GM[4]SZ[9:7]AB[aa][bb]AW[cc]PL[W];W[dd])"""


def facts(game):
    """All that a file holds of a game, in the order of the tree."""
    nodes = list(game.nodes())
    return (game.width, game.height, game.rule, game.black, game.white, game.result, game.event,
            game.date, [(node.color, node.move, node.comment, node.to_move, node.labels,
                         {word: values for word, values in node.properties.items() if word != "RE"},
                         sorted(node.setup), len(node.children),
                         nodes.index(node.parent) if node.parent else None) for node in nodes])


class Games(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return pathlib.Path(self.folder.name, name)

    def test_every_file_reads_and_writes_the_same(self):
        self.assertGreater(len(FILES), 10)
        for path in FILES:
            with self.subTest(path.name):
                games = kaname.read_games(path)
                self.assertTrue(games)
                target = self.path(path.stem + ".sgf")
                kaname.write_games(target, games)
                again = kaname.read_games(target)
                self.assertEqual([facts(game) for game in again], [facts(game) for game in games])
                for game in games:
                    self.assertEqual(game.position().stones[-1:], game.positions()[-1].stones[-1:])

    def test_the_tree_has_variations_comments_and_facts(self):
        game, other = kaname.parse_games(SGF)
        self.assertEqual((game.black, game.white, game.rule, game.result),
                         ("a]b", "c", Rule.RENJU, "black"))
        self.assertEqual((game.event, game.root.comment), ("Cup \\ 1", "root"))
        self.assertEqual(game.root.properties["TR"], ["aa", "bb"])
        branch = game.main_line[1]
        self.assertEqual(branch.comment, "two ] lines\nhere")
        self.assertEqual(branch.labels, {Point(0, 0): "x"})
        self.assertEqual([child.move for child in branch.children], [(9, 9), (0, 0)])
        self.assertTrue(game.main_line[-1].is_pass)
        self.assertEqual(game.position(branch.children[1]).name(branch.children[1].move), "a15")
        self.assertEqual(game.position().to_move, Color.BLACK)
        self.assertEqual((other.width, other.height), (9, 7))
        self.assertEqual([position.to_move for position in other.positions()],
                         [Color.WHITE, Color.BLACK])
        self.assertIn(Stone(Point(2, 2), Color.WHITE), other.position().stones)

    def test_properties_with_odd_names_stay_what_they_are(self):
        (game,) = kaname.parse_games("(;GM[4]SZ[15]KM-B[aa]X_Y[q];B[hh]W-AB[cc][dd];W[ii])")
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "odd.sgf"
            kaname.write_games(target, [game])
            (again,) = kaname.read_games(target)
        for one in game, again:
            self.assertEqual(one.root.properties, {"KM-B": ["aa"], "X_Y": ["q"]})
            self.assertEqual(one.main_line[0].properties, {"W-AB": ["cc", "dd"]})

    def test_a_game_made_here_is_read_back(self):
        game = Game.from_moves("a1a15b1b15c1c15d1d15e1", rule="caro-exact")
        game.black, game.event, game.date = "x \\ ]", "Cup]", "2026-11-25"
        game.main_line[0].comment = "[first] \\"
        game.main_line[0].add(Point(7, 7), comment="a variation").add(None)
        self.assertEqual(game.result, "black")
        kaname.write_games(self.path("a.sgf"), [game, game])
        again = kaname.read_games(self.path("a.sgf"))
        self.assertEqual([facts(one) for one in again], [facts(game)] * 2)

    def test_a_changed_result_is_written_and_another_keeps_the_files_words(self):
        for result, words in (("black", ["B+Resign"]), ("white", ["W+"]), ("draw", ["0"]),
                              (None, None)):
            (game,) = kaname.parse_games("(;GM[4]SZ[15]RE[B+Resign];B[hh];W[ii])")
            game.result = result
            (again,) = kaname.parse_games(str(game))
            self.assertEqual((again.result, again.root.properties.get("RE")), (result, words))
        game.result, game.root.properties["RE"] = "white", ["W+Time"]
        (again,) = kaname.parse_games(str(game))
        self.assertEqual((again.result, again.root.properties["RE"]), ("white", ["W+Time"]))

    def test_setup_clears_and_replaces_stones(self):
        game = Game()
        game.root.setup = [Stone(Point(0, 0), Color.BLACK), Stone(Point(1, 0), Color.WALL)]
        node = game.root.add(Point(2, 0))
        node.setup = [Stone(Point(0, 0), Color.EMPTY)]
        self.assertEqual([stone.point for stone in game.position().stones], [(1, 0), (2, 0)])
        self.assertEqual(facts(kaname.parse_games(str(game))[0]), facts(game))

    def test_other_formats_hold_the_main_line(self):
        game = Game.from_moves("h8i9j10")
        for ending in ("psq", "pos", "txt"):
            kaname.write_games(self.path("-a." + ending), game)
            again = kaname.read_games(self.path("-a." + ending))
            self.assertEqual([one.moves for one in again], [game.moves], ending)
            with self.assertRaisesRegex(kaname.Error, "only SGF"):
                kaname.write_games(self.path("-a." + ending), [game, game])
        for ending in ("doc", "lib"):
            with self.assertRaisesRegex(kaname.Error, "must end in"):
                kaname.write_games(self.path("a." + ending), game)

    def test_what_cannot_be_read_is_an_error_and_a_part_has_a_fault(self):
        self.path("letter").write_text("Dear reader")
        for path in (self.path("missing"), self.folder.name, self.path("letter")):
            with self.assertRaises(kaname.Error):
                kaname.read_games(path)
        game = kaname.parse_games("(;GM[4]SZ[15];B[hh];W[hh])")[0]
        self.assertEqual((game.moves, "occupied" in game.fault), ([(7, 7)], True))
        first, second = kaname.parse_games("(;GM[4]SZ[99];B[aa])(;GM[4]SZ[15];B[hh])")
        self.assertEqual((first.moves, "SZ" in first.fault), ([], True))
        self.assertEqual((second.moves, second.fault), ([(7, 7)], None))

    def test_a_text_is_what_it_is_whatever_encoding_it_names(self):
        for text in "(;GM[4]CA[GBK]PB[Łódź];B[hh])", "\ufeff(;GM[4]CA[GBK]PB[Łódź];B[hh])":
            (game,) = kaname.parse_games(text)
            self.assertEqual((game.black, game.moves), ("Łódź", [(7, 7)]))
            games = kaname.parse_games(text + text.removeprefix("\ufeff"))
            self.assertEqual([game.black for game in games], ["Łódź"] * 2)
        with self.assertRaises(kaname.Error):
            kaname.parse_games("")

    def test_a_tree_that_breaks_the_board_is_not_written(self):
        game = Game.from_moves("h8i9")
        kaname.write_games(self.path("a.sgf"), game)
        broken = Game.from_moves("h8i9")
        broken.root.add(Point(7, 7)).add(Point(7, 7))
        with self.assertRaisesRegex(kaname.Error, "occupied"):
            kaname.write_games(self.path("a.sgf"), broken)
        self.assertEqual([facts(one) for one in kaname.read_games(self.path("a.sgf"))],
                         [facts(game)])

    def test_only_files_with_games_are_replaced(self):
        target = self.path("letter.sgf")
        target.write_text("Dear reader")
        with self.assertRaises(kaname.Error):
            kaname.write_games(target, Game.from_moves("h8"))
        self.assertEqual(target.read_text(), "Dear reader")

    def test_the_callers_rule_and_size_apply(self):
        game = kaname.parse_games("h8i9", rule="renju", size=19)[0]
        self.assertEqual((game.rule, game.width), (Rule.RENJU, 19))


class Example(unittest.TestCase):
    def test_a_picture_holds_any_number_of_moves(self):
        for count in (1, 13, 5000):
            picture = ElementTree.fromstring(win_rates_svg([0.5] * count))
            line = picture.find("{http://www.w3.org/2000/svg}polyline").get("points").split()
            self.assertEqual(len(line), count)

    def test_the_win_rate_of_a_game_becomes_a_picture(self):
        folder = pathlib.Path(kaname.__file__).parent.parent / "examples"
        with tempfile.TemporaryDirectory() as work:
            done = subprocess.run([sys.executable, folder / "win_rate.py"], cwd=work, check=False,
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            picture = ElementTree.parse(pathlib.Path(work, "win_rate.svg"))
        drawn = "{http://www.w3.org/2000/svg}"
        game, = kaname.read_games(folder / "game.sgf")
        line = picture.find(f"{drawn}polyline").get("points").split()
        self.assertEqual(len(line), len(game.moves) + 1)
        named = re.findall(r"(\w+) costs \d+%; better: (\w+)", done.stdout)
        self.assertEqual(len(picture.findall(f"{drawn}circle")), len(named))
        self.assertTrue(named)
        for played, better in named:
            self.assertNotEqual(played, better)


if __name__ == "__main__":
    unittest.main()
