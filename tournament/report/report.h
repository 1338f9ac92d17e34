/* report.h: `kaname-tournament report FILE ...`: tables, files and the page of a run. */
#ifndef TOURNAMENT_REPORT_REPORT_H
#define TOURNAMENT_REPORT_REPORT_H

#include "cli/option.h"

extern const OptionCommand report_command;

/* argv[0] is the word `report`. Prints to stdout, errors to stderr. Returns the exit status: 0
 * done, 1 a file cannot be read or written, 2 a wrong word. */
int report_main(int argc, char **argv);

#endif
