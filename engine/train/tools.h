/* tools.h: the commands that count, print, merge and shuffle files of games. Each function returns
 * the process's exit status, 1 if a file is damaged, and reports errors on standard error. */
#ifndef KANAME_TRAIN_TOOLS_H
#define KANAME_TRAIN_TOOLS_H

#include "train/gamefile.h"

typedef struct ToolOptions {
    char *const *paths; /* files or folders of games */
    int path_count;
    GameFormat format;
    const char *out;       /* merge, shuffle: the file to write; calibrate: the same, or NULL */
    uint64_t seed;         /* shuffle */
    uint64_t first, count; /* view: the first game, counted from 0; how many, 0: all */
    const char *weights;   /* calibrate: a file; NULL: the built-in ones */
    const char *svg;       /* calibrate: the picture to write; NULL: none */
} ToolOptions;

typedef void (*GameFn)(void *context, const Game *game);

/* Visits the games of all files one by one; `tells_origin`: prints the origin of each file. If a
 * file is damaged or unreadable, reports it and finally returns false; still visits the games
 * before the damage and those of other files. */
bool tool_each_game(const ToolOptions *options, bool tells_origin, GameFn visit_game,
                    void *context);

/* Counts games, positions and results by rule and size. */
int tool_stats(const ToolOptions *options);
/* Prints a line for each game: rule, size, result, moves with scores. */
int tool_view(const ToolOptions *options);
/* Write all games to one file, in their order and in a random one. */
int tool_merge(const ToolOptions *options);
int tool_shuffle(const ToolOptions *options);

#endif
