/* list.h: the engines of several databases as one rating list. */
#ifndef TOURNAMENT_REPORT_LIST_H
#define TOURNAMENT_REPORT_LIST_H

#include <stdbool.h>
#include <stdio.h>

/* Where the games are, and how the ratings are shown. */
typedef struct ListOptions {
    char *const *databases; /* of each one the newest run is read */
    int count;
    const char *anchor; /* the name of an engine; NULL: ratings are relative to the mean */
    double anchor_elo;
    int columns; /* of the terminal; 0: any */
} ListOptions;

/* Writes the ratings of all engines, fitted to the games of all runs together. Engines of the same
 * name are one engine. Fails if two databases hold games of the same run. Games that ended after
 * the decision of a run's sequential test count nowhere, as in the table of a run. If groups of
 * engines have no games against each other, the list says so: ratings compare engines of one group
 * only. The list goes to `table`, and to `csv` as report_write_csv() writes it; NULL: not there.
 * Nothing is written unless every database can be read; otherwise reports the reason and returns
 * false. */
bool list_write(FILE *table, FILE *csv, const ListOptions *options);

#endif
