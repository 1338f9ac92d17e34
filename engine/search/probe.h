/* probe.h: draws positions by chance from the inside of a search, for training.
 *
 * A search evaluates positions that no game reaches: behind moves that lose something, in the
 * middle of an attack. An evaluation that has learned from games alone has not seen their like.
 *
 * Each position evaluated exactly for the first time has the same chance (reservoir sampling:
 * Vitter, "Random Sampling with a Reservoir", 1985, algorithm R). Belongs to the thread that
 * searches; the draw repeats with one thread and a node limit. */
#ifndef KANAME_SEARCH_PROBE_H
#define KANAME_SEARCH_PROBE_H

#include "board/board.h"

enum {
    PROBES_MAX = 8,      /* positions of one draw */
    PROBE_MOVES_MAX = 24 /* moves from the root to a position; deeper ones are not drawn */
};

typedef struct Probe {
    int count;   /* moves from the root */
    Score score; /* static, for the side to move */
    Cell moves[PROBE_MOVES_MAX];
} Probe;

typedef struct Probes {
    int wanted; /* positions to draw, up to PROBES_MAX; 0: none */
    uint64_t rng;
    int count; /* positions drawn */
    Probe of[PROBES_MAX];
    uint64_t seen; /* positions they were drawn from */
} Probes;

/* Prepares a draw. */
void probes_begin(Probes *probes, int wanted, uint64_t seed);
/* Offers the position of the board, whose last `count` stones, one or more, are the moves from the
 * root, with its static score. */
void probes_offer(Probes *probes, const Board *board, int count, Score score);

#endif
