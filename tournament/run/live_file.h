/* live_file.h: writes the state of a run in progress to a file beside its database, for `watch`.
 *
 * "DATABASE-live" holds one JSON object: games in progress and workers. It is replaced at most once
 * a second and removed at the end of the run. The run does not need it. */
#ifndef TOURNAMENT_RUN_LIVE_FILE_H
#define TOURNAMENT_RUN_LIVE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "run/arena.h"
#include "run/dealer.h"

enum { LIVE_GAMES_MAX = 2000 };

/* Writes the path of the file. Returns false if it is too long. */
bool live_file_path(const char *database, char *path, size_t size);
/* Returns the file's next contents, to be freed by cJSON_free(); NULL if out of memory. */
char *live_file_text(int64_t run, const Arena *arena, const Dealer *dealer);
/* Replaces the file; may be slow. Ignores failures, because nothing depends on the file. Any
 * thread. */
void live_file_write(const char *database, const char *text);
void live_file_remove(const char *database);

#endif
