/* gather.h: reads the games that a command line names: files of any format, each with one or more
 * games. */
#ifndef KANAME_PROTOCOL_STUDY_REVIEW_GATHER_H
#define KANAME_PROTOCOL_STUDY_REVIEW_GATHER_H

#include "kaname.h"
#include "shared/games/files.h"
#include "study/review/reviewed.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct GatherRules {
    GameFileRules files;
    int opening;          /* stones that are not judged */
    bool takes_positions; /* takes games without moves too: the position of their setup */
} GatherRules;

typedef struct Gathered {
    size_t count, capacity;
    ReviewedGame *games;
    bool is_whole; /* every file was read to its end and every game can be used */
} Gathered;

/* Reads the files, `-` for standard input; `engine` is used to find out how games end. Prints
 * errors on standard error, each message beginning with `name`, and keeps the games that can be
 * read. */
void gather_games(Gathered *gathered, const char *name, char *const *files, int file_count,
                  const GatherRules *rules, KanameEngine *engine);
void gather_release(Gathered *gathered);

#endif
