/* report.h: `kaname-tournament report FILE ...`: writes tables, files and the page of a run. */
#ifndef TOURNAMENT_REPORT_REPORT_H
#define TOURNAMENT_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "shared/cli/option.h"

extern const OptionCommand report_command;

/* argv[0] is the word `report`. Prints to stdout, errors to stderr. Returns the exit status: 0 on
 * success, 1 if a file cannot be read or written, 2 for a wrong word. */
int report_main(int argc, char **argv);

/* Checks, before a run with -html, that the page can be written; does not change an existing file.
 * If it cannot, prints the reason on standard error and returns false. `database`: the run's, which
 * may be missing yet. */
bool report_check_page(const char *database, const char *path);
/* Writes the page of a run in the database. On failure prints the reason on standard error and
 * returns false. */
bool report_write_page(const char *database, int64_t run, const char *path);

#endif
