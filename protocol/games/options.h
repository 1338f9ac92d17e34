/* options.h: the options of commands that read files of games. */
#ifndef KANAME_PROTOCOL_GAMES_OPTIONS_H
#define KANAME_PROTOCOL_GAMES_OPTIONS_H

#include "shared/cli/option.h"

/* Rows for a GameFileRules (files.h): --rule, --size and --pos-order. */
extern const OptionRow game_options_rows[];
/* For a table without --pos-order. */
extern const char *const game_options_without_order[];

/* For rows of --pos-order in other structs: choices, and a reader into the GamePosOrder at the
 * row's offset. */
#define GAME_OPTIONS_ORDER_HELP "order of points in .pos:"
#define GAME_OPTIONS_ORDER_DEFAULT "as the opening tells, else yixin"
extern const char *const game_options_orders[];
int game_options_read_order(OptionReader *reader, const OptionRow *row, void *target, int left,
                            char *const *words);

#endif
