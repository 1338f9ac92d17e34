/* checker.h: the steps that the points of the check share: start an engine, send lines, expect
 * answers. */
#ifndef TOURNAMENT_CHECK_CHECKER_H
#define TOURNAMENT_CHECK_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "check/talk.h"
#include "shared/referee/referee.h"

typedef enum { POINT_PASSED, POINT_FAILED, POINT_SKIPPED } PointResult;

typedef struct Checker {
    /* Settings. */
    int size;
    int64_t turn_ms;      /* for a move, unless the point sets it */
    int64_t tolerance_ms; /* added to every limit of time */
    uint64_t memory;      /* bytes */
    bool takes_rule[10];  /* by rule code */
    /* The running point. */
    Talk *talk;
    Referee board;   /* the stones that the engine should know */
    int64_t move_ms; /* duration of the last move */
    char why[400];   /* the reason of a failure or a skip */
    uint64_t random;
} Checker;

typedef struct Point {
    const char *name;  /* one word, for -only */
    const char *claim; /* the behaviour that it demands */
    bool is_advice;
    PointResult (*run)(Checker *checker);
} Point;

/* All points, ended by an entry without a name. */
extern const Point points_of_talk[];
extern const Point points_of_play[];
extern const Point points_of_time[];

/* Every bool function below writes the reason to `why` before it returns false. */

__attribute__((format(printf, 2, 3))) bool check_fail(Checker *checker, const char *format, ...);
/* Converts the result of the last step to the point's. */
PointResult check_result(bool is_good);
__attribute__((format(printf, 2, 3))) PointResult check_skip(Checker *checker, const char *format,
                                                             ...);

/* Starts a fresh process and sends nothing. */
bool check_launch(Checker *checker);
/* Expects the answer `OK`, and nothing after it, to the line sent last. */
bool check_ok(Checker *checker);
/* Starts a fresh process, sends START, expects OK, and sends the INFO lines of a game with the
 * usual limit for a move. Empties our board. */
bool check_begin(Checker *checker, int size, int rule);
/* Sends the INFO lines of clock, memory and rule. match_ms: negative: no limit. */
void check_send_limits(Checker *checker, int64_t turn_ms, int64_t match_ms, int rule);
/* Empties our board. */
void check_clear_board(Checker *checker, int size, int rule);

/* Puts a stone on our board, of the side to move. */
void check_put(Checker *checker, int x, int y);
/* Puts the stone and sends TURN. */
void check_turn(Checker *checker, int x, int y);
/* Sends our board as BOARD ... DONE for the side to move. */
void check_board(Checker *checker);
/* Expects one move within the limit, exactly of the form X,Y, on an empty point of our board, and
 * nothing after it. Puts the move on our board. */
bool check_move(Checker *checker, int64_t limit_ms);
/* Does the same and returns the move in *x, *y. */
bool check_move_at(Checker *checker, int64_t limit_ms, int *x, int *y);

/* Waits for the next line that is neither MESSAGE nor DEBUG. */
TalkHeard check_hear(Checker *checker, int64_t wait_ms, const char **line);
/* Expects no line for wait_ms, and the engine still running. */
bool check_silent(Checker *checker, int64_t wait_ms);
/* Expects one line that begins with ERROR or UNKNOWN, and nothing after it. */
bool check_refused(Checker *checker);
/* Expects the engine to play on: ignores answers to earlier lines, starts a new game and expects
 * two moves. */
bool check_recovers(Checker *checker);

/* Chooses a random empty point, near the stones if there are any. */
void check_random_point(Checker *checker, int *x, int *y);
/* Puts stones of alternating colours in a pattern without threats. */
void check_scatter(Checker *checker, int stones);

#endif
