"""Runs: calls into the library on threads of their own, and the analysis as one of them.

A search runs in C, without Python's lock. The thread that called waits so that Ctrl-C ends the
wait, the search and its thread.
"""

from __future__ import annotations

import atexit
import ctypes
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from . import native
from .native import library
from .position import Point, Points, Position, points_of, set_up
from .search import Analysis, Limit, Line

if TYPE_CHECKING:
    from .engine import Engine

T = TypeVar("T")


# ---- Runs ------------------------------------------------------------------------------------


class Run(Generic[T]):
    """A call into the library on a thread of its own. `future` gets its result."""

    def __init__(self, engine: Engine, work: Callable[[], T]) -> None:
        self.engine = engine
        self.future: Future[T] = Future()
        # It cannot be cancelled: the thread sets its result at the end.
        self.future.set_running_or_notify_cancel()
        self.is_stopped = False
        self._work = work
        # A daemon, since Python joins other threads before _end_all() can stop them.
        self._thread = threading.Thread(target=self._execute, name="kaname", daemon=True)

    def start(self) -> None:
        """Called by the engine, which has claimed itself for this run."""
        _running.add(self)
        try:
            self._thread.start()
        except BaseException:
            _running.discard(self)
            self.engine._release()
            raise

    def _execute(self) -> None:
        result: T | None = None
        failure: BaseException | None = None
        try:
            result = self._work()
        except BaseException as error:  # whoever waits for the result gets it
            failure = error
        self.engine._release()
        if failure is not None:
            self.future.set_exception(failure)
        else:
            self.future.set_result(result)  # type: ignore[arg-type]
        _running.discard(self)

    def stop(self) -> None:
        """Asks the search to end within milliseconds. Any thread; may be called again."""
        self.is_stopped = True
        self.engine._stop(self)

    def join(self) -> None:
        """Waits for the end of the thread, however often an interrupt ends the waiting. Returns at
        once on that thread, as in a callback of `future`."""
        if threading.current_thread() is self._thread:
            return
        interrupt: BaseException | None = None
        while self._thread.is_alive():
            try:
                self._thread.join()
            except BaseException as error:
                interrupt = error
        if interrupt is not None:
            raise interrupt

    def wait(self) -> T:
        """Waits for the result; whatever ends the waiting ends the search and its thread too."""
        try:
            result = self.future.result()
        except BaseException:
            self.stop()
            self.join()
            raise
        self.join()
        return result


# Threads add and discard at any time: list() copies a plain set in one step, but no WeakSet.
_running: set[Run[Any]] = set()


def _end_all() -> None:
    """At the interpreter's exit: ends the searches while Python still runs their threads."""
    for run in list(_running):
        run.stop()
        run.join()


atexit.register(_end_all)


# ---- Searches --------------------------------------------------------------------------------


def limits_of(limit: Limit | None, lines: int) -> native.KanameLimits:
    """Returns a limit as the library takes it."""
    limits: native.KanameLimits = library.kaname_no_limits()
    limit = limit if limit is not None else Limit()
    limits.lines = lines
    limits.margin_ms = 0  # the time of the search, not of its delivery
    if limit.time is not None:
        limits.turn_ms = max(1, round(limit.time * 1000))
        limits.exact_time = not limit.may_stop_early
    if limit.nodes is not None:
        limits.max_nodes = limit.nodes
    if limit.depth is not None:
        limits.max_depth = limit.depth
    return limits


class _Lines:
    """The lines of a search, joined from its reports: those of an iteration come together, and a
    search that ends early repeats lines of the iteration before."""

    def __init__(self, wanted: int) -> None:
        self.wanted = wanted
        self.whole: list[Line] = []
        self._new: list[Line] = []

    def add(self, rank: int, line: Line) -> bool:
        """Adds a line. Returns whether the iteration has all lines now."""
        if rank == 0:
            self.finish()
        if all(line.moves[0] != known.moves[0] for known in self._new):
            self._new.append(line)
        is_whole = len(self._new) == self.wanted
        if is_whole:
            self.finish()
        return is_whole

    def finish(self) -> None:
        """Ends an iteration: moves without a new line keep their old one."""
        if not self._new:
            return
        known = {line.moves[0] for line in self._new}
        lines = self._new + [line for line in self.whole if line.moves[0] not in known]
        self.whole = sorted(lines[: self.wanted], key=lambda line: -line.score)
        self._new = []


def _excluded(position: Position, root_moves: Points | None, exclude: Points) -> set[Point]:
    """Returns the points that an analysis leaves out."""
    if root_moves is not None and exclude:
        raise ValueError("root_moves and exclude are given beside each other")
    named = set(points_of(exclude if root_moves is None else root_moves, position.height))
    if not all(0 <= x < position.width and 0 <= y < position.height for x, y in named):
        raise ValueError("a point of root_moves or exclude lies off the board")
    return named if root_moves is None else set(position.points()) - named


class AnalysisRun(Run[Analysis]):
    """A running analysis: iterate over it for an Analysis an iteration, the last of which
    `is_final`; stop() ends it early. As a context manager it ends with its block."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        limit: Limit | None,
        lines: int,
        root_moves: Points | None = None,
        exclude: Points = (),
        listener: Callable[[], object] | None = None,
    ) -> None:
        """`root_moves` and `exclude`: see Engine.analyze(). `listener` is called on the search's thread
        when there are news()."""
        if not 1 <= lines <= native.MAX_LINES:
            raise ValueError(f"lines is between 1 and {native.MAX_LINES}")
        super().__init__(engine, self._search)
        self.position = position
        self._limits = limits_of(limit, lines)
        self._lines = _Lines(lines)
        self._excluded = _excluded(position, root_moves, exclude)
        self._reports: queue.SimpleQueue[Analysis | None] = queue.SimpleQueue()
        self._listener = listener
        self._failure: BaseException | None = None

    # On the thread of the search:

    def _win_rate(self, score: int) -> float:
        """Returns the win rate of a score; without a proof it is from 0.01 to 0.99."""
        rate = float(library.kaname_win_rate(self.engine.handle, score))
        is_proven = library.kaname_score_win_plies(score) != 0
        return rate if is_proven else min(max(rate, 0.01), 0.99)

    def _line(self, source: native.KanameReport | native.KanameResult, seldepth: int) -> Line:
        moves = tuple(Point(move.x, move.y) for move in source.pv[: source.pv_count])
        plies = library.kaname_score_win_plies(source.score)
        return Line(
            moves=moves,
            text=self.position.names(moves),
            score=source.score,
            win_rate=self._win_rate(source.score),
            plies_to_win=plies if plies != 0 else None,
            depth=source.depth,
            seldepth=seldepth,
            nodes=source.nodes,
            time=source.time_ms / 1000,
        )

    def _on_report(self, pointer: ctypes._Pointer[native.KanameReport], _context: object) -> None:
        try:
            report = pointer.contents
            if report.pv_count == 0 or report.line >= self._lines.wanted:
                return
            if self._lines.add(report.line, self._line(report, report.seldepth)):
                lines = tuple(self._lines.whole)
                self._put(Analysis(self.position, lines, report.nodes, report.time_ms / 1000,
                                   is_final=False))
        except BaseException as error:  # must not pass through C
            self._failure = error
            self.engine._stop(self)

    def _put(self, analysis: Analysis | None) -> None:
        self._reports.put(analysis)
        if self._listener is not None:
            self._listener()

    def _search(self) -> Analysis:
        try:
            analysis = self._think()
            self._put(analysis)
            return analysis
        finally:
            self._put(None)

    def _think(self) -> Analysis:
        if self.position.is_over:
            return Analysis(self.position, ())
        set_up(self.engine.handle, self.position)
        library.kaname_exclude_clear(self.engine.handle)
        for x, y in self._excluded:
            native.check(library.kaname_exclude(self.engine.handle, x, y, True))
        callbacks = native.KanameCallbacks(native.ON_REPORT(self._on_report))
        result = native.KanameResult()
        native.check(
            library.kaname_think(self.engine.handle, self._limits, callbacks, result)
        )
        if self._failure is not None:
            raise self._failure
        self._lines.finish()
        lines = self._lines.whole
        best = Point(result.best.x, result.best.y)
        if lines and lines[0].moves[0] == best:
            # The result's line may go on where the report's ended.
            lines[0] = self._line(result, lines[0].seldepth)
        elif not lines:
            lines = [self._line(result, result.depth)]
        return Analysis(self.position, tuple(lines), result.nodes, result.time_ms / 1000,
                        self.is_stopped)

    # On the caller's:

    def news(self) -> Iterator[Analysis | None]:
        """Returns, without waiting, what the run has found since the last call; None: it has ended.
        """
        while not self._reports.empty():
            yield self._reports.get()

    def __iter__(self) -> Iterator[Analysis]:
        try:
            while (analysis := self._reports.get()) is not None:
                yield analysis
        except BaseException:
            self.stop()
            self.join()
            raise
        self._reports.put(None)  # for another loop, which ends at once
        self.wait()

    def __enter__(self) -> AnalysisRun:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self.join()
