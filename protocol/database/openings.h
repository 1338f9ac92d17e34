/* openings.h: openings in memory: for each position the moves that games played, the results of
 * these games, and what searches think of the moves. openings_file.h reads and writes files of
 * them. Positions are kept in the form of openings_key.h. One thread at a time may use an Openings.
 * Functions that return bool return false if out of memory unless they say otherwise. */
#ifndef KANAME_PROTOCOL_DATABASE_OPENINGS_H
#define KANAME_PROTOCOL_DATABASE_OPENINGS_H

#include "database/openings_key.h"
#include "database/positions.h"

#include <stdint.h>

#define OPENINGS_COUNT_MAX INT64_C(999999999) /* of games, in each count */

enum {
    OPENINGS_RATE_MAX = 1000, /* the whole point */
    OPENINGS_PLIES_MAX = 999
};

/* The value of a move for the side that plays it. */
typedef struct OpeningsValue {
    int rate;  /* share of the points, per mille; 0 or OPENINGS_RATE_MAX if proven */
    int plies; /* to the end of the game, with the move: of a win positive, of a loss negative; 0:
                  not proven */
} OpeningsValue;

typedef struct OpeningsMove {
    KanamePoint move;
    int64_t black, drawn, white; /* games by result */
    int64_t open;                /* games without a result */
    bool is_searched;
    OpeningsValue value; /* if it is searched */
} OpeningsMove;

/* A position in its form. The first moves are those that were searched, the best one first; then
 * come the others, the most frequent one first. */
typedef struct OpeningsPosition {
    KanameRule rule;
    int size;
    char stones[OPENINGS_TEXT_MAX];
    uint64_t nodes; /* of the search; 0: not searched */
    size_t count;
    const OpeningsMove *moves;
} OpeningsPosition;

typedef struct Openings Openings;

/* Returns NULL if out of memory. */
Openings *openings_new(void);
void openings_free(Openings *openings); /* ignores NULL */

static inline int64_t openings_games(const OpeningsMove *move) {
    return move->black + move->drawn + move->white + move->open;
}
/* Orders values, the better one first: negative if `a` is better, 0 if they are equal. */
int openings_compare_values(OpeningsValue a, OpeningsValue b);
/* Orders moves as a position lists them. */
int openings_compare_moves(const OpeningsMove *a, const OpeningsMove *b);

/* Returns the position in this form; NULL if it is not there. Valid until it is next changed. */
const OpeningsPosition *openings_find(const Openings *openings, KanameRule rule, int size,
                                      const char *stones);
/* Adds the games of a move of the position, played on its own board. Counts stop at their maximum.
 * Positions that are no openings are ignored. */
bool openings_count(Openings *openings, const DatabasePosition *position, const OpeningsMove *move);
/* Replaces what is known by searches of the position in this form, unless a search of more nodes
 * is. `moves` are points of the form; their games are ignored. */
bool openings_judge(Openings *openings, KanameRule rule, int size, const char *stones,
                    uint64_t nodes, const OpeningsMove *moves, size_t count);
/* Clears all counts of games. */
void openings_clear_games(Openings *openings);

/* Returns the number of positions with moves, and writes them, sorted by rule, size, nodes, number
 * of stones, stones, to *positions, which the caller frees. Returns -1 if out of memory. */
long openings_list(const Openings *openings, const OpeningsPosition ***positions);

/* The moves of a position on its own board. */
typedef struct OpeningsLook {
    uint64_t nodes; /* of the search of the position; 0: not searched */
    int64_t games;  /* of all moves */
    size_t count;
    OpeningsMove moves[KANAME_MAX_CELLS];
} OpeningsLook;

/* Reads the moves of the position, in the order of openings_compare_moves(). Of moves that a
 * symmetry makes equal one is listed. The value of a move is that of the search of the position
 * behind it, if there is one. Lists nothing if the position is not there. */
void openings_look(const Openings *openings, const DatabasePosition *position, OpeningsLook *look);

#endif
