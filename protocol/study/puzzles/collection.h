/* collection.h: puzzles found in games, and their files. */
#ifndef KANAME_PROTOCOL_STUDY_PUZZLES_COLLECTION_H
#define KANAME_PROTOCOL_STUDY_PUZZLES_COLLECTION_H

#include "kaname.h"
#include "shared/games/game.h"
#include "study/puzzles/puzzle.h"
#include "study/review/crew.h"
#include "study/review/reviewed.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct CollectedPuzzle {
    const ReviewedGame *from;
    size_t index;     /* of the game's move after it; the count of moves: at the end */
    KanameColor side; /* to move, and to win */
    Puzzle puzzle;
} CollectedPuzzle;

typedef struct Collection {
    size_t count, capacity;
    CollectedPuzzle *puzzles;
    uint64_t *keys; /* of their positions; turned and mirrored positions have equal keys */
} Collection;

void collection_release(Collection *collection);

/* Searches every position of the game and adds the puzzles. A win that lasts over several moves
 * gives one puzzle, its first position that is one. Equal positions, also turned or mirrored, are
 * added once. `watch` is as for review_crew_run(). */
ReviewRun collection_add(Collection *collection, const ReviewedGame *game, ReviewCrew *crew,
                         const PuzzleRules *rules, ReviewWatch watch, void *context,
                         KanameStatus *status);

/* Return "black" or "white"; write the key move's name, such as `h8`, of at most NOTATION_POINT_MAX
 * bytes. */
const char *collected_side(const CollectedPuzzle *collected);
void collected_key(const CollectedPuzzle *collected, char *name);

/* Writes one row for each puzzle: number, file, move, side, kind, plies to the five, nodes,
 * level; with `has_keys` the key move too. */
bool collection_write_table(FILE *file, const Collection *collection, bool has_keys);
/* Writes one object: program, nodes, time_ms, and puzzles, each with number, file, move (number of
 * the next move), rule, width, height, side, kind ("VCF", "VCT"), plies_to_win, nodes, level,
 * stones (color and point), line. */
bool collection_write_json(FILE *file, const Collection *collection, const ReviewLimits *limits);
/* Writes SGF games: the position as setup, the solution as main line. */
bool collection_write_sgf(FILE *file, const Collection *collection);
/* Writes the page, which hides each answer until the reader opens it. */
bool collection_write_page(FILE *file, const Collection *collection, const ReviewLimits *limits);
/* Writes the moves up to each puzzle as `PREFIX001.pos` and so on. Skips puzzles that the format
 * cannot hold: on boards other than 15x15, or after setup. Returns NULL, or on failure the reason;
 * `written` counts the files. */
const char *collection_save_pos(const char *prefix, const Collection *collection, size_t *written);

#endif
