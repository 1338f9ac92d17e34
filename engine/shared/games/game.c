#include "shared/games/game.h"

#include <stdlib.h>
#include <string.h>

void game_init(Game *game, KanameRule rule, int width, int height) {
    *game = (Game){.rule = rule, .width = width, .height = height, .shown = GAME_NONE};
}

void game_release(Game *game) {
    free(game->nodes);
    free(game->setup);
    free(game->labels);
    free(game->text);
    *game = (Game){.nodes = NULL};
}

static bool copy_array(void **to, const void *from, uint32_t count, size_t size) {
    *to = NULL;
    if (count == 0)
        return true;
    *to = malloc(count * size);
    if (*to != NULL)
        memcpy(*to, from, count * size);
    return *to != NULL;
}

bool game_copy(Game *to, const Game *from) {
    void *nodes, *setup, *labels, *text;
    *to = *from;
    bool is_good = copy_array(&nodes, from->nodes, from->node_count, sizeof *from->nodes);
    is_good &= copy_array(&setup, from->setup, from->setup_count, sizeof *from->setup);
    is_good &= copy_array(&labels, from->labels, from->label_count, sizeof *from->labels);
    is_good &= copy_array(&text, from->text, from->text_size, 1);
    to->nodes = nodes;
    to->setup = setup;
    to->labels = labels;
    to->text = text;
    if (!is_good)
        game_release(to);
    return is_good;
}

/* Returns the array, cut to its elements, or as it is where that fails. */
static void *trimmed(void *array, size_t count, size_t size) {
    void *smaller = array != NULL && count > 0 ? realloc(array, count * size) : NULL;
    return smaller != NULL ? smaller : array;
}

void game_trim(Game *game) {
    game->nodes = trimmed(game->nodes, game->node_count, sizeof *game->nodes);
    game->setup = trimmed(game->setup, game->setup_count, sizeof *game->setup);
    game->labels = trimmed(game->labels, game->label_count, sizeof *game->labels);
    game->text = trimmed(game->text, game->text_size, 1);
}

const char *game_properties(const Game *game, uint32_t node) {
    uint32_t at = game->nodes[node].properties;
    return at > 0 ? game->text + at : "";
}

const char *game_comment(const Game *game, uint32_t node) {
    uint32_t at = game->nodes[node].comment;
    return at > 0 ? game->text + at : "";
}

uint32_t game_labels(const Game *game, uint32_t node, uint32_t *count) {
    uint32_t first = 0, end = game->label_count;
    while (first < end) {
        uint32_t middle = first + (end - first) / 2;
        if (game->labels[middle].node < node)
            first = middle + 1;
        else
            end = middle;
    }
    for (*count = 0; first + *count < game->label_count; (*count)++)
        if (game->labels[first + *count].node != node)
            break;
    return first;
}

uint32_t game_last(const Game *game) {
    if (game->node_count == 0)
        return GAME_NONE;
    uint32_t node = 0;
    while (game->nodes[node].first_child != GAME_NONE)
        node = game->nodes[node].first_child;
    return node;
}

uint32_t game_shown(const Game *game) {
    return game->shown < game->node_count ? game->shown : game_last(game);
}

static bool is_move(const GameNode *node) {
    return node->color != KANAME_EMPTY && !node->is_pass;
}

uint32_t game_after_moves(const Game *game, size_t count) {
    size_t moves = 0;
    for (uint32_t at = game->node_count > 0 ? 0 : GAME_NONE; at != GAME_NONE;
         at = game->nodes[at].first_child) {
        moves += is_move(&game->nodes[at]);
        if (moves == count)
            return at;
    }
    return GAME_NONE;
}

size_t game_move_count(const Game *game, uint32_t node) {
    size_t count = 0;
    for (; node != GAME_NONE; node = game->nodes[node].parent)
        count += is_move(&game->nodes[node]);
    return count;
}

/* ---- Positions ----------------------------------------------------------------------------- */

static void remove_stone(GamePosition *position, KanameStone stone) {
    for (size_t i = 0; i < position->count; i++)
        if (position->stones[i].x == stone.x && position->stones[i].y == stone.y) {
            position->count--;
            memmove(&position->stones[i], &position->stones[i + 1],
                    (position->count - i) * sizeof *position->stones);
            return;
        }
}

static void apply(const Game *game, const GameNode *node, GamePosition *position) {
    for (uint32_t i = 0; i < node->setup_count; i++) {
        KanameStone stone = game->setup[node->setup + i].stone;
        remove_stone(position, stone);
        if (stone.color != KANAME_EMPTY)
            position->stones[position->count++] = stone;
        position->played = 0;
    }
    if (is_move(node)) {
        bool is_in_turn = position->played == 0 ||
                          position->stones[position->count - 1].color != (KanameColor)node->color;
        position->stones[position->count++] =
            (KanameStone){node->move.x, node->move.y, (KanameColor)node->color};
        position->played = is_in_turn ? position->played + 1 : 1;
    }
    position->to_move = (KanameColor)node->to_move;
    bool is_turn =
        position->played == 0 || position->stones[position->count - 1].color != position->to_move;
    if (node->is_pass || !is_turn)
        position->played = 0;
}

bool game_position(const Game *game, uint32_t node, GamePosition *position) {
    *position = (GamePosition){.to_move = KANAME_BLACK};
    size_t length = 0;
    for (uint32_t at = node; at != GAME_NONE; at = game->nodes[at].parent)
        length++;
    uint32_t *path = malloc((length + 1) * sizeof *path);
    if (path == NULL)
        return false;
    size_t left = length;
    for (uint32_t at = node; at != GAME_NONE; at = game->nodes[at].parent)
        path[--left] = at;
    for (size_t i = 0; i < length; i++)
        apply(game, &game->nodes[path[i]], position);
    free(path);
    return true;
}
