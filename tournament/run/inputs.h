/* inputs.h: digests of what a run reads besides its options: the openings and the engines'
 * programs.
 *
 * A resumed run must play the same openings with the same programs, whatever their paths say. A
 * digest is a 64-bit FNV-1a hash, which notices changes and resists no forger. */
#ifndef TOURNAMENT_RUN_INPUTS_H
#define TOURNAMENT_RUN_INPUTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "game/opening.h"
#include "run/options.h"

/* Returns the digest of the openings in their order. */
int64_t inputs_openings(const OpeningList *list);

/* The state of a program's file when it was last read. */
typedef struct InputsProgram {
    int64_t digest; /* 0: unknown, there is no such file */
    dev_t device;
    ino_t inode;
    off_t size;
    struct timespec written, changed; /* contents; contents, name or rights */
} InputsProgram;

enum { INPUTS_NOTE_BYTES = 32 };

/* Writes the name of the run's note that holds the digest of this engine's program. */
void inputs_program_note(char name[INPUTS_NOTE_BYTES], int engine);
/* Reads the program of a command, see spawn_path(). */
InputsProgram inputs_program(const char *command);
/* Returns whether the program is not the one that was read; reads it only if its file has another
 * identity, size or time. Updates these if the contents are equal. */
bool inputs_program_changed(InputsProgram *program, const char *command);

#endif
