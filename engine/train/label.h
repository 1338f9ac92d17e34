/* label.h: labels positions by searches: makes a yardstick, or labels to fit to. */
#ifndef KANAME_TRAIN_LABEL_H
#define KANAME_TRAIN_LABEL_H

#include "train/draw.h"

typedef struct LabelOptions {
    DrawOptions draw;
    const char *out;
    uint64_t nodes;
    const char *weights; /* a file of weights or a network; NULL: the built-in ones */
    bool is_table;       /* search with the built-in tables */
    int threads;
    bool is_quiet;
} LabelOptions;

LabelOptions label_defaults(void);
/* Draws the positions, searches each from an empty table with one thread, and writes them to the
 * file in the order of the draw, so that threads change no byte. After an interruption a run with
 * the same options and games continues. Returns the process's exit status; reports errors on
 * standard error. */
int label_run(const LabelOptions *options);

#endif
