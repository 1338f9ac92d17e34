#!/usr/bin/env python3
"""The package's positions and engine: answers, stops, cancels, exits.

    engine_test.py
"""
import asyncio
import contextlib
import math
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest
from unittest import mock

import kaname
from kaname import Color, Limit, Point, Position, Rule

OPEN_THREE = "h8a1i8a2j8a3"  # Black to move and to win
TWO_TWOS = "g8a15h8o15i6a1i5o1"  # the same by a double-three, so not by fours alone
MIDDLE = Position.from_moves("h8i9h9i8")


def threads_of_process():
    """The number of threads of this process, those of C included."""
    return len(os.listdir("/proc/self/task"))


class Positions(unittest.TestCase):
    def test_names_count_rows_from_the_bottom(self):
        position = Position.start((15, 10))
        self.assertEqual(position.point("a1"), Point(0, 9))
        self.assertEqual(position.name((14, 0)), "o10")
        self.assertEqual(position.names(["a1", (1, 1)]), "a1 b9")

    def test_rows_have_the_shape_height_by_width(self):
        position = Position.from_moves("c1a3", size=(5, 6))
        self.assertEqual((len(position.rows), len(position.rows[0])), (6, 5))
        self.assertEqual(position.rows[5][2], Color.BLACK)
        self.assertEqual(position.at("a3"), Color.WHITE)
        self.assertEqual(position.at((5, 0)), Color.WALL)

    def test_play_and_take_back_leave_the_position_alone(self):
        position = Position.from_moves("h8i9")
        played = position.play("j10")
        self.assertEqual(position, Position.from_moves("h8 i9"))
        self.assertEqual(played.take_back(), position)
        self.assertEqual(hash(played), hash(Position.from_moves([(7, 7), (8, 6), (9, 5)])))
        self.assertEqual((position.to_move, played.to_move), (Color.BLACK, Color.WHITE))

    def test_what_the_board_does_not_allow_is_refused(self):
        for moves, status in (("h8h8", "ERR_OCCUPIED"), ("p1", "ERR_OFF_BOARD"),
                              ("a16", "ERR_OFF_BOARD"), ("a0", "ERR_OFF_BOARD")):
            with self.assertRaises(kaname.PositionError) as caught:
                Position.from_moves(moves)
            self.assertEqual(caught.exception.status, kaname.Status[status])
        for point in ((2**32 + 3, 3), (3, 2**32 + 3), (-1, 3)):
            with self.subTest(point), self.assertRaises(kaname.PositionError) as caught:
                Position.start().play(point)
            self.assertEqual(caught.exception.status, kaname.Status.ERR_OFF_BOARD)
        for wrong in ({"size": 4}, {"size": 23}, {"size": 2**32 + 15}, {"rule": "go"}):
            with self.assertRaises(ValueError):
                Position.start(**wrong)
        for moves in ("8h", "h8-", "h"):
            with self.assertRaises(ValueError):
                Position.from_moves(moves)
        with self.assertRaises(kaname.PositionError):
            Position.start().take_back()

    def test_rules_differ_on_overlines(self):
        moves = "a1a15b1b15c1c15e1e15f1g15"  # Black at d1: six in a row
        wins = {rule: Position.from_moves(moves, rule=rule).wins_at("d1") for rule in Rule}
        self.assertEqual(wins, {Rule.FREESTYLE: True, Rule.STANDARD: False, Rule.RENJU: False,
                                Rule.CARO: True, Rule.CARO_EXACT: False})
        renju = Position.from_moves(moves, rule="renju")
        self.assertTrue(renju.is_forbidden("d1"))
        self.assertEqual(renju.forbidden, (renju.point("d1"),))
        self.assertNotIn(renju.point("d1"), renju.legal_moves)
        self.assertIn(renju.point("d1"), renju.play("o8").legal_moves)

    def test_winner_and_winning_row(self):
        position = Position.from_moves("a1a15b1b15c1c15d1d15")
        self.assertIsNone(position.winner)
        self.assertEqual(set(position.winning_rows("e1")),
                         {position.point(name) for name in ("a1", "b1", "c1", "d1", "e1")})
        won = position.play("e1")
        self.assertEqual((won.winner, won.is_over, position.is_over), (Color.BLACK, True, False))
        self.assertFalse(won.wins_at("e1"))

    def test_a_position_serves_threads_and_forks(self):
        positions = [Position.from_moves("h8i9", rule=rule) for rule in Rule]
        seen = []

        def ask():
            for _ in range(200):
                for position in positions:
                    seen.append(position.play("j10").winner)

        workers = [threading.Thread(target=ask) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(seen, [None] * 4000)
        child = os.fork()
        if child == 0:
            os._exit(0 if Position.from_moves(OPEN_THREE).winner is None else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


class Searches(unittest.TestCase):
    def setUp(self):
        self.engine = kaname.Engine(hash_mib=8)
        self.addCleanup(self.engine.close)

    def test_equal_nodes_give_equal_answers(self):
        found = [self.engine.analyze(MIDDLE, Limit(nodes=3000), lines=3)]
        self.engine.clear()
        found.append(self.engine.analyze(MIDDLE, Limit(nodes=3000), lines=3))
        self.assertEqual(*[[(line.moves, line.score) for line in one.lines] for one in found])
        self.assertEqual(found[0].nodes, 3000)

    def test_lines_are_best_first_and_begin_differently(self):
        analysis = self.engine.analyze(MIDDLE, Limit(depth=5), lines=4)
        scores = [line.score for line in analysis.lines]
        self.assertEqual(scores, sorted(scores, reverse=True))
        self.assertEqual(len({line.moves[0] for line in analysis.lines}), 4)
        self.assertEqual(analysis.best, analysis.lines[0].moves[0])
        self.assertEqual(MIDDLE.play_all(analysis.lines[0].text),
                         MIDDLE.play_all(analysis.lines[0].moves))

    def test_a_search_looks_at_chosen_moves_alone(self):
        near = [(x, y) for x in range(4, 11) for y in range(4, 11)]

        def moves(**choice):
            analysis = self.engine.analyze(MIDDLE, Limit(nodes=2000), lines=60, **choice)
            return {line.moves[0] for line in analysis.lines}

        self.assertEqual(moves(root_moves="a1o15"), {MIDDLE.point("a1"), MIDDLE.point("o15")})
        self.assertFalse(moves(exclude=near) & set(near))
        self.assertTrue(moves() & set(near), "a choice does not outlast its search")
        taken = MIDDLE.stones[0].point
        for choice, error in (({"root_moves": "a1", "exclude": ["b1"]}, ValueError), ({"exclude": [(15, 0)]}, ValueError),
                              ({"root_moves": [taken]}, kaname.Error)):
            with self.subTest(choice=choice), self.assertRaises(error):
                moves(**choice)

    def test_every_board_has_as_many_lines_as_moves_at_most(self):
        full = [(x, y) for y in range(5) for x in range(5)]
        # Columns of three, three and so on: nobody has five in a row.
        stones = tuple(kaname.Stone(Point(x, y), Color((x // 2 + y) % 2)) for x, y in full[:-2])
        position = Position(5, 5, Rule.FREESTYLE, stones, Color.BLACK)
        self.assertIsNone(position.winner)
        self.assertEqual(len(self.engine.analyze(position, Limit(depth=3), lines=9).lines), 2)

    def test_reports_come_in_order_and_the_last_agrees_with_the_result(self):
        reports = []
        analysis = self.engine.analyze(MIDDLE, Limit(depth=6), on_report=reports.append)
        self.assertEqual([report.depth for report in reports],
                         sorted(report.depth for report in reports))
        self.assertEqual(reports[-1].lines[0].score, analysis.lines[0].score)
        self.assertFalse(any(report.is_final for report in reports))

    def test_a_second_loop_over_a_run_ends_at_once(self):
        with self.engine.analysis(MIDDLE, Limit(depth=3)) as run:
            self.assertGreater(len(list(run)), 0)
            self.assertEqual(list(run), [])
            self.assertEqual(list(run), [])

    def test_the_win_rate_is_of_the_side_to_move(self):
        position = Position.from_moves(OPEN_THREE)
        won = self.engine.analyze(position, Limit(depth=8))
        self.assertEqual((won.win_rate, won.win_rate_of(Color.BLACK)), (1.0, 1.0))
        self.assertEqual(won.lines[0].plies_to_win, 3)
        lost = self.engine.analyze(position.play(won.best), Limit(depth=8))
        self.assertEqual((lost.win_rate, lost.win_rate_of(Color.BLACK)), (0.0, 1.0))
        self.assertEqual(lost.lines[0].plies_to_win, -2)

    def test_a_win_rate_without_a_proof_is_neither_0_nor_1(self):
        for rate, shown in ((1.0, 0.99), (0.5, 0.5), (0.001, 0.01)):
            with mock.patch.object(kaname.native.library, "kaname_win_rate", lambda *_: rate):
                analysis = self.engine.analyze(MIDDLE, Limit(nodes=10))
            self.assertEqual((analysis.lines[0].plies_to_win, analysis.win_rate), (None, shown))

    def test_a_game_that_is_over_has_no_lines_and_no_win(self):
        over = Position.from_moves("a1a15b1b15c1c15d1d15e1")
        analysis = self.engine.analyze(over, Limit(nodes=100))
        self.assertEqual((analysis.lines, analysis.best, analysis.win_rate), ((), None, 0.0))
        for position in over, Position(stones=over.stones, to_move=Color.BLACK):
            self.assertEqual(self.engine.solve(position).verdict, kaname.Verdict.NO_WIN)

    def test_the_solver_proves_by_the_threats_it_may_use(self):
        position = Position.from_moves(TWO_TWOS)
        self.assertEqual(self.engine.solve(position).verdict, kaname.Verdict.NO_WIN)
        solution = self.engine.solve(position, "vct")
        self.assertTrue(solution.is_win)
        self.assertEqual(position.play_all(solution.moves).winner, Color.BLACK)

    def test_a_closed_engine_refuses(self):
        self.engine.close()
        self.engine.close()
        with self.assertRaises(kaname.Error):
            self.engine.analyze(MIDDLE, Limit(nodes=1))

    def test_wrong_settings_are_refused(self):
        for wrong in ({"threads": 0}, {"threads": 257}, {"threads": 2**32 + 1}, {"hash_mib": -1},
                      {"hash_mib": 2**54}, {"memory_mib": -1}, {"memory_mib": 2**44}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                kaname.Engine(**wrong)
        for weights in (__file__, pathlib.Path(__file__), [__file__]):
            with self.assertRaises(kaname.Error) as caught:
                kaname.Engine(weights=weights)
            self.assertEqual(caught.exception.status, kaname.Status.ERR_FOREIGN)
        for wrong in ({"time": 0}, {"nodes": -1}, {"depth": 0}, {"time": 2**64 / 1000},
                      {"time": math.nan}, {"time": math.inf}, {"nodes": 2**64}, {"depth": 2**32}):
            with self.subTest(wrong), self.assertRaises(ValueError):
                Limit(**wrong)
        with self.assertRaises(ValueError):
            self.engine.analysis(MIDDLE, lines=0)
        with self.assertRaisesRegex(kaname.PositionError, "no parameter is called 'no such'"):
            self.engine.set_param("no such", 1)

    def test_params_can_be_set_within_their_range(self):
        name, (value, least, most, meaning) = next(iter(kaname.params().items()))
        self.assertTrue(least <= value <= most and meaning)
        self.engine.set_param(name, most)
        with self.assertRaisesRegex(kaname.PositionError, f"{name} is between {least} and {most}"):
            self.engine.set_param(name, most + 1)
        with self.assertRaises(ValueError):
            self.engine.set_param(name, most + 2**32)


class Stops(unittest.TestCase):
    before = 1

    def tearDown(self):
        self.assertEqual([thread.name for thread in threading.enumerate()], ["MainThread"])
        # A thread has ended for Python a moment before it has for the system.
        end = time.monotonic() + 60
        while threads_of_process() > self.before and time.monotonic() < end:
            time.sleep(0.001)
        self.assertEqual(threads_of_process(), self.before)

    def test_a_stopped_search_keeps_what_it_has_found(self):
        with kaname.Engine() as engine:
            run = engine.analysis(MIDDLE)
            next(iter(run))
            run.stop()
            analysis = run.wait()
            self.assertTrue(analysis.is_stopped and analysis.lines)
            self.assertEqual(engine.analyze(MIDDLE, Limit(nodes=100)).nodes, 100)

    def test_a_search_that_is_stopped_at_once_has_a_move(self):
        with kaname.Engine() as engine:
            for _ in range(20):
                run = engine.analysis(MIDDLE)
                run.stop()
                self.assertIn(run.wait().best, MIDDLE.legal_moves)

    def test_one_search_at_a_time(self):
        with kaname.Engine() as engine, engine.analysis(MIDDLE):
            for second in (lambda: engine.analyze(MIDDLE, Limit(nodes=1)),
                           lambda: engine.solve(MIDDLE), engine.clear):
                with self.assertRaises(kaname.BusyError):
                    second()

    def test_leaving_the_block_or_the_loop_ends_the_search(self):
        with kaname.Engine() as engine:
            for _ in engine.analysis(MIDDLE):
                break
            with self.assertRaises(ZeroDivisionError), engine.analysis(MIDDLE):
                raise ZeroDivisionError
            with self.assertRaises(ZeroDivisionError):
                engine.analyze(MIDDLE, Limit(time=1000), on_report=lambda _: 1 // 0)
            engine.solve(MIDDLE)

    def test_closing_ends_the_search(self):
        engine = kaname.Engine(threads=2)
        run = engine.analysis(MIDDLE)
        engine.close()
        self.assertTrue(run.wait().is_stopped)

    def test_closing_waits_for_calls_of_other_threads(self):
        library, order = kaname.native.library, []
        free, start = library.kaname_free, kaname.Run.start
        begun = threading.Event()

        def delayed(name, call=lambda *_: None):
            def made(*arguments):
                begun.set()
                time.sleep(0.2)  # close() could overtake it
                order.append(name)
                call(*arguments)
            return made

        def freed(handle):
            free(handle)
            order.append("freed")

        for call, ended in ((lambda engine: engine.clear(), "cleared"),
                            (lambda engine: engine.analyze(MIDDLE, Limit(time=1000)), "started")):
            with self.subTest(ended), mock.patch.object(library, "kaname_free", freed), \
                    mock.patch.object(library, "kaname_clear_hash", delayed("cleared")), \
                    mock.patch.object(kaname.Run, "start", delayed("started", start)):
                engine = kaname.Engine(hash_mib=1)
                order.clear()
                begun.clear()
                thread = threading.Thread(target=call, args=[engine])
                thread.start()
                begun.wait()
                engine.close()
                thread.join()
                self.assertEqual(order, [ended, "freed"])

    def test_ctrl_c_ends_the_search(self):
        with kaname.Engine() as engine:
            def interrupt(_report):
                os.kill(os.getpid(), signal.SIGINT)

            with self.assertRaises(KeyboardInterrupt):
                engine.analyze(MIDDLE, Limit(time=1000), on_report=interrupt)
            run = engine.analysis(MIDDLE)
            with self.assertRaises(KeyboardInterrupt):
                threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
                run.wait()
            engine.solve(MIDDLE)

    def test_a_fork_refuses_the_parents_engine(self):
        with kaname.Engine(threads=2) as engine:
            engine.analyze(MIDDLE, Limit(nodes=100))
            child = os.fork()
            if child == 0:
                try:
                    engine.analyze(MIDDLE, Limit(nodes=100))
                except kaname.Error:
                    engine.close()
                    with kaname.Engine() as own:
                        os._exit(own.analyze(MIDDLE, Limit(nodes=100)).nodes - 100)
                os._exit(1)
            self.assertEqual(os.waitpid(child, 0)[1], 0)


class Async(unittest.IsolatedAsyncioTestCase):
    def tearDown(self):
        self.assertEqual([thread.name for thread in threading.enumerate()], ["MainThread"])

    async def test_other_tasks_run_during_a_search(self):
        async with kaname.AsyncEngine() as engine:
            search = asyncio.create_task(engine.analyze(MIDDLE, Limit(nodes=20000)))
            turns = 0
            while not search.done():
                await asyncio.sleep(0)
                turns += 1
            self.assertEqual((await search).nodes, 20000)
            self.assertGreater(turns, 10)

    async def test_a_search_looks_at_chosen_moves_alone(self):
        async with kaname.AsyncEngine() as engine:
            limit = Limit(nodes=500)
            self.assertEqual((await engine.analyze(MIDDLE, limit, root_moves="a1")).best, MIDDLE.point("a1"))
            async with contextlib.aclosing(engine.analysis(MIDDLE, limit, exclude="a1", root_moves=None)) as news:
                self.assertNotEqual([analysis async for analysis in news][-1].best, MIDDLE.point("a1"))

    async def test_searches_of_an_engine_take_turns(self):
        async with kaname.AsyncEngine() as engine:
            found = await asyncio.gather(*[
                engine.analyze(MIDDLE, Limit(nodes=nodes)) for nodes in (100, 200, 300)
            ], engine.solve(Position.from_moves(OPEN_THREE), "vct"))
            self.assertEqual([one.nodes for one in found[:3]], [100, 200, 300])
            self.assertTrue(found[3].is_win)

    async def test_a_cancelled_task_ends_its_search(self):
        async with kaname.AsyncEngine() as engine:
            for wait in (0, 0, 0.001, 0.02):
                search = asyncio.create_task(engine.analyze(MIDDLE, Limit(time=1000)))
                await asyncio.sleep(wait)
                search.cancel()
                search.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await search
                self.assertEqual(threading.active_count(), 1)
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.analyze(MIDDLE, Limit(time=1000)), 0.01)
            self.assertEqual((await engine.analyze(MIDDLE, Limit(nodes=100))).nodes, 100)

    async def test_a_future_that_is_cancelled_leaves_the_run_its_result(self):
        with kaname.Engine(hash_mib=1) as engine:
            run = engine.analysis(MIDDLE)
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(asyncio.wrap_future(run.future), 0.01)
            run.stop()
            run.join()
            self.assertTrue(run.wait().is_stopped)

    async def test_reports_come_as_the_search_goes_on(self):
        async with kaname.AsyncEngine() as engine:
            found = [one async for one in engine.analysis(MIDDLE, Limit(depth=5))]
            self.assertEqual([one.is_final for one in found], [False] * (len(found) - 1) + [True])
            async with contextlib.aclosing(engine.analysis(MIDDLE)) as endless:
                async for one in endless:
                    break
            self.assertEqual(threading.active_count(), 1)

    async def test_closing_answers_the_search_in_progress(self):
        engine = kaname.AsyncEngine()
        search = asyncio.create_task(engine.analyze(MIDDLE, Limit(time=1000)))
        await asyncio.sleep(0.01)
        await engine.close()
        self.assertTrue((await search).is_stopped)

    async def test_engines_search_at_the_same_time(self):
        async with kaname.AsyncEngine() as one, kaname.AsyncEngine() as other:
            endless = asyncio.create_task(one.analyze(MIDDLE, Limit(time=1000)))
            self.assertEqual((await other.analyze(MIDDLE, Limit(nodes=1000))).nodes, 1000)
            self.assertFalse(endless.done())
            endless.cancel()
            await asyncio.wait([endless])


class Registry(unittest.TestCase):
    def test_runs_may_end_while_the_exit_lists_them(self):
        running = type(kaname.run._running)()
        runs = [kaname.Run(None, int) for _ in range(2000)]
        for run in runs:
            running.add(run)
        turn = sys.getswitchinterval()
        self.addCleanup(sys.setswitchinterval, turn)
        sys.setswitchinterval(1e-6)
        thread = threading.Thread(target=lambda: [running.discard(run) for run in runs])
        thread.start()
        while thread.is_alive():
            list(running)
        thread.join()


# How a program may end while engines search. Each must end by itself, at once and with its status.
EXITS = {
    "the end of the script": ("", 0),
    "sys.exit": ("sys.exit(3)", 3),
    "an exception": ("raise ValueError", 1),
    "Ctrl-C": ("os.kill(os.getpid(), signal.SIGINT); time.sleep(60)", -signal.SIGINT),
    "a report at the exit": ("run._listener = lambda: time.sleep(0.01)", 0),
    "an engine that nobody refers to": ("del run, engine, other; gc.collect()", 0),
    "a callback that waits for its run": ("""
done = threading.Event()
run.future.add_done_callback(lambda _: (run.wait(), done.set()))
run.stop()
done.wait()""", 0),
    "a forgotten loop": ("""
async def main():
    engine = kaname.AsyncEngine()
    tasks.append(asyncio.create_task(engine.analyze(position, kaname.Limit(time=1000))))
    async for _ in engine.analysis(position): pass
tasks = []
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
asyncio.run(main())""", -signal.SIGINT),
}
BEGINNING = """
import asyncio, atexit, gc, os, signal, sys, threading, time
atexit.register(lambda: print(threading.active_count()))  # runs after those of the package
import kaname
position = kaname.Position.from_moves("h8i9h9i8")
engine, other = kaname.Engine(threads=2), kaname.Engine()
run = engine.analysis(position)
other.solving(position, "vct")
"""


class Exits(unittest.TestCase):
    def test_an_exit_during_a_search_neither_hangs_nor_crashes(self):
        for name, (ending, status) in EXITS.items():
            with self.subTest(name):
                done = subprocess.run([sys.executable, "-c", BEGINNING + ending], timeout=60,
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertEqual(done.stdout, "1\n", "threads that are left")
                expected = {"an exception": "ValueError", "Ctrl-C": "KeyboardInterrupt",
                            "a forgotten loop": "KeyboardInterrupt"}.get(name)
                self.assertEqual(done.stderr.strip().split("\n")[-1:] if expected else done.stderr,
                                 [expected] if expected else "")


if __name__ == "__main__":
    unittest.main()
