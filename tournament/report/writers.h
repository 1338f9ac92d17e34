/* writers.h: writes a run as JSON or as a page, from the database alone. The functions write to an
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

/* Writes the page's data alone, with the games from number `first` on. live: a JSON object that
 * tells what is going on now. Returns as write_json() does. */
bool write_page_data(FILE *file, Store *store, const Summary *summary, int64_t first,
                     const char *live);
/* Writes the page with this data; it asks for new data at "data" whenever "events" sends one. */
bool write_live_html(FILE *file, const char *data);

#endif
