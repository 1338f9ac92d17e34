/* report.h: `kaname-tournament report FILE ...`: tables, files and the page of a run. */
#ifndef TOURNAMENT_REPORT_REPORT_H
#define TOURNAMENT_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/option.h"

extern const OptionCommand report_command;

/* argv[0] is the word `report`. Prints to stdout, errors to stderr. Returns the exit status: 0
 * done, 1 a file cannot be read or written, 2 a wrong word. */
int report_main(int argc, char **argv);

/* For a run with -html. False: the page cannot be written, and standard error says why; a file that
 * is there keeps its contents. */
bool report_check_page(const char *path);
/* Writes the page of a run of the database. False: it failed, and standard error says why. */
bool report_write_page(const char *database, int64_t run, const char *path);

#endif
