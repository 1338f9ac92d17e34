/* faults.h: wrong behaviour on request, for tests of programs that run engines.
 *
 * Each fault is off while its field is zero or false. "At N" means the N-th request for a move
 * (BEGIN, TURN, BOARD, SWAP2BOARD, OPENINGBOARD) since START or RESTART, from 1. */
#ifndef RIVALS_FAULTS_H
#define RIVALS_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "rivals/lines.h"
#include "rivals/position.h"

/* A process that hangs or outlives its parent ends after this time, so a failed test leaves no
 * process behind. */
enum { RIVAL_FAULT_LIFETIME_S = 600 };

typedef struct RivalFaults {
    /* In time. */
    int64_t delay_ms; /* wait before every move */
    int64_t late_ms;  /* answer every move this long after the time limit */
    int hang_at;      /* say and read nothing more */
    /* In the answer. */
    int illegal_at;      /* an occupied cell, or one off an empty board */
    int garbage_at;      /* a line without a move, with bytes that are not text */
    int half_line_at;    /* the beginning of a move, and no line end */
    int endless_line_at; /* bytes without a line end, until the pipe breaks */
    bool silent_about;   /* no answer to ABOUT */
    bool no_ok;          /* no answer to START and RESTART */
    /* In the process. */
    int crash_at;       /* dies by SIGABRT */
    bool exit_at_start; /* ends with status 3 before reading a line */
    bool no_exit;       /* ignores END, the end of input and SIGTERM */
    bool flood_stderr;  /* a mebibyte on stderr before every answer to a request for a move */
    bool fork_children; /* two processes that hold the pipes open and outlive this one */
    int64_t memory_mb;  /* mebibytes taken and written to when a game starts */
} RivalFaults;

/* Call these at the events in their names. This one runs once, when the process starts; it does not
 * return if the process must end. */
void rival_faults_on_process_start(const RivalFaults *faults);

/* At START or RESTART. Keeps the memory that it takes until the process ends. */
void rival_faults_on_game_start(const RivalFaults *faults, bool *has_taken_memory);

/* At request `number` for a move in a game, before thinking. */
void rival_faults_on_request(const RivalFaults *faults, int number);

/* Between thinking and answering. `limit_left_ms` is the rest of the time limit, 0 without a limit.
 */
void rival_faults_before_answer(const RivalFaults *faults, int64_t limit_left_ms);

/* If a fault demands it, writes a wrong answer to request `number` and returns true. Else writes
 * nothing and returns false: the right answer is due. */
bool rival_faults_answer_wrongly(const RivalFaults *faults, int number,
                                 const RivalPosition *position, RivalLines *lines);

/* When the process should end. */
void rival_faults_on_end(const RivalFaults *faults);

#endif
