/* tools.h: what is in files of games, and new files from them. Each function returns a process exit
 * status and says on standard error what went wrong. */
#ifndef KANAME_TRAIN_TOOLS_H
#define KANAME_TRAIN_TOOLS_H

#include "train/gamefile.h"

typedef struct ToolOptions {
    char *const *paths; /* files or folders of games */
    int path_count;
    GameFormat format;
    const char *out;       /* merge, shuffle: the file to write */
    uint64_t seed;         /* shuffle */
    uint64_t first, count; /* view: the first game, from 0, and how many; 0: all */
} ToolOptions;

/* Counts games, positions and results, by rule and size. 1 if a file is damaged. */
int tool_stats(const ToolOptions *options);
/* Prints a line for each game: rule, size, result, moves with scores. */
int tool_view(const ToolOptions *options);
/* Writes all games into one file, in their order or in a random one. */
int tool_merge(const ToolOptions *options);
int tool_shuffle(const ToolOptions *options);

#endif
