/* frontier.h: which positions of openings are to be searched next. Pure functions.
 *
 * Wanted are the positions with moves that the openings hold; the empty board; in renju the 26
 * openings; and the positions behind the good moves of a balanced position that was searched. */
#ifndef KANAME_PROTOCOL_STUDY_EXPLORER_FRONTIER_H
#define KANAME_PROTOCOL_STUDY_EXPLORER_FRONTIER_H

#include "database/openings.h"
#include "kaname.h"

#include <stdint.h>

typedef struct FrontierRules {
    KanameRule rule;
    int size;        /* of the board, a square */
    uint64_t nodes;  /* positions searched with as many are done */
    int depth;       /* most stones of a position */
    int margin;      /* per mille: a position is balanced up to this distance from a half */
    int slack;       /* per mille: a move is good up to this distance from the best one */
    int part, parts; /* from the positions dealt to `parts`, those of `part`, from 1 */
} FrontierRules;

typedef struct FrontierItem {
    char stones[OPENINGS_TEXT_MAX]; /* the form of the position */
} FrontierItem;

/* Lists the positions to search now, by number of stones, then by stones; the caller frees *items.
 * `others` counts those that belong to other parts. Returns -1 if out of memory. */
long frontier_list(const Openings *openings, const FrontierRules *rules, FrontierItem **items,
                   long *others);

#endif
