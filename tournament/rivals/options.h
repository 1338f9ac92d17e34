/* options.h: the command line of kaname-rival. */
#ifndef RIVALS_OPTIONS_H
#define RIVALS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "rivals/faults.h"
#include "rivals/player.h"

typedef struct RivalOptions {
    const RivalPlayer *player;
    RivalSettings settings;
    RivalFaults faults;
    bool wants_help;
} RivalOptions;

/* Reads argv[1] to argv[argc - 1]. For a wrong word, writes a sentence that names it to error[] and
 * returns false; error_size is at least 1. A --seed of 0 stays 0. */
bool rival_options_parse(RivalOptions *options, int argc, char *const argv[], char *error,
                         size_t error_size);

/* The text of --help, one string per line. Ends with NULL. */
extern const char *const rival_options_help[];

#endif
