"""Games: trees of moves with comments, read from and written to files of any known format.

The program pbrain-kaname reads and writes the files (`pbrain-kaname convert`): the library does no
input or output, and the program knows the formats, the encodings and the faults of real files.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, Optional, Union

from .native import Color, Error, Rule, find_nearby
from .position import Point, Points, Position, Stone, rule_name, rule_of

Result = Optional[Literal["black", "white", "draw"]]
Path = Union[str, "os.PathLike[str]"]

_PROPERTY = re.compile(r"([^\[]+)((?:\[(?:\\.|[^\]\\])*\])+)", re.S)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.S)
_COLORS = {color.name.lower(): color for color in Color}
_SETUP_WORDS = {Color.EMPTY: "AE", Color.BLACK: "AB", Color.WHITE: "AW", Color.WALL: "WALL"}


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")


@dataclass(eq=False)
class Node:
    """A step of a game: stones set up, then at most one move or pass, then a comment.

    `color` and `move`: who played where; `move` None with a color is a pass, `color` None neither.
    `setup`: stones and walls placed before it; Color.EMPTY clears a point. `to_move`: the side to
    move after the node. `children`: the moves that follow, the main line first. `labels`: short
    texts by point. `properties`: other words of SGF, with the values as SGF escapes them.
    """

    color: Color | None = None
    move: Point | None = None
    comment: str = ""
    setup: list[Stone] = field(default_factory=list)
    to_move: Color = Color.BLACK
    labels: dict[Point, str] = field(default_factory=dict)
    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list, repr=False)
    parent: Node | None = field(default=None, repr=False)

    @property
    def is_pass(self) -> bool:
        """Whether a side passed."""
        return self.color is not None and self.move is None

    def add(self, move: Point | None, color: Color | None = None, comment: str = "") -> Node:
        """Adds a move, or a pass (None), after this node and returns its node; the first one goes
        on with the main line. `color`: by default the side to move."""
        side = self.to_move if color is None else color
        node = Node(side, move, comment, to_move=side.opponent, parent=self)
        self.children.append(node)
        return node

    def path(self) -> list[Node]:
        """Returns the nodes from the root to this one."""
        nodes = [self]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return nodes[::-1]


def _fact(word: str, meaning: str) -> property:
    """A text of the root's properties."""

    def get(game: Game) -> str:
        values = game.root.properties.get(word, [""])
        return re.sub(r"\\(.)", r"\1", values[0], flags=re.S)

    def put(game: Game, text: str) -> None:
        game.root.properties.pop(word, None)
        if text:
            game.root.properties[word] = [_escaped(text)]

    return property(get, put, doc=meaning)


@dataclass(eq=False)
class Game:
    """A game: board, rule, players, result and the tree of moves that `root` begins.

    `width` and `height`: points. `black` and `white`: names, perhaps empty. `format`: of the file
    that it was read from. `fault`: why only a part of it could be read; `note`: what the file does
    not follow its format in.
    """

    width: int = 15
    height: int = 15
    rule: Rule = Rule.FREESTYLE
    black: str = ""
    white: str = ""
    result: Result = None
    root: Node = field(default_factory=Node, repr=False)
    format: str = ""
    fault: str | None = None
    note: str | None = None
    # The result that was read, with the file's own words for it, which may say more: B+Resign.
    _read: tuple[Result, list[str]] | None = field(default=None, init=False, repr=False)

    event = _fact("EV", "The name of the event, perhaps empty.")
    round = _fact("RO", "The round, perhaps empty.")
    date = _fact("DT", "The date as the file has it, perhaps empty.")
    place = _fact("PC", "The place, perhaps empty.")

    @classmethod
    def from_moves(
        cls,
        moves: Points,
        size: int | tuple[int, int] = 15,
        rule: Rule | str = Rule.FREESTYLE,
    ) -> Game:
        """Returns a game with these moves by turns, Black first. A five sets the result."""
        position = Position.from_moves(moves, size, rule)
        game = cls(position.width, position.height, rule_of(rule))
        node = game.root
        for stone in position.stones:
            node = node.add(stone.point)
        if position.winner is not None:
            game.result = "black" if position.winner == Color.BLACK else "white"
        return game

    @property
    def main_line(self) -> list[Node]:
        """The nodes of the main line after the root."""
        nodes = [self.root]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes[1:]

    @property
    def moves(self) -> list[Point]:
        """The moves of the main line, passes left out."""
        return [node.move for node in [self.root, *self.main_line] if node.move is not None]

    def nodes(self) -> Iterator[Node]:
        """Returns all nodes, each after its parent, the main line first."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def position(self, node: Node | None = None) -> Position:
        """Returns the position after the node, by default after the last one of the main line."""
        nodes = ([self.root, *self.main_line] if node is None else node.path())
        return list(self._positions(nodes))[-1]

    def positions(self) -> list[Position]:
        """Returns the positions of the main line: shape (nodes,), the root's first, which is the
        empty board of a game without setup."""
        return list(self._positions([self.root, *self.main_line]))

    def _positions(self, nodes: Iterable[Node]) -> Iterator[Position]:
        stones: dict[Point, Color] = {}
        for node in nodes:
            for stone in node.setup:
                stones.pop(stone.point, None)
                if stone.color != Color.EMPTY:
                    stones[stone.point] = stone.color
            if node.color is not None and node.move is not None:
                stones[node.move] = node.color
            order = tuple(Stone(point, color) for point, color in stones.items())
            yield Position(self.width, self.height, self.rule, order, node.to_move)

    # ---- SGF -------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The game as SGF, with all variations."""
        parts: list[str] = []
        waiting: list[Node | None] = [self.root]  # None closes a variation
        while waiting:
            node = waiting.pop()
            if node is None:
                parts.append(")")
                continue
            is_branch = node.parent is None or len(node.parent.children) > 1
            parts.append("(;" if is_branch else ";")
            parts.append(self._root_text() if node is self.root else "")
            is_outdated = node is self.root and self._has_outdated_words
            parts.append(_node_text(node, {"RE"} if is_outdated else set()))
            waiting += [None] if is_branch else []
            waiting += reversed(node.children)
        return "".join(parts) + "\n"

    def _root_text(self) -> str:
        size = str(self.width) if self.width == self.height else f"{self.width}:{self.height}"
        text = f"FF[4]GM[4]CA[UTF-8]AP[Kaname]RU[{rule_name(self.rule)}]SZ[{size}]"
        for word, name in (("PB", self.black), ("PW", self.white)):
            text += f"{word}[{_escaped(name)}]" if name else ""
        results = {"black": "B+", "white": "W+", "draw": "0"}
        has_words = "RE" in self.root.properties and not self._has_outdated_words
        if self.result is not None and not has_words:
            text += f"RE[{results[self.result]}]"
        return text

    @property
    def _has_outdated_words(self) -> bool:
        """Whether the file's own words tell another result than the game now has."""
        words = self.root.properties.get("RE")
        return self._read is not None and words == self._read[1] and self.result != self._read[0]


def _place(point: Point) -> str:
    return chr(ord("a") + point.x) + chr(ord("a") + point.y)


def _node_text(node: Node, without: set[str]) -> str:
    """The node as SGF, without what only the root has, and without these words."""
    text = ""
    for color, word in _SETUP_WORDS.items():
        points = [_place(stone.point) for stone in node.setup if stone.color == color]
        text += word + "".join(f"[{place}]" for place in points) if points else ""
    if node.color is not None:
        place = _place(node.move) if node.move is not None else ""
        text += f"{'B' if node.color == Color.BLACK else 'W'}[{place}]"
    text += f"PL[{'B' if node.to_move == Color.BLACK else 'W'}]" if _names_side(node) else ""
    if node.labels:
        labels = [f"[{_place(point)}:{_escaped(label)}]" for point, label in node.labels.items()]
        text += "LB" + "".join(labels)
    for word, values in node.properties.items():
        if word not in {"RU", "PB", "PW"} | without:  # the root has them from the game
            text += word + "".join(f"[{value}]" for value in values)
    return text + (f"C[{_escaped(node.comment)}]" if node.comment else "")


def _names_side(node: Node) -> bool:
    """Whether SGF has to say whose turn it is after the node."""
    if node.color is not None:
        return node.to_move != node.color.opponent
    before = node.parent.to_move if node.parent is not None else Color.BLACK
    return bool(node.setup) or node.to_move != before


# ---- Files -----------------------------------------------------------------------------------


def find_program() -> str:
    """Returns the path of pbrain-kaname: KANAME_PROGRAM, near this package (native.find_nearby()), on
    PATH, or where Debian has games."""
    name = "pbrain-kaname"
    found = os.environ.get("KANAME_PROGRAM") or find_nearby(name, "bin")
    found = found or shutil.which(name) or shutil.which(f"/usr/games/{name}")
    if not found:
        raise Error("pbrain-kaname is not found; install it (Debian: kaname) or set KANAME_PROGRAM")
    return found


def _convert(words: list[str], data: bytes) -> bytes:
    """Runs `pbrain-kaname convert` and returns its output."""
    done = subprocess.run(
        [find_program(), "convert", *words], input=data, capture_output=True, check=False
    )
    if done.returncode != 0:
        text = done.stderr.decode(errors="replace").strip()
        raise Error(text.removeprefix("pbrain-kaname convert: ") or "pbrain-kaname has failed")
    return done.stdout


def _name_of(path: Path) -> str:
    """The path as an argument of the program, which takes `-` for its standard streams."""
    name = os.fspath(path)
    return os.path.join(".", name) if name.startswith("-") else name


def _node_of(found: dict[str, Any], board: Position) -> Node:
    node = Node(comment=found.get("comment", ""), to_move=_COLORS[found["to_move"]])
    if "move" in found:
        node.color = _COLORS[found["color"]]
        node.move = None if found["move"] == "pass" else board.point(found["move"])
    for stone in found.get("setup", ()):
        node.setup.append(Stone(board.point(stone["point"]), _COLORS[stone["color"]]))
    for label in found.get("labels", ()):
        node.labels[board.point(label["point"])] = label["text"]
    for word, values in _PROPERTY.findall(found.get("properties", "")):
        node.properties.setdefault(word, []).extend(_VALUE.findall(values))
    return node


def _game_of(found: dict[str, Any]) -> Game:
    board = Position.start((found["width"], found["height"]))
    nodes: list[Node] = []
    for entry in found["nodes"]:
        node = _node_of(entry, board)
        if entry["parent"] is not None:
            parent = nodes[entry["parent"]]
            node.parent = parent
            parent.children.append(node)
        nodes.append(node)
    game = Game(
        board.width,
        board.height,
        rule_of(found["rule"]),
        found["black"],
        found["white"],
        found["result"],
        nodes[0] if nodes else Node(),
        found["format"],
        found["fault"],
        found["note"],
    )
    game._read = (game.result, list(game.root.properties.get("RE", ())))
    return game


def _read(source: str, data: bytes, rule: Rule | str | None, size: int) -> list[Game]:
    words = ["--json", "--size", str(size)]
    words += ["--rule", rule_name(rule_of(rule))] if rule is not None else []
    lines = _convert([*words, source], data).decode().split("\n")
    return [_game_of(json.loads(line)) for line in lines if line]


def read_games(path: Path, *, rule: Rule | str | None = None, size: int = 15) -> list[Game]:
    """Reads all games of a file: SGF, PSQ, .pos, .sav, Renlib, PGN, RIF or a list of moves, told by
    the content. `rule` replaces the file's; `size` is the board of games that name none. A damaged
    game holds what could be read, maybe no move, and its `fault`. Raises Error if nothing can be
    read."""
    return _read(_name_of(path), b"", rule, size)


def parse_games(
    data: bytes | str, *, rule: Rule | str | None = None, size: int = 15
) -> list[Game]:
    """The same for the contents of a file."""
    if isinstance(data, str):  # marked, since it may name another encoding
        data = data.removeprefix("\ufeff")
        data = data.encode("utf-8-sig" if data else "utf-8")
    return _read("-", data, rule, size)


def write_games(path: Path, games: Game | Iterable[Game]) -> None:
    """Writes games in the format of the path's ending: .sgf, which alone holds several, variations,
    comments and names; .psq, .pos or .txt for the main line of one. Replaces the file as a whole,
    and only one that holds games. Raises Error if the format cannot hold the game."""
    several = [games] if isinstance(games, Game) else list(games)
    _convert(["-", _name_of(path)], "".join(str(game) for game in several).encode())
