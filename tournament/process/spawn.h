/* spawn.h: starts a program with pipes for its three standard files. No state.
 *
 * It does not use uv_spawn() because between fork and exec the child starts its own session,
 * requests to die with the manager and pins itself to its processor. */
#ifndef TOURNAMENT_PROCESS_SPAWN_H
#define TOURNAMENT_PROCESS_SPAWN_H

#include <stddef.h>
#include <sys/types.h>

/* Processors to which a program is bound: `count` of those that the manager may use, in turn from
 * number `first`, as if they formed a circle. count 0: none. */
typedef struct SpawnPin {
    int first, count;
} SpawnPin;

typedef struct Spawned {
    pid_t pid;
    int input, output, error; /* the manager's ends of the pipes; the caller closes them */
} Spawned;

/* Runs a command (see spawn_split()); a program named with a '/' runs in its own directory. `mark`,
 * "NAME=VALUE", is set in its environment. Waits until the program runs. Returns 0 or a negative
 * libuv error code. */
int spawn_program(const char *command, SpawnPin pin, const char *mark, Spawned *spawned);

/* Looks for the program of a command as spawn_program() does: at its path, or in PATH if the first
 * word has no '/'. Returns 0 if it is an executable file, else a negative libuv error code. Starts
 * nothing, so a program that cannot run (a script without its interpreter) passes. */
int spawn_find(const char *command);
/* Does the same and writes the program's path. */
int spawn_path(const char *command, char *path, size_t size);

/* Returns the words of a command line, in one malloc()ed block ended by NULL; NULL if out of
 * memory, without a word or with an open quote. Words are separated by blanks; "..." and \ quote.
 */
char **spawn_split(const char *command);

#endif
