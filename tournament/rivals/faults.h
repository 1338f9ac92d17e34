/* faults.h: wrong behaviour on request, for tests of whoever runs engines.
 *
 * Each fault is off while its field is zero or false. "At N" means the N-th request for a move
 * (BEGIN, TURN, BOARD, SWAP2BOARD) since START or RESTART, counted from 1, in every game anew. */
#ifndef RIVALS_FAULTS_H
#define RIVALS_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

#include "rivals/lines.h"
#include "rivals/position.h"

/* Every fault that waits or stays behind ends itself after this time, so that a failed test leaves
 * no process for ever. */
enum { RIVAL_FAULT_LIFETIME_S = 600 };

typedef struct RivalFaults {
    /* In time. */
    int64_t delay_ms; /* wait before every move */
    int64_t late_ms;  /* answer every move this long after the time limit */
    int hang_at;      /* say and read nothing more */
    /* In what is answered. */
    int illegal_at;      /* an occupied cell, or one off an empty board */
    int garbage_at;      /* a line that is no move, with bytes that are no text */
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

/* What to do at the process's start; call once. Does not return where a fault forbids it. */
void rival_faults_on_process_start(const RivalFaults *faults);

/* What to do at START or RESTART. Keeps the memory it takes until the process ends. */
void rival_faults_on_game_start(const RivalFaults *faults, bool *has_taken_memory);

/* What to do when a move is asked for, the number-th of the game, before thinking. */
void rival_faults_on_request(const RivalFaults *faults, int number);

/* What to do between thinking and answering. limit_left_ms is what is left of the time limit, 0 if
 * there is no limit. */
void rival_faults_before_answer(const RivalFaults *faults, int64_t limit_left_ms);

/* Writes the wrong answer in place of the number-th, if one is due. False, with nothing written,
 * when the right answer should go out. */
bool rival_faults_answer_wrongly(const RivalFaults *faults, int number,
                                 const RivalPosition *position, RivalLines *lines);

/* What to do when the process should end. */
void rival_faults_on_end(const RivalFaults *faults);

#endif
