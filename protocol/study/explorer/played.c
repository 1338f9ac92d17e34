#include "study/explorer/played.h"

#include "study/review/judgement.h"

static BookResult result_of(GameEnd end) {
    return end == GAME_END_BLACK   ? BOOK_BLACK_WON
           : end == GAME_END_WHITE ? BOOK_WHITE_WON
           : end == GAME_END_DRAWN ? BOOK_DRAWN
                                   : BOOK_NO_RESULT;
}

static KanameStatus set_board(KanameEngine *engine, const Game *game) {
    KanameStatus status = kaname_set_size(engine, game->width, game->height);
    if (status == KANAME_OK)
        status = kaname_set_rule(engine, game->rule);
    if (status == KANAME_OK)
        status = kaname_set_position(engine, NULL, 0, KANAME_BLACK);
    return status;
}

static bool is_move(const GameNode *node) {
    return node->color != KANAME_EMPTY && !node->is_pass;
}

/* Plays the moves of the main line from the node on. Returns the first node that does not continue
 * in turn, GAME_NONE after a five or at the end. Sets `end` to how the last move ended the game. */
static uint32_t take_moves(BookGame *played, const Game *game, KanameEngine *engine, ReviewEnd *end,
                           KanameStatus *status) {
    uint32_t at = 0;
    *end = REVIEW_GOES_ON;
    for (; at != GAME_NONE && *end != REVIEW_WON; at = game->nodes[at].first_child) {
        const GameNode *node = &game->nodes[at];
        if (node->setup_count > 0 || node->is_pass)
            break;
        if (node->color == KANAME_EMPTY)
            continue;
        if (node->color != (unsigned char)kaname_to_move(engine))
            break;
        *end = review_end_of(engine, node->move);
        *status = kaname_play(engine, node->move.x, node->move.y);
        if (*status != KANAME_OK)
            break;
        played->moves[played->count++] = node->move;
    }
    return *end == REVIEW_WON ? GAME_NONE : at;
}

static BookResult result_on_board(ReviewEnd end, size_t count) {
    switch (end) {
    case REVIEW_WON:
        return count % 2 == 1 ? BOOK_BLACK_WON : BOOK_WHITE_WON;
    case REVIEW_FORBIDDEN:
        return BOOK_WHITE_WON; /* Black's stone */
    case REVIEW_FULL:
        return BOOK_DRAWN;
    case REVIEW_GOES_ON:
        break;
    }
    return BOOK_NO_RESULT;
}

const char *played_take(BookGame *played, const Game *game, KanameEngine *engine, size_t *rest) {
    ReviewEnd end;
    *played = (BookGame){.rule = game->rule, .width = game->width, .height = game->height};
    *rest = 0;
    if (game->node_count == 0)
        return "the game has no moves";
    KanameStatus status = set_board(engine, game);
    if (status != KANAME_OK)
        return kaname_status_text(status);
    uint32_t stop = take_moves(played, game, engine, &end, &status);
    if (status != KANAME_OK)
        return kaname_status_text(status);
    for (uint32_t at = stop; at != GAME_NONE; at = game->nodes[at].first_child)
        *rest += is_move(&game->nodes[at]);
    if (played->count == 0)
        return *rest > 0 ? "it does not begin with a black stone on the empty board"
                         : "the game has no moves";
    played->result = result_of(game->end);
    if (end == REVIEW_WON || (played->result == BOOK_NO_RESULT && *rest == 0))
        played->result = result_on_board(end, played->count);
    return NULL;
}
