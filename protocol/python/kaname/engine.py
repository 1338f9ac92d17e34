"""The engine: searches positions, solves them, keeps what it has learned."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, TypeVar, Union

from . import native
from .native import Error, Evaluator, PositionError, SolveMode, Verdict, library
from .position import Point, Points, Position, set_up
from .run import AnalysisRun, Run, limits_of
from .search import Analysis, Limit, Solution

T = TypeVar("T")
WeightsFiles = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]
"""A path, or several."""


class BusyError(Error):
    """The engine searches already. An engine makes one search at a time."""


def _free(handle: int, process: int) -> None:
    """Frees an engine, except in a fork, which lacks its threads."""
    if os.getpid() == process:
        library.kaname_free(handle)


def _files_of(weights: WeightsFiles) -> Iterable[str | os.PathLike[str]]:
    return [weights] if isinstance(weights, (str, os.PathLike)) else weights


class Engine:
    """Searches positions. Close it, or use it as a context manager.

    `threads`: search threads, 1 to 256. `hash_mib`: MiB of the table in which it keeps what it has
    learned. `memory_mib`: limit of the memory of the whole process. `evaluator`: the tables or the
    network of the rule; by default the network. `weights`: one file or several that replace
    built-in weights.

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
        weights: WeightsFiles = (),
    ) -> None:
        self._lock = threading.Condition()  # guards what follows; notified when a call ends
        self._is_busy = False
        self._run: Run[Any] | None = None
        self._handle: int | None = library.kaname_new()
        self._process = os.getpid()
        if not self._handle:
            raise MemoryError("out of memory")
        self._free = weakref.finalize(self, _free, self._handle, self._process)
        self._free.atexit = False  # a search may run then; the system frees the memory
        try:
            native.check_range("threads", threads, 1, native.MAX_THREADS)
            native.check(library.kaname_set_threads(self.handle, threads))
            native.check_range("hash_mib", hash_mib, 0, native.UINT64_MAX >> 10)
            native.check(library.kaname_set_hash(self.handle, hash_mib << 10))
            if memory_mib is not None:
                native.check_range("memory_mib", memory_mib, 0, native.UINT64_MAX >> 20)
                native.check(library.kaname_set_memory(self.handle, memory_mib << 20))
            if evaluator is not None:
                native.check(library.kaname_set_evaluator(self.handle, evaluator))
            for path in _files_of(weights):
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
        """Ends a running search, waits for calls of other threads, and frees the memory. May be
        called again."""
        run: Run[Any] | None = None
        with self._lock:
            # In a fork no thread is left that could end the call.
            while self._is_busy and os.getpid() == self._process:
                if self._run is not None:
                    run = self._run
                    run.stop()
                self._lock.wait()
            self._handle = None
        self._free()
        if run is not None:
            run.join()

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
            self._lock.notify_all()

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
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        root_moves: Points | None = None,
        exclude: Points = (),
    ) -> AnalysisRun:
        """Starts a search and returns at once. Iterate over the result, wait() for it, or stop()
        it. Without a limit it runs until it is stopped. `root_moves` and `exclude`: see analyze()."""
        run = AnalysisRun(self, position, limit, lines, root_moves, exclude)
        self.begin(run)
        return run

    def analyze(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        root_moves: Points | None = None,
        exclude: Points = (),
        on_report: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """Searches and returns what it has found: the `lines` best moves, best first, of the points
        `root_moves` or of all but `exclude` ("h8i9", or points and names). Raises ValueError if one of
        them lies off the board or both are given, and Error if no move is left. Calls
        `on_report`, on this thread, with what is known after each iteration."""
        with self.analysis(position, limit, lines=lines, root_moves=root_moves, exclude=exclude) as run:
            if on_report is not None:
                for analysis in run:
                    if not analysis.is_final:
                        on_report(analysis)
            return run.wait()

    def solving(
        self, position: Position, mode: SolveMode | str = SolveMode.VCF, limit: Limit | None = None
    ) -> Run[Solution]:
        """Starts the solver and returns at once."""
        limits = limits_of(limit, 1)
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
        if position.is_over:
            return Solution(position, Verdict.NO_WIN, (), 0, 0.0)
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
        """Sets a parameter of the search; kaname.params() lists them. Keeps what searches have
        learned. Raises PositionError if the name is unknown or the value out of range."""
        known = params().get(name)
        if known is None:
            raise PositionError(f"no parameter is called {name!r}", native.Status.ERR_RANGE)
        native.check_range(name, value, known[1], known[2])
        self._claim(None)
        try:
            native.check(library.kaname_set_param(self.handle, name.encode(), value))
        finally:
            self._release()

    @property
    def isa(self) -> str:
        """The instruction set in use: "scalar", "avx2" or "avx512"."""
        with self._lock:  # close() waits
            text: str = library.kaname_isa(self.handle).decode()
        return text

    @property
    def weights_id(self) -> int:
        """A number of 32 bits that identifies the weights of all rules together."""
        with self._lock:  # close() waits
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
