/* spawn.h: starting a program with pipes for its three standard files. No state.
 *
 * Why not uv_spawn(): between fork and exec the child joins a session of its own, asks to die with
 * the manager and takes its processor. */
#ifndef TOURNAMENT_PROCESS_SPAWN_H
#define TOURNAMENT_PROCESS_SPAWN_H

#include <stddef.h>
#include <sys/types.h>

typedef struct Spawned {
    pid_t pid;
    int input, output, error; /* the manager's ends of the pipes; the caller closes them */
} Spawned;

/* Runs a command (see spawn_split()); a first word with a '/' is run from its own directory. cpu:
 * -1, or the processor that it is pinned to. mark: "NAME=VALUE", set in its environment. Waits
 * until the program runs; 0 or a negative libuv error code. */
int spawn_program(const char *command, int cpu, const char *mark, Spawned *spawned);

/* Looks for the program of a command where spawn_program() would: at its path, or in PATH if the
 * first word has no '/'. 0: it is an executable file; else a negative libuv error code. Starts
 * nothing, so a program that cannot run after all (a script without its interpreter) passes. */
int spawn_find(const char *command);
/* The same, and writes the program's path. */
int spawn_path(const char *command, char *path, size_t size);

/* The words of a command line, in one malloc()ed block ended by NULL; NULL: no memory, no word or
 * an open quote. Words are parted by blanks; "..." and \ quote. */
char **spawn_split(const char *command);

#endif
