/* opening.h: reads lists of openings from text, shuffles, rotates and reflects them.
 *
 * A line holds one opening, in one of two notations. Lines that start with '#' are ignored. An
 * empty line is the empty board, except at the end of the file, where it is ignored. offset  "8,-3,
 * 6,-4": x,y from the point (width / 2, height / 2) pos     "h8i9": column letter from a, row
 * number from 1 counted from the top */
#ifndef TOURNAMENT_GAME_OPENING_H
#define TOURNAMENT_GAME_OPENING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game/game_record.h"
#include "shared/status/failure.h"

enum {
    OPENING_STONES_MAX = GAME_MAX_CELLS, /* a position may fill the board */
    OPENING_TRANSFORMS = 8
};

typedef enum {
    OPENING_OFFSET,
    OPENING_POS,
    OPENING_SGF, /* files of games, for game/opening_games.h */
    OPENING_PGN,
    OPENING_GAMES /* of any format */
} OpeningNotation;

typedef struct Opening {
    size_t count;
    struct {
        uint8_t x, y;
    } stones[OPENING_STONES_MAX]; /* in playing order */
} Opening;

typedef struct OpeningList {
    size_t count;
    Opening *openings;
} OpeningList;

/* Adds a stone. Returns false, and writes why, if the point is off the board or taken. */
bool opening_add(Opening *opening, long x, long y, int width, int height, Failure *failure);
/* Adds an opening to a list that has room for `*capacity`. Returns false if out of memory. */
bool opening_list_add(OpeningList *list, const Opening *opening, size_t *capacity);

/* Reads one line, OPENING_OFFSET or OPENING_POS. Points must lie on the board and differ; else
 * returns false, and `failure` names the wrong part and the reason. */
bool opening_parse(Opening *opening, const char *line, OpeningNotation notation, int width,
                   int height, Failure *failure);

/* Reads a file. Returns false on failure: `failure` names the file, the line and the fault, and the
 * list is empty. */
bool opening_list_load(OpeningList *list, const char *path, OpeningNotation notation, int width,
                       int height, Failure *failure);
/* Reads a text in the same way; errors name it `name`. */
bool opening_list_read(OpeningList *list, const char *text, const char *name,
                       OpeningNotation notation, int width, int height, Failure *failure);
void opening_list_release(OpeningList *list);
/* Puts the list in a random order that depends on the seed alone. */
void opening_list_shuffle(OpeningList *list, uint64_t seed);

/* Applies a symmetry 0..7, numbered as in c-gomoku-cli: identity, rotation by 90, 180 and 270
 * degrees, reflection top to bottom, left to right and in either diagonal. On boards that are not
 * square, 0 or 2 replaces a symmetry that swaps x and y. */
void opening_transform(Opening *opening, int transform, int width, int height);

/* Writes "h8i9"; returns the length, cut to size - 1. */
size_t opening_to_pos(const Opening *opening, char *text, size_t size);

#endif
