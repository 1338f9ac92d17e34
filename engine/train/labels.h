/* labels.h: positions labelled by a search, and their files.
 *
 * A file is text in UTF-8, one line for each position, columns separated by tabs. The first line
 * names the columns, in any order; columns of other names are ignored, and so are empty lines and
 * lines that begin with '#'.
 *
 *   rule    freestyle, standard, renju, caro, caro-exact
 *   width   5 to 22, cells
 *   height  5 to 22, cells
 *   moves   the stones in their order, Black first, the colours alternating, with nothing between:
 *           h8i9g8. The letter is the column, from a; the number is the row, from 1, in the
 *           direction of the protocol's y. At least one; the colour to move follows from them
 *   nodes   searched for the label
 *   score   of the search, from the view of the side to move, in evaluation units
 *   five    stones up to a proven five, the five itself counted: positive if the side to move wins,
 *           negative if it loses; 0: nothing is proven
 *   best    the move that the search found: j10
 *   source  who played the position: a word without spaces, such as `games`, `probes`, the name of
 *           another program. Optional, `-` where it is missing
 *
 * Lines with the first four columns alone are games to draw positions from (label.h).
 *
 * Plain values; a set that is read is read-only, and any number of threads may read it. */
#ifndef KANAME_TRAIN_LABELS_H
#define KANAME_TRAIN_LABELS_H

#include <stdio.h>

#include "base/types.h"
#include "shared/status/failure.h"

enum { LABEL_SOURCE_BYTES = 32, LABEL_STAGES = 4 };

/* Stages of yardsticks: below 20 stones, 20 to 35, 36 to 69, 70 and more. */
int label_stage(int stones);
/* Returns "below 20", "20-35", "36-69" or "70 and more". Static storage. */
const char *label_stage_name(int stage);

typedef struct Label {
    Rule rule;
    int width, height;
    int count; /* of moves */
    Cell moves[CELLS_MAX];
    uint64_t nodes; /* 0: no label; the line is a game's */
    int score, five;
    Cell best;
    char source[LABEL_SOURCE_BYTES];
} Label;

typedef struct LabelSet {
    Label *of;
    size_t count, capacity;
} LabelSet;

void labels_init(LabelSet *set);
void labels_release(LabelSet *set);
/* Returns the copy in the set, valid until the next call; NULL if out of memory. */
Label *labels_add(LabelSet *set, const Label *label);

/* Adds the positions of a file; `has_labels`: all columns but `source` are required, else the first
 * four. Returns false on failure and writes path, line and reason to `failure`: STATUS_MISSING if a
 * column is, else a value out of range, a move off the board or on a taken cell, no memory. */
bool labels_read(LabelSet *set, const char *path, bool has_labels, Failure *failure);
/* The same for bytes of the file `path`, which end with a NUL that `size` does not count; changes
 * them. */
bool labels_parse(LabelSet *set, unsigned char *bytes, size_t size, const char *path,
                  bool has_labels, Failure *failure);

/* Write the line of the columns' names, and that of a position. The caller checks ferror(). */
void labels_write_names(FILE *file);
void label_write(FILE *file, const Label *label);

#endif
