/* table.h: writes the results of a run as a table for the terminal. */
#ifndef TOURNAMENT_STATS_TABLE_H
#define TOURNAMENT_STATS_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "stats/summary.h"

/* Writes an estimate with its 95% error: "+12.3 +/- 4.5". */
void table_put_estimate(FILE *file, EloEstimate estimate);
/* Writes ratings, results, the sequential test and the reasons of the games' ends. Call
 * summary_finish() first. `columns` is the width of the terminal; 0: any. */
void table_write(FILE *file, const Summary *summary, int columns);
/* Writes the ratings, what they are relative to and how many groups of engines never met. Call
 * summary_finish() first. Returns false if out of memory; nothing is written then. */
bool table_write_list(FILE *file, const Summary *summary, int columns);
/* Writes the ratings alone, as they are after the games so far. Returns false if out of memory;
 * nothing is written then. */
bool table_write_ratings(FILE *file, const Summary *summary, int columns);

#endif
