/* option_rows.h: the table of a tournament's options: names, meanings, defaults and fields. */
#ifndef TOURNAMENT_RUN_OPTION_ROWS_H
#define TOURNAMENT_RUN_OPTION_ROWS_H

#include "shared/cli/option.h"

/* Rows for an Options, ended by one without a name; a table of all; and the titles of their
 * groups. Subcommands share them. */
extern const OptionRow options_rows[];
extern const OptionTable options_table;
extern const char options_engines_group[], options_games_group[], options_tournament_group[],
    options_running_group[], options_results_group[];

#endif
