"""Kaname, a Gomoku and Renju engine, for Python.

    import kaname

    position = kaname.Position.from_moves("h8i9h9i8", rule="renju")
    with kaname.Engine() as engine:
        analysis = engine.analyze(position, kaname.Limit(time=1.0), lines=3)
    print(position.names(analysis.lines[0].moves), analysis.win_rate)

Coordinates are (x, y) from the top left, from 0; names such as "h8" count rows from the bottom.
Scores and win rates are those of the side to move. Times are seconds.
"""

from .aio import AsyncEngine
from .engine import BusyError, Engine, params
from .game import Game, Node, find_program, parse_games, read_games, write_games
from .native import (
    Color,
    Error,
    Evaluator,
    PositionError,
    Rule,
    SolveMode,
    Status,
    Verdict,
    version,
)
from .position import Point, PointLike, Points, Position, Stone
from .run import AnalysisRun, Run
from .search import Analysis, Limit, Line, Solution

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "AnalysisRun",
    "AsyncEngine",
    "BusyError",
    "Color",
    "Engine",
    "Error",
    "Evaluator",
    "Game",
    "Limit",
    "Line",
    "Node",
    "Point",
    "PointLike",
    "Points",
    "Position",
    "PositionError",
    "Rule",
    "Run",
    "Solution",
    "SolveMode",
    "Status",
    "Stone",
    "Verdict",
    "find_program",
    "params",
    "parse_games",
    "read_games",
    "version",
    "write_games",
]
