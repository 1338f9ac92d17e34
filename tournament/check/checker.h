/* checker.h: what the points of the check have in common: an engine, a board, ways to ask. */
#ifndef TOURNAMENT_CHECK_CHECKER_H
#define TOURNAMENT_CHECK_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "check/talk.h"
#include "game/referee.h"

typedef enum { POINT_PASSED, POINT_FAILED, POINT_SKIPPED } PointResult;

typedef struct Checker {
    /* Settings. */
    int size;
    int64_t turn_ms;      /* for a move where nothing else is said */
    int64_t tolerance_ms; /* added to every limit of time */
    uint64_t memory;      /* bytes */
    bool takes_rule[10];  /* by rule code */
    /* The point under way. */
    Talk *talk;
    Referee board;   /* the stones that the engine should know of */
    int64_t move_ms; /* what the last move took */
    char why[400];   /* why it failed or was skipped */
    uint64_t random;
} Checker;

typedef struct Point {
    const char *name;  /* one word, for -only */
    const char *claim; /* what must be true */
    bool is_advice;
    PointResult (*run)(Checker *checker);
} Point;

/* All points, ended by an entry without a name. */
extern const Point points_of_talk[];
extern const Point points_of_play[];
extern const Point points_of_time[];

/* Every function below that gives bool has told why in `why` when it gives false. */

__attribute__((format(printf, 2, 3))) bool check_fail(Checker *checker, const char *format, ...);
/* A point's result from the last step's. */
PointResult check_result(bool is_good);
__attribute__((format(printf, 2, 3))) PointResult check_skip(Checker *checker, const char *format,
                                                             ...);

/* A fresh process; nothing is said yet. */
bool check_launch(Checker *checker);
/* Expects the answer `OK`, and nothing after it, to a line just sent. */
bool check_ok(Checker *checker);
/* A fresh process, START, OK, and the INFO lines of a game with the usual limit for a move. The
 * board is empty then. */
bool check_begin(Checker *checker, int size, int rule);
/* The INFO lines of clock and rule; a negative match: no limit. */
void check_send_limits(Checker *checker, int64_t turn_ms, int64_t match_ms, int rule);
/* Forgets the stones on our side. */
void check_clear_board(Checker *checker, int size, int rule);

/* Puts a stone on our board, of the side to move. */
void check_put(Checker *checker, int x, int y);
/* Sends TURN, after putting the stone. */
void check_turn(Checker *checker, int x, int y);
/* Sends our board as BOARD ... DONE for the side to move. */
void check_board(Checker *checker);
/* Expects one move within the limit, exactly in the form X,Y, on an empty point of our board, with
 * nothing after it, and puts it there. */
bool check_move(Checker *checker, int64_t limit_ms);
/* The same, and which move it was. */
bool check_move_at(Checker *checker, int64_t limit_ms, int *x, int *y);

/* The next line that is neither MESSAGE nor DEBUG. */
TalkHeard check_hear(Checker *checker, int64_t wait_ms, const char **line);
/* No answer to what was sent last, and the engine is still there. */
bool check_silent(Checker *checker, int64_t wait_ms);
/* One line that begins with ERROR or UNKNOWN. */
bool check_refused(Checker *checker);
/* It still plays: after whatever was sent, and whatever it says to that, a new game begins. */
bool check_recovers(Checker *checker);

/* A random empty point, near the stones if there are any. */
void check_random_point(Checker *checker, int *x, int *y);
/* Puts stones of both colours in turn, far from making fives. */
void check_scatter(Checker *checker, int stones);

#endif
