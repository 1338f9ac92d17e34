"""Positions: values that never change, and the questions that the rules answer."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Union

from . import native
from .native import Color, PositionError, Rule, library


class Point(NamedTuple):
    """A point of the board: `x`, the column from the left, and `y`, the row from the top, both from
    0. Names such as "h8" count rows from the bottom: Position.point() and Position.name() convert.
    """

    x: int
    y: int


class Stone(NamedTuple):
    """A stone or a wall on a point."""

    point: Point
    color: Color


PointLike = Union[Point, "tuple[int, int]", str]
"""A point, (x, y), or a name such as "h8"."""
Points = Union[str, Iterable[PointLike]]
"""Points: "h8i9h9", or a series of points and names."""

_NAME = re.compile(r"\s*([A-Za-z])\s*([0-9]{1,2})\s*[,;]?")


def rule_of(rule: Rule | str) -> Rule:
    """Returns the rule of this name: "freestyle", "standard", "renju", "caro" or "caro-exact"."""
    if isinstance(rule, Rule):
        return rule
    try:
        return Rule[rule.upper().replace("-", "_")]
    except KeyError:
        raise PositionError(f"unknown rule {rule!r}", native.Status.ERR_RULE) from None


def rule_name(rule: Rule) -> str:
    """Returns the name of the rule as the programs write it, such as "caro-exact"."""
    return rule.name.lower().replace("_", "-")


def set_up(handle: int, position: Position) -> None:
    """Gives an engine the position. Keeps what it has learned if size, rule and walls stay."""
    native.check(library.kaname_set_rule(handle, position.rule))
    width, height = position.width, position.height
    # C would take the last bits of greater numbers.
    if not all(native.MIN_SIZE <= size <= native.MAX_SIZE for size in (width, height)):
        native.check(native.Status.ERR_SIZE)
    if not all(0 <= x < width and 0 <= y < height for (x, y), _ in position.stones):
        native.check(native.Status.ERR_OFF_BOARD)
    if library.kaname_width(handle) != width or library.kaname_height(handle) != height:
        native.check(library.kaname_set_size(handle, width, height))
    count = len(position.stones)
    stones = (native.KanameStone * count)(
        *[native.KanameStone(*stone.point, stone.color) for stone in position.stones]
    )
    native.check(library.kaname_set_position(handle, stones, count, position.to_move))


class _Referee:
    """Engines that never search, one a rule, which answer questions about positions."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.engines: dict[Rule, int] = {}
        self.shown: dict[Rule, Position] = {}

    def show(self, position: Position) -> int:
        """Returns an engine with the position. Call and use it with the lock."""
        handle = self.engines.get(position.rule)
        if handle is None:
            handle = library.kaname_new()
            if not handle:
                raise MemoryError("out of memory")
            self.engines[position.rule] = handle
        if self.shown.get(position.rule) is not position:
            self.shown.pop(position.rule, None)
            set_up(handle, position)
            self.shown[position.rule] = position
        return handle


_referee = _Referee()
# A thread that a fork leaves behind may have had the lock.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_referee.__init__)  # type: ignore[misc]


def points_of(moves: Points, height: int) -> list[Point]:
    """Returns the points of "h8i9h9", or of a series of points and names."""
    if not isinstance(moves, str):
        return [_point_of(move, height) for move in moves]
    points, at, text = [], 0, moves.strip()
    while at < len(text):
        match = _NAME.match(text, at)
        if match is None:
            raise PositionError(f"{text[at:]!r} does not begin with a move such as h8")
        points.append(Point(ord(match[1].lower()) - ord("a"), height - int(match[2])))
        at = match.end()
    return points


def _point_of(point: PointLike, height: int) -> Point:
    if isinstance(point, str):
        points = points_of(point, height)
        if len(points) != 1:
            raise PositionError(f"{point!r} is no point such as h8")
        return points[0]
    return Point(*point)


@dataclass(frozen=True, repr=False)
class Position:
    """A board with stones and a side to move. A value: it never changes, can be compared, hashed
    and used by any thread.

    `width` and `height` are in points, 5 to 22. `stones` are in playing order, walls included, and
    need not alternate. Position.start() and Position.from_moves() make the usual ones.
    """

    width: int = 15
    height: int = 15
    rule: Rule = Rule.FREESTYLE
    stones: tuple[Stone, ...] = ()
    to_move: Color = Color.BLACK

    def __post_init__(self) -> None:
        with _referee.lock:
            _referee.show(self)

    @classmethod
    def start(cls, size: int | tuple[int, int] = 15, rule: Rule | str = Rule.FREESTYLE) -> Position:
        """Returns an empty board. `size`: points of a side, or (width, height)."""
        width, height = (size, size) if isinstance(size, int) else size
        return cls(width, height, rule_of(rule))

    @classmethod
    def from_moves(
        cls,
        moves: Points,
        size: int | tuple[int, int] = 15,
        rule: Rule | str = Rule.FREESTYLE,
    ) -> Position:
        """Returns the position after these moves by turns, Black first: "h8i9h9", or points."""
        return cls.start(size, rule).play_all(moves)

    # ---- Points ----------------------------------------------------------------------------

    def point(self, name: PointLike) -> Point:
        """Returns the point of a name such as "h8"; row 1 is the lowest."""
        return _point_of(name, self.height)

    def name(self, point: PointLike) -> str:
        """Returns the name of a point, such as "h8"."""
        x, y = self.point(point)
        return f"{chr(ord('a') + x)}{self.height - y}"

    def names(self, points: Iterable[PointLike]) -> str:
        """Returns the names of points with blanks between them: "h8 i9"."""
        return " ".join(self.name(point) for point in points)

    def points(self) -> list[Point]:
        """Returns all points of the board, by row from the top, then column."""
        return [Point(x, y) for y in range(self.height) for x in range(self.width)]

    # ---- Stones ----------------------------------------------------------------------------

    def at(self, point: PointLike) -> Color:
        """Returns what stands on the point; Color.WALL outside the board."""
        x, y = self.point(point)
        if not (0 <= x < self.width and 0 <= y < self.height):
            return Color.WALL
        return self.rows[y][x]

    @cached_property
    def rows(self) -> tuple[tuple[Color, ...], ...]:
        """The board, of the shape (height, width): rows[y][x], row 0 is the top."""
        rows = [[Color.EMPTY] * self.width for _ in range(self.height)]
        for stone in self.stones:
            rows[stone.point.y][stone.point.x] = stone.color
        return tuple(tuple(row) for row in rows)

    @property
    def empty_points(self) -> list[Point]:
        """The points without a stone or wall, by row from the top, then column."""
        return [point for point in self.points() if self.at(point) == Color.EMPTY]

    @property
    def legal_moves(self) -> list[Point]:
        """The empty points that the rule does not forbid the side to move."""
        forbidden = set(self.forbidden if self.to_move == Color.BLACK else ())
        return [point for point in self.empty_points if point not in forbidden]

    def play(self, move: PointLike) -> Position:
        """Returns the position with a stone of the side to move on this empty point. Judges
        nothing: accepts a forbidden move of renju, and goes on after a five."""
        stones = (*self.stones, Stone(self.point(move), self.to_move))
        return Position(self.width, self.height, self.rule, stones, self.to_move.opponent)

    def play_all(self, moves: Points) -> Position:
        """Returns the position after these moves by turns."""
        stones, side = list(self.stones), self.to_move
        for point in points_of(moves, self.height):
            stones.append(Stone(point, side))
            side = side.opponent
        return Position(self.width, self.height, self.rule, tuple(stones), side)

    def take_back(self) -> Position:
        """Returns the position before the last stone; its side is to move."""
        if not self.stones or self.stones[-1].color == Color.WALL:
            raise PositionError("there is no stone to take back", native.Status.ERR_EMPTY)
        last = self.stones[-1]
        return Position(self.width, self.height, self.rule, self.stones[:-1], last.color)

    # ---- Rules -----------------------------------------------------------------------------

    def wins_at(self, point: PointLike, color: Color | None = None) -> bool:
        """Returns whether a stone of the color, by default of the side to move, on this empty point
        would win."""
        x, y = self.point(point)
        if self.at((x, y)) != Color.EMPTY:
            return False
        side = self.to_move if color is None else color
        with _referee.lock:
            return bool(library.kaname_wins_at(_referee.show(self), x, y, side))

    def winning_rows(self, point: PointLike, color: Color | None = None) -> list[Point]:
        """Returns the points of the rows with which such a stone would win, that point first; an
        empty list if it would not."""
        x, y = self.point(point)
        if self.at((x, y)) != Color.EMPTY:
            return []
        side = self.to_move if color is None else color
        points = (native.KanamePoint * native.MAX_CELLS)()
        with _referee.lock:
            count = library.kaname_winning_rows(
                _referee.show(self), x, y, side, points, native.MAX_CELLS
            )
        return [Point(found.x, found.y) for found in points[:count]]

    def is_forbidden(self, point: PointLike) -> bool:
        """Returns whether the rule forbids Black this empty point: a foul of renju."""
        return self.point(point) in self.forbidden

    @cached_property
    def forbidden(self) -> tuple[Point, ...]:
        """The points that renju forbids Black, by row from the top, then column; empty under other
        rules."""
        points = (native.KanamePoint * native.MAX_CELLS)()
        with _referee.lock:
            count = library.kaname_forbidden(_referee.show(self), points, native.MAX_CELLS)
        return tuple(Point(found.x, found.y) for found in points[:count])

    @cached_property
    def winner(self) -> Color | None:
        """The side that has a winning row on the board, or None."""
        for index in reversed(range(len(self.stones))):
            stone = self.stones[index]
            if stone.color == Color.WALL:
                continue
            others = self.stones[:index] + self.stones[index + 1 :]
            before = Position(self.width, self.height, self.rule, others, stone.color)
            if before.wins_at(stone.point):
                return stone.color
        return None

    @property
    def is_over(self) -> bool:
        """Whether a side has won or no point is empty."""
        return len(self.stones) == self.width * self.height or self.winner is not None

    # ---- Text ------------------------------------------------------------------------------

    def __repr__(self) -> str:
        stones = "".join(self.name(stone.point) for stone in self.stones)
        return (
            f"<Position {self.width}x{self.height} {rule_name(self.rule)} {stones or 'empty'},"
            f" {self.to_move.name.lower()} to move>"
        )

    def __str__(self) -> str:
        """The board as text: X for Black, O for White, # for a wall."""
        signs = {Color.BLACK: "X", Color.WHITE: "O", Color.WALL: "#", Color.EMPTY: "."}
        lines = [
            f"{self.height - y:2} " + " ".join(signs[color] for color in row)
            for y, row in enumerate(self.rows)
        ]
        letters = " ".join(chr(ord("a") + x) for x in range(self.width))
        return "\n".join([*lines, "   " + letters])
