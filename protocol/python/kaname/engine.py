"""The engine: searches positions, solves them, keeps what it has learned.

A search runs in C on a thread of its own, without Python's lock. The thread that called waits so
that Ctrl-C ends the wait, the search and its thread.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import queue
import threading
import weakref
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Generic, TypeVar

from . import native
from .native import Error, Evaluator, SolveMode, Verdict, library
from .position import Point, Position, set_up
from .search import Analysis, Limit, Line, Solution

T = TypeVar("T")


class BusyError(Error):
    """The engine searches already. An engine makes one search at a time."""


# ---- Runs ------------------------------------------------------------------------------------


class Run(Generic[T]):
    """A call into the library on a thread of its own. `future` gets its result."""

    def __init__(self, engine: Engine, work: Callable[[], T]) -> None:
        self.engine = engine
        self.future: Future[T] = Future()
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
        """Waits for the end of the thread, however often an interrupt ends the waiting."""
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


_running: weakref.WeakSet[Run[Any]] = weakref.WeakSet()


def _end_all() -> None:
    """At the interpreter's exit: ends the searches while Python still runs their threads."""
    for run in list(_running):
        run.stop()
        run.join()


atexit.register(_end_all)


# ---- Searches --------------------------------------------------------------------------------


def _limits_of(limit: Limit | None, lines: int) -> native.KanameLimits:
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


class AnalysisRun(Run[Analysis]):
    """A running analysis: iterate over it for an Analysis an iteration, the last of which
    `is_final`; stop() ends it early. As a context manager it ends with its block."""

    def __init__(
        self,
        engine: Engine,
        position: Position,
        limit: Limit | None,
        lines: int,
        listener: Callable[[], object] | None = None,
    ) -> None:
        """`listener` is called on the search's thread when there are news()."""
        if not 1 <= lines <= native.MAX_LINES:
            raise ValueError(f"lines is between 1 and {native.MAX_LINES}")
        super().__init__(engine, self._search)
        self.position = position
        self._limits = _limits_of(limit, lines)
        self._lines = _Lines(lines)
        self._reports: queue.SimpleQueue[Analysis | None] = queue.SimpleQueue()
        self._listener = listener
        self._failure: BaseException | None = None

    # On the thread of the search:

    def _line(self, source: native.KanameReport | native.KanameResult, seldepth: int) -> Line:
        moves = tuple(Point(move.x, move.y) for move in source.pv[: source.pv_count])
        plies = library.kaname_score_win_plies(source.score)
        return Line(
            moves=moves,
            text=self.position.names(moves),
            score=source.score,
            win_rate=library.kaname_win_rate(self.engine.handle, source.score),
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


# ---- The engine ------------------------------------------------------------------------------


def _free(handle: int, process: int) -> None:
    """Frees an engine, except in a fork, which lacks its threads."""
    if os.getpid() == process:
        library.kaname_free(handle)


class Engine:
    """Searches positions. Close it, or use it as a context manager.

    `threads`: search threads, 1 to 256. `hash_mib`: MiB of the table in which it keeps what it has
    learned. `memory_mib`: limit of the memory of the whole process. `evaluator`: the tables or the
    network of the rule; by default the network. `weights`: files that replace built-in weights.

    Any thread may use it, one search at a time: another one raises BusyError. Independent engines
    search at the same time.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mib: int = 64,
        memory_mib: int | None = None,
        evaluator: Evaluator | None = None,
        weights: Iterable[str | os.PathLike[str]] = (),
    ) -> None:
        self._lock = threading.Lock()  # guards what follows
        self._is_busy = False
        self._run: Run[Any] | None = None
        self._handle: int | None = library.kaname_new()
        self._process = os.getpid()
        if not self._handle:
            raise MemoryError("out of memory")
        self._free = weakref.finalize(self, _free, self._handle, self._process)
        self._free.atexit = False  # a search may run then; the system frees the memory
        try:
            native.check(library.kaname_set_threads(self.handle, threads))
            native.check(library.kaname_set_hash(self.handle, hash_mib * 1024))
            if memory_mib is not None:
                native.check(library.kaname_set_memory(self.handle, memory_mib << 20))
            if evaluator is not None:
                native.check(library.kaname_set_evaluator(self.handle, evaluator))
            for path in weights:
                with open(path, "rb") as file:
                    data = file.read(native.MAX_WEIGHTS_BYTES + 1)
                native.check(library.kaname_load_weights(self.handle, data, len(data)))
        except BaseException:
            self.close()
            raise

    # ---- Lifecycle -------------------------------------------------------------------------

    @property
    def handle(self) -> int:
        """The C library's engine, for calls of kaname.native.library."""
        if self._handle is None:
            raise Error("the engine is closed")
        if os.getpid() != self._process:
            raise Error("a fork does not copy an engine's threads: make the engine after it")
        return self._handle

    def close(self) -> None:
        """Ends a running search and frees the memory. May be called again."""
        with self._lock:
            run = self._run
        if run is not None:
            run.stop()
            run.join()
        with self._lock:
            self._handle = None
        self._free()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # ---- Claims ----------------------------------------------------------------------------

    def _claim(self, run: Run[Any] | None) -> None:
        """Takes the engine for a run, or for a short call of this thread."""
        with self._lock:
            handle = self.handle
            if self._is_busy:
                raise BusyError("the engine searches already")
            self._is_busy, self._run = True, run
            library.kaname_clear_stop(handle)

    def _release(self) -> None:
        with self._lock:
            self._is_busy, self._run = False, None

    def _stop(self, run: Run[T]) -> None:
        """Stops the search if it is still this one."""
        with self._lock:
            if self._run is run and self._handle is not None:
                library.kaname_stop(self._handle)

    def begin(self, run: Run[T]) -> None:
        """Starts a run, which has to be this engine's; raises BusyError if another one goes on."""
        self._claim(run)
        run.start()

    # ---- Searches --------------------------------------------------------------------------

    def analysis(
        self, position: Position, limit: Limit | None = None, *, lines: int = 1
    ) -> AnalysisRun:
        """Starts a search and returns at once. Iterate over the result, wait() for it, or stop()
        it. Without a limit it runs until it is stopped."""
        run = AnalysisRun(self, position, limit, lines)
        self.begin(run)
        return run

    def analyze(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        on_report: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """Searches and returns what it has found: the `lines` best moves, best first. Calls
        `on_report`, on this thread, with what is known after each iteration."""
        with self.analysis(position, limit, lines=lines) as run:
            if on_report is not None:
                for analysis in run:
                    if not analysis.is_final:
                        on_report(analysis)
            return run.wait()

    def solving(
        self, position: Position, mode: SolveMode | str = SolveMode.VCF, limit: Limit | None = None
    ) -> Run[Solution]:
        """Starts the solver and returns at once."""
        limits = _limits_of(limit, 1)
        wanted = mode if isinstance(mode, SolveMode) else SolveMode[mode.upper()]
        run: Run[Solution] = Run(self, lambda: self._solve(position, wanted, limits))
        self.begin(run)
        return run

    def solve(
        self, position: Position, mode: SolveMode | str = SolveMode.VCF, limit: Limit | None = None
    ) -> Solution:
        """Searches for a win of the side to move by continuous threats. A win is a proof; "no win"
        is exhaustive, but VCT may miss a threat that takes more than 4,096 stones to find. Of the
        limit, time and nodes count."""
        return self.solving(position, mode, limit).wait()

    def _solve(
        self, position: Position, mode: SolveMode, limits: native.KanameLimits
    ) -> Solution:
        solution = native.KanameSolution()
        set_up(self.handle, position)
        native.check(library.kaname_solve(self.handle, mode, limits, solution))
        moves = tuple(Point(move.x, move.y) for move in solution.line[: solution.line_count])
        return Solution(
            position, Verdict(solution.verdict), moves, solution.nodes, solution.time_ms / 1000
        )

    # ---- Settings --------------------------------------------------------------------------

    def clear(self) -> None:
        """Forgets what searches have learned."""
        self._claim(None)
        try:
            library.kaname_clear_hash(self.handle)
        finally:
            self._release()

    def set_param(self, name: str, value: int) -> None:
        """Sets a parameter of the search; params() lists them. Keeps what searches have learned."""
        self._claim(None)
        try:
            native.check(library.kaname_set_param(self.handle, name.encode(), value))
        finally:
            self._release()

    @property
    def isa(self) -> str:
        """The instruction set in use: "scalar", "avx2" or "avx512"."""
        text: str = library.kaname_isa(self.handle).decode()
        return text

    @property
    def weights_id(self) -> int:
        """A number of 32 bits that identifies the weights of all rules together."""
        return int(library.kaname_weights_id(self.handle))


def params() -> dict[str, tuple[int, int, int, str]]:
    """Returns the search's parameters: (default, minimum, maximum, meaning) by name."""
    found = {}
    param = native.KanameParam()
    index = 0
    while library.kaname_param(index, param):
        found[param.name.decode()] = (
            param.value, param.minimum, param.maximum, param.meaning.decode(),
        )
        index += 1
    return found
