/* blocks_command.h: what the commands that have blocks done on a grid share: options, the folder,
 * the engine. */
#ifndef TOURNAMENT_GRID_BLOCKS_BLOCKS_COMMAND_H
#define TOURNAMENT_GRID_BLOCKS_BLOCKS_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "grid/grid_options.h"
#include "run/options.h"
#include "shared/cli/reader.h"

/* Exit statuses. */
enum { BLOCKS_DONE = 0, BLOCKS_FAILED = 1, BLOCKS_STOPPED = 3 };

/* The first member of each command's options. */
typedef struct BlocksOptions {
    Options options; /* one engine: the program that does the blocks */
    GridOptions grid;
    char *folder; /* -out, a row of the command */
} BlocksOptions;

extern const OptionRow blocks_engine_rows[];
extern const char *const blocks_manager_rows[];

/* The tables after that of the command's own rows. */
enum { BLOCKS_TABLES = 3 };
#define BLOCKS_TABLE_LIST                                                      \
    {.rows = grid_link_rows, .offset = offsetof(BlocksOptions, grid)},         \
        {.rows = grid_manager_rows,                                            \
         .offset = offsetof(BlocksOptions, grid),                              \
         .only = blocks_manager_rows},                                         \
    {                                                                          \
        .rows = blocks_engine_rows, .offset = offsetof(BlocksOptions, options) \
    }

/* Checks the shared options. `program`: the engine's; `alone`: its command that needs no grid. */
bool blocks_options_check(OptionReader *reader, const BlocksOptions *options, const char *program,
                          const char *alone);

/* Reads the command line, makes and claims the folder, and calls `play`, whose exit status it
 * returns. Releases the options. */
int blocks_command_run(const OptionCommand *command, BlocksOptions *options,
                       int (*play)(const BlocksOptions *options), int argc, char **argv);

/* Reports a failure of something, or a whole sentence if `why` is NULL. Returns the exit status. */
int blocks_command_fail(const char *command, const char *what, const char *why);

#endif
