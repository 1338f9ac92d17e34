#include "games/options.h"

#include "io/options.h"
#include "shared/games/files.h"

#include <stddef.h>

const char *const game_options_orders[] = {"yixin", "renlib", NULL};

int game_options_read_order(OptionReader *reader, const OptionRow *row, void *target, int left,
                            char *const *words) {
    static const GamePosOrder orders[] = {GAME_POS_YIXIN, GAME_POS_RENLIB};
    int index;
    (void)left;
    if (!option_choice(reader, words[0], row->choices, &index))
        return -1;
    *(GamePosOrder *)option_field(row, target) = orders[index];
    return 1;
}

const OptionRow game_options_rows[] = {
    {.name = "--rule",
     .value = "R",
     .help = OPTIONS_RULE_HELP,
     .otherwise = "the file's, else freestyle",
     .kind = OPTION_OWN,
     .choices = options_rules,
     .read = options_read_rule,
     .offset = offsetof(GameFileRules, rule),
     .given = offsetof(GameFileRules, has_rule)},
    OPTIONS_ROW_SIZE(GameFileRules, width, "N|WxH",
                     OPTIONS_SIZE_HELP ", for games that do not name it"),
    {.name = "--pos-order",
     .value = "ORDER",
     .help = GAME_OPTIONS_ORDER_HELP,
     .otherwise = GAME_OPTIONS_ORDER_DEFAULT,
     .kind = OPTION_OWN,
     .choices = game_options_orders,
     .read = game_options_read_order,
     .offset = offsetof(GameFileRules, pos_order)},
    {.name = NULL},
};

const char *const game_options_without_order[] = {"--rule", "--size", NULL};
