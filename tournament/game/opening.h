/* opening.h: lists of openings, read from text, in a seeded order, turned and mirrored.
 *
 * Two notations, an opening a line; lines starting with '#' are passed over, an empty line is the
 * empty board (at the end of the file: nothing):
 *   offset  "8,-3, 6,-4": x,y from the point (width / 2, height / 2)
 *   pos     "h8i9": column letter from a, row number from 1 counted from the top */
#ifndef TOURNAMENT_GAME_OPENING_H
#define TOURNAMENT_GAME_OPENING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OPENING_STONES_MAX = 64, OPENING_TRANSFORMS = 8 };

typedef enum { OPENING_OFFSET, OPENING_POS } OpeningNotation;

typedef struct Opening {
    size_t count;
    struct {
        int x, y;
    } stones[OPENING_STONES_MAX]; /* in playing order */
} Opening;

typedef struct OpeningList {
    size_t count;
    Opening *openings;
} OpeningList;

/* Reads one line. False: `error` says what is wrong with which part of it. Points must lie on the
 * board and differ. */
bool opening_parse(Opening *opening, const char *line, OpeningNotation notation, int width,
                   int height, char *error, size_t error_size);

/* Reads a file. False: `error` names the file, the line and what is wrong; the list is empty. */
bool opening_list_load(OpeningList *list, const char *path, OpeningNotation notation, int width,
                       int height, char *error, size_t error_size);
/* The same from memory; `name` is what errors call it. */
bool opening_list_read(OpeningList *list, const char *text, const char *name,
                       OpeningNotation notation, int width, int height, char *error,
                       size_t error_size);
void opening_list_release(OpeningList *list);
/* A random order that depends on the seed alone. */
void opening_list_shuffle(OpeningList *list, uint64_t seed);

/* The symmetries 0..7, numbered as c-gomoku-cli does: identity, turned by 90, 180, 270 degrees, top
 * and bottom exchanged, left and right exchanged, mirrored on either diagonal. On boards that are
 * not square, those that swap x and y fall back on 0 and 2.
 */
void opening_transform(Opening *opening, int transform, int width, int height);

/* Writes "h8i9"; returns the length, cut to size - 1. */
size_t opening_to_pos(const Opening *opening, char *text, size_t size);

#endif
