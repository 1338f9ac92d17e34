"""What searches are asked and what they find."""

from __future__ import annotations

from dataclasses import dataclass

from . import native
from .native import Color, Verdict
from .position import Point, Position

MAX_SECONDS = 10**9
"""The greatest time limit, some 30 years."""


@dataclass(frozen=True)
class Limit:
    """What ends a search: the first limit that is reached. Without any, it runs until it is
    stopped.

    `time`: seconds. `nodes`: positions searched; with one thread, exact and reproducible. `depth`:
    plies. `may_stop_early`: leaves a part of the time unused when the move is clear, as in a game.
    """

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None
    may_stop_early: bool = False

    def __post_init__(self) -> None:
        greatest = (
            ("time", self.time, MAX_SECONDS), ("nodes", self.nodes, native.UINT64_MAX),
            ("depth", self.depth, native.INT_MAX),
        )
        for name, value, most in greatest:
            if value is not None and not 0 < value <= most:
                raise ValueError(f"{name} is greater than 0 and at most {most}")


@dataclass(frozen=True)
class Line:
    """A line of play that a search expects after its first move.

    `moves`: points, the first one is the move; `text`: their names, "h8 i9". `score`: evaluation
    units, from the view of the side to move. `win_rate`: 0 to 1, the share of points that the side
    to move can expect, a draw counts half; 1 and 0 are proven, others are from 0.01 to 0.99.
    `plies_to_win`: stones of both sides up to a proven five, negative for a loss; None if nothing
    is proven. `depth` and `seldepth`: plies, nominal and deepest. `nodes` and `time`, in seconds:
    of the search so far.
    """

    moves: tuple[Point, ...]
    text: str
    score: int
    win_rate: float
    plies_to_win: int | None
    depth: int
    seldepth: int
    nodes: int
    time: float


@dataclass(frozen=True)
class Analysis:
    """What a search has found in a position.

    `lines`: best first; empty if the game is over there. `nodes`; `time`, seconds; `is_stopped`:
    a stop cut the search before its limit. `is_final`: the search has ended.
    """

    position: Position
    lines: tuple[Line, ...]
    nodes: int = 0
    time: float = 0.0
    is_stopped: bool = False
    is_final: bool = True

    @property
    def best(self) -> Point | None:
        """The best move; None if the game is over."""
        return self.lines[0].moves[0] if self.lines else None

    @property
    def depth(self) -> int:
        """Plies of the best line's iteration; 0 if the game is over."""
        return self.lines[0].depth if self.lines else 0

    @property
    def win_rate(self) -> float:
        """Of the side to move, 0 to 1."""
        if self.lines:
            return self.lines[0].win_rate
        winner = self.position.winner
        return 0.5 if winner is None else float(winner == self.position.to_move)

    def win_rate_of(self, color: Color) -> float:
        """The win rate from the view of Black or White, 0 to 1."""
        return self.win_rate if color == self.position.to_move else 1 - self.win_rate


@dataclass(frozen=True)
class Solution:
    """What a solver has found. `moves`: of a win, up to the five; empty otherwise. `nodes`; `time`,
    seconds."""

    position: Position
    verdict: Verdict
    moves: tuple[Point, ...]
    nodes: int
    time: float

    @property
    def is_win(self) -> bool:
        """Whether a win of the side to move is proven."""
        return self.verdict == Verdict.WIN
