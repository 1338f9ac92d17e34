/* live_file.h: the state of a run under way, in a file beside its database, for `watch`.
 *
 * "DATABASE-live" holds one JSON object: games in progress and workers. It is replaced at most once
 * a second and removed at the end of the run; it holds nothing that the run needs. */
#ifndef TOURNAMENT_RUN_LIVE_FILE_H
#define TOURNAMENT_RUN_LIVE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "run/arena.h"
#include "run/away.h"

enum { LIVE_GAMES_MAX = 2000 };

/* Writes the path of the file; false: it is too long. */
bool live_file_path(const char *database, char *path, size_t size);
/* Replaces the file. away: NULL if all is played here. A failure is ignored: nothing depends on the
 * file. */
void live_file_write(const char *database, int64_t run, const Arena *arena, int tables,
                     const AwayKind *kind, const Away *away);
void live_file_remove(const char *database);

#endif
