/* writers.h: the outputs of a report, each a function of the database alone. They write to an open
 * stream and leave it to the caller to ask ferror(). */
#ifndef TOURNAMENT_REPORT_WRITERS_H
#define TOURNAMENT_REPORT_WRITERS_H

#include <stdbool.h>
#include <stdio.h>

#include "stats/summary.h"
#include "store/store.h"

/* An object with the run, its engines and `games`, one a line, moves and messages included. False:
 * the store cannot be read, or no memory (then store_error() may be empty). */
bool write_json(FILE *file, Store *store);

/* One page that needs nothing else. Same result as write_json(). */
bool write_html(FILE *file, Store *store, const Summary *summary);

#endif
