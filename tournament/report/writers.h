/* writers.h: writes a run as JSON or as a page, from the database alone. Both functions write to an
 * open stream; the caller checks ferror() afterwards. */
#ifndef TOURNAMENT_REPORT_WRITERS_H
#define TOURNAMENT_REPORT_WRITERS_H

#include <stdbool.h>
#include <stdio.h>

#include "stats/summary.h"
#include "store/store.h"

/* Writes one object: the run, its engines and `games`, one per line, with moves and messages.
 * Returns false if the store cannot be read or memory is short (then store_error() may be empty).
 */
bool write_json(FILE *file, Store *store);

/* Writes one page that loads nothing else. Returns as write_json() does. */
bool write_html(FILE *file, Store *store, const Summary *summary);

#endif
