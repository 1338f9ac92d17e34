/* suite.h: positions with the answer that a search must find, one per line of a text file.
 *
 *     id | rule | size | side | B= | W= | kind | ...
 *
 * Fields are separated by " | "; lines that start with # and empty lines are ignored.
 * - id: any text. rule: freestyle, standard, renju, caro5 (exactly five) or caro6. size: of a
 *   square board. side: B or W, to move.
 * - B=, W=: stones "x,y;x,y;...", "-" for none; x is the column from the left, y the row from the
 *   top, both from 0.
 * - kind and what follows it:
 *     win | x,y x,y ...       each of these moves wins by force
 *     defend | x,y x,y ...    every other move loses by force
 *     avoid | x,y x,y ...     each of these moves loses by force
 *     n=...                   the side wins by fours; n=none: it does not
 *     goal=...                the side wins by threats
 * - further fields in any order: nodes=N (the answer must be found within N nodes), fixed (part of
 *   the short run). Others (pv=, source=, ...) are ignored. */
#ifndef KANAME_TESTS_SUITE_H
#define KANAME_TESTS_SUITE_H

#include "kaname.h"

typedef enum {
    SUITE_WIN,
    SUITE_DEFEND,
    SUITE_AVOID,
    SUITE_FOURS,
    SUITE_NO_FOURS,
    SUITE_THREATS
} SuiteKind;

typedef struct SuiteCase {
    const char *id; /* in the line that was read */
    KanameRule rule;
    int size;
    KanameColor side;
    size_t stone_count, cell_count;
    KanameStone stones[KANAME_MAX_CELLS];
    SuiteKind kind;
    KanamePoint cells[KANAME_MAX_CELLS]; /* of SUITE_WIN, SUITE_DEFEND, SUITE_AVOID */
    uint64_t nodes;                      /* 0: not given */
    bool is_fixed;
} SuiteCase;

/* Returns whether the line holds no position. */
bool suite_is_comment(const char *line);
/* Reads a line, which it splits in place and which must outlive the case. Returns NULL, or a text
 * that describes the error. */
const char *suite_read(SuiteCase *item, char *line);

/* Returns whether the point is among the case's cells. */
bool suite_lists(const SuiteCase *item, KanamePoint point);
/* Returns whether the move is right, where a move is asked for. */
bool suite_accepts(const SuiteCase *item, KanamePoint move);

#endif
