#include "games/engine.h"

KanameStatus game_set_board(KanameEngine *engine, const Game *game) {
    KanameStatus status = KANAME_OK;
    if (kaname_width(engine) != game->width || kaname_height(engine) != game->height)
        status = kaname_set_size(engine, game->width, game->height);
    if (status == KANAME_OK && kaname_rule(engine) != game->rule)
        status = kaname_set_rule(engine, game->rule);
    return status;
}
