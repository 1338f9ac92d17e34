/* writers.h: writes a run from the database as JSON, its ratings as CSV, or a page. The functions
 * write to an open stream; the caller checks ferror() afterwards. */
#ifndef TOURNAMENT_REPORT_WRITERS_H
#define TOURNAMENT_REPORT_WRITERS_H

#include <stdbool.h>
#include <stdio.h>

#include "stats/summary.h"
#include "store/store.h"

/* Writes one object: the run, its engines and `games`, one per line, with moves and messages; a
 * game is `late` if it ended after the sequential test was decided. Returns false if the store
 * cannot be read or if out of memory (then store_error() may be empty).
 */
bool report_write_json(FILE *file, Store *store, const Summary *summary);

/* The first line of ratings as CSV. */
#define REPORT_CSV_TITLES \
    "place,engine,elo,error,games,wins,draws,losses,score,opponent_elo,time_losses,crashes"

/* Writes the ratings, a line for each engine, the best first. `elo` and `error`, half the width of
 * the 95% interval, are those of the table (stats/rating.h); `score` is 0 to 1; `opponent_elo` the
 * mean over its games. An unknown number is left empty. Returns false if out of memory. */
bool report_write_csv(FILE *file, const Summary *summary);

/* Writes one page that loads no other file. Returns like report_write_json(). */
bool report_write_html(FILE *file, Store *store, const Summary *summary);

/* Writes only the page's data, with the games from number `first` on. `live` is a JSON object with
 * the current state of the run. Returns like report_write_json(). */
bool report_write_page_data(FILE *file, Store *store, const Summary *summary, int64_t first,
                            const char *live);
/* Writes the page with this data. The page requests new data from "data" at each event of "events".
 */
bool report_write_live_html(FILE *file, const char *data);

#endif
