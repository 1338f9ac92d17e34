/* options.h: the command line of kaname-rival. */
#ifndef RIVALS_OPTIONS_H
#define RIVALS_OPTIONS_H

#include "rivals/faults.h"
#include "rivals/player.h"
#include "shared/cli/option.h"

typedef struct RivalOptions {
    const RivalPlayer *player;
    RivalSettings settings; /* a seed of 0 stays 0 */
    RivalFaults faults;
} RivalOptions;

/* The program for shared/cli/reader.h: fills a zeroed RivalOptions, which needs no release. */
extern const OptionCommand rival_command;

#endif
