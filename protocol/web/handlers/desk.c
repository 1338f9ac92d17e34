#include "web/handlers/desk.h"
#include "shared/status/failure.h"

#include <stdlib.h>

enum { HASH_KIB = 24 * 1024 /* of a page that stays below 200 MB */ };

WebDesk *desk_new(void) {
    WebDesk *desk = calloc(1, sizeof *desk);
    if (desk == NULL)
        return NULL;
    KanameEngine *rules = kaname_new();
    desk->thinker = kaname_new();
    desk->board.engine = rules;
    if (rules == NULL || desk->thinker == NULL ||
        kaname_set_hash(desk->thinker, HASH_KIB) != KANAME_OK) {
        desk_free(desk);
        return NULL;
    }
    terminal_game_init(&desk->board, rules);
    return desk;
}

void desk_free(WebDesk *desk) {
    if (desk == NULL)
        return;
    kaname_free(desk->thinker);
    kaname_free(desk->board.engine);
    free(desk->views);
    free(desk);
}

bool desk_set_board(WebDesk *desk, const WebRequest *request, Failure *failure) {
    Game game;
    bool is_set = request_game(request, &game, failure) &&
                  terminal_game_set(&desk->board, &game, game_last(&game), failure);
    game_release(&game);
    return is_set;
}

static KanameStatus set_position(KanameEngine *engine, const Game *game,
                                 const GamePosition *position) {
    KanameStatus status = KANAME_OK;
    if (kaname_width(engine) != game->width || kaname_height(engine) != game->height)
        status = kaname_set_size(engine, game->width, game->height);
    if (status == KANAME_OK && kaname_rule(engine) != game->rule)
        status = kaname_set_rule(engine, game->rule);
    if (status == KANAME_OK)
        status = kaname_set_position(engine, position->stones, position->count, position->to_move);
    return status;
}

static KanameStatus set_node(WebDesk *desk, const Game *game, uint32_t node, bool is_other) {
    GamePosition *position = malloc(sizeof *position);
    KanameStatus status = KANAME_ERR_MEMORY;
    if (position != NULL && game_position(game, node, position)) {
        if (is_other)
            position->to_move = position->to_move == KANAME_BLACK ? KANAME_WHITE : KANAME_BLACK;
        status = set_position(desk->thinker, game, position);
    }
    free(position);
    return status;
}

KanameStatus desk_set_position(WebDesk *desk, const Game *game, uint32_t node) {
    return set_node(desk, game, node, false);
}

KanameStatus desk_set_other(WebDesk *desk, const Game *game, uint32_t node) {
    return set_node(desk, game, node, true);
}

bool desk_set_thinker(WebDesk *desk, const WebRequest *request, Failure *failure) {
    Game game;
    bool is_set = request_game(request, &game, failure);
    if (is_set) {
        KanameStatus status = desk_set_position(desk, &game, game_last(&game));
        is_set = status == KANAME_OK ||
                 failure_say(failure, STATUS_ENGINE, "%s", kaname_status_text(status));
    }
    game_release(&game);
    return is_set;
}
