#include "check/checker.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "game/message.h"
#include "game/random.h"
#include "shared/status/failure.h"

enum { START_MS = 10000, QUIET_MS = 10 };

bool check_fail(Checker *checker, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(checker->why, sizeof(checker->why), format, arguments);
    va_end(arguments);
    return false;
}

PointResult check_result(bool is_good) {
    return is_good ? POINT_PASSED : POINT_FAILED;
}

PointResult check_skip(Checker *checker, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(checker->why, sizeof(checker->why), format, arguments);
    va_end(arguments);
    return POINT_SKIPPED;
}

/* ---- Hearing -------------------------------------------------------------------------------- */

TalkHeard check_hear(Checker *checker, int64_t wait_ms, const char **line) {
    const char *rest;
    int64_t deadline_ms = talk_elapsed_ms(checker->talk) + wait_ms;
    for (;;) {
        int64_t left_ms = deadline_ms - talk_elapsed_ms(checker->talk);
        TalkHeard heard = talk_hear(checker->talk, left_ms, line, &checker->move_ms);
        if (heard != TALK_LINE)
            return heard;
        if (!message_starts(*line, "MESSAGE", &rest) && !message_starts(*line, "DEBUG", &rest))
            return TALK_LINE;
        if (left_ms <= 0) /* a flood of messages must not extend the wait */
            return TALK_SILENCE;
    }
}

/* Fails because of a missing line: the engine ended, sent half a line, or stayed silent. */
static bool fail_unheard(Checker *checker, TalkHeard heard, const char *wanted, int64_t wait_ms) {
    if (heard == TALK_ENDED)
        return check_fail(checker, "expected %s, but the engine %s", wanted,
                          talk_end_text(checker->talk));
    if (talk_line_was_cut(checker->talk))
        return check_fail(
            checker, "expected %s within %" PRId64 " ms, but the engine sent a line without an end",
            wanted, wait_ms);
    return check_fail(checker, "expected %s within %" PRId64 " ms, got no answer", wanted, wait_ms);
}

bool check_silent(Checker *checker, int64_t wait_ms) {
    const char *line;
    switch (check_hear(checker, wait_ms, &line)) {
    case TALK_LINE:
        return check_fail(checker, "expected no answer, got '%.200s'", line);
    case TALK_ENDED:
        return check_fail(checker, "it %s", talk_end_text(checker->talk));
    case TALK_SILENCE:
        break;
    }
    return true;
}

bool check_ok(Checker *checker) {
    const char *line;
    int64_t wait_ms = START_MS + checker->tolerance_ms;
    TalkHeard heard = check_hear(checker, wait_ms, &line);
    if (heard != TALK_LINE)
        return fail_unheard(checker, heard, "OK", wait_ms);
    if (strcmp(line, "OK") != 0)
        return check_fail(checker, "expected OK alone on its line, got '%.200s'", line);
    return check_silent(checker, QUIET_MS);
}

bool check_refused(Checker *checker) {
    const char *line, *rest;
    int64_t wait_ms = 1000 + checker->tolerance_ms;
    TalkHeard heard = check_hear(checker, wait_ms, &line);
    if (heard != TALK_LINE)
        return fail_unheard(checker, heard, "ERROR or UNKNOWN", wait_ms);
    if (!message_starts(line, "ERROR", &rest) && !message_starts(line, "UNKNOWN", &rest))
        return check_fail(checker, "expected ERROR or UNKNOWN, got '%.200s'", line);
    return check_silent(checker, QUIET_MS);
}

/* ---- Moves ---------------------------------------------------------------------------------- */

/* Parses digits, a comma, digits, and nothing else. Values larger than any board become -1. */
static bool parse_move(const char *line, int *x, int *y) {
    int *const value[2] = {x, y};
    for (int i = 0; i < 2; i++) {
        if (!isdigit((unsigned char)*line))
            return false;
        int number = 0;
        for (; isdigit((unsigned char)*line); line++)
            number = number < 0 || number > 1000 ? -1 : number * 10 + (*line - '0');
        *value[i] = number;
        if (*line++ != (i == 0 ? ',' : '\0'))
            return false;
    }
    return true;
}

bool check_move_at(Checker *checker, int64_t limit_ms, int *x, int *y) {
    const char *line;
    Referee *board = &checker->board;
    int64_t wait_ms = limit_ms + checker->tolerance_ms;
    /* Wait longer than allowed, to distinguish a late move from a missing one. */
    TalkHeard heard = check_hear(checker, 2 * wait_ms + 1000, &line);
    if (heard != TALK_LINE)
        return fail_unheard(checker, heard, "a move", wait_ms);
    if (!parse_move(line, x, y))
        return check_fail(checker, "expected a move X,Y, only digits and a comma, got '%.200s'",
                          line);
    if (*x < 0 || *x >= board->width || *y < 0 || *y >= board->height)
        return check_fail(checker, "the move '%.200s' is off the board", line);
    if (board->at[*y][*x] != REFEREE_EMPTY)
        return check_fail(checker, "the move '%.200s' is on a point that is taken", line);
    if (checker->move_ms > wait_ms)
        return check_fail(checker,
                          "the move came after %" PRId64 " ms; %" PRId64 " ms and %" PRId64
                          " ms of tolerance were allowed",
                          checker->move_ms, limit_ms, checker->tolerance_ms);
    check_put(checker, *x, *y);
    return check_silent(checker, QUIET_MS);
}

bool check_move(Checker *checker, int64_t limit_ms) {
    int x, y;
    return check_move_at(checker, limit_ms, &x, &y);
}

void check_put(Checker *checker, int x, int y) {
    Referee *board = &checker->board;
    assert(board->at[y][x] == REFEREE_EMPTY);
    board->at[y][x] = referee_to_move(board);
    board->stones++;
}

void check_turn(Checker *checker, int x, int y) {
    check_put(checker, x, y);
    talk_send(checker->talk, "TURN %d,%d", x, y);
}

/* Our board does not record the order of its stones; any alternating order serves. */
void check_board(Checker *checker) {
    const Referee *board = &checker->board;
    RefereeStone mine = referee_to_move(board), wanted = REFEREE_BLACK;
    bool is_sent[REFEREE_MAX_SIZE][REFEREE_MAX_SIZE] = {{false}};
    talk_send(checker->talk, "BOARD");
    for (int sent = 0; sent < board->stones; sent++) {
        bool is_found = false;
        for (int i = 0; i < board->width * board->height && !is_found; i++) {
            int x = i % board->width, y = i / board->width;
            if (board->at[y][x] != wanted || is_sent[y][x])
                continue;
            is_found = is_sent[y][x] = true;
            talk_send(checker->talk, "%d,%d,%d", x, y, wanted == mine ? 1 : 2);
        }
        wanted = wanted == REFEREE_BLACK ? REFEREE_WHITE : REFEREE_BLACK;
    }
    talk_send(checker->talk, "DONE");
}

/* ---- Beginning ------------------------------------------------------------------------------ */

bool check_launch(Checker *checker) {
    Failure failure = FAILURE_NONE;
    checker->why[0] = '\0';
    if (!talk_start(checker->talk, &failure))
        return check_fail(checker, "it cannot be started: %s", failure.text);
    return true;
}

void check_clear_board(Checker *checker, int size, int rule) {
    bool is_known = referee_init(&checker->board, rule, size, size);
    assert(is_known);
    (void)is_known;
}

void check_send_limits(Checker *checker, int64_t turn_ms, int64_t match_ms, int rule) {
    talk_send(checker->talk, "INFO timeout_turn %" PRId64, turn_ms);
    talk_send(checker->talk, "INFO timeout_match %" PRId64, match_ms < 0 ? 0 : match_ms);
    talk_send(checker->talk, "INFO time_left %" PRId64,
              match_ms < 0 ? (int64_t)INT32_MAX : match_ms);
    talk_send(checker->talk, "INFO max_memory %" PRIu64, checker->memory);
    talk_send(checker->talk, "INFO game_type 1");
    talk_send(checker->talk, "INFO rule %d", rule);
}

bool check_begin(Checker *checker, int size, int rule) {
    check_clear_board(checker, size, rule);
    if (!check_launch(checker))
        return false;
    talk_send(checker->talk, "START %d", size);
    if (!check_ok(checker))
        return false;
    check_send_limits(checker, checker->turn_ms, -1, rule);
    return true;
}

bool check_recovers(Checker *checker) {
    const char *line;
    int x, y;
    check_clear_board(checker, checker->size, 0);
    talk_send(checker->talk, "START %d", checker->size);
    TalkHeard heard;
    do /* answers to earlier lines may still arrive */
        heard = check_hear(checker, START_MS + checker->tolerance_ms, &line);
    while (heard == TALK_LINE && strcmp(line, "OK") != 0 &&
           talk_elapsed_ms(checker->talk) < START_MS);
    if (heard != TALK_LINE || strcmp(line, "OK") != 0)
        return fail_unheard(checker, heard, "OK", START_MS);
    check_send_limits(checker, checker->turn_ms, -1, 0);
    talk_send(checker->talk, "BEGIN");
    if (!check_move(checker, checker->turn_ms))
        return false;
    check_random_point(checker, &x, &y);
    check_turn(checker, x, y);
    return check_move(checker, checker->turn_ms);
}

/* ---- Stones --------------------------------------------------------------------------------- */

static bool is_near_stone(const Referee *board, int x, int y) {
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int near_x = x + dx, near_y = y + dy;
            if (near_x >= 0 && near_x < board->width && near_y >= 0 && near_y < board->height &&
                board->at[near_y][near_x] != REFEREE_EMPTY)
                return true;
        }
    return false;
}

void check_random_point(Checker *checker, int *x, int *y) {
    const Referee *board = &checker->board;
    uint64_t seen = 0;
    bool is_near = false;
    *x = *y = -1;
    for (int i = 0; i < board->width * board->height; i++) {
        int try_x = i % board->width, try_y = i / board->width;
        if (board->at[try_y][try_x] != REFEREE_EMPTY)
            continue;
        bool now_near = is_near_stone(board, try_x, try_y);
        if (is_near && !now_near)
            continue;
        if (now_near && !is_near) {
            is_near = true;
            seen = 0;
        }
        if (random_below(&checker->random, ++seen) == 0) {
            *x = try_x;
            *y = try_y;
        }
    }
    assert(*x >= 0);
}

/* Bricks of two by one, shifted from row to row: no three of a colour in line except on the
 * diagonals of the pattern, and no five anywhere. */
void check_scatter(Checker *checker, int stones) {
    Referee *board = &checker->board;
    for (int i = 0; i < board->width * board->height && stones > 0; i++) {
        for (int k = 0; k < board->width * board->height && stones > 0; k++) {
            int x = k % board->width, y = k / board->width;
            RefereeStone brick = (x + 2 * y) / 2 % 2 == 0 ? REFEREE_BLACK : REFEREE_WHITE;
            if (board->at[y][x] != REFEREE_EMPTY || brick != referee_to_move(board))
                continue;
            check_put(checker, x, y);
            stones--;
        }
    }
}
