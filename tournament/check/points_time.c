/* points_time.c: points about clocks, memory and the end. */
#include <inttypes.h>
#include <string.h>

#include "check/checker.h"
#include "game/message.h"

enum { LONG_MS = 20000, END_MS = 500, ABOUT_MS = 5000 };

/* Sends the limits and a position that needs thought; does not wait for the answer. */
static bool set_thinking(Checker *checker, int64_t turn_ms, int64_t match_ms) {
    if (!check_begin(checker, checker->size, 0))
        return false;
    check_send_limits(checker, turn_ms, match_ms, 0);
    check_scatter(checker, 6);
    check_board(checker);
    return true;
}

static PointResult obeys_turn_limit(Checker *checker) {
    const int64_t limits_ms[] = {100, 300, 1000};
    for (int i = 0; i < 3; i++)
        if (!set_thinking(checker, limits_ms[i], -1) || !check_move(checker, limits_ms[i]))
            return POINT_FAILED;
    return POINT_PASSED;
}

static PointResult obeys_changed_limit(Checker *checker) {
    const int64_t limits_ms[] = {800, 100, 400};
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    for (int i = 0; i < 3; i++) {
        int x, y;
        talk_send(checker->talk, "INFO timeout_turn %" PRId64, limits_ms[i]);
        check_random_point(checker, &x, &y);
        check_turn(checker, x, y);
        if (!check_move(checker, limits_ms[i]))
            return POINT_FAILED;
    }
    return POINT_PASSED;
}

static PointResult keeps_limits_over_start(Checker *checker) {
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    check_send_limits(checker, 200, -1, 0);
    talk_send(checker->talk, "START %d", checker->size);
    if (!check_ok(checker))
        return POINT_FAILED;
    check_scatter(checker, 6);
    check_board(checker);
    return check_result(check_move(checker, 200));
}

static PointResult obeys_match_limit(Checker *checker) {
    const int64_t left_ms[] = {2000, 500, 200};
    for (int i = 0; i < 3; i++) {
        if (!check_begin(checker, checker->size, 0))
            return POINT_FAILED;
        check_send_limits(checker, LONG_MS, LONG_MS, 0);
        talk_send(checker->talk, "INFO time_left %" PRId64, left_ms[i]);
        check_scatter(checker, 6);
        check_board(checker);
        if (!check_move(checker, left_ms[i]))
            return POINT_FAILED;
    }
    return POINT_PASSED;
}

/* Plays twelve moves of the engine on three seconds. */
static PointResult spreads_match_time(Checker *checker) {
    int64_t left_ms = 3000;
    bool is_good = check_begin(checker, checker->size, 0);
    check_send_limits(checker, LONG_MS, left_ms, 0);
    check_scatter(checker, 8);
    for (int i = 0; i < 12 && is_good; i++) {
        Referee before = checker->board;
        int x, y;
        int64_t shown_ms = left_ms > 0 ? left_ms : 0;
        talk_send(checker->talk, "INFO time_left %" PRId64, shown_ms);
        check_board(checker);
        is_good = check_move_at(checker, shown_ms, &x, &y);
        left_ms -= checker->move_ms;
        if (is_good && left_ms + checker->tolerance_ms < 0)
            is_good = check_fail(checker, "move %d overran the match's time by %" PRId64 " ms",
                                 i + 1, -left_ms);
        /* A five must not end the game: continue from the position before it. */
        checker->board = before;
        if (is_good) {
            check_scatter(checker, 2);
        }
    }
    return check_result(is_good);
}

static PointResult plays_fast_when_told(Checker *checker) {
    enum { FAST_MS = 1000 };
    if (!set_thinking(checker, 0, -1) || !check_move(checker, FAST_MS))
        return POINT_FAILED;
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    check_send_limits(checker, LONG_MS, LONG_MS, 0);
    talk_send(checker->talk, "INFO time_left 0");
    check_scatter(checker, 6);
    check_board(checker);
    return check_result(check_move(checker, FAST_MS));
}

static PointResult hears_info_while_thinking(Checker *checker) {
    enum { THINK_MS = 1500 };
    if (!set_thinking(checker, THINK_MS, -1))
        return POINT_FAILED;
    talk_wait(checker->talk, 200);
    int64_t thought_ms = talk_elapsed_ms(checker->talk);
    talk_send(checker->talk, "INFO time_left 100000");
    talk_send(checker->talk, "INFO fnord 1");
    return check_result(check_move(checker, THINK_MS - thought_ms));
}

static PointResult stops_when_told(Checker *checker) {
    if (!set_thinking(checker, LONG_MS, -1))
        return POINT_FAILED;
    talk_wait(checker->talk, 300);
    talk_send(checker->talk, "INFO timeout_turn 0");
    return check_result(check_move(checker, 1000));
}

static PointResult obeys_yxstop(Checker *checker) {
    const char *line, *rest;
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    talk_send(checker->talk, "YXSTOP");
    if (check_hear(checker, 300, &line) == TALK_LINE) {
        if (message_starts(line, "UNKNOWN", &rest))
            return check_skip(checker, "it does not know YXSTOP");
        return check_result(
            check_fail(checker, "expected no answer to YXSTOP while idle, got '%.200s'", line));
    }
    check_send_limits(checker, LONG_MS, -1, 0);
    check_scatter(checker, 6);
    check_board(checker);
    talk_wait(checker->talk, 300);
    talk_send(checker->talk, "YXSTOP");
    return check_result(check_move(checker, 500) && check_silent(checker, 300));
}

static PointResult bears_suspension(Checker *checker) {
    int x, y;
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    talk_send(checker->talk, "BEGIN");
    bool is_good = check_move(checker, checker->turn_ms);
    for (int i = 0; i < 2 && is_good; i++) {
        talk_suspend(checker->talk, true);
        talk_wait(checker->talk, 700);
        talk_suspend(checker->talk, false);
        check_random_point(checker, &x, &y);
        check_turn(checker, x, y);
        is_good = check_move(checker, checker->turn_ms);
    }
    return check_result(is_good);
}

static PointResult keeps_to_memory(Checker *checker) {
    uint64_t most = 0;
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    for (int i = 0; i < 4; i++) {
        int x, y;
        check_random_point(checker, &x, &y);
        check_turn(checker, x, y);
        talk_wait(checker->talk, checker->turn_ms / 2);
        uint64_t now = talk_memory(checker->talk);
        most = now > most ? now : most;
        if (!check_move(checker, checker->turn_ms))
            return POINT_FAILED;
        now = talk_memory(checker->talk);
        most = now > most ? now : most;
    }
    if (most > checker->memory)
        return check_result(check_fail(checker,
                                       "it took %" PRIu64 " MiB, max_memory was %" PRIu64 " MiB",
                                       most >> 20, checker->memory >> 20));
    return POINT_PASSED;
}

/* ---- The end -------------------------------------------------------------------------------- */

/* Expects the engine to end soon, without further lines. */
static bool ends_soon(Checker *checker, const char *after) {
    const char *line;
    int64_t limit_ms = END_MS + checker->tolerance_ms;
    TalkHeard heard;
    while ((heard = check_hear(checker, limit_ms, &line)) == TALK_LINE &&
           talk_elapsed_ms(checker->talk) < limit_ms)
        continue; /* an answer may have been on its way */
    if (heard != TALK_ENDED)
        return check_fail(checker, "it was still there %" PRId64 " ms after %s", limit_ms, after);
    return true;
}

static PointResult ends_before_start(Checker *checker) {
    const char *line;
    if (!check_launch(checker))
        return POINT_FAILED;
    talk_send(checker->talk, "ABOUT"); /* the answer shows that the engine is running */
    check_hear(checker, ABOUT_MS, &line);
    talk_send(checker->talk, "END");
    return check_result(ends_soon(checker, "END"));
}

static PointResult ends_after_moves(Checker *checker) {
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    talk_send(checker->talk, "BEGIN");
    if (!check_move(checker, checker->turn_ms))
        return POINT_FAILED;
    talk_send(checker->talk, "END");
    return check_result(ends_soon(checker, "END"));
}

static PointResult ends_while_thinking(Checker *checker) {
    if (!set_thinking(checker, LONG_MS, -1))
        return POINT_FAILED;
    talk_wait(checker->talk, 300);
    talk_send(checker->talk, "END");
    return check_result(ends_soon(checker, "END"));
}

static PointResult ends_with_its_input(Checker *checker) {
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    talk_send(checker->talk, "BEGIN");
    if (!check_move(checker, checker->turn_ms))
        return POINT_FAILED;
    talk_close_input(checker->talk);
    return check_result(ends_soon(checker, "the end of its input"));
}

static PointResult ends_with_its_input_thinking(Checker *checker) {
    if (!set_thinking(checker, LONG_MS, -1))
        return POINT_FAILED;
    talk_wait(checker->talk, 300);
    talk_close_input(checker->talk);
    return check_result(ends_soon(checker, "the end of its input"));
}

static PointResult ends_with_half_a_board(Checker *checker) {
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    talk_send(checker->talk, "BOARD");
    talk_send_bytes(checker->talk, "7,7,1\n8,", 8);
    talk_close_input(checker->talk);
    return check_result(ends_soon(checker, "the end of its input"));
}

static PointResult leaves_nothing_behind(Checker *checker) {
    if (!check_begin(checker, checker->size, 0))
        return POINT_FAILED;
    talk_send(checker->talk, "BEGIN");
    if (!check_move(checker, checker->turn_ms))
        return POINT_FAILED;
    int left = talk_end_and_count_left(checker->talk, END_MS + checker->tolerance_ms);
    if (left < 0)
        return check_result(check_fail(checker, "it did not end after END"));
    if (left > 0)
        return check_result(check_fail(checker, "%d of its processes outlived it", left));
    return POINT_PASSED;
}

const Point points_of_time[] = {
    {"turn-limit", "answers within timeout_turn", false, obeys_turn_limit},
    {"turn-change", "obeys a new timeout_turn before a move", false, obeys_changed_limit},
    {"limits-kept", "keeps its limits over START", true, keeps_limits_over_start},
    {"match-limit", "answers within time_left", false, obeys_match_limit},
    {"match-spread", "makes a dozen moves on a short match time", false, spreads_match_time},
    {"fast", "moves at once for timeout_turn 0 and for time_left 0", true, plays_fast_when_told},
    {"think-info", "accepts INFO while it thinks", false, hears_info_while_thinking},
    {"think-stop", "moves at once for INFO timeout_turn 0 while it thinks", true, stops_when_told},
    {"yxstop", "moves once on YXSTOP, and does not answer it when idle", true, obeys_yxstop},
    {"suspension", "plays on after it was suspended", false, bears_suspension},
    {"memory", "keeps within max_memory with all its processes", false, keeps_to_memory},
    {"end-first", "ends on END before START", false, ends_before_start},
    {"end", "ends on END after a move", false, ends_after_moves},
    {"end-thinking", "ends on END while it thinks", false, ends_while_thinking},
    {"eof", "ends when its input does", false, ends_with_its_input},
    {"eof-thinking", "ends when its input does while it thinks", false,
     ends_with_its_input_thinking},
    {"eof-board", "ends when its input does in the middle of BOARD", false, ends_with_half_a_board},
    {"left-behind", "leaves no process behind", false, leaves_nothing_behind},
    {0},
};
