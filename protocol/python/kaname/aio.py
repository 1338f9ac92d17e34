"""The engine for asyncio: searches that other tasks do not wait for, and that can be cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import TypeVar

from .engine import Engine, WeightsFiles
from .native import Evaluator, SolveMode
from .position import Points, Position
from .run import AnalysisRun, Run
from .search import Analysis, Limit, Solution

T = TypeVar("T")


async def _settle(run: Run[T]) -> None:
    """Waits for the end of the run's thread, however often the task is cancelled."""
    waiter = asyncio.wrap_future(run.future)
    cancelled: asyncio.CancelledError | None = None
    while not waiter.done():
        try:
            await asyncio.wait([waiter])
        except asyncio.CancelledError as error:
            run.stop()  # it ends within milliseconds
            cancelled = error
    run.join()
    waiter.exception()  # seen, also where the task ends by its cancellation
    if cancelled is not None:
        raise cancelled


async def _finish(run: Run[T]) -> T:
    """Returns the result of a run. Cancelling the task ends the search and its thread first."""
    await _settle(run)
    return run.future.result()


class AsyncEngine:
    """An Engine for the tasks of an event loop; it takes the same arguments. Searches wait for
    their turn: make several engines to search at the same time. Cancelling a task ends its search
    and leaves no thread behind."""

    def __init__(
        self,
        *,
        threads: int = 1,
        hash_mib: int = 64,
        memory_mib: int | None = None,
        evaluator: Evaluator | None = None,
        weights: WeightsFiles = (),
    ) -> None:
        self.engine = Engine(
            threads=threads,
            hash_mib=hash_mib,
            memory_mib=memory_mib,
            evaluator=evaluator,
            weights=weights,
        )
        self._turn = asyncio.Lock()

    async def analyze(
        self,
        position: Position,
        limit: Limit,
        *,
        lines: int = 1,
        root_moves: Points | None = None,
        exclude: Points = (),
    ) -> Analysis:
        """Searches and returns what it has found: Engine.analyze()."""
        async with self._turn:
            return await _finish(
                self.engine.analysis(position, limit, lines=lines, root_moves=root_moves, exclude=exclude)
            )

    async def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        *,
        lines: int = 1,
        root_moves: Points | None = None,
        exclude: Points = (),
    ) -> AsyncIterator[Analysis]:
        """Searches, and yields what is known after each iteration; the last Analysis `is_final`.
        The search ends when the loop over it does, at the latest when the generator is closed: use
        contextlib.aclosing() for a loop that may break."""
        async with self._turn:
            changed = asyncio.Event()
            loop = asyncio.get_running_loop()
            run = AnalysisRun(
                self.engine,
                position,
                limit,
                lines,
                root_moves,
                exclude,
                listener=lambda: loop.call_soon_threadsafe(changed.set),
            )
            self.engine.begin(run)
            try:
                while True:
                    await changed.wait()
                    changed.clear()
                    for analysis in run.news():
                        if analysis is None:
                            await _finish(run)
                            return
                        yield analysis
            finally:
                run.stop()
                await _settle(run)

    async def solve(
        self, position: Position, mode: SolveMode | str = SolveMode.VCF, limit: Limit | None = None
    ) -> Solution:
        """Searches for a win of the side to move by continuous threats: Engine.solve()."""
        async with self._turn:
            return await _finish(self.engine.solving(position, mode, limit))

    async def close(self) -> None:
        """Ends a search in progress, whose task gets what it has found, and frees the memory."""
        self.engine.close()

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
