/* label.h: labels positions by searches, for a yardstick or a fit. */
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
/* Draws positions, searches each by one thread with an empty table, and writes them in the order of
 * the draw, so that the number of threads changes no byte. A run with the same options and games
 * continues an interrupted one. Returns the process's exit status; reports errors on standard
 * error. */
int label_run(const LabelOptions *options);

#endif
